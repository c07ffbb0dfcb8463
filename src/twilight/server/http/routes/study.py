"""Studying a finished game: win chances, its review, the best plays of a moment."""

from typing import Annotated, Final

import msgspec
from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from twilight.engine.types import CHANCE
from twilight.server.errors import Refusal
from twilight.server.http.access import finished_game, language_of
from twilight.server.http.routes.common import (
    Asked,
    GameId,
    Invite,
    Lang,
    TheAccounts,
    TheHub,
    TheReels,
    some_user,
)
from twilight.server.http.routes.records import AnswerNumber
from twilight.server.messages.study import BestPlayInfo, BestPlays, ReviewInfo
from twilight.server.play.hub import Hub
from twilight.server.play.positions import Reel, Reels
from twilight.server.play.reviews import Reviews, whole_game
from twilight.server.present.study import review_info
from twilight.server.present.view import side_key
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import FindBest
from twilight.server.workers.turns import NoTurn
from twilight.study.lines import is_card_choice
from twilight.study.review import Review

# The longest that anybody may let the server think about a moment.
MOST_SECONDS: Final = 4.0
PATIENCE: Final = 30.0
TheReviews = NamedDependency[Reviews]
ThinkSeconds = Annotated[
    float, QueryParameter(gt=0, le=MOST_SECONDS, description="How long to think.")
]


async def _finished(request: Asked, hub: Hub, reels: Reels, game_id: str, invite: str) -> Reel:
    """Return the reel of a game that everything may be told about."""
    return await reels.of(await finished_game(hub, game_id, request.user, invite))


def _told(reviews: Reviews, game_id: str, review: Review, lang: str) -> ReviewInfo:
    running = reviews.is_running(game_id)
    return review_info(game_id, review, language_of(lang).code, running=running)


@get("/games/{game_id:str}/review", summary="The win chances and the review of a game")
async def review_of(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    reviews: TheReviews,
    game_id: GameId,
    lang: Lang = "en",
    invite: Invite = "",
) -> ReviewInfo:
    """Tell the win chances over a finished game, and its review as far as it has come."""
    game = (await _finished(request, hub, reels, game_id, invite)).game
    user = None if request.user is None else request.user.user_id
    return _told(reviews, game_id, await reviews.of(game_id, game, user), lang)


@post("/games/{game_id:str}/review", summary="Review a game")
async def start_review(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    reels: TheReels,
    reviews: TheReviews,
    game_id: GameId,
    lang: Lang = "en",
    invite: Invite = "",
) -> ReviewInfo:
    """Begin to compare every card choice with the best plays; GET tells how far it has come."""
    game = (await _finished(request, hub, reels, game_id, invite)).game
    who = await some_user(request, hub, accounts)
    return _told(reviews, game_id, await reviews.start(game_id, game, str(who.user_id)), lang)


@get("/games/{game_id:str}/positions/{answer:int}/best", summary="The best plays of a moment")
async def best_plays_of(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    game_id: GameId,
    answer: AnswerNumber,
    seconds: ThinkSeconds = 1.0,
    every: Annotated[bool, QueryParameter(description="Rate all plays, not the best.")] = False,
    lang: Lang = "en",
    invite: Invite = "",
) -> BestPlays:
    """Find the best whole plays at a card choice of a finished game, by what its side knew."""
    reel = await _finished(request, hub, reels, game_id, invite)
    before = reel.at(answer)
    decision = before.pending
    if decision is None or decision.actor == CHANCE or not is_card_choice(decision):
        raise Refusal("not_found", "No card is chosen at this moment.")
    task = FindBest(
        **{**whole_game(game_id, before), "game": f"{game_id}/best"},
        seconds=seconds,
        language=language_of(lang).code,
        followed_by=list((reel.game.record or [])[answer:]),
        every=every,
    )
    user = None if request.user is None else request.user.user_id
    try:
        found = await hub.workers.solve(task, hub.asker(user), patience=PATIENCE, seconds=PATIENCE)
    except (NoTurn, WorkerFailed) as error:
        raise Refusal("busy", "No analysis now; please try again.") from error
    if found.error:
        raise Refusal("busy", "No analysis of this moment.")
    plays, number = msgspec.json.decode(found.data, type=tuple[list[BestPlayInfo], int])
    return BestPlays(game_id, answer, side_key(decision.actor), plays, number)


ROUTER = Router("/", route_handlers=[review_of, start_review, best_plays_of], tags=["study"])
