"""Runs the application with uvicorn."""

import asyncio
import errno
import logging
import math
import socket
import sys
import webbrowser
from typing import Final

import uvicorn

from twilight.server.app import create_app
from twilight.server.config import Settings, address_at
from twilight.server.errors import StorageError
from twilight.server.garbage import search_now_and_then, search_rarely
from twilight.server.http.door import BACKLOG, Door, DoorConfig
from twilight.server.http.live import LARGEST_MESSAGE
from twilight.server.http.protocol import LiveProtocol, RequestProtocol
from twilight.server.logs import set_up_logs
from twilight.server.play.hub import Hub
from twilight.server.storage.lock import InUse

_LOG: Final = logging.getLogger("twilight.serving")
# How long open connections may take to end when the server stops.
SHUTDOWN_SECONDS: Final = 5


def make_server(settings: Settings) -> uvicorn.Server:
    """Prepare a server that is not started yet."""
    config = DoorConfig(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        http=RequestProtocol,
        timeout_keep_alive=math.ceil(settings.request_seconds),
        backlog=BACKLOG,
        ws=LiveProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )
    config.door = Door(settings)
    return uvicorn.Server(config)


class CannotServe(Exception):
    """Why a server could not begin, in words for its owner."""


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until a signal ends it."""
    set_up_logs(settings)
    listening = listen(settings)
    try:
        server = make_server(settings)
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(_serve(server, settings, listening, open_browser))
    finally:
        listening.close()


def listen(settings: Settings) -> socket.socket:
    """Take the address before anything else is done, so that a taken one is told at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            reason = "another program uses this port; choose another one with --port"
        else:
            reason = str(getattr(error, "strerror", None) or error)
        raise CannotServe(f"can't listen on {settings.address}: {reason}") from error
    return listening


async def _serve(
    server: uvicorn.Server, settings: Settings, listening: socket.socket, open_browser: bool
) -> None:
    hub: Hub = server.config.app.state.hub  # type: ignore[union-attr]
    try:
        await hub.prepare()
    except (StorageError, InUse) as error:
        await hub.close()
        raise CannotServe(str(error)) from error
    task = asyncio.create_task(server.serve([listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.02)
    if server.started:
        search_rarely()
        hub.spawn(search_now_and_then())
        address = settings.public_url or address_at(settings.host, listening.getsockname()[1])
        print(f"Twilight is ready at {address} (Ctrl+C ends it)", file=sys.stderr, flush=True)
        _LOG.info("ready", extra={"address": address, "folder": str(settings.folder)})
        if open_browser:
            await asyncio.to_thread(webbrowser.open, address)
    await task
    if not server.started:
        raise CannotServe("the server could not start; the log above says why")
