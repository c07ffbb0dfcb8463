"""`twilight train`: trains the net of the judgement, in stages that can be interrupted."""

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from twilight.cli.arguments import BadInput, not_installed, positive
from twilight.cli.cluster import run_in_order_on_ray
from twilight.learning.plan import FULL, SMALL, STAGES


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "train",
        help="train the net that judges positions",
        description=(
            "Train the net that judges positions, stage by stage in a folder: games of teachers,"
            " cloning, self-play, more games of the net for their results, games of the search,"
            " fitting, evaluation. Called again it goes on where it was interrupted."
        ),
    )
    parser.add_argument("folder", type=Path, help="where games, nets and curves are kept")
    parser.add_argument(
        "--small", action="store_true", help="all stages in about ten minutes, for a weak net"
    )
    parser.add_argument(
        "--stage", action="append", choices=STAGES, help="do only this stage; can be repeated"
    )
    parser.add_argument("--seed", type=int, help="what everything follows from (default: 1)")
    for name, what in (
        ("games", "games of the teachers"),
        ("quick-games", "rough games for their results"),
        ("rounds", "rounds of self-play"),
        ("result-games", "games of the net against itself for their results"),
        ("search-games", "games of the search"),
    ):
        parser.add_argument(f"--{name}", type=positive, metavar="N", help=f"number of {what}")
    parser.add_argument("--jobs", type=positive, default=1, help="worker processes (default: 1)")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on the Ray cluster there; `local` starts one"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train, and tell how far it has come."""
    try:
        from twilight.learning.stages import StageMissing, Training
        from twilight.learning.working import Workers
    except ModuleNotFoundError as error:
        raise not_installed(error, "train") from None
    plan = SMALL if arguments.small else FULL
    chosen = {
        name: getattr(arguments, name)
        for name in ("seed", "games", "quick_games", "rounds", "result_games", "search_games")
        if getattr(arguments, name) is not None
    }
    elsewhere = partial(run_in_order_on_ray, address=arguments.ray) if arguments.ray else None
    workers = Workers(arguments.jobs, elsewhere)
    training = Training(arguments.folder, replace(plan, **chosen), workers, _say)
    try:
        training.run(tuple(arguments.stage) if arguments.stage else STAGES)
    except StageMissing as error:
        raise BadInput(str(error)) from None
    return 0


def _say(words: str) -> None:
    print(words, flush=True)
