"""Variations: playing on from a moment of a game, and what is written at its moments."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from twilight.server.messages.game import Mode, Status
from twilight.server.messages.view import Side

Answer = Annotated[int, Meta(ge=0, le=100_000)]
NoteMark = Literal["only", "good", "interesting", "inaccuracy", "mistake", "blunder"]


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a moment: against a level, a friend, or both sides if neither is named.

    With a friend it is an online game that waits for whoever has its invitation. `cards` says
    whether hidden cards lie where they lay, or are dealt anew as far as the own side (at one screen
    the side that decides) could not know them; `dice` whether what was rolled in the game is rolled
    again, in its order: never with a friend, for who has seen the game would know them.
    """

    answer: Answer
    bot: Annotated[str, Meta(max_length=40)] = ""
    friend: bool = False
    side: Side = "us"
    cards: Literal["same", "anew"] = "same"
    dice: Literal["same", "new"] = "new"


class BranchPlay(Struct, frozen=True):
    """A play of a variation: how many answers lie before it, whose it is, and what it is."""

    answer: int
    turn: int
    round: int
    headline: bool
    side: Side
    text: str


class BranchInfo(Struct, frozen=True):
    """A variation: where it leaves the game before it, by whom, and its first plays of all.

    `opponent` is the level that it was played against, `friend` the name of the person.
    """

    game: str
    parent: str
    at: int
    begins: int
    mode: Mode
    status: Status
    author: str
    mine: bool
    answers: int
    plays: list[BranchPlay]
    all_plays: int
    opponent: str | None
    friend: str | None


class NoteInfo(Struct, frozen=True):
    """What somebody has written at a moment."""

    game: str
    answer: int
    author: str
    mine: bool
    mark: NoteMark | None
    text: str


class StudyTree(Struct, frozen=True):
    """A game with its variations, each with its own, and all notes; `root` is where it begins."""

    root: str
    branches: list[BranchInfo]
    notes: list[NoteInfo]


class WriteNote(Struct, frozen=True, forbid_unknown_fields=True):
    """Write at a moment, or take back what was written if there is neither text nor mark."""

    text: Annotated[str, Meta(max_length=1000)] = ""
    mark: NoteMark | None = None


ROOTS: Final[tuple[Any, ...]] = (PlayOn, StudyTree, WriteNote)
