"""When to play what: how much of a play can wait, and what experienced players usually do.

The weights of the habits were fitted to human games (docs/bots.md); one unit is about one victory
point.
"""

from typing import Final, NamedTuple

from twilight.bots.choosing.card_preferences import card_preference
from twilight.engine.cards import OPS, SCORING, STARRED
from twilight.engine.changes import is_enemy_card
from twilight.engine.ids import COUP, EVENT, REALIGNMENT, SPACE, Action, Card
from twilight.engine.state import State
from twilight.engine.turn.start_and_end import FIRST_MID_TURN
from twilight.engine.types import USSR, Actor
from twilight.judgement.evaluation.tracks import rounds_to_come

_ROUNDS: Final = 6


class Style(NamedTuple):
    """How a bot weighs the same plays."""

    # How much of what a card can do at its best is still there if it is played later.
    kept_event: float = 0.58
    kept_influence: float = 0.48
    kept_coup: float = 0.42
    kept_harm: float = 0.6
    # How much the gain of a scoring card, and of an attempt in space, counts.
    scoring: float = 0.3
    space: float = 0.6
    # How much the habits of people count.
    habits: float = 1.0


def weighed(style: Style, card: Card, mode: Action, gain: float) -> float:
    """Return how much the gain of a use of a card counts."""
    if SCORING[card]:
        return style.scoring * gain
    return style.space * gain if mode == SPACE else gain


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


def habit(style: Style, state: State, side: Actor, card: Card, mode: Action) -> float:
    """Return the habitual bonus of a use of a card."""
    early = min(rounds_to_come(state, side), _ROUNDS) / _ROUNDS
    if SCORING[card]:
        return style.habits * (1.3 + 0.8 * early)
    ops = OPS[card]
    score = card_preference(card, mode) + ops * (0.85 * early * early - 0.45)
    if mode == COUP:
        score += 0.35 * early - 0.2 - 0.15 * ops
        if state.round == 1 and side == USSR:
            score += 1.1
    elif mode == SPACE:
        score -= 0.8 + 1.0 * early + 0.3 * ops
        if is_enemy_card(card, side):
            score += 2.0
    elif mode == REALIGNMENT:
        score -= 2.2
    elif mode == EVENT:
        score += 0.55 + 0.55 * early - 0.35 * ops
        if STARRED[card]:
            score -= 0.45
        if state.turn < FIRST_MID_TURN:
            score -= 0.6
    return style.habits * score
