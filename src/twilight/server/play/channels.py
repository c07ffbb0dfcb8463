"""Notes between server processes, through Litestar's channels.

A note says that something has changed and never what is hidden; each process then reads the
database itself. So a note may get lost: whoever missed it catches up a little later.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import Final

from litestar.channels import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from twilight.server.config import ConfigError

_LOG: Final = logging.getLogger("twilight.channels")
CHANNEL: Final = "twilight"
RETRY_SECONDS: Final = 1.0
# A network that swallows everything must not hold up the notes after it.
PUBLISH_SECONDS: Final = 5.0
_FAILURES: Final = (OSError, ConnectionError, TimeoutError)


def make_backend(url: str) -> ChannelsBackend:
    """Make the backend that a setting names."""
    if url in ("memory", "memory://"):
        return MemoryChannelsBackend()
    if url.startswith(("redis://", "rediss://")):
        return _redis(url)
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresNotes(url)
    raise ConfigError("channels is neither memory, redis://... nor postgresql://...")


def _redis(url: str) -> ChannelsBackend:
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ImportError:
        raise ConfigError(
            "redis is not installed: pip install 'twilight-struggle[redis]'"
        ) from None
    redis = Redis.from_url(url)
    backend = RedisChannelsPubSubBackend(redis=redis)
    return Steady(backend, (*_FAILURES, RedisError), redis.aclose)


class Steady(ChannelsBackend):
    """Keeps a backend going whose connection may fail: what can't be published is dropped."""

    def __init__(
        self,
        backend: ChannelsBackend,
        failures: tuple[type[Exception], ...],
        close: Callable[[], Awaitable[None]],
    ) -> None:
        self._backend: Final = backend
        self._failures: Final = failures
        self._close: Final = close
        self._wanted: set[str] = set()
        self._is_subscribed = False

    async def on_startup(self) -> None:
        """Start."""
        await self._backend.on_startup()

    async def on_shutdown(self) -> None:
        """Stop."""
        try:
            await self._backend.on_shutdown()
            await self._close()
        except self._failures as error:
            _LOG.warning("channels did not close", extra={"reason": str(error)})

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Publish, or drop the note."""
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self._backend.publish(data, channels)
        except self._failures as error:
            _LOG.warning("note not published", extra={"reason": str(error)})

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Subscribe now, or as soon as that is possible."""
        self._wanted.update(channels)
        self._is_subscribed = False
        if not self._wanted:
            return
        try:
            await self._backend.subscribe(list(self._wanted))
            self._is_subscribed = True
        except self._failures as error:
            _LOG.warning("not subscribed", extra={"reason": str(error)})

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Unsubscribe."""
        self._wanted.difference_update(channels)
        try:
            await self._backend.unsubscribe(channels)
        except self._failures as error:
            _LOG.warning("not unsubscribed", extra={"reason": str(error)})

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """Return the notes, across lost connections."""
        while True:
            while not self._is_subscribed:
                # The backend itself would wait for ever for what has failed once.
                await asyncio.sleep(RETRY_SECONDS)
                if not self._is_subscribed:
                    await self.subscribe(())
            try:
                async for event in self._backend.stream_events():
                    yield event
            except self._failures as error:
                _LOG.warning("channels lost", extra={"reason": str(error)})
            self._is_subscribed = False

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Notes have no history."""
        return []


class PostgresNotes(ChannelsBackend):
    """LISTEN and NOTIFY over two steady connections that are opened again when they break."""

    def __init__(self, url: str) -> None:
        try:
            import asyncpg
        except ImportError:
            raise ConfigError(
                "asyncpg is not installed: pip install 'twilight-struggle[postgres]'"
            ) from None
        self._url: Final = url
        self._failures: Final = (*_FAILURES, asyncpg.PostgresError, asyncpg.InterfaceError)
        self._queue: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self._channels: set[str] = set()
        self._sender: asyncpg.Connection | None = None
        self._listener: asyncpg.Connection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()

    async def on_startup(self) -> None:
        """Start to listen."""
        self._queue = asyncio.Queue()
        self._lost = asyncio.Event()
        self._lost.set()
        self._keeper = asyncio.create_task(self._keep_listening(), name="notes")

    async def on_shutdown(self) -> None:
        """Close both connections."""
        if self._keeper is not None:
            self._keeper.cancel()
        for connection in (self._listener, self._sender):
            if connection is not None and not connection.is_closed():
                connection.terminate()
        self._listener = self._sender = None

    async def _keep_listening(self) -> None:
        import asyncpg

        while True:
            await self._lost.wait()
            try:
                connection = await asyncpg.connect(self._url, timeout=5)
                connection.add_termination_listener(lambda _connection: self._lost.set())
                self._lost.clear()
                for channel in self._channels:
                    await connection.add_listener(channel, self._hear)
                self._listener = connection
            except self._failures as error:
                _LOG.warning("not listening", extra={"reason": str(error)})
                self._lost.set()
                await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, _connection: object, _process: int, channel: str, payload: object) -> None:
        self._queue.put_nowait((channel, str(payload).encode()))

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Publish, or drop the note."""
        import asyncpg

        try:
            if self._sender is None or self._sender.is_closed():
                self._sender = await asyncpg.connect(self._url, timeout=5)
            for channel in channels:
                await self._sender.execute("SELECT pg_notify($1, $2)", channel, data.decode())
        except self._failures as error:
            _LOG.warning("note not published", extra={"reason": str(error)})

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

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Notes have no history."""
        return []
