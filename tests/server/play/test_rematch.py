"""Rematches: both ask at once, and a failure in the middle leaves nothing behind."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.server.live_server import Client, LiveServer, settings_for, two_players
from tests.server.processes import postgres
from twilight.server.errors import StorageError
from twilight.server.people.identity import Identity
from twilight.server.play import games


def finished(server: LiveServer) -> tuple[Client, Client, str]:
    host, guest, game = two_players(server)
    host.act(game, type="resign")
    return host, guest, game


def identities(*clients: Client) -> list[Identity]:
    users = [client.get("/me")["user"] for client in clients]
    return [Identity(user["id"], user["name"], True, sign_in="x") for user in users]


def both_at_once(server: LiveServer) -> None:
    host, guest, game = finished(server)
    people = identities(host, guest)

    async def ask() -> list[Any]:
        return await asyncio.gather(*(games.rematch(server.hub, one, game) for one in people))

    server.call(ask)
    again = host.get(f"/games/{game}")["rematch"]
    assert again is not None, "both have asked and no game was made"
    assert guest.get(f"/games/{game}")["rematch"] == again
    assert guest.table(again)["view"]["viewer"] == "us"
    assert host.get(f"/games/{again}")["rematch_of"] == game
    assert host.post(f"/games/{game}/rematch")["id"] == again


def test_both_ask_at_the_same_moment(server: LiveServer) -> None:
    for _ in range(6):
        both_at_once(server)


@pytest.mark.slow
def test_both_ask_at_the_same_moment_on_postgresql(tmp_path: Path) -> None:
    with (
        postgres() as database,
        LiveServer(settings_for(tmp_path / "data", database=database.url)) as server,
    ):
        for _ in range(6):
            both_at_once(server)


def test_a_failure_in_the_middle_leaves_no_pointer(server: LiveServer) -> None:
    host, guest, game = finished(server)
    host.post(f"/games/{game}/rematch")

    def fail(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO seats"):
            raise OSError("the disk has gone")

    engine = server.hub.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", fail)
    try:
        with contextlib.suppress(StorageError):
            assert guest.refused("POST", f"/games/{game}/rematch") == "storage_failed"
    finally:
        event.remove(engine, "before_cursor_execute", fail)
    assert host.get(f"/games/{game}")["rematch"] is None
    again = guest.post(f"/games/{game}/rematch")["id"]
    assert host.table(again)["status"] == "active"


def test_a_pointer_to_nothing_is_mended(server: LiveServer) -> None:
    """Version 0.1 could leave one."""
    host, guest, game = finished(server)
    server.call(lambda: server.hub.store.change(game, rematch="nowhere", rematch_wanted=2))
    again = guest.post(f"/games/{game}/rematch")["id"]
    assert again not in (game, "nowhere")
    assert host.table(again)["status"] == "active"
