"""Browser push: encrypted for one browser, signed with the keys of this server."""

import asyncio
import base64
import binascii
import time
from typing import Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from sqlalchemy import select

from twilight.server.config import Settings
from twilight.server.errors import Conflict, Refusal
from twilight.server.notices.reach import Reach
from twilight.server.storage.database import Database
from twilight.server.storage.models import ServerKeyRow

_KEY: Final = "vapid"
# How long the push service keeps a message for a browser that is off, and our signature is good.
_KEPT_SECONDS: Final = 24 * 3600
_SIGNED_SECONDS: Final = 12 * 3600
_POINT: Final = 65
_AUTH: Final = 16
# Statuses by which a push service says that the browser is gone for good.
GONE: Final = (404, 410)


class Push:
    """Sends to the push services of browsers."""

    def __init__(self, settings: Settings, database: Database, reach: Reach) -> None:
        self._database: Final = database
        self._reach: Final = reach
        self._subject: Final = _subject(settings)
        self._keys: Vapid02 | None = None

    async def prepare(self) -> None:
        """Read the keys, or make them at the first start; all processes share them."""
        for _ in range(2):
            async with self._database.read() as session:
                kept = await session.scalar(
                    select(ServerKeyRow.value).where(ServerKeyRow.name == _KEY)
                )
            if kept is not None:
                self._keys = Vapid02.from_pem(kept.encode())
                return
            made = Vapid02()
            made.generate_keys()
            try:
                async with self._database.write() as session:
                    session.add(ServerKeyRow(name=_KEY, value=made.private_pem().decode()))
            except Conflict:
                # Another process that starts at the same time was faster.
                continue
            self._keys = made
            return

    @property
    def public_key(self) -> str:
        """What browsers subscribe with."""
        assert self._keys is not None
        point = self._keys.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def send(self, endpoint: str, p256dh: str, auth: str, text: str, urgent: bool) -> int:
        """Send a text to one browser, and return what its push service answers."""
        assert self._keys is not None
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _SIGNED_SECONDS,
            "sub": self._subject,
        }
        body = await asyncio.to_thread(encrypted, text.encode(), p256dh, auth)
        headers = {
            **self._keys.sign(claims),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(_KEPT_SECONDS),
            "urgency": "high" if urgent else "normal",
        }
        return await self._reach.post(endpoint, body, headers)


def encrypted(text: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a text so that only one browser can read it."""
    body: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(p256dh),
        auth_secret=_decoded(auth),
        version="aes128gcm",
    )
    return body


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse keys that nothing can be encrypted with."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        if len(point) != _POINT or len(secret) != _AUTH:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise Refusal("bad_message", "These are no keys of a browser.") from None


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _subject(settings: Settings) -> str:
    """Tell push services whom to write to if something goes wrong."""
    if settings.mail_from:
        return f"mailto:{settings.mail_from}"
    parts = urlsplit(settings.public_url)
    named = parts.scheme == "https" and "." in (parts.hostname or "")
    return f"https://{parts.hostname}" if named else "mailto:owner@localhost"
