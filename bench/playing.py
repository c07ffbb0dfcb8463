"""Players at many live games: each game answers once a second, and every answer is timed."""

import asyncio
import contextlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

# How long an answer, or a new game, is waited for.
PATIENCE = 20.0
# How long a seat waits before it tries again, as the browser does at first.
AGAIN_SECONDS = 0.3
# Well beyond what a game of random answers lasts (about 150), so that ages are spread as in life.
OLDEST = 400


class Option(msgspec.Struct):
    action: str


class Prompt(msgspec.Struct):
    decision: int
    yours: bool
    options: list[Option]


class View(msgspec.Struct):
    viewer: str
    prompt: Prompt | None


class Message(msgspec.Struct):
    type: str
    number: int = 0
    ref: str = ""
    status: str = ""
    code: str = ""
    message: str = ""
    both_choose: bool = False
    view: View | None = None


DECODER = msgspec.json.Decoder(Message)


class Refused(Exception):
    """The server has not taken an answer, and says why."""


class Broken(Exception):
    """The connection ended before there was a reply."""


# By game: what was acknowledged, by the number of the question and the side that was asked.
Acknowledged = dict[str, dict[tuple[int, str], str]]


@dataclass
class Tally:
    """What happened in some time, at all tables."""

    delays: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    # Connections that ended while somebody played, and answers that were sent again.
    broken: int = 0
    repeated: int = 0
    finished: int = 0

    def figures(self) -> dict[str, Any]:
        return {
            "answers": len(self.delays),
            "errors": len(self.errors),
            "first_errors": self.errors[:3],
            "p50_ms": round(1000 * percentile(self.delays, 0.5), 1),
            "p99_ms": round(1000 * percentile(self.delays, 0.99), 1),
            "worst_ms": round(1000 * max(self.delays, default=0), 1),
        }


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


class Seat:
    """A player who is connected, and connects again whenever that ends: to the next server."""

    def __init__(self, ports: Sequence[int], game: str, cookie: str, match: "Match") -> None:
        self.ports = cycle(ports)
        self.game = game
        self.cookie = cookie
        self.match = match
        self.socket: ClientConnection | None = None
        self.number = -1
        self.seen_at = 0.0
        self.status = "active"
        self.viewer = ""
        self.both_choose = False
        self.prompt: Prompt | None = None
        self.changed = asyncio.Event()
        self.reply: asyncio.Future[Message] | None = None
        self.asked = 0
        self.task = asyncio.create_task(self.stay())

    async def stay(self) -> None:
        """Be connected until somebody ends this."""
        while True:
            with contextlib.suppress(OSError, WebSocketException):
                headers = {"cookie": self.cookie}
                url = f"ws://127.0.0.1:{next(self.ports)}/api/v1/games/{self.game}/live"
                async with connect(url, additional_headers=headers) as self.socket:
                    async for frame in self.socket:
                        self.hear(DECODER.decode(frame))
            self.socket = None
            self.match.tally.broken += 1
            if self.reply is not None and not self.reply.done():
                self.reply.set_exception(Broken("the connection has ended"))
            await asyncio.sleep(AGAIN_SECONDS)

    def hear(self, message: Message) -> None:
        if message.type == "update" and message.view is not None:
            self.number, self.prompt = message.number, message.view.prompt
            self.viewer, self.both_choose = message.view.viewer, message.both_choose
            self.status = message.status
            self.seen_at = time.perf_counter()
            self.changed.set()
        elif message.ref == str(self.asked) and self.reply is not None and not self.reply.done():
            self.reply.set_result(message)

    async def wait(self, number: int, seconds: float = PATIENCE) -> None:
        """Wait until the seat has seen an entry of the log."""
        async with asyncio.timeout(seconds):
            while self.number < number:
                self.changed.clear()
                await self.changed.wait()

    async def ask(self, decision: int, action: str, seconds: float = PATIENCE) -> int:
        """Answer, and return the number of the entry when that is acknowledged."""
        if self.socket is None:
            raise Broken("not connected")
        self.asked += 1
        self.reply = asyncio.get_running_loop().create_future()
        body = {"type": "answer", "decision": decision, "action": action, "ref": str(self.asked)}
        try:
            await self.socket.send(json.dumps(body))
        except (OSError, WebSocketException) as error:
            raise Broken(repr(error)) from error
        async with asyncio.timeout(seconds):
            message = await self.reply
        if message.type == "refused":
            raise Refused(f"{message.code}: {message.message}")
        return message.number

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


def new_client() -> httpx.AsyncClient:
    """Make a client; one that could check certificates takes long to make."""
    return httpx.AsyncClient(timeout=60, verify=False)


async def new_game(ports: Sequence[int]) -> tuple[str, list[str]]:
    """Make a game for two guests and return their cookies."""
    async with new_client() as host, new_client() as guest:
        path = f"http://127.0.0.1:{ports[0]}/api/v1/games"
        response = await host.post(path, json={"mode": "online"})
        made = response.raise_for_status().json()
        path = f"http://127.0.0.1:{ports[-1]}/api/v1/games/{made['id']}/join"
        (await guest.post(path, json={"invite": made["invite"]})).raise_for_status()
        cookies = [f"twilight={one.cookies['twilight']}" for one in (host, guest)]
    return made["id"], cookies


class Match:
    """One game with two connected seats; a finished one is followed by a new one.

    The seats may be connected to different servers. A match that `insists` sends an answer again
    that was not acknowledged, until it is or the game has gone on; any other one counts an error.
    """

    def __init__(
        self, ports: Sequence[int], index: int, tally: Tally, insists: float | None = None
    ) -> None:
        self.ports = ports
        self.random = Random(index)
        self.tally = tally
        self.insists = insists
        self.game = ""
        self.seats: list[Seat] = []
        self.acknowledged: Acknowledged = {}
        # When answers were seen by both.
        self.went_on: list[float] = []

    async def open(self) -> None:
        self.game, cookies = await new_game(self.ports)
        self.acknowledged[self.game] = {}
        places = zip((self.ports, self.ports[::-1]), cookies, strict=True)
        self.seats = [Seat(ports, self.game, cookie, self) for ports, cookie in places]
        for seat in self.seats:
            await seat.wait(0)

    async def close(self) -> None:
        for seat in self.seats:
            await seat.leave()
        self.seats = []

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
            if not self.seats or self.seats[0].status != "active":
                self.tally.finished += bool(self.seats)
                await self.close()
                await self.open()
            await self.one_answer()
        except (TimeoutError, OSError, httpx.HTTPError, Refused, Broken) as error:
            if self.insists is None or isinstance(error, Refused | TimeoutError):
                self.tally.errors.append(f"{self.game}: {error!r}")
            await asyncio.sleep(AGAIN_SECONDS)

    async def one_answer(self) -> None:
        deciding = next((seat for seat in self.seats if seat.prompt and seat.prompt.yours), None)
        if deciding is None or deciding.prompt is None:
            return
        decision, viewer = deciding.prompt.decision, deciding.viewer
        action = self.random.choice(deciding.prompt.options).action
        sent = time.perf_counter()
        number = await self.until_acknowledged(deciding, decision, action)
        if number is None:
            # It was stored, but whoever said so was not heard.
            number = deciding.number
        else:
            self.acknowledged[self.game][decision, viewer] = action
        patience = self.insists or PATIENCE
        await deciding.wait(number, patience)
        # Nobody notices a sealed choice before the other side has chosen, too.
        told = [deciding] if deciding.both_choose else self.seats
        for seat in told:
            await seat.wait(number, patience)
        self.went_on.append(max(seat.seen_at for seat in told))
        self.tally.delays.append(self.went_on[-1] - sent)

    async def until_acknowledged(self, seat: Seat, decision: int, action: str) -> int | None:
        """Answer until that is acknowledged; None tells that the game has gone on without."""
        until = time.perf_counter() + (self.insists or 0)
        while True:
            try:
                return await seat.ask(decision, action, self.insists or PATIENCE)
            except (Refused, Broken, TimeoutError):
                if time.perf_counter() >= until:
                    raise
            self.tally.repeated += 1
            await asyncio.sleep(AGAIN_SECONDS)
            if seat.prompt is None or not seat.prompt.yours or seat.prompt.decision != decision:
                return None


async def open_matches(
    ports: Sequence[int], games: int, tally: Tally, insists: float | None = None
) -> list[Match]:
    """Make games and connect their seats."""
    matches = [Match(ports, index, tally, insists) for index in range(games)]
    few = asyncio.Semaphore(10)

    async def seat(match: Match) -> None:
        async with few:
            await match.open()

    await asyncio.gather(*(seat(match) for match in matches))
    await asyncio.sleep(1)
    return matches


async def play_for(matches: list[Match], seconds: float) -> Tally:
    """Let every game answer once a second."""
    tally = Tally()
    for match in matches:
        match.tally = tally
    until = time.perf_counter() + seconds
    await asyncio.gather(*(match.play(until) for match in matches))
    return tally
