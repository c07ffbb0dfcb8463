"""`make load`: many live games on one server, on this machine alone.

Starts a server of its own in a folder of its own, seats two connected players at every game, and
lets each game answer once a second. Measures the time from sending an answer until both seats have
the update, errors, and the memory of the server. Before that the games are played to different
ages, as in life, so that in the measured time about as many end and begin: a game grows by its log,
and only among games of all ages can it be seen whether memory grows besides. Then cold start with
stored games and the memory of idle ones. Everything is bounded: it ends by itself and talks to
127.0.0.1 only. The exit code is 1 if a figure misses its target.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvloop
from bench.playing import Tally, open_matches
from bench.serving import Server, add_options, numbers_of, stores
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from twilight.server.config import load_settings
from twilight.server.messages.game import CreateGame
from twilight.server.people.identity import Identity
from twilight.server.play.channels import CHANNEL
from twilight.server.play.games import create
from twilight.server.play.hub import Hub
from twilight.server.play.referee import Referee
from twilight.server.storage.writer import Append

# What memory may grow in the measured time: a leak of a closed game (0.2 MB) would come to 25.
FLAT_MB = 8


async def live_games(server: Server, games: int, seconds: float) -> dict[str, Any]:
    """Play many games at once and measure."""
    ageing, tally = Tally(), Tally()
    matches = await open_matches([server.port], games, ageing)
    at_first = server.memory
    await asyncio.gather(*(match.age() for match in matches))
    for match in matches:
        match.tally = tally
    cpu, own, began = server.seconds, time.process_time(), time.perf_counter()
    until = began + seconds
    memory: list[float] = []

    async def watch() -> None:
        while time.perf_counter() < until:
            memory.append(server.memory)
            await asyncio.sleep(1)

    await asyncio.gather(watch(), *(match.play(until) for match in matches))
    taken = time.perf_counter() - began
    server_cpu = (server.seconds - cpu) / taken
    own_cpu = (time.process_time() - own) / taken
    inside = await means(server.port)
    for match in matches:
        await match.close()
    return {
        "games": games,
        "seconds": round(taken, 1),
        **tally.figures(),
        "answers_before": len(ageing.delays),
        "games_finished": tally.finished,
        "errors": len(tally.errors) + len(ageing.errors) + tally.broken + ageing.broken,
        "first_errors": (ageing.errors + tally.errors)[:3],
        "server_cpu": round(server_cpu, 2),
        "load_cpu": round(own_cpu, 2),
        "inside": inside,
        "memory_of_new_games_mb": round(at_first),
        "memory_mb": [round(one) for one in memory[:: max(1, len(memory) // 12)]],
        "memory_growth_mb": round(growth(memory), 1),
        "load_average": [round(one, 1) for one in os.getloadavg()],
    }


def growth(memory: list[float]) -> float:
    """Compare the last quarter of the time with the first one."""
    quarter = max(1, len(memory) // 4)
    return statistics.mean(memory[-quarter:]) - statistics.mean(memory[:quarter])


async def means(port: int) -> dict[str, float]:
    """Ask the server itself how long it took on average, in milliseconds."""
    numbers = await numbers_of(port)
    found = {}
    for name in ("commit", "update"):
        key = f"twilight_{name}_seconds"
        found[f"{name}_ms"] = round(
            1000 * numbers[f"{key}_sum"] / max(1.0, numbers[f"{key}_count"]), 1
        )
    return found


async def stored_games(server: Server, number: int, answers: int) -> None:
    """Fill the database with games of one guest that have some answers, without the server."""
    base = f"http://127.0.0.1:{server.port}/api/v1"
    async with httpx.AsyncClient(timeout=60) as client:
        user = (await client.post(f"{base}/me", json={})).json()["user"]["id"]
        (server.folder / "cookie").write_text(client.cookies["twilight"])
    server.stop()
    settings = {name: str(one) for name, one in server.settings.items() if name != "channels"}
    hub = Hub(
        load_settings(settings, {}),
        ChannelsPlugin(MemoryChannelsBackend(), channels=[CHANNEL]),
    )
    hub.writer.start()
    who = Identity(user, "Guest", True, sign_in="load")
    wish = CreateGame(mode="online")
    for index in range(number):
        stored = await create(hub, who, wish)
        random, referee = Random(index), Referee(stored.setup)
        entries = referee.start(index)
        while len(entries) < answers and not referee.is_over:
            seat = random.choice(referee.asked_seats)
            pending = referee.question_of(seat)
            assert pending is not None
            action = random.choice(pending.options)
            decision = referee.decision_of(referee.side_of(seat))
            entries += referee.answer(seat, decision, action, index)
        changes = {"entries": len(entries), "status": "active", "updated_at": index}
        await hub.writer.append(Append(stored.row.id, entries, changes))
    await hub.writer.stop()
    await hub.database.close()


async def touch_all(server: Server) -> int:
    """Load every stored game once."""
    base = f"http://127.0.0.1:{server.port}/api/v1"
    cookies = {"twilight": (server.folder / "cookie").read_text()}
    before: int | None = None
    seen = 0
    async with httpx.AsyncClient(timeout=60, cookies=cookies) as client:
        while True:
            query = {} if before is None else {"before": before}
            listed = (await client.get(f"{base}/me/games", params=query)).json()
            for game in listed["games"]:
                (await client.get(f"{base}/games/{game['id']}/table")).raise_for_status()
                seen += 1
            before = listed["next_before"]
            if before is None:
                return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--stored", type=int, default=1000)
    parser.add_argument("--answers", type=int, default=150, help="answers in each stored game")
    parser.add_argument("--json", type=Path, help="also write the numbers into a file")
    add_options(parser)
    arguments = parser.parse_args()
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    report: dict[str, Any] = {"database": arguments.database, "redis": arguments.redis}
    with (
        tempfile.TemporaryDirectory() as folder,
        stores(arguments) as settings,
        Server(Path(folder), idle_seconds=3, **settings) as server,
    ):
        report["first_start_s"] = round(server.start(), 2)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            live = live_games(server, arguments.games, arguments.seconds)
            report["live"] = runner.run(live)
        server.stop()
    if arguments.stored:
        with (
            tempfile.TemporaryDirectory() as folder,
            stores(arguments) as settings,
            Server(Path(folder), **settings) as server,
        ):
            server.start()
            asyncio.run(stored_games(server, arguments.stored, arguments.answers))
            report["cold_start_s"] = round(server.start(), 2)
            report["cold_start_cpu_s"] = round(server.seconds, 2)
            before = server.memory
            loaded = asyncio.run(touch_all(server))
            report["idle_games"] = loaded
            report["idle_mb_each"] = round((server.memory - before) / max(1, loaded), 3)
            server.stop()
    report["missed"] = missed(report)
    print(json.dumps(report, indent=2))
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=2))
    raise SystemExit(bool(report["missed"]))


def missed(report: dict[str, Any]) -> list[str]:
    """List the figures that miss their targets."""
    live = report["live"]
    targets = {
        "p99 below 150 ms": live["p99_ms"] < 150,
        "no error": live["errors"] == 0,
        "flat memory": live["memory_growth_mb"] <= FLAT_MB,
        "cold start below 3 s": report.get("cold_start_s", 0) < 3,
        "idle games below 1 MB": report.get("idle_mb_each", 0) < 1,
    }
    return [name for name, is_met in targets.items() if not is_met]


if __name__ == "__main__":
    main()
