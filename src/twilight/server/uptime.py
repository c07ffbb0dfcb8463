"""When servers ran: the times in which none did count on no clock."""

from typing import Final

from sqlalchemy import delete, func, select

from twilight.server.database import Database
from twilight.server.models import OutageRow, ServerRow

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
        """Write down that this process lives."""
        if now - self._signed_at < _SIGN_EVERY:
            return
        async with self._database.write() as session:
            await session.merge(ServerRow(id=self.server_id, alive_at=now))
        self._signed_at = now

    async def stop(self, now: int) -> None:
        """Sign a last time: an outage begins now if nobody else runs."""
        self._signed_at = 0
        await self.sign(now)

    def downtime(self, start: int, end: int) -> int:
        """Tell how much of a span no server ran."""
        return sum(max(0, min(end, ended) - max(start, began)) for began, ended in self._outages)
