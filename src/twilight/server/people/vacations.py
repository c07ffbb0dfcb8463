"""Vacations: days of the year in which the clocks of games of days stand still."""

import math
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select, update

from twilight.server.errors import Refusal
from twilight.server.messages.vacation import SlowPlay
from twilight.server.play.hub import Hub
from twilight.server.storage.models import User, VacationRow
from twilight.server.storage.store import ACTIVE

DAY: Final = 24 * 3600 * 1000
_MOST_GAMES: Final = 1000


async def slow_play(hub: Hub, user_id: str) -> SlowPlay:
    """Tell how somebody plays games of days."""
    now = hub.now()
    rows = await _rows(hub, user_id)
    async with hub.database.read() as session:
        user = await session.get(User, user_id)
    return SlowPlay(
        away_until=next((row.ends_at for row in rows if row.began_at <= now < row.ends_at), None),
        days_left=_days_left(hub, rows, now),
        days_a_year=hub.settings.vacation_days,
        spares_single=user is None or user.spares_single,
    )


async def begin(hub: Hub, user_id: str, days: int) -> None:
    """Begin a vacation, or make the one of now end in so many days."""
    now = hub.now()
    rows = await _rows(hub, user_id)
    running = next((row for row in rows if row.ends_at > now), None)
    # What the vacation of now has not used comes back before the new end is counted.
    past = [row for row in rows if row is not running]
    used = math.ceil((now - running.began_at) / DAY) if running is not None else 0
    left = _days_left(hub, past, now) - used
    if days > left:
        raise Refusal("no_vacation", "Days of vacation left this year: {left}.", left=max(0, left))
    ends = now + days * DAY
    async with hub.database.write() as session:
        if running is None:
            session.add(VacationRow(user_id=user_id, began_at=now, ends_at=ends))
        else:
            changed = update(VacationRow).where(VacationRow.id == running.id)
            await session.execute(changed.values(ends_at=ends))
    await _tell_games(hub, user_id)


async def end(hub: Hub, user_id: str) -> None:
    """End the vacation of now; whole days that are left come back."""
    now = hub.now()
    async with hub.database.write() as session:
        running = update(VacationRow).where(
            VacationRow.user_id == user_id, VacationRow.ends_at > now
        )
        await session.execute(running.values(ends_at=now))
    await _tell_games(hub, user_id)


async def spare(hub: Hub, user_id: str, spares: bool) -> None:
    """Choose whether questions with one answer are answered by themselves."""
    async with hub.database.write() as session:
        changed = update(User).where(User.id == user_id)
        await session.execute(changed.values(spares_single=spares))
    await _tell_games(hub, user_id)


async def _rows(hub: Hub, user_id: str) -> list[VacationRow]:
    query = select(VacationRow).where(VacationRow.user_id == user_id)
    async with hub.database.read() as session:
        return list((await session.scalars(query.order_by(VacationRow.began_at))).all())


def _days_left(hub: Hub, rows: list[VacationRow], now: int) -> int:
    """Count the days that are left; a vacation counts in the year in which it begins."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    used = sum(
        math.ceil((row.ends_at - row.began_at) / DAY)
        for row in rows
        if datetime.fromtimestamp(row.began_at / 1000, UTC).year == year
    )
    return max(0, hub.settings.vacation_days - used)


async def _tell_games(hub: Hub, user_id: str) -> None:
    """Let all running games of days of a user know."""
    for stored in await hub.store.games_of(user_id, [ACTIVE], None, _MOST_GAMES):
        if stored.clock.is_slow:
            room = await hub.room(stored.row.id)
            await room.look_at_vacations()
