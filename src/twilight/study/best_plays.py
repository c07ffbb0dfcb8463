"""The best whole plays of a moment, with win chance and reasons."""

from typing import Final, NamedTuple

from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.study.changes import WORLDS, Change, changes_of
from twilight.study.comparison import Comparison
from twilight.study.judge import Judge
from twilight.study.lines import Line, is_card_choice
from twilight.study.reasons import Reason, reasons_for
from twilight.study.review import compare_choice

SHOWN: Final = 5
SECONDS: Final = 1.0


class BestPlay(NamedTuple):
    """A whole play, the chance of its side after it, what it loses, why, and what it changes."""

    line: Line
    chance: float
    loss: float
    reasons: tuple[Reason, ...]
    played: bool
    changes: tuple[Change, ...] = ()


class BestPlays(NamedTuple):
    """The best plays of a moment, the best first, and how many plays there are in all."""

    plays: list[BestPlay]
    all: int


class NoCardChoice(ValueError):
    """A moment at which no card is chosen."""


def best_plays(
    game: Game,
    judge: Judge,
    seconds: float = SECONDS,
    played: Line | None = None,
    *,
    every: bool = False,
) -> BestPlays:
    """Find the best plays for the side to move, or rate every one, by what it knows.

    What was played is among them.
    """
    decision = card_choice_of(game)
    comparison = compare_choice(game, decision, judge, seconds, played, every=every)
    order = comparison.order()
    wanted = order if every else order[:SHOWN]
    if played is not None:
        rest = order[len(wanted) :]
        wanted += [place for place in rest if comparison.lines[place].key == played.key]
    plays = sorted((rated(comparison, place, played) for place in wanted), key=lambda one: one.loss)
    return BestPlays(plays, len(comparison.lines) + comparison.left_out)


def rated(comparison: Comparison, place: int, played: Line | None = None) -> BestPlay:
    """Say what one of the compared plays is worth, and why."""
    line, chance = comparison.lines[place], comparison.chance(place)
    loss = max(0.0, comparison.chance(comparison.order()[0]) - chance)
    is_played = played is not None and line.key == played.key
    results = comparison.results(place, WORLDS)
    reasons = tuple(reasons_for(comparison, place, results))
    changes = changes_of(comparison, place, results)
    return BestPlay(line, chance, loss, reasons, is_played, changes)


def card_choice_of(game: Game) -> Decision:
    """Return the decision of a moment at which a card is chosen."""
    decision = game.pending
    if decision is None or not is_card_choice(decision):
        raise NoCardChoice("no card is chosen at this moment")
    return decision
