"""The application: everything put together."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, Router
from litestar.channels import ChannelsPlugin
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.base import ASGIMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from twilight.server import pages
from twilight.server.config import Settings
from twilight.server.errors import Refusal, StorageError
from twilight.server.http import live
from twilight.server.http.access import language_asked
from twilight.server.http.protocol import LARGEST_BODY
from twilight.server.http.routes import (
    account,
    admin,
    analysis,
    branches,
    coach,
    editor,
    games,
    library,
    meta,
    notices,
    privacy,
    programs,
    puzzle_tries,
    puzzles,
    records,
    recovery,
    study,
    tournaments,
    vacation,
)
from twilight.server.http.routes.common import asked_from
from twilight.server.http.security import (
    SAFE_METHODS,
    SECURE_STATE,
    Recognize,
    add_headers,
    check_origin,
    check_token,
)
from twilight.server.messages import VERSION
from twilight.server.messages.error import ErrorBody
from twilight.server.metrics import REFUSALS, REQUESTS
from twilight.server.people.accounts import Accounts
from twilight.server.people.identity import BEARER, Identities
from twilight.server.play.channels import CHANNEL, make_backend
from twilight.server.play.hub import Hub
from twilight.server.play.positions import Reels
from twilight.server.play.reviews import Reviews
from twilight.server.tournaments.progress import look_after

_LOG: Final = logging.getLogger("twilight.requests")
# Longer than any address of ours; no file system has such names.
LONGEST_PATH: Final = 1000
_DESCRIPTION: Final = (
    "Play Twilight Struggle through requests and a live connection "
    "(WebSocket /api/v1/games/{game_id}/live). See docs/server-api.md."
)


def create_app(settings: Settings) -> Litestar:
    """Build the application."""
    channels = ChannelsPlugin(backend=make_backend(settings.channels), channels=[CHANNEL])
    hub = Hub(settings, channels)
    identities = hub.identities
    accounts = Accounts(hub.database, identities)
    reels = Reels(hub)
    reviews = Reviews(hub)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await hub.start()
        hub.spawn(look_after(hub))
        try:
            yield
        finally:
            await reviews.stop()
            await hub.stop()

    api = Router(
        f"/api/v{VERSION}",
        route_handlers=[
            account.ROUTER,
            recovery.ROUTER,
            notices.ROUTER,
            privacy.ROUTER,
            vacation.ROUTER,
            games.ROUTER,
            records.ROUTER,
            analysis.ROUTER,
            coach.ROUTER,
            study.ROUTER,
            branches.ROUTER,
            editor.ROUTER,
            puzzles.ROUTER,
            puzzle_tries.ROUTER,
            library.ROUTER,
            programs.ROUTER,
            tournaments.ROUTER,
        ],
        guards=[check_token],
    )
    return Litestar(
        route_handlers=[api, meta.ROUTER, admin.ROUTER, live.live, pages.client],
        plugins=[channels],
        # Entered after the channels have started, left before they stop.
        lifespan=[lifespan],
        middleware=[DoorKeeper(settings, hub, identities), DefineMiddleware(Recognize)],
        dependencies={
            "hub": Provide(lambda: hub, sync_to_thread=False),
            "accounts": Provide(lambda: accounts, sync_to_thread=False),
            "reels": Provide(lambda: reels, sync_to_thread=False),
            "reviews": Provide(lambda: reviews, sync_to_thread=False),
        },
        state=State({"hub": hub, "identities": identities, "accounts": accounts}),
        before_send=[add_headers],
        exception_handlers={
            Refusal: refused,
            StorageError: storage_failed,
            HTTPException: http_error,
            RecursionError: too_deep,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Twilight",
            version=str(VERSION),
            description=_DESCRIPTION,
            path="/schema",
            use_handler_docstrings=True,
            render_plugins=[pages.PlainPage(path="/")],
        ),
        request_max_body_size=LARGEST_BODY,
        signature_types=[Hub, Accounts, Reels, Reviews],
        logging_config=None,
    )


class DoorKeeper(ASGIMiddleware):
    """Checks origin and rate before anything else happens, and writes one line for a request."""

    def __init__(self, settings: Settings, hub: Hub, identities: Identities) -> None:
        self._settings: Final = settings
        self._hub: Final = hub
        self._identities: Final = identities

    def _counted_for(self, request: Request[Any, Any, Any]) -> str:
        """Return to whom a request is counted: the owner of a program that is known, else address.

        So programs at one address do not take each other's share, nor does one at many addresses
        get more than one share.
        """
        bearer = request.headers.get("authorization", "")
        owner = ""
        if bearer.startswith(BEARER):
            owner = self._identities.owner_of(bearer[len(BEARER) :].strip()[:200])
        return f"owner {owner}" if owner else asked_from(request)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != ScopeType.HTTP:
            await next_app(scope, receive, send)
            return
        scope["state"][SECURE_STATE] = self._settings.is_secure
        request: Request[Any, Any, Any] = Request(scope)
        began = time.perf_counter()
        status = 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            if "\x00" in scope["path"] or b"%00" in scope["query_string"]:
                raise Refusal("bad_message", "An address has no zero bytes.")
            if len(scope["path"]) > LONGEST_PATH:
                raise Refusal("not_found", "There is nothing here.")
            await self._hub.limits.check("request", self._counted_for(request))
            if scope["method"] not in SAFE_METHODS:
                check_origin(request, self._settings)
            await next_app(scope, receive, noting)
        except Refusal as refusal:
            status = refusal.status
            raise
        finally:
            REQUESTS.labels(scope["method"], str(status)).inc()
            seconds = round(time.perf_counter() - began, 4)
            extra = {"method": scope["method"], "path": scope["path"], "status": status}
            _LOG.info("request", extra={**extra, "seconds": seconds})


def _answer(
    request: Request[Any, Any, Any], refusal: Refusal, status: int | None = None
) -> Response[ErrorBody]:
    REFUSALS.labels(refusal.code).inc()
    body = ErrorBody(refusal.code, refusal.text(language_asked(request)))
    return Response(body, status_code=status or refusal.status, media_type="application/json")


def refused(request: Request[Any, Any, Any], error: Refusal) -> Response[ErrorBody]:
    """Answer what is not done."""
    return _answer(request, error)


def storage_failed(request: Request[Any, Any, Any], error: StorageError) -> Response[ErrorBody]:
    """Answer when the database does not."""
    _LOG.error("storage failed", extra={"reason": str(error)})
    return _answer(request, error.refusal)


_HTTP_CODES: Final = {401: "not_signed_in", 403: "forbidden", 404: "not_found", 413: "too_large"}


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """Answer what the framework refuses: bad input, unknown addresses."""
    code = _HTTP_CODES.get(error.status_code, "bad_message")
    if code == "not_found":
        return _answer(request, Refusal(code, "There is nothing here."))
    parts = error.extra if isinstance(error.extra, list) else []
    details = [str(part.get("message", "")) for part in parts if isinstance(part, dict)]
    detail = "; ".join([error.detail, *details])[:500]
    refusal = Refusal(code, "The request can't be carried out: {detail}", detail=detail)
    return _answer(request, refusal, error.status_code)


def too_deep(request: Request[Any, Any, Any], _error: RecursionError) -> Response[ErrorBody]:
    """Answer input that is nested too deep to be read."""
    return _answer(request, Refusal("bad_message", "The message is nested too deep."))


def failed(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """Answer what should not happen, and write it down."""
    _LOG.error("request failed", exc_info=error, extra={"path": request.scope["path"]})
    refusal = Refusal("failed", "Something went wrong here; it has been written down.")
    return _answer(request, refusal)
