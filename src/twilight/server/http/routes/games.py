"""Games: the lobby, making and joining, and playing by request instead of a live connection."""

from typing import Annotated

from litestar import Router, delete, get, post
from litestar.params import PathParameter, RequestBody

from twilight.server.http.access import enter, language_asked, language_of
from twilight.server.http.routes.common import (
    Asked,
    GameId,
    Invite,
    Lang,
    MaybeNumber,
    Number,
    TheAccounts,
    TheHub,
    counted_for,
    own_game,
    playing,
    signed_in,
    some_user,
)
from twilight.server.messages.game import (
    AgreeToWatch,
    CreateGame,
    GameInfo,
    JoinGame,
    Lobby,
    SeatToken,
)
from twilight.server.messages.live import Chat, ClientMessage, Done, Pong, Reasons, Update
from twilight.server.play import games
from twilight.server.play.chat import lines_after
from twilight.server.play.commands import obey
from twilight.server.present.info import game_info
from twilight.server.present.lobby import lobby_for
from twilight.server.present.update import info_of, update_for


@get("/lobby", summary="Open and running games")
async def lobby(request: Asked, hub: TheHub) -> Lobby:
    """List public games: open ones to join, running ones to watch."""
    return await lobby_for(hub, request.user, language_asked(request))


@post("/games", summary="Make a game")
async def create(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[CreateGame]
) -> GameInfo:
    """Make a game and take a seat; who has no identity yet becomes a guest."""
    await hub.limits.check("create", counted_for(request))
    who = await some_user(request, hub, accounts)
    stored = await games.create(hub, who, data)
    return own_game(hub, who, stored)


@get("/games/{game_id:str}", summary="About a game")
async def about(request: Asked, hub: TheHub, game_id: GameId, invite: Invite = "") -> GameInfo:
    """Tell about a game: players, rules, clock, result."""
    room, access = await enter(hub, game_id, request.user, invite)
    return await info_of(room, access)


@post("/games/{game_id:str}/watching", summary="Be watched, or not", status_code=200)
async def watching(
    request: Asked, hub: TheHub, game_id: GameId, data: RequestBody[AgreeToWatch]
) -> GameInfo:
    """Agree that a private game is watched by link; when both players do, the link is there."""
    room, access = await enter(hub, game_id, request.user)
    await games.agree_to_watch(hub, access.seats, game_id, data.agree)
    return await info_of(room, access)


@post("/games/{game_id:str}/join", summary="Join a game", status_code=200)
async def join(
    request: Asked, hub: TheHub, accounts: TheAccounts, game_id: GameId, data: RequestBody[JoinGame]
) -> GameInfo:
    """Take the free seat of a public game, or of a private one with its invitation."""
    who = await some_user(request, hub, accounts)
    stored = await games.join(hub, who, game_id, data.invite)
    return own_game(hub, who, stored)


@delete("/games/{game_id:str}", summary="Take back an open game", status_code=200)
async def cancel(request: Asked, hub: TheHub, game_id: GameId) -> GameInfo:
    """Take back a game that nobody has joined."""
    who = playing(request)
    room, access = await enter(hub, game_id, who)
    await games.cancel(hub, who, game_id)
    return game_info(room.stored, access.seats, room)


@post("/games/{game_id:str}/rematch", summary="Play again", status_code=200)
async def rematch(request: Asked, hub: TheHub, game_id: GameId) -> GameInfo:
    """Ask for the same game with sides swapped; the new game is answered when both have asked."""
    who = playing(request)
    await hub.limits.check("create", counted_for(request))
    await enter(hub, game_id, who)
    stored = await games.rematch(hub, who, game_id)
    return own_game(hub, who, stored)


@post("/games/{game_id:str}/seats/{seat:int}/token", summary="Let a program play", status_code=200)
async def token(
    request: Asked,
    hub: TheHub,
    game_id: GameId,
    seat: Annotated[int, PathParameter(ge=0, le=1)],
) -> SeatToken:
    """Make the token with which a program plays one's own seat, or the free one of one's game."""
    who = signed_in(request)
    await enter(hub, game_id, who)
    made = await games.token_for(hub, who, game_id, seat)
    request.app.state.identities.forget_user()
    return SeatToken(game_id, seat, made)


@get("/games/{game_id:str}/table", summary="The table")
async def referee(
    request: Asked,
    hub: TheHub,
    game_id: GameId,
    last: MaybeNumber = None,
    lang: Lang = "en",
    invite: Invite = "",
) -> Update:
    """Show the table as the live connection does, with the facts since entry `last`."""
    room, access = await enter(hub, game_id, request.user, invite)
    async with room.lock:
        await room.freshen()
        missing = last if len(access.seats) < 2 else None
        return await update_for(room, access, language_of(lang), missing)


@post("/games/{game_id:str}/messages", summary="Act at a table", status_code=200)
async def act(
    request: Asked,
    hub: TheHub,
    game_id: GameId,
    data: RequestBody[ClientMessage],
    lang: Lang = "en",
) -> Done | Reasons | Pong:
    """Send any message of the live connection: answer, undo, offer, respond, resign, chat ..."""
    room, access = await enter(hub, game_id, request.user)
    return await obey(room, access, request.user, data, language_of(lang))


@get("/games/{game_id:str}/chat", summary="The chat")
async def chat(
    request: Asked, hub: TheHub, game_id: GameId, after: Number = 0, invite: Invite = ""
) -> Chat:
    """Read the chat after some message."""
    await enter(hub, game_id, request.user, invite)
    return Chat(game_id, await lines_after(hub.database, game_id, after))


ROUTER = Router(
    "/",
    route_handlers=[
        lobby,
        create,
        about,
        watching,
        join,
        cancel,
        rematch,
        token,
        referee,
        act,
        chat,
    ],
    tags=["games"],
)
