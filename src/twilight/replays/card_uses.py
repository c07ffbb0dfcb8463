"""How people use each card: counts of headlines and of uses in action rounds, by side.

The counts that are shipped are sums over recorded games between people, and nothing else of these
games is part of the package; building/card_uses.py makes them from logs.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from twilight.engine.cards import CARD_KEYS
from twilight.engine.game import Game
from twilight.engine.ids import (
    COUP,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    REALIGNMENT,
    SPACE,
    Action,
    Card,
)
from twilight.engine.types import ACTOR_NAMES, SIDES, Kind

FILE: Final = "card_uses.json"
# An enemy event that comes before the operations is told as an event.
USES: Final[dict[Action, str]] = {
    EVENT: "event",
    EVENT_FIRST: "event",
    INFLUENCE: "influence",
    COUP: "coup",
    REALIGNMENT: "realignment",
    SPACE: "space",
}
HEADLINE: Final = "headline"

# How often a card was put to each use, by the name of the side.
SideUses = dict[str, dict[str, int]]


class CardUses(NamedTuple):
    """The counts of all cards, and of how many games they are."""

    games: int
    cards: dict[str, SideUses]


@cache
def load_card_uses() -> CardUses:
    """Return the counts that the package brings along."""
    text = files("twilight.replays").joinpath("data", FILE).read_text("utf-8")
    return CardUses(**json.loads(text))


def use_of(kind: Kind, card: Card, answer: Action) -> tuple[Card, str] | None:
    """Tell which card an answer to a side's question about a card puts to which use, if to any."""
    if kind is Kind.HEADLINE:
        return answer, HEADLINE
    if kind is Kind.PLAY_MODE and card != NO_CARD and answer in USES:
        return card, USES[answer]
    return None


def uses_in(game: Game) -> Iterator[tuple[str, str, str]]:
    """Name card, side and use of every headline and every play of an action round."""
    walk = game.rewound(0)
    for answer in game.record or ():
        pending = walk.pending
        assert pending is not None
        if pending.actor in SIDES:
            used = use_of(pending.kind, pending.card, answer)
            if used is not None:
                card, use = used
                yield CARD_KEYS[card], ACTOR_NAMES[pending.actor], use
        walk.answer(answer)


def count_uses(games: Iterable[Game]) -> CardUses:
    """Add up the uses of several games."""
    counts: Counter[tuple[str, str, str]] = Counter()
    number = 0
    for game in games:
        number += 1
        counts.update(uses_in(game))
    cards: dict[str, SideUses] = {}
    for (card, side, use), count in sorted(counts.items()):
        cards.setdefault(card, {}).setdefault(side, {})[use] = count
    return CardUses(number, cards)
