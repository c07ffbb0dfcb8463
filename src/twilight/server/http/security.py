"""Closed doors: headers, origins, and who is recognized."""

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import Message, Scope

from twilight.server.config import Settings
from twilight.server.errors import Refusal
from twilight.server.http.address import address_of
from twilight.server.people.identity import BEARER, COOKIE, COOKIE_SECONDS

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HSTS: Final = "max-age=31536000"
# How somebody is known whose token is none of ours.
BAD_TOKEN: Final = "bad token"
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
# Where a handler leaves the cookie that the answer must set.
COOKIE_STATE: Final = "twilight_cookie"
SECURE_STATE: Final = "twilight_secure"


class Recognize(AbstractAuthenticationMiddleware):
    """Finds out who asks; whether that matters is for the handlers to say."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Read the cookie or the token."""
        identities = connection.app.state.identities
        bearer = connection.headers.get("authorization", "")
        if bearer.startswith(BEARER):
            who = await identities.of_token(bearer[len(BEARER) :].strip()[:200])
            return AuthenticationResult(user=who, auth=BAD_TOKEN if who is None else "token")
        cookie = connection.cookies.get(COOKIE, "")
        who = await identities.of_cookie(cookie[:200]) if cookie else None
        if who is not None and who.user_id is not None:
            connection.app.state.hub.whereabouts.note(who.user_id, address_of(connection.client))
        return AuthenticationResult(user=who, auth="cookie")


def check_token(connection: ASGIConnection[Any, Any, Any, Any], _handler: object = None) -> None:
    """Refuse a token that plays no seat, or no more."""
    if connection.scope.get("auth") == BAD_TOKEN:
        raise Refusal("bad_token", "This token plays no seat, or plays it no more.")


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], settings: Settings) -> None:
    """Refuse what a page of somebody else has sent; programs send no origin and no cookie."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    if origin.rstrip("/") in settings.further_origins:
        return
    host = connection.headers.get("host", "")
    # A live connection says ws and wss; players who come by https never send the other one.
    is_encrypted = settings.is_secure or connection.scope["scheme"] in ("https", "wss")
    own = f"{'https' if is_encrypted else 'http'}://{host}"
    if not host or origin.rstrip("/") != own:
        raise Refusal("bad_origin", "This page may not use this server.")


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every answer, and the cookie that a handler has left."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    state = scope.get("state", {})
    secure = bool(state.get(SECURE_STATE))
    if secure:
        headers.setdefault("strict-transport-security", HSTS)
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")
    cookie = state.get(COOKIE_STATE)
    if cookie is not None:
        headers.add("set-cookie", session_cookie(cookie, secure))


def session_cookie(value: str, secure: bool) -> str:
    """Write the header that sets the cookie; an empty value ends it."""
    cookie = Cookie(
        key=COOKIE,
        value=value,
        max_age=COOKIE_SECONDS if value else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    return cookie.to_header(header="")
