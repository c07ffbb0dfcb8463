"""Programs with an account of their own: whoever has an account may answer for a few."""

import secrets
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Conflict, Refusal
from twilight.server.people.accounts import check_free, name_taken
from twilight.server.people.identity import Identities, Identity, new_token
from twilight.server.people.names import checked_name, key_of, shape_of
from twilight.server.storage.database import Database
from twilight.server.storage.models import GameRow, SeatRow, User
from twilight.server.storage.store import ACTIVE, OPEN

MOST_PROGRAMS: Final = 5
MOST_GAMES: Final = 8


async def programs_of(database: Database, who: Identity) -> list[User]:
    """List the programs of an account that still have a token."""
    query = select(User).where(User.owner_id == who.user_id, User.token_hash.is_not(None))
    async with database.read() as session:
        return list((await session.scalars(query.order_by(User.created_at))).all())


async def new_program(database: Database, who: Identity, name: str, now: int) -> tuple[User, str]:
    """Make an account for a program; returns it with its token."""
    if who.is_guest:
        raise Refusal("forbidden", "Whoever answers for a program needs an account.")
    wanted = checked_name(name)
    if len(await programs_of(database, who)) >= MOST_PROGRAMS:
        raise Refusal("busy", "An account answers for at most {most} programs.", most=MOST_PROGRAMS)
    token, hashed = new_token()
    user = User(
        id=secrets.token_hex(8),
        name=wanted,
        name_key=key_of(wanted),
        name_shape=shape_of(wanted),
        created_at=now,
        owner_id=who.user_id,
        token_hash=hashed,
        rating_mu=25.0,
        rating_sigma=25.0 / 3,
        rated_games=0,
    )
    try:
        async with database.write() as session:
            await check_free(session, wanted)
            session.add(user)
    except Conflict as error:
        raise name_taken(wanted) from error
    return user, token


async def renew_token(
    database: Database, identities: Identities, who: Identity, program_id: str
) -> tuple[User, str]:
    """Make a new token for a program; the older one ends."""
    token, hashed = new_token()
    async with database.write() as session:
        user = await _own_program(session, who, program_id)
        user.token_hash = hashed
    identities.forget_user()
    return user, token


async def _own_program(session: AsyncSession, who: Identity, program_id: str) -> User:
    user = await session.get(User, program_id)
    if user is None or user.owner_id is None or user.owner_id != who.user_id:
        raise Refusal("not_found", "You have no such program.")
    return user


async def end_program(
    database: Database, identities: Identities, who: Identity, program_id: str
) -> None:
    """Let a program play no more; its games stay."""
    async with database.write() as session:
        user = await _own_program(session, who, program_id)
        user.token_hash = None
    identities.forget_user()


async def check_room_for_game(database: Database, who: Identity) -> None:
    """Refuse a program that plays as many games as it may."""
    if not who.owner:
        return
    query = (
        select(func.count())
        .select_from(SeatRow)
        .join(GameRow, GameRow.id == SeatRow.game_id)
        .where(SeatRow.user_id == who.user_id, GameRow.status.in_((OPEN, ACTIVE)))
    )
    async with database.read() as session:
        if int(await session.scalar(query) or 0) >= MOST_GAMES:
            raise Refusal("busy", "A program plays at most {most} games at once.", most=MOST_GAMES)
