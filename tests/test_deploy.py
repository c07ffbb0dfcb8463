"""The files in deploy/ are sound, as far as that can be told without running them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
TOOLS = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def run(*command: str, **variables: str) -> None:
    program = shutil.which(command[0], path=TOOLS)
    assert program is not None, f"{command[0]} is not installed"
    done = subprocess.run(
        [program, *command[1:]],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_container_file() -> None:
    run("hadolint", str(DEPLOY / "Dockerfile"))
    last = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").rpartition("FROM ")[2]
    for wanted in ("USER 10001", "HEALTHCHECK", "-slim"):
        assert wanted in last


def test_the_proxy(tmp_path: Path) -> None:
    run("caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), XDG_DATA_HOME=str(tmp_path))


def test_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("this machine has no systemd")
    unit = (DEPLOY / "twilight.service").read_text(encoding="utf-8")
    # The program is not in its folder here; any other stands for it.
    there = re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", unit)
    assert there != unit
    copy = tmp_path / "twilight.service"
    copy.write_text(there, encoding="utf-8")
    run("systemd-analyze", "verify", str(copy))


def test_compose_keeps_its_servers_from_writing() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for wanted in ("read_only: true", "cap_drop: [ALL]", "postgres:", "redis:", "caddy:"):
        assert wanted in text


def test_the_same_uv_is_locked_in_both_places() -> None:
    lock = (ROOT / "requirements-play.lock").read_text(encoding="utf-8")
    assert (DEPLOY / "uv.lock").read_text(encoding="utf-8").split()[0] in lock.split()
