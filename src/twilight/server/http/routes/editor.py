"""The position editor: positions are looked at, checked, and kept to be studied and played."""

from dataclasses import asdict, replace
from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import QueryParameter, RequestBody

from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.text.describe import effect_name
from twilight.engine.text.language import Language
from twilight.server.errors import Refusal
from twilight.server.http.access import finished_game, language_of
from twilight.server.http.routes.common import (
    Asked,
    Invite,
    Lang,
    TheAccounts,
    TheHub,
    TheReels,
    asked_from,
    some_user,
)
from twilight.server.messages.game import GameInfo
from twilight.server.messages.study import LaidOut, LayoutInfo
from twilight.server.play.studies import keep_study
from twilight.server.play.study_game import study_game
from twilight.server.present.info import game_info
from twilight.server.present.prompt import prompt_for
from twilight.server.present.view import ALL, look, see
from twilight.study.editor import Layout, PositionError, lay_out, layout_of
from twilight.study.editor_words import problem_texts

GameName = Annotated[str, QueryParameter(max_length=16, description="A game to begin with.")]
AtAnswer = Annotated[int, QueryParameter(ge=0, le=100_000, description="A moment of it.")]


@get("/positions", summary="A position to begin with")
async def begin(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    game: GameName = "",
    answer: AtAnswer = 0,
    lang: Lang = "en",
    invite: Invite = "",
) -> LaidOut:
    """Lay out the first position of a game, or a moment of a finished one, to be changed."""
    if not game:
        return _look(_first(), language_of(lang))
    stored = await finished_game(hub, game, request.user, invite)
    moment = (await reels.of(stored)).at(answer)
    preset = stored.row.preset or Layout.preset
    return _look(layout_of(moment, preset), language_of(lang))


@post("/positions/check", status_code=200, summary="Check a position")
async def check(data: RequestBody[LayoutInfo], lang: Lang = "en") -> LaidOut:
    """Say what the rules do not allow in a position, and show it."""
    return _look(_layout(data), language_of(lang))


@post("/positions", summary="Keep a position")
async def keep(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    data: RequestBody[LayoutInfo],
    lang: Lang = "en",
) -> GameInfo:
    """Keep a position as a study, to look at its best plays and to play on from it."""
    try:
        game = lay_out(_layout(data))
    except PositionError as error:
        words = problem_texts(error.problems, language_of(lang).code)
        raise Refusal("bad_rules", " ".join(words)) from error
    await hub.limits.check("create", asked_from(request))
    who = await some_user(request, hub, accounts)
    stored = await keep_study(hub, who, study_game(game, [who.name, who.name]))
    return game_info(stored)


def _first() -> Layout:
    """Return the start of a game; nobody holds a card yet."""
    return replace(layout_of(Game.new()), round=1)


def _layout(data: LayoutInfo) -> Layout:
    return Layout(**msgspec.structs.asdict(data))


def _look(layout: Layout, language: Language) -> LaidOut:
    data = LayoutInfo(**asdict(layout))
    names = {effect.name.lower(): effect_name(effect, language) for effect in Effect}
    try:
        game = lay_out(layout)
    except PositionError as error:
        return LaidOut(data, problem_texts(error.problems, language.code), None, names)
    seen = look(game, ALL)
    view = see(game, seen, language, prompt_for(game, seen, 0, language))
    return LaidOut(data, [], view, names)


ROUTER = Router("/", route_handlers=[begin, check, keep], tags=["study"])
