"""Who asks: a guest or an account by a signed cookie, a program by its token or by a seat's."""

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select, update

from twilight.server.config import Settings
from twilight.server.errors import Refusal, StorageError
from twilight.server.storage.database import Database
from twilight.server.storage.models import SeatRow, SignIn, User
from twilight.server.storage.private import make_folder

COOKIE: Final = "twilight"
COOKIE_SECONDS: Final = 400 * 24 * 3600
BEARER: Final = "Bearer "
# How long a process trusts what it has read; a device that is signed out elsewhere lives so long.
TRUST_SECONDS: Final = 5.0
MOST_TRUSTED: Final = 10_000
_SEEN_EVERY: Final = 3600 * 1000


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody who asks: a user, a program with an account, or one that plays a single seat."""

    user_id: str | None
    name: str
    is_guest: bool
    sign_in: str = ""
    token: str = ""
    token_game: str = ""
    token_seat: int = -1
    # The account that answers for a program.
    owner: str = ""

    @property
    def is_player(self) -> bool:
        """Whether they may make and join games: a user or a program, not the player of a seat."""
        return bool(self.sign_in or self.owner)

    def check_player(self) -> None:
        """Refuse a program that was given a seat: it neither makes games nor joins them."""
        if not self.is_player:
            raise Refusal("forbidden", "A program plays the one game that it was given.")


class Identities:
    """Reads cookies and tokens, and remembers for a moment what the database said."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._database: Final = database
        self._key: Final = _secret_key(settings)
        self._trusted: dict[str, tuple[float, Identity | None]] = {}

    async def of_cookie(self, cookie: str) -> Identity | None:
        """Return whose cookie this is."""
        token, _, signature = cookie.partition(".")
        if not token or not is_same(signature, self._sign(token)):
            return None
        return await self._remembered(f"c{_hash(token)}", self._read_sign_in)

    async def of_token(self, token: str) -> Identity | None:
        """Return which seat a token plays, or which program it belongs to."""
        return await self._remembered(f"t{_hash(token)}", self._read_token)

    def owner_of(self, token: str) -> str:
        """Return who answers for the program of a token, if it has been read lately."""
        known = self._trusted.get(f"t{_hash(token)}")
        return known[1].owner if known is not None and known[1] is not None else ""

    async def _remembered(self, key: str, read: Any) -> Identity | None:
        now = time.monotonic()
        known = self._trusted.get(key)
        if known is not None and known[0] > now:
            return known[1]
        if len(self._trusted) >= MOST_TRUSTED:
            self._trusted.clear()
        identity: Identity | None = await read(key[1:])
        self._trusted[key] = (now + TRUST_SECONDS, identity)
        return identity

    async def is_signed_in(self, identity: Identity) -> bool:
        """Tell whether somebody is still signed in, or their token still plays the seat."""
        if identity.token:
            return await self._remembered(f"t{identity.token}", self._read_token) is not None
        return await self._remembered(f"c{identity.sign_in}", self._read_sign_in) is not None

    async def _read_sign_in(self, key: str) -> Identity | None:
        now = time.time_ns() // 1_000_000
        query = (
            select(SignIn, User)
            .join(User, User.id == SignIn.user_id)
            .where(SignIn.id == key, SignIn.ended_at.is_(None))
        )
        async with self._database.read() as session:
            found = (await session.execute(query)).first()
        if found is None:
            return None
        sign_in, user = found
        if now - sign_in.seen_at > _SEEN_EVERY:
            # A full disk is no reason to turn anyone away.
            with contextlib.suppress(StorageError):
                async with self._database.write() as session:
                    seen = update(SignIn).where(SignIn.id == key)
                    await session.execute(seen.values(seen_at=now))
        return Identity(user.id, user.name, user.password_hash is None, sign_in=key)

    async def _read_token(self, key: str) -> Identity | None:
        async with self._database.read() as session:
            seat = await session.scalar(select(SeatRow).where(SeatRow.token_hash == key))
            program = await session.scalar(select(User).where(User.token_hash == key))
        if program is not None and program.owner_id is not None:
            return Identity(
                program.id, program.name, is_guest=False, token=key, owner=program.owner_id
            )
        if seat is None:
            return None
        return Identity(
            seat.user_id,
            seat.name,
            is_guest=True,
            token=key,
            token_game=seat.game_id,
            token_seat=seat.seat,
        )

    def forget(self, sign_in: str) -> None:
        """Stop trusting a device."""
        self._trusted.pop(f"c{sign_in}", None)

    def forget_user(self) -> None:
        """Read everyone anew: a name, a password, a token or the end of a device has changed."""
        self._trusted.clear()

    def new_cookie(self) -> tuple[str, str]:
        """Make a cookie, and the key under which it is stored."""
        token = secrets.token_urlsafe(24)
        return f"{token}.{self._sign(token)}", _hash(token)

    def digest(self, key: str) -> str:
        """Return under what a key is stored: without the secret nobody can try all short ones."""
        return hmac.new(self._key, f"key {key}".encode(), hashlib.sha256).hexdigest()

    def _sign(self, token: str) -> str:
        digest = hmac.new(self._key, token.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_same(one: str, other: str) -> bool:
    """Compare secrets in a time that tells nothing; they may hold any characters."""
    return hmac.compare_digest(one.encode(), other.encode())


def new_token() -> tuple[str, str]:
    """Make a token for a seat or a program, and the hash that is stored.

    It is given to programs on their command line, where a dash at its beginning would be an option.
    """
    token = secrets.token_hex(24)
    return token, _hash(token)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _secret_key(settings: Settings) -> bytes:
    """Return the key of the settings, or the one in the folder, which is made if need be."""
    if settings.secret:
        return settings.secret.encode()
    make_folder(settings.folder)
    return _kept_key(settings.folder / "secret.key")


def _kept_key(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(descriptor, "wb") as file:
        key = secrets.token_bytes(32)
        file.write(key)
    return key
