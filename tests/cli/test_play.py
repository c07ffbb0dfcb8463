"""`twilight play`: whole games through a pipe or at a pretended screen."""

import argparse
import io
import json
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from tests.commands import complaint
from tests.strategies import random_position, seeds
from twilight.bots.players.random_bot import RandomBot
from twilight.cli.arguments import OneLineParser
from twilight.cli.commands import play
from twilight.cli.main import main
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.log import log_lines
from twilight.cli.terminal.matching import Unclear, find, pick
from twilight.cli.terminal.prompt import labels, options_view, read_answer
from twilight.cli.terminal.screen import board, effects_page, hand, status
from twilight.cli.terminal.session import EndOfInput, Quit, Session
from twilight.cli.terminal.words import Words, read_texts
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import DECLINE, FRANCE, ITALY, NUMBER, WEST_GERMANY
from twilight.engine.rules import Rules
from twilight.engine.state import State
from twilight.engine.testing import scenario
from twilight.engine.text.language import LANGUAGES
from twilight.engine.types import SIDES, US, USSR, Actor, Kind
from twilight.engine.view import Observation, observe, sample_world, state_parts
from twilight.replays.saves import load_game, save_game

WORDS = Words()


def arguments_of(*texts: str) -> argparse.Namespace:
    parser = OneLineParser()
    play.add_parser(parser.add_subparsers())
    return parser.parse_args(["play", *texts])


class Screen:
    """A pretended terminal with prepared lines, and everything that was printed on it."""

    def __init__(self, lines: list[str], *, interactive: bool = False, width: int = 100) -> None:
        self.output = io.StringIO()
        console = Console(file=self.output, width=width, markup=False, highlight=False)
        typed = io.StringIO("".join(f"{line}\n" for line in lines))
        self.terminal = Terminal(typed, console, interactive=interactive)

    @property
    def text(self) -> str:
        return self.output.getvalue()


def play_lines(lines: list[str], *texts: str, interactive: bool = False) -> str:
    """Play in the current directory and return what was printed."""
    screen = Screen(lines, interactive=interactive)
    assert play.run(arguments_of(*texts), screen.terminal) == 0
    return screen.text


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


USSR_SETUP = ["east germany", "poland", "poland", "poland", "austria", "yugoslavia"]
US_SETUP = ["west germany"] * 4 + ["italy"] * 3
HOT_SEAT = ("--us", "human", "--ussr", "human", "--seed", "7")


# Playing


def test_a_game_is_set_up_and_saved_when_the_input_ends() -> None:
    output = play_lines(US_SETUP, "--seed", "3")
    assert "US (human) against USSR (random), seed 3" in output
    assert "US +1 in West Germany (US 4, USSR 0)" in output
    assert "US: choose a headline" in output
    assert "Saved in twilight-3.json" in output
    game = load_game("twilight-3.json").game
    assert game.state.influence[US][WEST_GERMANY] == 4
    assert game.state.influence[US][ITALY] == 3
    assert game.pending is not None
    assert (game.pending.actor, game.pending.kind) == (US, Kind.HEADLINE)


def test_a_pipe_plays_a_whole_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 3000))
    assert main(["play", "--seed", "5"]) == 0
    output = capsys.readouterr().out
    assert " wins: " in output or "The game is drawn" in output


def test_bots_play_among_themselves() -> None:
    output = play_lines([], "--us", "random", "--ussr", "random", "--seed", "2")
    assert "US draws cards: 8" in output
    assert "USSR draws cards: 8" in output
    assert " wins: " in output or "The game is drawn" in output


def test_the_same_seed_gives_the_same_game() -> None:
    one, same, other = (play_lines(US_SETUP, "--seed", seed) for seed in "445")
    assert one.replace("twilight-4.json", "twilight-4-2.json") == same
    assert one.splitlines()[3:9] != other.splitlines()[3:9]


def test_rules_can_be_chosen() -> None:
    output = play_lines([], "--seed", "4", "--set", "free_influence_us=9")
    assert "US places 9 starting influence" in output


def test_another_language() -> None:
    output = play_lines(["alemania occ", "help"], "--seed", "4", "--lang", "es")
    assert "EE. UU. +1 en Alemania Occidental" in output
    assert "retira tu última respuesta" in output


def test_a_finished_game_can_be_saved() -> None:
    output = play_lines(["1"] * 3000, "--seed", "5")
    assert "Save it, to look at it again?" in output
    assert load_game("1").game.outcome is not None


# Answers


def test_options_are_named_by_number_or_by_part_of_the_name() -> None:
    lines = ["12", "west ger", "WEST_GERMANY", "germany", "Itlay", "it", "spain"]
    play_lines([*lines, "quit"], "--seed", "3")
    game = load_game("twilight-3.json").game
    assert game.state.influence[US][WEST_GERMANY] == 4
    assert game.state.influence[US][ITALY] == 2


def test_bad_answers_are_explained_and_change_nothing() -> None:
    lines = ["s", "atlantis", "0", "15", "poland", "undo", "redo", "log x", "card", "card xyzzy"]
    output = play_lines([*lines, "quit"], "--seed", "3")
    assert "'s' could be Sweden, Spain/Portugal" in output
    assert "nothing here is called 'atlantis'" in output
    assert "there is no option 0; there are 14" in output
    assert "there is no option 15; there are 14" in output
    assert "the US places its starting influence in Western Europe (R3.7)" in output
    assert "can't be taken back" in output or "the last answer was given by ussr" in output
    assert "nothing has been taken back" in output
    assert "log takes a number of lines, not 'x'" in output
    assert "card takes the name of a card" in output
    assert "no card is called 'xyzzy'" in output
    game = load_game("twilight-3.json").game
    assert game.state.influence[US] == Game.new().state.influence[US]


def test_undo_and_redo() -> None:
    lines = ["italy", "italy", "west germany", "undo", "undo", "redo", "quit"]
    output = play_lines(lines, "--seed", "3")
    assert output.count("Taken back.") == 2
    game = load_game("twilight-3.json").game
    assert game.state.influence[US][ITALY] == 2
    assert game.state.influence[US][WEST_GERMANY] == 0


def test_an_answer_after_undo_forgets_the_old_one() -> None:
    lines = ["italy", "undo", "west germany", "redo", "quit"]
    output = play_lines(lines, "--seed", "3")
    assert "nothing has been taken back" in output
    game = load_game("twilight-3.json").game
    assert game.state.influence[US][ITALY] == 0
    assert game.state.influence[US][WEST_GERMANY] == 1


def test_the_commands_show_what_they_say() -> None:
    commands = ["help", "board", "hand", "effects", "log 2", "card marshall", "options", ""]
    output = play_lines([*commands, "quit"], "--seed", "3")
    assert "take your last answer back" in output
    assert output.count("CENTRAL AMERICA") == 2
    assert output.count("Hand of the US") == 2
    assert "No lasting effects in play." in output
    assert "number 23, Early War, 4 operations, event of the US" in output
    assert output.count("US: place starting influence") == 3


def session_of(state: State, lines: list[str], humans: tuple[Actor, ...]) -> tuple[Session, Screen]:
    """Sit some humans down at a position of an action round."""
    screen = Screen(lines)
    players = [None if side in humans else RandomBot(1) for side in SIDES]
    names = ["human" if side in humans else "random" for side in SIDES]
    game = Game(state, journal=True)
    session = Session(
        game, players, names, SeededChance(1), screen.terminal, WORDS, Path("test.json"), {}
    )
    return session, screen


def test_a_single_option_is_answered_with_a_remark() -> None:
    state = scenario({"us_hand": "asia_scoring", "ussr_hand": "nato, fidel"}, US)
    remark = "US: action round 1, play a card: Asia Scoring (the only option)"
    session, screen = session_of(state.copy(), ["hand", "quit"], humans=(USSR,))
    with pytest.raises(Quit):
        session.play()
    assert "the only option" not in screen.text
    session, screen = session_of(state, [], humans=(US,))
    with pytest.raises(EndOfInput):
        session.play()
    assert remark in screen.text
    assert screen.text.index("Action round 1: US") < screen.text.index(remark)
    assert screen.text.index(remark) < screen.text.index("US plays Asia Scoring")


def test_the_other_human_does_not_see_the_remark() -> None:
    state = scenario({"us_hand": "asia_scoring", "ussr_hand": "nato, fidel"}, US)
    session, screen = session_of(state, ["quit"], humans=SIDES)
    with pytest.raises(Quit):
        session.play()
    assert "US plays Asia Scoring" in screen.text
    assert "the only option" not in screen.text


def test_undo_goes_back_over_single_options() -> None:
    # NATO can be used for influence only: no condition, no enemy, no attempt is left.
    board = {"board": "italy 1/0, france 1/0", "attempts": "1/0"}
    state = scenario({"us_hand": "nato, fidel", **board}, US)
    lines = ["nato", "italy", "undo", "undo", "options", "redo", "redo", "france", "quit"]
    session, screen = session_of(state, lines, humans=(US,))
    with pytest.raises(Quit):
        session.play()
    assert screen.text.count("choose how to use NATO: place influence with 4 ops (the only") == 1
    questions = [line for line in screen.text.splitlines() if line.startswith("US: ")]
    card = "US: action round 1, play a card"
    four, three, two = (f"US: place a marker of influence ({left} left)" for left in (4, 3, 2))
    assert questions == [card, four, three, four, card, card, four, three, two]
    influence = session.game.state.influence[US]
    assert (influence[ITALY], influence[FRANCE]) == (2, 2)


# Saving


def test_a_resumed_game_goes_on_as_if_it_had_never_stopped() -> None:
    answers = [*USSR_SETUP, *US_SETUP, *["1"] * 40]
    play_lines([*answers, "save whole.json", "quit"], *HOT_SEAT)
    for place in (3, 37):
        play_lines([*answers[:place], "save part.json", "quit"], *HOT_SEAT)
        play_lines([*answers[place:], "save part.json", "quit"], "--resume", "part.json")
        whole, part = load_game("whole.json"), load_game("part.json")
        assert part.game.record == whole.game.record
        assert part.meta == whole.meta
        assert part.players == whole.players
        assert state_parts(part.game.state) == state_parts(whole.game.state)


def test_a_resumed_game_knows_its_players_and_its_past() -> None:
    play_lines([*US_SETUP, "quit"], "--seed", "3")
    # The bot has chosen its headline in secret since, and does not mind to do so again.
    output = play_lines(["undo", "quit"], "--resume", "twilight-3.json")
    assert "US (human) against USSR (random), seed 3" in output
    assert "US +1 in Italy (US 3, USSR 0)" in output
    assert "Taken back." in output
    assert "Saved in twilight-3.json" in output


def test_a_file_starts_no_program_by_being_resumed(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (directory / "made_up.py").write_text("import pathlib; pathlib.Path('started').touch()")
    for bot in (f"program:{sys.executable} made_up.py", "made_up:Bot"):
        save_game(directory / "strange.json", Game.new(), {"us": "human", "ussr": bot})
        line = complaint(capsys, "play", "--resume", "strange.json")
        assert line.startswith(f"twilight: strange.json lets {bot!r} play, ")
        assert line.endswith("say who plays with --ussr")
        assert not (directory / "started").exists()


def test_players_can_change_when_a_game_is_resumed() -> None:
    play_lines([*USSR_SETUP[:2], "quit"], *HOT_SEAT)
    output = play_lines([], "--resume", "twilight-7.json", "--us", "random", "--ussr", "random")
    assert "US (random) against USSR (random)" in output
    assert " wins: " in output or "The game is drawn" in output


def test_a_new_game_overwrites_no_other() -> None:
    play_lines(["italy", "quit"], "--seed", "3")
    assert "Saved in twilight-3-2.json" in play_lines(["quit"], "--seed", "3")
    assert load_game("twilight-3.json").game.state.influence[US][ITALY] == 1


def test_a_file_that_is_something_else_is_not_overwritten(directory: Path) -> None:
    precious = directory / "thesis.txt"
    precious.write_text("precious", encoding="utf-8")
    output = play_lines(["save thesis.txt", "save no/such/place.json", "quit"], "--seed", "3")
    assert "thesis.txt is there already and is no saved game" in output
    assert "can't be written: No such file or directory" in output
    assert precious.read_text(encoding="utf-8") == "precious"


def test_a_game_that_breaks_off_is_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(self: RandomBot, seen: Observation | None, decision: Decision) -> int:
        if decision.kind is Kind.HEADLINE:
            raise RuntimeError("out of ideas")
        return decision.options[0]

    monkeypatch.setattr(RandomBot, "choose", break_down)
    screen = Screen(US_SETUP)
    assert play.run(arguments_of("--seed", "3"), screen.terminal) == 1
    assert "the game broke off (RuntimeError: out of ideas)" in capsys.readouterr().err
    assert len(load_game("twilight-3.json").game.record or ()) == 16 + 6 + 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--us", "deep_blue"], "unknown bot 'deep_blue'; known are random"),
        (["--rules", "chess"], "unknown preset 'chess'"),
        (["--set", "weather=fine"], "unknown option 'weather'"),
        (["--set", "china_space=maybe"], "option china_space can't be 'maybe'"),
        (["--lang", "tlh"], "unknown language 'tlh'"),
        (["--resume", "nowhere.json"], "nowhere.json can't be read"),
        (["--resume", "foreign.json"], "foreign.json: this is no saved game"),
        (["--resume", "game.json", "--rules", "deluxe"], "a saved game keeps its rules"),
        (["--resume", "game.json", "--seed", "1"], "a saved game keeps its seed"),
        (["--colour", "red"], "unrecognized arguments: --colour red"),
    ],
)
def test_bad_input_is_named_in_one_line(
    arguments: list[str], message: str, directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_game(directory / "game.json", Game.new())
    (directory / "foreign.json").write_text('{"format": "chess"}', encoding="utf-8")
    assert message in complaint(capsys, "play", *arguments)


# What may be seen


def test_two_at_one_screen_do_not_see_each_others_hands() -> None:
    lines = [*USSR_SETUP, "", *US_SETUP, "", "1", "", "1"]
    output = play_lines(lines, *HOT_SEAT, interactive=True)
    parts = output.split("Press Enter when you sit here.")
    assert len(parts) >= 4
    state = load_game("twilight-7.json").game.rewound(16).state
    for part, side in zip(parts[:4], (USSR, US, USSR, US), strict=True):
        shown = part.split("headlines")[0] if side == US else part
        for card in state.hands[1 - side]:
            assert WORDS.card(card) not in shown, f"{WORDS.card(card)} is betrayed"
        for card in state.hands[side]:
            assert WORDS.card(card) in part


def everything_shown(game: Game, side: Actor) -> str:
    screen = Screen([], width=100)
    seen = observe(game, side)
    screen.terminal.show(board(seen, WORDS, 100), status(seen, WORDS), hand(seen, WORDS))
    screen.terminal.show(effects_page(seen.state, WORDS))
    if seen.decision is not None:
        screen.terminal.show(options_view(seen, seen.decision, WORDS))
    return screen.text


@given(seeds, st.integers(min_value=0, max_value=400))
@settings(max_examples=20, deadline=None)
def test_the_screen_is_the_same_in_every_world_that_a_side_could_be_in(
    seed: int, stop: int
) -> None:
    game = random_position(seed, stop)
    if game.outcome is not None:
        return
    for side in SIDES:
        world = sample_world(game, side, Random(seed))
        assert everything_shown(game, side) == everything_shown(world, side)


@given(
    seeds,
    st.integers(min_value=0, max_value=400),
    st.sampled_from((40, 60, 80, 100, 140)),
    st.sampled_from(LANGUAGES),
)
@settings(max_examples=40, deadline=None)
def test_every_position_can_be_shown(seed: int, stop: int, width: int, language: str) -> None:
    game = random_position(seed, stop)
    words = Words(language)
    screen = Screen([], width=width)
    for viewer in SIDES:
        seen = observe(game, viewer)
        screen.terminal.show(board(seen, words, width), status(seen, words))
        screen.terminal.show(hand(seen, words), effects_page(seen.state, words))
        screen.terminal.show(*log_lines(game.facts[-30:], viewer, words))
        if seen.decision is not None:
            screen.terminal.show(options_view(seen, seen.decision, words))
    assert max(map(len, screen.text.splitlines())) <= width


# The parts


def test_the_board_fits_the_screen() -> None:
    seen = observe(Game.new(), US)
    screen = Screen([])
    screen.terminal.show(board(seen, WORDS, 100))
    lines = screen.text.splitlines()
    assert len(lines) <= 30
    assert max(map(len, lines)) <= 100
    assert any("East Germany    3*  0▶3" in line for line in lines)


def test_numbers_are_typed_as_they_are() -> None:
    options = (DECLINE, NUMBER, NUMBER + 3)
    assert labels(options) == {DECLINE: "-", NUMBER: "0", NUMBER + 3: "3"}
    state = State(Rules())
    decision = Decision(US, Kind.BID_AMOUNT, options)
    assert read_answer("3", state, decision, WORDS) == NUMBER + 3
    assert read_answer("0", state, decision, WORDS) == NUMBER
    assert read_answer("decl", state, decision, WORDS) == DECLINE
    with pytest.raises(Unclear, match="there is no option 1"):
        read_answer("1", state, decision, WORDS)


def test_names_are_found_from_strict_to_lax() -> None:
    names = {1: ["Niger"], 2: ["Nigeria"], 3: ["West African States"], 4: ["Côte d'Ivoire"]}
    assert find("niger", names) == [1]
    assert find("nig", names) == [1, 2]
    assert find("w a st", names) == [3]
    assert find("african", names) == [3]
    assert find("cote divoire", names) == [4]
    assert find("nigreia", names) == [2]
    assert find("", names) == []
    assert find("moon", names) == []
    with pytest.raises(Unclear, match="'nig' could be Niger, Nigeria"):
        pick("nig", names, WORDS)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_languages_say_the_same(language: str) -> None:
    english, other = read_texts("en"), read_texts(language)
    assert list(other) == list(english)
    for key, text in english.items():
        blanks = {part.split("}")[0] for part in text.split("{")[1:]}
        assert {part.split("}")[0] for part in other[key].split("{")[1:]} == blanks, key


def test_a_save_says_how_far_chance_was_used() -> None:
    play_lines(["quit"], "--seed", "3")
    data = json.loads(Path("twilight-3.json").read_text(encoding="utf-8"))
    assert data["meta"] == {"seed": "3", "chance_answers": 16}
    assert data["players"] == {"ussr": "random", "us": "human"}
