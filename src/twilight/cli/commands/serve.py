"""`twilight serve`: the server for games in the browser, alone or against others."""

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twilight.cli.arguments import BadInput, check_player, fail

if TYPE_CHECKING:
    from twilight.server.config import Settings

_EPILOG = (
    "Every option can also be set in the environment (TWILIGHT_PORT=9000) and in a TOML file "
    "(port = 9000), the one that --config or TWILIGHT_CONFIG names, else server.toml in the "
    "user's configuration folder. Flags win over the environment, and that over the file."
)


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    # The server's libraries are only loaded for those who ask for it.
    parser = subparsers.add_parser(
        "serve",
        help="serve games in the browser",
        description="Serve games in the browser: against the computer, at one screen, or online.",
        epilog=_EPILOG,
    )
    from twilight.server.config import SECRETS, Settings

    parser.add_argument("--config", metavar="FILE", type=Path, help="a TOML file with settings")
    for one in fields(Settings):
        default = "" if one.name in SECRETS or one.default == "" else f" (default: {one.default})"
        parser.add_argument(
            "--" + one.name.replace("_", "-"),
            metavar="VALUE",
            help=one.metadata["text"] + default,
        )
    parser.add_argument(
        "--print-types", action="store_true", help="print the TypeScript types of the interface"
    )
    parser.add_argument(
        "--open", action="store_true", help="open the browser when the server is ready"
    )
    parser.set_defaults(run=run)


def settings_from(arguments: argparse.Namespace) -> "Settings":
    """Read the settings from all their sources."""
    from twilight.server.config import ConfigError, Settings, load_settings

    flags = {one.name: getattr(arguments, one.name) for one in fields(Settings)}
    try:
        settings = load_settings(flags, file=arguments.config)
        # Both are read again later; a mistake should show now.
        _ = settings.database_url, settings.further_origins
    except ConfigError as error:
        raise BadInput(str(error)) from error
    for bot in settings.levels.values():
        check_player(bot, humans=False)
    return settings


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    if arguments.print_types:
        from twilight.server.messages.typescript import typescript

        sys.stdout.write(typescript())
        return 0
    settings = settings_from(arguments)
    from twilight.server.config import ConfigError
    from twilight.server.run import CannotServe, serve

    try:
        serve(settings, open_browser=arguments.open)
    except (ConfigError, CannotServe) as error:
        return fail(error)
    return 0
