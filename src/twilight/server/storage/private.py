"""Files that only their owner may read: games hold hidden cards, and the key signs cookies."""

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
# What SQLite keeps beside a database.
BESIDE: Final = ("", "-wal", "-shm", "-journal")


def make_folder(folder: Path) -> None:
    """Make a folder for the server's files, or close one that holds them already."""
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
        return
    is_ours = any((folder / name).exists() for name in ("twilight.db", "secret.key"))
    # One that everybody writes to, like /tmp, is not ours to close.
    if is_ours and not folder.stat().st_mode & stat.S_ISVTX:
        close(folder)
        for one in (folder / "secret.key", *folder.glob("twilight.db*")):
            close(one)


def make_file(path: Path) -> None:
    """Make an empty file that nobody else can open; FileExistsError if it is there already."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def close_database(path: Path) -> None:
    """Make a database before SQLite does, and close it with all that lies beside it."""
    with contextlib.suppress(FileExistsError):
        make_file(path)
    for suffix in BESIDE:
        close(path.with_name(path.name + suffix))


def close(path: Path) -> None:
    """Take all rights from others; what belongs to another user is left as it is."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        mode = path.stat().st_mode
        if mode & _OTHERS:
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
