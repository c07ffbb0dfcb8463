"""The tables of the database. Times are milliseconds since 1970."""

from typing import Annotated, Any, TypeAlias

from advanced_alchemy.base import DefaultBase
from sqlalchemy import BigInteger, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import JSON

# A row that goes with its game, its user or its tournament, and is found by it.
GameKey: TypeAlias = Annotated[
    str, mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
]
UserKey: TypeAlias = Annotated[
    str, mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
]
TournamentKey: TypeAlias = Annotated[
    str, mapped_column(ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)
]
# One of many rows that go with their user.
OfUser: TypeAlias = Annotated[
    str, mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
]


class User(DefaultBase):
    """A guest, or an account once a name and a password have claimed it."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    # The name without case, and what it looks like; only of accounts.
    name_key: Mapped[str | None] = mapped_column(String(80), unique=True)
    name_shape: Mapped[str | None] = mapped_column(String(200), unique=True, index=True)
    # Where a way back into the account can be sent; confirmed.
    email: Mapped[str | None] = mapped_column(String(254))
    password_hash: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[int] = mapped_column(BigInteger)
    # Of a program: the account that answers for it, and the hash of the token by which it plays.
    owner_id: Mapped[str | None] = mapped_column(String(32), index=True)
    token_hash: Mapped[str | None] = mapped_column(String(64), unique=True, index=True)
    rating_mu: Mapped[float] = mapped_column(default=25.0)
    rating_sigma: Mapped[float] = mapped_column(default=25.0 / 3)
    rated_games: Mapped[int] = mapped_column(default=0)
    # In games of days, questions with one answer are answered for them.
    spares_single: Mapped[bool] = mapped_column(default=True)


class SignIn(DefaultBase):
    """One device on which a user is signed in; the cookie holds what `id` is the hash of."""

    __tablename__ = "sign_ins"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[OfUser]
    device: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[int] = mapped_column(BigInteger)
    seen_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)


class RecoveryKey(DefaultBase):
    """A way back into an account; `id` is the hash of what its owner has."""

    __tablename__ = "recovery_keys"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[OfUser]
    purpose: Mapped[str] = mapped_column(String(16))
    # The address that the key confirms.
    email: Mapped[str | None] = mapped_column(String(254))
    created_at: Mapped[int] = mapped_column(BigInteger)
    expires_at: Mapped[int | None] = mapped_column(BigInteger)
    used_at: Mapped[int | None] = mapped_column(BigInteger)


class RateRow(DefaultBase):
    """What is left of a rate that several processes count together; times are in seconds."""

    __tablename__ = "rates"

    key: Mapped[str] = mapped_column(String(160), primary_key=True)
    left: Mapped[float]
    at: Mapped[float]


class GameRow(DefaultBase):
    """A game: what was agreed, and where it stands."""

    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_lobby", "status", "public", "created_at"),
        Index("ix_games_deadline", "status", "deadline"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    mode: Mapped[str] = mapped_column(String(16))
    status: Mapped[str] = mapped_column(String(16))
    public: Mapped[bool]
    rated: Mapped[bool]
    host_id: Mapped[str] = mapped_column(ForeignKey("users.id"), index=True)
    invite: Mapped[str] = mapped_column(String(40))
    preset: Mapped[str] = mapped_column(String(40))
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    seed: Mapped[str] = mapped_column(String(80))
    seed_chosen: Mapped[bool]
    clock: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[int] = mapped_column(BigInteger)
    updated_at: Mapped[int] = mapped_column(BigInteger)
    finished_at: Mapped[int | None] = mapped_column(BigInteger)
    # When the time of the deciding seat is up, if a clock runs.
    deadline: Mapped[int | None] = mapped_column(BigInteger)
    entries: Mapped[int] = mapped_column(default=0)
    turn: Mapped[int] = mapped_column(default=0)
    seats_swapped: Mapped[bool] = mapped_column(default=False)
    winner: Mapped[str | None] = mapped_column(String(8))
    ending: Mapped[str | None] = mapped_column(String(32))
    final_vp: Mapped[int | None]
    handicap_us: Mapped[int] = mapped_column(default=0)
    handicap_ussr: Mapped[int] = mapped_column(default=0)
    # Opens a private game to spectators, and which seats have agreed to that.
    watch_key: Mapped[str | None] = mapped_column(String(40))
    watch_agreed: Mapped[int] = mapped_column(default=0)
    # The game that was played again, the one that plays it again, and who wants that.
    rematch_of: Mapped[str | None] = mapped_column(String(16))
    rematch: Mapped[str | None] = mapped_column(String(16))
    rematch_wanted: Mapped[int] = mapped_column(default=0)
    # The game that this one is a variation of, the answer after which it leaves it, and how many
    # answers of its own record lie before that; the dice of that game, if they are rolled again;
    # whether hidden cards were dealt anew.
    branch_of: Mapped[str | None] = mapped_column(String(16), index=True)
    branch_at: Mapped[int | None]
    branch_begins: Mapped[int | None]
    branch_dice: Mapped[str | None] = mapped_column(Text)
    branch_anew: Mapped[bool] = mapped_column(default=False)
    # Where it stands, as `play.standing` writes it.
    standing: Mapped[str | None] = mapped_column(Text)


class SeatRow(DefaultBase):
    """Who sits at a game: a user, a computer player, or nobody yet."""

    __tablename__ = "seats"

    game_id: Mapped[GameKey]
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"), index=True)
    bot: Mapped[str | None] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(40), default="")
    # The hash of the token with which a program plays this seat.
    token_hash: Mapped[str | None] = mapped_column(String(64))


class EntryRow(DefaultBase):
    """One entry of a game's log; the key keeps two processes from writing the same number."""

    __tablename__ = "entries"

    game_id: Mapped[GameKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[int]
    actor: Mapped[int]
    value: Mapped[int]
    at: Mapped[int] = mapped_column(BigInteger)
    left: Mapped[int] = mapped_column("time_left", BigInteger)


class SnapshotRow(DefaultBase):
    """A saved game after some entry, as `replays.saves` writes it, for the day the rules change."""

    __tablename__ = "snapshots"

    game_id: Mapped[GameKey]
    number: Mapped[int]
    rules_version: Mapped[int]
    data: Mapped[str] = mapped_column(Text)


class ChatRow(DefaultBase):
    """One message of the chat of a game."""

    __tablename__ = "chat"

    game_id: Mapped[GameKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str] = mapped_column(String(40))
    seat: Mapped[int | None]
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[int] = mapped_column(BigInteger)


class RatingRow(DefaultBase):
    """What one rated game has done to one user's rating."""

    __tablename__ = "ratings"

    game_id: Mapped[GameKey]
    user_id: Mapped[UserKey]
    at: Mapped[int] = mapped_column(BigInteger)
    mu_before: Mapped[float]
    sigma_before: Mapped[float]
    mu_after: Mapped[float]
    sigma_after: Mapped[float]


class CardUseRow(DefaultBase):
    """How a user has used cards in a finished game: for each card the number of each use."""

    __tablename__ = "card_uses"

    game_id: Mapped[GameKey]
    user_id: Mapped[str] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    uses: Mapped[dict[str, dict[str, int]]] = mapped_column(JSON)


class ReviewRow(DefaultBase):
    """The win chances of a game and its review, as `study.review_data` writes them."""

    __tablename__ = "reviews"

    game_id: Mapped[GameKey]
    version: Mapped[int]
    rules_version: Mapped[int]
    at: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[str] = mapped_column(Text)


class NoteRow(DefaultBase):
    """What somebody has written at a moment of a game that is studied."""

    __tablename__ = "notes"

    game_id: Mapped[GameKey]
    answer: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey]
    mark: Mapped[str | None] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[int] = mapped_column(BigInteger)


class PuzzleTryRow(DefaultBase):
    """What a user has first played in a puzzle, and how hard they found it.

    Card and use are named as everywhere; whoever gave up without a play has neither.
    """

    __tablename__ = "puzzle_tries"

    puzzle_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    user_id: Mapped[str] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    card: Mapped[str] = mapped_column(String(40))
    use: Mapped[str] = mapped_column(String(40))
    # At once, and without a hint.
    solved: Mapped[bool]
    # -1 too easy, 1 too hard.
    vote: Mapped[int] = mapped_column(default=0)
    at: Mapped[int] = mapped_column(BigInteger)


class TournamentRow(DefaultBase):
    """A league or tournament: what was announced, and where it stands."""

    __tablename__ = "tournaments"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    about: Mapped[str] = mapped_column(Text)
    organiser_id: Mapped[str] = mapped_column(ForeignKey("users.id"), index=True)
    invite: Mapped[str] = mapped_column(String(40))
    public: Mapped[bool]
    status: Mapped[str] = mapped_column(String(16), index=True)
    form: Mapped[str] = mapped_column(String(16))
    # How many rounds there will be; everybody against everybody, how often.
    rounds: Mapped[int]
    cycles: Mapped[int]
    seats: Mapped[int]
    rated: Mapped[bool]
    # Sides are given out with the pairings, or bid for at the table.
    bid: Mapped[bool]
    preset: Mapped[str] = mapped_column(String(40))
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    clock: Mapped[dict[str, Any]] = mapped_column(JSON)
    round_hours: Mapped[int]
    round: Mapped[int]
    round_ends_at: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[int] = mapped_column(BigInteger)
    started_at: Mapped[int | None] = mapped_column(BigInteger)
    finished_at: Mapped[int | None] = mapped_column(BigInteger)


class EntrantRow(DefaultBase):
    """Who plays in a tournament: a user or a computer player."""

    __tablename__ = "entrants"

    tournament_id: Mapped[TournamentKey]
    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"), index=True)
    bot: Mapped[str | None] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(40))
    joined_at: Mapped[int] = mapped_column(BigInteger)
    # The round in which they withdrew.
    left_round: Mapped[int | None]


class PairingRow(DefaultBase):
    """Who plays whom in a round; without a second player the first one has a bye."""

    __tablename__ = "pairings"

    tournament_id: Mapped[TournamentKey]
    round: Mapped[int] = mapped_column(primary_key=True)
    board: Mapped[int] = mapped_column(primary_key=True)
    ussr: Mapped[int]
    us: Mapped[int | None]
    game_id: Mapped[str | None] = mapped_column(
        ForeignKey("games.id", ondelete="SET NULL"), index=True
    )
    # Points in halves when it is over, and how it was decided: game, bye, forfeit, settled.
    points_ussr: Mapped[int | None]
    points_us: Mapped[int | None]
    decided: Mapped[str | None] = mapped_column(String(16))


class WishRow(DefaultBase):
    """What a user wants to be told when away, as `messages.notices` writes it."""

    __tablename__ = "notice_wishes"

    user_id: Mapped[UserKey]
    data: Mapped[str] = mapped_column(Text)
    # Signs what is sent to their webhook.
    secret: Mapped[str] = mapped_column(String(64))


class VacationRow(DefaultBase):
    """A time in which the clocks of a user's games of days stand still."""

    __tablename__ = "vacations"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    user_id: Mapped[OfUser]
    began_at: Mapped[int] = mapped_column(BigInteger)
    ends_at: Mapped[int] = mapped_column(BigInteger)


class PushRow(DefaultBase):
    """A browser that takes notices, as long as its user is signed in there."""

    __tablename__ = "push_subscriptions"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[OfUser]
    sign_in: Mapped[str] = mapped_column(String(64))
    endpoint: Mapped[str] = mapped_column(Text)
    p256dh: Mapped[str] = mapped_column(String(200))
    auth: Mapped[str] = mapped_column(String(100))
    created_at: Mapped[int] = mapped_column(BigInteger)


class NoticeRow(DefaultBase):
    """A notice that waits to be sent; of a reminder also that it was."""

    __tablename__ = "notices"
    __table_args__ = (
        Index("ix_notices_due", "done_at", "due_at"),
        UniqueConstraint("user_id", "channel", "event", "subject", "decision"),
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    user_id: Mapped[OfUser]
    channel: Mapped[str] = mapped_column(String(16))
    event: Mapped[str] = mapped_column(String(16))
    # The game or the tournament that it is about.
    subject: Mapped[str] = mapped_column(String(16))
    # The entry of the log since which somebody has to decide, or the round.
    decision: Mapped[int]
    created_at: Mapped[int] = mapped_column(BigInteger)
    due_at: Mapped[int] = mapped_column(BigInteger)
    attempts: Mapped[int] = mapped_column(default=0)
    done_at: Mapped[int | None] = mapped_column(BigInteger)


class ServerKeyRow(DefaultBase):
    """A key that all processes share, made at the first start."""

    __tablename__ = "server_keys"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class ServerRow(DefaultBase):
    """A running server process and when it was last alive."""

    __tablename__ = "servers"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    alive_at: Mapped[int] = mapped_column(BigInteger)


class OutageRow(DefaultBase):
    """A time in which no server ran; it counts on no clock."""

    __tablename__ = "outages"

    began_at: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    ended_at: Mapped[int] = mapped_column(BigInteger)
