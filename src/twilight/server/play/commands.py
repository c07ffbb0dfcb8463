"""What a client asks for at a table, by a live connection or a request: one place for both."""

from typing import Final

from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.text.language import Language
from twilight.engine.view import observe
from twilight.server.errors import Refusal
from twilight.server.http.access import Access
from twilight.server.messages.live import (
    AnswerMessage,
    ChatMessage,
    ClientMessage,
    Done,
    ExplainMessage,
    OfferMessage,
    PingMessage,
    Pong,
    Reasons,
    ResignMessage,
    RespondMessage,
    ResumeMessage,
    UndoMessage,
)
from twilight.server.people.identity import Identity
from twilight.server.play.chat import say
from twilight.server.play.entries import OfferKind
from twilight.server.play.room import Command, Room, answer
from twilight.server.present.prompt import closed_countries

_OFFERS: Final = {
    "draw": OfferKind.DRAW,
    "takeback": OfferKind.TAKEBACK,
    "pause": OfferKind.PAUSE,
}

Reply = Done | Reasons | Pong


async def obey(
    room: Room, access: Access, who: Identity | None, message: ClientMessage, language: Language
) -> Reply:
    """Carry out what a message asks for, or raise a Refusal."""
    if isinstance(message, PingMessage):
        return Pong(message.ref, room.hub.now())
    if isinstance(message, ExplainMessage):
        return await explain(room, access, message, language)
    if isinstance(message, ChatMessage):
        await say(room, access, who, message.text)
        return Done(message.ref, room.referee.number_for(access.viewer(room.referee)))
    await room.act(_command(room, access, message, language))
    return Done(message.ref, room.referee.number_for(access.viewer(room.referee)))


def _command(room: Room, access: Access, message: ClientMessage, language: Language) -> Command:
    if not access.seats:
        raise Refusal("not_seated", "Only the players can do that.")
    if isinstance(message, AnswerMessage):
        action = ACTION_BY_KEY.get(message.action)
        if action is None:
            raise Refusal("unknown_action", "There is no action {action!r}.", action=message.action)
        return answer(access.acting_seat(room.referee), message.decision, action, language)
    if isinstance(message, UndoMessage):
        return lambda referee, now: referee.undo(access.seats[0], now)
    if isinstance(message, OfferMessage):
        kind = _OFFERS[message.offer]
        return lambda referee, now: referee.offer(access.acting_seat(referee), kind, now)
    if isinstance(message, RespondMessage):
        number, accept = message.number, message.accept
        return lambda referee, now: referee.respond(access.seats[0], number, accept, now)
    if isinstance(message, ResumeMessage):
        return lambda referee, now: referee.resume(access.seats[0], now)
    if isinstance(message, ResignMessage):
        return lambda referee, now: referee.resign(access.acting_seat(referee), now)
    raise Refusal("bad_message", "This message is not known.")


async def explain(
    room: Room, access: Access, message: ExplainMessage, language: Language
) -> Reasons:
    """Say why countries are closed to the side that decides."""
    async with room.lock:
        await room.freshen()
        referee = room.referee
        seat, side, decision = access.acting(referee)
        if decision != message.decision:
            raise Refusal("stale_decision", "Decision {decision} is pending.", decision=decision)
        if seat not in referee.asked_seats:
            raise Refusal("not_your_decision", "The other side has to decide now.")
        seen = observe(referee.game_for(side), side)
        return Reasons(message.ref, decision, closed_countries(seen, language))
