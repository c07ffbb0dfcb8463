"""What the owner of the server can do, with the token of the settings."""

from typing import Annotated

from litestar import Router, delete, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.params import PathParameter
from msgspec import Struct

from twilight.server.errors import Refusal
from twilight.server.http.routes.common import GameId, TheAccounts, TheHub
from twilight.server.messages.game import GameInfo
from twilight.server.people.identity import Identity, is_same
from twilight.server.play.entries import SERVER
from twilight.server.play.hub import Hub
from twilight.server.present.info import game_info
from twilight.server.storage.store import ACTIVE, FINISHED, OPEN


class ServerStatus(Struct, frozen=True):
    """How much there is."""

    server: str
    rooms: int
    connections: int
    open: int
    active: int
    finished: int


def _only_admin(
    connection: ASGIConnection[BaseRouteHandler, Identity | None, str, State],
    _handler: BaseRouteHandler,
) -> None:
    token: str = connection.app.state.hub.settings.admin_token
    given = connection.headers.get("x-admin-token", "")
    if not token or not is_same(given, token):
        raise Refusal("not_found", "There is nothing here.")


@get("/status", summary="How much there is")
async def status(hub: TheHub) -> ServerStatus:
    """Count games and connections."""
    return await _count(hub)


async def _count(hub: Hub) -> ServerStatus:
    return ServerStatus(
        server=hub.uptime.server_id,
        rooms=len(hub.rooms),
        connections=sum(len(room.watchers) for room in hub.rooms.values()),
        open=await hub.store.count(OPEN),
        active=await hub.store.count(ACTIVE),
        finished=await hub.store.count(FINISHED),
    )


@delete("/games/{game_id:str}", summary="End a game", status_code=200)
async def end_game(hub: TheHub, game_id: GameId) -> GameInfo:
    """End a game without a result."""
    room = await hub.room(game_id)
    await room.act(lambda referee, now: referee.abort(SERVER, now))
    return game_info(room.stored)


@delete("/users/{user_id:str}/devices", summary="Sign a user out", status_code=200)
async def sign_out(
    hub: TheHub,
    accounts: TheAccounts,
    user_id: Annotated[str, PathParameter(max_length=32)],
) -> ServerStatus:
    """Sign a user out on all devices."""
    await accounts.sign_out_everywhere(user_id, hub.now())
    return await _count(hub)


ROUTER = Router(
    "/api/v1/admin",
    route_handlers=[status, end_game, sign_out],
    guards=[_only_admin],
    tags=["admin"],
    include_in_schema=True,
)
