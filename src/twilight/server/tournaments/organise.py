"""What people do with tournaments: announce, join, leave, begin, decide."""

import contextlib
import secrets
from typing import Final

import msgspec
from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.engine.rules import rules_to_dict
from twilight.server.errors import Refusal
from twilight.server.messages.tournament import CreateTournament
from twilight.server.people.identity import Identity, is_same
from twilight.server.people.levels import level_strength
from twilight.server.play.games import chosen_rules, clock_rules, new_game_id
from twilight.server.play.hub import Hub
from twilight.server.storage.models import EntrantRow, PairingRow, TournamentRow
from twilight.server.tournaments import progress
from twilight.server.tournaments.news import tell, tell_everyone
from twilight.server.tournaments.pairing import most_swiss_rounds
from twilight.server.tournaments.record import (
    CANCELLED,
    DRAW,
    JOINING,
    RUNNING,
    SETTLED,
    WIN,
    Record,
    read,
)
from twilight.server.tournaments.standings import ROUND_ROBIN, SWISS

# How many tournaments of one organiser may be under way.
MOST_AT_ONCE: Final = 10
_HOUR: Final = 3_600_000
_POINTS: Final = {"ussr": (WIN, 0), "us": (0, WIN), "draw": (DRAW, DRAW), "none": (0, 0)}


def needs_account(who: Identity) -> str:
    """Return the user of an account; guests can't be told of rounds that begin next week."""
    if who.is_guest or who.user_id is None:
        raise Refusal("forbidden", "Tournaments are for accounts; make one of your guest.")
    return who.user_id


async def announce(hub: Hub, who: Identity, wish: CreateTournament) -> str:
    """Announce a tournament; returns its id."""
    organiser = needs_account(who)
    rules = chosen_rules(wish.preset, wish.options, "bid" if wish.sides == "bid" else "agreed")
    if wish.form == ROUND_ROBIN and wish.seats > 32:
        raise Refusal("bad_rules", "Everybody against everybody is for at most 32 players.")
    row = TournamentRow(
        id=new_game_id(),
        name=" ".join(wish.name.split()),
        about=wish.about.strip(),
        organiser_id=organiser,
        invite=secrets.token_urlsafe(12),
        public=wish.public,
        status=JOINING,
        form=wish.form,
        rounds=wish.rounds,
        cycles=wish.cycles,
        seats=wish.seats,
        rated=wish.rated,
        bid=wish.sides == "bid",
        preset=wish.preset,
        rules=rules_to_dict(rules),
        clock=msgspec.to_builtins(clock_rules(wish.clock, hub.settings.grace_seconds)),
        round_hours=wish.round_hours,
        round=0,
        created_at=hub.now(),
    )
    running = select(func.count()).where(
        TournamentRow.organiser_id == organiser, TournamentRow.status.in_((JOINING, RUNNING))
    )
    async with hub.database.write() as session:
        if int(await session.scalar(running) or 0) >= MOST_AT_ONCE:
            raise Refusal(
                "busy", "You have {most} tournaments under way already.", most=MOST_AT_ONCE
            )
        session.add(row)
    return row.id


def check_access(record: Record, who: Identity | None, invite: str) -> None:
    """Let in whoever may see a tournament; others find nothing."""
    row = record.row
    user_id = None if who is None else who.user_id
    is_in = record.of_user(user_id) is not None or user_id == row.organiser_id
    if not (row.public or is_in or (invite and is_same(row.invite, invite))):
        raise Refusal("not_found", "There is no such tournament.")


def check_organiser(record: Record, who: Identity) -> None:
    """Refuse what only the organiser may do."""
    if who.user_id is None or record.row.organiser_id != who.user_id:
        raise Refusal("forbidden", "Only the organiser can do that.")


def _check_joining(record: Record) -> None:
    if record.row.status != JOINING:
        raise Refusal("seat_taken", "The tournament has begun.")
    if len(record.entrants) >= record.row.seats:
        raise Refusal("seat_taken", "All seats of the tournament are taken.")


async def join(hub: Hub, who: Identity, tournament_id: str, invite: str) -> None:
    """Take part; whoever does already stays."""
    user_id = needs_account(who)
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        check_access(record, who, invite)
        if record.of_user(user_id) is not None:
            return
        _check_joining(record)
        _enter(session, record, hub.now(), user_id, None, who.name)


async def add_bot(hub: Hub, who: Identity, tournament_id: str, bot: str) -> None:
    """Let a computer player fill a seat; several of the same level may play."""
    levels = hub.settings.levels
    if bot not in levels:
        raise Refusal("bad_rules", "There is no computer player {bot!r}.", bot=bot)
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        check_organiser(record, who)
        _check_joining(record)
        if record.row.rated and level_strength(levels[bot]) is None:
            raise Refusal("bad_rules", "The strength of {bot} has not been measured.", bot=bot)
        _enter(session, record, hub.now(), None, bot, bot)


def _enter(
    session: AsyncSession, record: Record, now: int, user_id: str | None, bot: str | None, name: str
) -> None:
    number = max((one.number for one in record.entrants), default=0) + 1
    session.add(
        EntrantRow(
            tournament_id=record.row.id,
            number=number,
            user_id=user_id,
            bot=bot,
            name=name,
            joined_at=now,
        )
    )


async def leave(hub: Hub, who: Identity, tournament_id: str) -> None:
    """Take part no more: a game that is under way is lost."""
    async with hub.database.read() as session:
        record = await read(session, tournament_id)
    mine = record.of_user(who.user_id)
    if mine is None:
        raise Refusal("not_seated", "You do not take part.")
    await _withdraw(hub, tournament_id, mine.number)


async def remove(hub: Hub, who: Identity, tournament_id: str, number: int) -> None:
    """Let the organiser take somebody out."""
    async with hub.database.read() as session:
        record = await read(session, tournament_id)
    check_organiser(record, who)
    if all(one.number != number for one in record.entrants):
        raise Refusal("not_found", "Nobody has the number {number}.", number=number)
    await _withdraw(hub, tournament_id, number)
    tell(hub, record, "removed", [number])


async def end_all_of(hub: Hub, user_id: str) -> None:
    """Withdraw somebody whose account ends from everything.

    What they have announced and nobody else could begin is called off. What they organise and is
    running is organised by somebody who plays on.
    """
    announced = select(TournamentRow.id).where(
        TournamentRow.organiser_id == user_id, TournamentRow.status == JOINING
    )
    entered = (
        select(EntrantRow.tournament_id, EntrantRow.number)
        .join(TournamentRow, TournamentRow.id == EntrantRow.tournament_id)
        .where(EntrantRow.user_id == user_id, TournamentRow.status.in_((JOINING, RUNNING)))
    )
    running = select(TournamentRow.id).where(
        TournamentRow.organiser_id == user_id, TournamentRow.status == RUNNING
    )
    async with hub.database.read() as session:
        called_off = list((await session.scalars(announced)).all())
        organised = list((await session.scalars(running)).all())
        numbers = (await session.execute(entered)).all()
    for tournament_id in called_off:
        await _call_off(hub, tournament_id, None)
    for tournament_id, number in numbers:
        # One that is over by now needs no farewell.
        with contextlib.suppress(Refusal):
            await _withdraw(hub, tournament_id, number)
    for tournament_id in organised:
        await _hand_over(hub, tournament_id, user_id)


async def _hand_over(hub: Hub, tournament_id: str, from_user: str) -> None:
    """Let whoever joined first of those who play on organise a tournament."""
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        people = [one for one in record.staying if one.user_id not in (None, from_user)]
        # Computer players among themselves need nobody.
        if record.row.status != RUNNING or not people:
            return
        record.row.organiser_id = str(people[0].user_id)
    tell(hub, record, "organiser", [people[0].number])


async def _withdraw(hub: Hub, tournament_id: str, number: int) -> None:
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        if record.row.status == JOINING:
            await session.execute(
                delete(EntrantRow).where(
                    EntrantRow.tournament_id == tournament_id, EntrantRow.number == number
                )
            )
            return
        if record.row.status != RUNNING:
            raise Refusal("game_over", "The tournament is over.")
        entrant = record.entrant(number)
        if entrant.left_round is not None:
            return
        entrant.left_round = record.row.round
        mine = [
            one
            for one in record.round_of(record.row.round)
            if number in (one.ussr, one.us) and one.game_id is not None and one.decided is None
        ]
    for one in mine:
        await progress.resign(hub, str(one.game_id), 0 if one.ussr == number else 1)
    await progress.advance(hub, tournament_id)


async def begin(hub: Hub, who: Identity, tournament_id: str) -> None:
    """Close the list of players and pair the first round."""
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        check_organiser(record, who)
        row = record.row
        if row.status != JOINING:
            raise Refusal("seat_taken", "The tournament has begun.")
        players = len(record.entrants)
        if players < 2:
            raise Refusal("not_started", "A tournament needs at least two players.")
        if row.form == SWISS:
            most = most_swiss_rounds(players)
            if row.rounds > most:
                raise Refusal(
                    "bad_rules",
                    "{players} players can play {most} Swiss rounds without a rematch, "
                    "not {rounds}; fewer rounds or more players are needed.",
                    players=players,
                    most=most,
                    rounds=row.rounds,
                )
        else:
            row.rounds = (players - 1 + players % 2) * row.cycles
        row.status, row.started_at = RUNNING, hub.now()
    await progress.advance(hub, tournament_id)


async def set_rounds(hub: Hub, who: Identity, tournament_id: str, rounds: int) -> None:
    """Change the number of Swiss rounds before the tournament begins."""
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        check_organiser(record, who)
        if record.row.status != JOINING:
            raise Refusal("seat_taken", "The tournament has begun.")
        record.row.rounds = rounds


async def extend(hub: Hub, who: Identity, tournament_id: str, hours: int) -> None:
    """Let the round that runs end later."""
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        check_organiser(record, who)
        if record.row.status != RUNNING or record.row.round_ends_at is None:
            raise Refusal("not_started", "No round is under way.")
        record.row.round_ends_at += hours * _HOUR


async def settle(
    hub: Hub, who: Identity, tournament_id: str, number: int, board: int, result: str
) -> None:
    """Decide a pairing of the round that runs, whatever its game says; an open game is ended."""
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        check_organiser(record, who)
        if record.row.status != RUNNING or number != record.row.round:
            raise Refusal("game_over", "Only the round that runs can be decided.")
        pairing = next((one for one in record.round_of(number) if one.board == board), None)
        if pairing is None or pairing.us is None:
            raise Refusal("not_found", "There is no such pairing.")
        _decide(record, pairing, result)
        game = pairing.game_id
    tell(hub, record, "settled", (pairing.ussr, pairing.us))
    if game is not None:
        await progress.abort(hub, game)
    await progress.advance(hub, tournament_id)


def _decide(record: Record, pairing: PairingRow, result: str) -> None:
    first, second = _POINTS[result]
    if record.sides_of(pairing)[0] != pairing.ussr:
        first, second = second, first
    pairing.points_ussr, pairing.points_us, pairing.decided = first, second, SETTLED


async def cancel(hub: Hub, who: Identity, tournament_id: str) -> None:
    """Call a tournament off; games that are under way go on without it."""
    await _call_off(hub, tournament_id, who)


async def _call_off(hub: Hub, tournament_id: str, who: Identity | None) -> None:
    """Call a tournament off at the wish of who must be its organiser; None is the server."""
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        if who is not None:
            check_organiser(record, who)
        if record.row.status not in (JOINING, RUNNING):
            raise Refusal("game_over", "The tournament is over.")
        record.row.status, record.row.finished_at = CANCELLED, hub.now()
        record.row.round_ends_at = None
    tell_everyone(hub, record, "called_off")
