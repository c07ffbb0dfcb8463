"""Leagues and tournaments: how they are announced, joined and played."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from twilight.server.messages.game import ClockChoice, NoClock, OptionName, OptionText

TournamentForm = Literal["swiss", "round_robin"]
TournamentStatus = Literal["joining", "running", "finished", "cancelled"]
Title = Annotated[str, Meta(min_length=2, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
RoundHours = Annotated[int, Meta(ge=1, le=24 * 60)]


class CreateTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Announce a tournament.

    `sides` are given out with the pairings, or bid for at each table; a fixed handicap is an option
    of the rules (`handicap_side`, `handicap_amount`). `rounds` is for the Swiss system; everybody
    against everybody plays `cycles` times. A round ends after `round_hours`.
    """

    name: Title
    form: TournamentForm = "swiss"
    about: Annotated[str, Meta(max_length=2000)] = ""
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    cycles: Annotated[int, Meta(ge=1, le=2)] = 1
    seats: Annotated[int, Meta(ge=2, le=128)] = 32
    sides: Literal["assigned", "bid"] = "assigned"
    preset: Annotated[str, Meta(max_length=40)] = "deluxe"
    options: Annotated[dict[OptionName, bool | int | OptionText], Meta(max_length=60)] = field(
        default_factory=dict
    )
    clock: ClockChoice = field(default_factory=NoClock)
    round_hours: RoundHours = 24 * 14
    rated: bool = False
    public: bool = True


class JoinTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """Take part; a private tournament asks for its invitation."""

    invite: Annotated[str, Meta(max_length=40)] = ""


class AddBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Let a computer player fill a seat."""

    bot: Annotated[str, Meta(max_length=40)]


class ExtendRound(Struct, frozen=True, forbid_unknown_fields=True):
    """Let the round end so many hours later."""

    hours: RoundHours


class SettlePairing(Struct, frozen=True, forbid_unknown_fields=True):
    """Decide a pairing by word of the organiser; `none` gives nobody a point."""

    result: Literal["us", "ussr", "draw", "none"]


class TournamentInfo(Struct, frozen=True):
    """A tournament in a list."""

    id: str
    name: str
    form: TournamentForm
    status: TournamentStatus
    public: bool
    rated: bool
    sides: Literal["assigned", "bid"]
    preset: str
    changed: dict[str, Any]
    clock: ClockChoice
    round: int
    rounds: int
    seats: int
    entrants: int
    round_hours: int
    round_ends_at: int | None
    organiser: str
    created_at: int
    finished_at: int | None
    you: int | None


class Entrant(Struct, frozen=True):
    """Who takes part, and how they stand; points may be halves.

    `buchholz` and `sonneborn_berger` break ties (`tie_breaks`); `left_round` is set when they have
    withdrawn.
    """

    number: int
    place: int
    name: str
    user: str | None
    bot: str | None
    rating: int | None
    points: float
    played: int
    wins: int
    buchholz: float
    sonneborn_berger: float
    left_round: int | None


class PairingInfo(Struct, frozen=True):
    """Two entrants who meet; without `us` the other one has a bye.

    The sides are those of the table, where they may have been bid for. `points` are there when it
    is over, with how that was `decided`; of a game that was finished also its end. `to_move` is who
    has to decide, where whoever asks may know: not while others choose in secret, nor in rated
    games of others, which spectators see late.
    """

    round: int
    board: int
    ussr: int
    us: int | None
    game: str | None
    points_ussr: float | None
    points_us: float | None
    decided: Literal["game", "bye", "forfeit", "settled"] | None
    turn: int
    to_move: int | None
    ending: str | None
    final_vp: int | None


class Tournament(Struct, frozen=True):
    """A tournament with its table and all rounds."""

    info: TournamentInfo
    about: str
    entrants: list[Entrant]
    pairings: list[PairingInfo]
    tie_breaks: list[str]
    invite: str | None
    organised_by_you: bool


class TournamentList(Struct, frozen=True):
    """Tournaments, the latest first."""

    tournaments: list[TournamentInfo]


class ExportedTournament(Struct, frozen=True):
    """The table and all results as text: CSV or JSON."""

    tournament: str
    text: str


ROOTS = (
    CreateTournament,
    JoinTournament,
    AddBot,
    ExtendRound,
    SettlePairing,
    Tournament,
    TournamentList,
    ExportedTournament,
)
