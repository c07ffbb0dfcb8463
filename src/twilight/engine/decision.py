"""Decisions: one question to one actor, and the flows that ask them."""

from collections.abc import Generator
from typing import Final, TypeAlias, TypeVar

from twilight.engine.ids import DIE, NO_CARD, Action, Card, Country
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, Actor, Kind

# Markers that an answer has moved: whose, where, and how many; taken away is less than none.
Change: TypeAlias = tuple[Actor, Country, int]


class Decision:
    """One question to one actor; the options are sorted and never empty.

    The answer stays hidden from `hidden_from` until the rules reveal it. Where a card is being
    used, `card` names it and `value` is what its operations are worth now, region bonuses aside;
    `free` tells that they are a free coup or free realignment rolls (C5). Where a question
    repeats, `left` is how many points or markers can still be used, this one included, and
    `changes` are those that have been placed or removed so far.
    """

    __slots__ = (
        "actor",
        "card",
        "changes",
        "free",
        "hidden_from",
        "kind",
        "left",
        "options",
        "value",
    )

    def __init__(
        self,
        actor: Actor,
        kind: Kind,
        options: tuple[Action, ...],
        hidden_from: Actor = NOBODY,
        left: int = 0,
        card: Card = NO_CARD,
        value: int = 0,
        changes: tuple[Change, ...] = (),
        free: bool = False,
    ) -> None:
        self.actor: Final = actor
        self.kind: Final = kind
        self.options: Final = options
        self.hidden_from: Final = hidden_from
        self.left: Final = left
        self.card: Final = card
        self.value: Final = value
        self.changes: Final = changes
        self.free: Final = free

    def with_options(self, options: tuple[Action, ...]) -> "Decision":
        """Return the same question with other options, or with none for those who only watch."""
        return Decision(
            self.actor,
            self.kind,
            options,
            self.hidden_from,
            self.left,
            self.card,
            self.value,
            self.changes,
            self.free,
        )

    def _parts(self) -> tuple[object, ...]:
        return (
            self.actor,
            self.kind,
            self.options,
            self.hidden_from,
            self.left,
            self.card,
            self.value,
            self.changes,
            self.free,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.actor, self.kind, self.options, self.hidden_from))

    def __repr__(self) -> str:
        return f"Decision({ACTOR_NAMES[self.actor]}, {self.kind.name}, {self.options})"


Answer = TypeVar("Answer")
# A flow asks decisions, is sent the answers, and ends with a result.
Flow: TypeAlias = Generator[Decision, Action, Answer]

DIE_FACES: Final = tuple(DIE + face for face in range(1, 7))
DIE_DECISION: Final = Decision(CHANCE, Kind.DIE, DIE_FACES)


def roll() -> Flow[int]:
    """Roll one die."""
    action = yield DIE_DECISION
    return action - DIE
