"""The messages that a room sends to one viewer."""

from bisect import bisect_left
from typing import cast

from msgspec.structs import replace

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.text.language import Language
from twilight.engine.types import SIDES, Actor
from twilight.server.http.access import Access
from twilight.server.messages.game import GameInfo, Status
from twilight.server.messages.live import Info, Presence, Update
from twilight.server.messages.view import FactLine, View
from twilight.server.play.referee import Referee
from twilight.server.play.room import Room
from twilight.server.present.info import (
    clock_info,
    game_info,
    hint_notes,
    offer_infos,
    result_info,
    undoable,
)
from twilight.server.present.prompt import prompt_for
from twilight.server.present.view import ALL, fact_lines, look, see


async def update_for(room: Room, access: Access, language: Language, last: int | None) -> Update:
    """Build the table for a viewer who has last seen some entry; the lock must be held.

    When the game is over, everything is open to everyone.
    """
    referee = await room.shown_to(access.seats)
    is_late = room.is_late_for(access.seats)
    viewer = ALL if referee.is_over else access.viewer(referee)
    first = 0 if last is None or referee.is_over else referee.facts_missed_since(last)
    return Update(
        game=room.id,
        number=referee.number_for(viewer),
        answers=referee.length,
        view=view_for(referee, viewer, language),
        facts_from=first,
        facts=facts_for(referee, viewer, first, language),
        undo=undoable(referee, access.seats, viewer),
        offers=offer_infos(referee),
        paused=referee.paused,
        # What is left now would tell who has moved since.
        clock=None if is_late else clock_info(referee, viewer, room.hub.now()),
        both_choose=referee.joint is not None,
        status=cast("Status", room.stored.row.status),
        result=result_info(referee.result),
        stand_in=room.stand_in,
        hints=hint_notes(referee),
        delay=int(room.hub.settings.watch_delay) if is_late else 0,
    )


def view_for(referee: Referee, viewer: Actor, language: Language) -> View:
    """Show the table to a viewer, with the own choice that still waits for the other one's."""
    game = referee.game_for(viewer)
    seen = look(game, viewer)
    prompt = None
    if not referee.is_over:
        prompt = prompt_for(game, seen, referee.decision_of(viewer), language)
    view = see(game, seen, language, prompt)
    sealed = referee.sealed[viewer] if viewer in SIDES else []
    return replace(view, chosen=ACTION_KEYS[sealed[-1].action]) if sealed else view


def facts_for(referee: Referee, viewer: Actor, first: int, language: Language) -> list[FactLine]:
    """Show the facts from `first` on to a viewer, each with the answer that led to it."""
    facts = referee.game.facts[first:]
    answers = [
        bisect_left(referee.facts_by_length, index + 1)
        for index in range(first, first + len(facts))
    ]
    return fact_lines(facts, first, answers, viewer, language)


async def info_of(room: Room, access: Access) -> GameInfo:
    """Tell about the game as far as somebody may know how it goes."""
    info = game_info(room.stored, access.seats, room)
    if not room.is_late_for(access.seats):
        return info
    referee = await room.shown_to(access.seats)
    return replace(info, answers=referee.length, turn=referee.game.state.turn)


async def info_for(room: Room, access: Access) -> Info:
    """Tell about the game."""
    return Info(info=await info_of(room, access))


def presence_for(room: Room, access: Access) -> Presence:
    """Tell who is there."""
    is_late = room.is_late_for(access.seats)
    return Presence(
        game=room.id,
        connected=room.connected,
        spectators=room.spectators,
        clock=None
        if is_late
        else clock_info(room.referee, access.viewer(room.referee), room.hub.now()),
    )
