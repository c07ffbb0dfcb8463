"""Compiles what thinks with mypyc when a package is built; an editable install stays plain."""

import os
import sys
from pathlib import Path

from setuptools import setup

SOURCES = Path("src/twilight")
# What thinks: the rules, and all that runs through thousands of positions for one answer.
COMPILED_ROOMS = ("engine", "judgement", "analysis", "bots")
# Words, tests, files and results: nothing in these is hot, and plain Python they may do as they
# like.
PLAIN_ROOMS = {"text", "arena", "net", "programs"}
PLAIN = {"__init__.py", "judge.py", "serial.py", "testing.py"}
# All is one library: seen as one by the compiler it runs about a fifth faster.
OPTIMISED = ["-flto", "-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]


def compiled_modules() -> list[str]:
    """List the modules that are compiled."""
    return sorted(
        str(file)
        for room in COMPILED_ROOMS
        for file in (SOURCES / room).rglob("*.py")
        if file.name not in PLAIN and file.parent.name not in PLAIN_ROOMS
    )


def extensions() -> list[object]:
    """Compile unless this is an editable install or TWILIGHT_PURE says not to."""
    if "editable_wheel" in sys.argv or os.environ.get("TWILIGHT_PURE"):
        return []
    from mypyc.build import mypycify

    found = list(mypycify(compiled_modules(), opt_level="3", debug_level="0"))
    if sys.platform != "win32":
        for extension in found:
            extension.extra_compile_args += OPTIMISED
            extension.extra_link_args += OPTIMISED
    return list(found)


setup(ext_modules=extensions())
