"""The end of an account: what names its owner goes, the games stay for those who played them."""

import contextlib
from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Refusal
from twilight.server.messages.account import DELETED_PLAYER
from twilight.server.play.entries import SERVER, Entry
from twilight.server.play.hub import Hub
from twilight.server.play.referee import Referee
from twilight.server.play.room import Command
from twilight.server.storage.models import (
    ChatRow,
    EntrantRow,
    GameRow,
    NoteRow,
    NoticeRow,
    PushRow,
    PuzzleTryRow,
    RecoveryKey,
    SeatRow,
    SignIn,
    User,
    VacationRow,
    WishRow,
)
from twilight.server.storage.store import ACTIVE, HOT_SEAT, OPEN, STUDY
from twilight.server.tournaments.organise import end_all_of

_MOST_GAMES: Final = 10_000
# Tables whose rows are about one user alone.
_OWN: Final[tuple[Any, ...]] = (
    RecoveryKey,
    WishRow,
    PushRow,
    NoticeRow,
    VacationRow,
    ChatRow,
    NoteRow,
    PuzzleTryRow,
)


async def delete_account(hub: Hub, user_id: str) -> None:
    """End an account with the programs that it answers for.

    What is running is given up, and everything that names the user is forgotten.
    """
    owned = select(User.id).where(User.owner_id == user_id)
    async with hub.database.write() as session:
        everyone = [user_id, *(await session.scalars(owned)).all()]
        # First of all nobody can begin anything new.
        await session.execute(delete(SignIn).where(SignIn.user_id == user_id))
        programs = update(User).where(User.owner_id == user_id)
        await session.execute(programs.values(token_hash=None))
    hub.identities.forget_user()
    for one in everyone:
        await _give_up(hub, one)
    async with hub.database.write() as session:
        for one in everyone:
            await _forget(session, one)
    hub.identities.forget_user()
    for room in list(hub.rooms.values()):
        if any(room.stored.seats_of(one) for one in everyone):
            await room.refresh()


async def _give_up(hub: Hub, user_id: str) -> None:
    running = await hub.store.games_of(user_id, [OPEN, ACTIVE], None, _MOST_GAMES)
    # Before their games, so that no new round pairs them when those are over.
    await end_all_of(hub, user_id)
    for stored in running:
        alone = stored.row.status == OPEN or stored.row.mode == HOT_SEAT
        seats = stored.seats_of(user_id)
        with contextlib.suppress(Refusal):
            room = await hub.room(stored.row.id)
            await room.act(_abort if alone else _resignation(seats[0]))
        if stored.row.rated:
            # With the ratings that both still have.
            await hub.rate(stored.row.id)


def _abort(referee: Referee, now: int) -> list[Entry]:
    return referee.abort(SERVER, now)


def _resignation(seat: int) -> Command:
    return lambda referee, now: referee.resign(seat, now)


async def _forget(session: AsyncSession, user_id: str) -> None:
    for table in _OWN:
        await session.execute(delete(table).where(table.user_id == user_id))
    studies = delete(GameRow).where(GameRow.host_id == user_id, GameRow.mode == STUDY)
    await session.execute(studies)
    seats = update(SeatRow).where(SeatRow.user_id == user_id)
    await session.execute(seats.values(name=DELETED_PLAYER, token_hash=None))
    entrants = update(EntrantRow).where(EntrantRow.user_id == user_id)
    await session.execute(entrants.values(name=DELETED_PLAYER))
    user = update(User).where(User.id == user_id)
    # The row stays, since games refer to it; it says nothing any more.
    await session.execute(
        user.values(
            name=DELETED_PLAYER,
            name_key=None,
            name_shape=None,
            email=None,
            password_hash=None,
            rated_games=0,
        )
    )
