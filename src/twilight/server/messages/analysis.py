"""Analysis for a player: odds, previews, dangers, knowledge of cards. Chances are 0 to 1."""

from typing import Any, Final, Literal

from msgspec import Struct

from twilight.server.messages.view import Level, Numbers, Owner, Side


class CoupResult(Struct, frozen=True):
    """What a coup may come to."""

    chance: float
    removed: int
    gained: int
    controller: Owner


class CoupOddsInfo(Struct, frozen=True):
    """A coup before the die: `faces` are die + value + modifier - needed for 1 to 6.

    `defcon`, `military` and `vp` are the tracks after it; `winner` is set when the attempt alone
    ends the game.
    """

    country: str
    value: int
    modifier: int
    needed: int
    faces: list[int]
    success: float
    control: float
    results: list[CoupResult]
    defcon: int
    military: int
    vp: int
    winner: Side | None


class RealignmentResult(Struct, frozen=True):
    """What one roll may come to: the influence that each side loses."""

    chance: float
    lost: Numbers
    controller: Owner


class RealignmentOddsInfo(Struct, frozen=True):
    """One realignment roll before the dice."""

    country: str
    bonuses: Numbers
    us_loses: float
    ussr_loses: float
    results: list[RealignmentResult]


class Odds(Struct, frozen=True):
    """Coups and realignment rolls against every legal target, with operations of one value."""

    value: int
    coups: list[CoupOddsInfo]
    realignments: list[RealignmentOddsInfo]


class SwingInfo(Struct, frozen=True):
    """What it changes if a side, or nobody, comes to control a country; positive for the US."""

    country: str
    controller: Owner
    change: int
    wins: Side | None


class RegionPreviewInfo(Struct, frozen=True):
    """A region as its card would score it now, and which countries would change that."""

    region: str
    us_level: Level
    ussr_level: Level
    level_points: Numbers
    battlegrounds: Numbers
    neighbours: Numbers
    net: int
    ignored: str | None
    wins: Side | None
    swings: list[SwingInfo]


class RegionPreviews(Struct, frozen=True):
    """All regions, and the final scoring as it stands."""

    regions: list[RegionPreviewInfo]
    final_vp: int
    final_winner: Owner


class DangerInfo(Struct, frozen=True):
    """How dangerous an answer is: a card is graded for each use.

    `hand_stuck` leaves a hand that can't be played out, `may_lose` loses if things go badly,
    `loses_now` loses whatever happens. `proven` is false when the search was given up.
    """

    action: str
    mode: str | None
    grade: Literal["safe", "hand_stuck", "may_lose", "loses_now"]
    reason: str | None
    text: str
    cards: list[str]
    proven: bool


class Dangers(Struct, frozen=True):
    """The dangers of all answers to the pending decision."""

    decision: int
    dangers: list[DangerInfo]


class CardKnowledge(Struct, frozen=True):
    """What one knows of a card: where it is, or how likely the other side holds it."""

    card: str
    place: str
    chance: float


class Knowledge(Struct, frozen=True):
    """What one knows of all cards; the turn of the next reshuffle if it can be told."""

    cards: list[CardKnowledge]
    reshuffle_turn: int | None


ROOTS: Final[tuple[Any, ...]] = (Odds, RegionPreviews, Dangers, Knowledge)
