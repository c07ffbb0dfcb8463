"""The door: how many connections are open, counted before any of them has asked for anything."""

import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts

with contextlib.suppress(ImportError):
    # Windows has no such limit.
    import resource

from twilight.server.config import Settings
from twilight.server.http.address import address_of
from twilight.server.metrics import OPEN_CONNECTIONS, TURNED_AWAY

_LOG: Final = logging.getLogger("twilight.door")
# File descriptors that connections never get: the database, workers, files of the client, and
# connections that the system has accepted but nobody has counted yet.
RESERVED_DESCRIPTORS: Final = 512
# Connections that wait to be accepted; with them the reserve is not used up at once.
BACKLOG: Final = 256
# Whoever is turned away comes again at once, so the log tells of it this seldom.
LOG_EVERY_SECONDS: Final = 10.0


class Door:
    """Counts open connections by address, and turns away what is too much."""

    def __init__(self, settings: Settings) -> None:
        self.request_seconds: Final = settings.request_seconds
        self._most: Final = places(settings.open_connections)
        self._most_each: Final = settings.connections_per_address
        self._proxies: Final = _TrustedHosts(settings.proxies)
        # How many connections are open, in all and from each address.
        self.open = 0
        self._by_address: Counter[str] = Counter()
        # Those who have not asked yet, the one who waits longest first, and how to end them.
        self._waiting: dict[object, Callable[[], None]] = {}
        self._untold: Counter[str] = Counter()
        self._told_at = -LOG_EVERY_SECONDS

    def enter(self, client: tuple[str, int] | None) -> bool:
        """Count a new connection; False tells that it must be ended at once.

        A proxy has many people behind it. When the house is full, whoever has waited longest
        without asking for anything goes, so that those who hold connections open keep nobody out.
        """
        address, host = address_of(client), client[0] if client is not None else None
        if self._by_address[address] >= self._most_each and host not in self._proxies:
            self.turn_away("address", client)
            return False
        if self.open >= self._most:
            self.turn_away("full", client)
            if not self._waiting:
                return False
            self._waiting.pop(next(iter(self._waiting)))()
        self._by_address[address] += 1
        self.open += 1
        OPEN_CONNECTIONS.set(self.open)
        return True

    def leave(self, client: tuple[str, int] | None) -> None:
        """Count the end of a connection."""
        address = address_of(client)
        self.open -= 1
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]
        OPEN_CONNECTIONS.set(self.open)

    def waits(self, connection: object, end: Callable[[], None]) -> None:
        """Remember one who has not asked yet."""
        self._waiting[connection] = end

    def asks(self, connection: object) -> None:
        """Forget that somebody has waited."""
        self._waiting.pop(connection, None)

    def turn_away(self, reason: str, client: tuple[str, int] | None) -> None:
        """Write down that a connection was ended, and why."""
        TURNED_AWAY.labels(reason).inc()
        self._untold[reason] += 1
        now = time.monotonic()
        if now - self._told_at >= LOG_EVERY_SECONDS:
            extra = {
                "reasons": dict(self._untold),
                "last_address": address_of(client),
                "open": self.open,
            }
            _LOG.warning("connections turned away", extra=extra)
            self._untold.clear()
            self._told_at = now


def places(wanted: int) -> int:
    """Tell how many connections there is room for, and ask the system for as much as it gives."""
    if "resource" not in globals():
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    needed = wanted + RESERVED_DESCRIPTORS
    allowed = needed if hard == unlimited else min(needed, hard)
    if soft != unlimited and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    room = wanted if soft == unlimited else min(wanted, soft - RESERVED_DESCRIPTORS)
    if room < wanted:
        extra = {"wanted": wanted, "room": room, "descriptors": soft}
        _LOG.warning("few file descriptors, so there are fewer connections", extra=extra)
    return max(1, room)


class DoorConfig(uvicorn.Config):
    """What uvicorn gives to each connection, and the door with it."""

    door: Door
