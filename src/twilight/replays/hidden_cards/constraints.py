"""What is known of hidden cards: lives of cards, draws of sides, and what restricts them.

Hands and draws are hidden in a log, but a card shows when it leaves a hand, and the numbers of
cards in hands and piles are public. So each stay of a card in the draw pile is a life that ends
with a draw into a hand, and each deal is a number of draws by a side at a time. timeline.py reads
them out of a log, and hands.py finds who drew what.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from twilight.engine.ids import NO_CARD, Card
from twilight.engine.text.problems import Problem
from twilight.engine.types import NOBODY, Actor

NEVER: Final = 1 << 30


class HandsError(Problem):
    """A card that can't be where a line says it is, or draws that no cards are left for."""

    def __init__(self, number: int, text: str, problem: Problem, card: Card = NO_CARD) -> None:
        super().__init__("line {number}: {problem}", number=number, problem=problem)
        self.number = number
        self.text = text
        self.problem = problem
        self.card = card


@dataclass(slots=True)
class Life:
    """One stay of a card in the draw pile and then in a hand.

    The draw lies after `start` and before `latest`; the card leaves the hand at `end`. Without a
    side no line shows the card in a hand, and it may still be in the pile; one that is `lost` has
    left the pile without a draw. Number and text are those of the line that shows it first.
    """

    card: Card
    start: int
    side: Actor = NOBODY
    latest: int = NEVER
    end: int = NEVER
    number: int = 0
    text: str = ""
    lost: bool = False

    @property
    def seen(self) -> bool:
        """Tell whether some line shows the card in a hand."""
        return self.side != NOBODY


@dataclass(slots=True)
class Draws:
    """Some draws of one side that nothing tells apart."""

    side: Actor
    time: int
    size: int
    number: int
    text: str


class Restriction(NamedTuple):
    """What a hand may hold at a time; some bear only on cards that no line shows.

    Those that are not `firm` are dropped if there is no other way.
    """

    time: int
    side: Actor
    allows: Callable[[Card], bool]
    unseen_only: bool = False
    firm: bool = True


class UnseenDiscard(NamedTuple):
    """The end of a turn, at a line, when a discard may have gone unseen, or must have."""

    turn: int
    number: int
    is_proven: bool


@dataclass
class Timeline:
    """All lives, draws and restrictions of a log."""

    lives: list[Life] = field(default_factory=list)
    # Groups of draws, and for each single draw in order the place of its group.
    groups: list[Draws] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    restrictions: list[Restriction] = field(default_factory=list)
    unseen_discards: list[UnseenDiscard] = field(default_factory=list)
    # The first card that is not where it should be.
    problem: HandsError | None = None
    # The sides that have lost by holding a scoring card at the end.
    holders: tuple[Actor, ...] = ()
