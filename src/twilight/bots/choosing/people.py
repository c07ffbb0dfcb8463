"""What people would play: a regression over all that the officer finds out about a play.

Wider than the officer's habits: here gains too count as much as they do for people, and every card
has numbers of its own. `twilight imitate` fits the weights of `people.json` to recorded games
(docs/bots.md); what it has never seen, such as a card that came later, counts nothing.
"""

import json
from importlib.resources import files
from typing import Final, NamedTuple

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.cards import OPS, SCORING, STARRED
from twilight.engine.changes import is_enemy_card
from twilight.engine.ids import (
    COUP,
    EVENT,
    INFLUENCE,
    REALIGNMENT,
    SPACE,
    THE_CHINA_CARD,
    Action,
    Card,
)
from twilight.engine.operations.points import card_value
from twilight.engine.state import State
from twilight.engine.turn.start_and_end import period_of
from twilight.engine.types import ACTOR_NAMES, PERIOD_NAMES, Actor
from twilight.judgement.evaluation.tracks import rounds_to_come

WEIGHTS_FILE: Final = "people.json"
_ROUNDS: Final = 6
# Gains beyond this are all the same.
_LARGEST: Final = 15.0
_SORTS: Final = {
    EVENT: "event",
    SPACE: "space",
    COUP: "coup",
    INFLUENCE: "influence",
    REALIGNMENT: "realignment",
}


class CardUse(NamedTuple):
    """A use of a card, with what was found out about it and about the card."""

    card: Card
    # With the order of event and operations left aside.
    use: Action
    gain: float
    best_use: Action
    best_gain: float
    # What the rest of the hand costs when DEFCON is low.
    later: float
    # The Space Race alone gets rid of the card.
    trapped: bool


def terms(state: State, side: Actor, found: CardUse) -> dict[str, float]:
    """Return all that counts for or against a use of a card, by name."""
    rounds = rounds_to_come(state, side)
    early = min(rounds, _ROUNDS) / _ROUNDS
    gain = _limited(found.gain)
    card = ACTION_KEYS[found.card]
    named = {
        "later": found.later,
        "later at all": float(found.later > 0),
        f"{card} early": early - 0.5,
    }
    if SCORING[found.card]:
        named[card] = 1.0
        named["scoring"] = 1.0
        named["scoring gain"] = gain
        named["scoring early"] = early
        named["scoring gain early"] = gain * early
        named["scoring last"] = float(rounds <= 1)
        return named
    sort = _sort(found.use)
    whose = "enemy" if is_enemy_card(found.card, side) else "own"
    value = OPS[found.card]
    best = _limited(found.best_gain)
    kept = "harm" if best < 0 else _sort(found.best_use)
    named[f"{card} {sort if sort in ('event', 'space', 'coup') else 'other'}"] = 1.0
    named[sort] = 1.0
    named[f"{sort} {whose}"] = 1.0
    named[f"{sort} early"] = early
    named[f"{sort} value"] = float(value)
    named[f"{sort} gain"] = gain
    named[f"{sort} gain early"] = gain * early
    named["gain"] = gain
    named["best use"] = float(found.use == found.best_use)
    named[f"kept {kept}"] = best
    named[f"kept {kept} early"] = best * early
    named[f"{whose} early"] = early
    named["value"] = float(value)
    named["value early"] = value * early
    named["value very early"] = value * early * early
    named["value now"] = float(card_value(state, side, found.card))
    if found.use == EVENT:
        named["event for good"] = float(STARRED[found.card])
        named[f"event {PERIOD_NAMES[period_of(state.turn)]}"] = 1.0
    elif found.use == COUP:
        named[f"coup defcon {state.defcon}"] = 1.0
        named["coup military"] = float(max(0, state.defcon - state.military[side]))
        named[f"coup {ACTOR_NAMES[side]}"] = 1.0
        if state.round == 1:
            named[f"coup first {ACTOR_NAMES[side]}"] = 1.0
    elif found.use == SPACE:
        named["space trapped"] = float(found.trapped)
    if found.card == THE_CHINA_CARD:
        named["china early"] = early
    return named


def liking(state: State, side: Actor, found: CardUse) -> float:
    """Return how much people are drawn to a use of a card: the logarithm of its odds."""
    named = terms(state, side, found)
    return sum(value * _WEIGHTS.get(name, 0.0) for name, value in named.items())


def _sort(use: Action) -> str:
    """Name a use; an event that leaves no operation counts as influence without a place."""
    return _SORTS.get(use, "influence")


def _limited(gain: float) -> float:
    return max(-_LARGEST, min(_LARGEST, gain))


def _read_weights() -> dict[str, float]:
    text = files("twilight.bots.choosing").joinpath(WEIGHTS_FILE).read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(text)
    return weights


_WEIGHTS: Final = _read_weights()
