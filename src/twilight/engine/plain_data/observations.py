"""An observation as plain data and back: what a program in another language is told.

The data hold what the observation holds and nothing else, so that nothing hidden can pass. Ids
are written with their stable keys; BLANK, an answer that the side may not know, is null.
"""

from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.decision import Change, Decision
from twilight.engine.plain_data.forms import (
    ACTION,
    ACTIONS,
    CARD_OR_NONE,
    LARGEST_NUMBER,
    PILE,
    Data,
    StateError,
    as_fields,
    as_list,
    number,
    of_both,
)
from twilight.engine.plain_data.states import state_from_dict, state_to_dict
from twilight.engine.types import ACTOR_NAMES, Actor, Kind
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
_COUNT: Final = number(0)
_CHANGED: Final = number(-LARGEST_NUMBER)
_OF_BOTH: Final = of_both(_COUNT, tuple)


def decision_to_dict(decision: Decision) -> Data:
    """Write a decision: who is asked what, and the keys of the legal answers."""
    return {
        "actor": ACTOR_NAMES[decision.actor],
        "kind": decision.kind.name.lower(),
        "options": ACTIONS.write(decision.options),
        "hidden_from": ACTOR_NAMES[decision.hidden_from],
        "left": decision.left,
        "card": CARD_OR_NONE.write(decision.card),
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
        "hand_counts": _OF_BOTH.write(seen.hand_counts),
        "draw_count": seen.draw_count,
        "unseen": PILE.write(seen.unseen),
        "state": state_to_dict(seen.state),
        "base": state_to_dict(seen.base),
        "base_blanks": seen.base_blanks,
        "answers": [None if action == BLANK else ACTION_KEYS[action] for action in seen.answers],
    }


def decision_from_dict(data: object) -> Decision:
    """Read what `decision_to_dict` wrote; StateError says what is wrong with the data."""
    fields = as_fields(data, "decision", _DECISION_FIELDS)
    options = tuple(sorted(ACTIONS.read(fields["options"], "decision.options")))
    if not options:
        raise StateError("decision.options: there is none")
    return Decision(
        _actor(fields["actor"], "decision.actor"),
        _kind(fields["kind"]),
        options,
        _actor(fields["hidden_from"], "decision.hidden_from"),
        _COUNT.read(fields["left"], "decision.left"),
        CARD_OR_NONE.read(fields["card"], "decision.card"),
        _COUNT.read(fields["value"], "decision.value"),
        tuple(_change(one) for one in as_list(fields["changes"], "decision.changes")),
        fields["free"] is True,
    )


def _change(data: object) -> Change:
    """Read whose markers were moved, where, and how many."""
    if not isinstance(data, list) or len(data) != 3:
        raise StateError(f"decision.changes: {data!r} is no side, country and number")
    side, country, markers = data
    place = "decision.changes"
    return _actor(side, place), ACTION.read(country, place), _CHANGED.read(markers, place)


def observation_from_dict(data: object) -> Observation:
    """Read what `observation_to_dict` wrote; StateError says what is wrong with the data."""
    fields = as_fields(data, "observation", _FIELDS)
    kind = fields["kind"]
    decision = fields["decision"]
    return Observation(
        _actor(fields["viewer"], "viewer"),
        None,
        _actor(fields["actor"], "actor"),
        None if kind is None else _kind(kind),
        None if decision is None else decision_from_dict(decision),
        _OF_BOTH.read(fields["hand_counts"], "hand_counts"),
        _COUNT.read(fields["draw_count"], "draw_count"),
        PILE.read(fields["unseen"], "unseen"),
        state_from_dict(fields["state"]),
        state_from_dict(fields["base"]),
        _COUNT.read(fields["base_blanks"], "base_blanks"),
        tuple(
            BLANK if key is None else ACTION.read(key, "answers")
            for key in as_list(fields["answers"], "answers")
        ),
    )


def _actor(name: object, place: str) -> Actor:
    if name not in ACTOR_NAMES:
        raise StateError(f"{place}: {name!r} is none of {', '.join(ACTOR_NAMES)}")
    return ACTOR_NAMES.index(str(name))


def _kind(name: object) -> Kind:
    for kind in Kind:
        if kind.name.lower() == name:
            return kind
    raise StateError(f"{name!r} is no kind of decision")
