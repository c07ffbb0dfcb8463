"""What happens in a tournament by itself: results, deadlines, the next round, the end."""

import asyncio
import contextlib
import logging
from typing import Final

from sqlalchemy import select

from twilight.server.errors import Refusal, StorageError
from twilight.server.play.entries import Entry
from twilight.server.play.games import Place, Terms, arrange
from twilight.server.play.hub import Hub
from twilight.server.play.referee import Referee
from twilight.server.play.room import Command
from twilight.server.storage.models import EntrantRow, PairingRow, TournamentRow
from twilight.server.storage.store import ABORTED, OPEN
from twilight.server.tournaments.news import tell_everyone, tell_result, tell_round
from twilight.server.tournaments.pairing import BYE, Pair
from twilight.server.tournaments.record import (
    BYE_ROUND,
    FINISHED,
    FORFEIT,
    GAME,
    RUNNING,
    WIN,
    Record,
    read,
)

_LOG: Final = logging.getLogger("twilight.tournaments")
TICK_SECONDS: Final = 2.0
# A game of computer players in which nothing has happened for so long is looked after.
STUCK: Final = 30_000
_HOUR: Final = 3_600_000


async def look_after(hub: Hub) -> None:
    """Go through all tournaments again and again, as long as the server runs."""
    woken: dict[str, int] = {}
    while True:
        await asyncio.sleep(TICK_SECONDS)
        try:
            await _look_once(hub, woken)
        except StorageError as error:
            _LOG.warning("database does not answer", extra={"reason": str(error)})
        except Exception:
            _LOG.exception("tournaments not looked after")


async def _look_once(hub: Hub, woken: dict[str, int]) -> None:
    query = select(TournamentRow.id).where(TournamentRow.status == RUNNING)
    async with hub.database.read() as session:
        running = list((await session.scalars(query)).all())
    for tournament_id in running:
        record = await advance(hub, tournament_id)
        await _wake(hub, record, woken)


async def _wake(hub: Hub, record: Record, woken: dict[str, int]) -> None:
    """Open rooms that nobody else would: games that have not begun, and those of the computer."""
    for pairing in record.round_of(record.row.round):
        game = record.games.get(pairing.game_id or "")
        if game is None or pairing.decided is not None or game.id in hub.rooms:
            continue
        has_bot = any(
            number is not None and record.entrant(number).bot
            for number in (pairing.ussr, pairing.us)
        )
        is_stuck = has_bot and hub.now() - game.updated_at > STUCK
        if game.status == OPEN or (is_stuck and woken.get(game.id) != game.entries):
            woken[game.id] = game.entries
            with contextlib.suppress(Refusal):
                await hub.room(game.id)


async def advance(hub: Hub, tournament_id: str) -> Record:
    """Take the results that have come in, and pair the next round when this one is over."""
    record = await _collect(hub, tournament_id)
    row = record.row
    if row.status != RUNNING:
        return record
    current = record.round_of(row.round)
    open_ones = [one for one in current if one.decided is None]
    if open_ones:
        if row.round_ends_at is not None and hub.now() >= row.round_ends_at:
            for one in open_ones:
                await _forfeit(hub, str(one.game_id))
        return record
    if row.round >= row.rounds or len(record.staying) < 2:
        return await _finish(hub, tournament_id, row.round)
    # A hard matching takes a moment: not in the loop, and not while the database is locked.
    pairs = await asyncio.to_thread(record.next_round)
    return await _pair(hub, tournament_id, row.round, pairs)


async def _collect(hub: Hub, tournament_id: str) -> Record:
    """Write down what games that are over have brought."""
    async with hub.database.read() as session:
        record = await read(session, tournament_id)
    if not any(_news(record, one) for one in record.round_of(record.row.round)):
        return record
    decided = []
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        for one in record.round_of(record.row.round):
            news = _news(record, one)
            if news is not None:
                one.points_ussr, one.points_us, one.decided = news
                decided.append(one)
    for one in decided:
        tell_result(hub, record, one)
    return record


def _news(record: Record, pairing: PairingRow) -> tuple[int, int, str] | None:
    """Tell how an open pairing has been decided, if it has."""
    game = record.games.get(pairing.game_id or "")
    if pairing.decided is not None or pairing.us is None:
        return None
    if game is None or game.status == ABORTED:
        return 0, 0, FORFEIT
    points = record.result_of(pairing)
    return None if points is None else (*points, GAME)


async def _pair(hub: Hub, tournament_id: str, number: int, pairs: list[Pair]) -> Record:
    """Begin the round after some number; only one process does."""
    made: list[str] = []
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        row = record.row
        if row.status != RUNNING or row.round != number:
            return record
        now = hub.now()
        row.round += 1
        row.round_ends_at = now + row.round_hours * _HOUR
        for board, pair in enumerate(pairs, 1):
            pairing = PairingRow(
                tournament_id=tournament_id, round=row.round, board=board, ussr=pair.ussr
            )
            if pair.us == BYE:
                pairing.points_ussr, pairing.decided = WIN, BYE_ROUND
            else:
                pairing.us = pair.us
                places = [_place(record.entrant(one)) for one in pair]
                pairing.game_id = await arrange(session, now, _terms(row, places), places)
                made.append(pairing.game_id)
            session.add(pairing)
        await session.flush()
        record = await read(session, tournament_id)
    for game_id in made:
        # Opening the room begins the game.
        with contextlib.suppress(Refusal):
            await hub.room(game_id)
    tell_round(hub, record)
    return record


def _place(entrant: EntrantRow) -> Place:
    return Place(entrant.user_id, entrant.bot, entrant.name)


def _terms(row: TournamentRow, places: list[Place]) -> Terms:
    return Terms(
        host_id=row.organiser_id,
        preset=row.preset,
        rules=row.rules,
        clock=row.clock,
        rated=row.rated and any(place.user_id for place in places),
        public=row.public,
    )


async def _finish(hub: Hub, tournament_id: str, number: int) -> Record:
    async with hub.database.write() as session:
        record = await read(session, tournament_id, lock=True)
        is_over = record.row.status == RUNNING and record.row.round == number
        if is_over:
            record.row.status, record.row.finished_at = FINISHED, hub.now()
            record.row.round_ends_at = None
    if is_over:
        tell_everyone(hub, record, "over")
    return record


# Ends of games that the tournament decides


async def _forfeit(hub: Hub, game_id: str) -> None:
    """End a game whose round is over: whoever has to decide has lost it, both if both have to.

    A computer player that still thinks has not run out of anything, and may finish.
    """
    await _act(hub, game_id, _late)


def _late(referee: Referee, now: int) -> list[Entry]:
    asked = [seat for seat in referee.asked_seats if referee.setup.human[seat]]
    if referee.is_over or (referee.asked_seats and not asked):
        return []
    return referee.resign(asked[0], now) if len(asked) == 1 else referee.abort(3, now)


async def resign(hub: Hub, game_id: str, seat: int) -> None:
    """Let the one who has withdrawn lose a game that is under way."""
    await _act(
        hub, game_id, lambda referee, now: [] if referee.is_over else referee.resign(seat, now)
    )


async def abort(hub: Hub, game_id: str) -> None:
    """End a game without a result, because the organiser has decided it."""
    await _act(hub, game_id, lambda referee, now: [] if referee.is_over else referee.abort(3, now))


async def _act(hub: Hub, game_id: str, command: Command) -> None:
    with contextlib.suppress(Refusal):
        room = await hub.room(game_id)
        await room.act(command)
