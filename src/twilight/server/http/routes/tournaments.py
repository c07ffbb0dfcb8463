"""Leagues and tournaments."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Concatenate, Final, ParamSpec

from litestar import Router, delete, get, post, put
from litestar.di import NamedDependency, Provide
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
from twilight.server.storage.models import EntrantRow, TournamentRow
from twilight.server.tournaments import organise
from twilight.server.tournaments.present import as_csv, as_json, tournament, tournament_info
from twilight.server.tournaments.record import read

MOST_LISTED = 100
TournamentId = Annotated[str, PathParameter(max_length=16, description="The id of a tournament.")]
EntrantNumber = Annotated[int, PathParameter(ge=1, le=10_000)]


_Wish = ParamSpec("_Wish")


class Desk:
    """Where somebody comes with a wish about one tournament, and is shown how it stands then."""

    def __init__(self, request: Asked, hub: Hub, tournament_id: str) -> None:
        self._request: Final = request
        self._hub: Final = hub
        self._id: Final = tournament_id

    async def show(self, invite: str = "") -> Tournament:
        """Show the tournament to whoever may see it."""
        async with self._hub.database.read() as session:
            record = await read(session, self._id)
        organise.check_access(record, self._request.user, invite)
        return tournament(record, self._request.user)

    async def do(
        self,
        deed: Callable[Concatenate[Hub, Identity, str, _Wish], Awaitable[None]],
        who: Identity,
        *wish: _Wish.args,
        **more: _Wish.kwargs,
    ) -> Tournament:
        """Do something for somebody who has been let in to do it, also to leave."""
        await deed(self._hub, who, self._id, *wish, **more)
        async with self._hub.database.read() as session:
            record = await read(session, self._id)
        return tournament(record, who)

    @property
    def player(self) -> Identity:
        """Who plays: a person or a program."""
        return playing(self._request)

    @property
    def person(self) -> Identity:
        """Who is signed in."""
        return signed_in(self._request)


async def _desk(request: Asked, hub: TheHub, tournament_id: TournamentId) -> Desk:
    return Desk(request, hub, tournament_id)


TheDesk = NamedDependency[Desk]


@get("/tournaments", summary="Leagues and tournaments")
async def tournaments(request: Asked, hub: TheHub) -> TournamentList:
    """List public tournaments and one's own, the latest first."""
    who = request.user
    user_id = None if who is None else who.user_id
    mine = select(EntrantRow.tournament_id).where(EntrantRow.user_id == user_id)
    query = (
        select(TournamentRow.id)
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
        found = (await session.scalars(query)).all()
        infos = [tournament_info(await read(session, one), who) for one in found]
    return TournamentList(infos)


@post("/tournaments", summary="Announce a tournament")
async def announce(request: Asked, hub: TheHub, data: RequestBody[CreateTournament]) -> Tournament:
    """Announce a tournament that others can join; any account may."""
    who = signed_in(request)
    await hub.limits.check("create", asked_from(request))
    return await Desk(request, hub, await organise.announce(hub, who, data)).show()


@get("/", summary="A tournament")
async def about(desk: TheDesk, invite: Invite = "") -> Tournament:
    """Show a tournament with its table and all rounds."""
    return await desk.show(invite)


@post("/join", summary="Take part", status_code=200)
async def join(desk: TheDesk, data: RequestBody[JoinTournament]) -> Tournament:
    """Take part in a public tournament, or in a private one with its invitation."""
    return await desk.do(organise.join, desk.player, data.invite)


@post("/leave", summary="Withdraw", status_code=200)
async def leave(desk: TheDesk) -> Tournament:
    """Take part no more; a game that is under way is lost."""
    return await desk.do(organise.leave, desk.player)


@post("/bots", summary="Fill a seat", status_code=200)
async def add_bot(desk: TheDesk, data: RequestBody[AddBot]) -> Tournament:
    """Let a computer player take part."""
    return await desk.do(organise.add_bot, desk.person, data.bot)


@delete("/entrants/{number:int}", summary="Take somebody out", status_code=200)
async def remove(desk: TheDesk, number: EntrantNumber) -> Tournament:
    """Take an entrant out, as if they had withdrawn."""
    return await desk.do(organise.remove, desk.person, number)


@put("/rounds/{number:int}", summary="How many rounds?")
async def rounds(desk: TheDesk, number: Annotated[int, PathParameter(ge=1, le=20)]) -> Tournament:
    """Change the number of Swiss rounds before the tournament begins."""
    return await desk.do(organise.set_rounds, desk.person, number)


@post("/start", summary="Begin", status_code=200)
async def start(desk: TheDesk) -> Tournament:
    """Close the list of players and pair the first round."""
    return await desk.do(organise.begin, desk.person)


@post("/extend", summary="More time", status_code=200)
async def extend(desk: TheDesk, data: RequestBody[ExtendRound]) -> Tournament:
    """Let the round that runs end later."""
    return await desk.do(organise.extend, desk.person, data.hours)


@put("/pairings/{number:int}/{board:int}", summary="Decide")
async def settle(
    desk: TheDesk,
    number: Annotated[int, PathParameter(ge=1, le=200)],
    board: EntrantNumber,
    data: RequestBody[SettlePairing],
) -> Tournament:
    """Decide a pairing of the round that runs, whatever its game says."""
    return await desk.do(organise.settle, desk.person, number, board, data.result)


@delete("/", summary="Call off", status_code=200)
async def cancel(desk: TheDesk) -> Tournament:
    """Call a tournament off; games that are under way go on without it."""
    return await desk.do(organise.cancel, desk.person)


@get("/export", summary="Export a tournament")
async def export(
    desk: TheDesk,
    form: Annotated[str, QueryParameter(max_length=8, name="format")] = "csv",
    invite: Invite = "",
) -> ExportedTournament:
    """Write the table and all results as `csv` or `json`."""
    shown = await desk.show(invite)
    if form not in ("csv", "json"):
        raise Refusal("bad_message", "The format is csv or json.")
    return ExportedTournament(shown.info.id, as_csv(shown) if form == "csv" else as_json(shown))


ONE: Final = Router(
    "/tournaments/{tournament_id:str}",
    route_handlers=[
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
    dependencies={"desk": Provide(_desk)},
    signature_types=[Desk],
)
ROUTER = Router("/", route_handlers=[tournaments, announce, ONE], tags=["tournaments"])
