"""The pool of worker processes: time limits, and a new worker for one that is stuck or dead."""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec

from twilight.bots.registry import SLOW
from twilight.server.metrics import WORKERS_REPLACED
from twilight.server.workers.process import HEADER, Answer, Task, Think
from twilight.server.workers.turns import Asker, Turns

_LOG: Final = logging.getLogger("twilight.workers")
# Whoever makes a compiled build puts this file into its folder when it is whole.
BUILT: Final = ".built"
LARGEST_ANSWER: Final = 32 * 1024 * 1024


class WorkerFailed(Exception):
    """A task that no worker has solved in time."""


class Worker:
    """One process and the pipes to it."""

    def __init__(self, process: asyncio.subprocess.Process, build: str) -> None:
        self.process: Final = process
        # The folder of the compiled build that it runs, if it does.
        self.build: Final = build

    @classmethod
    async def start(cls, build: str = "") -> "Worker":
        """Start a process, with a compiled build of the package if there is one."""
        search = [build, *sys.path] if build else sys.path
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(search)}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "twilight.server.workers.process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environment,
            # Ctrl+C in a terminal is for the server, also while a worker is still being loaded.
            start_new_session=True,
        )
        return cls(process, build)

    async def solve(self, task: Task) -> Answer:
        """Send a task and wait for its answer."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        body = msgspec.msgpack.encode(task)
        stdin.write(HEADER.pack(len(body)) + body)
        await stdin.drain()
        (length,) = HEADER.unpack(await stdout.readexactly(HEADER.size))
        if length > LARGEST_ANSWER:
            raise WorkerFailed(f"an answer of {length} bytes is too long")
        return msgspec.msgpack.decode(await stdout.readexactly(length), type=Answer)

    async def kill(self) -> None:
        """End the process, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        # The transport would otherwise be closed after the loop.
        self.process._transport.close()  # type: ignore[attr-defined]


class WorkerPool:
    """Some workers, each started when it is first needed; a task waits for its turn."""

    def __init__(self, size: int, seconds: float, most_each: int = 2, compiled: str = "") -> None:
        self._compiled: Final = compiled
        self._seconds: Final = seconds
        self._turns: Final = Turns(size, most_each)
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def stop(self) -> None:
        """Kill all workers."""
        self._closed = True
        for worker in list(self._all):
            await self._drop(worker)

    async def solve(
        self,
        task: Task,
        asker: Asker,
        *,
        patience: float | None = None,
        tries: int = 2,
        seconds: float | None = None,
    ) -> Answer:
        """Let a worker solve a task; a worker that takes too long or dies is replaced.

        NoTurn tells that others came first for longer than the patience, WorkerFailed that no
        worker has solved it.
        """
        limit = self._seconds if seconds is None else seconds
        reason = "the server stops"
        for _ in range(tries):
            async with self._place(asker, _is_quick(task), patience) as worker:
                try:
                    return await asyncio.wait_for(worker.solve(task), limit)
                except (TimeoutError, OSError, asyncio.IncompleteReadError, WorkerFailed) as error:
                    reason = f"{type(error).__name__} after at most {limit} s"
                    await self._drop(worker)
                except BaseException:
                    # Its answer would be taken for that of the next task.
                    await self._drop(worker)
                    raise
            WORKERS_REPLACED.inc()
            _LOG.warning("worker replaced", extra={"reason": reason})
        raise WorkerFailed(reason)

    @contextlib.asynccontextmanager
    async def _place(
        self, asker: Asker, is_quick: bool, patience: float | None
    ) -> AsyncIterator[Worker]:
        async with self._turns.turn(asker, is_quick=is_quick, patience=patience):
            if self._closed:
                raise WorkerFailed("the server stops")
            worker = self._free.pop() if self._free else None
            try:
                build = self._build()
                if worker is None or worker.process.returncode is not None or worker.build != build:
                    if worker is not None:
                        await self._drop(worker)
                    worker = await Worker.start(build)
                    self._all.add(worker)
                yield worker
            finally:
                if worker in self._all:
                    self._free.append(worker)

    def _build(self) -> str:
        """Return the folder of the compiled build once it is whole: a newer worker will run it."""
        return self._compiled if self._compiled and Path(self._compiled, BUILT).exists() else ""

    async def _drop(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.kill()


def _is_quick(task: Task) -> bool:
    """Tell whether a task is short enough for the place that is kept free of long ones."""
    return isinstance(task, Think) and task.bot not in SLOW
