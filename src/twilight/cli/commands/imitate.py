"""`twilight imitate`: fits what people would play to recorded games."""

import argparse
from pathlib import Path
from typing import Any

from twilight.cli.arguments import GAME_FILE, BadInput, check_folder, game_file, not_installed
from twilight.cli.commands.agree import report
from twilight.replays.files import load_any


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "imitate",
        help="fit what people would play to their games",
        description="Fit to games of people how they choose a card and its use, and tell how often"
        " their choice is foretold in games that were left out.",
    )
    parser.add_argument("files", nargs="+", type=game_file, metavar="FILE", help=GAME_FILE)
    parser.add_argument("--out", type=Path, help="write the weights there (people.json)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Fit the weights and print how often people are foretold."""
    try:
        from twilight.learning.imitating import examples_of, imitate, write_imitation
    except ModuleNotFoundError as error:
        raise not_installed(error, "train") from None
    if arguments.out is not None:
        check_folder(arguments.out)
    games = [load_any(path).game for path in arguments.files]
    examples = [one for number, game in enumerate(games) for one in examples_of(game, number)]
    if len(games) < 2 or not examples:
        raise BadInput("at least two games with choices are needed: one is foretold by the others")
    found = imitate(examples)
    if arguments.out is not None:
        write_imitation(arguments.out, found.weights)
    report("people, left out", len(games), found.left_out, as_json=arguments.json)
    return 0
