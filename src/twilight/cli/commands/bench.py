"""`twilight bench`: how fast the engine is, beside a yardstick measured in the same run."""

import argparse
import json
import platform
import statistics
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter, process_time

from rich.table import Table

from twilight.cli.arguments import fail, positive_seconds
from twilight.cli.terminal.console import make_console
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_at_random
from twilight.engine.game import Game, is_compiled
from twilight.engine.rules import make_rules
from twilight.engine.state import STATE_FIELDS, State
from twilight.engine.types import US, Segment
from twilight.engine.view import observe, sample_world

LEAGUE = make_rules("deluxe", {"handicap_side": "us", "handicap_amount": 2})
# Random games and the yardstick take turns, so that a busy moment of the machine falls on both.
SLICES = 10
POSITIONS = 300
REPEATS = 20


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the command."""
    parser = subparsers.add_parser("bench", help="measure the speed of the engine")
    parser.add_argument(
        "--seconds", type=positive_seconds, default=6.0, help="for random play (default: 6)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    try:
        figures = measure(arguments.seconds)
    except ModuleNotFoundError as missing:
        return fail(f"the yardstick needs the package {missing.name!r}, which is not installed")
    if arguments.json:
        print(json.dumps(figures))
        return 0
    table = Table("figure", "value")
    for name, value in figures.items():
        table.add_row(name, f"{value:,.2f}" if isinstance(value, float) else str(value))
    make_console().print(table)
    return 0


def measure(seconds: float) -> dict[str, object]:
    """Measure everything on one core with the journal off."""
    play, games, chess = Counted(), Counted(), Counted()
    for piece in range(SLICES):
        play_games(seconds / SLICES, piece, play, games)
        play_chess(seconds / SLICES, piece, chess)
    positions = action_round_positions()
    copies = sorted(microseconds(game.copy) for game in positions)
    looks = [microseconds(partial(observe, game, US)) for game in positions]
    random = Random(1)
    worlds = [microseconds(partial(sample_world, game, US, random)) for game in positions]
    return {
        "compiled": is_compiled(),
        "python": platform.python_version(),
        "answers_per_second": play.rate(),
        "games_per_second": games.number / play.seconds,
        "answers_per_game": play.number / games.number,
        "copy_us_median": statistics.median(copies),
        "copy_us_p95": copies[int(0.95 * len(copies))],
        "observe_us": statistics.median(looks),
        "sample_world_us": statistics.median(worlds),
        "state_bytes": state_size(positions[0].state),
        "peak_memory_mb": peak_memory(),
        "yardstick_chess_plies_per_second": chess.rate(),
        "ratio_to_yardstick": play.rate() / chess.rate(),
    }


class Counted:
    """How many of something in how much time."""

    def __init__(self) -> None:
        self.number = 0
        self.seconds = 0.0

    def rate(self) -> float:
        """Return how many a second."""
        return self.number / self.seconds


def play_games(seconds: float, seed: int, play: Counted, games: Counted) -> None:
    """Play random games for a while, whole ones only."""
    chance = SeededChance(f"bench {seed}")
    start = process_time()
    while process_time() - start < seconds:
        play.number += play_at_random(Game.new(LEAGUE, record=False), chance)
        games.number += 1
    play.seconds += process_time() - start


def play_chess(seconds: float, seed: int, chess_plies: Counted) -> None:
    """Play random chess moves with python-chess for a while."""
    import chess

    random = Random(seed).random
    start = process_time()
    while process_time() - start < seconds:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(random() * len(moves))])
            chess_plies.number += 1
    chess_plies.seconds += process_time() - start


def action_round_positions() -> list[Game]:
    """Collect games in the middle of action rounds."""
    positions: list[Game] = []
    seed = 0
    while len(positions) < POSITIONS:
        chance = SeededChance(f"positions {seed}")
        game = Game.new(LEAGUE, record=False)
        number = 0
        while game.pending is not None and len(positions) < POSITIONS:
            game.answer(chance.choose(game.pending))
            number += 1
            playing = game.state.segment == Segment.ACTION_ROUND and game.outcome is None
            if playing and game.answers and number % 5 == 0:
                positions.append(game.copy())
        seed += 1
    return positions


def microseconds(work: Callable[[], object]) -> float:
    """Time one call, as the mean of a few."""
    start = perf_counter()
    for _ in range(REPEATS):
        work()
    return (perf_counter() - start) / REPEATS * 1e6


def peak_memory() -> float | None:
    """Return the most memory that this process has had, in MB; Windows does not tell."""
    try:
        import resource
    except ImportError:  # pragma: no cover
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def state_size(state: State) -> int:
    """Add up the memory of a state that is not shared with others."""
    lists = [getattr(state, name) for name in STATE_FIELDS if name != "rules"]
    own = [part for part in lists if isinstance(part, list)]
    own += state.influence
    return sys.getsizeof(state) + sum(sys.getsizeof(part) for part in own)
