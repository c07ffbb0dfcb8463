"""Variations of finished games: begun, kept, thrown away, and shown as a tree with notes.

A variation is a game of its own whose row names the game that it leaves. While it is played it has
a room like any other; when it is kept it becomes a study, so that all that can be done with a game
can be done with it, also to leave it again for another variation.
"""

import asyncio
import json
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import delete, select, update

from twilight.engine.game import RULES_VERSION, Game
from twilight.engine.rules import rules_to_dict
from twilight.engine.types import CHANCE, SIDES, US, USSR, across
from twilight.replays.saves import game_to_dict
from twilight.server.errors import Refusal
from twilight.server.http.access import may_see
from twilight.server.messages.branches import PlayOn, WriteNote
from twilight.server.people.identity import Identity
from twilight.server.play.clock import ClockRules
from twilight.server.play.games import add_game, must_load, new_row, new_seed
from twilight.server.play.hub import Hub
from twilight.server.play.loading import REPAIRED
from twilight.server.play.positions import Reel, Reels
from twilight.server.play.studies import keep_study
from twilight.server.play.study_game import study_game
from twilight.server.storage.models import GameRow, NoteRow, SeatRow, SnapshotRow, User
from twilight.server.storage.store import (
    ACTIVE,
    COMPUTER,
    FINISHED,
    HOT_SEAT,
    ONLINE,
    OPEN,
    STUDY,
    Stored,
    with_seats,
)
from twilight.study.what_if import as_it_was, dealt_anew, dice_after

# A tree that nobody could read any more is not made larger.
MOST_BRANCHES: Final = 200
MOST_DEEP: Final = 20


async def play_on(hub: Hub, who: Identity, parent: Stored, reel: Reel, wish: PlayOn) -> Stored:
    """Begin a variation at a moment of a finished game; a friend's waits for the friend."""
    _check(wish)
    if wish.bot and wish.bot not in hub.settings.levels:
        known = ", ".join(hub.settings.levels)
        raise Refusal(
            "bad_rules",
            "There is no computer player {bot!r}; known are {known}.",
            bot=wish.bot,
            known=known,
        )
    if await _count(hub, parent.row.id) >= MOST_BRANCHES:
        raise Refusal("too_large", "A game has at most {most} variations.", most=MOST_BRANCHES)
    before = reel.at(wish.answer)
    decision = before.pending
    if decision is None:
        raise Refusal("game_over", "The game is over at this moment; go back to play on.")
    side = US if wish.side == "us" else USSR
    is_at_one_screen = not (wish.bot or wish.friend)
    viewer = side if not is_at_one_screen or decision.actor not in SIDES else decision.actor
    seed = new_seed()
    if wish.cards == "same":
        game = await asyncio.to_thread(as_it_was, reel.game, wish.answer)
    elif decision.actor == CHANCE:
        raise Refusal("not_found", "Cards are dealt anew where somebody decides; go a step on.")
    else:
        game = await asyncio.to_thread(dealt_anew, reel.game, wish.answer, viewer, seed)
    mode = COMPUTER if wish.bot else ONLINE if wish.friend else HOT_SEAT
    row = new_row(who.user_id, hub.now(), mode, rules_to_dict(game.rules), "", ClockRules())
    row.seed = seed
    row.turn, row.seats_swapped = game.state.turn, game.state.seats_swapped
    row.branch_of, row.branch_at = parent.row.id, wish.answer
    row.branch_begins = len(game.record or ())
    row.branch_anew = wish.cards == "anew"
    if wish.dice == "same":
        row.branch_dice = "".join(map(str, dice_after(reel.game, wish.answer)))
    seats = [SeatRow(game_id=row.id, seat=seat, name="") for seat in (0, 1)]
    own = across(side, row.seats_swapped)
    for seat in seats:
        if seat.seat == own or is_at_one_screen:
            seat.user_id, seat.name = who.user_id, who.name
        elif wish.bot:
            seat.bot, seat.name = wish.bot, wish.bot
    data = json.dumps(game_to_dict(game, meta={REPAIRED: True}))
    async with hub.database.write() as session:
        await add_game(session, row, seats)
        session.add(SnapshotRow(game_id=row.id, number=0, rules_version=RULES_VERSION, data=data))
    # Opening the room begins the game, unless a seat is free.
    await hub.room(row.id)
    return await must_load(hub.database, row.id)


def _check(wish: PlayOn) -> None:
    if wish.friend and wish.bot:
        raise Refusal("bad_rules", "Play on against a friend or a computer player, not both.")
    if wish.friend and wish.dice == "same":
        raise Refusal("bad_rules", "Against a friend dice are new: you may have seen the others.")


async def keep(hub: Hub, who: Identity, stored: Stored) -> Stored:
    """Keep what was played of a variation as a study; a finished one stays as it is."""
    row = _own_branch(who, stored)
    if row.status == FINISHED:
        return stored
    _check_alone(row)
    room = await hub.room(row.id)
    async with room.lock:
        await room.freshen()
        game = room.referee.game.copy()
    if len(game.record or ()) <= (row.branch_begins or 0):
        raise Refusal("not_found", "Nothing has been played yet; there is nothing to keep.")
    names = [seat.name for seat in stored.seats]
    branch = {name: getattr(row, name) for name in ("branch_of", "branch_at", "branch_begins")}
    kept = await keep_study(hub, who, study_game(game, names), **branch)
    await throw_away(hub, who, stored)
    return kept


async def throw_away(hub: Hub, who: Identity, stored: Stored) -> None:
    """Let a variation go; what was played on from it goes with it.

    That it did not begin like other games stays known.
    """
    row = _own_branch(who, stored)
    if row.status in (OPEN, ACTIVE):
        _check_alone(row)
        room = await hub.room(row.id)
        await room.act(lambda referee, now: referee.abort(3, now))
    async with hub.database.write() as session:
        await session.execute(
            update(GameRow).where(GameRow.id == row.id).values(branch_of=None, branch_at=None)
        )
    if row.id in hub.rooms:
        await hub.rooms[row.id].refresh()


def _own_branch(who: Identity, stored: Stored) -> GameRow:
    row = stored.row
    if row.branch_of is None:
        raise Refusal("not_found", "This game is no variation.")
    if row.host_id != who.user_id or not who.sign_in:
        raise Refusal("forbidden", "Only who has played a variation can do that.")
    return row


def _check_alone(row: GameRow) -> None:
    """Refuse to end a game that a friend plays too: a study would show the friend's cards."""
    if row.mode == ONLINE and row.status == ACTIVE:
        raise Refusal("not_over", "A friend plays this variation too; it ends like any game.")


# The tree


async def branches_of(
    hub: Hub, root: str, own: str | None, readers: Iterable[str | None]
) -> list[Stored]:
    """List the variations of a game and those of the variations, as far as they may be seen.

    They are shown to who has played them; those of who has brought the game in, to all. One with a
    friend is theirs alone, and tells nothing before it is over.
    """
    shown = {one for one in readers if one is not None}
    found: list[Stored] = []
    parents = [root]
    for _ in range(MOST_DEEP):
        query = (
            select(GameRow)
            .where(GameRow.branch_of.in_(parents), GameRow.host_id.in_(shown))
            .order_by(GameRow.branch_at, GameRow.created_at)
            .limit(MOST_BRANCHES)
        )
        async with hub.database.read() as session:
            rows = await with_seats(session, (await session.scalars(query)).all())
        rows = [one for one in rows if _is_open_to(one, own)]
        if not rows:
            break
        found += rows
        parents = [one.row.id for one in rows]
    return found[:MOST_BRANCHES]


def _is_open_to(stored: Stored, reader: str | None) -> bool:
    row = stored.row
    if row.mode != ONLINE:
        return True
    return row.status == FINISHED and bool(stored.seats_of(reader))


async def root_of(hub: Hub, who: Identity | None, stored: Stored) -> Stored:
    """Go up from a variation to the game at which its tree begins for somebody.

    What leaves a game that they may not see begins for them where they were let in.
    """
    for _ in range(MOST_DEEP):
        if stored.row.branch_of is None:
            break
        parent = await must_load(hub.database, stored.row.branch_of)
        if not may_see(parent, who):
            break
        stored = parent
    return stored


async def _count(hub: Hub, game_id: str) -> int:
    async with hub.database.read() as session:
        query = select(GameRow.id).where(GameRow.branch_of == game_id).limit(MOST_BRANCHES)
        return len((await session.scalars(query)).all())


async def game_of(hub: Hub, reels: Reels, stored: Stored) -> Game:
    """Return the game of a variation as it stands."""
    if stored.row.mode == STUDY or stored.row.status == FINISHED:
        return (await reels.of(stored)).game
    room = await hub.room(stored.row.id)
    async with room.lock:
        await room.freshen()
        return room.referee.game.copy()


# Notes


async def write_note(hub: Hub, who: Identity, game_id: str, answer: int, note: WriteNote) -> None:
    """Keep, change or take back what somebody writes at a moment."""
    text = note.text.replace("\x00", "").strip()
    async with hub.database.write() as session:
        if not text and note.mark is None:
            await session.execute(
                delete(NoteRow).where(
                    NoteRow.game_id == game_id,
                    NoteRow.answer == answer,
                    NoteRow.user_id == who.user_id,
                )
            )
            return
        row = NoteRow(
            game_id=game_id,
            answer=answer,
            user_id=who.user_id,
            mark=note.mark,
            text=text,
            at=hub.now(),
        )
        await session.merge(row)


async def notes_of(
    hub: Hub, game_ids: Iterable[str], readers: Iterable[str | None]
) -> list[tuple[NoteRow, str]]:
    """Read the notes of some games, each with the name of its author."""
    shown = {one for one in readers if one is not None}
    query: Any = (
        select(NoteRow, User.name)
        .join(User, User.id == NoteRow.user_id)
        .where(NoteRow.game_id.in_(list(game_ids)), NoteRow.user_id.in_(shown))
        .order_by(NoteRow.game_id, NoteRow.answer, NoteRow.at)
    )
    async with hub.database.read() as session:
        return [(row[0], row[1]) for row in await session.execute(query)]
