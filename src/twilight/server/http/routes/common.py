"""What the handlers of requests have in common."""

from typing import Annotated, Any, Final

from litestar import Request
from litestar.datastructures import CacheControlHeader, State
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from twilight.server.errors import Refusal
from twilight.server.http.address import address_of
from twilight.server.http.security import COOKIE_STATE
from twilight.server.messages.game import GameInfo
from twilight.server.people.accounts import Accounts
from twilight.server.people.identity import Identity
from twilight.server.play.hub import Hub
from twilight.server.play.positions import Reels
from twilight.server.present.info import game_info
from twilight.server.storage.store import Stored

Asked = Request[Identity | None, str, State]

GameId = Annotated[str, PathParameter(max_length=16, description="The id of a game.")]
UserId = Annotated[str, PathParameter(max_length=40, description="The id or the name of a user.")]
Lang = Annotated[str, QueryParameter(max_length=8, description="The language: en or es.")]
Invite = Annotated[str, QueryParameter(max_length=40, description="Opens a private game.")]
TheHub = NamedDependency[Hub]
TheAccounts = NamedDependency[Accounts]
TheReels = NamedDependency[Reels]
# Larger numbers are not the same in every language.
Number = Annotated[int, QueryParameter(ge=0, le=2**53)]
MaybeNumber = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
# What changes only with a new version of the server.
ONE_HOUR: Final = CacheControlHeader(max_age=3600, public=True)


def asked_from(request: Request[Any, Any, Any]) -> str:
    """Return the address that somebody asks from."""
    return address_of(request.client)


def counted_for(request: Asked) -> str:
    """Return to whom what is asked for is counted: a program's owner, else the address."""
    who = request.user
    return f"owner {who.owner}" if who is not None and who.owner else asked_from(request)


def playing(request: Asked) -> Identity:
    """Return who plays: a guest, an account, or a program with an account of its own."""
    who = request.user
    return who if who is not None and who.owner else signed_in(request)


def signed_in(request: Asked) -> Identity:
    """Return who is signed in, guest or not; a program with a token is not."""
    who = request.user
    if who is None or not who.sign_in:
        raise Refusal("not_signed_in", "This needs a player; begin with POST /api/v1/me.")
    return who


async def with_secret(request: Asked, hub: Hub) -> Identity:
    """Return who is signed in, where a password or a code is given; tries at those are counted."""
    await hub.limits.check("password", asked_from(request))
    return signed_in(request)


def own_game(hub: Hub, who: Identity, stored: Stored) -> GameInfo:
    """Tell a player about a game that they have just sat down at."""
    return game_info(stored, stored.seats_of(who.user_id), hub.rooms.get(stored.row.id))


async def some_user(request: Asked, hub: Hub, accounts: Accounts) -> Identity:
    """Return who is signed in, or make a guest."""
    who = request.user
    if who is not None:
        who.check_player()
        return who
    await hub.limits.check("create", asked_from(request))
    identity, cookie = await accounts.new_guest(device_of(request), hub.now())
    hub.whereabouts.note(str(identity.user_id), asked_from(request))
    leave_cookie(request, cookie)
    return identity


def device_of(request: Asked) -> str:
    """Name the device by what its browser says of itself."""
    return request.headers.get("user-agent", "unknown device")[:120]


def leave_cookie(request: Asked, cookie: str) -> None:
    """Let the answer set the cookie."""
    request.scope["state"][COOKIE_STATE] = cookie
