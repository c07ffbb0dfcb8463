"""Decisions: one question to one actor, and the flows that ask them."""

from collections.abc import Generator
from typing import Final, TypeAlias, TypeVar

from twilight.engine.ids import DIE, Action
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, Actor, Kind


class Decision:
    """One question to one actor; the options are sorted and never empty.

    The answer stays hidden from `hidden_from` until the rules reveal it. `left` counts the points
    or markers that are still to be used, this one included, where the question repeats.
    """

    __slots__ = ("actor", "hidden_from", "kind", "left", "options")

    def __init__(
        self,
        actor: Actor,
        kind: Kind,
        options: tuple[Action, ...],
        hidden_from: Actor = NOBODY,
        left: int = 0,
    ) -> None:
        self.actor: Final = actor
        self.kind: Final = kind
        self.options: Final = options
        self.hidden_from: Final = hidden_from
        self.left: Final = left

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and (
            (self.actor, self.kind, self.options, self.hidden_from)
            == (other.actor, other.kind, other.options, other.hidden_from)
        )

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
