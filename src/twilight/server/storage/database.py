"""The connection to the database: SQLite in a file, or PostgreSQL."""

import asyncio
import contextlib
import sqlite3
import weakref
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

from advanced_alchemy.config import AsyncSessionConfig, EngineConfig, SQLAlchemyAsyncConfig
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    NullPool,
    StaticPool,
    create_engine,
    event,
    text,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

from twilight.server.config import Settings
from twilight.server.errors import Conflict, StorageError
from twilight.server.storage.private import close_database, make_folder

MIGRATIONS: Final = Path(__file__).parent / "migrations"
# Keeps two processes that start together from migrating at the same time.
_MIGRATION_LOCK: Final = 7_417_101
_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    # What is committed survives a power cut, not only a crash of the process.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=10000",
)

# The driver of PostgreSQL tells of a connection that was refused in words of its own.
_DRIVER: tuple[type[Exception], ...] = ()
with contextlib.suppress(ImportError):
    import asyncpg

    _DRIVER = (asyncpg.PostgresError, asyncpg.InterfaceError)
# All that a database does when it is away, starts up, or lets nobody in.
FAILURES: Final[tuple[type[Exception], ...]] = (
    DBAPIError,
    NoConnection,
    OSError,
    sqlite3.Error,
    *_DRIVER,
)

# A network that swallows everything must not keep anyone waiting for ever.
CONNECT_SECONDS: Final = 5.0
COMMAND_SECONDS: Final = 5.0
# PostgreSQL ends a transaction that the network has cut off in the middle: it would keep its game
# locked for as long as the system believes in the connection, which is hours.
IDLE_SECONDS: Final = 10.0


class Database:
    """Sessions for reading and writing; every error of the database becomes a StorageError."""

    def __init__(self, settings: Settings) -> None:
        self.is_sqlite: Final = settings.uses_sqlite
        if self.is_sqlite:
            make_folder(settings.sqlite_file.parent)
            close_database(settings.sqlite_file)
        self.config: Final = SQLAlchemyAsyncConfig(
            connection_string=settings.database_url,
            session_config=AsyncSessionConfig(expire_on_commit=False, autoflush=False),
            engine_config=EngineConfig() if self.is_sqlite else _postgres(),
            # It would write a date into whatever is called `updated_at`; ours are milliseconds.
            enable_touch_updated_timestamp_listener=False,
        )
        self.engine: Final = self.config.get_engine()
        self._driven: Final[weakref.WeakSet[Any]] = weakref.WeakSet()
        self._make_session: Final = self.config.create_session_maker()
        # SQLite has one writer; waiting here is fairer than its own retries.
        self._writing: Final = asyncio.Lock()
        self._thread: Final = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.writer: Engine | None = None
        if self.is_sqlite:
            self.writer = create_engine(f"sqlite:///{settings.sqlite_file}", poolclass=StaticPool)
            event.listen(self.writer, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
        else:
            event.listen(self.engine.sync_engine, "connect", self._remember)

    def _remember(self, connection: Any, _record: Any) -> None:
        self._driven.add(connection.driver_connection)

    def _failed(self, error: Exception) -> StorageError:
        """Translate a failure, and draw the conclusion from silence.

        When one connection is swallowed by the network, so are most likely the others; if each
        had to find that out for itself, an outage would last long after its end.
        """
        if isinstance(error, TimeoutError):
            for connection in list(self._driven):
                connection.terminate()
        return _translated(error)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """Open a session that only reads."""
        try:
            async with self._make_session() as session:
                yield session
        except FAILURES as error:
            raise self._failed(error) from error

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """Open a session that is committed at the end, or leaves nothing behind."""
        async with AsyncExitStack() as stack:
            if self.is_sqlite:
                await stack.enter_async_context(self._writing)
            session = await stack.enter_async_context(self._make_session())
            try:
                yield session
                await session.commit()
            except FAILURES as error:
                await _roll_back(session)
                raise self._failed(error) from error
            except BaseException:
                await _roll_back(session)
                raise

    async def write_at_once(self, work: Callable[[Connection], None]) -> None:
        """Run a transaction that waits for nothing in between; it is committed at the end.

        SQLite does it in one visit of a thread, which costs far less than one for each statement.
        """
        try:
            if self.writer is None:
                async with self.engine.begin() as connection:
                    await connection.run_sync(work)
            else:
                async with self._writing:
                    loop = asyncio.get_running_loop()
                    await loop.run_in_executor(self._thread, _commit, self.writer, work)
        except FAILURES as error:
            raise self._failed(error) from error

    async def migrate(self, revision: str = "head") -> None:
        """Bring the tables up to date."""
        # A large table takes its time, and so may the process that came first.
        engine = self.engine if self.is_sqlite else _patient(self.engine.url)
        try:
            async with engine.begin() as connection:
                if not self.is_sqlite:
                    lock = text("SELECT pg_advisory_xact_lock(:key)")
                    await connection.execute(lock, {"key": _MIGRATION_LOCK})
                await connection.run_sync(_upgrade, revision)
        except FAILURES as error:
            raise self._failed(error) from error
        except CommandError as error:
            raise StorageError(
                f"the database was made by a newer version of this program: {error}"
            ) from error

    async def check(self) -> None:
        """Raise StorageError unless the database answers."""
        async with self.read() as session:
            await session.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        if self.writer is not None:
            self.writer.dispose()
        self._thread.shutdown(wait=False)


def _postgres() -> EngineConfig:
    idle = {"idle_in_transaction_session_timeout": str(int(IDLE_SECONDS * 1000))}
    limits = {
        "timeout": CONNECT_SECONDS,
        "command_timeout": COMMAND_SECONDS,
        "server_settings": idle,
    }
    return EngineConfig(connect_args=limits, pool_timeout=10, pool_pre_ping=True)


def _patient(url: URL) -> AsyncEngine:
    """Make connections to PostgreSQL that wait for as long as a statement takes."""
    limits = {"timeout": CONNECT_SECONDS}
    return create_async_engine(url, poolclass=NullPool, connect_args=limits)


def _commit(engine: Engine, work: Callable[[Connection], None]) -> None:
    with engine.begin() as connection:
        work(connection)


def _upgrade(connection: Connection, revision: str) -> None:
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    return config


def versions() -> set[str]:
    """Return the versions of the tables that this program knows."""
    scripts = ScriptDirectory.from_config(_migrations())
    return {script.revision for script in scripts.walk_revisions()}


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


async def _roll_back(session: AsyncSession) -> None:
    try:
        await session.rollback()
    except FAILURES:
        # The connection is lost; with it the transaction is gone anyway.
        await session.invalidate()


def _translated(error: Exception) -> StorageError:
    if isinstance(error, IntegrityError):
        return Conflict("another entry was written first")
    if isinstance(error, OperationalError | InterfaceError):
        return StorageError(f"the database does not answer as it should: {error.orig}")
    if isinstance(error, DBAPIError):
        return StorageError(f"the database refuses: {error.orig}")
    return StorageError(f"the database can't be reached: {str(error) or 'no answer in time'}")
