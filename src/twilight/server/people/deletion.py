"""The end of an account: what names its owner goes, the games stay for those who played them."""

import contextlib
from typing import Any, Final

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Refusal
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
    RecoveryKey,
    SeatRow,
    SignIn,
    User,
    VacationRow,
    WishRow,
)
from twilight.server.storage.store import ACTIVE, HOT_SEAT, OPEN, STUDY

# What others see in the place of the name.
NOBODY_NOW: Final = "Deleted player"
_MOST_GAMES: Final = 10_000
# Tables whose rows are about one user alone.
_OWN: Final[tuple[Any, ...]] = (
    SignIn,
    RecoveryKey,
    WishRow,
    PushRow,
    NoticeRow,
    VacationRow,
    ChatRow,
    NoteRow,
)


async def delete_account(hub: Hub, user_id: str) -> None:
    """Give up what is running, then forget everything that names the user."""
    for stored in await hub.store.games_of(user_id, [OPEN, ACTIVE], None, _MOST_GAMES):
        seats = stored.seats_of(user_id)
        alone = stored.row.status == OPEN or stored.row.mode == HOT_SEAT or not seats
        with contextlib.suppress(Refusal):
            room = await hub.room(stored.row.id)
            await room.act(_abort if alone else _resignation(seats[0]))
        if stored.row.rated:
            # With the ratings that both still have.
            await hub.rate(stored.row.id)
    async with hub.database.write() as session:
        await _forget(session, user_id)
    hub.identities.forget_user()
    for room in list(hub.rooms.values()):
        if room.stored.seats_of(user_id):
            await room.refresh()


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
    await session.execute(seats.values(name=NOBODY_NOW, token_hash=None))
    entrants = update(EntrantRow).where(EntrantRow.user_id == user_id)
    await session.execute(entrants.values(name=NOBODY_NOW))
    user = update(User).where(User.id == user_id)
    # The row stays, since games refer to it; it says nothing any more.
    await session.execute(
        user.values(
            name=NOBODY_NOW,
            name_key=None,
            name_shape=None,
            email=None,
            password_hash=None,
            rated_games=0,
        )
    )
