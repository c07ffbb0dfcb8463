"""The C compiler: whether there is one, and compiling in the background while somebody plays.

python building/compiler.py MARK    # starts `make MARK`, unless that runs already
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

LOST = (
    "twilight: no C compiler here, so the computer players think several times longer than they "
    "could (Debian: `apt install gcc`; macOS: `xcode-select --install`)"
)


def has_compiler() -> bool:
    """Tell whether there is a C compiler; on Windows setuptools looks for it in its own way."""
    if sys.platform == "win32":
        return True
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(named.split()[0]) is not None


def compile_behind(mark: Path) -> None:
    """Let make bring the compiled build up to date, without anyone waiting for it."""
    if not has_compiler():
        print(LOST, file=sys.stderr)
        return
    folder = mark.parent
    running = folder.with_name(f"{folder.name}.pid")
    if _runs(running):
        return
    # What is there is older than the sources: nobody may take it meanwhile.
    shutil.rmtree(folder, ignore_errors=True)
    with folder.with_name(f"{folder.name}.log").open("wb") as log:
        process = subprocess.Popen(
            ["nice", os.environ.get("MAKE", "make"), "--silent", str(mark)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    running.write_text(str(process.pid), encoding="utf-8")
    print("twilight: compiling in the background; the computer players get quick by themselves")


def _runs(file: Path) -> bool:
    try:
        os.kill(int(file.read_text(encoding="utf-8")), 0)
    except (OSError, ValueError):
        return False
    return True


if __name__ == "__main__":
    compile_behind(Path(sys.argv[1]))
