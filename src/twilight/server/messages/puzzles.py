"""Puzzles: one decision of a played game with one clearly best answer."""

from typing import Any, Final, Literal

from msgspec import Struct

from twilight.server.messages.study import BestPlayInfo
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


class PuzzleTable(Struct, frozen=True):
    """A puzzle after some answers: the table as its side sees it.

    `verdict` is there when the play is whole: the answer, the right card with another use, or
    neither. The plays, the best first, are told when it is solved or given up.
    """

    puzzle: PuzzleEntry
    source: str
    view: View
    verdict: Literal["solved", "half", "not"] | None
    plays: list[BestPlayInfo]


ROOTS: Final[tuple[Any, ...]] = (PuzzleList, PuzzleTable)
