"""What players have played: counted from finished games."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from twilight.server.messages.account import Tally
from twilight.server.storage.models import GameRow, SeatRow
from twilight.server.storage.store import FINISHED, ONLINE


async def tally_of(session: AsyncSession, user_id: str) -> Tally:
    """Count the finished online games of a user."""
    query = (
        select(SeatRow.seat, GameRow.seats_swapped, GameRow.winner)
        .join(GameRow, GameRow.id == SeatRow.game_id)
        .where(SeatRow.user_id == user_id, GameRow.status == FINISHED, GameRow.mode == ONLINE)
    )
    return _count([(row[0], row[1], row[2]) for row in (await session.execute(query)).all()])


async def head_to_head(session: AsyncSession, user_id: str, other_id: str) -> Tally:
    """Count the games of one user against another."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(mine.seat, GameRow.seats_swapped, GameRow.winner)
        .join(GameRow, GameRow.id == mine.game_id)
        .join(theirs, theirs.game_id == mine.game_id)
        .where(
            mine.user_id == user_id,
            theirs.user_id == other_id,
            mine.seat != theirs.seat,
            GameRow.status == FINISHED,
            GameRow.mode == ONLINE,
        )
    )
    return _count([(row[0], row[1], row[2]) for row in (await session.execute(query)).all()])


def _count(games: list[tuple[int, bool, str | None]]) -> Tally:
    won = lost = as_us = 0
    for seat, swapped, winner in games:
        side = "us" if (seat == 1) != swapped else "ussr"
        as_us += side == "us"
        if winner in ("us", "ussr"):
            won += winner == side
            lost += winner != side
    return Tally(
        games=len(games),
        won=won,
        lost=lost,
        drawn=len(games) - won - lost,
        as_us=as_us,
        as_ussr=len(games) - as_us,
    )
