"""Who may see and do what at a game."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from litestar.connection import ASGIConnection

from twilight.engine.text.language import LANGUAGES, Language, load_language
from twilight.engine.types import NOBODY, Actor
from twilight.server.errors import Refusal
from twilight.server.people.identity import Identity, is_same
from twilight.server.play.games import must_load
from twilight.server.play.hub import Hub
from twilight.server.play.referee import Referee
from twilight.server.play.room import Room
from twilight.server.storage.store import ACTIVE, FINISHED, Stored


class Acting(NamedTuple):
    """A seat, the side that it has now, and the number of its decision."""

    seat: int
    side: Actor
    decision: int


@dataclass(frozen=True, slots=True)
class Access:
    """The seats that somebody has at a game; none for a spectator."""

    seats: tuple[int, ...]

    def acting(self, referee: Referee) -> "Acting":
        """Tell for whom they act, and at which decision."""
        seat = self.acting_seat(referee)
        side = referee.side_of(seat)
        return Acting(seat, side, referee.decision_of(side))

    def acting_seat(self, referee: Referee) -> int:
        """Return the seat that they act for: at one screen, the one that has to decide."""
        if not self.seats:
            raise Refusal("not_seated", "Only the players can do that.")
        asked = [seat for seat in referee.asked_seats if seat in self.seats]
        return asked[0] if asked else self.seats[0]

    def viewer(self, referee: Referee) -> Actor:
        """Return whose view they get: at one screen, that of the side that has to decide."""
        return referee.side_of(self.acting_seat(referee)) if self.seats else NOBODY


def seats_of(stored: Stored, who: Identity | None) -> tuple[int, ...]:
    """Tell which seats of a game somebody has."""
    if who is None:
        return ()
    if who.token_game:
        return (who.token_seat,) if who.token_game == stored.row.id else ()
    return stored.seats_of(who.user_id)


def check_access(stored: Stored, who: Identity | None, invite: str = "") -> Access:
    """Let in who sits there, was invited, or may watch; others find nothing.

    An invitation opens a private game until it begins, and when it is over. In between both players
    must have agreed to be watched; the link that follows from that opens it.
    """
    seats = seats_of(stored, who)
    row = stored.row
    is_host = who is not None and who.is_player and who.user_id == row.host_id
    invited = bool(invite) and row.status != ACTIVE and is_same(row.invite, invite)
    if invite and row.watch_key is not None:
        invited = invited or is_same(row.watch_key, invite)
    if seats or row.public or is_host or invited:
        return Access(seats)
    raise Refusal("not_found", "There is no such game.")


def may_see(stored: Stored, who: Identity | None) -> bool:
    """Tell whether somebody is let in without an invitation."""
    try:
        check_access(stored, who)
    except Refusal:
        return False
    return True


async def finished_game(hub: Hub, game_id: str, who: Identity | None, invite: str) -> Stored:
    """Return a game that may be studied, with all that is in it."""
    stored = await must_load(hub.database, game_id)
    check_access(stored, who, invite)
    if stored.row.status != FINISHED:
        raise Refusal("not_over", "A game can be studied when it is over.")
    return stored


async def enter(
    hub: Hub, game_id: str, who: Identity | None, invite: str = ""
) -> tuple[Room, Access]:
    """Open a room for somebody who may see it."""
    stored = hub.rooms[game_id].stored if game_id in hub.rooms else await hub.store.load(game_id)
    if stored is None:
        raise Refusal("not_found", "There is no such game.")
    access = check_access(stored, who, invite)
    return await hub.room(game_id), access


def language_asked(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the code of the language that whoever asks reads."""
    preferred = connection.headers.get("accept-language", "")
    return language_of(connection.query_params.get("lang") or preferred[:2]).code


def language_of(code: str) -> Language:
    """Return a language; one that is not known is English."""
    return load_language(code if code in LANGUAGES else "en")
