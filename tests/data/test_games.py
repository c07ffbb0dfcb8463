"""Datasets of games: written by simulate and arena, read back, and what is none."""

import sys
from pathlib import Path

import pytest

from tests.commands import exit_code
from twilight.data import DatasetError, GameRow, read_games, write_games
from twilight.engine.types import ACTOR_NAMES


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
def test_simulated_games_come_back(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"games{ending}"
    assert exit_code(["simulate", "--games", "3", "--rules", "glass", "--save", str(file)]) == 0
    rows = list(read_games(file))
    assert [row.number for row in rows] == [0, 1, 2]
    for row in rows:
        game = row.game()
        assert game.outcome is not None
        assert row.winner == ACTOR_NAMES[game.outcome.winner]
        assert row.reason == game.outcome.reason.name.lower()
        assert (row.vp, row.turn) == (game.state.vp, game.state.turn)
        assert (row.us, row.ussr) == ("random", "random")
        assert len(row.game(10).record or ()) == 10
    again = tmp_path / f"again{ending}"
    write_games(again, rows)
    assert list(read_games(again)) == rows


def test_an_arena_saves_all_its_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    options = ["--games", "2", "--jobs", "2", "--save", str(file)]
    assert exit_code(["arena", "random", "random:seed=1", *options]) == 0
    rows = list(read_games(file))
    assert {(row.us, row.ussr) for row in rows} == {
        ("random", "random:seed=1"),
        ("random:seed=1", "random"),
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [("games.csv", "neither a .jsonl nor a .parquet"), ("no/games.jsonl", "there is no folder")],
)
def test_a_file_that_can_not_be_written_is_told_first(
    name: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert exit_code(["simulate", "--games", "2", "--save", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err


def test_without_pyarrow_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DatasetError, match=r"twilight-struggle\[data\]"):
        write_games(tmp_path / "games.parquet", [])


@pytest.mark.parametrize("text", ["", "{}", "[]", "{", '{"number": "one"}'])
@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
def test_what_is_no_dataset_is_refused(text: str, ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"games{ending}"
    file.write_text(text, encoding="utf-8")
    if ending == ".jsonl" and not text:
        assert list(read_games(file)) == []
        return
    with pytest.raises(DatasetError):
        list(read_games(file))


def test_a_damaged_row_is_named(tmp_path: Path) -> None:
    row = GameRow(1, "0/1", "a", "b", "us", "defcon", 2, 3, {}, [])
    file = tmp_path / "games.jsonl"
    write_games(file, [row])
    text = file.read_text(encoding="utf-8")
    file.write_text(text + text.replace('"vp":2', '"vp":"two"'), encoding="utf-8")
    with pytest.raises(DatasetError, match="row 2 is no game: vp is 'two'"):
        list(read_games(file))
