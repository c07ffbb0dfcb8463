"""When Python looks for garbage: a full search stops everyone for a moment, so it is seldom.

Nearly everything is freed without any search: games and live connections are, when they end. What
is left are small cycles, such as the parser of a closed HTTP connection.
"""

import asyncio
import gc
import logging
import time
from typing import Final

_LOG: Final = logging.getLogger("twilight.garbage")
# How often the youngest and the middle generation are searched; the oldest one never by itself.
THRESHOLDS: Final = (5_000, 10, 1_000_000)
# How long to wait between full searches: so long at least, and so many times what one takes.
LEAST_SECONDS: Final = 60.0
TIMES_AS_LONG: Final = 2_000


def search_rarely() -> None:
    """Take all that has been loaded so far out of every later search."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def pause_after(took: float) -> float:
    """Tell how long to wait after a search."""
    return max(LEAST_SECONDS, TIMES_AS_LONG * took)


async def search_now_and_then() -> None:
    """Search everything, again and again, for a small part of the time."""
    took = 0.0
    while True:
        await asyncio.sleep(pause_after(took))
        # Processor time: on a crowded machine the clock would put the next search off too long.
        began = time.thread_time()
        found = gc.collect()
        took = time.thread_time() - began
        _LOG.debug("garbage searched", extra={"found": found, "seconds": round(took, 4)})
