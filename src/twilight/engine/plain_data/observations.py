"""An observation as plain data and back: what a program in another language is told.

The data hold what the observation holds and nothing else, so that nothing hidden can pass. Ids
are written with their stable keys; BLANK, an answer that the side may not know, is null.
"""

from typing import Final

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.cards import CARD_BY_KEY, CARD_KEYS
from twilight.engine.decision import Change, Decision
from twilight.engine.ids import NO_CARD, Action, Card
from twilight.engine.plain_data.forms import Data, StateError
from twilight.engine.plain_data.states import state_from_dict, state_to_dict
from twilight.engine.types import ACTOR_NAMES, US, USSR, Actor, Kind
from twilight.engine.view import BLANK, Observation

_DECISION_FIELDS: Final = (
    "actor",
    "kind",
    "options",
    "hidden_from",
    "left",
    "card",
    "value",
    "changes",
    "free",
)
_FIELDS: Final = (
    "viewer",
    "actor",
    "kind",
    "decision",
    "hand_counts",
    "draw_count",
    "unseen",
    "state",
    "base",
    "base_blanks",
    "answers",
)


def decision_to_dict(decision: Decision) -> Data:
    """Write a decision: who is asked what, and the keys of the legal answers."""
    return {
        "actor": ACTOR_NAMES[decision.actor],
        "kind": decision.kind.name.lower(),
        "options": [ACTION_KEYS[action] for action in decision.options],
        "hidden_from": ACTOR_NAMES[decision.hidden_from],
        "left": decision.left,
        "card": None if decision.card == NO_CARD else CARD_KEYS[decision.card],
        "value": decision.value,
        "changes": [
            [ACTOR_NAMES[side], ACTION_KEYS[country], change]
            for side, country, change in decision.changes
        ],
        "free": decision.free,
    }


def observation_to_dict(seen: Observation) -> Data:
    """Write an observation as plain data that JSON can hold."""
    return {
        "viewer": ACTOR_NAMES[seen.viewer],
        "actor": ACTOR_NAMES[seen.actor],
        "kind": None if seen.kind is None else seen.kind.name.lower(),
        "decision": None if seen.decision is None else decision_to_dict(seen.decision),
        "hand_counts": {"us": seen.hand_counts[US], "ussr": seen.hand_counts[USSR]},
        "draw_count": seen.draw_count,
        "unseen": [CARD_KEYS[card] for card in seen.unseen],
        "state": state_to_dict(seen.state),
        "base": state_to_dict(seen.base),
        "base_blanks": seen.base_blanks,
        "answers": [None if action == BLANK else ACTION_KEYS[action] for action in seen.answers],
    }


def decision_from_dict(data: object) -> Decision:
    """Read what `decision_to_dict` wrote; StateError says what is wrong with the data."""
    fields = _mapping(data, "decision", _DECISION_FIELDS)
    options = tuple(sorted(_action(key, "decision.options") for key in _list(fields["options"])))
    if not options:
        raise StateError("decision.options: there is none")
    return Decision(
        _actor(fields["actor"], "decision.actor"),
        _kind(fields["kind"]),
        options,
        _actor(fields["hidden_from"], "decision.hidden_from"),
        _number(fields["left"], "decision.left"),
        NO_CARD if fields["card"] is None else _card(fields["card"], "decision.card"),
        _number(fields["value"], "decision.value"),
        tuple(_change(change) for change in _list(fields["changes"])),
        fields["free"] is True,
    )


def _change(data: object) -> Change:
    """Read whose markers were moved, where, and how many."""
    if not isinstance(data, list) or len(data) != 3:
        raise StateError(f"decision.changes: {data!r} is no side, country and number")
    side, country, number = data
    if not isinstance(number, int) or isinstance(number, bool):
        raise StateError(f"decision.changes: {number!r} is no whole number")
    place = "decision.changes"
    return _actor(side, place), _action(country, place), number


def observation_from_dict(data: object) -> Observation:
    """Read what `observation_to_dict` wrote; StateError says what is wrong with the data."""
    fields = _mapping(data, "observation", _FIELDS)
    counts = _mapping(fields["hand_counts"], "hand_counts", ("us", "ussr"))
    kind = fields["kind"]
    decision = fields["decision"]
    return Observation(
        _actor(fields["viewer"], "viewer"),
        None,
        _actor(fields["actor"], "actor"),
        None if kind is None else _kind(kind),
        None if decision is None else decision_from_dict(decision),
        (_number(counts["ussr"], "hand_counts.ussr"), _number(counts["us"], "hand_counts.us")),
        _number(fields["draw_count"], "draw_count"),
        tuple(sorted(_card(key, "unseen") for key in _list(fields["unseen"]))),
        state_from_dict(fields["state"]),
        state_from_dict(fields["base"]),
        _number(fields["base_blanks"], "base_blanks"),
        tuple(
            BLANK if key is None else _action(key, "answers") for key in _list(fields["answers"])
        ),
    )


def _mapping(data: object, place: str, names: tuple[str, ...]) -> Data:
    if not isinstance(data, dict):
        raise StateError(f"{place}: {data!r} is no mapping of names to values")
    for name in names:
        if name not in data:
            raise StateError(f"{place} lacks the field {name!r}")
    for name in data:
        if name not in names:
            raise StateError(f"{place} has a field {name!r} that is not known")
    return data


def _list(value: object) -> "list[object]":
    if not isinstance(value, list):
        raise StateError(f"{value!r} is no list")
    return value


def _number(value: object, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise StateError(f"{place}: {value!r} is no whole number from 0 on")
    return value


def _actor(name: object, place: str) -> Actor:
    if name not in ACTOR_NAMES:
        raise StateError(f"{place}: {name!r} is none of {', '.join(ACTOR_NAMES)}")
    return ACTOR_NAMES.index(str(name))


def _kind(name: object) -> Kind:
    for kind in Kind:
        if kind.name.lower() == name:
            return kind
    raise StateError(f"{name!r} is no kind of decision")


def _action(key: object, place: str) -> Action:
    if not isinstance(key, str) or key not in ACTION_BY_KEY:
        raise StateError(f"{place}: {key!r} is no action")
    return ACTION_BY_KEY[key]


def _card(key: object, place: str) -> Card:
    if not isinstance(key, str) or key not in CARD_BY_KEY:
        raise StateError(f"{place}: {key!r} is no card")
    return CARD_BY_KEY[key]
