"""Replays, exports, imports and the record of leagues."""

import asyncio
from typing import Annotated

from litestar import Router, get, post
from litestar.params import PathParameter, QueryParameter, RequestBody

from twilight.engine.types import SIDES, across
from twilight.server.errors import Refusal
from twilight.server.http.access import Access, check_access, language_asked, language_of
from twilight.server.http.routes.common import (
    Asked,
    GameId,
    Invite,
    Lang,
    TheAccounts,
    TheHub,
    TheReels,
    asked_from,
    some_user,
)
from twilight.server.messages.game import GameInfo, ImportLog, LeagueRecord
from twilight.server.messages.records import Curve, ExportedText, Journal, Position
from twilight.server.messages.view import Numbers
from twilight.server.play.games import must_load
from twilight.server.play.hub import Hub
from twilight.server.play.positions import Reel, Reels, export, viewer_of
from twilight.server.play.studies import import_log
from twilight.server.present.info import game_info
from twilight.server.storage.store import FINISHED, STUDY, Stored

ViewName = Annotated[str, QueryParameter(max_length=10, description="us, ussr, spectator or all.")]
AnswerNumber = Annotated[int, PathParameter(ge=0, le=100_000)]


async def _find(
    request: Asked, hub: Hub, reels: Reels, game_id: str, invite: str
) -> tuple[Stored, Access, Reel]:
    stored = await must_load(hub.database, game_id)
    access = check_access(stored, request.user, invite)
    return stored, access, await reels.of(stored, access.seats)


@get("/games/{game_id:str}/positions/{answer:int}", summary="A position")
async def position(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    game_id: GameId,
    answer: AnswerNumber,
    view: ViewName = "",
    lang: Lang = "en",
    invite: Invite = "",
) -> Position:
    """Show the table after so many answers: a finished game to all, a running one as one saw it."""
    stored, access, reel = await _find(request, hub, reels, game_id, invite)
    viewer = viewer_of(stored, access, view, reel.game.state.seats_swapped)
    return reel.position(game_id, answer, viewer, language_of(lang))


@get("/games/{game_id:str}/journal", summary="The whole log")
async def journal(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    game_id: GameId,
    view: ViewName = "",
    lang: Lang = "en",
    invite: Invite = "",
) -> Journal:
    """Show all facts that one may know."""
    stored, access, reel = await _find(request, hub, reels, game_id, invite)
    viewer = viewer_of(stored, access, view, reel.game.state.seats_swapped)
    return reel.journal(game_id, viewer, language_of(lang))


@get("/games/{game_id:str}/curve", summary="VP and DEFCON over the game")
async def curve(
    request: Asked, hub: TheHub, reels: TheReels, game_id: GameId, invite: Invite = ""
) -> Curve:
    """Show the tracks over the game; they are public at all times."""
    _, _, reel = await _find(request, hub, reels, game_id, invite)
    return reel.curve(game_id)


@get("/games/{game_id:str}/export", summary="Export a finished game")
async def export_game(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    game_id: GameId,
    form: Annotated[str, QueryParameter(max_length=8, name="format")] = "text",
    invite: Invite = "",
) -> ExportedText:
    """Write a finished game as a public log (`text`) or as a saved game (`json`)."""
    stored, _, reel = await _find(request, hub, reels, game_id, invite)
    if stored.row.status != FINISHED:
        raise Refusal("not_over", "A game can be exported when it is over.")
    if form not in ("text", "json"):
        raise Refusal("bad_message", "The format is text or json.")
    return ExportedText(game_id, await asyncio.to_thread(export, stored, reel.game, form))


@get("/games/{game_id:str}/record", summary="The record for leagues")
async def record(request: Asked, hub: TheHub, game_id: GameId, invite: Invite = "") -> LeagueRecord:
    """Tell players, sides, handicap, winner, end turn, end mode and final VP."""
    stored = await must_load(hub.database, game_id)
    check_access(stored, request.user, invite)
    row = stored.row
    if row.status != FINISHED or row.ending is None or row.finished_at is None:
        raise Refusal("not_over", "The record is there when the game is over.")
    ussr, us = (stored.seats[across(side, row.seats_swapped)].name for side in SIDES)
    return LeagueRecord(
        game=row.id,
        us=us,
        ussr=ussr,
        handicap=Numbers(us=row.handicap_us, ussr=row.handicap_ussr),
        winner=row.winner,  # type: ignore[arg-type]
        end_turn=row.turn,
        end_mode=row.ending,
        final_vp=row.final_vp or 0,
        finished_at=row.finished_at,
        rated=row.rated,
    )


@post("/studies", summary="Import a log")
async def study(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[ImportLog]
) -> GameInfo:
    """Read a public log or a saved game and keep it to be studied; its address can be shared."""
    await hub.limits.check("create", asked_from(request))
    who = await some_user(request, hub, accounts)
    stored = await import_log(hub, who, data, language_asked(request))
    return game_info(stored)


@get("/studies/{game_id:str}", summary="About a study")
async def about_study(
    request: Asked, hub: TheHub, game_id: GameId, invite: Invite = ""
) -> GameInfo:
    """Tell about a game to study."""
    stored = await must_load(hub.database, game_id)
    check_access(stored, request.user, invite)
    if stored.row.mode != STUDY:
        raise Refusal("not_found", "There is no such study.")
    return game_info(stored)


ROUTER = Router(
    "/",
    route_handlers=[position, journal, curve, export_game, record, study, about_study],
    tags=["replay"],
)
