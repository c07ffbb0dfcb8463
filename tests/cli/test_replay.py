"""`twilight replay`: every moment of a game, and what each side may see of it."""

import io
from pathlib import Path

import pytest

from tests.commands import complaint
from tests.strategies import random_play
from twilight.cli.commands.replay import find_places
from twilight.cli.main import main
from twilight.engine.game import Game
from twilight.engine.text.language import card_name, load_language
from twilight.engine.types import US, USSR, Segment
from twilight.replays.saves import save_game


def long_game() -> Game:
    """Return a finished game of at least three turns."""
    for seed in range(100):
        *_, game = random_play(seed, journal=True)
        if game.state.turn >= 3:
            return game
    raise AssertionError("all random games are short")


@pytest.fixture(scope="module")
def game() -> Game:
    return long_game()


@pytest.fixture(scope="module")
def file(game: Game, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("replay") / "game.json"
    save_game(path, game)
    return str(path)


def replay(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    lines: str = "",
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["replay", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def names(cards: tuple[int, ...]) -> list[str]:
    return [card_name(card, load_language()) for card in cards]


def test_places_are_where_they_say(game: Game) -> None:
    places = find_places(game)
    assert places["T1"] == 0
    there = game.rewound(places["T2.US.3"])
    assert there.state.segment is Segment.ACTION_ROUND
    assert (there.state.turn, there.state.round, there.state.phasing) == (2, 3, US)
    before = game.rewound(places["T2.US.3"] - 1)
    assert before.state.phasing == USSR
    headlines = game.rewound(places["T2.HL"])
    assert (headlines.state.turn, headlines.state.segment) == (2, Segment.HEADLINE)


def test_a_moment_is_printed(
    game: Game, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = replay(capsys, monkeypatch, [file, "--at", "t2.us.3"])
    assert "Turn 2, round 3 of 6 · US" in output
    assert "MIDDLE EAST" in output
    assert "US: action round 3, play a card" in output
    there = game.rewound(find_places(game)["T2.US.3"])
    for side in (US, USSR):
        for name in names(there.state.hands[side]):
            assert name in output
    step = find_places(game)["T2.US.3"]
    assert replay(capsys, monkeypatch, [file, "--step", str(step)]) == output


def test_a_side_sees_no_more_than_it_may(
    game: Game, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = find_places(game)["T1.USSR.1"]
    state = game.rewound(step).state
    for side, name in ((US, "us"), (USSR, "ussr")):
        arguments = [file, "--step", str(step), "--view", name]
        hand = replay(capsys, monkeypatch, arguments).split("Hand of")[-1]
        for card in names(state.hands[side]):
            assert card in hand
        for card in names(state.hands[1 - side]):
            known = card in names(state.known[1 - side])
            assert (card in hand) == known


def test_a_secret_choice_stays_secret(
    game: Game, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = find_places(game)["T1.HL"]
    assert game.record is not None
    (headline,) = names((game.record[step],))
    seen_by_ussr = replay(capsys, monkeypatch, [file, "--step", str(step), "--view", "ussr"])
    assert f"Answer: {headline}" in seen_by_ussr
    seen_by_us = replay(capsys, monkeypatch, [file, "--step", str(step), "--view", "us"])
    assert "Answer: in secret" in seen_by_us
    assert headline not in seen_by_us


def test_stepping(
    game: Game, file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = len(game.record or ())
    commands = [
        "",
        "next 3",
        "back",
        "back 99",
        "jump T2.HL",
        "round",
        "view us",
        "board",
        "hand",
        "effects",
        "log 3",
        "card nato",
        "help",
        f"next {last}",
        "quit",
    ]
    output = replay(capsys, monkeypatch, [file], "\n".join(commands))
    prompts = [line for line in output.splitlines() if line.startswith("answer ")]
    steps = [int(prompt.split()[1]) for prompt in prompts]
    places = find_places(game)
    assert steps[:6] == [0, 1, 4, 3, 0, places["T2.HL"]]
    assert steps[6] == min(step for step in places.values() if step > places["T2.HL"])
    assert steps[-1] == last
    assert "Needs Marshall Plan or Warsaw Pact Formed" in output
    assert "jump PLACE" in output
    assert game.outcome is not None


def test_bad_commands_change_nothing(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = [
        "fly",
        "jump T9",
        "jump",
        "next x",
        "back 0",
        "view moon",
        "log much",
        "card",
        "card q",
    ]
    output = replay(capsys, monkeypatch, [file], "\n".join(commands))
    assert "'fly' is no command" in output
    assert "'T9' is no place in this game" in output
    assert "'x' is not a whole number from 1" in output
    assert "'moon' is no view; there are us, ussr and all" in output
    assert "log takes a number of lines, not 'much'" in output
    assert "card takes the name of a card" in output
    assert "answer 1 " not in output


def test_another_language(
    file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = replay(capsys, monkeypatch, [file, "--at", "T2.HL", "--lang", "es"])
    assert "Turno 2, titulares" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.json"], "there is no file 'nowhere.json'"),
        ([__file__], "this is no saved game"),
        (["{file}", "--at", "T99"], "'T99' is no place in this game"),
        (["{file}", "--at", ""], "'' is no place in this game"),
        (["{file}", "--step", "-1"], "'-1' is no place in this game"),
        (["{file}", "--step", "1000000"], "'1000000' is no place in this game"),
        (["{file}", "--view", "red"], "'red' is no view"),
        (["{file}", "--lang", "tlh"], "unknown language 'tlh'"),
        (["{file}", "--at", "T1", "--step", "1"], "not allowed with argument --at"),
        ([], "the following arguments are required: file"),
    ],
)
def test_bad_input_is_named_in_one_line(
    arguments: list[str], message: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = [argument.format(file=file) for argument in arguments]
    assert message in complaint(capsys, "replay", *filled)


def test_a_position_without_a_record_is_refused(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.json"
    save_game(path, Game(game.base, record=False))
    assert main(["replay", str(path)]) == 2
    assert "a position without a record" in capsys.readouterr().err
