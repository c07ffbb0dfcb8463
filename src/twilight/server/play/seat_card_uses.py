"""What the seats of a game that was played here have used their cards for."""

from collections import Counter
from typing import Final

from twilight.engine.cards import CARD_KEYS
from twilight.engine.types import SIDES
from twilight.replays.card_uses import use_of
from twilight.server.play.referee import Referee

Uses = dict[str, dict[str, int]]
# A profile does not tell the kinds of operations apart.
OPERATIONS: Final = ("influence", "coup", "realignment")


def seat_card_uses(referee: Referee) -> tuple[Uses, Uses]:
    """Count for each seat how often each card was a headline, an event, operations, or spaced."""
    counts: tuple[dict[str, Counter[str]], dict[str, Counter[str]]] = ({}, {})
    for given, answer in zip(referee.given, referee.game.record or (), strict=True):
        used = use_of(given.kind, given.card, answer) if given.actor in SIDES else None
        if used is not None:
            card, use = used
            mine = counts[referee.seat_of(given.actor)].setdefault(CARD_KEYS[card], Counter())
            mine["operations" if use in OPERATIONS else use] += 1
    first, second = ({card: dict(uses) for card, uses in one.items()} for one in counts)
    return first, second
