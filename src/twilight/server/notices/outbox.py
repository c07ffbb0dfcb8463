"""The outbox: notices that wait in the database until they are sent, given up, or told too late.

A notice never holds a game up: it is written down beside the game and sent by a task of its own.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, false, or_, select, update

from twilight.server.errors import Conflict, StorageError
from twilight.server.metrics import NOTICES
from twilight.server.notices.notice_texts import REMINDERS, RESULTS
from twilight.server.storage.database import Database
from twilight.server.storage.models import NoticeRow

_LOG: Final = logging.getLogger("twilight.notices")
MOST_TRIES: Final = 6
# Each pause before another try is so much longer than the one before.
_LONGER: Final = 6
_BATCH: Final = 100
# Whoever has taken a notice and dies leaves it to another process after so long.
_LEASE: Final = 120_000
# That somebody has been reminded is remembered for so long.
_REMEMBERED: Final = 60 * 24 * 3600 * 1000


class Later(Exception):
    """A notice that must wait until some time, because it is quiet."""

    def __init__(self, until: int) -> None:
        super().__init__(until)
        self.until: Final = until


class NotSent(Exception):
    """A notice that was not taken; another try may do better."""


Send = Callable[[list[NoticeRow]], Awaitable[None]]


class Outbox:
    """Keeps notices and has them sent, each with a few tries."""

    def __init__(self, database: Database, pause_seconds: float, now: Callable[[], int]) -> None:
        self._database: Final = database
        self._pause: Final = pause_seconds
        self._now: Final = now
        self._busy: Final = asyncio.Semaphore(8)
        self._cleaned_at = 0

    async def put(self, row: NoticeRow) -> None:
        """Keep a notice; an older one of its kind about the same thing gives way to it."""
        with contextlib.suppress(Conflict):
            # Another process that has seen the same is as good.
            await self._put(row)

    async def _put(self, row: NoticeRow) -> None:
        async with self._database.write() as session:
            same = [
                NoticeRow.user_id == row.user_id,
                NoticeRow.channel == row.channel,
                NoticeRow.event == row.event,
                NoticeRow.subject == row.subject,
            ]
            if row.event in REMINDERS or row.event in RESULTS:
                same.append(NoticeRow.decision == row.decision)
            if row.event in REMINDERS:
                told = select(NoticeRow.id).where(*same)
                if (await session.scalars(told)).first() is not None:
                    return
            await session.execute(delete(NoticeRow).where(*same))
            session.add(row)
            await session.flush()

    async def run(self, send: Send) -> None:
        """Send what is due, for ever."""
        while True:
            await asyncio.sleep(min(1.0, self._pause))
            try:
                await self._send_due(send)
                await self._clean()
            except StorageError as error:
                _LOG.warning("notices wait", extra={"reason": str(error)})
            except Exception:
                _LOG.exception("notices not looked after")

    async def _send_due(self, send: Send) -> None:
        groups: dict[tuple[str, str, bool], list[NoticeRow]] = {}
        for row in await self._taken():
            # A reminder does not wait for the others.
            key = (row.user_id, row.channel, row.event in REMINDERS)
            groups.setdefault(key, []).append(row)
        await asyncio.gather(*(self._deliver(rows, send) for rows in groups.values()))

    async def _taken(self) -> list[NoticeRow]:
        """Take what is due; of two processes one gets each notice."""
        now = self._now()
        due = select(NoticeRow).where(NoticeRow.done_at.is_(None), NoticeRow.due_at <= now)
        async with self._database.read() as session:
            found = (await session.scalars(due.order_by(NoticeRow.due_at).limit(_BATCH))).all()
        if not found:
            return []
        mine = []
        async with self._database.write() as session:
            for row in found:
                taken = update(NoticeRow).where(
                    NoticeRow.id == row.id, NoticeRow.due_at == row.due_at
                )
                result = await session.execute(
                    taken.values(due_at=now + _LEASE, attempts=NoticeRow.attempts + 1)
                )
                if result.rowcount == 1:  # type: ignore[attr-defined]
                    mine.append(row)
        return mine

    async def _deliver(self, rows: list[NoticeRow], send: Send) -> None:
        """Send the notices of one person through one channel."""
        channel = rows[0].channel
        try:
            async with self._busy:
                await send(rows)
        except Later as later:
            await self._put_off(rows, later.until, tried=False)
            return
        except NotSent as error:
            await self._not_sent(rows, str(error))
            return
        except Exception:
            _LOG.exception("notice failed", extra={"channel": channel})
            await self._not_sent(rows, "an error of this server")
            return
        NOTICES.labels(channel, "sent").inc(len(rows))
        await self._finish(rows)

    async def _not_sent(self, rows: list[NoticeRow], reason: str) -> None:
        channel = rows[0].channel
        NOTICES.labels(channel, "failed").inc(len(rows))
        _LOG.warning("notice not sent", extra={"channel": channel, "reason": reason})
        over = [row for row in rows if row.attempts + 1 >= MOST_TRIES]
        if over:
            NOTICES.labels(channel, "given up").inc(len(over))
            await self._finish(over)
        for row in rows:
            if row not in over:
                pause = int(self._pause * 1000 * _LONGER**row.attempts)
                await self._put_off([row], self._now() + pause, tried=True)

    async def _put_off(self, rows: list[NoticeRow], until: int, *, tried: bool) -> None:
        async with self._database.write() as session:
            for row in rows:
                changed = update(NoticeRow).where(_is(row))
                attempts = row.attempts + 1 if tried else row.attempts
                await session.execute(changed.values(due_at=until, attempts=attempts))

    async def _finish(self, rows: list[NoticeRow]) -> None:
        """Forget what was sent, except that somebody was reminded."""
        reminders = [_is(row) for row in rows if row.event in REMINDERS]
        others = [_is(row) for row in rows if row.event not in REMINDERS]
        async with self._database.write() as session:
            done = update(NoticeRow).where(or_(false(), *reminders))
            await session.execute(done.values(done_at=self._now()))
            await session.execute(delete(NoticeRow).where(or_(false(), *others)))

    async def _clean(self) -> None:
        now = self._now()
        if now - self._cleaned_at < _REMEMBERED // 1000:
            return
        self._cleaned_at = now
        async with self._database.write() as session:
            old = delete(NoticeRow).where(NoticeRow.done_at < now - _REMEMBERED)
            await session.execute(old)


def _is(row: NoticeRow) -> ColumnElement[bool]:
    """Name a notice by more than its number, which SQLite gives to the one that took its place."""
    return and_(NoticeRow.id == row.id, NoticeRow.created_at == row.created_at)
