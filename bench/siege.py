"""`make load` goes on with this: strangers who want the server to stop, beside players who play.

A server of its own on 127.0.0.1, some live games that answer once a second, and beside them first
nothing, then connections that send half a request and wait, then one greedy address with many
games against the slow level while another player plays against a quick one. Everything is
bounded in number and time. The exit code is 1 if a target is missed.
"""

import argparse
import asyncio
import json
import os
import socket
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import uvloop
from bench.playing import Match, Tally, new_client, open_matches, percentile, play_for
from bench.serving import Server, add_options, numbers_of, stores
from websockets.asyncio.client import connect

HALF = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
# Half-open connections come from as many addresses of the loopback network as a botnet's would.
SOURCES = 250
GREEDY_BOT, QUICK_BOT = "general", "officer"


def half_open(port: int, number: int, stack: ExitStack) -> None:
    """Open connections that send half of a request."""
    for index in range(number):
        source = f"127.0.{2 + index // SOURCES}.{1 + index % SOURCES}"
        one = socket.create_connection(("127.0.0.1", port), 10, source_address=(source, 0))
        stack.enter_context(closing(one)).sendall(HALF)


class Opponent:
    """One player against the computer; measures how long the computer's answers take."""

    def __init__(self, port: int, bot: str, seed: int, address: str) -> None:
        self.port = port
        self.bot = bot
        self.random = Random(seed)
        self.headers = {"x-forwarded-for": address}
        self.delays: list[float] = []
        self.stand_ins = 0

    async def play(self, until: float) -> None:
        base = f"http://127.0.0.1:{self.port}/api/v1"
        async with new_client() as client:
            wish = {"mode": "computer", "bot": self.bot, "side": "us"}
            made = await client.post(f"{base}/games", json=wish, headers=self.headers)
            made.raise_for_status()
            cookie = f"twilight={client.cookies['twilight']}"
        url = f"ws://127.0.0.1:{self.port}/api/v1/games/{made.json()['id']}/live"
        headers = {"cookie": cookie, **self.headers}
        async with connect(url, additional_headers=headers) as live:
            answered: float | None = None
            while (left := until - time.perf_counter()) > 0:
                try:
                    message = json.loads(await asyncio.wait_for(live.recv(), left))
                except TimeoutError:
                    break
                if message["type"] != "update":
                    continue
                self.stand_ins += message["stand_in"] is not None
                prompt = message["view"]["prompt"]
                if message["status"] != "active":
                    return
                if prompt is None or not prompt["yours"]:
                    continue
                if answered is not None:
                    self.delays.append(time.perf_counter() - answered)
                    # As a person does, it looks before it answers.
                    await asyncio.sleep(0.2)
                action = self.random.choice(prompt["options"])["action"]
                answered = time.perf_counter()
                answer = {"type": "answer", "decision": prompt["decision"], "action": action}
                await live.send(json.dumps(answer))
            if answered is not None:
                # One that never came counts as long as it was waited for.
                self.delays.append(time.perf_counter() - answered)


async def greedy(port: int, games: int, seconds: float) -> dict[str, Any]:
    """Let one address play many slow games while another player plays a quick one."""
    until = time.perf_counter() + seconds
    crowd = [Opponent(port, GREEDY_BOT, seed, "192.0.2.1") for seed in range(games)]
    other = Opponent(port, QUICK_BOT, 7, "198.51.100.7")
    await asyncio.gather(*(one.play(until) for one in (*crowd, other)))
    return {
        "greedy_games": games,
        "greedy_answers": sum(len(one.delays) for one in crowd),
        "greedy_stand_ins": sum(one.stand_ins for one in crowd),
        "other_answers": len(other.delays),
        "other_p95_s": round(percentile(other.delays, 0.95), 2),
        "other_stand_ins": other.stand_ins,
    }


async def measured(server: Server, matches: list[Match], seconds: float) -> dict[str, Any]:
    """Play, and tell also what that cost the server: neighbours on the machine don't change it."""
    before = server.seconds
    tally = await play_for(matches, seconds)
    return {**tally.figures(), "server_cpu_s": round(server.seconds - before, 2)}


async def besiege(server: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play, then play on under siege."""
    matches = await open_matches([server.port], arguments.games, Tally())
    report: dict[str, Any] = {"usual": await measured(server, matches, arguments.seconds)}
    with ExitStack() as stack:
        await asyncio.to_thread(half_open, server.port, arguments.half_open, stack)
        report["half_open"] = await measured(server, matches, arguments.seconds)
        report["half_open"]["connections"] = arguments.half_open
        numbers = await numbers_of(server.port)
        turned = {name: n for name, n in numbers.items() if name.startswith("twilight_turned_away")}
        report["half_open"]["turned_away"] = turned
        report["half_open"]["memory_mb"] = round(server.memory)
    for match in matches:
        await match.close()
    report["greedy"] = await greedy(server.port, arguments.greedy, 2 * arguments.seconds)
    return report


def missed(report: dict[str, Any]) -> list[str]:
    """List the figures that miss their targets."""
    usual, half = report["usual"], report["half_open"]
    targets = {
        "no error": usual["errors"] == half["errors"] == 0,
        # Of two runs of the same length on one machine, one may be a little unlucky.
        "usual p99 with half-open connections": half["p99_ms"] < max(150, 2 * usual["p99_ms"]),
        "p95 of another's officer below 3 s": report["greedy"]["other_p95_s"] < 3,
    }
    return [name for name, is_met in targets.items() if not is_met]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--half-open", type=int, default=3000)
    parser.add_argument("--greedy", type=int, default=40)
    add_options(parser)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        stores(arguments) as settings,
        Server(Path(folder), **settings) as server,
    ):
        server.start()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            report = runner.run(besiege(server, arguments))
        server.stop()
    report["load_average"] = [round(one, 1) for one in os.getloadavg()]
    report["missed"] = missed(report)
    print(json.dumps(report, indent=2))
    raise SystemExit(bool(report["missed"]))


if __name__ == "__main__":
    main()
