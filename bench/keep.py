"""Run the benchmark and keep its figures with machine and commit, as `make bench` does."""

import json
import os
import platform
import subprocess
from datetime import date
from pathlib import Path

from bench import thinking, waiting

from twilight.cli.commands.bench import measure

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    figures = {**measure(seconds=10), **thinking.measure(), **waiting.measure()}
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    machine = {"machine": platform.machine(), "cores": os.cpu_count(), "commit": commit}
    kind = "compiled" if figures["compiled"] else "plain"
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / f"{date.today().isoformat()}-{commit}-{kind}.json"
    file.write_text(json.dumps({**machine, **figures}, indent=1) + "\n", encoding="utf-8")
    print(file.read_text(encoding="utf-8"))
    if missed := waiting.missed(figures):
        raise SystemExit(f"slower than asked for: {', '.join(missed)}")


if __name__ == "__main__":
    main()
