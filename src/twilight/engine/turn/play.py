"""Playing a card: how it may be used, its event, and where it goes (R8, R16)."""

from typing import Final

from twilight.engine.cards import OPS, OWNER, SCORING, WAR
from twilight.engine.changes import (
    award_points,
    clear_from_table,
    end_effect,
    is_enemy_card,
    note,
    pass_china_card,
    put_on_table,
)
from twilight.engine.decision import Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import EVENTS, Event
from twilight.engine.ids import (
    COUP,
    DECLINE,
    EVENT,
    EVENT_FIRST,
    FLOWER_POWER,
    INFLUENCE,
    PASS,
    REALIGNMENT,
    SPACE,
    THE_CHINA_CARD,
    Action,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.conducting import choose_operation, operate, possible_operations
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import can_attempt
from twilight.engine.state import State
from twilight.engine.types import NOBODY, US, USSR, Actor, Kind, enemy_of
from twilight.engine.variants.crises import has_lost_its_effect

POINT_OPERATIONS: Final[tuple[Action, ...]] = (INFLUENCE, COUP, REALIGNMENT)


# Events


def event_player(card: Card, player: Actor) -> Actor:
    """Name who carries out an event: its owner, or the player of a neutral card (R1.5)."""
    return player if OWNER[card] == NOBODY else OWNER[card]


def is_prevented(state: State, card: Card, player: Actor) -> bool:
    """Tell whether a card's event can't occur now (R16.2)."""
    event = EVENTS[card]
    owner = event_player(card, player)
    if event.forbidden is not None and event.forbidden(state, owner):
        return True
    return _fails_quietly(state, event, owner) and state.rules.starred_event_failed == "discard"


def _fails_quietly(state: State, event: Event, owner: Actor) -> bool:
    return event.condition is not None and not event.condition(state, owner)


def resolve_event(state: State, card: Card, player: Actor) -> Flow[bool]:
    """Resolve the event of a card that a player brings about; returns whether it occurred."""
    if is_prevented(state, card, player):
        note(state, FactKind.PREVENTED, NOBODY, card)
        return False
    owner = event_player(card, player)
    note(state, FactKind.EVENT, owner, card)
    event = EVENTS[card]
    if not (_fails_quietly(state, event, owner) or has_lost_its_effect(state, card)):
        state.resolving += (card,)
        flow = event.handler(state, owner)
        if flow is not None:
            yield from flow
        state.resolving = state.resolving[:-1]
    note(state, FactKind.EVENT_OVER, owner, card)
    return True


def play_event(state: State, card: Card, player: Actor) -> Flow[None]:
    """Lay a card on the table, resolve its event, and put it away."""
    put_on_table(state, card)
    pay_flower_power(state, card, player)
    occurred = yield from resolve_event(state, card, player)
    clear_from_table(state, card, occurred)
    follow_up(state, card)


def follow_up(state: State, card: Card) -> None:
    """Let happen what follows every play of a card, if it has such a thing."""
    after_play = EVENTS[card].after_play
    if after_play is not None:
        after_play(state)


def pay_flower_power(state: State, card: Card, player: Actor) -> None:
    """Give the USSR its points when the US plays a war card under Flower Power."""
    if (
        player == US
        and WAR[card]
        and state.effects[Effect.FLOWER_POWER]
        and not is_prevented(state, card, player)
    ):
        award_points(state, USSR, 2, card=FLOWER_POWER)


# Uses of a card


def usable_modes(state: State, player: Actor, card: Card) -> tuple[Action, ...]:
    """List the ways in which a player may use a card now, sorted (R8.1)."""
    if SCORING[card]:
        return (EVENT,)
    if card == THE_CHINA_CARD:
        return china_card_modes(state, player)
    value = card_value(state, player, card)
    operations = possible_operations(state, player, value, card, POINT_OPERATIONS)
    modes: tuple[Action, ...] = ()
    if is_enemy_card(card, player):
        modes = (EVENT_FIRST,)
    elif not is_prevented(state, card, player):
        modes = (EVENT,)
    modes += operations
    if can_attempt(state, player, value):
        modes += (SPACE,)
    # A card that allows nothing at all is played without effect.
    return modes or (PASS,)


def ask_mode(state: State, player: Actor, card: Card, modes: tuple[Action, ...]) -> Decision:
    """Ask a player how a card is used."""
    value = 0 if SCORING[card] else card_value(state, player, card)
    return Decision(player, Kind.PLAY_MODE, modes, card=card, value=value)


def use_card(state: State, player: Actor, card: Card, mode: Action) -> Flow[None]:
    """Use a card that a player has on the table in one of its modes, and put it away."""
    occurred = False
    pays_late = mode == EVENT_FIRST and state.rules.flower_power_pays == "before_operations"
    if mode != SPACE and not pays_late:
        pay_flower_power(state, card, player)
    if mode in (EVENT, EVENT_FIRST):
        occurred = yield from resolve_event(state, card, player)
    if pays_late:
        pay_flower_power(state, card, player)
    if mode == EVENT_FIRST:
        yield from _operations_after_event(state, player, card)
    elif mode not in (EVENT, PASS):
        value = card_value(state, player, card)
        yield from operate(state, player, mode, value, card, OPS[card])
        if mode != SPACE and is_enemy_card(card, player):
            occurred = yield from resolve_event(state, card, player)
    clear_from_table(state, card, occurred)
    if mode != SPACE:
        follow_up(state, card)


def _operations_after_event(state: State, player: Actor, card: Card) -> Flow[None]:
    value = card_value(state, player, card)
    options = possible_operations(state, player, value, card, POINT_OPERATIONS)
    kind = yield Decision(player, Kind.OPERATION, options or (PASS,), card=card, value=value)
    if kind != PASS:
        yield from operate(state, player, kind, value, card, OPS[card])


def use_for_operations_only(
    state: State, player: Actor, card: Card, *, is_played: bool
) -> Flow[None]:
    """Conduct operations with a card on the table without its event, and put it away.

    It is a played card if it comes from the player's own hand.
    """
    value = card_value(state, player, card)
    kind = yield from choose_operation(state, player, value, card, card_is_played=is_played)
    if kind != SPACE:
        pay_flower_power(state, card, player)
    if kind != DECLINE:
        yield from operate(state, player, kind, value, card, OPS[card])
    clear_from_table(state, card, occurred=False)
    if kind != SPACE:
        follow_up(state, card)


# The China Card


def china_card_modes(state: State, player: Actor) -> tuple[Action, ...]:
    """List the ways in which a player may use The China Card now (R17.6)."""
    if state.rules.china_use == "event_only":
        return (EVENT,)
    value = card_value(state, player, THE_CHINA_CARD)
    modes = possible_operations(state, player, value, THE_CHINA_CARD, POINT_OPERATIONS)
    if state.rules.china_space and can_attempt(state, player, value):
        modes = (*modes, SPACE)
    return modes or (PASS,)


def play_china_card(state: State, player: Actor, mode: Action) -> Flow[None]:
    """Play The China Card: it passes to the enemy face down at once (R17.3, R17.7)."""
    if player == US:
        end_effect(state, Effect.FORMOSAN_RESOLUTION)
    pass_china_card(state, enemy_of(player), face_up=False)
    if mode == EVENT:
        yield from _operations_after_event(state, player, THE_CHINA_CARD)
    elif mode != PASS:
        value = card_value(state, player, THE_CHINA_CARD)
        yield from operate(state, player, mode, value, THE_CHINA_CARD, OPS[THE_CHINA_CARD])
