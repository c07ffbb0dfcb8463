"""Notes between processes: they are heard, and heard again after the carrier was away."""

import asyncio
import contextlib
import subprocess

import pytest
from litestar.channels import ChannelsBackend

from tests.server.processes import Postgres, Redis
from twilight.server.play.channels import CHANNEL, make_backend

pytestmark = pytest.mark.slow


async def publish_until_heard(sender: ChannelsBackend, heard: "asyncio.Queue[bytes]") -> None:
    """A note may get lost; one of many must arrive."""
    while not heard.empty():
        heard.get_nowait()
    async with asyncio.timeout(60):
        while heard.empty():
            await sender.publish(b"note", [CHANNEL])
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    assert await heard.get() == b"note"
                    return


async def survive(carrier: Postgres | Redis) -> None:
    sender, hearer = make_backend(carrier.url), make_backend(carrier.url)
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def listen() -> None:
        async for channel, data in hearer.stream_events():
            assert channel == CHANNEL
            heard.put_nowait(data)

    # The carrier is not there yet.
    for backend in (sender, hearer):
        await backend.on_startup()
    await hearer.subscribe([CHANNEL])
    listening = asyncio.create_task(listen())
    await sender.publish(b"lost", [CHANNEL])
    assert heard.empty()
    for _ in range(2):
        await asyncio.to_thread(carrier.start)
        await publish_until_heard(sender, heard)
        assert not listening.done()
        await asyncio.to_thread(carrier.stop)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    for backend in (sender, hearer):
        await backend.on_shutdown()


def test_notes_through_postgresql_are_heard_again() -> None:
    carrier = Postgres()
    try:
        carrier.create()
        asyncio.run(survive(carrier))
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            carrier.stop()
        carrier.remove()


def test_notes_through_redis_are_heard_again() -> None:
    carrier = Redis()
    try:
        asyncio.run(survive(carrier))
    finally:
        carrier.stop()
