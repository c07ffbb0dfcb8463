"""Receivers that tests start: a web server that keeps what it gets, and a browser that decrypts."""

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Json = dict[str, Any]


@dataclass
class Got:
    """A request that has come."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Json:
        data: Json = json.loads(self.body)
        return data


@dataclass
class Receiver:
    """Keeps requests; answers with the statuses it is given, then with the last of them."""

    port: int = 0
    statuses: list[int] = field(default_factory=lambda: [204])
    got: list[Got] = field(default_factory=list)
    # Cleared, it lets everyone wait.
    open: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def wait(self, number: int = 1) -> list[Got]:
        """Wait until so many requests have come."""
        for _ in range(3000):
            if len(self.got) >= number:
                return self.got
            time.sleep(0.02)
        raise AssertionError(f"{len(self.got)} requests have come, not {number}")


@contextmanager
def web_server(*statuses: int) -> Iterator[Receiver]:
    receiver = Receiver()
    receiver.open.set()
    if statuses:
        receiver.statuses = list(statuses)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append(Got(self.path, headers, body))
            receiver.open.wait(60)
            kept = receiver.statuses
            self.send_response(kept.pop(0) if len(kept) > 1 else kept[0])
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.open.set()
        server.shutdown()
        server.server_close()
        thread.join()


class Browser:
    """The side of a browser: keys of its own, with which it reads what it is pushed."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        self.endpoint = endpoint

    @property
    def subscription(self) -> Json:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "p256dh": _encoded(point),
            "auth": _encoded(self._auth),
        }

    def read(self, body: bytes) -> Json:
        text = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        data: Json = json.loads(text)
        return data


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
