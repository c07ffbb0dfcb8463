"""Studying games: win chances, reviews, best plays."""

from typing import Any, Final, Literal

from msgspec import Struct

from twilight.server.messages.view import Side

MarkName = Literal["only", "inaccuracy", "mistake", "blunder"]


class PlayInfo(Struct, frozen=True):
    """A whole play: the card, its use and its targets, by their names and in words."""

    card: str | None
    use: str
    countries: list[str]
    text: str


class ReviewMoment(Struct, frozen=True):
    """A card choice; chances are those of the US, from 0 to 1.

    `chance` is told with all hands open, `as_us` and `as_ussr` by what one side knew. The rest is
    there when the choice was judged: what it lost, its mark, and what was better and why.
    """

    answer: int
    turn: int
    round: int
    headline: bool
    side: Side
    chance: float
    as_us: float
    as_ussr: float
    after: float
    played: PlayInfo
    loss: float | None
    mark: MarkName | None
    best: PlayInfo | None
    why: str


class LuckInfo(Struct, frozen=True):
    """Where the win chance of the US came from; the parts and a half add up to the end."""

    start: float
    dice: float
    draws: float
    headlines: float
    plays: float
    end: float


class SideReview(Struct, frozen=True):
    """How one side has played."""

    accuracy: float | None
    inaccuracies: int
    mistakes: int
    blunders: int


class ReviewInfo(Struct, frozen=True):
    """The review of a game, as far as it has come: `done` of `all` choices are judged."""

    game: str
    state: Literal["chances", "running", "done"]
    done: int
    all: int
    winner: Side | None
    us: SideReview
    ussr: SideReview
    luck: LuckInfo
    moments: list[ReviewMoment]
    key_moments: list[int]


class BestPlayInfo(Struct, frozen=True):
    """One of the best plays: the chance of its side, what it loses against the best, and why."""

    play: PlayInfo
    chance: float
    loss: float
    why: str
    played: bool


class BestPlays(Struct, frozen=True):
    """The best plays of a moment for the side that chooses a card there."""

    game: str
    answer: int
    side: Side
    plays: list[BestPlayInfo]


ROOTS: Final[tuple[Any, ...]] = (ReviewInfo, BestPlays)
