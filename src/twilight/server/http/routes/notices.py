"""Notices: what one wants to be told when one is away, and the end of it by one click."""

from typing import Annotated

from litestar import Router, delete, get, post, put
from litestar.params import QueryParameter, RequestBody
from msgspec.structs import replace

from twilight.server.errors import Refusal
from twilight.server.http.routes.common import (
    Asked,
    TheAccounts,
    TheHub,
    asked_from,
    signed_in,
)
from twilight.server.messages.notices import (
    NoticeSettings,
    NoticeTried,
    NoticeWishes,
    Stopped,
    Subscribe,
    Switches,
    TryNotice,
    Unsubscribe,
)
from twilight.server.notices.push import check_keys
from twilight.server.notices.quiet import check_zone
from twilight.server.notices.stop_links import read_stop_key
from twilight.server.people.accounts import Accounts
from twilight.server.people.identity import Identity
from twilight.server.play.hub import Hub

StopKey = Annotated[str, QueryParameter(max_length=120, description="The key of a link.")]


@get("/me/notices", summary="What I am told")
async def wishes(request: Asked, hub: TheHub, accounts: TheAccounts) -> NoticeSettings:
    """Tell what one is told when one is away, and through what."""
    return await _settings(hub, accounts, signed_in(request))


async def _settings(hub: Hub, accounts: Accounts, who: Identity) -> NoticeSettings:
    user = await accounts.get(str(who.user_id))
    kept = await hub.herald.wishes.of(user.id)
    return NoticeSettings(
        wishes=kept.wishes if kept is not None else NoticeWishes(),
        push_key=hub.herald.push.public_key,
        browsers=len(await hub.herald.wishes.browsers(user.id)),
        email=user.email,
        mail=hub.mailer.is_ready,
        secret=kept.secret if kept is not None else "",
    )


@put("/me/notices", summary="Choose what I am told")
async def choose(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[NoticeWishes]
) -> NoticeSettings:
    """Choose events, channels, quiet hours and digest; an inner address is refused."""
    who = signed_in(request)
    check_zone(data.zone)
    if who.is_guest and (data.webhook_url or data.webhook != Switches()):
        raise Refusal("forbidden", "Webhooks are for accounts.")
    if data.webhook_url:
        await hub.limits.check("notice", asked_from(request))
        await hub.herald.reach.check(data.webhook_url)
    else:
        data = replace(data, webhook=Switches())
    await hub.herald.wishes.change(str(who.user_id), data)
    return await _settings(hub, accounts, who)


@post("/me/notices/browsers", summary="Let this browser be told", status_code=200)
async def subscribe(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[Subscribe]
) -> NoticeSettings:
    """Send notices to this browser as long as one is signed in here."""
    who = signed_in(request)
    await hub.limits.check("notice", asked_from(request))
    check_keys(data.p256dh, data.auth)
    await hub.herald.reach.check(data.endpoint)
    await hub.herald.wishes.subscribe(str(who.user_id), who.sign_in, data, hub.now())
    return await _settings(hub, accounts, who)


@delete("/me/notices/browsers", summary="Tell this browser nothing more", status_code=200)
async def unsubscribe(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[Unsubscribe]
) -> NoticeSettings:
    """End the subscription of this browser."""
    who = signed_in(request)
    await hub.herald.wishes.unsubscribe(data.endpoint, str(who.user_id))
    return await _settings(hub, accounts, who)


@post("/me/notices/try", summary="Send me a notice now", status_code=200)
async def try_out(request: Asked, hub: TheHub, data: RequestBody[TryNotice]) -> NoticeTried:
    """Send a notice through one channel and tell whether it was taken."""
    who = signed_in(request)
    await hub.limits.check("notice", asked_from(request))
    return await hub.herald.try_out(str(who.user_id), data.channel)


@post("/notices/stop", summary="No more of these", status_code=200)
async def stop(hub: TheHub, key: StopKey) -> Stopped:
    """End a channel by the key of a notice, without signing in; mail programs ask for it too."""
    user_id, channel = read_stop_key(hub.identities, key)
    await hub.herald.wishes.stop(user_id, channel)
    return Stopped(channel)


ROUTER = Router(
    "/",
    route_handlers=[wishes, choose, subscribe, unsubscribe, try_out, stop],
    tags=["players"],
)
