"""Alive is not ready: a server that can't write gets no players, and is not killed for it."""

import sqlite3
from pathlib import Path

import pytest

from tests.server.live_server import LiveServer, settings_for
from twilight.server.errors import StorageError
from twilight.server.storage import readiness


@pytest.fixture(autouse=True)
def look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "TRUST_SECONDS", 0.0)
    monkeypatch.setattr(readiness, "WRITE_SECONDS", 0.3)


def states(server: LiveServer) -> list[int]:
    http = server.client().http
    return [http.get(path).status_code for path in ("/health/live", "/health/ready", "/health")]


def test_a_locked_database_is_not_ready(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        assert states(server) == [200, 200, 200]
        other = sqlite3.connect(folder / "twilight.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert states(server) == [200, 503, 503]
        # Reading goes on meanwhile.
        assert server.client().get("/lobby") == {"open": [], "running": []}
        other.execute("ROLLBACK")
        other.close()
        for _ in range(100):
            if states(server) == [200, 200, 200]:
                return
        raise AssertionError("the server does not become ready again")


def test_a_full_disk_is_not_ready(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LiveServer(settings_for(folder)) as server:

        async def full(_now: int) -> None:
            raise StorageError("database or disk is full")

        with monkeypatch.context() as disk:
            disk.setattr(server.hub.uptime, "write", full)
            assert states(server) == [200, 503, 503]
        assert states(server)[1] == 200


def test_many_questions_are_one_write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "TRUST_SECONDS", 60.0)
    with LiveServer(settings_for(folder)) as server:
        written = []
        write = server.hub.uptime.write

        async def counted(now: int) -> None:
            written.append(now)
            await write(now)

        monkeypatch.setattr(server.hub.uptime, "write", counted)
        for _ in range(10):
            assert server.client().http.get("/health").status_code == 200
        assert len(written) == 1
