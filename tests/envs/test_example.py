"""The worked examples run, and the same seed gives the same player."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples"


DOCUMENT = ROOT / "docs" / "research.md"
CODE = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


def run(script: Path, *options: str) -> str:
    search = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    finished = subprocess.run(
        [sys.executable, str(script), *options],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": search},
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_training_is_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    options = ("--steps", "256", "--games", "4", "--evaluate", "6", "--seed", "3")
    files = {workers: tmp_path / f"{workers}.npz" for workers in ("0", "2")}
    shown = [
        run(EXAMPLES / "train_small.py", *options, "--workers", workers, "--save", str(file))
        for workers, file in files.items()
    ]
    results = [
        [line for line in text.splitlines() if line.startswith("against random")] for text in shown
    ]
    assert len(results[0]) == 2
    assert results[0] == results[1]
    one, other = (np.load(file) for file in files.values())
    for name in one.files:
        assert np.array_equal(one[name], other[name]), name
        assert name == "value" or one[name].any()


def test_training_with_torch_runs_and_learns_something(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    saved = tmp_path / "network.pt"
    options = ("--games", "2", "--evaluate", "2", "--workers", "0", "--save", str(saved))
    shown = run(EXAMPLES / "train_torch.py", *options, "--steps", "256")
    assert len(re.findall(r"^against random: [\d.]+ %", shown, re.MULTILINE)) == 2
    assert "256 steps" in shown
    weights = torch.load(saved, weights_only=True)
    assert all(bool(part.isfinite().all()) for part in weights.values())
    torch.manual_seed(1)
    before = torch.nn.Linear(weights["body.0.weight"].shape[1], weights["body.0.weight"].shape[0])
    assert not torch.equal(weights["body.0.weight"], before.weight)


def test_speed_is_measured() -> None:
    shown = run(
        EXAMPLES / "vector_speed.py",
        "--games",
        "4",
        "--steps",
        "5",
        "--workers",
        "1",
        "--repeat",
        "1",
    )
    assert "1 workers: " in shown


@pytest.mark.parametrize("number", range(len(CODE)))
def test_the_code_of_the_document_runs(number: int, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(CODE[number], encoding="utf-8")
    run(script)
