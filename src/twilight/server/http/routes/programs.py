"""Programs that play with an account of their own."""

from typing import Annotated

from litestar import Router, delete, get, post
from litestar.params import PathParameter, RequestBody

from twilight.server.http.routes.common import Asked, TheHub, asked_from, signed_in
from twilight.server.messages.account import NewProgram, Programs, ProgramToken
from twilight.server.people import programs
from twilight.server.people.identity import Identity
from twilight.server.play.hub import Hub
from twilight.server.storage.ratings import user_info

ProgramId = Annotated[str, PathParameter(max_length=32, description="The id of a program.")]


async def _list(hub: Hub, who: Identity) -> Programs:
    return Programs([user_info(one) for one in await programs.programs_of(hub.database, who)])


@get("/me/programs", summary="My programs")
async def list_programs(request: Asked, hub: TheHub) -> Programs:
    """List the programs that one answers for."""
    return await _list(hub, signed_in(request))


@post("/me/programs", summary="An account for a program")
async def make_program(request: Asked, hub: TheHub, data: RequestBody[NewProgram]) -> ProgramToken:
    """Make an account for a program, and the token by which it plays; any account may."""
    who = signed_in(request)
    await hub.limits.check("create", asked_from(request))
    user, token = await programs.new_program(hub.database, who, data.name, hub.now())
    return ProgramToken(user_info(user), token)


@post("/me/programs/{program:str}/token", summary="A new token", status_code=200)
async def new_token(request: Asked, hub: TheHub, program: ProgramId) -> ProgramToken:
    """Make a new token for a program; the older one ends."""
    who = signed_in(request)
    identities = request.app.state.identities
    user, token = await programs.renew_token(hub.database, identities, who, program)
    return ProgramToken(user_info(user), token)


@delete("/me/programs/{program:str}", summary="End a program", status_code=200)
async def end(request: Asked, hub: TheHub, program: ProgramId) -> Programs:
    """Let a program play no more; its games stay."""
    who = signed_in(request)
    await programs.end_program(hub.database, request.app.state.identities, who, program)
    return await _list(hub, who)


ROUTER = Router(
    "/", route_handlers=[list_programs, make_program, new_token, end], tags=["programs"]
)
