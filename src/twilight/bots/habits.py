"""Habits of experienced players: when in a turn which use of a card is usual.

The weights were fitted to human games (docs/bots.md); one unit is about one victory point.
"""

from typing import Final

from twilight.engine.cards import OPS, SCORING, STARRED
from twilight.engine.changes import is_enemy_card
from twilight.engine.ids import COUP, EVENT, INFLUENCE, REALIGNMENT, SPACE, Action, Card
from twilight.engine.types import Actor

# How much of what a card can do at its best is still there if it is played later.
KEPT: Final = 0.55
_ROUNDS: Final = 6


def habit(side: Actor, card: Card, mode: Action, rounds: int) -> float:
    """Return the habitual bonus of a use of a card with so many rounds to come."""
    early = min(rounds, _ROUNDS) / _ROUNDS
    if SCORING[card]:
        return 0.6 + 0.6 * early
    ops = OPS[card]
    score = ops * (0.9 * early - 0.75)
    if mode == COUP:
        score += 0.85 * early - 0.4
    elif mode == SPACE:
        score -= 1.6 + 1.2 * early
        if is_enemy_card(card, side):
            score += 2.4
    elif mode == REALIGNMENT:
        score -= 1.8
    elif mode == EVENT:
        score += 0.7 + 0.5 * early - 0.3 * ops
        if STARRED[card]:
            score -= 0.5
    return score
