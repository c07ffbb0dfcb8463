"""The commands `check`, `import`, `export` and `replay` on logs."""

import json
from pathlib import Path

import pytest

from tests.commands import exit_code
from tests.replays.games import random_log
from twilight.cli.main import main
from twilight.replays.files import load_any
from twilight.replays.saves import SaveError

LOG = random_log(1)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(LOG)
    return path


def test_check(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(log)]) == 0
    first, total = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{log}: ")
    assert total.startswith("1 of 1 files agree")
    bad = log.with_name("bad.txt")
    bad.write_text(LOG.replace("Score is USSR", "Score is US", 1).replace("[1][0]", "[7][0]", 1))
    assert main(["check", str(log), str(bad)]) == 1
    assert "the log says" in capsys.readouterr().out
    assert main(["check", str(bad), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["files_agreed"] == 0
    assert len(data["disagreements"]) == 1
    assert exit_code(["check", "missing.txt"]) == 2


def test_import_and_export(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = log.with_suffix(".json")
    assert main(["import", str(log), "-o", str(save)]) == 0
    assert main(["export", str(save)]) == 0
    assert capsys.readouterr().out == LOG
    assert main(["export", str(log), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(save.read_text())
    again = log.with_name("again.txt")
    assert main(["export", str(save), "--format", "text", "-o", str(again)]) == 0
    assert again.read_text() == LOG


def test_refusals(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(log.with_suffix(".json"))
    log.write_text("hello\n")
    assert main(["import", str(log), "-o", output]) == 2
    assert "line 1: this is no log" in capsys.readouterr().err
    log.write_text(LOG.replace("Military Ops to", "Military Ops to 1", 1))
    assert main(["import", str(log), "-o", output]) == 2
    log.write_text(LOG.replace(" [0][4]", " [0][5]", 1).replace(" [1][0]", " [8][0]", 1))
    assert main(["import", str(log), "-o", output]) == 2
    assert "the log says" in capsys.readouterr().err
    assert main(["export", str(log)]) == 2


def test_replay_opens_a_log(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(log), "--at", "T1.US.2"]) == 0
    assert capsys.readouterr().out
    assert load_any(log).game.record
    log.write_text(LOG + "nonsense\n")
    with pytest.raises(SaveError, match="unknown line"):
        load_any(log)
