"""Plays a series of matches here or on a cluster, and shows how far it has come."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from twilight.bots.arena.matches import Match, Result, play_match
from twilight.cli.arguments import file_name
from twilight.cli.cluster import run_on_ray
from twilight.cli.parallel import run_in_processes
from twilight.cli.terminal.progress import progress_bar
from twilight.data import GameRow, write_games
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.game import Game
from twilight.engine.rules import rules_to_dict
from twilight.engine.types import ACTOR_NAMES, US, USSR
from twilight.replays.saves import healthy_part, save_game


@dataclass
class Series:
    """The results of some matches, whether all were played, and what broke if something did."""

    results: list[Result] = field(default_factory=list)
    interrupted: bool = False
    crash: str = ""


def play_all(
    matches: list[Match],
    jobs: int,
    ray_address: str | None = None,
    save: Path | None = None,
    keep: Callable[[Match, Result], None] | None = None,
) -> Series:
    """Play matches in so many processes or on a cluster; the results do not depend on that.

    `keep` is told every result as soon as it is there.

    An interrupt from the keyboard ends the series early, with the results so far. They are saved
    as a dataset where a file is named.
    """
    if save is not None or keep is not None:
        matches = [replace(match, keep=True) for match in matches]
    series = Series()
    with progress_bar("playing") as progress:
        task = progress.add_task("games", total=len(matches))
        try:
            for result in _results(matches, jobs, ray_address):
                if isinstance(result, str):
                    series.crash = result
                    break
                series.results.append(result)
                if keep is not None and result.kept is not None:
                    keep(result.kept.match, result)
                progress.update(task, completed=len(series.results))
        except KeyboardInterrupt:
            series.interrupted = True
    if series.interrupted:
        done = f"{len(series.results)} of {len(matches)} games"
        print(f"twilight: interrupted after {done}", file=sys.stderr)
    elif series.crash:
        print(f"twilight: {series.crash}", file=sys.stderr)
    if save is not None:
        write_games(save, rows_of(series.results))
    return series


def rows_of(results: list[Result]) -> list[GameRow]:
    """Write the games of a series as rows, in the order in which they were planned."""
    rows = []
    for result in results:
        assert result.kept is not None
        match = result.kept.match
        row = GameRow(
            match.number,
            match.seed,
            result.bots[US],
            result.bots[USSR],
            ACTOR_NAMES[result.winner],
            result.reason.name.lower(),
            result.vp,
            result.turn,
            rules_to_dict(match.rules),
            list(result.kept.record),
        )
        rows.append(row)
    return sorted(rows, key=lambda row: row.number)


def _results(matches: list[Match], jobs: int, ray_address: str | None) -> Iterator[Result | str]:
    if ray_address is not None:
        return run_on_ray(play_one, matches, ray_address)
    return run_in_processes(play_one, matches, jobs)


def play_one(match: Match) -> Result | str:
    """Play a match, or say what broke; it has its own seed, so where it runs changes nothing."""
    game = Game.new(match.rules)
    try:
        return play_match(match, game)
    except Exception as error:
        return _write_down_crash(match, game, error)


def _write_down_crash(match: Match, game: Game, error: Exception) -> str:
    """Save the game as it was before the answer that broke it, and say where."""
    healthy = healthy_part(game)
    seed, _, _ = match.seed.rpartition("/")
    meta: dict[str, object] = {
        "seed": seed,
        "game": match.number,
        "error": f"{type(error).__name__}: {error}",
    }
    if game.record is not None and healthy.record != game.record:
        meta["answer"] = ACTION_KEYS[game.record[-1]]
    file = match.crash_directory / f"twilight-crash-{file_name(seed)}-{match.number}.json"
    save_game(file, healthy, {"us": match.us, "ussr": match.ussr}, meta)
    return f"game {match.number} of seed {seed} broke off ({meta['error']}); it is saved in {file}"
