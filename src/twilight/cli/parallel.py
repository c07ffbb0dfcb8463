"""Plays matches in worker processes or on a Ray cluster, and shows how far it has come."""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from twilight.bots.arena.matches import Match, Result, play_match
from twilight.cli.arguments import BadInput, file_name
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.game import Game
from twilight.replays.saves import healthy_part, save_game

MOST_IN_CHUNK = 10


@dataclass
class Batch:
    """The results of some matches, and what broke if something did."""

    results: list[Result] = field(default_factory=list)
    crash: str = ""


def play_all(matches: list[Match], jobs: int, ray_address: str | None = None) -> Batch:
    """Play matches in so many processes or on a cluster; the results do not depend on that."""
    total = Batch()
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
        task = progress.add_task("games", total=len(matches))
        for batch in _batches(matches, jobs, ray_address):
            total.results.extend(batch.results)
            total.crash = total.crash or batch.crash
            progress.update(task, completed=len(total.results))
            if total.crash:
                break
    return total


def _batches(matches: list[Match], jobs: int, ray_address: str | None) -> Iterator[Batch]:
    if ray_address is not None:
        yield from _on_ray(matches, ray_address)
    elif jobs == 1:
        for match in matches:
            yield play_chunk([match])
    else:
        yield from _in_processes(_chunks(matches, jobs), jobs)


def _chunks(matches: list[Match], jobs: int) -> list[list[Match]]:
    """Cut the matches into pieces, small enough that every worker gets several."""
    size = max(1, min(MOST_IN_CHUNK, len(matches) // (4 * jobs)))
    return [matches[first : first + size] for first in range(0, len(matches), size)]


def _in_processes(chunks: list[list[Match]], jobs: int) -> Iterator[Batch]:
    workers = min(jobs, len(chunks))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        futures = [executor.submit(play_chunk, chunk) for chunk in chunks]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            executor.shutdown(cancel_futures=True)


def _on_ray(matches: list[Match], address: str) -> Iterator[Batch]:
    """Play on the cluster at an address; `local` starts one on this machine."""
    ray = _import_ray()
    local = address == "local"
    ray.init(address=None if local else address, include_dashboard=False, log_to_driver=False)
    try:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        play = ray.remote(num_cpus=1)(play_chunk)
        pending = [play.remote(chunk) for chunk in _chunks(matches, workers)]
        while pending:
            ready, pending = ray.wait(pending)
            yield from ray.get(ready)
    finally:
        ray.shutdown()


def _import_ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise BadInput("ray is not installed: pip install 'twilight-struggle[cluster]'") from None


def play_chunk(matches: list[Match]) -> Batch:
    """Play matches one after another; each has its own seed, so where it runs changes nothing."""
    batch = Batch()
    for match in matches:
        game = Game.new(match.rules)
        try:
            batch.results.append(play_match(match, game))
        except Exception as error:
            batch.crash = _write_down_crash(match, game, error)
            break
    return batch


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
