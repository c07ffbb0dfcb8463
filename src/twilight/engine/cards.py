"""The cards: facts of each, loaded once into tuples indexed by the card's id."""

from typing import Final, TypeAlias

from twilight.engine.board import read_rows
from twilight.engine.ids import (
    AFRICA_SCORING,
    ASIA_SCORING,
    CARD_PLACES,
    CARD_SLOTS,
    CENTRAL_AMERICA_SCORING,
    EUROPE_SCORING,
    EUROPE_SCORING_ALLIED_BERLIN,
    EVENT,
    LATER_CARDS,
    MIDDLE_EAST_SCORING,
    NO_CARD,
    NUMBER_OF_ACTIONS,
    SOUTH_AMERICA_SCORING,
    SOUTHEAST_ASIA_SCORING,
    Action,
    Card,
)
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
    PERIOD_NAMES,
    SOUTH_AMERICA,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Region,
)

Pile: TypeAlias = tuple[Card, ...]

# The cards that stand below the verbs; the rest are above all other actions.
_BELOW_VERBS: Final = EVENT - NO_CARD - 1


def card_numbered(number: int) -> Card:
    """Return the id of the card with a number."""
    if number <= _BELOW_VERBS:
        return NO_CARD + number
    return LATER_CARDS + number - _BELOW_VERBS - 1


def printed_number(card: Card) -> int:
    """Return the number printed on the card; less one, it is its place in every layout."""
    if card < EVENT:
        return card - NO_CARD
    return card - LATER_CARDS + _BELOW_VERBS + 1


_ROWS: Final = {card_numbered(int(row["number"])): row for row in read_rows("cards.csv")}
if max(_ROWS) >= CARD_SLOTS:
    raise ValueError(f"cards.csv has a card {max(_ROWS)}: raise CARD_SLOTS in ids.py above it")
if CARD_SLOTS > NUMBER_OF_ACTIONS:
    raise ValueError(f"cards are actions: raise NUMBER_OF_ACTIONS in ids.py to {CARD_SLOTS}")
if printed_number(max(_ROWS)) > CARD_PLACES:
    raise ValueError(f"the layouts of observations have {CARD_PLACES} places for cards, no more")
_OWNERS: Final = {"ussr": USSR, "us": US, "neutral": NOBODY}


def _column(name: str) -> tuple[str, ...]:
    return tuple(_ROWS[card][name] if card in _ROWS else "" for card in range(CARD_SLOTS))


def _flags(name: str) -> tuple[bool, ...]:
    return tuple(value == "true" for value in _column(name))


CARD_KEYS: Final = _column("id")
CARD_TITLES: Final = _column("name")
CARD_BY_KEY: Final = {row["id"]: card for card, row in _ROWS.items()}
# The printed value; scoring cards have none and stand as 0, as in the headline comparison.
OPS: Final = tuple(int(value or 0) for value in _column("ops"))
OWNER: Final = tuple(_OWNERS.get(value, NOBODY) for value in _column("side"))
PERIOD: Final = tuple(PERIOD_NAMES.index(value) if value else 0 for value in _column("period"))
STARRED: Final = _flags("removed_after_event")
SCORING: Final = _flags("scoring")
WAR: Final = _flags("war")
# The set of a card decides under which rules it is in the game: see `deck_of`.
SET: Final = _column("set")
SCORING_REGION: Final[dict[Card, Region]] = {
    ASIA_SCORING: ASIA,
    EUROPE_SCORING: EUROPE,
    EUROPE_SCORING_ALLIED_BERLIN: EUROPE,
    MIDDLE_EAST_SCORING: MIDDLE_EAST,
    CENTRAL_AMERICA_SCORING: CENTRAL_AMERICA,
    SOUTHEAST_ASIA_SCORING: SOUTHEAST_ASIA,
    AFRICA_SCORING: AFRICA,
    SOUTH_AMERICA_SCORING: SOUTH_AMERICA,
}
ALL_CARDS: Final = tuple(sorted(_ROWS))
SCORING_CARDS: Final = tuple(card for card in ALL_CARDS if SCORING[card])


def cards_of(*sets: str) -> Pile:
    """List the cards of some sets."""
    return tuple(card for card in ALL_CARDS if SET[card] in sets)


# The cards of the box, and the promotional ones in the order of their numbers P1, P2 ...
BOX_CARDS: Final = cards_of("standard", "optional")
PROMO_CARDS: Final = cards_of("promo_1", "promo_2")


def is_card(action: Action) -> bool:
    """Tell whether an id names a card."""
    return NO_CARD < action < CARD_SLOTS and CARD_KEYS[action] != ""


def place_in(pile: Pile, card: Card) -> int:
    """Find where a card is in a sorted pile, or where it would be."""
    low = 0
    high = len(pile)
    while low < high:
        middle = (low + high) >> 1
        if pile[middle] < card:
            low = middle + 1
        else:
            high = middle
    return low


def with_card(pile: Pile, card: Card) -> Pile:
    """Return the pile with one card more; piles are sorted, so none betrays an order."""
    cards = list(pile)
    cards.insert(place_in(pile, card), card)
    return tuple(cards)


def without_card(pile: Pile, card: Card) -> Pile:
    """Return the pile without one card that must be there."""
    place = place_in(pile, card)
    if place == len(pile) or pile[place] != card:
        raise ValueError(f"{CARD_KEYS[card]} is not in the pile")
    return pile[:place] + pile[place + 1 :]
