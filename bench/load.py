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
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from websockets.asyncio.client import ClientConnection, connect

from twilight.server.config import load_settings
from twilight.server.messages.game import CreateGame
from twilight.server.people.identity import Identity
from twilight.server.play.channels import CHANNEL
from twilight.server.play.games import create
from twilight.server.play.hub import Hub
from twilight.server.play.referee import Referee
from twilight.server.storage.writer import Append

LIMITS = {
    "TWILIGHT_GAMES_PER_HOUR": "10000000",
    "TWILIGHT_REQUESTS_PER_MINUTE": "10000000",
    "TWILIGHT_MESSAGES_PER_SECOND": "10000",
    "TWILIGHT_CONNECTIONS_PER_ADDRESS": "100000",
    "TWILIGHT_LOG_LEVEL": "warning",
}
# Well beyond what a game of random answers lasts (about 150), so that ages are spread as in life.
OLDEST = 400
# What memory may grow in the measured time: a leak of a closed game (0.2 MB) would come to 25.
FLAT_MB = 8
# A server that is installed as usual has its bytecode.
ENVIRONMENT = {name: one for name, one in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Option(msgspec.Struct):
    action: str


class Prompt(msgspec.Struct):
    decision: int
    yours: bool
    options: list[Option]


class View(msgspec.Struct):
    prompt: Prompt | None


class Message(msgspec.Struct):
    type: str
    number: int = 0
    status: str = ""
    code: str = ""
    message: str = ""
    view: View | None = None


DECODER = msgspec.json.Decoder(Message)


class Server:
    """A server process with a folder of its own."""

    def __init__(self, folder: Path, idle_seconds: int = 120) -> None:
        self.folder = folder
        self.idle_seconds = idle_seconds
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start and return how long it took until the first answer."""
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "twilight.cli.main", "serve", f"--port={self.port}"]
            + [f"--data={self.folder}", f"--idle-seconds={self.idle_seconds}"],
            env={**ENVIRONMENT, **LIMITS},
        )
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=2).raise_for_status()
                return time.perf_counter() - began
            except httpx.HTTPError:
                if self.process.poll() is not None or time.perf_counter() - began > 120:
                    raise SystemExit("the server did not start") from None
                time.sleep(0.02)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(30)

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()

    @property
    def memory(self) -> float:
        """The memory of the process in MB."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def seconds(self) -> float:
        """The processor time that the process has used."""
        assert self.process is not None
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Tally:
    delays: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    finished: int = 0


class Seat:
    """A connected player."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = -1
        self.seen_at = 0.0
        self.status = "active"
        self.prompt: Prompt | None = None
        self.changed = asyncio.Event()

    async def listen(self, tally: Tally) -> None:
        async for frame in self.socket:
            message = DECODER.decode(frame)
            if message.type == "update" and message.view is not None:
                self.number, self.prompt = message.number, message.view.prompt
                self.status = message.status
                self.seen_at = time.perf_counter()
                self.changed.set()
            elif message.type == "refused":
                tally.errors.append(f"{message.code}: {message.message}")

    async def wait(self, number: int) -> None:
        while self.number < number:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 20)


def new_client() -> httpx.AsyncClient:
    """Make a client; one that could check certificates takes long to make."""
    return httpx.AsyncClient(timeout=60, verify=False)


async def new_game(port: int) -> tuple[str, list[str]]:
    """Make a game for two guests and return their cookies."""
    base = f"http://127.0.0.1:{port}/api/v1"
    async with new_client() as host, new_client() as guest:
        made = (await host.post(f"{base}/games", json={"mode": "online"})).json()
        joined = await guest.post(
            f"{base}/games/{made['id']}/join", json={"invite": made["invite"]}
        )
        joined.raise_for_status()
        cookies = [f"twilight={one.cookies['twilight']}" for one in (host, guest)]
    return made["id"], cookies


class Match:
    """One game with two connected seats; a finished one is followed by a new one."""

    def __init__(self, port: int, index: int, tally: Tally) -> None:
        self.port = port
        self.random = Random(index)
        self.tally = tally
        self.sockets: list[ClientConnection] = []
        self.seats: list[Seat] = []
        self.listeners: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        game, cookies = await new_game(self.port)
        url = f"ws://127.0.0.1:{self.port}/api/v1/games/{game}/live"
        self.sockets = [await connect(url, additional_headers={"cookie": one}) for one in cookies]
        self.seats = [Seat(one) for one in self.sockets]
        self.listeners = [asyncio.create_task(seat.listen(self.tally)) for seat in self.seats]
        for seat in self.seats:
            await seat.wait(0)

    async def close(self) -> None:
        for one in self.sockets:
            await one.close()
        await asyncio.gather(*self.listeners, return_exceptions=True)

    async def play(self, until: float) -> None:
        """Answer once a second until the time is over."""
        tick = time.perf_counter() + self.random.random()
        while tick < until:
            await asyncio.sleep(max(0.0, tick - time.perf_counter()))
            tick = max(tick + 1, time.perf_counter())
            await self.answer()

    async def age(self) -> None:
        """Play to some age of a game, as fast as the server answers."""
        for _ in range(self.random.randrange(OLDEST)):
            await self.answer()

    async def answer(self) -> None:
        """Answer once, in a new game if this one is over."""
        try:
            if self.seats[0].status != "active":
                self.tally.finished += 1
                await self.close()
                await self.open()
            await one_answer(self.seats, self.random, self.tally)
        except (TimeoutError, OSError, httpx.HTTPError) as error:
            self.tally.errors.append(repr(error))


async def one_answer(seats: list[Seat], random: Random, tally: Tally) -> None:
    deciding = next((seat for seat in seats if seat.prompt and seat.prompt.yours), None)
    if deciding is None or deciding.prompt is None:
        return
    prompt, number = deciding.prompt, deciding.number
    action = random.choice(prompt.options).action
    body = json.dumps({"type": "answer", "decision": prompt.decision, "action": action})
    sent = time.perf_counter()
    await deciding.socket.send(body)
    for seat in seats:
        await seat.wait(number + 1)
    tally.delays.append(max(seat.seen_at for seat in seats) - sent)


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def live_games(server: Server, games: int, seconds: float) -> dict[str, Any]:
    """Play many games at once and measure."""
    ageing, tally = Tally(), Tally()
    matches = await open_matches(server, games, ageing)
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
        "answers": len(tally.delays),
        "answers_before": len(ageing.delays),
        "games_finished": tally.finished,
        "p50_ms": round(1000 * percentile(tally.delays, 0.5), 1),
        "p99_ms": round(1000 * percentile(tally.delays, 0.99), 1),
        "worst_ms": round(1000 * max(tally.delays, default=0), 1),
        "errors": len(tally.errors) + len(ageing.errors),
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


async def open_matches(server: Server, games: int, tally: Tally) -> list[Match]:
    """Make games and connect their seats."""
    matches = [Match(server.port, index, tally) for index in range(games)]
    few = asyncio.Semaphore(10)

    async def seat(match: Match) -> None:
        async with few:
            await match.open()

    await asyncio.gather(*(seat(match) for match in matches))
    await asyncio.sleep(1)
    return matches


async def numbers_of(port: int) -> dict[str, float]:
    """Ask the server for what it counts."""
    async with httpx.AsyncClient() as client:
        text = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


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
    hub = Hub(
        load_settings({"data": str(server.folder)}, {}),
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
    arguments = parser.parse_args()
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    report: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), 3) as server:
        report["first_start_s"] = round(server.start(), 2)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            live = live_games(server, arguments.games, arguments.seconds)
            report["live"] = runner.run(live)
        server.stop()
    if arguments.stored:
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
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
