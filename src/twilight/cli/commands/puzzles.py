"""`twilight puzzles`: solve puzzles in the terminal, and make new ones."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

from platformdirs import user_data_path

from twilight.bots.registry import make_bot
from twilight.cli.arguments import (
    BadInput,
    add_language_argument,
    check_folder,
    game_file,
    positive,
)
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.puzzles import Progress, PuzzleSession
from twilight.cli.terminal.words import Words
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.rules import OptionValue, make_rules
from twilight.replays.files import load_any
from twilight.study.judge import shipped_judge
from twilight.study.puzzles.daily import daily_puzzle
from twilight.study.puzzles.make import find_puzzles
from twilight.study.puzzles.puzzle import (
    KINDS,
    Puzzle,
    PuzzleError,
    read_puzzles,
    shipped_puzzles,
    to_dict,
)

# Who plays the games in which puzzles are looked for; with the usual handicap they are even.
PLAYER: Final = "officer"
HANDICAP: Final[dict[str, OptionValue]] = {"handicap_side": "us", "handicap_amount": 2}
DEFAULT_NUMBER: Final = 300
# Where the streak is kept.
PROGRESS: Final = "puzzles.json"
# Of each kind at most so large a share, so that there is some of everything.
LARGEST_SHARE: Final = 0.3


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser("puzzles", help="solve puzzles, or make new ones")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    solve = actions.add_parser(
        "solve",
        help="solve puzzles in the terminal",
        description="Solve puzzles in the terminal: none comes again until all were seen, and a"
        " streak is kept. Answer with a card, its use and its targets, or with hint, solution,"
        " quit.",
    )
    solve.add_argument("id", nargs="?", help="one puzzle by its id (default: one after the other)")
    solve.add_argument("--daily", action="store_true", help="the puzzle of the day")
    solve.add_argument("--kind", choices=KINDS, help="puzzles of one kind only")
    solve.add_argument("--from", type=Path, metavar="FILE", dest="file", help="puzzles of a file")
    add_language_argument(solve)
    solve.set_defaults(run=run_solve)
    make = actions.add_parser(
        "make",
        help="look for puzzles in games",
        description="Look for decisions with one clearly best play, in games between computer"
        " players or in games of your own, and add them to a file. It can be stopped and goes on"
        " where it was.",
    )
    make.add_argument("out", type=Path, metavar="OUT", help="the file to add to, one JSON a line")
    make.add_argument(
        "--from",
        nargs="+",
        type=game_file,
        metavar="FILE",
        default=[],
        dest="files",
        help="logs or saved games to look in, instead of games between bots",
    )
    make.add_argument(
        "--number",
        type=positive,
        default=DEFAULT_NUMBER,
        help=f"how many the file shall hold (default: {DEFAULT_NUMBER})",
    )
    make.add_argument("--seed", default="puzzles", help="the seed of the games (default: puzzles)")
    make.set_defaults(run=run_make)


def run_solve(arguments: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Ask puzzles until there are no more answers."""
    puzzles: Sequence[Puzzle] = _kept(arguments.file) if arguments.file else shipped_puzzles()
    wanted = [
        one
        for one in puzzles
        if arguments.kind in (None, one.kind) and arguments.id in (None, one.id)
    ]
    if not wanted:
        raise BadInput(f"there is no such puzzle among {len(puzzles)}")
    if arguments.daily:
        wanted = [daily_puzzle(datetime.now(UTC).date(), wanted)]
    path = user_data_path("twilight") / PROGRESS
    progress = Progress.read(path)
    screen = terminal or Terminal()
    session = PuzzleSession(screen, Words(arguments.lang), progress, path)
    random = SystemRandom()
    only_one = arguments.daily or arguments.id is not None
    while session.solve(progress.next_of(wanted, random)) and not only_one:
        continue
    return 0


def run_make(arguments: argparse.Namespace) -> int:
    """Look for puzzles until there are enough."""
    out: Path = arguments.out
    if out.suffix == ".gz":
        raise BadInput(f"{out} is compressed; puzzles are added to a plain file")
    check_folder(out)
    found = _kept(out) if out.exists() else []
    games = _recorded(arguments.files) if arguments.files else _played(arguments.seed, found)
    judge = shipped_judge()
    known = {puzzle.id for puzzle in found}
    counted = Counter(puzzle.kind for puzzle in found)
    most = max(1, round(LARGEST_SHARE * arguments.number))
    for game, source in games:
        if len(known) >= arguments.number:
            break
        wanted = frozenset(kind for kind in KINDS if counted[kind] < most)
        for puzzle in find_puzzles(game, judge, source, wanted):
            if puzzle.id in known or counted[puzzle.kind] >= most:
                continue
            known.add(puzzle.id)
            counted[puzzle.kind] += 1
            with out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(to_dict(puzzle), ensure_ascii=False) + "\n")
            if len(known) >= arguments.number:
                break
        kinds = ", ".join(f"{kind} {counted[kind]}" for kind in KINDS)
        print(f"{source}: {len(known)} puzzles ({kinds})", file=sys.stderr)
    print(f"{out} holds {len(known)} puzzles")
    return 0


def _kept(path: Path) -> list[Puzzle]:
    try:
        return read_puzzles(path)
    except PuzzleError as error:
        raise BadInput(str(error)) from error


def _recorded(paths: list[Path]) -> Any:
    """Load games of people."""
    for path in paths:
        yield load_any(path).game, path.name


def _played(seed: str, found: list[Puzzle]) -> Any:
    """Play games between bots, beginning after the last one in which puzzles were found."""
    number = 1 + max((_game_number(puzzle.source) for puzzle in found), default=0)
    rules = make_rules("deluxe", HANDICAP)
    while True:
        game = Game.new(rules)
        players = [make_bot(PLAYER, f"{seed}/{number}/{side}") for side in ("ussr", "us")]
        play_out(game, players, SeededChance(f"{seed}/{number}"))
        yield game, f"{PLAYER} v {PLAYER}, {seed} {number}"
        number += 1


def _game_number(source: str) -> int:
    last = source.rpartition(" ")[2]
    return int(last) if last.isdecimal() else 0
