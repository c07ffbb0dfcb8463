"""What the sides of a game have used their cards for."""

from collections import Counter

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.ids import EVENT, SPACE
from twilight.engine.types import SIDES, Kind
from twilight.server.play.referee import Referee

Uses = dict[str, dict[str, int]]


def card_uses(referee: Referee) -> tuple[Uses, Uses]:
    """Count for each seat how often each card was a headline, an event, operations, or spaced."""
    counts: tuple[dict[str, Counter[str]], dict[str, Counter[str]]] = ({}, {})
    cards = [""] * len(SIDES)
    for given, action in zip(referee.given, referee.game.record or (), strict=True):
        if given.actor not in SIDES:
            continue
        use = ""
        if given.kind is Kind.HEADLINE:
            cards[given.actor], use = ACTION_KEYS[action], "headline"
        elif given.kind is Kind.ROUND_CARD:
            cards[given.actor] = ACTION_KEYS[action]
        elif given.kind is Kind.PLAY_MODE and cards[given.actor]:
            use = "event" if action == EVENT else "space" if action == SPACE else "operations"
        if use:
            seat = referee.seat_of(given.actor)
            counts[seat].setdefault(cards[given.actor], Counter())[use] += 1
            cards[given.actor] = ""
    first, second = ({card: dict(uses) for card, uses in one.items()} for one in counts)
    return first, second
