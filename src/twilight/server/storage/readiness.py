"""Whether the server can do its work: take answers and keep them."""

import asyncio
import time
from typing import Final

from twilight.server.errors import StorageError
from twilight.server.storage.uptime import Uptime

# However often it is asked, it is looked this seldom.
TRUST_SECONDS: Final = 1.0
# A database that has not written a line in this time is of no use to players.
WRITE_SECONDS: Final = 3.0


class Readiness:
    """Writes a line now and then, and remembers whether that went well."""

    def __init__(self, uptime: Uptime) -> None:
        self._uptime: Final = uptime
        self._looking: asyncio.Task[bool] | None = None
        self._looked_at = -TRUST_SECONDS
        self._could_write = False

    async def can_write(self, now: int) -> bool:
        """Tell whether the database takes what it is given."""
        if time.monotonic() - self._looked_at < TRUST_SECONDS:
            return self._could_write
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(now))
        task = self._looking
        # Whoever asks waits for so long; the write itself is not broken off.
        await asyncio.wait({task}, timeout=WRITE_SECONDS)
        if not task.done():
            return False
        return task.result()

    async def _look(self, now: int) -> bool:
        try:
            await self._uptime.write(now)
            self._could_write = True
        except StorageError:
            self._could_write = False
        finally:
            self._looked_at = time.monotonic()
            self._looking = None
        return self._could_write
