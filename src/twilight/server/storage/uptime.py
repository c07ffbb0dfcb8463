"""When servers ran: the times in which none did, or none could write, count on no clock."""

from typing import Final

from sqlalchemy import delete, func, select, update

from twilight.server.storage.database import Database
from twilight.server.storage.models import OutageRow, ServerRow

# A process that has not signed for so long is dead.
DEAD_AFTER: Final = 10_000
_SIGN_EVERY: Final = 4_000


class Uptime:
    """Signs for this process, and knows the outages."""

    def __init__(self, database: Database, server_id: str) -> None:
        self.server_id: Final = server_id
        self._database: Final = database
        self._outages: list[tuple[int, int]] = []
        self._signed_at = 0

    async def start(self, now: int) -> None:
        """Find out whether any server has run until now, and sign."""
        async with self._database.write() as session:
            last = await session.scalar(select(func.max(ServerRow.alive_at)))
            if last is not None and now - last > DEAD_AFTER:
                session.add(OutageRow(began_at=last, ended_at=now))
            await session.execute(delete(ServerRow).where(ServerRow.alive_at < now - DEAD_AFTER))
            session.add(ServerRow(id=self.server_id, alive_at=now))
        self._signed_at = now
        async with self._database.read() as session:
            rows = (await session.execute(select(OutageRow.began_at, OutageRow.ended_at))).all()
        self._outages = [(row[0], row[1]) for row in rows]

    async def sign(self, now: int) -> None:
        """Write down that this process lives, and when it could not for a while."""
        silent = now - self._signed_at
        if silent < _SIGN_EVERY:
            return
        async with self._database.write() as session:
            await session.merge(ServerRow(id=self.server_id, alive_at=now))
            if silent > DEAD_AFTER:
                # The database was away, or the machine slept.
                await session.merge(OutageRow(began_at=self._signed_at, ended_at=now))
        if silent > DEAD_AFTER:
            self._outages.append((self._signed_at, now))
        self._signed_at = now

    async def write(self, now: int) -> None:
        """Write a line, only to see whether that can be done."""
        async with self._database.write() as session:
            alive = update(ServerRow).where(ServerRow.id == self.server_id)
            await session.execute(alive.values(alive_at=now))

    async def stop(self, now: int) -> None:
        """Sign a last time: an outage begins now if nobody else runs."""
        async with self._database.write() as session:
            await session.merge(ServerRow(id=self.server_id, alive_at=now))

    def downtime(self, start: int, end: int) -> int:
        """Tell how much of a span no server ran; several processes may tell of one outage."""
        down, reached = 0, start
        for began, ended in sorted(self._outages):
            first, last = max(reached, began), min(end, ended)
            if first < last:
                down += last - first
                reached = last
        return down
