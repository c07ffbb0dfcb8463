"""One's own data: taken along, or gone; and what the host says about it."""

from litestar import Response, Router, delete, get
from litestar.params import RequestBody

from twilight.server.http.routes.common import (
    Asked,
    TheAccounts,
    TheHub,
    leave_cookie,
    signed_in,
    with_secret,
)
from twilight.server.http.routes.me import me_of
from twilight.server.messages.account import DeleteAccount, HostPage, Me
from twilight.server.people.deletion import delete_account
from twilight.server.people.export import exported


@get("/me/export", summary="Take my data along", media_type="application/zip")
async def export(request: Asked, hub: TheHub) -> Response[bytes]:
    """Pack all that is kept of one into a file: the account, and every finished game."""
    who = signed_in(request)
    await hub.limits.check("export", f"user {who.user_id}")
    headers = {"content-disposition": 'attachment; filename="twilight-account.zip"'}
    packed = await exported(hub, str(who.user_id))
    return Response(packed, media_type="application/zip", headers=headers)


@delete("/me", summary="Delete my account", status_code=200)
async def delete_me(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[DeleteAccount]
) -> Me:
    """Give up all running games and forget who one is; an account asks for its password."""
    who = await with_secret(request, hub)
    if not who.is_guest:
        await accounts.check_password(who, data.password)
    await delete_account(hub, str(who.user_id))
    leave_cookie(request, "")
    return await me_of(hub, accounts, None)


@get("/host", summary="Terms and contact")
async def host(hub: TheHub) -> HostPage:
    """Tell what the host of this server says about it, and how they can be reached."""
    return HostPage(terms=hub.terms, contact=hub.settings.contact or None)


ROUTER = Router("/", route_handlers=[export, delete_me, host], tags=["players"])
