"""Mail through the server that the owner has named; without one, nothing is sent."""

import logging
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final
from urllib.parse import unquote, urlsplit

import aiosmtplib

from twilight.server.config import ConfigError, Settings
from twilight.server.errors import Refusal
from twilight.server.metrics import MAILS

_LOG: Final = logging.getLogger("twilight.mail")
_SECONDS: Final = 20.0
_PORTS: Final = {"smtp": 587, "smtps": 465}
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
LONGEST_ADDRESS: Final = 254
# An address in a header must stay in one piece, which the usual length of a line would cut.
_POLICY: Final = SMTP.clone(max_line_length=900)


class MailFailed(Exception):
    """A mail that the server of the owner has not taken."""


class Mailer:
    """Sends single mails of plain text."""

    def __init__(self, settings: Settings) -> None:
        self._from: Final = settings.mail_from
        self._server: Final = urlsplit(settings.smtp)
        self.is_ready: Final = bool(settings.smtp)
        # What links in a mail begin with.
        self.home: Final = settings.public_url.rstrip("/")
        if self.is_ready:
            self._check(settings)

    def _check(self, settings: Settings) -> None:
        if self._server.scheme not in _PORTS or not self._server.hostname:
            raise ConfigError("smtp is neither smtp://user:password@host nor smtps://...")
        if not self.home:
            raise ConfigError("smtp needs public_url: links in a mail begin with it")
        try:
            _ = Address(addr_spec=settings.mail_from)
        except (MessageError, ValueError, IndexError):
            raise ConfigError("smtp needs mail_from: the address that mails come from") from None

    async def send(self, to: str, subject: str, text: str, one_click: str = "") -> None:
        """Send a mail, or raise MailFailed; `one_click` is the address that ends such mails."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._from, to, subject
        message["Auto-Submitted"] = "auto-generated"
        if one_click:
            message["List-Unsubscribe"] = f"<{one_click}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        server = self._server
        user = unquote(server.username) if server.username else None
        encrypted = server.scheme == "smtps"
        # A password goes nowhere in the open, except within the machine itself.
        insists = None if encrypted or user is None or server.hostname in _LOOPBACK else True
        try:
            await aiosmtplib.send(
                message.as_bytes(policy=_POLICY),
                sender=self._from,
                recipients=[to],
                hostname=server.hostname,
                port=server.port or _PORTS[server.scheme],
                username=user,
                password=unquote(server.password) if server.password else None,
                use_tls=encrypted,
                start_tls=False if encrypted else insists,
                timeout=_SECONDS,
            )
        except (aiosmtplib.SMTPException, OSError) as error:
            MAILS.labels("failed").inc()
            _LOG.error("mail not sent", extra={"reason": str(error)})
            raise MailFailed(str(error)) from error
        MAILS.labels("sent").inc()


def checked_address(text: str) -> str:
    """Return an address that mail can be sent to, or refuse it."""
    address = text.strip()
    try:
        parsed = Address(addr_spec=address)
        is_good = bool(parsed.username) and "." in parsed.domain and address.isprintable()
    except (MessageError, ValueError, IndexError):
        is_good = False
    if not is_good or len(address) > LONGEST_ADDRESS or not address.isascii():
        raise Refusal("bad_name", "This is no address that mail can be sent to.")
    return address
