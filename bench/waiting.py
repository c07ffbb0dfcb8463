"""How long people wait for what is no matter of the processor alone: human games, and notes.

The human games beside the project, if they are there, are checked in every stated fact; and games
are played whose seats are at two servers, which tell each other by notes. What is asked for is far
above what a quiet machine takes: it tells notes from looking every two seconds.
"""

import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import process_time
from typing import Any

from bench.playing import Tally, open_matches, play_for
from bench.serving import Server
from tests.server.processes import postgres, redis

from twilight.replays.checking.check_logs import check_files

HUMAN_GAMES = sorted((Path(__file__).parents[2] / "shared" / "replays").glob("*.txt"))
GAMES = 3
SECONDS = 15.0
# By figure, what it must stay below.
ASKED = {
    "human_games_seconds": 30.0,
    "notes_postgresql_p50_ms": 800.0,
    "notes_redis_p50_ms": 800.0,
}


def measure() -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if HUMAN_GAMES:
        start = process_time()
        check_files(HUMAN_GAMES)
        figures["human_games_seconds"] = process_time() - start
    for carrier in ("postgresql", "redis"):
        figures[f"notes_{carrier}_p50_ms"] = measure_notes(carrier)
    return figures


def measure_notes(carrier: str) -> float:
    """Return the median of what an answer takes until both seats have it, at two servers."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(postgres(durable=True)).url
        notes = stack.enter_context(redis()).url if carrier == "redis" else url
        settings = {"database": url, "channels": notes, "secret": "shared", "bot_workers": 1}
        servers = [
            stack.enter_context(Server(folder / name, **settings)) for name in ("one", "two")
        ]
        for server in servers:
            server.start()
        tally = asyncio.run(play([server.port for server in servers]))
        for server in servers:
            server.stop()
    return float(tally.figures()["p50_ms"])


async def play(ports: list[int]) -> Tally:
    matches = await open_matches(ports, GAMES, Tally())
    tally = await play_for(matches, SECONDS)
    for match in matches:
        await match.close()
    return tally


def missed(figures: dict[str, Any]) -> list[str]:
    """List the figures that are above what is asked for."""
    return [name for name, most in ASKED.items() if figures.get(name, 0.0) >= most]
