"""`twilight import` and `twilight export`: between the public log format and games of ours."""

import argparse
from pathlib import Path
from typing import Any

from twilight.cli.arguments import (
    GAME_FILE,
    LOG_FILE,
    BadInput,
    add_rules_arguments,
    game_file,
    names_rules,
    rules_from,
)
from twilight.engine.types import ACTOR_NAMES, SIDES, Actor
from twilight.replays.exporting.export_log import ExportError, export_log
from twilight.replays.files import load_any
from twilight.replays.format.parser import LogError, read_log
from twilight.replays.importing.import_log import import_log
from twilight.replays.saves import SavedGame, game_to_dict, save_game, to_text, write_atomically


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register both commands."""
    importing = subparsers.add_parser(
        "import",
        help="turn a log of a real game into a saved game",
        description="Play a log in the public format through the engine and save the game.",
    )
    importing.add_argument("log", type=game_file, metavar="LOG", help=LOG_FILE)
    importing.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help="where the game goes"
    )
    add_rules_arguments(importing, default="those that the log names, else app")
    importing.set_defaults(run=run_import)
    exporting = subparsers.add_parser(
        "export",
        help="write a game as a log or as JSON",
        description="Write a saved game or a log in the public log format or as JSON.",
    )
    exporting.add_argument("file", type=game_file, help=GAME_FILE)
    exporting.add_argument("--format", choices=("text", "json"), default="text")
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of printing")
    exporting.set_defaults(run=run_export)


def run_import(arguments: argparse.Namespace) -> int:
    """Save what a log tells; by other rules than its own only where they are named."""
    try:
        log = read_log(arguments.log)
    except LogError as error:
        # Where there are no lines, the file is all that can be named.
        what = error.problem if error.text == str(arguments.log) else error
        raise BadInput(f"{arguments.log}: {what}") from error
    rules = rules_from(arguments) if names_rules(arguments) else None
    saved = import_log(log, rules)
    save_game(arguments.output, saved.game, saved.players, saved.meta)
    return 0


def run_export(arguments: argparse.Namespace) -> int:
    """Print a game or write it into a file."""
    saved = load_any(arguments.file, journal=True)
    if arguments.format == "json":
        text = to_text(game_to_dict(saved.game, saved.players, saved.meta))
    else:
        try:
            clock = saved.meta.get("time_per_player")
            text = export_log(saved.game, names_of(saved), str(clock) if clock else None)
        except ExportError as error:
            raise BadInput(f"{arguments.file}: {error}") from error
    if arguments.output is None:
        print(text, end="")
    else:
        write_atomically(arguments.output, text)
    return 0


def names_of(saved: SavedGame) -> dict[Actor, str]:
    """Find the names of the players, as far as a saved game has any."""
    names = saved.meta.get("names")
    known = {**saved.players, **(names if isinstance(names, dict) else {})}
    return {side: str(known[ACTOR_NAMES[side]]) for side in SIDES if ACTOR_NAMES[side] in known}
