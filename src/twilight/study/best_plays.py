"""The best whole plays of a moment, with win chance and reasons."""

from typing import Final, NamedTuple

from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.study.judge import Judge
from twilight.study.lines import Line, is_card_choice
from twilight.study.reasons import Reason, reasons_for
from twilight.study.review import compare_choice

SHOWN: Final = 5
SECONDS: Final = 1.0


class BestPlay(NamedTuple):
    """A whole play, the chance of its side after it, what it loses, and why."""

    line: Line
    chance: float
    loss: float
    reasons: tuple[Reason, ...]
    played: bool


class NoCardChoice(ValueError):
    """A moment at which no card is chosen."""


def best_plays(
    game: Game, judge: Judge, seconds: float = SECONDS, played: Line | None = None
) -> list[BestPlay]:
    """Find the best plays for the side to move, by what it knows; what was played is among them."""
    decision = card_choice_of(game)
    comparison = compare_choice(game, decision, judge, seconds, played)
    order = comparison.order()
    shown = order[:SHOWN]
    best = comparison.chance(order[0])
    found = []
    for place in order:
        line = comparison.lines[place]
        is_played = played is not None and line.key == played.key
        if place in shown or is_played:
            chance = comparison.chance(place)
            reasons = tuple(reasons_for(comparison, place))
            found.append(BestPlay(line, chance, max(0.0, best - chance), reasons, is_played))
    return sorted(found, key=lambda one: one.loss)


def card_choice_of(game: Game) -> Decision:
    """Return the decision of a moment at which a card is chosen."""
    decision = game.pending
    if decision is None or not is_card_choice(decision):
        raise NoCardChoice("no card is chosen at this moment")
    return decision
