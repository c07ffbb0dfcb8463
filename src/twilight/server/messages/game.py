"""Games: how they are made, listed and ended."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from twilight.server.messages.error import ErrorBody
from twilight.server.messages.view import Cards, Numbers, Owner, Side

Mode = Literal["computer", "hotseat", "online", "study"]
Status = Literal["open", "active", "finished", "aborted"]
# Control characters have no place in a name, and no database takes them all.
_PRINTED = r"^[^\x00-\x1f\x7f]+$"
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=_PRINTED)]
Seed = Annotated[str, Meta(min_length=1, max_length=60, pattern=_PRINTED)]
OptionName = Annotated[str, Meta(max_length=60)]
OptionText = Annotated[str, Meta(max_length=60)]
Minutes = Annotated[int, Meta(ge=1, le=60 * 24 * 30)]


class NoClock(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No clock."""


class TotalClock(Struct, frozen=True, tag="total", forbid_unknown_fields=True):
    """A total time for the whole game."""

    minutes: Minutes


class IncrementClock(Struct, frozen=True, tag="increment", forbid_unknown_fields=True):
    """A total time and seconds that every headline and action round adds."""

    minutes: Minutes
    increment_seconds: Annotated[int, Meta(ge=1, le=3600)]


class CorrespondenceClock(Struct, frozen=True, tag="correspondence", forbid_unknown_fields=True):
    """A reserve of hours to which every headline and action round adds, up to the cap."""

    hours: Annotated[int, Meta(ge=1, le=24 * 30)]
    increment_hours: Annotated[int, Meta(ge=1, le=24 * 7)]
    cap_hours: Annotated[int, Meta(ge=1, le=24 * 30)]


class PerMoveClock(Struct, frozen=True, tag="per_move", forbid_unknown_fields=True):
    """Days for every headline and action round, with all that is asked until the next one."""

    days: Annotated[int, Meta(ge=1, le=30)]


ClockChoice = NoClock | TotalClock | IncrementClock | CorrespondenceClock | PerMoveClock


class CreateGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Make a game.

    `side` is that of the one who makes it; `random` and `bid` are settled at the table. `options`
    are single options of the rules that differ from the preset, as `/api/v1/rules` lists them,
    handicap and variants among them. A chosen `seed` decides all dice and cards: who knows it knows
    everything, so it is for games against the computer and at one screen.
    """

    mode: Literal["computer", "hotseat", "online"]
    side: Literal["us", "ussr", "random", "bid"] = "us"
    bot: Annotated[str, Meta(max_length=40)] = ""
    preset: Annotated[str, Meta(max_length=40)] = "deluxe"
    options: Annotated[dict[OptionName, bool | int | OptionText], Meta(max_length=60)] = field(
        default_factory=dict
    )
    repair_oversights: bool = False
    clock: ClockChoice = field(default_factory=NoClock)
    rated: bool = False
    public: bool = False
    seed: Seed | None = None


class PlayerInfo(Struct, frozen=True):
    """Who sits on a seat, and which side they play now; no user and no bot means a free seat."""

    seat: int
    side: Side
    name: str
    user: str | None
    bot: str | None
    connected: bool
    rating: int | None
    program: bool
    # Until when they are on vacation, in a game of days.
    away_until: int | None


class ResultInfo(Struct, frozen=True):
    """How a game ended; `vp` is positive for the US."""

    winner: Owner
    ending: str
    turn: int
    vp: int


class BranchOf(Struct, frozen=True):
    """The game that a variation leaves, and after how many answers."""

    game: str
    answer: int


class GameInfo(Struct, frozen=True):
    """What everyone who may see a game can know about it; in lists `answers` is 0.

    `played_on` is there for a variation: with hidden cards as they lay in the game that it leaves,
    which whoever began it could see, or dealt anew. `branch_of` names that game, but not to a
    friend who was invited to play on: it lies open to everyone who has its address.
    """

    id: str
    mode: Mode
    status: Status
    rated: bool
    public: bool
    preset: str
    rules: dict[str, Any]
    changed: dict[str, Any]
    clock: ClockChoice
    seeded: bool
    seed: str | None
    players: list[PlayerInfo]
    turn: int
    answers: int
    created_at: int
    updated_at: int
    handicap: Numbers
    result: ResultInfo | None
    rematch_of: str | None
    rematch: str | None
    rematch_wanted: list[int]
    your_seats: list[int]
    invite: str | None
    played_on: Literal["same", "anew"] | None
    branch_of: BranchOf | None
    # Who has agreed to be watched by link, and to whom both have, the key of the link.
    watch_agreed: list[int]
    watch: str | None


class OpenGame(GameInfo, frozen=True):
    """A game in the lobby; `refused` is what whoever asks would hear if they joined it now."""

    refused: ErrorBody | None


class WatchedGame(GameInfo, frozen=True):
    """A game to watch, with the countries that each side controls; a rated one as it was."""

    control: Cards


class Lobby(Struct, frozen=True):
    """Open games to join and running games to watch."""

    open: list[OpenGame]
    running: list[WatchedGame]


class GameList(Struct, frozen=True):
    """Games of a user; `next_before` continues the list."""

    games: list[GameInfo]
    next_before: int | None


class JoinGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the free seat of a game; a private one asks for its invitation."""

    invite: Annotated[str, Meta(max_length=40)] = ""


class AgreeToWatch(Struct, frozen=True, forbid_unknown_fields=True):
    """Agree that others watch a private game, or agree no more: then the link ends."""

    agree: bool


class SeatToken(Struct, frozen=True):
    """The token with which a program plays a seat; it is shown only once."""

    game: str
    seat: int
    token: str


class LeagueRecord(Struct, frozen=True):
    """The record of a finished game as leagues use it; `final_vp` is positive for the US."""

    game: str
    us: str
    ussr: str
    handicap: Numbers
    winner: Owner
    end_turn: int
    end_mode: str
    final_vp: int
    finished_at: int
    rated: bool


class ImportLog(Struct, frozen=True, forbid_unknown_fields=True):
    """A public log or a saved game, to be studied."""

    text: Annotated[str, Meta(min_length=1, max_length=1_000_000)]
    name: Name = "Study"
