"""`twilight simulate`: bots play whole games, and the results are counted."""

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import Any

from twilight.bots.arena.matches import Result, matches
from twilight.bots.arena.standings import Standing, interval, mean_with_interval, standings
from twilight.cli.arguments import (
    BadInput,
    add_player_arguments,
    add_rules_arguments,
    check_player,
    dataset_file,
    existing_directory,
    positive,
    rules_from,
)
from twilight.cli.series import play_all
from twilight.cli.start import INTERRUPTED
from twilight.engine.types import ACTOR_NAMES, NOBODY, US, USSR, Reason


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "simulate",
        help="let bots play whole games and count the results",
        description="Let bots play whole games and count how they end.",
    )
    add_player_arguments(parser, us="random", ussr="random", humans=False)
    parser.add_argument(
        "--paired",
        action="store_true",
        help="play every seed twice, the second time with the sides swapped",
    )
    add_match_arguments(parser, games=100)
    parser.set_defaults(run=run)


def add_match_arguments(parser: argparse.ArgumentParser, games: int) -> None:
    """Let a command take what every series of games needs."""
    parser.add_argument(
        "--games", type=positive, default=games, help=f"how many (default: {games})"
    )
    parser.add_argument("--seed", default="0", help="the same seed gives the same games")
    parser.add_argument("--jobs", type=positive, default=1, help="processes to use (default: 1)")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the Ray cluster at this address instead; `local` starts one here",
    )
    parser.add_argument(
        "--grade-suicides",
        action="store_true",
        help="tell of every bot how often it lost at DEFCON 1 beside a safe play; takes long "
        "(without it only of bots that claim to avoid that)",
    )
    parser.add_argument(
        "--weigh-luck",
        action="store_true",
        help="tell the win rates with the luck of dice and cards taken out, too; their intervals"
        " are narrower",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=dataset_file,
        help="write the games as a dataset: .jsonl, or .parquet with the extra `data`",
    )
    parser.add_argument(
        "--crash-directory",
        type=existing_directory,
        default=Path(),
        help="where the game is saved if the engine fails (default: here)",
    )
    add_rules_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print what became of them."""
    if arguments.paired and arguments.games % 2:
        raise BadInput(f"--paired needs an even number of games, not {arguments.games}")
    planned = matches(
        check_player(arguments.us or "random", humans=False),
        check_player(arguments.ussr or "random", humans=False),
        rules_from(arguments),
        arguments.seed,
        arguments.games,
        paired=arguments.paired,
        crash_directory=arguments.crash_directory,
        grade_suicides=arguments.grade_suicides,
        weigh_luck=arguments.weigh_luck,
    )
    started = perf_counter()
    series = play_all(planned, arguments.jobs, arguments.ray, arguments.save)
    seconds = perf_counter() - started
    if series.crash:
        return 1
    summary = summarise(series.results, seconds)
    found = standings(series.results)
    if arguments.json:
        bots = {bot: standing.to_dict() for bot, standing in found.items()}
        print(json.dumps({**summary, "bots": bots}))
    elif series.results:
        print_summary(summary)
        print_standings(found)
    return INTERRUPTED if series.interrupted else 0


def summarise(results: list[Result], seconds: float) -> dict[str, Any]:
    """Count how the games have ended."""
    wins = {"us": 0, "ussr": 0, "draw": 0}
    reasons = {reason.name.lower(): 0 for reason in Reason}
    for result in results:
        wins["draw" if result.winner == NOBODY else ACTOR_NAMES[result.winner]] += 1
        reasons[result.reason.name.lower()] += 1
    return {
        "games": len(results),
        "wins": wins,
        "reasons": reasons,
        "answers": sum(result.answers for result in results),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(results) / seconds if seconds else 0.0, 2),
    }


def print_summary(summary: dict[str, Any]) -> None:
    """Print how the games have ended, for people."""
    games = summary["games"]
    speed = summary["games_per_second"]
    print(f"{games} games in {summary['seconds']:.1f} seconds, {speed:.1f} a second")
    print(f"{summary['answers']} answers, {summary['answers'] / games:.0f} in each game")
    for winner, number in summary["wins"].items():
        print(f"  {winner:<24} {number:>7} {100 * number / games:6.1f} %")
    print("ended by")
    for reason, number in summary["reasons"].items():
        name = reason.replace("_", " ")
        print(f"  {name:<24} {number:>7} {100 * number / games:6.1f} %")


def print_standings(found: dict[str, Standing]) -> None:
    """Print what each bot has done, for people."""
    for bot, standing in found.items():
        facts = standing.to_dict()
        low, high = interval(standing.win_rate, standing.played)
        print(f"{bot}: {100 * standing.win_rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})")
        without_luck = mean_with_interval(standing.without_luck)
        if without_luck is not None:
            mean, low, high = (100 * number for number in without_luck)
            print(f"  {'without luck':<24} {mean:14.1f} % ({low:.1f} to {high:.1f})")
        for side, label in ((US, "as US"), (USSR, "as USSR")):
            rate = standing.rate_as(side)
            if rate is not None:
                print(f"  {label:<24} {100 * rate:14.1f} %")
        print(f"  {'mean score':<24} {facts['mean_vp']:14.1f}")
        for reason, number in sorted(standing.losses.items()):
            print(f"  {'lost: ' + reason.replace('_', ' '):<24} {number:14}")
        if standing.avoidable_suicides is not None:
            print(f"  {'avoidable suicides':<24} {standing.avoidable_suicides:14}")
        print(f"  {'ms a decision, mean':<24} {facts['ms_mean'] or 0:14.1f}")
        print(f"  {'ms a decision, median':<24} {facts['ms_median'] or 0:14.1f}")
        print(f"  {'ms a decision, 95%':<24} {facts['ms_p95'] or 0:14.1f}")
