"""`twilight play`: a game in the terminal, each side played by a human or a bot."""

import argparse
import sys
from pathlib import Path
from random import SystemRandom
from typing import Any

from twilight.bots.registry import is_installed, make_bot
from twilight.cli.arguments import (
    HUMAN,
    BadInput,
    add_language_argument,
    add_player_arguments,
    add_rules_arguments,
    check_player,
    file_name,
    names_rules,
    rules_from,
)
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.session import EndOfInput, Quit, Session
from twilight.cli.terminal.words import Words
from twilight.engine.chance import SeededChance
from twilight.engine.game import Game
from twilight.engine.types import ACTOR_NAMES, SIDES, US, USSR, Actor
from twilight.replays.saves import SavedGame, healthy_part, load_game

# In the order of the sides: the USSR first.
DEFAULT_PLAYERS = ("random", HUMAN)


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "play",
        help="play in the terminal",
        description="Play in the terminal, alone against a bot or two at one keyboard.",
    )
    add_player_arguments(parser, us=DEFAULT_PLAYERS[US], ussr=DEFAULT_PLAYERS[USSR], humans=True)
    parser.add_argument("--seed", help="decides dice, cards and bots (default: a new one)")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument(
        "--coach",
        action="store_true",
        help="be told of a blunder as long as it can be taken back (hints are always there)",
    )
    add_language_argument(parser)
    add_rules_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Play a game."""
    session = make_session(arguments, terminal or Terminal())
    try:
        session.play()
    except Quit:
        return 0
    except (EndOfInput, KeyboardInterrupt):
        session.save(session.file)
    except OSError:
        raise
    except Exception as error:
        session.game = healthy_part(session.game)
        session.save(session.file)
        print(f"twilight: the game broke off ({type(error).__name__}: {error})", file=sys.stderr)
        return 1
    return 0


def make_session(arguments: argparse.Namespace, terminal: Terminal) -> Session:
    """Set up a new game, or the saved one that the arguments name."""
    if arguments.resume is None:
        seed = arguments.seed or new_seed()
        saved = SavedGame(Game.new(rules_from(arguments), journal=True), meta={"seed": seed})
    elif names_rules(arguments):
        raise BadInput("a saved game keeps its rules; --resume goes with no option of the rules")
    elif arguments.seed is not None:
        raise BadInput("a saved game keeps its seed; --resume goes with no --seed")
    else:
        saved = load_game(arguments.resume, journal=True)
        seed = str(saved.meta.setdefault("seed", new_seed()))
    names = [check_player(_player_name(arguments, saved, side), humans=True) for side in SIDES]
    answers = len(saved.game.record or ())
    players = [
        None if names[side] == HUMAN else make_bot(names[side], f"{seed}/{side}/{answers}")
        for side in SIDES
    ]
    session = Session(
        saved.game,
        players,
        names,
        _chance(saved),
        terminal,
        Words(arguments.lang),
        arguments.resume or free_file(seed),
        saved.meta,
        coached=arguments.coach,
    )
    session.greet(saved)
    return session


def new_seed() -> str:
    """Make up a seed that is short enough to be typed again."""
    return str(SystemRandom().randrange(10**6))


def free_file(seed: str) -> Path:
    """Name a file for a new game that overwrites no other."""
    name = f"twilight-{file_name(seed)}"
    path = Path(f"{name}.json")
    number = 1
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}.json")
    return path


def _player_name(arguments: argparse.Namespace, saved: SavedGame, side: Actor) -> str:
    name = ACTOR_NAMES[side]
    wanted: str | None = getattr(arguments, name)
    kept = saved.players.get(name)
    # A file may come from anybody, and a bot may be any command.
    if wanted is None and kept and ":" in kept and not is_installed(kept):
        raise BadInput(
            f"{arguments.resume} lets {kept!r} play, which is not started for a file's sake;"
            f" say who plays with --{name}"
        )
    return wanted or kept or DEFAULT_PLAYERS[side]


def _chance(saved: SavedGame) -> SeededChance:
    """Return the source of chance, brought to where the saved game left it."""
    used = saved.meta.get("chance_answers", 0)
    seed = f"{saved.meta['seed']}/chance"
    return SeededChance(seed, used=used if isinstance(used, int) else 0)
