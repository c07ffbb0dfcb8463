"""Conducting operations: which kinds are open, and the one that is chosen (R8)."""

from typing import Final

from twilight.engine.changes import note
from twilight.engine.decision import Decision, Flow
from twilight.engine.ids import COUP, DECLINE, INFLUENCE, REALIGNMENT, SPACE, Action, Card
from twilight.engine.journal import FactKind
from twilight.engine.operations.coups import coup
from twilight.engine.operations.influence import may_place, place_influence
from twilight.engine.operations.mixing import mix
from twilight.engine.operations.points import Points, event_value
from twilight.engine.operations.realignments import operation_targets, realign
from twilight.engine.operations.space import attempt, can_attempt
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.types import Actor, Kind

EVERY_KIND: Final[tuple[Action, ...]] = (INFLUENCE, COUP, REALIGNMENT, SPACE)


def possible_operations(
    state: State, player: Actor, value: int, card: Card, kinds: tuple[Action, ...] = EVERY_KIND
) -> tuple[Action, ...]:
    """List the kinds of operation that a player could begin now with a card of this value."""
    found = []
    may_coup = False
    for kind in kinds:
        if kind == INFLUENCE:
            possible = may_place(state, player, Points(state, player, value, card))
        elif kind == COUP:
            may_coup = coup_targets(state, player) != 0
            possible = may_coup
        elif kind == REALIGNMENT:
            # Nothing but markers bought this round closes what is open to a coup.
            possible = (may_coup and not state.bought) or operation_targets(state, player) != 0
        else:
            possible = can_attempt(state, player, value)
        if possible:
            found.append(kind)
    return tuple(found)


def operate(
    state: State, player: Actor, kind: Action, value: int, card: Card, printed: int
) -> Flow[None]:
    """Carry out one kind of operation with a value."""
    note(state, FactKind.OPERATION, player, kind, (printed, value))
    if kind == SPACE:
        yield from attempt(state, player, card, value)
    elif kind == COUP:
        yield from coup(state, player, Points(state, player, value, card))
    elif state.rules.mix_influence_and_realign:
        yield from mix(state, player, Points(state, player, value, card), kind)
    elif kind == REALIGNMENT:
        yield from realign(state, player, Points(state, player, value, card))
    elif kind == INFLUENCE:
        yield from place_influence(state, player, Points(state, player, value, card))
    note(state, FactKind.OPERATION_OVER, player, kind)


def kinds_on_demand(
    state: State, kinds: tuple[Action, ...], *, card_is_played: bool
) -> tuple[Action, ...]:
    """Keep the uses that operations granted or demanded by an event may have (R8.2).

    They may be points that its text grants, or a card that is played because of it.
    """
    reading = state.rules.event_ops_space
    if reading == "any" or (reading == "cards" and card_is_played):
        return kinds
    return tuple(kind for kind in kinds if kind != SPACE)


def choose_operation(
    state: State,
    player: Actor,
    value: int,
    card: Card,
    kinds: tuple[Action, ...] = EVERY_KIND,
    optional: bool = True,
    card_is_played: bool = False,
) -> Flow[Action]:
    """Ask for the kind of operations that an event grants or demands (R8.2).

    With `optional` the player may decline them as a whole.
    """
    kinds = kinds_on_demand(state, kinds, card_is_played=card_is_played)
    options = possible_operations(state, player, value, card, kinds)
    if optional or not options:
        options = (*options, DECLINE)
    kind = yield Decision(player, Kind.OPERATION, options, card=card, value=value)
    return kind


def conduct_operations(
    state: State,
    player: Actor,
    value: int,
    card: Card,
    printed: int,
    kinds: tuple[Action, ...] = EVERY_KIND,
    optional: bool = True,
) -> Flow[None]:
    """Let a player conduct operations that an event grants or demands."""
    kind = yield from choose_operation(state, player, value, card, kinds, optional)
    if kind != DECLINE:
        yield from operate(state, player, kind, value, card, printed)


def grant_operations(
    state: State, player: Actor, printed: int, kinds: tuple[Action, ...] = EVERY_KIND
) -> Flow[None]:
    """Let a player conduct operations of a value named in the text of the current event."""
    value = event_value(state, player, printed)
    card = state.resolving[-1]
    yield from conduct_operations(state, player, value, card, printed, kinds)
