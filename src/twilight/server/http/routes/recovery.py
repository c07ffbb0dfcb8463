"""Ways back into an account: recovery codes, and mail where the owner has set it up."""

import logging
from typing import Final

from litestar import Router, post, put
from litestar.params import RequestBody

from twilight.server.errors import Refusal
from twilight.server.http.routes.common import (
    Asked,
    TheAccounts,
    TheHub,
    asked_from,
    device_of,
    leave_cookie,
    with_secret,
)
from twilight.server.http.routes.me import me_of
from twilight.server.messages.account import (
    AskForMail,
    CheckPassword,
    ConfirmEmail,
    MailSent,
    Me,
    NewEmail,
    Recover,
    RecoveryCodes,
)
from twilight.server.notices.mail import MailFailed, checked_address
from twilight.server.notices.notice_texts import account_mail
from twilight.server.people.accounts import Accounts
from twilight.server.people.recovery import MAIL
from twilight.server.play.hub import Hub
from twilight.server.storage.models import User

_LOG: Final = logging.getLogger("twilight.recovery")


@post("/recover", summary="Choose a new password with a code", status_code=200)
async def recover(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[Recover]
) -> Me:
    """Choose a new password with a recovery code or the key of a mail; other devices end."""
    await hub.limits.check("password", asked_from(request))
    done = await accounts.recover(
        data.code, data.name, data.password, device_of(request), hub.now()
    )
    leave_cookie(request, done.cookie)
    return await me_of(hub, accounts, done.user)


@post("/recover/mail", summary="Ask for a mail with a way back", status_code=200)
async def ask_for_mail(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[AskForMail]
) -> MailSent:
    """Send a mail to the address of an account; the answer never tells whether there is one."""
    _needs_mail(hub)
    await hub.limits.check("mail", asked_from(request))
    hub.spawn(_send_ways_back(hub, accounts, data))
    return MailSent(sent=True)


async def _send_ways_back(hub: Hub, accounts: Accounts, data: AskForMail) -> None:
    for user in await accounts.with_email(data.name):
        try:
            await hub.limits.check("mail", f"user {user.id}")
            key = await accounts.recovery.new_key(user.id, MAIL, hub.now())
            await _send(hub, user, str(user.email), "recover", data.lang, key)
        except (Refusal, MailFailed) as error:
            _LOG.warning("no way back sent", extra={"user": user.id, "reason": str(error)})


@post("/me/codes", summary="New recovery codes", status_code=200)
async def new_codes(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[CheckPassword]
) -> RecoveryCodes:
    """Make new recovery codes; the older ones end."""
    who = await with_secret(request, hub)
    return RecoveryCodes(await accounts.new_codes(who, data.password, hub.now()))


@put("/me/email", summary="The address for the recovery")
async def set_email(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[NewEmail]
) -> MailSent:
    """Send a mail that confirms an address; an empty one ends the use of any."""
    who = await with_secret(request, hub)
    if not data.email:
        await accounts.forget_email(who, data.password)
        return MailSent(sent=False)
    _needs_mail(hub)
    address = checked_address(data.email)
    await hub.limits.check("mail", asked_from(request))
    user, key = await accounts.ask_to_confirm(who, data.password, address, hub.now())
    try:
        await _send(hub, user, address, "confirm", data.lang, key)
    except MailFailed as error:
        raise Refusal("no_mail", "The mail could not be sent; please try again later.") from error
    return MailSent(sent=True)


@post("/me/email/confirm", summary="Confirm the address", status_code=200)
async def confirm_email(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[ConfirmEmail]
) -> Me:
    """Use the address from now on to which the key was sent."""
    who = await with_secret(request, hub)
    user = await accounts.confirm(who, data.code, hub.now())
    return await me_of(hub, accounts, user)


def _needs_mail(hub: Hub) -> None:
    if not hub.mailer.is_ready:
        raise Refusal("no_mail", "This server sends no mail; use a recovery code.")


async def _send(hub: Hub, user: User, to: str, kind: str, language: str, key: str) -> None:
    subject, text = account_mail(kind, language, user.name, hub.mailer.home, key)
    await hub.mailer.send(to, subject, text)


ROUTER = Router(
    "/",
    route_handlers=[recover, ask_for_mail, new_codes, set_email, confirm_email],
    tags=["players"],
)
