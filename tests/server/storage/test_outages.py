"""The database or the carrier of notes is away, cut off or starting up, and comes back."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncSession

from tests.server.live_server import LiveServer, play_answers, settings_for, two_players
from tests.server.play.test_channels import publish_until_heard
from tests.server.processes import Postgres, Redis, postgres, redis
from tests.server.wire import Wire, wire
from twilight.server.errors import StorageError
from twilight.server.http.live import CLOSE_LATER
from twilight.server.notices.outbox import Outbox
from twilight.server.people.identity import Identities
from twilight.server.play import channels
from twilight.server.play.channels import CHANNEL, make_backend
from twilight.server.storage import database as databases
from twilight.server.storage.database import Database
from twilight.server.storage.store import Store, Stored


@pytest.mark.parametrize(
    "error",
    [
        asyncpg.CannotConnectNowError("the database system is starting up"),
        asyncpg.TooManyConnectionsError("sorry, too many clients already"),
        asyncpg.ConnectionDoesNotExistError("closed in the middle of operation"),
        asyncpg.InterfaceError("the connection is closed"),
        NoConnection("no connection was free"),
        TimeoutError(),
        ConnectionRefusedError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_every_way_to_be_away_is_a_storage_error(folder: Path, error: Exception) -> None:
    async def run() -> None:
        database = Database(settings_for(folder))
        for open_session in (database.read, database.write):
            with pytest.raises(StorageError, match="database"):
                await use(open_session(), error)
        with pytest.raises(StorageError):
            await database.write_at_once(lambda _connection: fail(error))
        await database.close()

    async def use(
        opened: contextlib.AbstractAsyncContextManager[AsyncSession], error: Exception
    ) -> None:
        async with opened:
            fail(error)

    asyncio.run(run())


def fail(error: Exception) -> None:
    raise error


def test_whoever_comes_while_the_database_is_away_comes_again(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, game = two_players(server)
    server.call(server.hub.rooms.clear)

    async def away(_store: Store, _game: str) -> Stored | None:
        raise StorageError("away")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "load", away)
        with host.live(game) as live:
            assert live.until("refused")["code"] == "storage_failed"
            # A code of our own would tell the client never to come back.
            assert live.until_closed() == CLOSE_LATER
    with host.live(game) as live:
        live.until("update")


def test_players_stay_connected_while_the_database_is_away(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, game = two_players(server)
    asked = []

    async def away(_identities: Identities, _who: object) -> bool:
        asked.append(True)
        raise StorageError("away")

    # So short that whatever wakes the connection finds a check due.
    monkeypatch.setattr("twilight.server.http.live.CHECK_SECONDS", 0.0001)
    monkeypatch.setattr(Identities, "is_signed_in", away)
    with host.live(game) as live:
        live.until("update")
        before = live.update["number"]
        while len(asked) < 3:
            live.ask(type="ping")
        random = Random(1)
        for given in range(1, 11):
            play_answers([host, guest], game, random, 1)
            live.wait_for_number(before + given)


def test_notices_outlive_an_error(folder: Path) -> None:
    async def run() -> int:
        database = Database(settings_for(folder))
        outbox = Outbox(database, 0.001, lambda: 0)
        looked = 0
        enough = asyncio.Event()

        async def look(_send: object) -> None:
            nonlocal looked
            looked += 1
            if looked == 3:
                enough.set()
            raise RuntimeError("something else")

        outbox._send_due = look  # type: ignore[method-assign,assignment]
        task = asyncio.create_task(outbox.run(lambda rows: asyncio.sleep(0)))
        done, _ = await asyncio.wait(
            {task, asyncio.create_task(enough.wait())}, return_when=asyncio.FIRST_COMPLETED
        )
        assert task not in done, "nobody sends notices any more"
        task.cancel()
        await database.close()
        return looked

    assert asyncio.run(run()) == 3


def through(one: Wire, url: str, port: int) -> str:
    return url.replace(f":{port}", f":{one.port}")


@pytest.mark.slow
def test_after_a_partition_no_dead_connection_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "COMMAND_SECONDS", 0.5)

    async def ask(database: Database) -> None:
        async with database.read() as session:
            await session.execute(text("SELECT pg_sleep(0.1)"))

    async def run(database: Database, cut: Wire) -> None:
        await asyncio.gather(*(ask(database) for _ in range(4)))
        cut.cut()
        with pytest.raises(StorageError):
            await ask(database)
        cut.mend()
        # Three connections of the pool were open as well; all of them are known to be dead now.
        await asyncio.gather(*(ask(database) for _ in range(4)))
        await database.close()

    with postgres() as store, wire(store.port) as cut:
        url = through(cut, store.url, store.port)
        asyncio.run(run(Database(settings_for(tmp_path, database=url)), cut))


@pytest.mark.slow
def test_a_transaction_that_was_cut_off_keeps_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "COMMAND_SECONDS", 0.5)
    monkeypatch.setattr(databases, "IDLE_SECONDS", 1.0)

    async def write_and_be_cut_off(database: Database, cut: Wire) -> None:
        async with database.write() as session:
            await session.execute(text("UPDATE thing SET x = 2"))
            cut.cut()
            await session.execute(text("UPDATE thing SET x = 3"))

    async def run(database: Database, url: str, cut: Wire) -> None:
        other = await asyncpg.connect(url)
        await other.execute("CREATE TABLE thing AS SELECT 1 AS x")
        with pytest.raises(StorageError):
            await write_and_be_cut_off(database, cut)
        # Nobody has told PostgreSQL, which would wait for the next statement for hours.
        async with asyncio.timeout(60):
            await other.execute("UPDATE thing SET x = 4")
        await other.close()
        await database.close()

    with postgres() as store, wire(store.port) as cut:
        url = through(cut, store.url, store.port)
        asyncio.run(run(Database(settings_for(tmp_path, database=url)), store.url, cut))


@pytest.mark.slow
def test_a_start_waits_for_the_process_that_migrates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "COMMAND_SECONDS", 0.1)

    async def run(url: str) -> None:
        database = Database(settings_for(tmp_path, database=url))
        first = await asyncpg.connect(url)
        await first.execute("SELECT pg_advisory_lock($1)", databases._MIGRATION_LOCK)
        migrating = asyncio.create_task(database.migrate())
        await asyncio.wait({migrating}, timeout=1)
        await first.close()
        await migrating
        await database.close()

    with postgres() as store:
        asyncio.run(run(store.url))


@contextlib.contextmanager
def carriers(kind: str) -> Iterator[Postgres | Redis]:
    with contextlib.ExitStack() as stack:
        if kind == "redis":
            yield stack.enter_context(redis())
        else:
            yield stack.enter_context(postgres())


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["redis", "postgresql"])
def test_notes_are_heard_again_after_a_partition(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ends are cut off without being told, and the connections stay dead."""
    for name in ("SILENCE_SECONDS", "PUBLISH_SECONDS", "RETRY_SECONDS", "CONNECT_SECONDS"):
        monkeypatch.setattr(channels, name, 0.5)

    async def run(carrier: Postgres | Redis, cut: Wire) -> None:
        url = through(cut, carrier.url, carrier.port)
        near, far, untouched = (make_backend(one) for one in (url, url, carrier.url))
        heard: asyncio.Queue[bytes] = asyncio.Queue()

        async def listen() -> None:
            async for _, data in far.stream_events():
                heard.put_nowait(data)

        for backend in (near, far, untouched):
            await backend.on_startup()
        await far.subscribe([CHANNEL])
        listening = asyncio.create_task(listen())
        await publish_until_heard(near, heard)
        cut.cut()
        # Nobody waits for long, and what follows a lost note is dropped at once.
        for _ in range(20):
            await near.publish(b"lost", [CHANNEL])
        cut.mend()
        await publish_until_heard(untouched, heard)
        await publish_until_heard(near, heard)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        for backend in (near, far, untouched):
            await backend.on_shutdown()

    with carriers(kind) as carrier, wire(carrier.port) as cut:
        asyncio.run(run(carrier, cut))
