"""Strangers who send without end, wait without end, or open more than they need."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import LiveServer, play_answers, settings_for, two_players, wait_for
from tests.server.processes import ServerProcess, running
from twilight.server.http.address import address_of
from twilight.server.http.door import RESERVED_DESCRIPTORS
from twilight.server.http.protocol import LARGEST_BODY, LARGEST_HEAD

BEGINNING = b"GET /health HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/studies HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def caller(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 30, source_address=(source, 0))


def sent(port: int, pieces: Iterator[bytes], most: int) -> tuple[int, bytes]:
    """Send until the server has enough; tells how much that took, and what it said."""
    with closing(caller(port)) as connection:
        total = 0
        try:
            for piece in pieces:
                connection.sendall(piece)
                total += len(piece)
                if total > most:
                    raise AssertionError(f"the server has taken {total} bytes")
        except (BrokenPipeError, ConnectionResetError):
            pass
        return total, answer(connection)


def answer(connection: socket.socket) -> bytes:
    """Read what the server says before it closes."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def for_ever(first: bytes, again: bytes) -> Iterator[bytes]:
    yield first
    while True:
        yield again


# What a socket holds on both sides before anybody reads it.
IN_THE_PIPES = 12_000_000


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (BEGINNING + b"X-Long: ", b"x" * 4096),
        (BEGINNING, b"X-Many: 1\r\n" * 400),
        (b"GET /" + b"a", b"a" * 4096),
        (b"", b"\r\n" * 2048),
        (b"", b"\x16\x03\x01" * 1000),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1;", b"e" * 4096),
    ],
    ids=["one header", "many headers", "request line", "empty lines", "noise", "chunk extension"],
)
def test_what_has_no_end_is_ended(server: LiveServer, first: bytes, again: bytes) -> None:
    total, _ = sent(server.port, for_ever(first, again), IN_THE_PIPES)
    assert total < IN_THE_PIPES
    assert server.client().http.get("/health").status_code == 200


def test_the_size_of_a_head(server: LiveServer) -> None:
    for size, status in ((LARGEST_HEAD - 200, b"200"), (LARGEST_HEAD + 1, b"431")):
        with closing(caller(server.port)) as connection:
            head = BEGINNING + b"Connection: close\r\nX-Long: " + b"x" * size + b"\r\n\r\n"
            connection.sendall(head)
            assert answer(connection).split()[1] == status
    unfinished = BEGINNING + b"X: " + b"x" * (LARGEST_HEAD + 10_000)
    assert b"too_large" in sent(server.port, iter([unfinished]), IN_THE_PIPES)[1]


def test_the_size_of_a_body(server: LiveServer) -> None:
    body = b'{"text": "' + b"x" * LARGEST_BODY
    for head in (
        b"Content-Length: %d\r\n\r\n" % len(body),
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(body),
    ):
        with closing(caller(server.port)) as connection:
            connection.sendall(POST + b"Connection: close\r\n" + head + body)
            assert answer(connection).split()[1] == b"413"


@pytest.mark.parametrize(
    ("begun", "status"),
    [
        (BEGINNING + b"X-Slow: ", b"408"),
        (POST + b"Content-Length: 100\r\n\r\n{", b"408"),
        (b"\r\n", b"408"),
        (b"", b""),
        (BEGINNING + b"\r\n", b"200"),
    ],
    ids=["head", "body", "empty lines", "nothing", "after an answer"],
)
def test_whoever_waits_too_long_is_let_go(folder: Path, begun: bytes, status: bytes) -> None:
    with (
        LiveServer(settings_for(folder, request_seconds=0.3)) as server,
        closing(caller(server.port)) as connection,
    ):
        connection.sendall(begun)
        # Ends when the server closes the connection; else by the time limit of the socket.
        assert answer(connection)[9:12] == status


def test_a_trickle_does_not_put_the_end_off(folder: Path) -> None:
    with (
        LiveServer(settings_for(folder, request_seconds=0.3)) as server,
        closing(caller(server.port)) as connection,
    ):
        connection.sendall(BEGINNING)

        def trickle() -> bool:
            try:
                connection.sendall(b"X: y\r\n")
            except (BrokenPipeError, ConnectionResetError):
                return True
            return False

        assert wait_for(trickle)


def test_a_slow_answer_is_no_slow_request(folder: Path) -> None:
    """The time of a request is that of the client: the server may think for longer."""
    with LiveServer(settings_for(folder, request_seconds=0.2)) as server:
        client = server.client()
        game = client.create(mode="hotseat")["id"]
        room = server.call(lambda: server.hub.room(game))
        server.call(room.lock.acquire)
        server.call(lambda: server.hub.loop.call_later(0.8, room.lock.release))
        assert client.table(game)["status"] == "active"


def test_an_address_has_so_many_connections(folder: Path) -> None:
    limits = {"connections_per_address": 10, "proxies": "127.0.0.9"}
    with LiveServer(settings_for(folder, **limits)) as server, ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(closing(caller(server.port, "127.0.0.2")))
        door = server.server.config.door  # type: ignore[attr-defined]
        assert wait_for(lambda: door.open == 10)
        with closing(caller(server.port, "127.0.0.2")) as refused:
            assert answer(refused) == b""
        # A proxy has many people behind it.
        for _ in range(15):
            stack.enter_context(closing(caller(server.port, "127.0.0.9")))
        assert wait_for(lambda: door.open == 25)
        text = server.client().http.get("/metrics").text
        assert 'twilight_turned_away_total{reason="address"}' in text
        assert "twilight_open_connections" in text
        stack.close()
        assert wait_for(lambda: door.open <= 1)


def test_who_only_waits_makes_room_for_who_asks(folder: Path) -> None:
    with LiveServer(settings_for(folder, open_connections=20)) as server, ExitStack() as stack:
        host, guest, game = two_players(server)
        with host.live(game) as live:
            live.until("update")
            for number in range(60):
                source = f"127.0.0.{2 + number}"
                stack.enter_context(closing(caller(server.port, source))).sendall(BEGINNING)
            assert server.client().http.get("/health").status_code == 200
            assert live.ask(type="ping")["type"] == "pong"
            play_answers([host, guest], game, Random(3), 3)
            door = server.server.config.door  # type: ignore[attr-defined]
            assert door.open <= 20


def test_live_connections_give_their_place_back(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        host, _, game = two_players(server)
        door = server.server.config.door  # type: ignore[attr-defined]
        before = door.open
        for _ in range(3):
            with host.live(game) as live:
                live.until("update")
                assert door.open > before
        assert wait_for(lambda: door.open <= before)


def test_descriptors_are_kept_in_reserve(folder: Path) -> None:
    """With fewer descriptors than connections the server still opens its files."""
    process = ServerProcess(folder, open_connections=4000, request_seconds=60, log_level="warning")
    most = RESERVED_DESCRIPTORS + 100
    process.prefix = ["prlimit", f"--nofile={most}:{most}"]
    with running(process), ExitStack() as stack:
        for number in range(300):
            source = f"127.0.1.{1 + number % 250}"
            stack.enter_context(closing(caller(process.port, source))).sendall(BEGINNING)
        client = process.client()
        assert client.create(mode="computer", bot="recruit")["status"] == "active"
        text = client.http.get("/metrics").text
        assert 'twilight_turned_away_total{reason="full"}' in text
        log = process.log.read_text()
        assert "few file descriptors" in log
        assert "connections turned away" in log


def test_a_household_is_one_address() -> None:
    assert address_of(("192.0.2.7", 1)) == "192.0.2.7"
    assert address_of(("::ffff:192.0.2.7", 1)) == "192.0.2.7"
    assert address_of(("2001:db8::1", 1)) == address_of(("2001:db8::ffff:2", 1))
    assert address_of(("2001:db8::1", 1)) != address_of(("2001:db8:1::1", 1))
    assert address_of(("fe80::1%eth0", 1)) == address_of(("fe80::2", 1))
    assert (address_of(None), address_of(("name", 1))) == ("", "name")
