"""The herald: sees what happens in games and tournaments, and tells those who want to know."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from twilight.server.messages.notices import ChannelName, NoticeTried
from twilight.server.notices.courier import CHANNELS, Courier
from twilight.server.notices.notice_texts import HOUR, REMINDERS, is_wanted
from twilight.server.notices.outbox import Outbox
from twilight.server.notices.push import Push
from twilight.server.notices.quiet import gathered_until
from twilight.server.notices.reach import Reach
from twilight.server.notices.wishes import Wishes
from twilight.server.notices.wording import MINUTE
from twilight.server.people.identity import Identities
from twilight.server.play.standing import Standing, standing_from_text
from twilight.server.storage.models import GameRow, NoticeRow, TournamentRow
from twilight.server.storage.store import (
    ABORTED,
    ACTIVE,
    FINISHED,
    HOT_SEAT,
    ONLINE,
    Stored,
    with_seats,
)
from twilight.server.tournaments.record import RUNNING, Record, read

if TYPE_CHECKING:
    from twilight.server.play.hub import Hub
    from twilight.server.play.room import Room

LONGEST_REMINDER: Final = 72 * HOUR


@dataclass(slots=True)
class Seen:
    """What a room looked like when the herald last looked."""

    asked: frozenset[int]
    status: str


class Herald:
    """Writes notices down when something happens, and sends them when they are due."""

    def __init__(self, hub: "Hub", identities: Identities) -> None:
        settings = hub.settings
        self._hub: Final = hub
        self._delay: Final = int(settings.notice_seconds * 1000)
        self._outbox: Final = Outbox(hub.database, settings.notice_seconds, hub.now)
        self.wishes: Final = Wishes(hub.database)
        self.reach: Final = Reach(settings.inner_addresses)
        self._courier: Final = Courier(hub, identities, self.wishes, self.reach)

    async def start(self) -> None:
        """Make the keys if there are none, and begin to send."""
        await self.push.prepare()
        self._hub.spawn(self._outbox.run(self._courier.send))

    async def stop(self) -> None:
        """Close all connections."""
        await self.reach.close()

    @property
    def push(self) -> Push:
        """What sends to browsers."""
        return self._courier.push

    async def try_out(self, user_id: str, channel: ChannelName) -> NoticeTried:
        """Send a notice now and tell whether it was taken."""
        return await self._courier.try_out(user_id, channel)

    # What happens

    @staticmethod
    def look(room: "Room") -> Seen:
        """Remember what a room looks like."""
        referee = room.referee
        asked = referee.asked_seats if referee.started else ()
        return Seen(frozenset(asked), room.stored.row.status)

    def changed(self, room: "Room") -> None:
        """Tell who has to move now, and that a game has begun or ended."""
        before, now = room.seen, self.look(room)
        room.seen = now
        if room.stored.row.mode == HOT_SEAT:
            return
        away = [seat for seat in (0, 1) if seat not in room.connected]
        if now.status != before.status:
            if now.status == ACTIVE and room.stored.row.mode == ONLINE:
                self._tell(room, "began", away)
            elif now.status in (FINISHED, ABORTED):
                self._tell(room, "ended", away)
        if now.status == ACTIVE and not room.referee.paused:
            self._tell(room, "move", [seat for seat in away if seat in now.asked - before.asked])

    def said(self, room: "Room", speaker: int | None) -> None:
        """Tell the other player that somebody has written."""
        seats = [seat for seat in (0, 1) if seat != speaker and seat not in room.connected]
        self._tell(room, "chat", seats)

    def _tell(self, room: "Room", event: str, seats: Iterable[int]) -> None:
        for seat in seats:
            user_id = room.stored.seats[seat].user_id
            if user_id is not None:
                self.tell(user_id, event, room.id, room.referee.decision)

    def tell(self, user_id: str, event: str, subject: str, decision: int) -> None:
        """Tell somebody of an event, beside all that goes on.

        `subject` is a game or a tournament, and `decision` a number that tells events of one kind
        apart: the entry since which somebody has to decide, or the round.
        """
        self._hub.spawn(self._write_down(user_id, event, subject, decision))

    # Reminders

    async def remind(self) -> None:
        """Remind those whose time runs out: for a move in a game of days, for a game of a round."""
        now = self._hub.now()
        await self._remind_of_moves(now)
        await self._remind_of_rounds(now)

    async def _remind_of_moves(self, now: int) -> None:
        query = select(GameRow).where(
            GameRow.status == ACTIVE,
            GameRow.deadline > now,
            GameRow.deadline <= now + LONGEST_REMINDER,
        )
        async with self._hub.database.read() as session:
            games = await with_seats(session, (await session.scalars(query)).all())
        for stored in games:
            standing = standing_from_text(stored.row.standing or "")
            if standing is not None and stored.clock.is_slow:
                await self._remind(stored, standing, now)

    async def _remind(self, stored: Stored, standing: Standing, now: int) -> None:
        for seat in standing.asked:
            user_id, deadline = stored.seats[seat].user_id, standing.deadlines[seat]
            if user_id is None or deadline is None:
                continue
            kept = await self.wishes.of(user_id)
            if kept is None or deadline - now > kept.wishes.reminder_hours * HOUR:
                continue
            await self._write_down(user_id, "time", stored.row.id, standing.decision)

    async def _remind_of_rounds(self, now: int) -> None:
        query = select(TournamentRow.id).where(
            TournamentRow.status == RUNNING,
            TournamentRow.round_ends_at > now,
            TournamentRow.round_ends_at <= now + LONGEST_REMINDER,
        )
        async with self._hub.database.read() as session:
            ids = (await session.scalars(query)).all()
            records = [await read(session, one) for one in ids]
        for record in records:
            for user_id in _who_still_plays(record):
                await self._remind_of_round(record, user_id, now)

    async def _remind_of_round(self, record: Record, user_id: str, now: int) -> None:
        kept, ends = await self.wishes.of(user_id), record.row.round_ends_at or 0
        if kept is None:
            return
        # In a short round not before half of it is over.
        hours = min(kept.wishes.reminder_hours, record.row.round_hours / 2)
        if ends - now <= hours * HOUR:
            # Told again where the organiser has let the round end later.
            await self._write_down(user_id, "deadline", record.row.id, ends // MINUTE)

    async def _write_down(self, user_id: str, event: str, subject: str, decision: int) -> None:
        kept = await self.wishes.of(user_id)
        if kept is None:
            return
        now = self._hub.now()
        for channel in CHANNELS:
            if not is_wanted(getattr(kept.wishes, channel), event):
                continue
            due = now + self._delay
            if channel == "mail" and event not in REMINDERS:
                due = max(due, gathered_until(kept.wishes, now))
            row = NoticeRow(
                user_id=user_id,
                channel=channel,
                event=event,
                subject=subject,
                decision=decision,
                created_at=now,
                due_at=due,
                attempts=0,
            )
            await self._outbox.put(row)


def _who_still_plays(record: Record) -> list[str]:
    """List the people whose game of the round is not decided."""
    numbers = [
        number
        for one in record.round_of(record.row.round)
        if one.decided is None
        for number in (one.ussr, one.us)
        if number is not None
    ]
    users = [record.entrant(number).user_id for number in numbers]
    return [user_id for user_id in users if user_id is not None]
