"""What can be done with games besides playing them: make, join, play again."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.engine.rules import OptionValue, Rules, RulesError, make_rules, rules_to_dict
from twilight.engine.text.problems import Problem
from twilight.server.errors import Refusal
from twilight.server.messages.game import (
    ClockChoice,
    CorrespondenceClock,
    CreateGame,
    IncrementClock,
    NoClock,
    PerMoveClock,
    TotalClock,
)
from twilight.server.people.identity import Identity, is_same, new_token
from twilight.server.people.levels import level_strength
from twilight.server.people.programs import check_room_for_game
from twilight.server.play.clock import ClockRules
from twilight.server.play.hub import Hub
from twilight.server.storage.database import Database
from twilight.server.storage.models import GameRow, SeatRow
from twilight.server.storage.store import (
    COMPUTER,
    FINISHED,
    HOT_SEAT,
    ONLINE,
    OPEN,
    Stored,
    is_taken,
    load,
)

_MINUTE: Final = 60_000
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_game_id() -> str:
    """Make an id that is short enough for a link and can't be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_seed() -> str:
    """Make what decides all dice and cards of a game."""
    return secrets.token_hex(12)


def clock_rules(choice: ClockChoice, grace_seconds: float) -> ClockRules:
    """Turn the choice of the players into milliseconds; days of thinking need no grace."""
    grace = int(grace_seconds * 1000)
    if isinstance(choice, TotalClock):
        return ClockRules(total=choice.minutes * _MINUTE, grace=grace)
    if isinstance(choice, IncrementClock):
        increment = choice.increment_seconds * 1000
        return ClockRules(total=choice.minutes * _MINUTE, increment=increment, grace=grace)
    if isinstance(choice, CorrespondenceClock):
        return ClockRules(
            total=choice.hours * _HOUR,
            increment=choice.increment_hours * _HOUR,
            cap=choice.cap_hours * _HOUR,
        )
    if isinstance(choice, PerMoveClock):
        return ClockRules(total=choice.days * _DAY, per_move=True)
    return ClockRules()


def clock_choice(rules: ClockRules) -> ClockChoice:
    """Turn the stored clock back into the choice."""
    if rules.per_move:
        return PerMoveClock(rules.total // _DAY)
    if rules.cap:
        return CorrespondenceClock(
            rules.total // _HOUR, rules.increment // _HOUR, rules.cap // _HOUR
        )
    if rules.increment:
        return IncrementClock(rules.total // _MINUTE, rules.increment // 1000)
    return TotalClock(rules.total // _MINUTE) if rules.total else NoClock()


def _rules_of(wish: CreateGame) -> Rules:
    side = wish.side if wish.side in ("random", "bid") else None
    return chosen_rules(wish.preset, wish.options, side, repair=wish.repair_oversights)


def chosen_rules(
    preset: str, options: Mapping[str, OptionValue], sides: str | None, *, repair: bool = False
) -> Rules:
    """Make the rules that somebody has asked for, or refuse them."""
    changes = dict(options)
    if sides is not None:
        changes["side_selection"] = sides
    try:
        return make_rules(preset, changes, repair_oversights=repair)
    except RulesError as error:
        problem = Problem(error.sentence, **error.values)
        raise Refusal("bad_rules", "{rules_error}.", rules_error=problem) from error


def _check(wish: CreateGame, who: Identity, levels: Mapping[str, str]) -> None:
    if wish.mode == COMPUTER and wish.bot not in levels:
        known = ", ".join(levels)
        raise Refusal(
            "bad_rules",
            "There is no computer player {bot!r}; known are {known}.",
            bot=wish.bot,
            known=known,
        )
    if wish.mode != COMPUTER and wish.bot:
        raise Refusal("bad_rules", "Only a game against the computer has a computer player.")
    if wish.rated:
        if wish.mode == HOT_SEAT:
            raise Refusal("bad_rules", "A game at one screen can't be rated.")
        if who.is_guest:
            raise Refusal("rated_needs_account", "Rated games are for accounts.")
        if wish.seed is not None:
            raise Refusal("bad_rules", "Who chose the seed of a rated game would know all cards.")
        if wish.mode == COMPUTER and level_strength(levels[wish.bot]) is None:
            raise Refusal(
                "bad_rules",
                "The strength of {bot} has not been measured; play it unrated.",
                bot=wish.bot,
            )
    if wish.mode == ONLINE and wish.seed is not None:
        raise Refusal("bad_rules", "Who chose the seed of an online game would know all cards.")
    if wish.mode == HOT_SEAT and not isinstance(wish.clock, NoClock) and wish.side == "bid":
        raise Refusal("bad_rules", "A bid at one screen goes without a clock.")


async def create(hub: Hub, who: Identity, wish: CreateGame) -> Stored:
    """Make a game and take a seat at it."""
    _check(wish, who, hub.settings.levels)
    await check_room_for_game(hub.database, who)
    rules = _rules_of(wish)
    seat = 1 if wish.side == "us" else 0
    clock = clock_rules(wish.clock, hub.settings.grace_seconds)
    row = new_row(who.user_id, hub.now(), wish.mode, rules_to_dict(rules), wish.preset, clock)
    row.rated = wish.rated
    row.public = wish.public
    row.seed = wish.seed if wish.seed is not None else new_seed()
    row.seed_chosen = wish.seed is not None
    seats = [SeatRow(game_id=row.id, seat=one, name="") for one in (0, 1)]
    for one in seats:
        if one.seat == seat or wish.mode == HOT_SEAT:
            one.user_id, one.name = who.user_id, who.name
        elif wish.mode == COMPUTER:
            one.bot, one.name = wish.bot, wish.bot
    return await _store(hub, row, seats)


def new_row(
    host_id: str | None,
    now: int,
    mode: str,
    rules: dict[str, Any],
    preset: str,
    clock: ClockRules,
) -> GameRow:
    """Make the row of a game that has not begun."""
    return GameRow(
        id=new_game_id(),
        mode=mode,
        status=OPEN,
        public=False,
        rated=False,
        host_id=host_id,
        invite=secrets.token_urlsafe(12),
        preset=preset,
        rules=rules,
        seed="",
        seed_chosen=False,
        clock=msgspec.to_builtins(clock),
        created_at=now,
        updated_at=now,
        entries=0,
        turn=0,
        seats_swapped=False,
        watch_agreed=0,
        branch_anew=False,
        handicap_us=0,
        handicap_ussr=0,
        rematch_wanted=0,
    )


async def _store(hub: Hub, row: GameRow, seats: list[SeatRow]) -> Stored:
    async with hub.database.write() as session:
        await add_game(session, row, seats)
    stored = Stored(row, seats)
    if stored.is_full:
        # Opening the room begins the game.
        await hub.room(row.id)
        return await must_load(hub.database, row.id)
    return stored


async def add_game(session: AsyncSession, row: GameRow, seats: list[SeatRow]) -> None:
    """Store a game with its seats."""
    session.add(row)
    await session.flush()
    session.add_all(seats)


@dataclass(frozen=True, slots=True)
class Terms:
    """What somebody else has agreed on for two players: rules, clock, whether it counts."""

    host_id: str
    preset: str
    rules: dict[str, Any]
    clock: dict[str, Any]
    rated: bool
    public: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Who is to sit on a seat: a user or a computer player."""

    user_id: str | None
    bot: str | None
    name: str


async def arrange(session: AsyncSession, now: int, terms: Terms, places: list[Place]) -> str:
    """Make a game for two others within a transaction; opening its room begins it."""
    mode = COMPUTER if any(place.bot for place in places) else ONLINE
    clock = msgspec.convert(terms.clock, ClockRules)
    row = new_row(terms.host_id, now, mode, terms.rules, terms.preset, clock)
    row.rated, row.public = terms.rated, terms.public
    row.seed = new_seed()
    seats = [
        SeatRow(game_id=row.id, seat=seat, user_id=one.user_id, bot=one.bot, name=one.name)
        for seat, one in enumerate(places)
    ]
    await add_game(session, row, seats)
    return row.id


async def must_load(database: Database, game_id: str) -> Stored:
    """Read a game, or refuse."""
    async with database.read() as session:
        stored = await load(session, game_id)
    if stored is None:
        raise Refusal("not_found", "There is no such game.")
    return stored


async def join(hub: Hub, who: Identity, game_id: str, invite: str) -> Stored:
    """Take the free seat of a game."""
    stored = await must_load(hub.database, game_id)
    if stored.seats_of(who.user_id):
        return stored
    free = _seat_to_take(stored, who, invite)
    await check_room_for_game(hub.database, who)
    async with hub.database.write() as session:
        taken = (
            update(SeatRow)
            .where(SeatRow.game_id == game_id, SeatRow.seat == free)
            .where(SeatRow.user_id.is_(None), SeatRow.token_hash.is_(None))
            .values(user_id=who.user_id, name=who.name)
        )
        result = await session.execute(taken)
        if result.rowcount != 1:  # type: ignore[attr-defined]
            raise Refusal("seat_taken", "Somebody else was faster.")
    await _begin(hub, game_id)
    return await must_load(hub.database, game_id)


def _seat_to_take(stored: Stored, who: Identity | None, invite: str = "") -> int:
    """Return the free seat of a game, or refuse it; who has no name yet would be a guest."""
    row = stored.row
    if who is not None:
        who.check_player()
    if not row.public and not is_same(row.invite, invite):
        raise Refusal("not_found", "There is no such game.")
    if row.status != OPEN:
        raise Refusal("seat_taken", "Both seats are taken.")
    if row.rated and (who is None or who.is_guest):
        raise Refusal("rated_needs_account", "Rated games are for accounts.")
    free = next((seat.seat for seat in stored.seats if not is_taken(seat)), None)
    if free is None:
        raise Refusal("seat_taken", "Both seats are taken.")
    return free


async def refusals_to_join(
    hub: Hub, who: Identity | None, listed: Sequence[Stored]
) -> list[Refusal | None]:
    """Tell for each game what somebody would hear who joined it now; None if they may."""
    no_room: Refusal | None = None
    if who is not None:
        try:
            await check_room_for_game(hub.database, who)
        except Refusal as refusal:
            no_room = refusal
    refusals: list[Refusal | None] = []
    for stored in listed:
        is_seated = who is not None and bool(stored.seats_of(who.user_id))
        try:
            if not is_seated:
                _seat_to_take(stored, who)
            refusals.append(None if is_seated else no_room)
        except Refusal as refusal:
            refusals.append(refusal)
    return refusals


async def cancel(hub: Hub, who: Identity, game_id: str) -> None:
    """Take back a game that nobody has joined."""
    room = await hub.room(game_id)
    row = room.stored.row
    if row.host_id != who.user_id or who.user_id is None:
        raise Refusal("forbidden", "Only who has made a game can take it back.")
    if row.status != OPEN:
        raise Refusal("seat_taken", "The game has begun; resign to end it.")
    await room.act(lambda referee, now: referee.abort(3, now))


async def rematch(hub: Hub, who: Identity, game_id: str) -> Stored:
    """Ask for the same game with sides swapped; it is made when both players have asked."""
    who.check_player()
    # All in one transaction: of two who ask at once the second one sees that the first has asked,
    # and no game points to one that was not made.
    async with hub.database.write() as session:
        stored = await _load_to_change(session, game_id)
        again_id = await _ask_again(session, hub.now(), who, stored)
    await _refresh(hub, game_id)
    if again_id is None:
        return await must_load(hub.database, game_id)
    # Opening the room begins the game.
    await hub.room(again_id)
    return await must_load(hub.database, again_id)


async def _ask_again(session: AsyncSession, now: int, who: Identity, stored: Stored) -> str | None:
    """Write down that a player asks for a rematch; returns the new game, if there is one now."""
    row = stored.row
    seats = stored.seats_of(who.user_id)
    if not seats:
        raise Refusal("not_seated", "Only who has played can play again.")
    if row.status != FINISHED:
        raise Refusal("not_over", "The game is not over.")
    if row.rematch is not None and await session.get(GameRow, row.rematch) is not None:
        return row.rematch
    wanted = row.rematch_wanted
    for seat in seats:
        wanted |= 1 << seat
    changed = update(GameRow).where(GameRow.id == row.id)
    everyone = sum(1 << seat.seat for seat in stored.seats if seat.bot is None)
    if wanted & everyone != everyone:
        await session.execute(changed.values(rematch_wanted=wanted))
        return None
    rules, swap = _rules_again(stored)
    again = new_row(who.user_id, now, row.mode, rules, row.preset, stored.clock)
    again.rated, again.public, again.rematch_of = row.rated, row.public, row.id
    again.seed = new_seed()
    places = [
        SeatRow(
            game_id=again.id,
            seat=1 - seat.seat if swap else seat.seat,
            user_id=seat.user_id,
            bot=seat.bot,
            name=seat.name,
        )
        for seat in stored.seats
    ]
    await session.execute(changed.values(rematch_wanted=wanted, rematch=again.id))
    await add_game(session, again, places)
    return again.id


def _rules_again(stored: Stored) -> tuple[dict[str, Any], bool]:
    """Return the rules of a rematch, and whether the players must change seats to change sides.

    Sides that were drawn by lot are swapped without a new one; after a bid they are bid for again.
    """
    rules = stored.row.rules
    if rules.get("side_selection") == "bid":
        return rules, False
    return {**rules, "side_selection": "agreed"}, not stored.row.seats_swapped


async def _load_to_change(session: AsyncSession, game_id: str) -> Stored:
    """Load a game that nobody else changes before this transaction is over."""
    await session.get(GameRow, game_id, with_for_update=True)
    stored = await load(session, game_id)
    if stored is None:
        raise Refusal("not_found", "There is no such game.")
    return stored


async def _refresh(hub: Hub, game_id: str) -> None:
    if game_id in hub.rooms:
        await hub.rooms[game_id].refresh()
    hub.publish({"game": game_id, "info": True})


async def agree_to_watch(hub: Hub, seats: tuple[int, ...], game_id: str, agree: bool) -> None:
    """Write down that a player agrees to be watched, or does no more; both must for a link."""
    if not seats:
        raise Refusal("not_seated", "Only the players can agree to that.")
    async with hub.database.write() as session:
        stored = await _load_to_change(session, game_id)
        row = stored.row
        mine = sum(1 << seat for seat in seats)
        row.watch_agreed = row.watch_agreed | mine if agree else row.watch_agreed & ~mine
        everyone = sum(1 << seat.seat for seat in stored.seats if seat.bot is None)
        if row.watch_agreed & everyone != everyone:
            row.watch_key = None
        elif row.watch_key is None:
            row.watch_key = secrets.token_urlsafe(12)
    await _refresh(hub, game_id)


async def token_for(hub: Hub, who: Identity, game_id: str, seat: int) -> str:
    """Make a token with which a program plays a seat; an older one stops working.

    The host may also give the free seat of a casual game to a program.
    """
    stored = await must_load(hub.database, game_id)
    if not who.sign_in or seat not in (0, 1):
        raise Refusal("forbidden", "A token is given to who sits on the seat, or to the host.")
    place = stored.seats[seat]
    mine = place.user_id == who.user_id
    is_free = not is_taken(place)
    free = is_free and stored.row.host_id == who.user_id and not stored.row.rated
    if not (mine or (free and stored.row.status == OPEN)):
        raise Refusal("forbidden", "A token is given to who sits on the seat, or to the host.")
    token, hashed = new_token()
    async with hub.database.write() as session:
        changed = update(SeatRow).where(SeatRow.game_id == game_id, SeatRow.seat == seat)
        if is_free:
            changed = changed.values(name="Program")
        await session.execute(changed.values(token_hash=hashed))
    if is_free:
        await _begin(hub, game_id)
    return token


async def _begin(hub: Hub, game_id: str) -> None:
    """Begin a game whose last free seat has been taken."""
    room = await hub.room(game_id)
    await room.refresh()
    if not room.referee.started:
        await room.act(lambda referee, now: [] if referee.started else referee.start(now))
    hub.publish({"game": game_id, "info": True})
