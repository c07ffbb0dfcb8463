"""What players want to be told: kept for each account, with the browsers that have subscribed."""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.messages.notices import ChannelName, NoticeWishes, Subscribe, Switches
from twilight.server.storage.database import Database
from twilight.server.storage.models import NoticeRow, PushRow, SignIn, WishRow

MOST_BROWSERS: Final = 10


@dataclass(frozen=True, slots=True)
class Kept:
    """The wishes of a user, and the secret that signs their webhooks."""

    wishes: NoticeWishes
    secret: str


class Wishes:
    """Reads and changes what players want to be told."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database

    async def of(self, user_id: str) -> Kept | None:
        """Return the wishes of a user, or None for one who never had any."""
        async with self._database.read() as session:
            row = await session.get(WishRow, user_id)
        if row is None:
            return None
        return Kept(msgspec.json.decode(row.data, type=NoticeWishes), row.secret)

    async def change(self, user_id: str, wishes: NoticeWishes) -> None:
        """Keep new wishes."""
        async with self._database.write() as session:
            await _keep(session, user_id, wishes)

    async def stop(self, user_id: str, channel: ChannelName) -> None:
        """Turn a channel off, and forget what waits to be sent through it."""
        async with self._database.write() as session:
            row = await session.get(WishRow, user_id)
            if row is not None:
                wishes = msgspec.json.decode(row.data, type=NoticeWishes)
                changes = {channel: Switches()}
                await _keep(session, user_id, replace(wishes, **changes))
            waiting = delete(NoticeRow).where(NoticeRow.user_id == user_id)
            await session.execute(waiting.where(NoticeRow.channel == channel))

    async def subscribe(self, user_id: str, sign_in: str, browser: Subscribe, now: int) -> None:
        """Add a browser; the oldest of too many goes."""
        async with self._database.write() as session:
            await session.execute(delete(PushRow).where(PushRow.id == _id_of(browser.endpoint)))
            older = select(PushRow.id).where(PushRow.user_id == user_id)
            ids = (await session.scalars(older.order_by(PushRow.created_at.desc()))).all()
            await session.execute(delete(PushRow).where(PushRow.id.in_(ids[MOST_BROWSERS - 1 :])))
            session.add(
                PushRow(
                    id=_id_of(browser.endpoint),
                    user_id=user_id,
                    sign_in=sign_in,
                    endpoint=browser.endpoint,
                    p256dh=browser.p256dh,
                    auth=browser.auth,
                    created_at=now,
                )
            )

    async def unsubscribe(self, endpoint: str, user_id: str | None = None) -> None:
        """Forget a browser: at its user's wish, or because it is gone."""
        gone = delete(PushRow).where(PushRow.id == _id_of(endpoint))
        if user_id is not None:
            gone = gone.where(PushRow.user_id == user_id)
        async with self._database.write() as session:
            await session.execute(gone)

    async def browsers(self, user_id: str) -> list[PushRow]:
        """List the browsers of a user on which they are still signed in."""
        query = (
            select(PushRow)
            .join(SignIn, SignIn.id == PushRow.sign_in)
            .where(PushRow.user_id == user_id, SignIn.ended_at.is_(None))
        )
        async with self._database.read() as session:
            return list((await session.scalars(query)).all())


async def _keep(session: AsyncSession, user_id: str, wishes: NoticeWishes) -> None:
    data = msgspec.json.encode(wishes).decode()
    row = await session.get(WishRow, user_id)
    if row is None:
        session.add(WishRow(user_id=user_id, data=data, secret=secrets.token_urlsafe(24)))
    else:
        row.data = data


def _id_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
