"""State as readable plain data and back, with the stable keys of countries, cards and effects.

The form of each field stands beside the class. What follows from other fields is computed anew on
reading.
"""

from twilight.engine.cards import CARD_KEYS, Pile
from twilight.engine.ids import NO_CARD, Card
from twilight.engine.plain_data.forms import Data, StateError, as_fields
from twilight.engine.state import SAVED_FIELDS, State
from twilight.engine.types import ACTOR_NAMES, SIDES, US, USSR


def state_to_dict(state: State) -> Data:
    """Write a state as plain data that JSON can hold."""
    return {name: form.write(getattr(state, name)) for name, form in SAVED_FIELDS.items()}


def state_from_dict(data: object) -> State:
    """Read what `state_to_dict` wrote; StateError says what is wrong with the data."""
    fields = as_fields(data, "state", SAVED_FIELDS)
    found = {name: form.read(fields[name], name) for name, form in SAVED_FIELDS.items()}
    state = State(found["rules"])
    influence = found.pop("influence")
    for name, value in found.items():
        setattr(state, name, value)
    for side in SIDES:
        for country, amount in enumerate(influence[side]):
            if amount:
                state.set_influence(side, country, amount)
    _check_places(state)
    _check_known(state)
    return state


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


def _check_known(state: State) -> None:
    """Refuse knowledge of a card that is not there."""
    for side in SIDES:
        for card in state.known[side]:
            if card not in state.hands[side]:
                name = ACTOR_NAMES[side]
                raise StateError(f"known.{name}: {CARD_KEYS[card]!r} is not in hands.{name}")
