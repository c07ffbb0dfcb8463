"""`twilight backup` and `twilight restore`: the games of a server in one file."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twilight.cli.arguments import BadInput, fail

if TYPE_CHECKING:
    from twilight.server.config import Settings


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register both commands."""
    backup = subparsers.add_parser(
        "backup",
        help="write all games of the server into a file",
        description="Write the database of the server into one file; the server may run meanwhile.",
    )
    backup.add_argument("file", type=Path, help="the file to write")
    backup.set_defaults(run=run_backup)
    restore = subparsers.add_parser(
        "restore",
        help="bring a backup of the server back",
        description="Put a backup in the place of the database; the server must not run.",
    )
    restore.add_argument("file", type=Path, help="a file that `twilight backup` has written")
    restore.set_defaults(run=run_restore)
    for parser in (backup, restore):
        add_place(parser)


def add_place(parser: argparse.ArgumentParser) -> None:
    """Let a command be told which server it is for."""
    parser.add_argument("--data", help="the folder of the server, as for `twilight serve`")
    parser.add_argument("--database", help="its database, as for `twilight serve`")
    parser.add_argument("--config", metavar="FILE", type=Path, help="its TOML file")


def settings_at(arguments: argparse.Namespace, **more: str | None) -> "Settings":
    """Read the settings of the server that a command is for."""
    from twilight.server.config import ConfigError, load_settings

    flags = {"data": arguments.data, "database": arguments.database, **more}
    try:
        return load_settings(flags, file=arguments.config)
    except ConfigError as error:
        raise BadInput(str(error)) from error


def run_backup(arguments: argparse.Namespace) -> int:
    """Make a backup."""
    from twilight.server.storage.backups import BackupError, make_backup

    try:
        make_backup(settings_at(arguments), arguments.file)
    except BackupError as error:
        return fail(error)
    print(f"The backup is in {arguments.file}.")
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    """Bring a backup back."""
    from twilight.server.storage.backups import BackupError, restore_backup

    try:
        kept = restore_backup(settings_at(arguments), arguments.file)
    except BackupError as error:
        return fail(error)
    print("The backup is in place." + (f" What was there before is in {kept}." if kept else ""))
    return 0
