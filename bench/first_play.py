"""How long a stranger waits for `make play`, and what it leaves on the disk.

    python -m bench.first_play                      # this commit
    python -m bench.first_play d1fc6f8 HEAD         # any two, one after the other

Each commit is cloned twice and played once with empty caches of uv, pip and npm, and once with
what the first time has put there. The clock runs from `make play` until the server answers; the
processors' seconds until then say more on a machine that has other work too. Counted as fetched is
all that came to the machine meanwhile. Linux only.
"""

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from tests.server.processes import free_port

ROOT = Path(__file__).resolve().parent.parent
# Longer than anybody waits.
LIMIT_SECONDS = 3600.0
# A shell that says of each line of the Makefile when it ran and what the processors did for it.
SHELL = """#!/bin/sh
start=$(date +%s.%N)
/bin/sh "$@"
code=$?
times > "$STEPS.$$"
echo "$start $(date +%s.%N) $(tail -n 1 "$STEPS.$$")" $2 >> "$STEPS"
rm "$STEPS.$$"
exit $code
"""


class Played(NamedTuple):
    """One first game: seconds of the clock and of the processors, megabytes, and its steps."""

    seconds: float
    busy: float
    fetched: float
    steps: list[str]


def play(clone: Path, caches: Path) -> Played:
    """Run `make play` until the server answers."""
    port = free_port()
    shell, steps = clone.with_suffix(".sh"), clone.with_suffix(".steps")
    shell.write_text(SHELL, encoding="utf-8")
    shell.chmod(0o755)
    steps.touch()
    environment = {
        **os.environ,
        "BROWSER": "true",
        "TWILIGHT_PORT": str(port),
        "TWILIGHT_DATA": str(clone.with_suffix(".data")),
        "UV_CACHE_DIR": str(caches / "uv"),
        "PIP_CACHE_DIR": str(caches / "pip"),
        "npm_config_cache": str(caches / "npm"),
        "STEPS": str(steps),
    }
    start, received = time.time(), received_megabytes()
    process = subprocess.Popen(
        ["make", "play", f"SHELL={shell}"],
        cwd=clone,
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while not answers(port):
            if process.poll() is not None or time.time() - start > LIMIT_SECONDS:
                raise SystemExit(f"make play in {clone} has come to nothing")
            time.sleep(0.3)
        ready, busy = time.time(), busy_seconds(process.pid)
        received = received_megabytes() - received
    finally:
        end(process.pid)
        # What compiles in the background is in a session of its own.
        behind = clone / ".compiled.pid"
        if behind.is_file():
            end(int(behind.read_text(encoding="utf-8")))
        process.wait()
    return Played(ready - start, busy, received, told(steps, ready))


def answers(port: int) -> bool:
    """Tell whether the server is ready."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
            return True
    except OSError:
        return False


def busy_seconds(session: int) -> float:
    """Add up what the processors did for all processes of a session, and for those that ended."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in brackets may hold anything.
            words = file.read_text(encoding="utf-8").rpartition(") ")[2].split()
        except OSError:
            continue
        if int(words[3]) == session:
            ticks += sum(map(int, words[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def received_megabytes() -> float:
    """Say what has come to this machine so far."""
    lines = Path("/proc/net/dev").read_text(encoding="utf-8").splitlines()[2:]
    parts = (line.split(":") for line in lines)
    return sum(int(data.split()[0]) for name, data in parts if name.strip() != "lo") / 1e6


def end(group: int) -> None:
    """End a group of processes that may have ended by itself."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGTERM)


def told(steps: Path, ready: float) -> list[str]:
    """Say of every step that took a second how long it took, and the processors' seconds."""
    lines, last = [], 0.0
    for step in steps.read_text(encoding="utf-8").splitlines():
        started, ended, user, system, command = step.split(" ", 4)
        seconds = min(float(ended), ready) - float(started)
        last = max(last, min(float(ended), ready))
        if seconds >= 1:
            busy = in_seconds(user) + in_seconds(system)
            lines.append(f"{seconds:6.1f} s {busy:6.1f} s  {command[:90]}")
    return [*lines, f"{ready - last:6.1f} s           the server's start"]


def in_seconds(text: str) -> float:
    """Read what `times` writes, such as 1m2.30s."""
    minutes, _, seconds = text.rstrip("s").partition("m")
    return 60 * int(minutes) + float(seconds)


def megabytes(folder: Path) -> int:
    """Say what a folder takes on the disk."""
    done = subprocess.run(["du", "-sm", folder], check=True, capture_output=True, text=True)
    return int(done.stdout.split()[0])


def measure(commit: str, folder: Path) -> None:
    """Play a commit twice, and print what was seen."""
    caches = folder / f"caches-{commit}"
    for name in ("empty", "filled"):
        clone = folder / f"{commit}-{name}"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        subprocess.run(["git", "checkout", "--quiet", commit], cwd=clone, check=True)
        played = play(clone, caches)
        sizes = {path.name: megabytes(path) for path in (clone, clone / ".venv", caches)}
        print(
            f"{commit}, {name} caches: {played.seconds:.0f} s, processors {played.busy:.0f} s, "
            f"fetched {played.fetched:.0f} MB; load {os.getloadavg()[0]:.1f}",
            "; ".join(f"{path} takes {size} MB" for path, size in sizes.items()),
            *played.steps,
            sep="\n",
            flush=True,
        )
        shutil.rmtree(clone)


def main() -> None:
    """Measure every commit that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commits", nargs="*", default=["HEAD"])
    parser.add_argument("--folder", type=Path, help="where to clone; a new folder by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for commit in arguments.commits:
            known = ["git", "rev-parse", "--short", commit]
            done = subprocess.run(known, cwd=ROOT, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(done.stderr.strip())
            measure(done.stdout.strip(), Path(folder))


if __name__ == "__main__":
    main()
