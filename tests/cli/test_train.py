"""`twilight train` as one types it."""

import json
from pathlib import Path

import pytest

from tests.commands import exit_code

TINY = ["--small", "--games", "1", "--quick-games", "1"]


def test_a_stage_is_done_once_and_the_plan_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "training")
    assert exit_code(["train", folder, *TINY, "--stage", "generate", "--seed", "7"]) == 0
    assert "generate: 1 of 1 games" in capsys.readouterr().out
    assert json.loads((tmp_path / "training" / "plan.json").read_text())["seed"] == 7
    assert exit_code(["train", folder, *TINY, "--stage", "generate", "--seed", "8"]) == 0
    assert "generate: done before" in capsys.readouterr().out
    assert json.loads((tmp_path / "training" / "plan.json").read_text())["seed"] == 7


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--stage", "polish"], "invalid choice: 'polish'"),
        (["--games", "0"], "'0' is not a whole number from 1"),
        (["--stage", "clone"], "the stage generate has to be done first"),
    ],
)
def test_bad_input_is_named(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["train", str(tmp_path / "training"), *arguments]) == 2
    assert words in capsys.readouterr().err
