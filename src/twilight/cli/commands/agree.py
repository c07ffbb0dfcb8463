"""`twilight agree`: how often a bot would have played what people have played."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from twilight.bots.arena.agreement import TOP, Agreement, agreement, can_rank, questions
from twilight.bots.registry import make_bot
from twilight.cli.arguments import (
    GAME_FILE,
    BadInput,
    check_player,
    game_file,
    positive,
)
from twilight.cli.parallel import run_in_processes
from twilight.cli.start import INTERRUPTED
from twilight.replays.files import load_any

RANKING_BOT = "a bot that ranks its plays (random and programs do not): NAME:OPTION=VALUE"


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "agree",
        help="compare the plays of a bot with those of people",
        description="Replay games of people and count how often a bot's first, and one of its first"
        " three, choices of a card and its use is what was played.",
    )
    parser.add_argument("bot", metavar="BOT", help=RANKING_BOT)
    parser.add_argument("files", nargs="+", type=game_file, metavar="FILE", help=GAME_FILE)
    parser.add_argument("--jobs", type=positive, default=1, help="processes to use (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Ask the bot about every round of the games and print how often it agrees."""
    bot = check_player(arguments.bot, humans=False)
    if not can_rank(make_bot(bot)):
        raise BadInput(f"bot {bot} does not rank its plays")
    tasks = [(bot, path) for path in arguments.files]
    total = Agreement()
    done = 0
    interrupted = False
    try:
        for one in run_in_processes(agree_on_file, tasks, arguments.jobs):
            total.add(one)
            done += 1
    except KeyboardInterrupt:
        interrupted = True
        print(f"twilight: interrupted after {done} of {len(tasks)} games", file=sys.stderr)
    report(bot, done, total, as_json=arguments.json)
    return INTERRUPTED if interrupted else 0


def agree_on_file(task: tuple[str, Path]) -> Agreement:
    """Ask a bot about every round of one game."""
    name, path = task
    bot = make_bot(name)
    assert can_rank(bot)
    return agreement(bot, questions(load_any(path).game))


def report(bot: str, files: int, total: Agreement, *, as_json: bool) -> None:
    """Print how often the bot agrees."""
    first = total.first / total.rounds if total.rounds else 0.0
    first_three = total.first_three / total.rounds if total.rounds else 0.0
    if as_json:
        result = {
            "bot": bot,
            "files": files,
            "rounds": total.rounds,
            "first": round(first, 4),
            "first_three": round(first_three, 4),
        }
        print(json.dumps(result))
        return
    print(f"{bot}: {total.rounds} rounds of {files} games")
    print(f"  the first choice was played       {100 * first:5.1f} %")
    print(f"  one of the first {TOP} was played     {100 * first_three:5.1f} %")
