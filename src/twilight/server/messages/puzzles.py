"""Puzzles: one decision of a played game with one clearly best answer."""

from typing import Any, Final, Literal

from msgspec import Struct

from twilight.server.messages.study import BestPlayInfo, CountryChange
from twilight.server.messages.view import Side, View

PuzzleKind = Literal["win_now", "avoid_loss", "headline", "scoring_swing", "space_or_spend"]


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in the list of all."""

    id: str
    kind: PuzzleKind
    rating: int
    side: Side


class PuzzleList(Struct, frozen=True):
    """All puzzles; whoever solves them remembers which ones they have seen."""

    puzzles: list[PuzzleEntry]


class DailyPuzzle(Struct, frozen=True):
    """The puzzle of a day, which ends at midnight UTC."""

    day: str
    puzzle: PuzzleEntry


class PuzzleHint(Struct, frozen=True):
    """The idea of a puzzle's answer, without a card of the hand, and what it points at."""

    text: str
    countries: list[str]
    regions: list[str]


class PuzzleTable(Struct, frozen=True):
    """A puzzle after some answers: the table as its side sees it.

    `verdict` is there when the play is whole: the answer, the right card with another use, or
    neither. The plays, the best first, are told when it is solved or given up; `tried` is the one
    that was judged, if its worth is known. Then the view shows the table with what the play
    usually does to the influence, which `changes` lists; no die is rolled for it. `day` is there
    while it is the puzzle of that day.
    """

    puzzle: PuzzleEntry
    source: str
    view: View
    verdict: Literal["solved", "half", "not"] | None
    plays: list[BestPlayInfo]
    tried: BestPlayInfo | None
    changes: list[CountryChange]
    day: str | None


class PuzzleStudy(Struct, frozen=True):
    """Where the position of a puzzle can be studied: the game, and how many answers it has."""

    game: str
    answer: int


ROOTS: Final[tuple[Any, ...]] = (PuzzleList, DailyPuzzle, PuzzleHint, PuzzleTable, PuzzleStudy)
