"""The games of one person, the most urgent first."""

import contextlib
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from twilight.engine.board import COUNTRY_KEYS
from twilight.engine.text.language import Language
from twilight.engine.types import NOBODY, US, USSR, Actor, across
from twilight.server.errors import Refusal
from twilight.server.http.access import seats_of
from twilight.server.messages.own_games import OwnGame, OwnGames
from twilight.server.messages.view import Cards, Side
from twilight.server.people.identity import Identity
from twilight.server.play.hub import Hub
from twilight.server.play.standing import (
    Standing,
    standing_from_text,
    standing_of,
    standing_to_text,
)
from twilight.server.present.info import game_info
from twilight.server.present.view import ALL, fact_lines, side_key
from twilight.server.storage.store import ACTIVE, FINISHED, OPEN, STUDY, Stored

MOST_LISTED: Final = 60
MOST_FINISHED: Final = 10
# How many of the running games are looked through for the most urgent ones.
_MOST_READ: Final = 300
FINISHED_FOR: Final = 7 * 24 * 3600 * 1000
_NEVER: Final = 1 << 62


async def own_games(hub: Hub, user_id: str, language: Language) -> OwnGames:
    """List the running games of a user by urgency, and those that ended lately."""
    now = hub.now()
    running = await hub.store.games_of(user_id, [OPEN, ACTIVE], None, _MOST_READ)
    finished = await hub.store.games_of(user_id, [FINISHED], None, MOST_FINISHED)
    ended = [
        one
        for one in finished
        if one.row.mode != STUDY and (one.row.finished_at or 0) > now - FINISHED_FOR
    ]
    found = [(one, await standing_now(hub, one, now)) for one in running]
    found.sort(key=lambda pair: _urgency(pair[0], pair[1], user_id))
    found = found[:MOST_LISTED]
    found += [(one, await standing_now(hub, one, now)) for one in ended]
    return OwnGames([_own(hub, *pair, user_id, language, now) for pair in found], now)


async def last_games(
    hub: Hub, user_id: str, who: Identity | None, finished: Sequence[Stored], language: Language
) -> OwnGames:
    """Show how games of a user stood at their end, to somebody who may see them."""
    now = hub.now()
    shown = []
    for one in finished:
        game = _own(hub, one, await standing_now(hub, one, now), user_id, language, now)
        info = game_info(one, seats_of(one, who))
        shown.append(replace(game, info=info))
    return OwnGames(shown, now)


async def standing_now(hub: Hub, stored: Stored, now: int) -> Standing | None:
    """Tell where a game stands: from memory, from its row, or for an old game by opening it."""
    room = hub.rooms.get(stored.row.id)
    if room is not None:
        return standing_of(room.referee, now)
    known = standing_from_text(stored.row.standing) if stored.row.standing else None
    if known is not None or stored.row.status == OPEN:
        return known
    with contextlib.suppress(Refusal):
        referee = (await hub.room(stored.row.id)).referee
        made = standing_of(referee, now)
        await hub.store.change(stored.row.id, standing=standing_to_text(made))
        return made
    return None


def _urgency(stored: Stored, standing: Standing | None, user_id: str) -> tuple[int, int, int]:
    """Order: my moves by the time left, then theirs by the last play, then games without a guest.

    My moves without a clock come by the last play, after those with one.
    """
    row = stored.row
    if row.status == OPEN or standing is None:
        return (2, 0, -row.updated_at)
    seats = stored.seats_of(user_id)
    if not _is_asked(standing, seats):
        return (1, 0, -row.updated_at)
    deadlines = [one for seat in seats if (one := standing.deadlines[seat]) is not None]
    return (0, min(deadlines, default=_NEVER), -row.updated_at)


def _is_asked(standing: Standing, seats: tuple[int, ...]) -> bool:
    return not standing.paused and any(seat in seats for seat in standing.asked)


def _own(
    hub: Hub, stored: Stored, standing: Standing | None, user_id: str, language: Language, now: int
) -> OwnGame:
    row = stored.row
    seats = stored.seats_of(user_id)
    info = game_info(stored, seats, hub.rooms.get(row.id))
    side = _side_of(stored, seats)
    if standing is None:
        return OwnGame(info, _key(side), False, False, None, 0, "", 0, 5, Cards([], []), [])
    viewer = ALL if row.status == FINISHED else side
    facts = standing.last_facts()
    return OwnGame(
        info=info,
        side=_key(side),
        your_move=row.status == ACTIVE and _is_asked(standing, seats),
        paused=standing.paused,
        time_left=_time_left(hub, stored, standing, seats, now),
        round=standing.round,
        segment=standing.segment,
        vp=standing.vp,
        defcon=standing.defcon,
        control=controlled(standing),
        facts=fact_lines(facts, 0, [0] * len(facts), viewer, language),
    )


def _side_of(stored: Stored, seats: tuple[int, ...]) -> Actor:
    """Tell the side that somebody plays; nobody for who plays both or only watches."""
    if len(seats) != 1:
        return NOBODY
    return across(seats[0], stored.row.seats_swapped)


def _key(side: Actor) -> Side | None:
    return None if side == NOBODY else side_key(side)


def controlled(standing: Standing) -> Cards:
    """Name the countries that each side controls."""
    return Cards(us=_names(standing, US), ussr=_names(standing, USSR))


def _names(standing: Standing, side: Actor) -> list[str]:
    return [COUNTRY_KEYS[country] for country in standing.control[side]]


def _time_left(
    hub: Hub, stored: Stored, standing: Standing, seats: tuple[int, ...], now: int
) -> int | None:
    """Tell the time of whoever has to move; where both have, one's own."""
    if stored.row.status != ACTIVE:
        return None
    own = [one for seat in seats if (one := standing.deadlines[seat]) is not None]
    running = own or [one for one in standing.deadlines if one is not None]
    if not running:
        return None
    # No clock counts the time in which no server ran; a game in memory knows of it.
    is_open = stored.row.id in hub.rooms
    stood = 0 if is_open else hub.uptime.downtime(stored.row.updated_at, now)
    return max(0, min(running) - now + stood)
