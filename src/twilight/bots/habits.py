"""When to play what: how much of a play can wait, and what experienced players usually do.

The weights of the habits were fitted to human games (docs/bots.md); one unit is about one victory
point.
"""

from typing import Final, NamedTuple

from twilight.engine.cards import OPS, SCORING, STARRED
from twilight.engine.changes import is_enemy_card
from twilight.engine.ids import COUP, EVENT, REALIGNMENT, SPACE, THE_CHINA_CARD, Action, Card
from twilight.engine.types import Actor

_ROUNDS: Final = 6


class Style(NamedTuple):
    """How a bot weighs the same plays."""

    # How much of what a card can do at its best is still there if it is played later.
    kept_event: float = 0.9
    kept_influence: float = 0.8
    kept_coup: float = 0.65
    kept_harm: float = 0.5
    # How much the gain of a scoring card counts, and what it is worth to have played it.
    scoring: float = 0.6
    scored: float = 0.5
    # How much the habits of people count.
    habits: float = 0.5


def kept(style: Style, card: Card, mode: Action, best: float) -> float:
    """Return how much of the best use of a card is still there later."""
    if SCORING[card]:
        return 0.0
    if best < 0:
        return style.kept_harm * best
    if mode == COUP:
        return style.kept_coup * best
    if mode in (EVENT, SPACE):
        return style.kept_event * best
    return style.kept_influence * best


def habit(style: Style, side: Actor, card: Card, mode: Action, rounds: int) -> float:
    """Return the habitual bonus of a use of a card with so many rounds to come."""
    early = min(rounds, _ROUNDS) / _ROUNDS
    if SCORING[card]:
        return style.scored
    ops = OPS[card]
    score = ops * (0.7 * early * early - 0.4)
    if mode == COUP:
        score += 0.5 * early - 0.6 - 0.15 * ops
    elif mode == SPACE:
        score -= 1.1 + 1.0 * early + 0.2 * ops
        if is_enemy_card(card, side):
            score += 2.0
    elif mode == REALIGNMENT:
        score -= 2.0
    elif mode == EVENT:
        score += 0.4 + 0.5 * early - 0.5 * ops
        if STARRED[card]:
            score -= 0.5
    if card == THE_CHINA_CARD:
        score += 1.2
    return style.habits * score
