"""What can be done with users: guests, claims, passwords, devices."""

import asyncio
import re
import secrets
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Conflict, Refusal
from twilight.server.people.identity import Identities, Identity
from twilight.server.storage.database import Database
from twilight.server.storage.models import SeatRow, SignIn, User

_HASHER: Final = PasswordHasher()
_NAME: Final = re.compile(r"[^\W_](?:[\w .'-]*[^\W_])?")
MOST_DEVICES: Final = 20


class Accounts:
    """Changes users in the database."""

    def __init__(self, database: Database, identities: Identities) -> None:
        self._database: Final = database
        self._identities: Final = identities
        # Hashing is made to be slow and to use memory: only a few at a time.
        self._hashing: Final = asyncio.Semaphore(2)

    async def new_guest(self, device: str, now: int) -> tuple[Identity, str]:
        """Make a guest; returns him and the cookie that he gets."""
        user = User(
            id=secrets.token_hex(8),
            name=f"Guest {secrets.randbelow(10_000):04d}",
            created_at=now,
            rating_mu=25.0,
            rating_sigma=25.0 / 3,
            rated_games=0,
        )
        async with self._database.write() as session:
            session.add(user)
            await session.flush()
            return self._sign_in(session, user, device, now)

    def _sign_in(
        self, session: AsyncSession, user: User, device: str, now: int
    ) -> tuple[Identity, str]:
        cookie, key = self._identities.new_cookie()
        session.add(
            SignIn(id=key, user_id=user.id, device=device[:120], created_at=now, seen_at=now)
        )
        identity = Identity(user.id, user.name, user.password_hash is None, sign_in=key)
        return identity, cookie

    async def get(self, user_id: str) -> User:
        """Return a user by his id."""
        async with self._database.read() as session:
            user = await session.get(User, user_id)
        if user is None:
            raise Refusal("not_found", "There is no such user.")
        return user

    async def claim(self, user_id: str, name: str, password: str) -> User:
        """Turn a guest into an account."""
        wanted = _checked_name(name)
        hashed = await self._hash(password)
        try:
            async with self._database.write() as session:
                user = await session.get(User, user_id)
                if user is None:
                    raise Refusal("not_found", "There is no such user.")
                if user.password_hash is not None:
                    raise Refusal("already_claimed", "This is an account already.")
                user.name, user.name_key, user.password_hash = wanted, wanted.casefold(), hashed
                await _rename_seats(session, user)
                await session.flush()
        except Conflict as error:
            raise Refusal("name_taken", f"The name {wanted} is taken.") from error
        self._identities.forget_user()
        return user

    async def rename_guest(self, user_id: str, name: str) -> User:
        """Let a guest choose how he is called."""
        wanted = _checked_name(name)
        async with self._database.write() as session:
            user = await session.get(User, user_id)
            if user is None:
                raise Refusal("not_found", "There is no such user.")
            if user.password_hash is not None:
                raise Refusal("already_claimed", "The name of an account can't be changed.")
            taken = await session.scalar(select(User).where(User.name_key == wanted.casefold()))
            if taken is not None:
                raise Refusal("name_taken", f"The name {wanted} belongs to an account.")
            user.name = wanted
            await _rename_seats(session, user)
        self._identities.forget_user()
        return user

    async def sign_in(self, name: str, password: str, device: str, now: int) -> tuple[User, str]:
        """Sign in on a device; returns the user and the cookie."""
        async with self._database.read() as session:
            user = await session.scalar(select(User).where(User.name_key == name.casefold()))
        hashed = user.password_hash if user is not None else None
        if hashed is None:
            # Where there is no such name the answer takes as long.
            await self._hash(password)
        if user is None or hashed is None or not await self._matches(hashed, password):
            raise Refusal("wrong_password", "The name or the password is wrong.")
        async with self._database.write() as session:
            await _end_oldest(session, user.id, now)
            _, cookie = self._sign_in(session, user, device, now)
        return user, cookie

    async def change_password(self, identity: Identity, old: str, new: str, now: int) -> None:
        """Change the password and sign out everywhere else."""
        user = await self.get(str(identity.user_id))
        if user.password_hash is None or not await self._matches(user.password_hash, old):
            raise Refusal("wrong_password", "The password is wrong.")
        hashed = await self._hash(new)
        async with self._database.write() as session:
            changed = update(User).where(User.id == user.id)
            await session.execute(changed.values(password_hash=hashed))
            others = update(SignIn).where(
                SignIn.user_id == user.id,
                SignIn.id != identity.sign_in,
                SignIn.ended_at.is_(None),
            )
            await session.execute(others.values(ended_at=now))
        self._identities.forget_user()

    async def devices(self, user_id: str) -> list[SignIn]:
        """List where a user is signed in."""
        query = select(SignIn).where(SignIn.user_id == user_id, SignIn.ended_at.is_(None))
        async with self._database.read() as session:
            return list((await session.scalars(query.order_by(SignIn.seen_at.desc()))).all())

    async def sign_out(self, user_id: str, prefix: str, now: int) -> None:
        """End the sign-in that begins with these letters of its key."""
        for sign_in in await self.devices(user_id):
            if sign_in.id.startswith(prefix):
                async with self._database.write() as session:
                    ended = update(SignIn).where(SignIn.id == sign_in.id)
                    await session.execute(ended.values(ended_at=now))
                self._identities.forget(sign_in.id)
                return
        raise Refusal("not_found", "There is no such device.")

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(_HASHER.hash, password)

    async def _matches(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            return await asyncio.to_thread(_verify, hashed, password)


def _verify(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except Argon2Error:
        return False


def _checked_name(name: str) -> str:
    wanted = " ".join(name.split())
    if not _NAME.fullmatch(wanted) or wanted.casefold().startswith("guest "):
        raise Refusal(
            "bad_name",
            "A name has letters and digits, and in between spaces, dots, hyphens or underscores.",
        )
    return wanted


async def _rename_seats(session: AsyncSession, user: User) -> None:
    theirs = update(SeatRow).where(SeatRow.user_id == user.id)
    await session.execute(theirs.values(name=user.name))


async def _end_oldest(session: AsyncSession, user_id: str, now: int) -> None:
    query = select(SignIn.id).where(SignIn.user_id == user_id, SignIn.ended_at.is_(None))
    keys = (await session.scalars(query.order_by(SignIn.seen_at.desc()))).all()
    for key in keys[MOST_DEVICES - 1 :]:
        await session.execute(update(SignIn).where(SignIn.id == key).values(ended_at=now))
