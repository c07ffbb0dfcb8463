"""State as readable plain data and back, with the stable keys of countries, cards and effects.

Influence and effects are written where they are not zero, stability and battlegrounds where they
differ from the printed board. What follows from other fields is computed anew on reading.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.board import (
    BATTLEGROUNDS,
    BIT,
    COUNTRY_BY_KEY,
    COUNTRY_KEYS,
    NUMBER_OF_COUNTRIES,
    STABILITY,
    Mask,
    countries_in,
    mask_of,
)
from twilight.engine.cards import CARD_BY_KEY, CARD_KEYS, Pile
from twilight.engine.effects import Effect
from twilight.engine.ids import NO_CARD, Action, Card, Country
from twilight.engine.rules import Rules, RulesError, rules_from_dict, rules_to_dict
from twilight.engine.state import NO_CRISES, STATE_FIELDS, Clue, State
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, SIDES, US, USSR, Actor, Segment

Data: TypeAlias = dict[str, object]

# Presence and control follow from influence; the facts of a segment are told by its answers.
DERIVED_FIELDS: Final = ("controlled", "facts", "presence")
LARGEST_NUMBER: Final = 10_000


class StateError(ValueError):
    """Data that describes no state; the message names the place and what is wrong there."""


# Writing


def state_to_dict(state: State) -> Data:
    """Write a state as plain data that JSON can hold."""
    return {
        "rules": rules_to_dict(state.rules),
        "segment": state.segment.name.lower(),
        "turn": state.turn,
        "round": state.round,
        "phasing": ACTOR_NAMES[state.phasing],
        "vp": state.vp,
        "defcon": state.defcon,
        "military": _both(state.military),
        "space": _both(state.space),
        "attempts": _both(state.attempts),
        "influence": _both([_influence_of(state, side) for side in SIDES]),
        "stability": {
            COUNTRY_KEYS[country]: value
            for country, value in enumerate(state.stability)
            if value != STABILITY[country]
        },
        "battlegrounds": {
            COUNTRY_KEYS[country]: state.is_battleground(country)
            for country in countries_in(state.battlegrounds ^ BATTLEGROUNDS)
        },
        "civil_war": state.civil_war,
        "hands": _both([_card_keys(pile) for pile in state.hands]),
        "draw_pile": _card_keys(state.draw_pile),
        "discard_pile": _card_keys(state.discard_pile),
        "removed_pile": _card_keys(state.removed_pile),
        "mid_deck": _card_keys(state.mid_deck),
        "late_deck": _card_keys(state.late_deck),
        "headlines": _both([_card_key(card) for card in state.headlines]),
        "chosen": _both([_action_key(action) for action in state.chosen]),
        "table": _card_keys(state.table),
        "front": _card_keys(state.front),
        "looked_at": _card_keys(state.looked_at),
        "china_holder": ACTOR_NAMES[state.china_holder],
        "china_face_up": state.china_face_up,
        "resolving": _card_keys(state.resolving),
        "effects": {
            effect.name.lower(): state.effects[effect]
            for effect in Effect
            if state.effects[effect] != 0
        },
        "known": _both([_card_keys(pile) for pile in state.known]),
        "clues": _both([_clues_of(state, side) for side in SIDES]),
        "reach": _both([_country_keys(mask) for mask in state.reach]),
        "norad_due": state.norad_due,
        "bought": _country_keys(state.bought),
        "realigned": _country_keys(state.realigned),
        "bids": _both([_action_keys(bid) for bid in state.bids]),
        "seats_swapped": state.seats_swapped,
        "handicap": _both(state.handicap),
        "crises": list(state.crises),
        "crisis": _action_key(state.crisis),
        "statecraft": _both([_action_keys(cards) for cards in state.statecraft]),
        "statecraft_shown": _both([_action_keys(cards) for cards in state.statecraft_shown]),
        "reveals": state.reveals,
    }


def _both(values: Sequence[object]) -> Data:
    return {"us": values[US], "ussr": values[USSR]}


def _card_key(card: Card) -> "str | None":
    return None if card == NO_CARD else CARD_KEYS[card]


def _card_keys(cards: Pile) -> "list[str]":
    return [CARD_KEYS[card] for card in cards]


def _action_key(action: Action) -> "str | None":
    return None if action == NO_CARD else ACTION_KEYS[action]


def _action_keys(actions: Sequence[Action]) -> "list[str]":
    return [ACTION_KEYS[action] for action in actions]


def _country_keys(mask: Mask) -> "list[str]":
    return [COUNTRY_KEYS[country] for country in countries_in(mask)]


def _influence_of(state: State, side: Actor) -> Data:
    return {
        COUNTRY_KEYS[country]: amount
        for country, amount in enumerate(state.influence[side])
        if amount != 0
    }


def _clues_of(state: State, side: Actor) -> "list[object]":
    return [{"cards": _card_keys(cards), "least": least} for cards, least in state.clues[side]]


# Reading


def state_from_dict(data: object) -> State:
    """Read what `state_to_dict` wrote; StateError says what is wrong with the data."""
    fields = _mapping(data, "state")
    _check_names(fields)
    state = State(_rules(fields["rules"]))
    state.segment = _segment(fields["segment"])
    state.turn = _number(fields["turn"], "turn", 0, 10)
    state.round = _number(fields["round"], "round", 0, 8)
    state.phasing = _actor(fields["phasing"], "phasing")
    state.vp = _number(fields["vp"], "vp", -LARGEST_NUMBER, LARGEST_NUMBER)
    state.defcon = _number(fields["defcon"], "defcon", 1, 5)
    state.military = _numbers(fields, "military", 5)
    state.space = _numbers(fields, "space", 8)
    state.attempts = _numbers(fields, "attempts", LARGEST_NUMBER)
    _read_board(state, fields)
    state.civil_war = _number(fields["civil_war"], "civil_war", 0, LARGEST_NUMBER)
    _read_cards(state, fields)
    state.china_holder = _actor(fields["china_holder"], "china_holder")
    state.china_face_up = _flag(fields["china_face_up"], "china_face_up")
    state.resolving = _cards(fields["resolving"], "resolving")
    for key, number in _mapping(fields["effects"], "effects").items():
        effect = _effect(key)
        state.effects[effect] = _number(number, f"effects.{key}", -LARGEST_NUMBER, LARGEST_NUMBER)
    _read_knowledge(state, fields)
    state.norad_due = _flag(fields["norad_due"], "norad_due")
    state.bought = _countries(fields["bought"], "bought")
    state.realigned = _countries(fields["realigned"], "realigned")
    _read_opening(state, fields)
    state.reveals = _number(fields["reveals"], "reveals", 0, LARGEST_NUMBER)
    return state


def _check_names(fields: Data) -> None:
    for name in STATE_FIELDS:
        if name not in fields and name not in DERIVED_FIELDS:
            raise StateError(f"the state lacks the field {name!r}")
    for name in fields:
        if name not in STATE_FIELDS or name in DERIVED_FIELDS:
            raise StateError(f"the state has a field {name!r} that is not known")


def _read_board(state: State, fields: Data) -> None:
    stability = list(STABILITY)
    for key, value in _mapping(fields["stability"], "stability").items():
        stability[_country(key, "stability")] = _number(value, f"stability.{key}", 1, 10)
    state.stability = tuple(stability)
    for key, value in _mapping(fields["battlegrounds"], "battlegrounds").items():
        bit = BIT[_country(key, "battlegrounds")]
        if _flag(value, f"battlegrounds.{key}"):
            state.battlegrounds |= bit
        else:
            state.battlegrounds &= ~bit
    for side, amounts in enumerate(_sides(fields, "influence")):
        place = f"influence.{ACTOR_NAMES[side]}"
        for key, amount in _mapping(amounts, place).items():
            country = _country(key, place)
            if country >= NUMBER_OF_COUNTRIES:
                raise StateError(f"{place}: {key!r} is no country that holds influence")
            state.set_influence(side, country, _number(amount, f"{place}.{key}", 1, LARGEST_NUMBER))


def _read_cards(state: State, fields: Data) -> None:
    state.hands = _piles(fields, "hands")
    state.draw_pile = _pile(fields["draw_pile"], "draw_pile")
    state.discard_pile = _pile(fields["discard_pile"], "discard_pile")
    state.removed_pile = _pile(fields["removed_pile"], "removed_pile")
    state.mid_deck = _pile(fields["mid_deck"], "mid_deck")
    state.late_deck = _pile(fields["late_deck"], "late_deck")
    state.headlines = _single_cards(fields, "headlines")
    state.chosen = [
        NO_CARD if key is None else _action(key, f"chosen.{ACTOR_NAMES[side]}")
        for side, key in enumerate(_sides(fields, "chosen"))
    ]
    state.table = _pile(fields["table"], "table")
    state.front = _pile(fields["front"], "front")
    state.looked_at = _pile(fields["looked_at"], "looked_at")
    _check_places(state)


def _check_places(state: State) -> None:
    """Refuse a card that lies in two places at once."""
    places: list[tuple[str, Pile]] = [
        ("hands.us", state.hands[US]),
        ("hands.ussr", state.hands[USSR]),
        ("draw_pile", state.draw_pile),
        ("discard_pile", state.discard_pile),
        ("removed_pile", state.removed_pile),
        ("mid_deck", state.mid_deck),
        ("late_deck", state.late_deck),
        ("headlines", tuple(card for card in state.headlines if card != NO_CARD)),
        ("table", state.table),
        ("front", state.front),
        ("looked_at", state.looked_at),
    ]
    found: dict[Card, str] = {}
    for place, pile in places:
        for card in pile:
            if card in found:
                raise StateError(f"{CARD_KEYS[card]!r} is both in {found[card]} and in {place}")
            found[card] = place


def _read_opening(state: State, fields: Data) -> None:
    """Read what bidding and Turn Zero have left."""
    state.bids = _action_lists(fields, "bids")
    state.seats_swapped = _flag(fields["seats_swapped"], "seats_swapped")
    ussr, us = _numbers(fields, "handicap", LARGEST_NUMBER)
    state.handicap = (ussr, us)
    totals = _list(fields["crises"], "crises")
    if len(totals) != len(NO_CRISES):
        raise StateError(f"crises: there must be {len(NO_CRISES)} numbers, not {len(totals)}")
    state.crises = tuple(_number(total, "crises", 0, 6) for total in totals)
    state.crisis = NO_CARD if fields["crisis"] is None else _action(fields["crisis"], "crisis")
    state.statecraft = _action_lists(fields, "statecraft")
    state.statecraft_shown = _action_lists(fields, "statecraft_shown")


def _read_knowledge(state: State, fields: Data) -> None:
    state.known = _piles(fields, "known")
    for side in SIDES:
        for card in state.known[side]:
            if card not in state.hands[side]:
                name = ACTOR_NAMES[side]
                raise StateError(f"known.{name}: {CARD_KEYS[card]!r} is not in hands.{name}")
    for side, entries in enumerate(_sides(fields, "clues")):
        place = f"clues.{ACTOR_NAMES[side]}"
        state.clues[side] = tuple(
            _clue(entry, f"{place}.{position}")
            for position, entry in enumerate(_list(entries, place))
        )
    for side, keys in enumerate(_sides(fields, "reach")):
        place = f"reach.{ACTOR_NAMES[side]}"
        state.reach[side] = _countries(keys, place)


# The parts


def _rules(data: object) -> Rules:
    options = _mapping(data, "rules")
    try:
        return rules_from_dict(options)  # type: ignore[arg-type]
    except (RulesError, TypeError) as error:
        raise StateError(f"rules: {error}") from error


def _segment(name: object) -> Segment:
    for segment in Segment:
        if segment.name.lower() == name:
            return segment
    raise StateError(f"segment: {name!r} is no segment of a game")


def _effect(name: str) -> Effect:
    try:
        return Effect[name.upper()]
    except KeyError:
        raise StateError(f"effects: {name!r} is no lasting effect") from None


def _actor(name: object, place: str) -> Actor:
    if name not in ACTOR_NAMES or name == ACTOR_NAMES[CHANCE]:
        raise StateError(f"{place}: {name!r} is neither us, ussr nor {ACTOR_NAMES[NOBODY]}")
    return ACTOR_NAMES.index(str(name))


def _country(key: object, place: str) -> Country:
    if not isinstance(key, str) or key not in COUNTRY_BY_KEY:
        raise StateError(f"{place}: {key!r} is no country")
    return COUNTRY_BY_KEY[key]


def _countries(keys: object, place: str) -> Mask:
    return mask_of([_country(key, place) for key in _list(keys, place)])


def _action(key: object, place: str) -> Action:
    if not isinstance(key, str) or key not in ACTION_BY_KEY:
        raise StateError(f"{place}: {key!r} is no action")
    return ACTION_BY_KEY[key]


def _action_lists(fields: Data, name: str) -> "tuple[tuple[Action, ...], tuple[Action, ...]]":
    ussr, us = (
        tuple(_action(key, f"{name}.{ACTOR_NAMES[side]}") for key in _list(keys, name))
        for side, keys in enumerate(_sides(fields, name))
    )
    return ussr, us


def _card(key: object, place: str) -> Card:
    if not isinstance(key, str) or key not in CARD_BY_KEY:
        raise StateError(f"{place}: {key!r} is no card")
    return CARD_BY_KEY[key]


def _single_cards(fields: Data, name: str) -> "list[Card]":
    return [
        NO_CARD if key is None else _card(key, f"{name}.{ACTOR_NAMES[side]}")
        for side, key in enumerate(_sides(fields, name))
    ]


def _cards(keys: object, place: str) -> Pile:
    return tuple(_card(key, place) for key in _list(keys, place))


def _pile(keys: object, place: str) -> Pile:
    pile = tuple(sorted(_cards(keys, place)))
    for card in pile:
        if pile.count(card) > 1:
            raise StateError(f"{place}: {CARD_KEYS[card]!r} is there twice")
    return pile


def _piles(fields: Data, name: str) -> "list[Pile]":
    return [
        _pile(keys, f"{name}.{ACTOR_NAMES[side]}") for side, keys in enumerate(_sides(fields, name))
    ]


def _clue(entry: object, place: str) -> Clue:
    parts = _mapping(entry, place)
    if sorted(parts) != ["cards", "least"]:
        raise StateError(f"{place}: a clue has cards and least, not {', '.join(sorted(parts))}")
    least = _number(parts["least"], f"{place}.least", 0, LARGEST_NUMBER)
    return _pile(parts["cards"], f"{place}.cards"), least


def _sides(fields: Data, name: str) -> "list[object]":
    """Return the parts of both sides in the order of the sides."""
    parts = _mapping(fields[name], name)
    if sorted(parts) != ["us", "ussr"]:
        raise StateError(f"{name}: there must be us and ussr, not {', '.join(sorted(parts))}")
    return [parts[ACTOR_NAMES[side]] for side in SIDES]


def _numbers(fields: Data, name: str, highest: int) -> "list[int]":
    return [
        _number(value, f"{name}.{ACTOR_NAMES[side]}", 0, highest)
        for side, value in enumerate(_sides(fields, name))
    ]


def _number(value: object, place: str, lowest: int, highest: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise StateError(f"{place}: {value!r} is no whole number")
    if not lowest <= value <= highest:
        raise StateError(f"{place}: {value} is not between {lowest} and {highest}")
    return value


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise StateError(f"{place}: {value!r} is neither true nor false")
    return value


def _list(value: object, place: str) -> "list[object]":
    if not isinstance(value, list):
        raise StateError(f"{place}: {value!r} is no list")
    return value


def _mapping(value: object, place: str) -> Data:
    if not isinstance(value, dict):
        raise StateError(f"{place}: {value!r} is no mapping of names to values")
    for name in value:
        if not isinstance(name, str):
            raise StateError(f"{place}: {name!r} is no name")
    return value
