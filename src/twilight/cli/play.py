"""`twilight play`: a game in the terminal, each side played by a human or a bot."""

import argparse
from pathlib import Path
from random import SystemRandom
from typing import Any

from twilight.bots import make_bot
from twilight.cli.options import (
    BAD_INPUT,
    HUMAN,
    BadInput,
    add_player_arguments,
    add_rules_arguments,
    check_player,
    fail,
    rules_from,
)
from twilight.cli.session import Quit, Session
from twilight.cli.terminal import Terminal, enable_line_editing
from twilight.engine.chance import SeededChance
from twilight.engine.decision import DIE_DECISION
from twilight.engine.game import Game
from twilight.engine.types import ACTOR_NAMES, SIDES
from twilight.replays.saves import SaveError, load_game


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "play",
        help="play in the terminal",
        description="Play in the terminal, alone against a bot or two at one keyboard.",
    )
    add_player_arguments(parser, us=HUMAN, ussr="random", humans=True)
    parser.add_argument("--seed", help="decides dice, cards and bots (default: a new one)")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a saved game")
    add_rules_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Play a game."""
    try:
        session = make_session(arguments, terminal or Terminal())
    except (*BAD_INPUT, BadInput) as error:
        return fail(error)
    if session.terminal.interactive:
        enable_line_editing()
    try:
        session.play()
    except (Quit, KeyboardInterrupt):
        try:
            session.save(session.file)
        except SaveError as error:
            return fail(error)
    return 0
