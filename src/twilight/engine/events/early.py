"""The events of the Early War."""

from twilight.engine.board import REGION_MASKS
from twilight.engine.changes import remove_all_influence
from twilight.engine.decision import Flow
from twilight.engine.events.registry import event
from twilight.engine.ids import TRUMAN_DOCTRINE
from twilight.engine.state import State
from twilight.engine.types import EUROPE, US, USSR, Actor
from twilight.engine.vocabulary import choose_country


@event(TRUMAN_DOCTRINE)
def truman_doctrine(state: State, player: Actor) -> Flow[None]:
    """Remove all USSR influence from one European country that nobody controls."""
    uncontrolled = REGION_MASKS[EUROPE] & ~(state.controlled[US] | state.controlled[USSR])
    targets = uncontrolled & state.presence[USSR]
    if targets:
        country = yield from choose_country(US, targets)
        remove_all_influence(state, USSR, country)
