"""`twilight simulate`: counting, reproducing, and writing down what breaks."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import complaint
from twilight.bots.arena import matches as bot_matches
from twilight.bots.players.random_bot import RandomBot
from twilight.cli.main import main
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.types import Reason
from twilight.replays.saves import load_game

Result = dict[str, Any]


def result_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    assert main(["simulate", "--json", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    (line,) = captured.out.splitlines()
    result: Result = json.loads(line)
    return result


def without_time(result: Result) -> Result:
    """Leave out what the clock has measured."""
    bots = {
        bot: {name: value for name, value in facts.items() if not name.startswith("ms_")}
        for bot, facts in result["bots"].items()
    }
    kept = {name: value for name, value in result.items() if "second" not in name}
    return {**kept, "bots": bots}


def test_the_result_counts_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    result = result_of(capsys, "--games", "25", "--seed", "1")
    assert list(result) == [
        "games",
        "wins",
        "reasons",
        "answers",
        "seconds",
        "games_per_second",
        "bots",
    ]
    assert result["games"] == 25
    assert list(result["wins"]) == ["us", "ussr", "draw"]
    assert sum(result["wins"].values()) == 25
    assert list(result["reasons"]) == [reason.name.lower() for reason in Reason]
    assert sum(result["reasons"].values()) == 25
    assert result["answers"] > 25 * 30
    assert result["seconds"] > 0
    assert result["games_per_second"] > 0


def test_the_same_seed_gives_the_same_result_in_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = result_of(capsys, "--games", "24", "--seed", "summit")
    two = result_of(capsys, "--games", "24", "--seed", "summit", "--jobs", "2")
    other = result_of(capsys, "--games", "24", "--seed", "detente")
    assert without_time(one) == without_time(two)
    assert without_time(one) != without_time(other)


def test_rules_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    plain = result_of(capsys, "--games", "10")
    changed = result_of(capsys, "--games", "10", "--set", "free_influence_us=9")
    assert plain["answers"] != changed["answers"]


def test_the_summary_is_readable(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "5"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("5 games in ")
    assert "held scoring card" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "many"], "argument --games: 'many' is not a whole number from 1"),
        (["--games", "0"], "argument --games: '0' is not a whole number from 1"),
        (["--jobs", "-1"], "argument --jobs: '-1' is not a whole number from 1"),
        (["--us", "human"], "unknown bot 'human'; known are"),
        (["--rules", "chess"], "unknown preset 'chess'; known are deluxe"),
        (["--set", "weather=fine"], "unknown option 'weather'"),
        (["--set", "optional_cards"], "a setting is written option=value"),
        (["--crash-directory", "/nowhere"], "'/nowhere' is no directory"),
    ],
)
def test_bad_input_is_named_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in complaint(capsys, "simulate", *arguments)


def break_in_the_engine(game: Game, players: object, chance: object) -> int:
    """Play a little and then fail in the middle of an answer, as a broken event would."""
    play_out(game, [RandomBot(1), RandomBot(2)], SeededChance(3), most_answers=50)
    assert game.record is not None
    assert game.pending is not None
    game.record.append(game.record[0])
    raise KeyError("no such card")


def break_in_a_bot(game: Game, players: object, chance: object) -> int:
    play_out(game, [RandomBot(1), RandomBot(2)], SeededChance(3), most_answers=50)
    raise RuntimeError("the bot gives up")


def test_a_crash_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_matches, "play_out", break_in_the_engine)
    directory = ["--crash-directory", str(tmp_path)]
    assert main(["simulate", "--games", "3", "--seed", "9", *directory]) == 1
    (file,) = tmp_path.iterdir()
    error = capsys.readouterr().err
    assert "game 0 of seed 9 broke off (KeyError: 'no such card')" in error
    assert error.endswith(f"it is saved in {file}\n")
    saved = load_game(file)
    assert len(saved.game.record or ()) == 50
    assert saved.players == {"us": "random", "ussr": "random"}
    assert saved.meta["seed"] == "9"
    assert saved.meta["game"] == 0
    assert "answer" in saved.meta


def test_a_crash_of_a_bot_loses_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot_matches, "play_out", break_in_a_bot)
    assert main(["simulate", "--crash-directory", str(tmp_path)]) == 1
    (file,) = tmp_path.iterdir()
    assert "the bot gives up" in capsys.readouterr().err
    saved = load_game(file)
    assert len(saved.game.record or ()) == 50
    assert "answer" not in saved.meta
