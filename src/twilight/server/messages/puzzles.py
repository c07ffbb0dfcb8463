"""Puzzles: one decision of a played game with one clearly best answer."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from twilight.server.messages.study import BestPlayInfo, CountryChange
from twilight.server.messages.view import Side, View

# A play has a card, a use and a few targets, each an action by its name.
MOST_ANSWERS: Final = 400
Answers = Annotated[str, Meta(max_length=MOST_ANSWERS)]
PuzzleKind = Literal["win_now", "avoid_loss", "headline", "scoring_swing", "space_or_spend"]

PuzzleVote = Literal["too_easy", "too_hard"]


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in the list of all; its rating is moved by what people made of it."""

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


class TryPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Note a whole play as one's answer, with the actions of `answers`, or none for giving up.

    The first answer of a person counts; `aided` says that a hint was asked for before.
    """

    answers: Answers = ""
    aided: bool = False


class PlayShare(Struct, frozen=True):
    """Which share of people has tried a play of a puzzle first."""

    card: str | None
    use: str
    share: float


class PuzzleCrowd(Struct, frozen=True):
    """How many have answered a puzzle; shares only where there are enough answers for them.

    `solved` is the share of those who have found the answer at once and without a hint.
    """

    people: int
    solved: float | None
    plays: list[PlayShare]


class PuzzleOpinion(Struct, frozen=True):
    """What people made of a puzzle, told to who has answered it.

    The crowd is told with the answer, when it is solved or given up.
    """

    rating: int
    vote: PuzzleVote | None
    crowd: PuzzleCrowd | None


class VotePuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Say how hard a puzzle was that one has answered, or take that back."""

    vote: PuzzleVote | None


ROOTS: Final[tuple[Any, ...]] = (
    PuzzleList,
    DailyPuzzle,
    PuzzleHint,
    PuzzleTable,
    PuzzleStudy,
    TryPuzzle,
    PuzzleOpinion,
    VotePuzzle,
)
