"""When Python looks for garbage: a full search stops everyone for a moment, so it is rare.

Nearly everything is freed without any search; what is left are cycles, such as the rooms and
connections that belong together.
"""

import asyncio
import gc
import time
from typing import Final

from twilight.server.hub import Hub

# How often the youngest and the middle generation are searched; the oldest one never by itself.
THRESHOLDS: Final = (5_000, 10, 1_000_000)
LOOK_SECONDS: Final = 5.0
# How long to wait between full searches while somebody is connected, and while nobody is.
BUSY_SECONDS: Final = 600.0
QUIET_SECONDS: Final = 60.0


def search_rarely() -> None:
    """Take all that has been loaded so far out of every later search."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def search_when_quiet(hub: Hub) -> None:
    """Search everything now and then, best when nobody is there to notice."""
    searched = time.monotonic()
    was_busy = False
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        is_busy = bool(hub.connections)
        waited = time.monotonic() - searched
        has_left = was_busy and not is_busy
        if has_left or waited > (BUSY_SECONDS if is_busy else QUIET_SECONDS):
            gc.collect()
            searched = time.monotonic()
        was_busy = is_busy
