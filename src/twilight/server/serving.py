"""Runs the application with uvicorn."""

import asyncio
import logging
import sys
import webbrowser
from typing import Final

import uvicorn

from twilight.server.app import create_app
from twilight.server.config import Settings
from twilight.server.live import LARGEST_MESSAGE
from twilight.server.logs import set_up_logs

_LOG: Final = logging.getLogger("twilight.serving")
# How long open connections may take to end when the server stops.
SHUTDOWN_SECONDS: Final = 5


def make_server(settings: Settings) -> uvicorn.Server:
    """Prepare a server that is not started yet."""
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="on",
    )
    return uvicorn.Server(config)


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Serve until a signal ends it."""
    server = make_server(settings)
    set_up_logs(settings)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_serve(server, settings, open_browser))


async def _serve(server: uvicorn.Server, settings: Settings, open_browser: bool) -> None:
    task = asyncio.create_task(server.serve())
    while not server.started and not task.done():
        await asyncio.sleep(0.02)
    if server.started:
        port = server.servers[0].sockets[0].getsockname()[1]
        address = settings.public_url or f"http://{settings.host}:{port}"
        print(f"Twilight is ready at {address} (Ctrl+C ends it)", file=sys.stderr, flush=True)
        _LOG.info("ready", extra={"address": address, "folder": str(settings.folder)})
        if open_browser:
            await asyncio.to_thread(webbrowser.open, address)
    await task
    if not server.started:
        raise SystemExit(1)
