"""Leagues and tournaments."""

from collections.abc import Awaitable
from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.params import PathParameter, QueryParameter, RequestBody
from sqlalchemy import or_, select

from twilight.server.errors import Refusal
from twilight.server.http.routes.common import Asked, Invite, TheHub, asked_from, playing, signed_in
from twilight.server.messages.tournament import (
    AddBot,
    CreateTournament,
    ExportedTournament,
    ExtendRound,
    JoinTournament,
    SettlePairing,
    Tournament,
    TournamentList,
)
from twilight.server.people.identity import Identity
from twilight.server.play.hub import Hub
from twilight.server.storage.models import EntrantRow, TournamentRow, User
from twilight.server.tournaments import organise
from twilight.server.tournaments.present import as_csv, as_json, tournament, tournament_info
from twilight.server.tournaments.record import read

MOST_LISTED = 100
TournamentId = Annotated[str, PathParameter(max_length=16, description="The id of a tournament.")]
EntrantNumber = Annotated[int, PathParameter(ge=1, le=10_000)]


async def _show(hub: Hub, who: Identity | None, tournament_id: str, invite: str = "") -> Tournament:
    async with hub.database.read() as session:
        record = await read(session, tournament_id)
        organise.check_access(record, who, invite)
        organiser = await session.get(User, record.row.organiser_id)
    return tournament(record, who, "" if organiser is None else organiser.name)


async def _done(hub: Hub, who: Identity, tournament_id: str, deed: Awaitable[None]) -> Tournament:
    """Do something with a tournament, and show how it stands then."""
    await deed
    async with hub.database.read() as session:
        record = await read(session, tournament_id)
    return await _show(hub, who, tournament_id, record.row.invite)


@get("/tournaments", summary="Leagues and tournaments")
async def tournaments(request: Asked, hub: TheHub) -> TournamentList:
    """List public tournaments and one's own, the latest first."""
    who = request.user
    user_id = None if who is None else who.user_id
    mine = select(EntrantRow.tournament_id).where(EntrantRow.user_id == user_id)
    query = (
        select(TournamentRow.id, User.name)
        .join(User, User.id == TournamentRow.organiser_id)
        .where(
            or_(
                TournamentRow.public.is_(True),
                TournamentRow.organiser_id == user_id,
                TournamentRow.id.in_(mine),
            )
        )
        .order_by(TournamentRow.created_at.desc())
        .limit(MOST_LISTED)
    )
    async with hub.database.read() as session:
        found = (await session.execute(query)).all()
        infos = [tournament_info(await read(session, one[0]), who, one[1]) for one in found]
    return TournamentList(infos)


@post("/tournaments", summary="Announce a tournament")
async def announce(request: Asked, hub: TheHub, data: RequestBody[CreateTournament]) -> Tournament:
    """Announce a tournament that others can join; any account may."""
    who = signed_in(request)
    await hub.limits.check("create", asked_from(request))
    return await _show(hub, who, await organise.announce(hub, who, data))


@get("/tournaments/{tournament_id:str}", summary="A tournament")
async def about(
    request: Asked, hub: TheHub, tournament_id: TournamentId, invite: Invite = ""
) -> Tournament:
    """Show a tournament with its table and all rounds."""
    return await _show(hub, request.user, tournament_id, invite)


@post("/tournaments/{tournament_id:str}/join", summary="Take part", status_code=200)
async def join(
    request: Asked, hub: TheHub, tournament_id: TournamentId, data: RequestBody[JoinTournament]
) -> Tournament:
    """Take part in a public tournament, or in a private one with its invitation."""
    who = playing(request)
    deed = organise.join(hub, who, tournament_id, data.invite)
    return await _done(hub, who, tournament_id, deed)


@post("/tournaments/{tournament_id:str}/leave", summary="Withdraw", status_code=200)
async def leave(request: Asked, hub: TheHub, tournament_id: TournamentId) -> Tournament:
    """Take part no more; a game that is under way is lost."""
    who = playing(request)
    return await _done(hub, who, tournament_id, organise.leave(hub, who, tournament_id))


@post("/tournaments/{tournament_id:str}/bots", summary="Fill a seat", status_code=200)
async def add_bot(
    request: Asked, hub: TheHub, tournament_id: TournamentId, data: RequestBody[AddBot]
) -> Tournament:
    """Let a computer player take part."""
    who = signed_in(request)
    deed = organise.add_bot(hub, who, tournament_id, data.bot)
    return await _done(hub, who, tournament_id, deed)


@delete(
    "/tournaments/{tournament_id:str}/entrants/{number:int}",
    summary="Take somebody out",
    status_code=200,
)
async def remove(
    request: Asked, hub: TheHub, tournament_id: TournamentId, number: EntrantNumber
) -> Tournament:
    """Take an entrant out, as if they had withdrawn."""
    who = signed_in(request)
    deed = organise.remove(hub, who, tournament_id, number)
    return await _done(hub, who, tournament_id, deed)


@put("/tournaments/{tournament_id:str}/rounds/{number:int}", summary="How many rounds?")
async def rounds(
    request: Asked,
    hub: TheHub,
    tournament_id: TournamentId,
    number: Annotated[int, PathParameter(ge=1, le=20)],
) -> Tournament:
    """Change the number of Swiss rounds before the tournament begins."""
    who = signed_in(request)
    deed = organise.set_rounds(hub, who, tournament_id, number)
    return await _done(hub, who, tournament_id, deed)


@post("/tournaments/{tournament_id:str}/start", summary="Begin", status_code=200)
async def start(request: Asked, hub: TheHub, tournament_id: TournamentId) -> Tournament:
    """Close the list of players and pair the first round."""
    who = signed_in(request)
    return await _done(hub, who, tournament_id, organise.begin(hub, who, tournament_id))


@post("/tournaments/{tournament_id:str}/extend", summary="More time", status_code=200)
async def extend(
    request: Asked, hub: TheHub, tournament_id: TournamentId, data: RequestBody[ExtendRound]
) -> Tournament:
    """Let the round that runs end later."""
    who = signed_in(request)
    deed = organise.extend(hub, who, tournament_id, data.hours)
    return await _done(hub, who, tournament_id, deed)


@put("/tournaments/{tournament_id:str}/pairings/{number:int}/{board:int}", summary="Decide")
async def settle(
    request: Asked,
    hub: TheHub,
    tournament_id: TournamentId,
    number: Annotated[int, PathParameter(ge=1, le=200)],
    board: EntrantNumber,
    data: RequestBody[SettlePairing],
) -> Tournament:
    """Decide a pairing of the round that runs, whatever its game says."""
    who = signed_in(request)
    deed = organise.settle(hub, who, tournament_id, number, board, data.result)
    return await _done(hub, who, tournament_id, deed)


@delete("/tournaments/{tournament_id:str}", summary="Call off", status_code=200)
async def cancel(request: Asked, hub: TheHub, tournament_id: TournamentId) -> Tournament:
    """Call a tournament off; games that are under way go on without it."""
    who = signed_in(request)
    return await _done(hub, who, tournament_id, organise.cancel(hub, who, tournament_id))


@get("/tournaments/{tournament_id:str}/export", summary="Export a tournament")
async def export(
    request: Asked,
    hub: TheHub,
    tournament_id: TournamentId,
    form: Annotated[str, QueryParameter(max_length=8, name="format")] = "csv",
    invite: Invite = "",
) -> ExportedTournament:
    """Write the table and all results as `csv` or `json`."""
    shown = await _show(hub, request.user, tournament_id, invite)
    if form not in ("csv", "json"):
        raise Refusal("bad_message", "The format is csv or json.")
    return ExportedTournament(tournament_id, as_csv(shown) if form == "csv" else as_json(shown))


ROUTER = Router(
    "/",
    route_handlers=[
        tournaments,
        announce,
        about,
        join,
        leave,
        add_bot,
        remove,
        rounds,
        start,
        extend,
        settle,
        cancel,
        export,
    ],
    tags=["tournaments"],
)
