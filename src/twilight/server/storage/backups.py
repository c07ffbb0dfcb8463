"""Backups of the database while the server runs, and bringing one back."""

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from twilight.server.config import Settings

_PARTIAL: Final = ".part"


class BackupError(Exception):
    """A backup that could not be made, or a file that is none."""


def make_backup(settings: Settings, target: Path) -> None:
    """Write everything into one file; the server may run meanwhile."""
    if settings.uses_sqlite:
        _copy_sqlite(settings.sqlite_file, target)
    else:
        url = _plain_url(settings)
        _run("pg_dump", "--format=custom", f"--file={target}", f"--dbname={url}")


def restore_backup(settings: Settings, source: Path) -> Path | None:
    """Put a backup in the place of the database; returns where the old file is kept."""
    if not source.is_file():
        raise BackupError(f"{source} is no file")
    if settings.uses_sqlite:
        return _restore_sqlite(settings.sqlite_file, source)
    url = _plain_url(settings)
    _run("pg_restore", "--clean", "--if-exists", "--no-owner", f"--dbname={url}", str(source))
    return None


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BackupError(f"there is no database at {source}")
    partial = target.with_name(target.name + _PARTIAL)
    partial.unlink(missing_ok=True)
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


def check_sqlite(path: Path) -> None:
    """Raise BackupError unless a file is a whole database of ours."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise BackupError(f"{path} is no backup of this server: {error}") from error
    if verdict != "ok":
        raise BackupError(f"{path} is damaged: {verdict}")


def _restore_sqlite(place: Path, source: Path) -> Path | None:
    check_sqlite(source)
    place.parent.mkdir(parents=True, exist_ok=True)
    kept = None
    if place.exists():
        _refuse_if_used(place)
        kept = place.with_name(place.name + ".before-restore")
        shutil.copyfile(place, kept)
    arrived = place.with_name(place.name + _PARTIAL)
    shutil.copyfile(source, arrived)
    _sync(arrived)
    for suffix in ("-wal", "-shm"):
        place.with_name(place.name + suffix).unlink(missing_ok=True)
    arrived.replace(place)
    return kept


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


def _plain_url(settings: Settings) -> str:
    """Return the address without the driver that only Python knows."""
    parts = urlsplit(settings.database_url)
    return urlunsplit(parts._replace(scheme="postgresql"))


def _run(*command: str) -> None:
    if shutil.which(command[0]) is None:
        raise BackupError(f"{command[0]} is not installed; it comes with PostgreSQL's client")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{command[0]} failed: {done.stderr.strip()}")
