"""Analysis for a player at the table."""

import logging
from typing import Annotated, Final

import msgspec
from litestar import Router, get
from litestar.params import QueryParameter

from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.ids import NO_CARD
from twilight.engine.view import Observation, observe
from twilight.server.errors import Refusal
from twilight.server.http.access import Access, enter, language_of
from twilight.server.http.routes.common import Asked, GameId, Invite, Lang, TheHub
from twilight.server.messages.analysis import (
    DangerInfo,
    Dangers,
    Knowledge,
    Odds,
    RegionPreviews,
)
from twilight.server.play.hub import Hub
from twilight.server.play.room import Room
from twilight.server.present.analysis import knowledge, odds, regions
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import Grade
from twilight.server.workers.turns import NoTurn

_LOG: Final = logging.getLogger("twilight.analysis")
GRADE_SECONDS: Final = 10.0


async def _seat(request: Asked, hub: Hub, game_id: str) -> tuple[Room, Access]:
    room, access = await enter(hub, game_id, request.user)
    if not access.seats:
        raise Refusal("not_seated", "Only the players can ask for that.")
    if room.referee.is_over:
        raise Refusal("game_over", "The game is over.")
    return room, access


def _observation(room: Room, access: Access) -> Observation:
    viewer = access.viewer(room.referee)
    return observe(room.referee.game_for(viewer), viewer)


@get("/games/{game_id:str}/analysis/odds", summary="Odds of coups and realignment rolls")
async def odds_of(
    request: Asked,
    hub: TheHub,
    game_id: GameId,
    value: Annotated[int, QueryParameter(ge=1, le=6)],
    card: Annotated[str, QueryParameter(max_length=60)] = "",
) -> Odds:
    """Work out coups and realignment rolls with a value, and with a card that may add to it."""
    room, access = await _seat(request, hub, game_id)
    if card and card not in CARD_BY_KEY:
        raise Refusal("unknown_action", "There is no card {card!r}.", card=card)
    async with room.lock:
        await room.freshen()
        seen = _observation(room, access)
    return odds(seen, value, CARD_BY_KEY.get(card, NO_CARD))


@get("/games/{game_id:str}/analysis/regions", summary="What regions would score")
async def region_previews(
    request: Asked, hub: TheHub, game_id: GameId, invite: Invite = ""
) -> RegionPreviews:
    """Preview all regions and the final scoring, with the countries that would change them."""
    room, access = await enter(hub, game_id, request.user, invite)
    async with room.lock:
        await room.freshen()
        referee = await room.shown_to(access.seats)
        seen = observe(referee.game_for(access.viewer(referee)), access.viewer(referee))
    return regions(seen.state)


@get("/games/{game_id:str}/analysis/cards", summary="What is known of the cards")
async def card_knowledge(request: Asked, hub: TheHub, game_id: GameId) -> Knowledge:
    """Tell where all cards are as far as one's side can know."""
    room, access = await _seat(request, hub, game_id)
    async with room.lock:
        await room.freshen()
        seen = _observation(room, access)
    return knowledge(seen)


@get("/games/{game_id:str}/analysis/dangers", summary="Dangers of all answers")
async def dangers(request: Asked, hub: TheHub, game_id: GameId, lang: Lang = "en") -> Dangers:
    """Grade every answer to one's own pending decision; none where that takes too long."""
    room, access = await enter(hub, game_id, request.user)
    if not access.seats:
        raise Refusal("not_seated", "Only the players can ask for that.")
    async with room.lock:
        await room.freshen()
        referee = room.referee
        seat, side, decision = access.acting(referee)
        if seat not in referee.asked_seats:
            # Who answers quickly is overtaken by the own answer; there is nothing to warn of.
            return Dangers(decision, [])
        task = Grade(**room.position_task(side), side=side, language=language_of(lang).code)
    try:
        asker = hub.asker(room.stored.seats[seat].user_id)
        answer = await hub.workers.solve(
            task, asker, patience=GRADE_SECONDS, tries=1, seconds=GRADE_SECONDS
        )
    except (NoTurn, WorkerFailed):
        return Dangers(decision, [])
    if answer.error:
        _LOG.error("no grades", extra={"game": game_id, "reason": answer.error})
        return Dangers(decision, [])
    return Dangers(decision, msgspec.json.decode(answer.data, type=list[DangerInfo]))


ROUTER = Router(
    "/",
    route_handlers=[odds_of, region_previews, card_knowledge, dangers],
    tags=["analysis"],
)
