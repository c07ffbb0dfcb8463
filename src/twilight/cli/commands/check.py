"""`twilight check`: replays logs of real games and compares every number they state."""

import argparse
import json
from typing import Any

from twilight.cli.arguments import LOG_FILE, BadInput, game_file
from twilight.replays.checking.check_logs import check_files
from twilight.replays.format.parser import LogError, NotALog, read_log


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "check",
        help="compare logs of real games with the engine",
        description="Replay logs in the public format and compare all that they state with what"
        " the engine does. The exit code is 0 only if everything agrees.",
    )
    parser.add_argument("files", nargs="+", type=game_file, metavar="LOG", help=LOG_FILE)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check the files and print what came of it."""
    for path in arguments.files:
        # Before hours of work on the others.
        try:
            read_log(path)
        except NotALog as error:
            raise BadInput(f"{path}: {error.problem}") from error
        except LogError:
            continue
    report = check_files(arguments.files)
    if arguments.json:
        print(json.dumps(report.as_dict(), indent=2))
    else:
        for file in report.files:
            print(file)
        totals = report.as_dict()
        print(
            f"{totals['files_agreed']} of {totals['files']} files agree,"
            f" {totals['facts_agreed']} of {totals['facts']} facts in {totals['lines']} lines"
        )
    return 0 if report.agrees else 1
