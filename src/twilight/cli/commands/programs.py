"""`twilight engine` and `twilight mcp`: the game for programs, over standard input and output."""

import argparse
import sys
from typing import Any

from twilight.bots.programs.engine import serve_engine
from twilight.bots.registry import make_bot
from twilight.cli.arguments import check_player, not_installed
from twilight.server.version import package_version


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register both commands."""
    engine = subparsers.add_parser(
        "engine",
        help="answer questions of a position as lines of JSON, as a player for other programs",
        description="Speak the line protocol of engines (docs/engine-protocol.md) on standard"
        " input and output: a host sends what a side sees, the player answers.",
    )
    engine.add_argument(
        "bot", nargs="?", default="officer", metavar="BOT", help="who answers (default: officer)"
    )
    engine.set_defaults(run=run_engine)
    mcp = subparsers.add_parser(
        "mcp",
        help="let a language model play, over the Model Context Protocol",
        description="Serve a game against the computer as tools of the Model Context Protocol on"
        " standard input and output. Needs the extra `mcp`.",
    )
    mcp.set_defaults(run=run_mcp)


def run_engine(arguments: argparse.Namespace) -> int:
    """Answer until the host says quit."""
    bot = check_player(arguments.bot, humans=False)
    serve_engine(sys.stdin, sys.stdout, bot, lambda seed: make_bot(bot, seed))
    return 0


def run_mcp(arguments: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    del arguments
    try:
        from twilight.bots.programs.mcp_server import make_server
    except ModuleNotFoundError as error:
        raise not_installed(error, "mcp") from error
    make_server(package_version()).run("stdio")
    return 0
