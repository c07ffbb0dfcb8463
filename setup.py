"""Compiles what thinks with mypyc when a package is built; an editable install stays plain."""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "building"))

from compiler import has_compiler

SOURCES = Path("src/twilight")
# What thinks: the rules, and all that runs through thousands of positions for one answer.
COMPILED_ROOMS = ("engine", "judgement", "analysis", "bots")
# Words, tests, files, results, programs and what numpy does: nothing in these is hot, and plain
# Python they may do as they like.
PLAIN_ROOMS = {"text", "plain_data", "arena", "net", "programs"}
PLAIN = {"__init__.py", "plugged_in.py", "judge.py", "testing.py"}
# All is one source and one library whose parts call each other directly. Optimising once more when
# it is linked takes twice the time and gains nothing that can be measured.
OPTIMISED = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]
COMPILING = {"bdist_wheel", "build", "build_ext"}
NO_COMPILER = (
    "twilight: building the package needs a C compiler (Debian: `apt install gcc`; macOS: "
    "`xcode-select --install`); TWILIGHT_PURE=1 builds it in plain Python, and the computer "
    "players then think several times longer"
)


def compiled_modules() -> list[str]:
    """List the modules that are compiled."""
    return sorted(
        str(file)
        for room in COMPILED_ROOMS
        for file in (SOURCES / room).rglob("*.py")
        if file.name not in PLAIN and file.parent.name not in PLAIN_ROOMS
    )


def extensions() -> list[object]:
    """Compile when a wheel is built, and not for metadata, an sdist or an install in place."""
    if not COMPILING.intersection(sys.argv) or os.environ.get("TWILIGHT_PURE"):
        return []
    if not has_compiler():
        raise SystemExit(NO_COMPILER)
    from mypyc.build import mypycify

    found = list(mypycify(compiled_modules(), opt_level="2", debug_level="0"))
    if sys.platform != "win32":
        for extension in found:
            # Lists of their own: mypyc gives the same one to all.
            extension.extra_compile_args = [*extension.extra_compile_args, *OPTIMISED]
            extension.extra_link_args = [*extension.extra_link_args, *OPTIMISED]
    return list(found)


# The library is one large file, and each module a small one beside it.
setup(ext_modules=extensions(), options={"build_ext": {"parallel": 2}})
