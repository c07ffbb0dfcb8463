"""`make play` installs once, and builds the browser client meanwhile."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KEPT = ("Makefile", "pyproject.toml", "requirements-play.lock", "deploy/uv.lock")
CLIENT = ("web/index.html", "web/package-lock.json", "web/vite.config.ts")
# What a make tells those that it runs, these tests among them.
ABOVE = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
# Stands for Python and all that is installed: writes down what it is asked for. What playing needs
# is installed only when the client has begun, which it would wait for in vain if one came after
# the other.
EVERYTHING = """#!/bin/sh
echo "$(basename "$0") $*" >> asked
case "$*" in
    "-m venv .venv")
        mkdir -p .venv/bin
        for name in python uv twilight; do cp "$0" ".venv/bin/$name"; done ;;
    building/client.py)
        mkdir -p src/twilight/server/static
        touch begun src/twilight/server/static/index.html ;;
    *requirements-play.lock)
        for _ in $(seq 300); do [ -e begun ] && exit 0; sleep 0.1; done
        exit 1 ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in KEPT:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "web").mkdir()
    for name in CLIENT:
        (tmp_path / name).touch()
    python = tmp_path / "system-python"
    python.write_text(EVERYTHING, encoding="utf-8")
    python.chmod(0o755)
    return tmp_path


def asked_for(clone: Path) -> list[str]:
    """Run `make play`, and tell what it asked for."""
    (clone / "asked").unlink(missing_ok=True)
    environment = {name: value for name, value in os.environ.items() if name not in ABOVE}
    done = subprocess.run(
        ["make", "play", f"PYTHON={clone / 'system-python'}"],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return (clone / "asked").read_text(encoding="utf-8").splitlines()


def test_the_client_is_built_while_packages_are_installed(clone: Path) -> None:
    asked = asked_for(clone)
    # The locked uv at once, and no other one before it.
    uv = "python -m pip install --quiet --require-hashes --requirement deploy/uv.lock"
    assert asked[:2] == ["system-python -m venv .venv", uv]
    assert [line for line in asked if line.startswith("python -m pip")] == [uv]
    assert asked.count("python building/client.py") == 1
    assert asked[-1].startswith("twilight serve --open ")


def test_what_is_there_is_not_made_again(clone: Path) -> None:
    asked_for(clone)
    compiling, serving = asked_for(clone)
    assert compiling == "python building/compiler.py .compiled/.built"
    assert serving.startswith("twilight serve --open ")
