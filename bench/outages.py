"""`make load` ends with this: kills, restarts and partitions under load.

Two servers of its own on one PostgreSQL, with notes and rates through a Redis, each reached by a
wire that can be cut; a player of every game is connected to each server. While the games answer
once a second, something is killed, stopped or cut off, and comes back. Counted is what was
acknowledged and is not in the log (nothing), how long answers took meanwhile, those that had to
wait for the end of the outage among them, and how soon after it every game has gone on. With
`--database sqlite` there is one server, which is killed. The exit code is 1 if an answer was lost,
a game did not go on or its log can't be played again.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from bench.playing import Acknowledged, Match, Tally, open_matches, play_for
from bench.serving import Server
from tests.server.acknowledged import lost_answers, stored_games
from tests.server.processes import Postgres, Redis, postgres, redis
from tests.server.wire import wire

from twilight.server.play.referee import Referee

# How long games are played before something happens, and after it.
BEFORE_SECONDS, AFTER_SECONDS = 3.0, 12.0
# How long players try to give an answer.
INSIST_SECONDS = 90.0


@dataclass
class Ordeal:
    """Something that is taken away for a while."""

    name: str
    take: Callable[[], None]
    give_back: Callable[[], object]
    seconds: float


@dataclass
class House:
    """The servers, and what may happen to them."""

    servers: list[Server]
    # Where the log is read, past every wire.
    database: str
    ordeals: list[Ordeal] = field(default_factory=list)


def kill_postgres(database: Postgres) -> None:
    """Kill its first process; the others end when they notice."""
    first = int((database.folder / "data" / "postmaster.pid").read_text().split()[0])
    os.kill(first, signal.SIGKILL)


def start_again(database: Postgres) -> None:
    """Start what was killed, as soon as its last process has let go of the memory."""
    for _ in range(100):
        with contextlib.suppress(Exception):
            database.start()
            return
        time.sleep(0.2)
    raise SystemExit("PostgreSQL does not start again")


@contextlib.contextmanager
def big_house(folder: Path, seconds: float) -> Iterator[House]:
    """Two servers, PostgreSQL and Redis."""
    with contextlib.ExitStack() as stack:
        database: Postgres = stack.enter_context(postgres(durable=True))
        notes: Redis = stack.enter_context(redis())
        to_database = stack.enter_context(wire(database.port))
        to_notes = stack.enter_context(wire(notes.port))
        settings = {
            "database": database.url.replace(str(database.port), str(to_database.port)),
            "channels": notes.url.replace(str(notes.port), str(to_notes.port)),
            "secret": "shared",
            "bot_workers": 1,
        }
        servers = [
            stack.enter_context(Server(folder / name, **settings)) for name in ("one", "two")
        ]
        for server in servers:
            server.start()
        killed: list[Server] = []

        def kill_the_next() -> None:
            """Kill one after the other: after a kill, everybody is at the other one."""
            killed.append(servers[len(killed) % len(servers)])
            killed[-1].kill()

        yield House(
            servers,
            database.url,
            [
                Ordeal(
                    "PostgreSQL killed (SIGKILL)",
                    lambda: kill_postgres(database),
                    lambda: start_again(database),
                    2,
                ),
                Ordeal("PostgreSQL restarted", lambda: database.stop("fast"), database.start, 0),
                Ordeal("PostgreSQL cut off", to_database.cut, to_database.mend, seconds),
                Ordeal("Redis killed (SIGKILL)", notes.stop, notes.start, seconds),
                Ordeal("Redis cut off", to_notes.cut, to_notes.mend, seconds),
                # Last, because from then on nobody is told by notes.
                Ordeal(
                    "one of two servers killed (SIGKILL)",
                    kill_the_next,
                    lambda: killed[-1].start(),
                    1,
                ),
            ],
        )


@contextlib.contextmanager
def small_house(folder: Path) -> Iterator[House]:
    """One server with a file."""
    with Server(folder / "one") as server:
        server.start()
        killed = Ordeal("the server killed (SIGKILL)", server.kill, server.start, 0.2)
        yield House([server], f"sqlite:///{folder}/one/twilight.db", [killed])


async def go_through(ordeal: Ordeal, matches: list[Match]) -> dict[str, Any]:
    """Play, and let it happen meanwhile."""
    back_at = 0.0

    async def happen() -> None:
        nonlocal back_at
        await asyncio.sleep(BEFORE_SECONDS)
        await asyncio.to_thread(ordeal.take)
        await asyncio.sleep(ordeal.seconds)
        await asyncio.to_thread(ordeal.give_back)
        back_at = time.perf_counter()

    happening = asyncio.create_task(happen())
    tally = await play_for(matches, BEFORE_SECONDS + ordeal.seconds + AFTER_SECONDS)
    await happening
    for match in matches:
        if not match.went_on or match.went_on[-1] < back_at:
            # It was in the middle of an answer when time was up.
            await match.answer()
    after = [next((at - back_at for at in one.went_on if at > back_at), None) for one in matches]
    went_on = [seconds for seconds in after if seconds is not None]
    return {
        "ordeal": ordeal.name,
        **tally.figures(),
        "repeated": tally.repeated,
        "broken_connections": tally.broken,
        "games_that_went_on": len(went_on),
        "all_went_on_after_s": round(max(went_on, default=0.0), 1),
    }


async def look_for_losses(url: str, acknowledged: Acknowledged) -> dict[str, int]:
    """Compare what was acknowledged with the log, and play the log again."""
    found = await stored_games(url, list(acknowledged))
    lost = 0
    for game, (stored, entries) in found.items():
        lost += len(lost_answers(acknowledged[game], entries))
        referee = Referee(stored.setup)
        for entry in entries:
            referee.apply(entry)
    return {
        "games": len(found),
        "acknowledged": sum(len(answers) for answers in acknowledged.values()),
        "lost": lost,
    }


async def endure(house: House, arguments: argparse.Namespace) -> dict[str, Any]:
    """Go through everything that may happen, several times."""
    ports = [server.port for server in house.servers]
    matches = await open_matches(ports, arguments.games, Tally(), INSIST_SECONDS)
    usual = await play_for(matches, AFTER_SECONDS)
    report: dict[str, Any] = {"usual": usual.figures(), "ordeals": []}
    for ordeal in house.ordeals:
        if arguments.only not in ordeal.name:
            continue
        for _ in range(arguments.times):
            told = await go_through(ordeal, matches)
            print(json.dumps(told), flush=True)
            report["ordeals"].append(told)
    for match in matches:
        await match.close()
    acknowledged = {game: given for one in matches for game, given in one.acknowledged.items()}
    report["log"] = await look_for_losses(house.database, acknowledged)
    return report


def missed(report: dict[str, Any], games: int) -> list[str]:
    """List what was not endured."""
    targets = {
        "nothing lost": report["log"]["lost"] == 0,
        "no error": not any(told["errors"] for told in report["ordeals"]),
        "every game goes on": all(
            told["games_that_went_on"] == games for told in report["ordeals"]
        ),
    }
    return [name for name, is_met in targets.items() if not is_met]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--times", type=int, default=3, help="how often each thing happens")
    parser.add_argument("--seconds", type=float, default=8, help="how long a partition lasts")
    parser.add_argument("--only", default="", help="only what has this in its name")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="postgresql")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        if arguments.database == "sqlite":
            house = stack.enter_context(small_house(folder))
        else:
            house = stack.enter_context(big_house(folder, arguments.seconds))
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            report = runner.run(endure(house, arguments))
        for server in house.servers:
            server.stop()
    report["load_average"] = [round(one, 1) for one in os.getloadavg()]
    report["missed"] = missed(report, arguments.games)
    print(json.dumps(report, indent=2))
    raise SystemExit(bool(report["missed"]))


if __name__ == "__main__":
    main()
