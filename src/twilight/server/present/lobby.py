"""The lobby: what can be joined, or why not, and what can be watched."""

from typing import Final

from msgspec.structs import asdict

from twilight.server.errors import Refusal
from twilight.server.http.access import Access, seats_of
from twilight.server.messages.error import ErrorBody
from twilight.server.messages.game import Lobby, OpenGame, WatchedGame
from twilight.server.people.identity import Identity
from twilight.server.play.games import refusals_to_join
from twilight.server.play.hub import Hub
from twilight.server.play.standing import Standing, standing_from_text, standing_of
from twilight.server.present.info import game_info
from twilight.server.present.own_games import controlled, standing_now
from twilight.server.present.update import info_of
from twilight.server.storage.store import ACTIVE, OPEN, Stored

MOST_LISTED: Final = 100
_DAY: Final = 24 * 60 * 60 * 1000


async def lobby_for(hub: Hub, who: Identity | None, language: str) -> Lobby:
    """List the public games as somebody may see them, in the language that they read."""
    since = hub.now() - int(hub.settings.lobby_days * _DAY)
    waiting = await hub.store.lobby(OPEN, since, MOST_LISTED)
    refusals = await refusals_to_join(hub, who, waiting)
    running = await hub.store.lobby(ACTIVE, since, MOST_LISTED)
    watched = [await _watched(hub, who, one) for one in running]
    return Lobby(
        open=[
            _open(hub, who, stored, None if refusal is None else _told(refusal, language))
            for stored, refusal in zip(waiting, refusals, strict=True)
        ],
        running=[one for one in watched if one is not None],
    )


def _told(refusal: Refusal, language: str) -> ErrorBody:
    return ErrorBody(refusal.code, refusal.text(language))


def _open(hub: Hub, who: Identity | None, stored: Stored, refused: ErrorBody | None) -> OpenGame:
    info = game_info(stored, seats_of(stored, who), hub.rooms.get(stored.row.id))
    return OpenGame(**asdict(info), refused=refused)


async def _watched(hub: Hub, who: Identity | None, stored: Stored) -> WatchedGame | None:
    """Tell about a running game; None for one that nobody can open, or only its players."""
    seats = seats_of(stored, who)
    if not stored.is_late_for(seats):
        standing = await standing_now(hub, stored, hub.now())
        info = game_info(stored, seats, hub.rooms.get(stored.row.id))
    elif (rested := _rested(hub, stored)) is not None:
        standing, info = rested, game_info(stored, seats)
    else:
        try:
            room = await hub.room(stored.row.id)
            standing = standing_of(await room.shown_to(seats), hub.now())
            info = await info_of(room, Access(seats))
        except Refusal:
            return None
    return None if standing is None else WatchedGame(**asdict(info), control=controlled(standing))


def _rested(hub: Hub, stored: Stored) -> Standing | None:
    """Tell where a game stands that may be seen as it is, for nothing has happened in it lately.

    Few games are played this minute; no other one needs to be opened for whoever looks around.
    """
    if hub.now() - stored.row.updated_at < hub.settings.watch_delay * 1000:
        return None
    return standing_from_text(stored.row.standing) if stored.row.standing else None
