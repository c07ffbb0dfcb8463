"""`twilight review`, `calibrate` and `puzzles` as one types them."""

import io
import json
import re
import sys
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from tests.commands import complaint, exit_code
from twilight.bots.registry import make_bot
from twilight.cli.arguments import OneLineParser
from twilight.cli.commands import play as command
from twilight.cli.commands import puzzles as puzzle_command
from twilight.cli.commands import replay
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.puzzles import Progress
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.testing import Given, scenario
from twilight.engine.types import USSR
from twilight.replays.saves import load_game, save_game
from twilight.study.judge import EvaluationJudge
from twilight.study.puzzles.puzzle import shipped_puzzles


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Save the first turn of a game."""
    game = Game.new()
    bots = [make_bot("baseline", "a"), make_bot("baseline", "b")]
    play_out(game, bots, SeededChance("review"), most_answers=75)
    path = tmp_path_factory.mktemp("study") / "game.json"
    save_game(path, game)
    return str(path)


def test_a_review_as_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["review", file, "--seconds", "0.01", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) >= {"winner", "accuracy", "luck", "moments"}
    assert found["winner"] is None
    for moment in found["moments"]:
        assert set(moment) >= {"turn", "round", "side", "chance_us", "loss", "mark", "best"}
        assert moment["side"] in ("us", "ussr")
        assert 0 <= moment["chance_us"] <= 1


@pytest.mark.parametrize(("language", "word"), [("en", "Dice"), ("es", "Dados")])
def test_a_review_to_read(
    file: str, language: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["review", file, "--lang", language]) == 0
    assert word in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "same"),
    [("en", r"in the same way in (\d+) of \1 "), ("es", r"del mismo modo en (\d+) de \1 ")],
)
def test_an_engine_gives_a_second_opinion(
    file: str, language: str, same: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = f"program:{sys.executable} -m twilight.cli.main engine baseline"
    assert exit_code(["review", file, "--bot", engine, "--lang", language]) == 0
    # The baseline has played this game itself.
    assert re.search(same, " ".join(capsys.readouterr().out.split()))


def test_a_second_opinion_of_nobody_gets_a_sentence(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["review", file, "--bot", "columbo"]) == 2
    assert "unknown bot 'columbo'" in capsys.readouterr().err
    assert exit_code(["review", file, "--bot", f"program:{sys.executable} -c 'print(1)'"]) == 2
    assert "wrote" in capsys.readouterr().err


def test_a_game_without_a_card_says_that_there_is_nothing_to_review(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.new()
    play_out(game, [make_bot("random", "a")] * 2, SeededChance("setup"), most_answers=20)
    path = tmp_path / "setup.json"
    save_game(path, game)
    assert exit_code(["review", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "nothing to review yet" in shown
    assert "Dice" not in shown


def test_no_game_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "poem.txt"
    path.write_text("Shall I compare thee")
    assert exit_code(["review", str(path)]) == 2
    assert "no saved game" in capsys.readouterr().err
    assert exit_code(["review", str(tmp_path / "nowhere")]) == 2
    assert "there is no file" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan", "1e9"])
def test_no_time_gets_a_sentence(
    file: str, seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(["review", file, "--seconds", seconds]) == 2
    assert "seconds" in capsys.readouterr().err


def test_best_plays_of_a_moment(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("best\njump T1.US.2\nbest 0.02\nbest soon\nquit\n")
    )
    assert exit_code(["replay", file]) == 0
    shown = capsys.readouterr().out
    assert "No card is chosen at this moment" in shown
    assert "(played)" in shown
    assert "'soon' is no number of seconds" in shown


def test_calibrate_games_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["calibrate", "--games", "1", "--bot", "baseline", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 1
    assert sum(row["number"] for row in found["reliability"]) == found["moments"]


def test_calibrate_tells_what_a_choice_loses(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["calibrate", "--games", "1", "--bot", "random", "--seed", "b"]
    assert exit_code([*game, "--seconds", "0.002", "--json"]) == 0
    loss = json.loads(capsys.readouterr().out)["loss"]
    # Chance plays badly, and the review sees it.
    assert 0 < loss["mean"] < 1
    assert loss["error"] > 0
    assert exit_code([*game, "--seconds", "soon"]) == 2
    assert "seconds" in capsys.readouterr().err


def test_calibrate_needs_finished_games(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["calibrate", file]) == 2
    assert "has an end" in capsys.readouterr().err
    assert exit_code(["calibrate"]) == 2


def test_puzzles_from_a_game_of_ones_own(file: str, tmp_path: Path) -> None:
    out = tmp_path / "own.jsonl"
    assert exit_code(["puzzles", "make", str(out), "--from", file, "--number", "1"]) == 0
    assert exit_code(["puzzles", "make", str(tmp_path / "x.gz"), "--from", file]) == 2


def test_the_terminal_gives_hints_step_by_step_and_speaks_up_before_a_blunder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("twilight.cli.terminal.coach.shipped_judge", EvaluationJudge)
    given: Given = {
        "turn": 4,
        "round": 2,
        "defcon": 2,
        "ussr_hand": "duck_and_cover, nasser, fidel",
    }
    path = tmp_path / "danger.json"
    save_game(path, Game(scenario(given, USSR), journal=True))
    output = io.StringIO()
    # The event of the enemy's card would lower DEFCON to 1; it is taken back, and given again.
    play = ["duck", "event"]
    lines = ["hint", "hint", "hint", *play, "y", "board", *play, "n"]
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    console = Console(file=output, width=110, markup=False, highlight=False)
    parser = OneLineParser()
    command.add_parser(parser.add_subparsers())
    arguments = ["play", "--resume", str(path), "--ussr", "human", "--us", "random", "--coach"]
    command.run(parser.parse_args(arguments), Terminal(typed, console))
    text = output.getvalue()
    for step in ("Danger: ", "Idea: ", "Best play: "):
        assert text.count(step) == 1
    assert text.count("A blunder") == 2
    assert text.count("Better: ") == 1
    assert "DEFCON" in text.rpartition("A blunder")[2]


def test_a_replay_is_played_on_and_saved(
    file: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    output = io.StringIO()
    lines = [
        "jump T1.USSR.2",
        "play chess",
        "play both us",
        "play ussr random anew dice",
        "1",
        "quit",
        "play both",
        "quit",
        "quit",
    ]
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    console = Console(file=output, width=110, markup=False, highlight=False)
    parser = OneLineParser()
    replay.add_parser(parser.add_subparsers())
    replay.run(parser.parse_args(["replay", file]), Terminal(typed, console))
    text = output.getvalue()
    assert text.count("is something else") == 2
    saved = [load_game(path) for path in sorted(tmp_path.glob("twilight-*.json"))]
    assert len(saved) == 2
    assert {one.players["us"] for one in saved} == {"random", "human"}
    assert {one.players["ussr"] for one in saved} == {"human"}
    assert all(one.meta["leaves_at"] for one in saved)


def test_puzzles_are_solved_at_the_terminal_and_the_streak_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(puzzle_command, "user_data_path", lambda _name: tmp_path)
    puzzle = next(one for one in shipped_puzzles() if one.kind == "headline")
    wrong = ACTION_KEYS[puzzle.plays[1].card]
    right = ACTION_KEYS[puzzle.solution.card]
    parser = OneLineParser()
    puzzle_command.add_parser(parser.add_subparsers())

    def solve(*lines: str) -> str:
        output = io.StringIO()
        typed = io.StringIO("".join(f"{line}\n" for line in lines))
        console = Console(file=output, width=110, markup=False, highlight=False)
        arguments = parser.parse_args(["puzzles", "solve", puzzle.id])
        assert puzzle_command.run_solve(arguments, Terminal(typed, console)) == 0
        return output.getvalue()

    assert "In a row: 1. Best: 1." in solve("no such card at all", right)
    progress = Progress.read(tmp_path / "puzzles.json")
    assert progress.seen == [puzzle.id]
    (tmp_path / "puzzles.json").write_text("{damaged")
    told = solve(wrong, right)
    assert "Not this." in told
    assert "points of win chance" in told
    # One play may be wrong; the second one ends the streak.
    assert "In a row: 1. Best: 1." in told
    (tmp_path / "puzzles.json").write_text("{damaged")
    assert "In a row: 0. Best: 0." in solve(wrong, wrong)
    assert "The solution:" in solve("solution")
    # Who needs a hint has not solved it alone.
    (tmp_path / "puzzles.json").write_text("{damaged")
    assert "In a row: 0. Best: 0." in solve("hint", right)


def test_no_puzzle_comes_again_before_all_were_seen() -> None:
    puzzles = shipped_puzzles()[:5]
    progress = Progress()
    for _ in range(2):
        seen: list[str] = []
        for _ in puzzles:
            puzzle = progress.next_of(puzzles, Random(len(seen)))
            progress.note(puzzle.id, solved=True)
            seen.append(puzzle.id)
        assert sorted(seen) == sorted(one.id for one in puzzles)


def test_a_puzzle_that_is_not_there_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["puzzles", "solve", "nothing"]) == 2
    assert "no such puzzle" in capsys.readouterr().err


def test_no_day_has_a_puzzle_of_an_empty_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.jsonl"
    file.touch()
    assert exit_code(["puzzles", "solve", "--daily", "--from", str(file)]) == 2
    assert "no such puzzle among 0" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["solve", "--from"], ["make"]], ids=" ".join)
def test_a_file_without_puzzles_gets_a_sentence(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "note.txt"
    for content in (b"Dear diary,\n", b"{}\n", b"[]\n", b"\xff\xfe\x00"):
        file.write_bytes(content)
        line = complaint(capsys, "puzzles", *command, str(file))
        assert line.startswith(f"twilight: {file}")
    assert file.read_bytes() == content


def test_puzzles_for_which_there_is_no_folder_are_not_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "nowhere" / "own.jsonl"
    assert exit_code(["puzzles", "make", str(out)]) == 2
    assert capsys.readouterr().err == f"twilight: there is no folder for {out}\n"
