"""A table to test rules on: lay out a position, take steps, and say what must be true."""

from collections.abc import Sequence

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.game import Game
from twilight.engine.journal import Fact, FactKind
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.testing import Given, check, scenario, side_named, take_step, words
from twilight.engine.types import NOBODY, Segment


def action_round(side: str, given: Given | None = None, hand: Sequence[str] = ()) -> Game:
    """Begin an action round of a side that holds some cards."""
    return Game(scenario(given or {}, side_named(side), hand), journal=True)


def segment(name: Segment, given: Given | None = None) -> Game:
    """Begin a segment in which nobody is phasing."""
    state = scenario(given or {})
    state.segment = name
    state.phasing = NOBODY
    if name in (Segment.HEADLINE, Segment.HEADLINE_EVENT):
        state.round = 0
    return Game(state, journal=True)


def new_game(**options: OptionValue) -> Game:
    return Game.new(make_rules("deluxe", options), journal=True)


def play(game: Game, *answers: str) -> Game:
    """Give answers by their keys, whoever is asked."""
    for answer in answers:
        assert game.pending is not None, f"the game is over ({game.outcome}) before {answer}"
        offered = [ACTION_KEYS[action] for action in game.pending.options]
        assert answer in offered, f"{answer} is not offered by {game.pending.kind.name}: {offered}"
        game.answer(ACTION_BY_KEY[answer])
    return game


def steps(game: Game, *texts: str) -> Game:
    """Take steps written as in a Case."""
    for text in texts:
        take_step(game, text)
    return game


def expect(game: Game, then: str) -> Game:
    """Check expectations written as in a Case."""
    for expectation in words(then):
        check(game, expectation)
    return game


def offers(game: Game) -> list[str]:
    """List the keys of the options of the pending decision."""
    assert game.pending is not None, f"the game is over: {game.outcome}"
    return [ACTION_KEYS[action] for action in game.pending.options]


def facts(game: Game, kind: FactKind) -> list[Fact]:
    return [fact for fact in game.facts if fact.kind is kind]


def deal_first(game: Game) -> Game:
    """Answer every draw of the deal with the first card of the pile."""
    while game.pending is not None and game.pending.kind.name == "DRAW":
        game.answer(game.pending.options[0])
    return game
