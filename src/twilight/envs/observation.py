"""An observation as a vector of whole numbers: the same fields in every environment.

The vector is made from an `Observation`, which holds nothing that its side may not know. Its layout
does not depend on the rules in play and is stable across versions, as the action ids are: cards,
actions, kinds, segments and effects have spare places, which stay zero. docs/research.md shows the
table below.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS, NUMBER_OF_COUNTRIES, Mask
from twilight.engine.cards import ALL_CARDS, CARD_KEYS, Pile, printed_number
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    ACTION_PLACES,
    CARD_PLACES,
    CRISIS_VE_DAY,
    DECLINE,
    NAME_US,
    NAME_USSR,
    NO_CARD,
    NUMBER,
    STATECRAFT_MINOR,
    Action,
)
from twilight.engine.state import Bid, State
from twilight.engine.types import ACTOR_NAMES, SIDES, US, USSR, Kind, Segment, enemy_of
from twilight.engine.view import BLANK, Observation

Vector: TypeAlias = NDArray[np.int8]

# Raised whenever a place of the vector changes its meaning; spare ones may be taken.
VERSION: Final = 2

# The flat action ids of the engine, with room for more cards.
ACTION_SPACE: Final = ACTION_PLACES
LARGEST: Final = 127
_COUNTRIES: Final = tuple(COUNTRY_KEYS[:NUMBER_OF_COUNTRIES])
_CRISES: Final = tuple(ACTION_KEYS[CRISIS_VE_DAY : CRISIS_VE_DAY + 6])
_STATECRAFT: Final = tuple(ACTION_KEYS[STATECRAFT_MINOR : STATECRAFT_MINOR + 5])
_BID: Final = ("name_ussr", "name_us", "decline", "number")
_SIDE_NAMES: Final = ACTOR_NAMES[:2]
_KIND_PLACES: Final = 64
_SEGMENT_PLACES: Final = 16
_EFFECT_PLACES: Final = 64


class Field(NamedTuple):
    """A stretch of the vector; `entries` names each of its places."""

    name: str
    entries: tuple[str, ...]
    lowest: int
    highest: int
    meaning: str


def _filled(keys: dict[int, str], places: int) -> tuple[str, ...]:
    """Name places; the spare ones have no name."""
    return tuple(keys.get(place, "") for place in range(places))


def _numbered(members: "Iterable[Kind | Segment | Effect]", places: int) -> tuple[str, ...]:
    """Name the places that an enumeration's numbers stand for; the spare ones have no name."""
    return _filled({member.value: member.name.lower() for member in members}, places)


_PLACE_OF_CARD: Final = {card: printed_number(card) - 1 for card in ALL_CARDS}
_CARDS: Final = _filled(
    {place: CARD_KEYS[card] for card, place in _PLACE_OF_CARD.items()}, CARD_PLACES
)
# Unused ids have an empty name.
ACTION_NAMES: Final = _filled(dict(enumerate(ACTION_KEYS)), ACTION_PLACES)


FIELDS: Final = (
    Field("viewer", _SIDE_NAMES, 0, 1, "whose eyes these are; both 0 for a spectator"),
    Field("actor", ACTOR_NAMES, 0, 1, "who is to decide; `nobody` when the game is over"),
    Field(
        "kind", _numbered(Kind, _KIND_PLACES), 0, 1, "what is to be decided, by number of `Kind`"
    ),
    Field("segment", _numbered(Segment, _SEGMENT_PLACES), 0, 1, "the part of the turn"),
    Field("turn", ("turn",), 0, 10, "the turn; 0 before the first"),
    Field("round", ("round",), 0, 8, "the action round; 0 outside"),
    Field("phasing", _SIDE_NAMES, 0, 1, "the phasing player"),
    Field("over", ("over",), 0, 1, "the game is over"),
    Field("winner", _SIDE_NAMES, 0, 1, "who has won; both 0 for a draw"),
    Field("vp", ("vp",), -LARGEST, LARGEST, "the score, positive for the US"),
    Field("defcon", ("defcon",), 1, 5, "the DEFCON level"),
    Field("military", _SIDE_NAMES, 0, 5, "military operations of this turn"),
    Field("space", _SIDE_NAMES, 0, 8, "the box reached in the Space Race"),
    Field("space_attempts", _SIDE_NAMES, 0, LARGEST, "attempts in the Space Race this turn"),
    Field("influence_ussr", _COUNTRIES, 0, LARGEST, "influence of the USSR"),
    Field("influence_us", _COUNTRIES, 0, LARGEST, "influence of the US"),
    Field("controlled_ussr", _COUNTRIES, 0, 1, "controlled by the USSR"),
    Field("controlled_us", _COUNTRIES, 0, 1, "controlled by the US"),
    Field("battleground", _COUNTRIES, 0, 1, "is a battleground"),
    Field("own_hand", _CARDS, 0, 1, "in the viewer's hand"),
    Field("own_known", _CARDS, 0, 1, "in the viewer's hand, and the enemy knows it"),
    Field("enemy_known", _CARDS, 0, 1, "known to be in the enemy's hand"),
    Field("unseen", _CARDS, 0, 1, "in the enemy's hand or the draw pile, the viewer can't know"),
    Field("discard", _CARDS, 0, 1, "in the discard pile"),
    Field("removed", _CARDS, 0, 1, "removed from the game"),
    Field("later_decks", _CARDS, 0, 1, "of a later period, not yet in the game"),
    Field("table", _CARDS, 0, 1, "in use now"),
    Field("front", _CARDS, 0, 1, "lies in front of a player until something happens"),
    Field("headline_ussr", _CARDS, 0, 1, "the revealed headline of the USSR"),
    Field("headline_us", _CARDS, 0, 1, "the revealed headline of the US"),
    Field("own_chosen", _CARDS, 0, 1, "chosen by the viewer in secret and not yet shown"),
    Field("resolving", _CARDS, 0, 1, "its event is being resolved"),
    Field("innermost", _CARDS, 0, 1, "its event is being resolved, and no other inside it"),
    Field("looked_at", _CARDS, 0, 1, "cards of the draw pile that the viewer is looking at"),
    Field("china_holder", _SIDE_NAMES, 0, 1, "who has The China Card"),
    Field("china_face_up", ("china_face_up",), 0, 1, "The China Card may be played"),
    Field("hand_count", _SIDE_NAMES, 0, LARGEST, "cards in the hand"),
    Field("draw_count", ("draw_count",), 0, LARGEST, "cards in the draw pile"),
    Field(
        "effects",
        _numbered(Effect, _EFFECT_PLACES),
        -LARGEST,
        LARGEST,
        "lasting effects, by number of `Effect`; Chernobyl holds its region plus one",
    ),
    Field("norad_due", ("norad_due",), 0, 1, "DEFCON has moved onto 2 in this action round"),
    Field("civil_war", ("civil_war",), 0, LARGEST, "markers in the box of the Chinese Civil War"),
    Field("handicap", _SIDE_NAMES, 0, LARGEST, "extra influence that a bid has given"),
    Field("seats_swapped", ("seats_swapped",), 0, 1, "the first player is the US"),
    Field("bid_first", _BID, 0, LARGEST, "the first player's bid, as far as it may be known"),
    Field("bid_second", _BID, 0, LARGEST, "the second player's bid, likewise"),
    Field("crisis", _CRISES, 0, 1, "Turn Zero: the crisis at hand"),
    Field("crisis_total", _CRISES, 0, LARGEST, "Turn Zero: how each crisis has ended, 0 before"),
    Field("own_statecraft", _STATECRAFT, 0, 1, "Turn Zero: the viewer's statecraft cards"),
    Field("statecraft_chosen", _STATECRAFT, 0, 1, "Turn Zero: chosen by the viewer in secret"),
    Field("statecraft_ussr", _STATECRAFT, 0, 1, "Turn Zero: shown by the USSR so far"),
    Field("statecraft_us", _STATECRAFT, 0, 1, "Turn Zero: shown by the US so far"),
    Field(
        "answers", ACTION_NAMES, 0, LARGEST, "how often each action was the answer in this segment"
    ),
    Field("hidden_answers", ("hidden",), 0, LARGEST, "answers of the segment that are hidden"),
)


def _offsets() -> dict[str, int]:
    offsets = {}
    place = 0
    for field in FIELDS:
        offsets[field.name] = place
        place += len(field.entries)
    return offsets


OFFSETS: Final = _offsets()
SLICES: Final = {
    field.name: slice(OFFSETS[field.name], OFFSETS[field.name] + len(field.entries))
    for field in FIELDS
}
OBSERVATION_SIZE: Final = sum(len(field.entries) for field in FIELDS)


def bounds() -> tuple[Vector, Vector]:
    """Return the lowest and the highest value of every place."""
    lowest = [field.lowest for field in FIELDS for _ in field.entries]
    highest = [field.highest for field in FIELDS for _ in field.entries]
    return np.array(lowest, np.int8), np.array(highest, np.int8)


def layout_table() -> str:
    """Write the layout as a table in Markdown."""
    lines = ["| field | first | places | values | meaning |", "|---|---|---|---|---|"]
    for name, entries, lowest, highest, meaning in FIELDS:
        values = f"{lowest} to {highest}"
        lines.append(f"| `{name}` | {OFFSETS[name]} | {len(entries)} | {values} | {meaning} |")
    return "\n".join(lines)


def action_mask(decision: Decision | None) -> Vector:
    """Mark the options of a decision with 1 in a vector of all actions."""
    mask = np.zeros(ACTION_SPACE, np.int8)
    if decision is not None:
        mask[list(decision.options)] = 1
    return mask


def encode(seen: Observation) -> Vector:
    """Write what a side sees as a vector."""
    # Bytes are much faster to fill than an array; the array below shares them.
    vector = bytearray(OBSERVATION_SIZE)
    _write_moment(vector, seen)
    _write_board(vector, seen.state)
    _write_cards(vector, seen)
    state = seen.state
    if state.bids != ((), ()) or any(state.crises) or state.segment == Segment.TURN_ZERO:
        _write_opening(vector, seen)
    answers = OFFSETS["answers"]
    hidden = OFFSETS["hidden_answers"]
    for action in seen.answers:
        place = hidden if action == BLANK else answers + action
        vector[place] = min(vector[place] + 1, LARGEST)
    return np.frombuffer(vector, np.int8)


def _write_moment(vector: bytearray, seen: Observation) -> None:
    """Write who decides what, and when."""
    state = seen.state
    if seen.viewer in SIDES:
        vector[OFFSETS["viewer"] + seen.viewer] = 1
    vector[OFFSETS["actor"] + seen.actor] = 1
    if seen.kind is not None:
        vector[OFFSETS["kind"] + seen.kind.value] = 1
    vector[OFFSETS["segment"] + state.segment.value] = 1
    vector[OFFSETS["turn"]] = state.turn
    vector[OFFSETS["round"]] = state.round
    if state.phasing in SIDES:
        vector[OFFSETS["phasing"] + state.phasing] = 1
    if seen.outcome is not None:
        vector[OFFSETS["over"]] = 1
        if seen.outcome.winner in SIDES:
            vector[OFFSETS["winner"] + seen.outcome.winner] = 1
    if state.china_holder in SIDES:
        vector[OFFSETS["china_holder"] + state.china_holder] = 1
    vector[OFFSETS["china_face_up"]] = state.china_face_up
    vector[OFFSETS["norad_due"]] = state.norad_due
    # Fields that follow each other are written together.
    _write_numbers(vector, "hand_count", (*seen.hand_counts, seen.draw_count, *state.effects))
    opening = (state.civil_war, *state.handicap, state.seats_swapped)
    _write_numbers(vector, "civil_war", opening)


def _write_board(vector: bytearray, state: State) -> None:
    """Write the tracks and the map."""
    tracks = (state.vp, state.defcon, *state.military, *state.space, *state.attempts)
    _write_numbers(vector, "vp", tracks)
    _write_numbers(vector, "influence_ussr", state.influence[USSR])
    _write_numbers(vector, "influence_us", state.influence[US])
    vector[SLICES["controlled_ussr"]] = _flags(state.controlled[USSR])
    vector[SLICES["controlled_us"]] = _flags(state.controlled[US])
    vector[SLICES["battleground"]] = _flags(state.battlegrounds)


def _write_cards(vector: bytearray, seen: Observation) -> None:
    """Write where each card is, as far as the viewer knows."""
    state = seen.state
    viewer = seen.viewer
    if viewer in SIDES:
        _write_pile(vector, "own_hand", state.hands[viewer])
        _write_pile(vector, "own_known", state.known[viewer])
        _write_pile(vector, "enemy_known", state.hands[enemy_of(viewer)])
        _write_single(vector, "own_chosen", state.chosen[viewer])
    _write_pile(vector, "unseen", seen.unseen)
    _write_pile(vector, "discard", state.discard_pile)
    _write_pile(vector, "removed", state.removed_pile)
    _write_pile(vector, "later_decks", state.mid_deck)
    _write_pile(vector, "later_decks", state.late_deck)
    _write_pile(vector, "table", state.table)
    _write_pile(vector, "front", state.front)
    _write_single(vector, "headline_ussr", state.headlines[USSR])
    _write_single(vector, "headline_us", state.headlines[US])
    _write_pile(vector, "resolving", state.resolving)
    _write_pile(vector, "innermost", state.resolving[-1:])
    _write_pile(vector, "looked_at", state.looked_at)


def _write_opening(vector: bytearray, seen: Observation) -> None:
    """Write what bidding and Turn Zero have left."""
    state = seen.state
    _write_bid(vector, "bid_first", state.bids[0])
    _write_bid(vector, "bid_second", state.bids[1])
    if state.crisis != NO_CARD:
        vector[OFFSETS["crisis"] + state.crisis - CRISIS_VE_DAY] = 1
    _write_numbers(vector, "crisis_total", state.crises)
    _write_statecraft(vector, "statecraft_ussr", state.statecraft_shown[USSR])
    _write_statecraft(vector, "statecraft_us", state.statecraft_shown[US])
    if seen.viewer in SIDES:
        _write_statecraft(vector, "own_statecraft", state.statecraft[seen.viewer])
        _write_statecraft(vector, "statecraft_chosen", (state.chosen[seen.viewer],))


def _write_bid(vector: bytearray, field: str, bid: Bid) -> None:
    place = OFFSETS[field]
    for action in bid:
        if action in (NAME_USSR, NAME_US, DECLINE):
            vector[place + (NAME_USSR, NAME_US, DECLINE).index(action)] = 1
        else:
            vector[place + 3] = action - NUMBER


def _write_statecraft(vector: bytearray, field: str, cards: Sequence[Action]) -> None:
    place = OFFSETS[field]
    for card in cards:
        if 0 <= card - STATECRAFT_MINOR < len(_STATECRAFT):
            vector[place + card - STATECRAFT_MINOR] = 1


def _write_pile(vector: bytearray, field: str, cards: Pile) -> None:
    place = OFFSETS[field]
    for card in cards:
        vector[place + _PLACE_OF_CARD[card]] = 1


def _write_single(vector: bytearray, field: str, card: Action) -> None:
    """Write one card, if it is a card at all."""
    if card in _PLACE_OF_CARD:
        vector[OFFSETS[field] + _PLACE_OF_CARD[card]] = 1


def _write_numbers(vector: bytearray, field: str, numbers: Sequence[int]) -> None:
    """Write whole numbers from a field on, as signed bytes; beyond ±127 they count as that."""
    place = OFFSETS[field]
    try:
        data = bytes(numbers)
    except ValueError:
        data = b"\xff"
    # ASCII bytes are those up to 127, and this is the fastest way to ask.
    if not data.isascii():
        data = bytes([max(-LARGEST, min(number, LARGEST)) % 256 for number in numbers])
    vector[place : place + len(numbers)] = data


_FLAGS_OF_BYTE: Final = tuple(bytes(value >> bit & 1 for bit in range(8)) for value in range(256))


@lru_cache(maxsize=1024)
def _flags(mask: Mask) -> bytes:
    """Spread a mask of countries over one byte each."""
    spread = b"".join([_FLAGS_OF_BYTE[value] for value in mask.to_bytes(11, "little")])
    return spread[:NUMBER_OF_COUNTRIES]
