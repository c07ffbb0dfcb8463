"""One server for one file: SQLite tells no process what another one has written."""

import contextlib
import os
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

SUFFIX: Final = ".lock"


class InUse(Exception):
    """Another server has the database open."""


class DatabaseLock:
    """Held for as long as a server runs; the system gives it back when a process is killed."""

    def __init__(self, database: Path) -> None:
        self._database: Final = database
        self._file: Final = database.with_name(database.name + SUFFIX)
        self._lock: Final = FileLock(self._file, mode=0o600, thread_local=False)

    def take(self) -> None:
        """Take the lock, or raise InUse at once."""
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise InUse(
                f"{self._database} is in use by another server{self._who()}: stop that one first, "
                "or give this one a folder of its own with --data"
            ) from None
        with contextlib.suppress(OSError):
            self._file.write_text(f"{os.getpid()}\n", encoding="utf-8")

    def give_back(self) -> None:
        """Let another server have the database."""
        self._lock.release()

    def _who(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            return f" (process {int(self._file.read_text(encoding='utf-8'))})"
        return ""
