"""Where events are registered, one function a card."""

from collections.abc import Callable
from typing import Final, TypeAlias

from twilight.engine.cards import CARD_KEYS
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.ids import Card
from twilight.engine.state import State
from twilight.engine.types import Actor

# An event without a choice is a plain function, one with choices a flow.
Handler: TypeAlias = Callable[[State, Actor], Flow[None] | None]
Condition: TypeAlias = Callable[[State, Actor], bool]
Aftermath: TypeAlias = Callable[[State], None]


class Event:
    """How a card's event is carried out, and when it can't be.

    `condition` is an "if" of the card's own text; `forbidden` tells that a required earlier event
    is missing or that another event rules this one out. Both prevent the event (R16.2).
    `after_play` follows every use of the card but the Space Race, whether or not the event occurs.
    `risks_war` marks an event that can bring DEFCON from 2 to 1 without a choice of the side that
    plays the card: by itself, by chance, or by what it lets the enemy do.
    """

    __slots__ = ("after_play", "condition", "forbidden", "handler", "risks_war")

    def __init__(
        self,
        handler: Handler,
        condition: Condition | None,
        forbidden: Condition | None,
        after_play: Aftermath | None,
        risks_war: bool,
    ) -> None:
        self.handler: Final = handler
        self.condition: Final = condition
        self.forbidden: Final = forbidden
        self.after_play: Final = after_play
        self.risks_war: Final = risks_war


EVENTS: Final[dict[Card, Event]] = {}


def in_effect(effect: Effect) -> Condition:
    """Tell, for a `condition` or for what is `forbidden`, whether a lasting effect is in play."""

    def is_in_effect(state: State, player: Actor) -> bool:
        return state.effects[effect] != 0

    return is_in_effect


def event(
    card: Card,
    *,
    condition: Condition | None = None,
    forbidden: Condition | None = None,
    after_play: Aftermath | None = None,
    risks_war: bool = False,
) -> Callable[[Handler], Handler]:
    """Register the function below as the event of a card."""

    def register(handler: Handler) -> Handler:
        if card in EVENTS:
            raise ValueError(f"{CARD_KEYS[card]} has an event already")
        EVENTS[card] = Event(handler, condition, forbidden, after_play, risks_war)
        return handler

    return register
