"""The coach: hints and a word about a blunder, where no other person plays against one."""

import logging
from typing import Annotated, Final, TypeVar

import msgspec
from litestar import Router, post
from litestar.params import QueryParameter, RequestBody

from twilight.engine.actions import ACTION_BY_KEY
from twilight.server.errors import Refusal
from twilight.server.http.access import Access, enter, language_of
from twilight.server.http.routes.common import Asked, GameId, Lang, TheHub
from twilight.server.messages.study import HintInfo, HintStep, Intended, VerdictInfo
from twilight.server.play.hub import Hub
from twilight.server.play.room import Room
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import Advise, JudgePlay
from twilight.server.workers.turns import NoTurn
from twilight.study.coach import STEPS

_LOG: Final = logging.getLogger("twilight.coach")
PATIENCE: Final = 10.0
AskedStep = Annotated[HintStep, QueryParameter(description="How much the hint shall tell.")]
Info = TypeVar("Info", HintInfo, VerdictInfo)


@post("/games/{game_id:str}/hint", summary="One step of a hint")
async def hint(
    request: Asked, hub: TheHub, game_id: GameId, step: AskedStep = "danger", lang: Lang = "en"
) -> HintInfo:
    """Give a hint for one's own pending decision, by what one's side knows, and note it."""
    room, access = await _seated(request, hub, game_id)
    async with room.lock:
        await room.freshen()
        referee = room.referee
        seat, side, decision = access.acting(referee)
        referee.check_coach(seat)
        if seat not in referee.asked_seats:
            raise Refusal("not_your_decision", "The other side has to decide now.")
        task = Advise(**room.position_task(side), step=step, language=language_of(lang).code)
    found = await _solve(hub, room, seat, task, HintInfo)
    number = STEPS.index(step)
    await room.act(lambda referee, now: referee.hint(seat, number, now))
    return msgspec.structs.replace(found, decision=decision)


@post("/games/{game_id:str}/verdict", summary="What the play that is about to be made loses")
async def verdict(
    request: Asked, hub: TheHub, game_id: GameId, data: RequestBody[Intended], lang: Lang = "en"
) -> VerdictInfo:
    """Judge a play before its last answer is given, as long as all of it can be taken back."""
    room, access = await _seated(request, hub, game_id)
    action = ACTION_BY_KEY.get(data.action)
    if action is None:
        raise Refusal("unknown_action", "There is no action {action!r}.", action=data.action)
    async with room.lock:
        await room.freshen()
        referee = room.referee
        seat, side, decision = access.acting(referee)
        referee.check_coach(seat)
        pending = referee.question_of(seat)
        if decision != data.decision or pending is None:
            raise Refusal("stale_decision", "Decision {decision} is pending.", decision=decision)
        if action not in pending.options:
            raise Refusal("illegal_action", "This is no answer to the pending decision.")
        answers = referee.free_play(seat)
        if answers is None:
            # Something was learnt since: nothing can be taken back, so nothing is said.
            return VerdictInfo(decision, 0.0, None, None, None)
        position = room.position_task(side)
        record = position["record"]
        begun = len(record) - answers
        position |= {"game": f"{room.id}/coach", "record": record[:begun]}
        task = JudgePlay(
            **position, answers=[*record[begun:], action], language=language_of(lang).code
        )
    found = await _solve(hub, room, seat, task, VerdictInfo)
    return msgspec.structs.replace(found, decision=decision)


async def _seated(request: Asked, hub: Hub, game_id: str) -> tuple[Room, Access]:
    room, access = await enter(hub, game_id, request.user)
    if not access.seats:
        raise Refusal("not_seated", "Only the players can ask for that.")
    return room, access


async def _solve(
    hub: Hub, room: Room, seat: int, task: Advise | JudgePlay, kind: type[Info]
) -> Info:
    asker = hub.asker(room.stored.seats[seat].user_id)
    try:
        found = await hub.workers.solve(task, asker, patience=PATIENCE, tries=1, seconds=PATIENCE)
    except (NoTurn, WorkerFailed) as error:
        raise Refusal("busy", "No hint now; please try again.") from error
    if found.error:
        _LOG.error("no hint", extra={"game": room.id, "reason": found.error})
        raise Refusal("busy", "No hint for this decision.")
    return msgspec.json.decode(found.data, type=kind)


ROUTER = Router("/", route_handlers=[hint, verdict], tags=["coach"])
