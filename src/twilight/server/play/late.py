"""A rated game as spectators see it: some minutes late, so that nobody can be told of it."""

from collections import deque
from typing import Final

from twilight.server.errors import Refusal
from twilight.server.play.clock import Downtime
from twilight.server.play.entries import Entry
from twilight.server.play.referee import Referee
from twilight.server.storage.store import Store, Stored


class Late:
    """The log of a game as it was some time ago; it goes on as that time passes."""

    def __init__(self, stored: Stored, downtime: Downtime) -> None:
        self.referee: Final = Referee(stored.setup, downtime)
        self._game_id: Final = stored.row.id
        self._waiting: deque[Entry] = deque()
        self._read = 0
        self._read_at = 0

    async def catch_up(self, store: Store, now: int, delay: int) -> Referee:
        """Apply all that had happened some time before now."""
        due = now - delay
        # What has been written since the last reading is not due before that time has come.
        if due >= self._read_at:
            entries = await store.entries_after(self._game_id, self._read)
            self._read_at = now
            if entries:
                self._read = entries[-1].number
                self._waiting.extend(entries)
        try:
            while self._waiting and self._waiting[0].at <= due:
                self.referee.apply(self._waiting.popleft())
        except Exception as error:
            # The rules have changed since, and only the players' table was mended.
            raise Refusal("busy", "This game can be watched when it is over.") from error
        return self.referee
