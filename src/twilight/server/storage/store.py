"""What the server reads from the database about games, and how it makes new ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.engine.rules import Rules, rules_from_dict
from twilight.server.play.clock import ClockRules, Spans
from twilight.server.play.entries import Entry, EntryKind, Setup
from twilight.server.storage.database import Database
from twilight.server.storage.models import (
    EntryRow,
    GameRow,
    SeatRow,
    SnapshotRow,
    User,
    VacationRow,
)
from twilight.server.storage.rating_scale import shown_rating

OPEN: Final = "open"
ACTIVE: Final = "active"
FINISHED: Final = "finished"
ABORTED: Final = "aborted"

COMPUTER: Final = "computer"
HOT_SEAT: Final = "hotseat"
ONLINE: Final = "online"
STUDY: Final = "study"


@dataclass(slots=True)
class Stored:
    """A game as it is stored, without its log."""

    row: GameRow
    seats: list[SeatRow]
    # The ratings of the users who sit there and have one.
    ratings: dict[str, int] = field(default_factory=dict)
    # The users who sit there and are programs.
    programs: frozenset[str] = frozenset()
    # The vacations of the users, and whose questions with one answer are not asked.
    vacations: dict[str, Spans] = field(default_factory=dict)
    spared: frozenset[str] = frozenset()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_from_dict(self.row.rules)

    @property
    def clock(self) -> ClockRules:
        """The clock that was agreed on."""
        return msgspec.convert(self.row.clock, ClockRules)

    @property
    def setup(self) -> Setup:
        """What the log builds on."""
        humans = [seat.bot is None for seat in self.seats]
        return Setup(
            rules=self.rules,
            seed=self.row.seed,
            clock=self.clock,
            rated=self.row.rated,
            human=(humans[0], humans[1]),
            shared=self.row.mode == HOT_SEAT,
            vacations=self.vacations_by_seat,
            dice=tuple(int(face) for face in self.row.branch_dice or ""),
        )

    @property
    def vacations_by_seat(self) -> tuple[Spans, Spans]:
        """When the players are on vacation; only a clock of days stands still for it."""
        if not self.clock.is_slow:
            return ((), ())
        first, second = (self.vacations.get(seat.user_id or "", ()) for seat in self.seats)
        return first, second

    @property
    def spared_seats(self) -> tuple[int, ...]:
        """The seats whose questions with one answer are not asked, in a game of days."""
        if not self.clock.is_slow:
            return ()
        return tuple(seat.seat for seat in self.seats if seat.user_id in self.spared)

    def seats_of(self, user_id: str | None) -> tuple[int, ...]:
        """Tell which seats a user has."""
        if user_id is None:
            return ()
        return tuple(seat.seat for seat in self.seats if seat.user_id == user_id)

    def is_late_for(self, seats: Sequence[int]) -> bool:
        """Tell whether somebody with these seats sees the game later than the players."""
        return self.row.rated and self.row.status == ACTIVE and not seats

    @property
    def is_full(self) -> bool:
        """Whether both seats are taken."""
        return all(is_taken(seat) for seat in self.seats)


def is_taken(seat: SeatRow) -> bool:
    """Tell whether a user, a computer player or a program has a seat."""
    return bool(seat.user_id or seat.bot or seat.token_hash)


class Store:
    """Reads games; everything here is safe to call from any task."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database

    async def load(self, game_id: str) -> Stored | None:
        """Read a game, or return None."""
        async with self.database.read() as session:
            return await load(session, game_id)

    async def entries_after(self, game_id: str, number: int) -> list[Entry]:
        """Read the log from some number on."""
        columns = EntryRow.number, EntryRow.kind, EntryRow.actor, EntryRow.value
        query = (
            select(*columns, EntryRow.at, EntryRow.left)
            .where(EntryRow.game_id == game_id, EntryRow.number > number)
            .order_by(EntryRow.number)
        )
        async with self.database.read() as session:
            rows = (await session.execute(query)).all()
        return [Entry(row[0], EntryKind(row[1]), *row[2:]) for row in rows]

    async def snapshot_of(self, game_id: str) -> SnapshotRow | None:
        """Read the latest snapshot of a game."""
        async with self.database.read() as session:
            return await session.get(SnapshotRow, game_id)

    async def numbers_of(self, game_ids: Sequence[str]) -> dict[str, int]:
        """Read how long the logs of some games are."""
        query = select(GameRow.id, GameRow.entries).where(GameRow.id.in_(game_ids))
        async with self.database.read() as session:
            return {row[0]: row[1] for row in await session.execute(query)}

    async def overdue(self, now: int) -> list[str]:
        """Find the games in which somebody's time is up."""
        query = select(GameRow.id).where(GameRow.status == ACTIVE, GameRow.deadline <= now)
        async with self.database.read() as session:
            return list((await session.scalars(query)).all())

    async def lobby(self, status: str, since: int, limit: int) -> list[Stored]:
        """List public games of a status in which something happened lately, the newest first."""
        query = (
            select(GameRow)
            .where(GameRow.status == status, GameRow.public.is_(True), GameRow.mode != STUDY)
            .where(GameRow.updated_at >= since)
            .order_by(GameRow.created_at.desc())
            .limit(limit)
        )
        async with self.database.read() as session:
            return await with_seats(session, (await session.scalars(query)).all())

    async def games_of(
        self, user_id: str, statuses: Sequence[str], before: int | None, limit: int
    ) -> list[Stored]:
        """List the games of a user, the last played first, and what they have brought in to study.

        Whoever organises a tournament is the host of games that are others' own.
        """
        theirs = select(SeatRow.game_id).where(SeatRow.user_id == user_id)
        studied = and_(GameRow.host_id == user_id, GameRow.mode == STUDY)
        query = select(GameRow).where(
            GameRow.status.in_(statuses), or_(GameRow.id.in_(theirs), studied)
        )
        if before is not None:
            query = query.where(GameRow.updated_at < before)
        query = query.order_by(GameRow.updated_at.desc()).limit(limit)
        async with self.database.read() as session:
            return await with_seats(session, (await session.scalars(query)).all())

    async def count(self, status: str) -> int:
        """Count the games of a status."""
        query = select(func.count()).select_from(GameRow).where(GameRow.status == status)
        async with self.database.read() as session:
            return int(await session.scalar(query) or 0)

    async def change(self, game_id: str, **changes: Any) -> None:
        """Change the row of a game."""
        async with self.database.write() as session:
            await session.execute(update(GameRow).where(GameRow.id == game_id).values(**changes))


async def load(session: AsyncSession, game_id: str) -> Stored | None:
    """Read a game within a session."""
    row = await session.get(GameRow, game_id)
    if row is None:
        return None
    return (await with_seats(session, [row]))[0]


async def with_seats(session: AsyncSession, rows: Sequence[GameRow]) -> list[Stored]:
    """Add the seats to games."""
    query = (
        select(SeatRow)
        .where(SeatRow.game_id.in_([row.id for row in rows]))
        .order_by(SeatRow.game_id, SeatRow.seat)
    )
    seats: dict[str, list[SeatRow]] = {}
    for seat in (await session.scalars(query)).all():
        seats.setdefault(seat.game_id, []).append(seat)
    users = {seat.user_id for found in seats.values() for seat in found if seat.user_id}
    rated = select(User.id, User.rating_mu).where(User.id.in_(users), User.rated_games > 0)
    ratings = {row[0]: shown_rating(row[1]) for row in await session.execute(rated)}
    owned = select(User.id).where(User.id.in_(users), User.owner_id.is_not(None))
    programs = set((await session.scalars(owned)).all())
    spared = select(User.id).where(User.id.in_(users), User.spares_single.is_(True))
    unasked = frozenset((await session.scalars(spared)).all())
    vacations = await _vacations_of(session, users)
    found = []
    for row in rows:
        places = seats.get(row.id, [])
        here = {seat.user_id for seat in places if seat.user_id}
        known = {one: ratings[one] for one in here if one in ratings}
        stored = Stored(row, places, known, frozenset(here & programs))
        stored.vacations = {one: vacations[one] for one in here if one in vacations}
        stored.spared = unasked & here
        found.append(stored)
    return found


async def _vacations_of(session: AsyncSession, users: set[str]) -> dict[str, Spans]:
    columns = VacationRow.user_id, VacationRow.began_at, VacationRow.ends_at
    query = select(*columns).where(VacationRow.user_id.in_(users)).order_by(VacationRow.began_at)
    found: dict[str, Spans] = {}
    for user_id, began, ends in await session.execute(query):
        found[user_id] = (*found.get(user_id, ()), (began, ends))
    return found
