"""Backups of the database while the server runs, and bringing one back."""

import contextlib
import itertools
import os
import re
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from twilight.server.config import Settings
from twilight.server.storage.database import versions
from twilight.server.storage.lock import DatabaseLock, InUse
from twilight.server.storage.private import make_file, make_folder

_PARTIAL: Final = ".part"
# What every version of the server has.
_TABLES: Final = frozenset({"alembic_version", "users", "games", "seats", "entries", "snapshots"})


class BackupError(Exception):
    """A backup that could not be made, or a file that is none."""


def make_backup(settings: Settings, target: Path) -> None:
    """Write everything into one file; the server may run meanwhile."""
    if settings.uses_sqlite:
        _copy_sqlite(settings.sqlite_file, target)
    else:
        _dump_postgres(settings, target)


def restore_backup(settings: Settings, source: Path) -> Path | None:
    """Put a backup in the place of the database; returns where the old file is kept."""
    if not source.is_file():
        raise BackupError(f"{source} is no file")
    if settings.uses_sqlite:
        return _restore_sqlite(settings.sqlite_file, source)
    return _restore_postgres(settings, source)


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BackupError(f"there is no database at {source}")
    partial = _begin(target)
    try:
        origin = sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30)
        copy = sqlite3.connect(partial)
        try:
            origin.backup(copy, pages=512, sleep=0.01)
            # A backup is one file.
            copy.execute("PRAGMA journal_mode=DELETE")
        finally:
            copy.close()
            origin.close()
        check_sqlite(partial)
        _sync(partial)
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        partial.unlink(missing_ok=True)
        raise BackupError(f"the backup failed: {error}") from error


def _begin(target: Path) -> Path:
    """Make the file that becomes a backup when it is whole; nobody else may read it."""
    partial = target.with_name(target.name + _PARTIAL)
    try:
        partial.unlink(missing_ok=True)
        make_file(partial)
    except OSError as error:
        raise BackupError(f"{partial} can't be written: {error.strerror}") from error
    return partial


def check_sqlite(path: Path) -> None:
    """Raise BackupError unless a file is a whole database of ours."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BackupError(f"{path} is no backup of this server: {error}") from error
    if verdict != "ok":
        raise BackupError(f"{path} is damaged: {verdict}")
    _check_tables(path, tables)
    if found is None or found[0] not in versions():
        raise BackupError(f"{path} was made by a newer version of this program")


def _check_tables(path: Path, tables: set[str]) -> None:
    if missing := sorted(_TABLES - tables):
        raise BackupError(f"{path} is no backup of this server: it has no {', '.join(missing)}")


def _restore_sqlite(place: Path, source: Path) -> Path | None:
    check_sqlite(source)
    make_folder(place.parent)
    lock = DatabaseLock(place)
    try:
        lock.take()
    except InUse as error:
        raise BackupError(str(error)) from error
    try:
        return _put_in_place(place, source)
    finally:
        lock.give_back()


def _put_in_place(place: Path, source: Path) -> Path | None:
    kept = None
    if place.exists():
        _refuse_if_used(place)
        kept = _safety_copy(place)
        shutil.copyfile(place, kept)
        _sync(kept)
    arrived = _begin(place)
    shutil.copyfile(source, arrived)
    _sync(arrived)
    for suffix in ("-wal", "-shm"):
        place.with_name(place.name + suffix).unlink(missing_ok=True)
    arrived.replace(place)
    return kept


def _safety_copy(place: Path) -> Path:
    """Make the file for what is there now, under a name that no earlier copy has."""
    now = time.strftime("%Y%m%d-%H%M%S")
    for number in itertools.count():
        again = f"-{number}" if number else ""
        kept = place.with_name(f"{place.name}.before-restore-{now}{again}")
        with contextlib.suppress(FileExistsError):
            make_file(kept)
            return kept
    raise AssertionError("numbers have no end")


def _refuse_if_used(place: Path) -> None:
    """Fold the write-ahead log into the file, which only works if no server has it open."""
    connection = sqlite3.connect(place, timeout=1)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{place} is in use: stop the server first") from error
    finally:
        connection.close()


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _dump_postgres(settings: Settings, target: Path) -> None:
    partial = _begin(target)
    try:
        url = _plain_url(settings)
        _run("pg_dump", "--format=custom", f"--file={partial}", f"--dbname={url}")
        _sync(partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _restore_postgres(settings: Settings, source: Path) -> Path:
    """Keep what is there in the folder of the server, then put the backup in, whole or not."""
    listed = _run("pg_restore", "--list", str(source))
    _check_tables(source, set(re.findall(r" TABLE public (\w+) ", listed)))
    make_folder(settings.folder)
    kept = _safety_copy(settings.folder / "postgresql.dump")
    kept.unlink()
    _dump_postgres(settings, kept)
    options = "--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"
    _run("pg_restore", *options, f"--dbname={_plain_url(settings)}", str(source))
    return kept


def _plain_url(settings: Settings) -> str:
    """Return the address without the driver that only Python knows."""
    parts = urlsplit(settings.database_url)
    return urlunsplit(parts._replace(scheme="postgresql"))


def _run(*command: str) -> str:
    if shutil.which(command[0]) is None:
        raise BackupError(f"{command[0]} is not installed; it comes with PostgreSQL's client")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout
