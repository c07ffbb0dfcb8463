"""Servers that a measurement starts for itself, on 127.0.0.1, and what they cost."""

import argparse
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from tests.server.processes import postgres, redis

LIMITS = {
    "TWILIGHT_GAMES_PER_HOUR": "10000000",
    "TWILIGHT_REQUESTS_PER_MINUTE": "10000000",
    "TWILIGHT_MESSAGES_PER_SECOND": "10000",
    "TWILIGHT_CONNECTIONS_PER_ADDRESS": "100000",
    "TWILIGHT_LOG_LEVEL": "error",
}
# A server that is installed as usual has its bytecode.
ENVIRONMENT = {name: one for name, one in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Server:
    """A server process with a folder of its own."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.settings = {"port": self.port, "data": folder, **settings}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start and return how long it took until the first answer."""
        began = time.perf_counter()
        flags = [f"--{name.replace('_', '-')}={one}" for name, one in self.settings.items()]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "twilight.cli.main", "serve", *flags],
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

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
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


async def numbers_of(port: int) -> dict[str, float]:
    """Ask a server for what it counts."""
    async with httpx.AsyncClient() as client:
        text = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Let whoever measures choose where the games are kept."""
    kinds = ("sqlite", "postgresql")
    parser.add_argument("--database", choices=kinds, default="sqlite")
    parser.add_argument("--redis", action="store_true", help="notes and rates go through a Redis")


@contextlib.contextmanager
def stores(arguments: argparse.Namespace) -> Iterator[dict[str, str]]:
    """Start the PostgreSQL and the Redis that are asked for; yields the server's settings."""
    settings: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        if arguments.database == "postgresql":
            settings["database"] = stack.enter_context(postgres(durable=True)).url
        if arguments.redis:
            settings["channels"] = stack.enter_context(redis()).url
        yield settings
