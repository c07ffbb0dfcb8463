"""Server processes that a test may kill, and the PostgreSQL and Redis that it starts.

Both come from Debian's packages (`make services`); a test that misses them fails.
"""

import atexit
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

import twilight
from tests.server.live_server import FAST, Client

ROOT = Path(__file__).parent.parent.parent
# The folder that this process has the program from.
PACKAGE = str(Path(twilight.__file__).parent.parent)
POSTGRES = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`twilight serve` as its own process."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.port = free_port()
        self.settings = {**FAST, "data": str(folder), **settings, "port": self.port}
        self.log = folder.with_name(folder.name + ".log")
        self.process: subprocess.Popen[bytes] | None = None
        # A program that starts the server in its own way.
        self.prefix: list[str] = []

    def start(self) -> None:
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in self.settings.items()]
        # What the tests themselves import, compiled or plain.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGE, str(ROOT)])}
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, sys.executable, "-m", "tests.server.dealing", "serve", *flags],
                env=environment,
                stderr=log,
            )
        for _ in range(1800):
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{self.port}/health").status_code == 200:
                    return
            assert self.process.poll() is None, "the server process has ended"
            time.sleep(0.05)
        raise AssertionError("the server process does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(60)

    def client(self, token: str = "") -> Client:
        return Client(self.port, token)


@contextlib.contextmanager
def running(process: ServerProcess) -> Iterator[ServerProcess]:
    process.start()
    try:
        yield process
    finally:
        if process.process is not None and process.process.poll() is None:
            process.kill()


class Postgres:
    """A PostgreSQL of its own, in a folder and on a port of its own.

    The folders of pytest are closed to the user that it runs for. What is committed survives a
    kill in any case; only one that is `durable` would survive a power cut, which no test makes.
    """

    # A new cluster is the same each time and takes seconds to make: it is made once and copied.
    _pattern: Path | None = None

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="twilight-postgres-"))
        self.port = free_port()
        self.durable = durable
        assert POSTGRES, "PostgreSQL is not installed: make services"
        self.bin = POSTGRES[-1].parent

    @property
    def url(self) -> str:
        return f"postgresql://twilight@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.bin / program), *arguments]
        if os.geteuid() == 0:
            # PostgreSQL refuses to run for root.
            command = [
                "setpriv",
                "--reuid=postgres",
                "--regid=postgres",
                "--clear-groups",
                *command,
            ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=600)

    def create(self) -> None:
        if Postgres._pattern is None:
            Postgres._pattern = self._new_pattern()
        data = self.folder / "data"
        shutil.copytree(Postgres._pattern, data)
        settings = f"port={self.port}\nlisten_addresses='127.0.0.1'\n"
        settings += f"unix_socket_directories='{self.folder}'\nmax_connections=60\n"
        if not self.durable:
            settings += "fsync=off\nfull_page_writes=off\n"
        with (data / "postgresql.conf").open("a") as file:
            file.write(settings)
        data.chmod(0o700)
        if os.geteuid() == 0:
            for one in (self.folder, data, *data.rglob("*")):
                shutil.chown(one, "postgres", "postgres")

    def _new_pattern(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="twilight-postgres-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        self.run("initdb", "-D", str(data), "-U", "twilight", "-A", "trust", "--no-sync")
        return data

    def start(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", "/dev/null", "start")

    def stop(self, mode: str = "immediate") -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def remove(self) -> None:
        shutil.rmtree(self.folder)


class Redis:
    """A Redis of its own, on a port of its own, that keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program is not None, "Redis is not installed: make services"
        place = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", tempfile.gettempdir())
        self.process = subprocess.Popen([program, *place, "--save", ""], stdout=subprocess.DEVNULL)
        for _ in range(1200):
            address = ("127.0.0.1", self.port)
            with contextlib.suppress(OSError), socket.create_connection(address):
                return
            assert self.process.poll() is None, "Redis has ended"
            time.sleep(0.05)
        raise AssertionError("Redis does not answer")

    def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)


@contextlib.contextmanager
def redis() -> Iterator[Redis]:
    """Run a Redis."""
    notes = Redis()
    notes.start()
    try:
        yield notes
    finally:
        notes.stop()


@contextlib.contextmanager
def postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """Run a PostgreSQL."""
    database = Postgres(durable=durable)
    try:
        database.create()
        database.start()
        yield database
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            database.stop()
        database.remove()
