"""`twilight account`: what the owner of a server can do for whoever has lost a password."""

import argparse
import asyncio
import time
from typing import Any

from twilight.cli.arguments import BadInput, fail
from twilight.cli.commands.backup import add_place, settings_at


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "account",
        help="let a player back into their account",
        description="Make a code with which a player chooses a new password; it works once, for "
        "a day. The server may run meanwhile.",
    )
    parser.add_argument("name", help="the name of the account")
    parser.add_argument(
        "--sign-out", action="store_true", help="sign the account out everywhere instead"
    )
    add_place(parser)
    parser.add_argument("--secret", help="the secret of the server, if it was given one")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make a code, or sign out."""
    from twilight.server.errors import Refusal, StorageError

    settings = settings_at(arguments, secret=arguments.secret)
    if settings.uses_sqlite and not settings.sqlite_file.is_file():
        raise BadInput(f"there is no database at {settings.sqlite_file}")
    try:
        print(asyncio.run(_help(settings, arguments.name, arguments.sign_out)))
    except (Refusal, StorageError) as error:
        return fail(error)
    return 0


async def _help(settings: Any, name: str, sign_out: bool) -> str:
    from twilight.server.errors import Refusal
    from twilight.server.people.accounts import Accounts, named
    from twilight.server.people.identity import Identities
    from twilight.server.people.recovery import ADMIN
    from twilight.server.storage.database import Database

    database = Database(settings)
    now = time.time_ns() // 1_000_000
    try:
        accounts = Accounts(database, Identities(settings, database))
        async with database.read() as session:
            user = await named(session, name)
        if user is None:
            raise Refusal("not_found", f"there is no account {name}")
        if sign_out:
            await accounts.sign_out_everywhere(user.id, now)
            return f"{user.name} is signed out everywhere."
        code = await accounts.recovery.new_key(user.id, ADMIN, now)
        return f"With this code {user.name} chooses a new password, once, within a day: {code}"
    finally:
        await database.close()
