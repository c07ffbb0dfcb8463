"""Two servers behind Caddy, as `deploy/` ships it: TLS, WebSockets, addresses, a dead server.

Caddy reads the shipped file; only its address, the places of the servers and who signs the
certificate are those of this machine.
"""

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.live_server import OPEN_CLIENTS, Live
from tests.server.processes import ROOT, ServerProcess, free_port, postgres, redis, running

pytestmark = pytest.mark.slow
SITE = "twilight.example.org"
OURS = "{\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n"


class Front:
    """The outside of the house: one address with TLS."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.url = f"https://{SITE}:{port}"
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, servers: list[ServerProcess]) -> None:
        text = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
        places = " ".join(f"127.0.0.1:{server.port}" for server in servers)
        there = text.replace(SITE, f"{SITE}:{self.port}").replace("first:8000 second:8000", places)
        assert there.count(places) == 1, "the shipped file names other servers"
        file = self.folder / "Caddyfile"
        file.write_text(OURS + there, encoding="utf-8")
        program = shutil.which("caddy", path=str(Path(sys.executable).parent))
        assert program is not None, "Caddy is not installed: it is in the lock file"
        with (self.folder / "caddy.log").open("wb") as log:
            self.process = subprocess.Popen(
                [program, "run", "--config", str(file)],
                env={**os.environ, "XDG_DATA_HOME": str(self.folder)},
                stderr=log,
            )
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError, OSError):
                if Guest(self).get("/health").status_code == 200:
                    return
            assert self.process.poll() is None, (self.folder / "caddy.log").read_text()
            time.sleep(0.1)
        raise AssertionError("Caddy does not answer")

    @property
    def trust(self) -> ssl.SSLContext:
        authority = self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        return ssl.create_default_context(cafile=str(authority))


class Guest:
    """Somebody with an address of their own, as far as this machine has them."""

    def __init__(self, front: Front, address: str = "127.0.0.1", **headers: str) -> None:
        self.front = front
        self.address = address
        transport = httpx.HTTPTransport(verify=front.trust, local_address=address)
        self.http = httpx.Client(
            transport=transport,
            base_url=f"https://127.0.0.1:{front.port}",
            headers={"host": f"{SITE}:{front.port}", **headers},
            timeout=600,
        )
        self.cookie = ""
        OPEN_CLIENTS.append(self.http)

    def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        headers = {"cookie": self.cookie} if self.cookie else {}
        response = self.http.request(
            method, path, json=body, headers=headers, extensions={"sni_hostname": SITE}
        )
        for line in response.headers.get_list("set-cookie"):
            assert "Secure" in line
            self.cookie = line.partition(";")[0]
        return response

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", path)

    def post(self, path: str, body: object) -> Any:
        response = self.ask("POST", f"/api/v1{path}", body)
        assert response.status_code < 400, response.text
        return response.json()

    @contextlib.contextmanager
    def live(self, game: str, origin: str) -> Iterator[Live]:
        raw = socket.create_connection(
            ("127.0.0.1", self.front.port), 600, source_address=(self.address, 0)
        )
        with connect(
            f"wss://{SITE}:{self.front.port}/api/v1/games/{game}/live",
            sock=raw,
            ssl=self.front.trust,
            additional_headers={"cookie": self.cookie},
            origin=Origin(origin),
            open_timeout=600,
        ) as one:
            yield Live(one, [])


@pytest.fixture(scope="module")
def house(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Front, list[ServerProcess]]]:
    folder = tmp_path_factory.mktemp("caddy")
    front = Front(folder, free_port())
    with contextlib.ExitStack() as stack:
        settings: dict[str, object] = {
            "database": stack.enter_context(postgres()).url,
            "channels": stack.enter_context(redis()).url,
            "secret": "shared",
            "public_url": front.url,
            "proxies": "*",
            "logins_per_minute": 6,
        }
        servers = [ServerProcess(folder / name, **settings) for name in ("one", "two")]
        for server in servers:
            stack.enter_context(running(server))
        front.start(servers)
        try:
            yield front, servers
        finally:
            assert front.process is not None
            front.process.terminate()
            front.process.wait(60)


def test_passwords_are_counted_by_the_address_of_the_guest(
    house: tuple[Front, list[ServerProcess]],
) -> None:
    front, _ = house
    body = {"name": "nobody", "password": "wrong password"}

    def tries(guest: Guest) -> list[int]:
        return [guest.ask("POST", "/api/v1/sign-in", body).status_code for _ in range(12)]

    first = tries(Guest(front, "127.0.0.2"))
    assert first[:4] == [401] * 4
    assert first[-1] == 429
    # Nobody takes another address by saying so, and nobody pays for a neighbour.
    assert set(tries(Guest(front, "127.0.0.2", **{"x-forwarded-for": "192.0.2.7"}))) == {429}
    assert tries(Guest(front, "127.0.0.3"))[:4] == [401] * 4


def test_the_owner_alone_reads_the_numbers(house: tuple[Front, list[ServerProcess]]) -> None:
    front, servers = house
    assert Guest(front).get("/metrics").status_code == 404
    assert Guest(front).get("/").status_code == 200
    assert servers[0].client().http.get("/metrics").status_code == 200


def play(lives: list[Live], random: Random, answers: int) -> None:
    for _ in range(answers):
        asked = next(live for live in lives if live.prompt and live.prompt["yours"])
        assert asked.prompt is not None
        reply = asked.answer(random.choice(asked.prompt["options"])["action"])
        assert reply["type"] == "done", reply
        for live in lives:
            live.wait_for_number(reply["number"])


def test_a_game_through_the_proxy_outlives_a_server(
    house: tuple[Front, list[ServerProcess]],
) -> None:
    front, servers = house
    # Of some addresses each server gets a few.
    guests = [Guest(front, f"127.0.0.{number}") for number in range(10, 14)]
    host, guest = guests[:2]
    made = host.post("/games", {"mode": "online"})
    game = made["id"]
    guest.post(f"/games/{game}/join", {"invite": made["invite"]})
    for origin in (f"http://{SITE}:{front.port}", "https://elsewhere.example.org"):
        with host.live(game, origin) as live:
            assert live.until("refused")["code"] == "bad_origin"
    assert "Secure" not in host.cookie
    with contextlib.ExitStack() as stack:
        lives = [stack.enter_context(one.live(game, front.url)) for one in (host, guest)]
        for live in lives:
            live.until("update")
        while lives[0].update["status"] != "active":
            lives[0].until("update")
        for live in lives:
            live.wait_for_number(lives[0].update["number"])
        play(lives, Random(1), 8)
        number = lives[0].update["number"]
        servers[1].kill()
        for live in lives:
            with contextlib.suppress(TimeoutError, ConnectionClosed):
                live.receive(0.5)
    # Whoever was at the server that died is let in by the other one at once.
    for one in guests:
        assert one.get("/api/v1/me").status_code == 200
    with host.live(game, front.url) as us, guest.live(game, front.url) as ussr:
        for live in (us, ussr):
            assert live.until("update")["number"] >= number
        play([us, ussr], Random(2), 4)
    servers[1].start()
