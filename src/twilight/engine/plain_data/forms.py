"""Forms: how each kind of value in a state is written as plain data that JSON can hold, and read.

Whatever is read is checked; a StateError names the place and what is wrong there.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

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
from twilight.engine.effects import NUMBER_OF_EFFECTS, Effect
from twilight.engine.ids import NO_CARD, Country
from twilight.engine.rules import Rules, RulesError, rules_from_dict, rules_to_dict
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, SIDES, Actor, Segment

Data: TypeAlias = dict[str, object]
LARGEST_NUMBER: Final = 10_000


class StateError(ValueError):
    """Data that describes no state; the message names the place and what is wrong there."""


@dataclass(frozen=True)
class Form:
    """How a value is written, and read again from a named place."""

    write: Callable[[Any], object]
    read: Callable[[object, str], Any]


def as_mapping(value: object, place: str) -> Data:
    """Expect a mapping of names."""
    if not isinstance(value, dict):
        raise StateError(f"{place}: {value!r} is no mapping of names to values")
    for name in value:
        if not isinstance(name, str):
            raise StateError(f"{place}: {name!r} is no name")
    return value


def as_fields(value: object, place: str, names: Collection[str]) -> Data:
    """Expect a mapping that has these names and no other."""
    fields = as_mapping(value, place)
    for name in names:
        if name not in fields:
            raise StateError(f"{place} lacks the field {name!r}")
    for name in fields:
        if name not in names:
            raise StateError(f"{place} has a field {name!r} that is not known")
    return fields


def as_list(value: object, place: str) -> list[object]:
    """Expect a list."""
    if not isinstance(value, list):
        raise StateError(f"{place}: {value!r} is no list")
    return value


def number(lowest: int, highest: int = LARGEST_NUMBER) -> Form:
    """Make the form of a whole number between two others."""

    def read(value: object, place: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise StateError(f"{place}: {value!r} is no whole number")
        if not lowest <= value <= highest:
            raise StateError(f"{place}: {value} is not between {lowest} and {highest}")
        return value

    return Form(lambda value: value, read)


def of_both(form: Form, make: Callable[[list[Any]], Any] = list) -> Form:
    """Make the form of a list or tuple with a value for each side."""

    def write(values: Sequence[Any]) -> Data:
        return {ACTOR_NAMES[side]: form.write(values[side]) for side in reversed(SIDES)}

    def read(value: object, place: str) -> Any:
        parts = as_mapping(value, place)
        if sorted(parts) != ["us", "ussr"]:
            raise StateError(f"{place}: there must be us and ussr, not {', '.join(sorted(parts))}")
        names = [ACTOR_NAMES[side] for side in SIDES]
        return make([form.read(parts[name], f"{place}.{name}") for name in names])

    return Form(write, read)


def numbers(length: int, highest: int) -> Form:
    """Make the form of a tuple of so many numbers from 0."""
    one = number(0, highest)

    def read(value: object, place: str) -> tuple[int, ...]:
        found = as_list(value, place)
        if len(found) != length:
            raise StateError(f"{place}: there must be {length} numbers, not {len(found)}")
        return tuple(one.read(each, place) for each in found)

    return Form(list, read)


def _read_flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise StateError(f"{place}: {value!r} is neither true nor false")
    return value


def _read_rules(value: object, place: str) -> Rules:
    options = as_mapping(value, place)
    try:
        return rules_from_dict(options)  # type: ignore[arg-type]
    except (RulesError, TypeError) as error:
        raise StateError(f"{place}: {error}") from error


def _read_segment(value: object, place: str) -> Segment:
    for segment in Segment:
        if segment.name.lower() == value:
            return segment
    raise StateError(f"{place}: {value!r} is no segment of a game")


def _read_actor(value: object, place: str) -> Actor:
    if value not in ACTOR_NAMES or value == ACTOR_NAMES[CHANCE]:
        raise StateError(f"{place}: {value!r} is neither us, ussr nor {ACTOR_NAMES[NOBODY]}")
    return ACTOR_NAMES.index(str(value))


def _one_of(keys: Sequence[str], by_key: "dict[str, int]", kind: str) -> Form:
    def read(value: object, place: str) -> int:
        if not isinstance(value, str) or value not in by_key:
            raise StateError(f"{place}: {value!r} is no {kind}")
        return by_key[value]

    return Form(lambda value: keys[value], read)


def _or_none(form: Form) -> Form:
    return Form(
        lambda value: None if value == NO_CARD else form.write(value),
        lambda value, place: NO_CARD if value is None else form.read(value, place),
    )


def _several(form: Form) -> Form:
    return Form(
        lambda values: [form.write(value) for value in values],
        lambda value, place: tuple(form.read(each, place) for each in as_list(value, place)),
    )


_COUNTRY: Final[Form] = _one_of(COUNTRY_KEYS, COUNTRY_BY_KEY, "country")
_CARD: Final[Form] = _one_of(CARD_KEYS, CARD_BY_KEY, "card")
ACTION: Final[Form] = _one_of(ACTION_KEYS, ACTION_BY_KEY, "action")
RULES: Final[Form] = Form(rules_to_dict, _read_rules)
SEGMENT: Final[Form] = Form(lambda segment: segment.name.lower(), _read_segment)
ACTOR: Final[Form] = Form(lambda actor: ACTOR_NAMES[actor], _read_actor)
FLAG: Final[Form] = Form(lambda value: value, _read_flag)
CARD_OR_NONE: Final[Form] = _or_none(_CARD)
ACTION_OR_NONE: Final[Form] = _or_none(ACTION)
ACTIONS: Final[Form] = _several(ACTION)
# In an order that matters; a pile has none.
CARDS: Final[Form] = _several(_CARD)


def _read_pile(value: object, place: str) -> Pile:
    pile = tuple(sorted(CARDS.read(value, place)))
    for card in pile:
        if pile.count(card) > 1:
            raise StateError(f"{place}: {CARD_KEYS[card]!r} is there twice")
    return pile


PILE: Final[Form] = Form(CARDS.write, _read_pile)


def _read_countries(value: object, place: str) -> Mask:
    return mask_of([_COUNTRY.read(key, place) for key in as_list(value, place)])


COUNTRIES: Final[Form] = Form(
    lambda mask: [COUNTRY_KEYS[country] for country in countries_in(mask)], _read_countries
)

# What differs from the printed board, or from nothing.


def _write_amounts(amounts: Sequence[int]) -> Data:
    return {COUNTRY_KEYS[country]: amount for country, amount in enumerate(amounts) if amount}


def _read_amounts(value: object, place: str) -> list[int]:
    amounts = [0] * NUMBER_OF_COUNTRIES
    for key, amount in as_mapping(value, place).items():
        country: Country = _COUNTRY.read(key, place)
        if country >= NUMBER_OF_COUNTRIES:
            raise StateError(f"{place}: {key!r} is no country that holds influence")
        amounts[country] = number(1).read(amount, f"{place}.{key}")
    return amounts


def _read_stability(value: object, place: str) -> tuple[int, ...]:
    stability = list(STABILITY)
    for key, printed in as_mapping(value, place).items():
        stability[_COUNTRY.read(key, place)] = number(1, 10).read(printed, f"{place}.{key}")
    return tuple(stability)


def _write_battlegrounds(mask: Mask) -> Data:
    changed = countries_in(mask ^ BATTLEGROUNDS)
    return {COUNTRY_KEYS[country]: mask & BIT[country] != 0 for country in changed}


def _read_battlegrounds(value: object, place: str) -> Mask:
    mask = BATTLEGROUNDS
    for key, flag in as_mapping(value, place).items():
        bit = BIT[_COUNTRY.read(key, place)]
        mask = mask | bit if _read_flag(flag, f"{place}.{key}") else mask & ~bit
    return mask


def _read_effects(value: object, place: str) -> list[int]:
    effects = [0] * NUMBER_OF_EFFECTS
    for key, amount in as_mapping(value, place).items():
        if key.upper() not in Effect.__members__:
            raise StateError(f"{place}: {key!r} is no lasting effect")
        read = number(-LARGEST_NUMBER).read
        effects[Effect[key.upper()]] = read(amount, f"{place}.{key}")
    return effects


INFLUENCE: Final[Form] = of_both(Form(_write_amounts, _read_amounts))
STABILITIES: Final[Form] = Form(
    lambda values: {
        COUNTRY_KEYS[country]: value
        for country, value in enumerate(values)
        if value != STABILITY[country]
    },
    _read_stability,
)
BATTLEGROUND_CHANGES: Final[Form] = Form(_write_battlegrounds, _read_battlegrounds)
EFFECTS: Final[Form] = Form(
    lambda values: {effect.name.lower(): values[effect] for effect in Effect if values[effect]},
    _read_effects,
)


def _write_clues(clues: "Sequence[tuple[Pile, int]]") -> list[object]:
    return [{"cards": PILE.write(cards), "least": least} for cards, least in clues]


def _read_clues(value: object, place: str) -> "tuple[tuple[Pile, int], ...]":
    return tuple(
        _read_clue(entry, f"{place}.{position}")
        for position, entry in enumerate(as_list(value, place))
    )


def _read_clue(entry: object, place: str) -> tuple[Pile, int]:
    parts = as_mapping(entry, place)
    if sorted(parts) != ["cards", "least"]:
        raise StateError(f"{place}: a clue has cards and least, not {', '.join(sorted(parts))}")
    least = number(0).read(parts["least"], f"{place}.least")
    return _read_pile(parts["cards"], f"{place}.cards"), least


CLUES: Final[Form] = of_both(Form(_write_clues, _read_clues))
