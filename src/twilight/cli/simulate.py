"""`twilight simulate`: bots play whole games, and the results are counted."""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from twilight.bots import make_bot
from twilight.cli.options import (
    add_player_arguments,
    add_rules_arguments,
    check_player,
    existing_directory,
    file_name,
    positive,
    rules_from,
)
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.rules import Rules
from twilight.engine.types import ACTOR_NAMES, NOBODY, Reason
from twilight.replays.saves import healthy_part, save_game

GAMES_PER_CHUNK = 10


@dataclass(frozen=True)
class Plan:
    """Who plays, by which rules, from which seed, and where a crash is written down."""

    us: str
    ussr: str
    rules: Rules
    seed: str
    crash_directory: Path


@dataclass
class Tally:
    """What became of some games."""

    games: int = 0
    wins: dict[str, int] = field(default_factory=lambda: {"us": 0, "ussr": 0, "draw": 0})
    reasons: dict[str, int] = field(
        default_factory=lambda: {reason.name.lower(): 0 for reason in Reason}
    )
    answers: int = 0
    crash: str = ""

    def add(self, other: "Tally") -> None:
        """Count the games of another tally too."""
        self.games += other.games
        self.answers += other.answers
        self.crash = self.crash or other.crash
        for winner, number in other.wins.items():
            self.wins[winner] += number
        for reason, number in other.reasons.items():
            self.reasons[reason] += number


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "simulate",
        help="let bots play whole games and count the results",
        description="Let bots play whole games and count how they end.",
    )
    parser.add_argument("--games", type=positive, default=100, help="how many (default: 100)")
    add_player_arguments(parser, us="random", ussr="random", humans=False)
    parser.add_argument("--seed", default="0", help="the same seed gives the same games")
    parser.add_argument("--jobs", type=positive, default=1, help="processes to use (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--crash-directory",
        type=existing_directory,
        default=Path(),
        help="where the game is saved if the engine fails (default: here)",
    )
    add_rules_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print what became of them."""
    plan = Plan(
        check_player(arguments.us or "random", humans=False),
        check_player(arguments.ussr or "random", humans=False),
        rules_from(arguments),
        arguments.seed,
        arguments.crash_directory,
    )
    started = perf_counter()
    tally = simulate(plan, arguments.games, arguments.jobs)
    seconds = perf_counter() - started
    if tally.crash:
        print(f"twilight: {tally.crash}", file=sys.stderr)
        return 1
    report(tally, seconds, as_json=arguments.json)
    return 0


def simulate(plan: Plan, games: int, jobs: int) -> Tally:
    """Play so many games in so many processes; the result does not depend on the latter."""
    total = Tally()
    progress = Progress(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with progress:
        task = progress.add_task("games", total=games)
        for tally in _tallies(plan, games, jobs):
            total.add(tally)
            progress.update(task, completed=total.games)
            if total.crash:
                break
    return total


def _tallies(plan: Plan, games: int, jobs: int) -> Iterator[Tally]:
    chunks = [
        range(first, min(first + GAMES_PER_CHUNK, games))
        for first in range(0, games, GAMES_PER_CHUNK)
    ]
    if jobs == 1:
        for chunk in chunks:
            yield play_games(plan, chunk)
        return
    workers = min(jobs, len(chunks))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        futures = [executor.submit(play_games, plan, chunk) for chunk in chunks]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            executor.shutdown(cancel_futures=True)


def play_games(plan: Plan, numbers: range) -> Tally:
    """Play the games of these numbers; each has its own seed, so where it runs changes nothing."""
    tally = Tally()
    for number in numbers:
        seed = f"{plan.seed}/{number}"
        players = [make_bot(plan.ussr, f"{seed}/ussr"), make_bot(plan.us, f"{seed}/us")]
        game = Game.new(plan.rules)
        try:
            tally.answers += play_out(game, players, SeededChance(f"{seed}/chance"))
        except Exception as error:
            tally.crash = _write_down_crash(plan, number, game, error)
            return tally
        outcome = game.outcome
        assert outcome is not None
        tally.games += 1
        tally.wins["draw" if outcome.winner == NOBODY else ACTOR_NAMES[outcome.winner]] += 1
        tally.reasons[outcome.reason.name.lower()] += 1
    return tally


def _write_down_crash(plan: Plan, number: int, game: Game, error: Exception) -> str:
    """Save the game as it was before the answer that broke it, and say where."""
    healthy = healthy_part(game)
    meta: dict[str, object] = {
        "seed": plan.seed,
        "game": number,
        "error": f"{type(error).__name__}: {error}",
    }
    if game.record is not None and healthy.record != game.record:
        meta["answer"] = ACTION_KEYS[game.record[-1]]
    file = plan.crash_directory / f"twilight-crash-{file_name(plan.seed)}-{number}.json"
    save_game(file, healthy, {"us": plan.us, "ussr": plan.ussr}, meta)
    return f"game {number} of seed {plan.seed} broke off ({meta['error']}); it is saved in {file}"


def report(tally: Tally, seconds: float, *, as_json: bool) -> None:
    """Print a tally."""
    speed = tally.games / seconds if seconds else 0.0
    if as_json:
        result = {
            "games": tally.games,
            "wins": tally.wins,
            "reasons": tally.reasons,
            "answers": tally.answers,
            "seconds": round(seconds, 3),
            "games_per_second": round(speed, 2),
        }
        print(json.dumps(result))
        return
    print(f"{tally.games} games in {seconds:.1f} seconds, {speed:.1f} a second")
    print(f"{tally.answers} answers, {tally.answers / tally.games:.0f} in each game")
    for winner, number in tally.wins.items():
        print(f"  {winner:<24} {number:>7} {100 * number / tally.games:6.1f} %")
    print("ended by")
    for reason, number in tally.reasons.items():
        name = reason.replace("_", " ")
        print(f"  {name:<24} {number:>7} {100 * number / tally.games:6.1f} %")
