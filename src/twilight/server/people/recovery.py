"""Ways back into an account: codes on paper, a link by mail, a code of the administrator."""

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Refusal
from twilight.server.people.identity import Identities
from twilight.server.people.names import key_of
from twilight.server.storage.database import Database
from twilight.server.storage.models import RecoveryKey, User

# Shown once, on paper; each opens the account once.
CODE: Final = "code"
# Given by the administrator, or sent by mail; for a short time.
ADMIN: Final = "admin"
MAIL: Final = "mail"
# Sent by mail to an address that somebody says is theirs.
CONFIRM: Final = "confirm"

CODES: Final = 8
# Letters and digits that can't be taken for each other; 12 of them are 59 bits.
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_GROUPS, _GROUP = 3, 4
_HOUR: Final = 3600 * 1000
LIFE: Final = {ADMIN: 24 * _HOUR, MAIL: _HOUR, CONFIRM: 24 * _HOUR}


@dataclass(frozen=True, slots=True)
class Redeemed:
    """A key that was good: whose it was, and the address that it confirms."""

    user_id: str
    email: str | None


class Recovery:
    """Makes keys and takes them; only their hashes are stored."""

    def __init__(self, database: Database, identities: Identities) -> None:
        self._database: Final = database
        self._identities: Final = identities

    async def new_codes(self, session: AsyncSession, user_id: str, now: int) -> list[str]:
        """Make the codes of an account anew; older ones end."""
        older = delete(RecoveryKey).where(
            RecoveryKey.user_id == user_id, RecoveryKey.purpose == CODE
        )
        await session.execute(older)
        return [self._add(session, user_id, CODE, _code(), now) for _ in range(CODES)]

    async def new_key(self, user_id: str, purpose: str, now: int, email: str | None = None) -> str:
        """Make a key for the administrator or a mail; older ones of its kind end."""
        key = _code() if purpose == ADMIN else secrets.token_urlsafe(24)
        async with self._database.write() as session:
            older = delete(RecoveryKey).where(
                RecoveryKey.user_id == user_id, RecoveryKey.purpose == purpose
            )
            await session.execute(older)
            return self._add(session, user_id, purpose, key, now, email)

    def _add(
        self,
        session: AsyncSession,
        user_id: str,
        purpose: str,
        key: str,
        now: int,
        email: str | None = None,
    ) -> str:
        life = LIFE.get(purpose)
        row = RecoveryKey(
            id=self._identities.digest(_plain(key)),
            user_id=user_id,
            purpose=purpose,
            email=email,
            created_at=now,
            expires_at=None if life is None else now + life,
        )
        session.add(row)
        return key

    async def redeem(
        self, session: AsyncSession, key: str, name: str, purposes: tuple[str, ...], now: int
    ) -> Redeemed:
        """Use a key up, or refuse it; a code goes with the name that it was given to."""
        row = await session.get(RecoveryKey, self._identities.digest(_plain(key)))
        user = None if row is None else await session.get(User, row.user_id)
        if row is None or user is None or row.purpose not in purposes:
            raise _wrong()
        if row.expires_at is not None and row.expires_at < now:
            raise _wrong()
        if row.purpose in (CODE, ADMIN) and user.name_key != key_of(name):
            raise _wrong()
        used = update(RecoveryKey).where(RecoveryKey.id == row.id, RecoveryKey.used_at.is_(None))
        result = await session.execute(used.values(used_at=now))
        if result.rowcount != 1:  # type: ignore[attr-defined]
            raise _wrong()
        return Redeemed(row.user_id, row.email)

    async def codes_left(self, user_id: str) -> int:
        """Count the codes that have not been used."""
        query = select(RecoveryKey.id).where(
            RecoveryKey.user_id == user_id,
            RecoveryKey.purpose == CODE,
            RecoveryKey.used_at.is_(None),
        )
        async with self._database.read() as session:
            return len((await session.scalars(query)).all())


def _code() -> str:
    groups = ("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def _plain(key: str) -> str:
    """Return a key without what people add or leave out when they copy a code."""
    bare = key.strip()
    short = "".join(one for one in bare.casefold() if one in _LETTERS)
    return short if len(short) == _GROUPS * _GROUP and len(bare) < 20 else bare


def _wrong() -> Refusal:
    return Refusal("wrong_code", "This code opens nothing, or does so no more.")
