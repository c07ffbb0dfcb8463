"""A position in 616 bytes: what one side sees, and what it may answer, for nets and learning loops.

The bytes are written from an `Observation`, or, equal byte for byte, straight from a game, which
is faster: then every card goes through the same list of what the viewer can't know. The layout does
not depend on the rules and has spare places; whatever changes the meaning of a byte raises
`VERSION`.
`FIELDS` is the table of it, shown in docs/research.md.
"""

from typing import Final, NamedTuple

from twilight.engine.board import NEXT_TO_SUPERPOWER, NUMBER_OF_COUNTRIES, neighbours_of
from twilight.engine.cards import Pile, is_card
from twilight.engine.changes import hidden_from
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    ACTION_PLACES,
    CARD_PLACES,
    CRISIS_VE_DAY,
    DECLINE,
    EVENT,
    LATER_CARDS,
    NAME_US,
    NAME_USSR,
    NO_CARD,
    NUMBER,
    STATECRAFT_DUMMY,
    STATECRAFT_MINOR,
    Action,
)
from twilight.engine.state import NO_CRISES, Bid, State
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Outcome, Segment
from twilight.engine.view import BLANK, Observation, observe

VERSION: Final = 1

# Where each field begins.
VIEWER: Final = 0
ACTOR: Final = 1
KIND: Final = 2
SEGMENT: Final = 3
TURN: Final = 4
ROUND: Final = 5
PHASING: Final = 6
OVER: Final = 7
WINNER: Final = 8
VP: Final = 9
DEFCON: Final = 10
MILITARY: Final = 11
SPACE_RACE: Final = 13
ATTEMPTS: Final = 15
CHINA_HOLDER: Final = 17
CHINA_FACE_UP: Final = 18
HAND_COUNT: Final = 19
DRAW_COUNT: Final = 21
NORAD_DUE: Final = 22
CIVIL_WAR: Final = 23
HANDICAP: Final = 24
SEATS_SWAPPED: Final = 26
LEFT: Final = 27
ANSWERS: Final = 28
HIDDEN_ANSWERS: Final = 29
HANDS_OPEN: Final = 30
EFFECTS: Final = 48
INFLUENCE_USSR: Final = 112
INFLUENCE_US: Final = 196
STABILITIES: Final = 280
BATTLEGROUNDS: Final = 364
REACH_USSR: Final = 375
REACH_US: Final = 386
CARDS: Final = 400
LATEST: Final = 528
BID_FIRST: Final = 552
BID_SECOND: Final = 556
CRISIS: Final = 560
CRISIS_TOTALS: Final = 561
OWN_STATECRAFT: Final = 567
STATECRAFT_CHOSEN: Final = 568
STATECRAFT_USSR: Final = 569
STATECRAFT_US: Final = 570
OPTIONS: Final = 576
SIZE: Final = 616

# The lower half of a card's byte: where it is, as far as the viewer knows.
NOWHERE: Final = 0
OWN_HAND: Final = 1
OWN_HAND_KNOWN: Final = 2
ENEMY_HAND: Final = 3
UNSEEN: Final = 4
DISCARDED: Final = 5
REMOVED: Final = 6
MID_DECK: Final = 7
LATE_DECK: Final = 8
ON_TABLE: Final = 9
IN_FRONT: Final = 10
HEADLINE_USSR: Final = 11
HEADLINE_US: Final = 12
LOOKED_AT: Final = 13
# The upper half: what is being done with it.
OWN_CHOSEN: Final = 16
RESOLVING: Final = 32
INNERMOST: Final = 64

FIRST_CARD: Final = NO_CARD + 1
# Later cards stand behind those below the verbs.
_LATER_PLACES: Final = CARD_PLACES - (EVENT - FIRST_CARD)
_CARD_IDS: Final = LATER_CARDS + _LATER_PLACES
EFFECT_PLACES: Final = 64
LATEST_ANSWERS: Final = 12
MASK_BYTES: Final = 11
OPTION_BYTES: Final = ACTION_PLACES // 8
_HIDDEN: Final = 127
_LARGEST: Final = 127


class Field(NamedTuple):
    """A stretch of the bytes."""

    name: str
    first: int
    places: int
    meaning: str


FIELDS: Final = (
    Field("viewer", VIEWER, 1, "whose eyes these are: 0 USSR, 1 US"),
    Field("actor", ACTOR, 1, "who is to decide: 0 USSR, 1 US, 2 chance, 3 nobody"),
    Field("kind", KIND, 1, "what is to be decided: number of `Kind` plus one; 0 for nothing"),
    Field("segment", SEGMENT, 1, "the part of the turn, by number of `Segment`"),
    Field("turn", TURN, 1, "the turn; 0 before the first"),
    Field("round", ROUND, 1, "the action round; 0 outside"),
    Field("phasing", PHASING, 1, "the phasing player; 3 for nobody"),
    Field("over", OVER, 1, "1 when the game is over"),
    Field("winner", WINNER, 1, "who has won; 3 for nobody"),
    Field("vp", VP, 1, "the score, positive for the US; signed"),
    Field("defcon", DEFCON, 1, "the DEFCON level"),
    Field("military", MILITARY, 2, "military operations of USSR and US"),
    Field("space", SPACE_RACE, 2, "the boxes reached in the Space Race"),
    Field("space_attempts", ATTEMPTS, 2, "attempts in the Space Race this turn"),
    Field("china_holder", CHINA_HOLDER, 1, "who has The China Card; 3 for nobody"),
    Field("china_face_up", CHINA_FACE_UP, 1, "1 when The China Card may be played"),
    Field("hand_count", HAND_COUNT, 2, "cards in the hands of USSR and US"),
    Field("draw_count", DRAW_COUNT, 1, "cards in the draw pile"),
    Field("norad_due", NORAD_DUE, 1, "DEFCON has moved onto 2 in this action round"),
    Field("civil_war", CIVIL_WAR, 1, "markers in the box of the Chinese Civil War"),
    Field("handicap", HANDICAP, 2, "extra influence of USSR and US"),
    Field("seats_swapped", SEATS_SWAPPED, 1, "the first player is the US"),
    Field("left", LEFT, 1, "points or markers still to be used, where the question repeats"),
    Field("answers", ANSWERS, 1, "answers in this segment"),
    Field("hidden_answers", HIDDEN_ANSWERS, 1, "those of them that are hidden"),
    Field("hands_open", HANDS_OPEN, 1, "1 if the enemy's hand was shown as well"),
    Field("spare", HANDS_OPEN + 1, EFFECTS - HANDS_OPEN - 1, "zero"),
    Field("effects", EFFECTS, EFFECT_PLACES, "lasting effects, by number of `Effect`; signed"),
    Field("influence_ussr", INFLUENCE_USSR, NUMBER_OF_COUNTRIES, "influence of the USSR"),
    Field("influence_us", INFLUENCE_US, NUMBER_OF_COUNTRIES, "influence of the US"),
    Field("stability", STABILITIES, NUMBER_OF_COUNTRIES, "stability of the countries"),
    Field("battlegrounds", BATTLEGROUNDS, MASK_BYTES, "a bit for each country, lowest bit first"),
    Field("reach_ussr", REACH_USSR, MASK_BYTES, "bits: where the USSR is, or next to it"),
    Field("reach_us", REACH_US, MASK_BYTES, "bits: where the US is, or next to it"),
    Field("spare", REACH_US + MASK_BYTES, CARDS - REACH_US - MASK_BYTES, "zero"),
    Field(
        "cards",
        CARDS,
        CARD_PLACES,
        "by number of the card from 1: the place (0 to 13), plus 16 chosen in secret by the "
        "viewer, 32 its event is being resolved, 64 and no other inside it",
    ),
    Field(
        "latest",
        LATEST,
        2 * LATEST_ANSWERS,
        "the latest answers of the segment, newest first: action plus one, "
        "by 128 and the rest; 127 and 127 for a hidden one",
    ),
    Field("bid_first", BID_FIRST, 4, "the first player's bid: ussr, us, decline, number"),
    Field("bid_second", BID_SECOND, 4, "the second player's bid"),
    Field("crisis", CRISIS, 1, "Turn Zero: the crisis at hand, from 1; 0 for none"),
    Field("crisis_totals", CRISIS_TOTALS, 6, "Turn Zero: how each crisis has ended, 0 before"),
    Field("own_statecraft", OWN_STATECRAFT, 1, "Turn Zero: bits of the viewer's statecraft cards"),
    Field("statecraft_chosen", STATECRAFT_CHOSEN, 1, "Turn Zero: bits of the viewer's choice"),
    Field("statecraft_ussr", STATECRAFT_USSR, 1, "Turn Zero: bits of what the USSR has shown"),
    Field("statecraft_us", STATECRAFT_US, 1, "Turn Zero: bits of what the US has shown"),
    Field("spare", STATECRAFT_US + 1, OPTIONS - STATECRAFT_US - 1, "zero"),
    Field("options", OPTIONS, OPTION_BYTES, "a bit for each action that the viewer may answer"),
)


def layout_table() -> str:
    """Write the layout as a table in Markdown."""
    lines = ["| field | first | bytes | meaning |", "|---|---|---|---|"]
    lines += [
        f"| `{field.name}` | {field.first} | {field.places} | {field.meaning} |" for field in FIELDS
    ]
    return "\n".join(lines)


def encode(seen: Observation) -> bytearray:
    """Write what a side sees."""
    if seen.viewer not in SIDES:
        raise ValueError("only what a side sees can be encoded; a spectator decides nothing")
    data = bytearray(SIZE)
    decision = seen.decision
    _write_moment(data, seen.state, seen.viewer, seen.outcome)
    data[ACTOR] = seen.actor
    data[KIND] = 0 if seen.kind is None else seen.kind.value + 1
    data[HAND_COUNT] = seen.hand_counts[USSR]
    data[HAND_COUNT + 1] = seen.hand_counts[US]
    data[DRAW_COUNT] = seen.draw_count
    _write_board(data, seen.state)
    _write_cards(data, seen.state, seen.viewer, seen.unseen)
    _write_opening(data, seen.state, seen.viewer)
    _write_answers(data, seen.answers)
    if decision is not None:
        _write_options(data, decision)
    return data


def encode_game(game: Game, viewer: Actor, *, open_hands: bool = False) -> bytearray:
    """Write what a side sees of a game, without the detour over an observation.

    With `open_hands` the enemy's hand is shown as well, and what is left unseen is the draw pile.
    """
    state = game.state
    if state.segment in (Segment.BIDDING, Segment.TURN_ZERO):
        # Sealed bids and statecraft: rare enough to leave to the one allow-list.
        return encode(observe(game, viewer))
    data = bytearray(SIZE)
    pending = game.pending
    _write_moment(data, state, viewer, game.outcome)
    data[ACTOR] = NOBODY if pending is None else pending.actor
    data[KIND] = 0 if pending is None else pending.kind.value + 1
    data[HAND_COUNT] = len(state.hands[USSR])
    data[HAND_COUNT + 1] = len(state.hands[US])
    data[DRAW_COUNT] = len(state.draw_pile)
    _write_board(data, state)
    unseen = hidden_from(state, viewer)
    if open_hands:
        data[HANDS_OPEN] = 1
        _write_cards(data, state, viewer, state.draw_pile)
    else:
        _write_cards(data, state, viewer, unseen)
    _write_opening(data, state, viewer)
    _write_answers(data, _shown_answers(game, viewer, unseen))
    if pending is not None and pending.actor == viewer:
        _write_options(data, pending)
    return data


def _shown_answers(game: Game, viewer: Actor, unseen: Pile) -> tuple[Action, ...]:
    """List the answers of the segment, blank where the viewer may not know one yet."""
    shown = tuple(game.answers)
    if viewer not in game.hidden:
        return shown
    chosen = game.state.chosen
    answers = []
    for action, hidden in zip(shown, game.hidden, strict=True):
        secret = hidden == viewer and (action in unseen or action in chosen)
        answers.append(BLANK if secret else action)
    return tuple(answers)


def _write_moment(data: bytearray, state: State, viewer: Actor, outcome: Outcome | None) -> None:
    """Write when it is, and the tracks."""
    data[VIEWER] = viewer
    data[SEGMENT] = state.segment
    data[TURN] = state.turn
    data[ROUND] = state.round
    data[PHASING] = state.phasing
    data[WINNER] = NOBODY
    if outcome is not None:
        data[OVER] = 1
        data[WINNER] = outcome.winner
    data[VP] = _signed(state.vp)
    data[DEFCON] = state.defcon
    data[MILITARY] = state.military[USSR]
    data[MILITARY + 1] = state.military[US]
    data[SPACE_RACE] = state.space[USSR]
    data[SPACE_RACE + 1] = state.space[US]
    data[ATTEMPTS] = min(state.attempts[USSR], _LARGEST)
    data[ATTEMPTS + 1] = min(state.attempts[US], _LARGEST)
    data[CHINA_HOLDER] = state.china_holder
    data[CHINA_FACE_UP] = int(state.china_face_up)
    data[NORAD_DUE] = int(state.norad_due)
    data[CIVIL_WAR] = min(state.civil_war, _LARGEST)
    data[HANDICAP] = min(state.handicap[USSR], _LARGEST)
    data[HANDICAP + 1] = min(state.handicap[US], _LARGEST)
    data[SEATS_SWAPPED] = int(state.seats_swapped)
    for place, number in enumerate(state.effects):
        if number:
            data[EFFECTS + place] = _signed(number)


def _write_board(data: bytearray, state: State) -> None:
    """Write the map."""
    data[INFLUENCE_USSR : INFLUENCE_USSR + NUMBER_OF_COUNTRIES] = _numbers(state.influence[USSR])
    data[INFLUENCE_US : INFLUENCE_US + NUMBER_OF_COUNTRIES] = _numbers(state.influence[US])
    stability = bytes(state.stability)
    data[STABILITIES : STABILITIES + NUMBER_OF_COUNTRIES] = stability[:NUMBER_OF_COUNTRIES]
    presence = state.presence
    near_ussr = presence[USSR] | neighbours_of(presence[USSR]) | NEXT_TO_SUPERPOWER[USSR]
    near_us = presence[US] | neighbours_of(presence[US]) | NEXT_TO_SUPERPOWER[US]
    # The three masks follow each other.
    masks = state.battlegrounds.to_bytes(MASK_BYTES, "little")
    masks += near_ussr.to_bytes(MASK_BYTES, "little") + near_us.to_bytes(MASK_BYTES, "little")
    data[BATTLEGROUNDS : BATTLEGROUNDS + 3 * MASK_BYTES] = masks


def _write_cards(data: bytearray, state: State, viewer: Actor, unseen: Pile) -> None:
    """Write where each card is; what is unseen stays that, wherever the state has it."""
    # Compiled, a list takes single numbers several times faster than bytes do.
    places = [NOWHERE] * _CARD_IDS
    _put(places, state.discard_pile, DISCARDED)
    _put(places, state.removed_pile, REMOVED)
    _put(places, state.mid_deck, MID_DECK)
    _put(places, state.late_deck, LATE_DECK)
    _put(places, state.hands[1 - viewer], ENEMY_HAND)
    _put(places, state.hands[viewer], OWN_HAND)
    _put(places, state.known[viewer], OWN_HAND_KNOWN)
    _put(places, state.front, IN_FRONT)
    _put(places, state.table, ON_TABLE)
    _put_one(places, state.headlines[USSR], HEADLINE_USSR)
    _put_one(places, state.headlines[US], HEADLINE_US)
    if viewer == US:
        _put(places, state.looked_at, LOOKED_AT)
    _put(places, unseen, UNSEEN)
    chosen = state.chosen[viewer]
    if is_card(chosen):
        places[chosen] |= OWN_CHOSEN
    resolving = state.resolving
    if resolving:
        for card in resolving:
            places[card] |= RESOLVING
        places[resolving[-1]] |= INNERMOST
    data[CARDS : CARDS + CARD_PLACES] = bytes(places[FIRST_CARD:EVENT] + places[LATER_CARDS:])


def _put(places: list[int], cards: Pile, place: int) -> None:
    for card in cards:
        places[card] = place


def _put_one(places: list[int], card: Action, place: int) -> None:
    if is_card(card):
        places[card] = place


def _write_opening(data: bytearray, state: State, viewer: Actor) -> None:
    """Write what bidding and Turn Zero have left."""
    if state.bids != ((), ()):
        _write_bid(data, BID_FIRST, state.bids[0])
        _write_bid(data, BID_SECOND, state.bids[1])
    if state.crises == NO_CRISES and state.segment != Segment.TURN_ZERO:
        return
    if state.crisis != NO_CARD:
        data[CRISIS] = state.crisis - CRISIS_VE_DAY + 1
    for place, total in enumerate(state.crises):
        data[CRISIS_TOTALS + place] = min(total, _LARGEST)
    data[OWN_STATECRAFT] = _bits(state.statecraft[viewer])
    data[STATECRAFT_CHOSEN] = _bits((state.chosen[viewer],))
    data[STATECRAFT_USSR] = _bits(state.statecraft_shown[USSR])
    data[STATECRAFT_US] = _bits(state.statecraft_shown[US])


def _write_bid(data: bytearray, first: int, bid: Bid) -> None:
    for action in bid:
        if action in (NAME_USSR, NAME_US):
            data[first + action - NAME_USSR] = 1
        elif action == DECLINE:
            data[first + 2] = 1
        else:
            data[first + 3] = action - NUMBER


def _bits(cards: tuple[Action, ...]) -> int:
    bits = 0
    for card in cards:
        if STATECRAFT_MINOR <= card <= STATECRAFT_DUMMY:
            bits |= 1 << (card - STATECRAFT_MINOR)
    return bits


def _write_answers(data: bytearray, answers: tuple[Action, ...]) -> None:
    number = len(answers)
    if not number:
        return
    data[ANSWERS] = min(number, _LARGEST)
    data[HIDDEN_ANSWERS] = min(answers.count(BLANK), _LARGEST)
    place = LATEST
    for back in range(1, min(number, LATEST_ANSWERS) + 1):
        action = answers[number - back]
        if action == BLANK:
            data[place] = _HIDDEN
            data[place + 1] = _HIDDEN
        else:
            data[place] = (action + 1) >> 7
            data[place + 1] = (action + 1) & 127
        place += 2


def _write_options(data: bytearray, decision: Decision) -> None:
    data[LEFT] = min(decision.left, _LARGEST)
    bits = [0] * OPTION_BYTES
    for action in decision.options:
        bits[action >> 3] |= 1 << (action & 7)
    data[OPTIONS : OPTIONS + OPTION_BYTES] = bytes(bits)


def _numbers(numbers: list[int]) -> bytes:
    try:
        return bytes(numbers)
    except ValueError:
        return bytes([max(0, min(number, _LARGEST)) for number in numbers])


def _signed(number: int) -> int:
    """Return a byte whose signed value is the number; beyond ±127 it counts as that."""
    return max(-_LARGEST, min(number, _LARGEST)) & 255
