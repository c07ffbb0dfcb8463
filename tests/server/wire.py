"""A wire between a server and what it is connected to, that a test can break.

A broken wire swallows what is sent, as a network does that lost its route: nobody is told. When it
is mended, connections that were open stay dead, as behind a router that has forgotten them.
"""

import asyncio
import contextlib
import threading
from collections.abc import Iterator


class Wire:
    """Passes bytes on between a port of its own and another one, as long as it is whole."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self._is_whole = True
        # Connections are as old as the cut that came before them.
        self._cuts = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._stop.wait()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            if not self._is_whole:
                # Whoever tries now waits until giving up.
                while await reader.read(65536):
                    pass
                return
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
            try:
                await asyncio.gather(self._pass_on(reader, back), self._pass_on(there, writer))
            finally:
                back.close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        cuts = self._cuts
        while data := await reader.read(65536):
            if cuts == self._cuts:
                writer.write(data)
                await writer.drain()
        if cuts == self._cuts:
            writer.close()

    def cut(self) -> None:
        """Swallow everything from now on."""
        self._is_whole = False
        self._cuts += 1

    def mend(self) -> None:
        """Let new connections through."""
        self._is_whole = True

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


@contextlib.contextmanager
def wire(to: int) -> Iterator[Wire]:
    """Lay a wire to a port of this machine."""
    one = Wire(to)
    one.start()
    try:
        yield one
    finally:
        one.end()
