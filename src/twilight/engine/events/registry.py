"""Where events are registered, one function a card."""

from collections.abc import Callable
from typing import Final, TypeAlias

from twilight.engine.cards import CARD_KEYS
from twilight.engine.decision import Flow
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
    """

    __slots__ = ("after_play", "condition", "forbidden", "handler")

    def __init__(
        self,
        handler: Handler,
        condition: Condition | None,
        forbidden: Condition | None,
        after_play: Aftermath | None,
    ) -> None:
        self.handler: Final = handler
        self.condition: Final = condition
        self.forbidden: Final = forbidden
        self.after_play: Final = after_play


EVENTS: Final[dict[Card, Event]] = {}


def event(
    card: Card,
    *,
    condition: Condition | None = None,
    forbidden: Condition | None = None,
    after_play: Aftermath | None = None,
) -> Callable[[Handler], Handler]:
    """Register the function below as the event of a card."""

    def register(handler: Handler) -> Handler:
        if card in EVENTS:
            raise ValueError(f"{CARD_KEYS[card]} has an event already")
        EVENTS[card] = Event(handler, condition, forbidden, after_play)
        return handler

    return register
