"""Studying games: win chances, reviews, best plays."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

from twilight.server.messages.analysis import CoupOddsInfo
from twilight.server.messages.view import Side, View

HintStep = Literal["danger", "idea", "best"]
MarkName = Literal["only", "inaccuracy", "mistake", "blunder"]


class PlayInfo(Struct, frozen=True):
    """A whole play: the card, its use and its targets, by their names and in words.

    `operation` is what happens at the targets: the use, or what follows the event.
    """

    card: str | None
    use: str
    operation: str
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


class CountryChange(Struct, frozen=True):
    """By how much the influence of both sides changes in a country."""

    country: str
    us: int
    ussr: int


class BestPlayInfo(Struct, frozen=True):
    """One of the best plays: the chance of its side, what it loses against the best, and why.

    `touches` are countries that it usually wins, loses or frees, whether it names them or not;
    `changes` is what it does to the influence in most worlds, `coup` its odds if it is one.
    """

    play: PlayInfo
    chance: float
    loss: float
    why: str
    touches: list[str]
    changes: list[CountryChange]
    coup: CoupOddsInfo | None
    played: bool


class BestPlays(Struct, frozen=True):
    """The best plays of a moment for the side that chooses a card there, of `all` that it has."""

    game: str
    answer: int
    side: Side
    plays: list[BestPlayInfo]
    all: int


class HintInfo(Struct, frozen=True):
    """One step of a hint for a decision: what it says, and what it points at."""

    decision: int
    step: HintStep
    text: str
    cards: list[str]
    countries: list[str]
    regions: list[str]
    # The play or the answer that the last step names.
    use: str | None
    answer: str | None
    chance: float | None


class Intended(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer that somebody is about to give, to be looked at before it is too late."""

    decision: Annotated[int, Meta(ge=0, le=2**31)]
    action: Annotated[str, Meta(min_length=1, max_length=60)]


class VerdictInfo(Struct, frozen=True):
    """What the play that is about to be made loses; without a mark nothing worth a word.

    `played` and `best` are there with a mark.
    """

    decision: int
    loss: float
    mark: MarkName | None
    played: BestPlayInfo | None
    best: BestPlayInfo | None


Name = Annotated[str, Meta(max_length=60)]
Small = Annotated[int, Meta(ge=-1000, le=1000)]


class LayoutInfo(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that is laid out; `round` 0 are the headlines.

    `cards` says where cards lie (us_hand, ussr_hand, discard, removed, draw); those that are not
    named lie in the draw pile, or come into the game later.
    """

    preset: Name = "deluxe"
    turn: Small = 1
    round: Small = 1
    side: Name = "ussr"
    vp: Small = 0
    defcon: Small = 5
    military: Annotated[dict[Name, Small], Meta(max_length=2)] = field(default_factory=dict)
    space: Annotated[dict[Name, Small], Meta(max_length=2)] = field(default_factory=dict)
    china_holder: Name = "ussr"
    china_face_up: bool = True
    influence: Annotated[
        dict[Name, Annotated[dict[Name, Small], Meta(max_length=100)]], Meta(max_length=2)
    ] = field(default_factory=dict)
    cards: Annotated[dict[Name, Name], Meta(max_length=200)] = field(default_factory=dict)
    effects: Annotated[dict[Name, Small], Meta(max_length=60)] = field(default_factory=dict)


class LaidOut(Struct, frozen=True):
    """A position, what is wrong with it, and how it looks; there is no view where it is wrong.

    `effect_names` are the names of all effects that can be laid out.
    """

    layout: LayoutInfo
    problems: list[str]
    view: View | None
    effect_names: dict[str, str]


ROOTS: Final[tuple[Any, ...]] = (
    LayoutInfo,
    LaidOut,
    ReviewInfo,
    BestPlays,
    HintInfo,
    Intended,
    VerdictInfo,
)
