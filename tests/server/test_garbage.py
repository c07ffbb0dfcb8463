"""Games that have left memory are really gone, without waiting for a search for garbage."""

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from websockets.server import ServerProtocol

from tests.server.live_server import LiveServer, play_answers, settings_for, two_players, wait_for
from twilight.server import garbage
from twilight.server.http.protocol import LiveProtocol


@pytest.fixture
def no_search() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_search")
def test_a_game_that_is_let_go_is_freed_at_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twilight.server.play.hub.TICK_SECONDS", 0.05)
    # Whoever is still there when somebody leaves asks the database whether they are signed in.
    monkeypatch.setattr("twilight.server.http.live.CHECK_SECONDS", 0.0)
    with LiveServer(settings_for(folder, idle_seconds=0.2)) as server:
        kept: list[weakref.ref[object]] = []
        for _ in range(5):
            host, guest, game = two_players(server)
            with host.live(game) as first, guest.live(game) as second:
                first.until("update")
                second.until("update")
                play_answers([host, guest], game, Random(5), 12)
                room = server.hub.rooms[game]
                kept += [weakref.ref(one) for one in (room, *room.watchers)]
                del room
        assert wait_for(lambda: not server.hub.rooms)
        assert wait_for(lambda: not any(one() for one in kept)), "a room is kept by a cycle"
        assert wait_for(lambda: not sockets()), "a socket is kept by a cycle"


@pytest.mark.usefixtures("no_search")
def test_a_connection_that_breaks_while_it_is_told_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twilight.server.play.hub.TICK_SECONDS", 0.05)
    sent: Counter[int] = Counter()
    send = WebSocket.send_data

    async def breaking(self: WebSocket[Any, Any, Any], *arguments: Any, **more: Any) -> None:
        sent[id(self)] += 1
        if sent[id(self)] == 3:
            raise ClientDisconnected
        await send(self, *arguments, **more)

    monkeypatch.setattr(WebSocket, "send_data", breaking)
    with LiveServer(settings_for(folder, idle_seconds=0.2)) as server:
        host, _, game = two_players(server)
        with host.live(game) as live:
            room = weakref.ref(server.hub.rooms[game])
            live.until("update")
            live.until_closed()
        assert wait_for(lambda: not server.hub.rooms)
        assert wait_for(lambda: room() is None), "a room is kept by a cycle"
        assert wait_for(lambda: not sockets()), "a socket is kept by a cycle"


def sockets() -> list[object]:
    # By its type: a weak proxy would be asked what it is, and fail.
    return [
        one for one in gc.get_objects() if type(one) in (WebSocket, LiveProtocol, ServerProtocol)
    ]


def test_a_full_search_comes_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LEAST_SECONDS", 0.001)

    class Ring:
        def __init__(self) -> None:
            self.itself = self

    ring = Ring()
    gone = weakref.ref(ring)
    gc.collect()
    del ring

    async def search() -> None:
        task = asyncio.create_task(garbage.search_now_and_then())
        while gone() is not None:
            await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(asyncio.wait_for(search(), 300))


def test_searches_take_a_small_part_of_the_time() -> None:
    assert garbage.pause_after(0.001) == garbage.LEAST_SECONDS
    assert garbage.pause_after(1.0) >= 200.0
