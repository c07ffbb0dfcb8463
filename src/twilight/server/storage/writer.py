"""The writer: entries of many games are committed together, each before anyone is told of it."""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from twilight.server.errors import Conflict, StorageError
from twilight.server.play.entries import Entry
from twilight.server.storage.database import Database
from twilight.server.storage.models import EntryRow, GameRow, SnapshotRow

# The most appends that share one commit.
LARGEST_BATCH: Final = 200
# When one commit follows another this soon, the next one waits a moment for company.
BUSY_SECONDS: Final = 0.03
GATHER_SECONDS: Final = 0.008
# Built once: they are executed for every answer.
_INSERT: Final = insert(EntryRow.__table__)  # type: ignore[arg-type]
_GAMES: Final = GameRow.__table__
_UPDATES: dict[tuple[str, ...], Any] = {}


def _update(columns: tuple[str, ...]) -> Any:
    """Return the statement that changes these columns of a game."""
    if columns not in _UPDATES:
        _UPDATES[columns] = (
            update(_GAMES)  # type: ignore[arg-type]
            .where(_GAMES.c.id == bindparam("game"))
            .values({name: bindparam(f"new_{name}") for name in columns})
        )
    return _UPDATES[columns]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A saved game after some entry."""

    number: int
    rules_version: int
    data: str


@dataclass(slots=True)
class Append:
    """New entries of one game, and what they change in its row."""

    game_id: str
    entries: Sequence[Entry]
    changes: dict[str, Any] = field(default_factory=dict)
    snapshot: Snapshot | None = None
    done: "asyncio.Future[None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Writer:
    """Takes appends from all rooms; whatever waits when a commit ends goes into the next one."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database
        self._queue: asyncio.Queue[Append] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._work(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is not None:
            await self._queue.join()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def append(self, append: Append) -> None:
        """Return when the entries are durable; StorageError tells that none of them is."""
        self._queue.put_nowait(append)
        # A client that goes away must not leave the table ahead of the database.
        await asyncio.shield(append.done)

    async def _work(self) -> None:
        finished = 0.0
        while True:
            batch = [await self._queue.get()]
            if time.monotonic() - finished < BUSY_SECONDS:
                await asyncio.sleep(GATHER_SECONDS)
            while not self._queue.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self._queue.get_nowait())
            await self._write(batch)
            finished = time.monotonic()
            for _ in batch:
                self._queue.task_done()

    async def _write(self, batch: list[Append]) -> None:
        try:
            await self._commit(batch)
        except Conflict as error:
            if len(batch) == 1:
                _finish(batch[0], error)
                return
            # One game was played on in another process; the others must not suffer for it.
            for append in batch:
                await self._write([append])
        except StorageError as error:
            for append in batch:
                _finish(append, error)
        except Exception as error:
            for append in batch:
                _finish(append, StorageError(f"the database failed: {error!r}"))
        else:
            for append in batch:
                _finish(append, None)

    async def _commit(self, batch: list[Append]) -> None:
        insertion = insert_sqlite if self._database.is_sqlite else insert_postgresql
        await self._database.write_at_once(lambda connection: _store(connection, batch, insertion))


def _store(connection: Connection, batch: list[Append], insertion: Any) -> None:
    """Write everything of a batch."""
    rows = [
        {
            "game_id": append.game_id,
            "number": entry.number,
            "kind": int(entry.kind),
            "actor": entry.actor,
            "value": entry.value,
            "at": entry.at,
            "time_left": entry.left,
        }
        for append in batch
        for entry in append.entries
    ]
    if rows:
        connection.execute(_INSERT, rows)
    changes: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for append in batch:
        if append.changes:
            values = {f"new_{name}": value for name, value in append.changes.items()}
            values["game"] = append.game_id
            changes.setdefault(tuple(append.changes), []).append(values)
    for columns, parameters in changes.items():
        connection.execute(_update(columns), parameters)
    for append in batch:
        if append.snapshot is not None:
            _keep(connection, append.game_id, append.snapshot, insertion)


def _keep(connection: Connection, game_id: str, snapshot: Snapshot, insertion: Any) -> None:
    values = {
        "number": snapshot.number,
        "rules_version": snapshot.rules_version,
        "data": snapshot.data,
    }
    statement = insertion(SnapshotRow).values(game_id=game_id, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=["game_id"], set_=values))


def _finish(append: Append, error: StorageError | None) -> None:
    if append.done.done():
        return
    if error is None:
        append.done.set_result(None)
    else:
        append.done.set_exception(error)
