"""What can be done with users: guests, claims, passwords, devices."""

import asyncio
import secrets
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Conflict, Refusal
from twilight.server.people.identity import Identities, Identity
from twilight.server.people.names import GUEST, checked_name, key_of, shape_of
from twilight.server.people.recovery import ADMIN, CODE, CONFIRM, MAIL, Recovery
from twilight.server.storage.database import Database
from twilight.server.storage.models import SeatRow, SignIn, User

_HASHER: Final = PasswordHasher()
MOST_DEVICES: Final = 20


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A user and the cookie that their device gets."""

    user: User
    cookie: str


@dataclass(frozen=True, slots=True)
class Claimed(SignedIn):
    """A new account, and the codes that are shown this once."""

    codes: list[str]


class Accounts:
    """Changes users in the database."""

    def __init__(self, database: Database, identities: Identities) -> None:
        self._database: Final = database
        self._identities: Final = identities
        self.recovery: Final = Recovery(database, identities)
        # Hashing is made to be slow and to use memory: only a few at a time.
        self._hashing: Final = asyncio.Semaphore(2)

    async def new_guest(self, device: str, now: int) -> tuple[Identity, str]:
        """Make a guest; returns the user and the cookie."""
        user = User(
            id=secrets.token_hex(8),
            name=f"{GUEST} {secrets.randbelow(10_000):04d}",
            created_at=now,
            rating_mu=25.0,
            rating_sigma=25.0 / 3,
            rated_games=0,
            spares_single=True,
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
        """Return a user by id."""
        async with self._database.read() as session:
            user = await session.get(User, user_id)
        if user is None:
            raise Refusal("not_found", "There is no such user.")
        return user

    async def claim(
        self, identity: Identity, name: str, password: str, device: str, now: int
    ) -> Claimed:
        """Turn a guest into an account: a new cookie for this device; all others are signed out."""
        wanted = checked_name(name)
        hashed = await self._hash(password)
        try:
            async with self._database.write() as session:
                user = await session.get(User, str(identity.user_id))
                if user is None:
                    raise Refusal("not_found", "There is no such user.")
                if user.password_hash is not None:
                    raise Refusal("already_claimed", "This is an account already.")
                await check_free(session, wanted)
                user.name, user.password_hash = wanted, hashed
                user.name_key, user.name_shape = key_of(wanted), shape_of(wanted)
                await _rename_seats(session, user)
                await session.flush()
                cookie = await self._renew(session, user, device, now)
                codes = await self.recovery.new_codes(session, user.id, now)
        except Conflict as error:
            raise name_taken(wanted) from error
        self._identities.forget_user()
        return Claimed(user, cookie, codes)

    async def rename_guest(self, user_id: str, name: str) -> User:
        """Let a guest choose a name."""
        wanted = checked_name(name)
        async with self._database.write() as session:
            user = await session.get(User, user_id)
            if user is None:
                raise Refusal("not_found", "There is no such user.")
            if user.password_hash is not None:
                raise Refusal("already_claimed", "The name of an account can't be changed.")
            await check_free(session, wanted)
            user.name = wanted
            await _rename_seats(session, user)
        self._identities.forget_user()
        return user

    async def sign_in(self, name: str, password: str, device: str, now: int) -> SignedIn:
        """Sign in on a device."""
        async with self._database.read() as session:
            user = await named(session, name)
        hashed = user.password_hash if user is not None else None
        if hashed is None:
            # Where there is no such name the answer takes as long.
            await self._hash(password)
        if user is None or hashed is None or not await self._matches(hashed, password):
            raise Refusal("wrong_password", "The name or the password is wrong.")
        async with self._database.write() as session:
            await _end_oldest(session, user.id, now)
            _, cookie = self._sign_in(session, user, device, now)
        return SignedIn(user, cookie)

    async def change_password(
        self, identity: Identity, old: str, new: str, device: str, now: int
    ) -> SignedIn:
        """Change the password; this device gets a new cookie, all others are signed out."""
        user = await self._with_password(identity, old)
        hashed = await self._hash(new)
        async with self._database.write() as session:
            cookie = await self._set_password(session, user, hashed, device, now)
        self._identities.forget_user()
        return SignedIn(user, cookie)

    async def recover(self, key: str, name: str, password: str, device: str, now: int) -> SignedIn:
        """Choose a new password with a code or the link of a mail; all devices are signed out."""
        hashed = await self._hash(password)
        async with self._database.write() as session:
            kinds = CODE, ADMIN, MAIL
            redeemed = await self.recovery.redeem(session, key, name, kinds, now)
            user = await session.get(User, redeemed.user_id)
            assert user is not None
            cookie = await self._set_password(session, user, hashed, device, now)
        self._identities.forget_user()
        return SignedIn(user, cookie)

    async def _set_password(
        self, session: AsyncSession, user: User, hashed: str, device: str, now: int
    ) -> str:
        changed = update(User).where(User.id == user.id)
        await session.execute(changed.values(password_hash=hashed))
        return await self._renew(session, user, device, now)

    async def _renew(self, session: AsyncSession, user: User, device: str, now: int) -> str:
        """End all devices of a user and sign this one in anew."""
        await _end_devices(session, user.id, now)
        _, cookie = self._sign_in(session, user, device, now)
        return cookie

    async def new_codes(self, identity: Identity, password: str, now: int) -> list[str]:
        """Make new codes for the recovery of an account; the older ones end."""
        user = await self._with_password(identity, password)
        async with self._database.write() as session:
            return await self.recovery.new_codes(session, user.id, now)

    async def ask_to_confirm(
        self, identity: Identity, password: str, email: str, now: int
    ) -> tuple[User, str]:
        """Make the key with which an address is confirmed."""
        user = await self._with_password(identity, password)
        return user, await self.recovery.new_key(user.id, CONFIRM, now, email)

    async def confirm(self, identity: Identity, key: str, now: int) -> User:
        """Take the address that a key confirms, for the account that is signed in."""
        async with self._database.write() as session:
            redeemed = await self.recovery.redeem(session, key, "", (CONFIRM,), now)
            if redeemed.user_id != identity.user_id:
                raise Refusal("wrong_code", "This address was given for another account.")
            await _set_email(session, redeemed.user_id, redeemed.email)
        return await self.get(redeemed.user_id)

    async def forget_email(self, identity: Identity, password: str) -> User:
        """Use no address for the recovery any more."""
        user = await self._with_password(identity, password)
        async with self._database.write() as session:
            await _set_email(session, user.id, None)
        return await self.get(user.id)

    async def with_email(self, name_or_email: str) -> list[User]:
        """Find the accounts that a mail could bring somebody back into."""
        async with self._database.read() as session:
            user = await named(session, name_or_email)
            query = select(User).where(User.email == name_or_email.strip().lower())
            found = list((await session.scalars(query)).all())
        return found or [one for one in (user,) if one is not None and one.email]

    async def check_password(self, identity: Identity, password: str) -> None:
        """Refuse a wrong password."""
        await self._with_password(identity, password)

    async def _with_password(self, identity: Identity, password: str) -> User:
        user = await self.get(str(identity.user_id))
        if user.password_hash is None or not await self._matches(user.password_hash, password):
            raise Refusal("wrong_password", "The password is wrong.")
        return user

    async def sign_out_everywhere(self, user_id: str, now: int) -> None:
        """Sign a user out on all devices."""
        async with self._database.write() as session:
            await _end_devices(session, user_id, now)
        self._identities.forget_user()

    async def sign_out_elsewhere(self, identity: Identity, now: int) -> None:
        """Sign out everywhere but on this device."""
        async with self._database.write() as session:
            await _end_devices(session, str(identity.user_id), now, but=identity.sign_in)
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


async def named(session: AsyncSession, name: str) -> User | None:
    """Find an account by its name, in upper or lower case."""
    exact, key = name.casefold(), key_of(name)
    found = (await session.scalars(select(User).where(User.name_key.in_({exact, key})))).all()
    # Names from before width and ligatures counted for nothing are still found as they are.
    return max(found, key=lambda user: user.name_key == exact, default=None)


async def check_free(session: AsyncSession, name: str) -> None:
    """Refuse a name that an account has, or that could be taken for it."""
    alike = select(User.id).where(
        or_(User.name_key == key_of(name), User.name_shape == shape_of(name))
    )
    if (await session.scalars(alike)).first() is not None:
        raise name_taken(name)


def name_taken(name: str) -> Refusal:
    """Refuse a name that somebody else has."""
    return Refusal("name_taken", "The name {name} is taken, or looks like one that is.", name=name)


async def _set_email(session: AsyncSession, user_id: str, email: str | None) -> None:
    changed = update(User).where(User.id == user_id)
    await session.execute(changed.values(email=None if email is None else email.lower()))


async def _end_devices(session: AsyncSession, user_id: str, now: int, but: str = "") -> None:
    ended = update(SignIn).where(
        SignIn.user_id == user_id, SignIn.id != but, SignIn.ended_at.is_(None)
    )
    await session.execute(ended.values(ended_at=now))


async def _rename_seats(session: AsyncSession, user: User) -> None:
    theirs = update(SeatRow).where(SeatRow.user_id == user.id)
    await session.execute(theirs.values(name=user.name))


async def _end_oldest(session: AsyncSession, user_id: str, now: int) -> None:
    query = select(SignIn.id).where(SignIn.user_id == user_id, SignIn.ended_at.is_(None))
    keys = (await session.scalars(query.order_by(SignIn.seen_at.desc()))).all()
    for key in keys[MOST_DEVICES - 1 :]:
        await session.execute(update(SignIn).where(SignIn.id == key).values(ended_at=now))
