"""Notes between server processes, through Litestar's channels.

A note says that something has changed and never what is hidden; each process then reads the
database itself. So a note may get lost: whoever missed it catches up a little later.
"""

import asyncio
import contextlib
import logging
import time
from abc import abstractmethod
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final

from litestar.channels import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from twilight.server.config import ConfigError

_LOG: Final = logging.getLogger("twilight.channels")
CHANNEL: Final = "twilight"
RETRY_SECONDS: Final = 1.0
# A network that swallows everything must not hold up the notes after it.
PUBLISH_SECONDS: Final = 2.0
CONNECT_SECONDS: Final = 5.0
# A connection that only listens can't know that it is dead: after so much silence it asks.
SILENCE_SECONDS: Final = 5.0
_FAILURES: Final = (OSError, ConnectionError, TimeoutError)


def make_backend(url: str) -> ChannelsBackend:
    """Make the backend that a setting names."""
    if url in ("memory", "memory://"):
        return MemoryChannelsBackend()
    if url.startswith(("redis://", "rediss://")):
        return RedisNotes(url)
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresNotes(url)
    raise ConfigError("channels is neither memory, redis://... nor postgresql://...")


class Notes(ChannelsBackend):
    """What carriers have in common that may be away: what they don't take at once is dropped."""

    def __init__(self, failures: tuple[type[Exception], ...]) -> None:
        self._failures: Final[tuple[type[Exception], ...]] = (*_FAILURES, *failures)
        self._channels: set[str] = set()
        self._quiet_until = 0.0

    @abstractmethod
    async def _send(self, channel: str, data: bytes) -> None:
        """Give one note to the carrier."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Let go of the connection by which notes are sent; it has failed."""

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Publish, or drop the note: for a moment also those that follow one that was dropped."""
        if time.monotonic() < self._quiet_until:
            return
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                for channel in channels:
                    await self._send(channel, data)
        except self._failures as error:
            self._quiet_until = time.monotonic() + RETRY_SECONDS
            self._hang_up()
            _LOG.warning("notes not published", extra={"reason": repr(error)})

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Notes have no history."""
        return []


class RedisNotes(Notes):
    """PUBLISH and SUBSCRIBE; a connection that breaks or falls silent is opened again."""

    def __init__(self, url: str) -> None:
        try:
            from redis.asyncio import Redis
            from redis.asyncio.client import PubSub
            from redis.exceptions import RedisError
        except ImportError:
            raise ConfigError(
                "redis is not installed: pip install 'twilight-struggle[redis]'"
            ) from None
        super().__init__((RedisError,))
        self._redis: Final = Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS)
        self._listener: PubSub | None = None

    async def on_startup(self) -> None:
        """Nothing is connected before it is needed."""

    async def on_shutdown(self) -> None:
        """Close all connections."""
        await self._stop_listening()
        with contextlib.suppress(*self._failures):
            await self._redis.aclose()

    async def _send(self, channel: str, data: bytes) -> None:
        await self._redis.publish(channel, data)

    def _hang_up(self) -> None:
        """The client lets go of a broken connection by itself."""

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels, now or as soon as there is a connection."""
        new = set(channels) - self._channels
        self._channels |= new
        if self._listener is not None and new:
            await self._listener.subscribe(*new)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Stop listening to channels."""
        self._channels.difference_update(channels)
        # A server listens as long as it runs; then all connections are closed.

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Return the notes, across lost connections."""
        while True:
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    self._listener = self._redis.pubsub()
                    await self._listener.subscribe(*self._channels or {CHANNEL})
                async for event in self._heard(self._listener):
                    yield event
            except self._failures as error:
                _LOG.warning("not listening", extra={"reason": repr(error)})
            await self._stop_listening()
            await asyncio.sleep(RETRY_SECONDS)

    async def _heard(self, listener: Any) -> AsyncGenerator[tuple[str, bytes], None]:
        was_asked = False
        while True:
            message = await listener.get_message(timeout=SILENCE_SECONDS)
            if message is None:
                if was_asked:
                    raise ConnectionError("Redis has fallen silent")
                was_asked = True
                async with asyncio.timeout(PUBLISH_SECONDS):
                    await listener.ping()
                continue
            was_asked = False
            channel = (message["channel"] or b"").decode()
            if message["type"] == "message" and channel in self._channels:
                yield channel, message["data"]

    async def _stop_listening(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(*self._failures):
                async with asyncio.timeout(PUBLISH_SECONDS):
                    await listener.aclose()  # type: ignore[no-untyped-call]


class PostgresNotes(Notes):
    """LISTEN and NOTIFY over two steady connections that are opened again when they break."""

    def __init__(self, url: str) -> None:
        try:
            import asyncpg
        except ImportError:
            raise ConfigError(
                "asyncpg is not installed: pip install 'twilight-struggle[postgres]'"
            ) from None
        super().__init__((asyncpg.PostgresError, asyncpg.InterfaceError))
        self._url: Final = url
        self._queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._sender: asyncpg.Connection | None = None
        self._listener: asyncpg.Connection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()

    async def on_startup(self) -> None:
        """Start to listen."""
        self._queue = asyncio.Queue()
        self._lost = asyncio.Event()
        self._keeper = asyncio.create_task(self._keep_listening(), name="notes")

    async def on_shutdown(self) -> None:
        """Close both connections."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        self._hang_up()

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except self._failures as error:
                _LOG.warning("not listening", extra={"reason": repr(error)})
            finally:
                if self._listener is not None:
                    self._listener.terminate()
                    self._listener = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        """Listen until the connection is lost, or no longer answers."""
        import asyncpg

        self._lost.clear()
        listener = await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)
        self._listener = listener
        listener.add_termination_listener(lambda _connection: self._lost.set())
        for channel in self._channels:
            await listener.add_listener(channel, self._hear)
        while not self._lost.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SILENCE_SECONDS):
                    await self._lost.wait()
                continue
            await listener.execute("SELECT 1", timeout=CONNECT_SECONDS)

    def _hear(self, _connection: object, _process: int, channel: str, payload: object) -> None:
        self._queue.put_nowait((channel, str(payload).encode()))

    async def _send(self, channel: str, data: bytes) -> None:
        import asyncpg

        if self._sender is None or self._sender.is_closed():
            self._sender = await asyncpg.connect(self._url, timeout=CONNECT_SECONDS)
        await self._sender.execute("SELECT pg_notify($1, $2)", channel, data.decode())

    def _hang_up(self) -> None:
        if self._sender is not None:
            self._sender.terminate()
            self._sender = None

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listen to channels, now or as soon as there is a connection."""
        for channel in set(channels) - self._channels:
            self._channels.add(channel)
            if self._listener is not None and not self._listener.is_closed():
                await self._listener.add_listener(channel, self._hear)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Stop listening to channels."""
        for channel in set(channels) & self._channels:
            self._channels.discard(channel)
            if self._listener is not None and not self._listener.is_closed():
                await self._listener.remove_listener(channel, self._hear)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Return the notes as they come."""
        while True:
            yield await self._queue.get()
