"""`twilight arena`: bots play a round robin, and are rated by it."""

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from twilight.bots.arena.matches import Match, Result, matches
from twilight.bots.arena.round_robin import NotARoundRobin, RoundRobin, kept_round_robin, measured
from twilight.bots.arena.standings import Played, Rating, can_be_rated, ratings, standings
from twilight.cli.arguments import BOT, BadInput, check_folder, check_player, rules_from
from twilight.cli.commands.simulate import add_match_arguments
from twilight.cli.series import play_all
from twilight.cli.start import INTERRUPTED
from twilight.engine.rules import Rules


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "arena",
        help="let several bots play a round robin and rate them",
        description="Let every two of several bots play paired games, and rate all of them.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help=BOT)
    add_match_arguments(parser, games=20)
    parser.add_argument(
        "--keep",
        metavar="FILE",
        type=Path,
        help="keep every result in FILE, play only what is missing there, and rate all bots in it",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the round robin and print the table."""
    bots = [check_player(bot, humans=False) for bot in arguments.bots]
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise BadInput("an arena needs at least two bots, all of them different")
    if arguments.games % 2:
        raise BadInput(f"the games of two bots come in pairs, and {arguments.games} is odd")
    planned: list[Match] = []
    for one, other in combinations(bots, 2):
        planned += matches(
            one,
            other,
            rules_from(arguments),
            arguments.seed,
            arguments.games,
            paired=True,
            crash_directory=arguments.crash_directory,
            grade_suicides=arguments.grade_suicides,
            weigh_luck=arguments.weigh_luck,
        )
    # Every two meet early, so that a series that is ended early says something of all.
    planned.sort(key=lambda match: match.number)
    keep: Callable[[Match, Result], None] | None = None
    kept: RoundRobin | None = None
    if arguments.keep is not None:
        kept = _kept(arguments.keep, rules_from(arguments), arguments.seed)
        planned = [match for match in planned if not kept.has(match)]
        keep = _keeper(kept, arguments.keep)
    series = play_all(planned, arguments.jobs, arguments.ray, arguments.save, keep)
    if series.crash:
        return 1
    games: Sequence[Played] = series.results if kept is None else kept.bouts()
    rated = bots if kept is None else kept.bots()
    table = ratings(games, rated) if rated and can_be_rated(games, rated) else []
    if kept is not None:
        table = measured(table)
    if arguments.json:
        found = standings(series.results)
        print(
            json.dumps(
                {
                    "games": len(games),
                    "ratings": [as_dict(rating) for rating in table],
                    "bots": {bot: found[bot].to_dict() for bot in bots if bot in found},
                }
            )
        )
    elif table:
        print_table(table)
    return INTERRUPTED if series.interrupted else 0


def _kept(path: Path, rules: Rules, seed: str) -> RoundRobin:
    check_folder(path)
    try:
        return kept_round_robin(path, rules, seed)
    except (NotARoundRobin, OSError, UnicodeDecodeError) as error:
        raise BadInput(str(error)) from error


def _keeper(kept: RoundRobin, path: Path) -> Callable[[Match, Result], None]:
    def keep(match: Match, result: Result) -> None:
        kept.add(match, result)
        kept.write(path)

    return keep


def as_dict(rating: Rating) -> dict[str, object]:
    """Write a rating as plain data."""
    return {
        "bot": rating.bot,
        "elo": round(rating.elo, 1),
        "interval": [
            round(rating.elo - rating.margin, 1),
            round(rating.elo + rating.margin, 1),
        ],
        "games": rating.games,
        "score": round(rating.score, 1),
    }


def print_table(table: list[Rating]) -> None:
    """Print the ratings for people."""
    width = max(len(rating.bot) for rating in table)
    print(f"{'bot':<{width}}   rating    95%  games  score")
    for rating in table:
        share = 100 * rating.score / rating.games if rating.games else 0.0
        print(
            f"{rating.bot:<{width}}  {rating.elo:7.0f} ± {rating.margin:4.0f}"
            f"  {rating.games:5}  {share:4.1f}%"
        )
