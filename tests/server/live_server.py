"""A real server in a thread of the test, and clients that talk to it."""

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from twilight.server.config import Settings, load_settings
from twilight.server.play.hub import Hub
from twilight.server.run import make_server

Json = dict[str, Any]
# Tests ask faster than people.
FAST: dict[str, object] = {
    "port": 0,
    "games_per_hour": 100_000,
    "logins_per_minute": 10_000,
    "requests_per_minute": 1_000_000,
    "messages_per_second": 10_000,
    "bot_workers": 1,
    "log_level": "error",
}

# Closed after each test.
OPEN_CLIENTS: list[httpx.Client] = []


def settings_for(folder: Path, **changes: object) -> Settings:
    return load_settings({**FAST, "data": str(folder), **changes}, environment={})


class LiveServer:
    """Runs a server until it is stopped."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.server: uvicorn.Server = make_server(settings)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        async def main() -> None:
            self._loop = asyncio.get_running_loop()
            await self.server.serve()

        asyncio.run(main())

    def __enter__(self) -> Self:
        self._thread.start()
        for _ in range(6000):
            if self.server.started or not self._thread.is_alive():
                break
            self._thread.join(0.01)
        assert self.server.started, "the server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive(), "the server did not stop"

    @property
    def port(self) -> int:
        return int(self.server.servers[0].sockets[0].getsockname()[1])

    @property
    def hub(self) -> Hub:
        app: Any = self.server.config.app
        hub: Hub = app.state.hub
        return hub

    def call(self, function: Callable[[], Any]) -> Any:
        """Run something in the loop of the server."""
        assert self._loop is not None

        async def run() -> Any:
            result = function()
            return await result if asyncio.iscoroutine(result) else result

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(60)

    def client(self, token: str = "", cookies: dict[str, str] | None = None) -> "Client":
        """Return somebody new, or with cookies of before somebody who comes back."""
        client = Client(self.port, token)
        client.http.cookies.update(cookies or {})
        return client


class Client:
    """A player with a cookie of their own; remembers every byte that was sent."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.token = token
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=600)
        self.heard: list[str] = []
        OPEN_CLIENTS.append(self.http)

    def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        response = self.http.request(method, f"/api/v1{path}", **arguments)
        self.heard.append(response.text)
        return response

    def get(self, path: str, **arguments: Any) -> Json:
        return self._ok(self.request("GET", path, **arguments))

    def post(self, path: str, body: object = None, method: str = "POST") -> Json:
        return self._ok(self.request(method, path, json={} if body is None else body))

    @staticmethod
    def _ok(response: httpx.Response) -> Json:
        assert response.status_code < 400, f"{response.status_code}: {response.text}"
        body: Json = response.json()
        return body

    def refused(self, method: str, path: str, body: object = None) -> str:
        """Ask for something that must be refused, and return the code."""
        response = self.request(method, path, json=body)
        assert response.status_code >= 400, response.text
        code: str = response.json()["code"]
        return code

    def create(self, **wish: object) -> Json:
        return self.post("/games", {"mode": "online", **wish})

    def act(self, game: str, **message: object) -> Json:
        return self.post(f"/games/{game}/messages", message)

    def table(self, game: str, **query: object) -> Json:
        return self.get(f"/games/{game}/table", params=query)

    @contextlib.contextmanager
    def live(self, game: str, query: str = "", origin: str | None = None) -> Iterator["Live"]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookies} if cookies else {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        url = f"ws://127.0.0.1:{self.port}/api/v1/games/{game}/live{query}"
        with connect(url, additional_headers=headers, origin=origin, open_timeout=600) as socket:  # type: ignore[arg-type]
            yield Live(socket, self.heard)


class Live:
    """One live connection."""

    def __init__(self, socket: ClientConnection, heard: list[str]) -> None:
        self.socket = socket
        self.heard = heard
        self.update: Json = {}
        self.facts: list[Json] = []

    def receive(self, seconds: float = 600) -> Json:
        text = str(self.socket.recv(timeout=seconds))
        self.heard.append(text)
        message: Json = json.loads(text)
        if message["type"] == "update":
            self.update = message
            self.facts = [*self.facts[: message["facts_from"]], *message["facts"]]
        return message

    def until_closed(self) -> int:
        """Read until the server closes the connection, and return its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0

    def until(self, kind: str, seconds: float = 600) -> Json:
        while True:
            message = self.receive(seconds)
            if message["type"] == kind:
                return message

    def until_asked(self) -> None:
        """Wait until it is one's own turn to answer."""
        self.until("update")
        while not (self.prompt and self.prompt["yours"]):
            self.until("update")

    def send(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def ask(self, **message: object) -> Json:
        """Send something and wait for its reply."""
        self.send(**message, ref="asked")
        while True:
            reply = self.receive()
            if reply.get("ref") == "asked":
                return reply

    def wait_for_number(self, number: int) -> Json:
        while self.update.get("number", -1) < number:
            self.receive()
        return self.update

    @property
    def prompt(self) -> Json | None:
        prompt: Json | None = self.update["view"]["prompt"]
        return prompt

    def answer(self, action: str) -> Json:
        assert self.prompt is not None
        return self.ask(type="answer", decision=self.prompt["decision"], action=action)


def two_players(server: LiveServer, **wish: object) -> tuple[Client, Client, str]:
    """Seat two guests: the host plays the US unless the wish says otherwise."""
    host, guest = server.client(), server.client()
    game = host.create(**wish)
    guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    return host, guest, game["id"]


def play_answers(clients: list[Client], game: str, random: Random, number: int = 10_000) -> int:
    """Let seats answer at random by requests until the game is over, or for so many answers."""
    for given in range(number):
        for client in clients:
            referee = client.table(game, last=0)
            prompt = referee["view"]["prompt"]
            if referee["status"] != "active":
                return given
            if prompt is not None and prompt["yours"]:
                option = random.choice(prompt["options"])["action"]
                client.act(game, type="answer", decision=prompt["decision"], action=option)
                break
    return number


def finished_game(server: LiveServer, seed: str, answers: int) -> tuple[dict[str, str], str]:
    """Play a public game at one screen to its end; returns the player's cookies and its id."""
    client = server.client()
    game = client.create(mode="hotseat", seed=seed, public=True)["id"]
    play_answers([client], game, Random(answers))
    assert client.get(f"/games/{game}")["status"] == "finished"
    return dict(client.http.cookies), str(game)


def wait_for(condition: Callable[[], bool]) -> bool:
    """Tell whether something comes about within a minute and a half."""
    for _ in range(5000):
        if condition():
            return True
        time.sleep(0.02)
    return False


__all__ = ["Client", "ConnectionClosed", "Live", "LiveServer", "play_answers", "settings_for"]
