"""Guests, accounts, devices, histories."""

from typing import Annotated

from litestar import Router, delete, get, patch, post, put
from litestar.params import PathParameter, QueryParameter, RequestBody
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.errors import Refusal
from twilight.server.http.access import language_of, seats_of
from twilight.server.http.routes.common import (
    Asked,
    Lang,
    MaybeNumber,
    TheAccounts,
    TheHub,
    UserId,
    asked_from,
    device_of,
    leave_cookie,
    playing,
    signed_in,
    some_user,
    with_secret,
)
from twilight.server.http.routes.me import me_of
from twilight.server.messages.account import (
    Claimed,
    Credentials,
    Device,
    Devices,
    HeadToHead,
    Me,
    NewName,
    NewPassword,
    Profile,
    UserInfo,
)
from twilight.server.messages.game import GameList
from twilight.server.messages.own_games import OwnGames
from twilight.server.people.accounts import Accounts, named
from twilight.server.people.identity import COOKIE, Identity
from twilight.server.play.hub import Hub
from twilight.server.present.info import game_info
from twilight.server.present.own_games import MOST_FINISHED, last_games, own_games
from twilight.server.storage import history
from twilight.server.storage.models import RatingRow, User
from twilight.server.storage.ratings import rating_change, rating_point, user_info
from twilight.server.storage.store import ABORTED, ACTIVE, FINISHED, OPEN, STUDY, Stored

MOST_RATINGS = 200
MOST_LISTED = 50
MONTH = 30 * 24 * 60 * 60 * 1000


@get("/me", summary="Who am I?")
async def who_am_i(request: Asked, hub: TheHub, accounts: TheAccounts) -> Me:
    """Tell who is signed in; nobody for one who has only looked."""
    who = request.user
    if who is None or not who.is_player:
        return await me_of(hub, accounts, None)
    if who.sign_in:
        # Who comes back now and then keeps the cookie.
        leave_cookie(request, request.cookies[COOKIE])
    return await me_of(hub, accounts, await accounts.get(str(who.user_id)))


@post("/me", summary="Become a guest", status_code=200)
async def become_guest(request: Asked, hub: TheHub, accounts: TheAccounts) -> Me:
    """Make a guest and set the cookie; who is signed in stays so."""
    who = await some_user(request, hub, accounts)
    return await me_of(hub, accounts, await accounts.get(str(who.user_id)))


@patch("/me", summary="Change the name of a guest")
async def rename(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[NewName]
) -> Me:
    """Let a guest choose a name."""
    who = signed_in(request)
    user = await accounts.rename_guest(str(who.user_id), data.name)
    return await me_of(hub, accounts, user)


@post("/me/account", summary="Claim an account", status_code=200)
async def claim(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[Credentials]
) -> Claimed:
    """Turn a guest into an account that keeps the guest's games; the answer has recovery codes."""
    who = await with_secret(request, hub)
    device = device_of(request)
    claimed = await accounts.claim(who, data.name, data.password, device, hub.now())
    leave_cookie(request, claimed.cookie)
    return Claimed(user_info(claimed.user), claimed.codes)


@post("/sign-in", summary="Sign in", status_code=200)
async def sign_in(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[Credentials]
) -> Me:
    """Sign in with a name and a password on this device."""
    await hub.limits.check("password", asked_from(request))
    done = await accounts.sign_in(data.name, data.password, device_of(request), hub.now())
    leave_cookie(request, done.cookie)
    return await me_of(hub, accounts, done.user)


@post("/sign-out", summary="Sign out", status_code=200)
async def sign_out(request: Asked, hub: TheHub, accounts: TheAccounts) -> Me:
    """Sign out on this device."""
    who = signed_in(request)
    await accounts.sign_out(str(who.user_id), who.sign_in, hub.now())
    leave_cookie(request, "")
    return await me_of(hub, accounts, None)


@put("/me/password", summary="Change the password")
async def change_password(
    request: Asked, hub: TheHub, accounts: TheAccounts, data: RequestBody[NewPassword]
) -> Me:
    """Change the password; this device gets a new cookie, all others are signed out."""
    who = await with_secret(request, hub)
    device = device_of(request)
    done = await accounts.change_password(who, data.old, data.new, device, hub.now())
    leave_cookie(request, done.cookie)
    return await me_of(hub, accounts, done.user)


@get("/me/devices", summary="Where am I signed in?")
async def devices(request: Asked, accounts: TheAccounts) -> Devices:
    """List the devices on which one is signed in."""
    return await _devices(accounts, signed_in(request))


async def _devices(accounts: Accounts, who: Identity) -> Devices:
    found = await accounts.devices(str(who.user_id))
    return Devices(
        [
            Device(
                id=one.id[:16],
                device=one.device,
                created_at=one.created_at,
                seen_at=one.seen_at,
                this_one=one.id == who.sign_in,
            )
            for one in found
        ]
    )


@delete("/me/devices/{device:str}", summary="Sign out elsewhere", status_code=200)
async def end_device(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    device: Annotated[str, PathParameter(min_length=16, max_length=16)],
) -> Devices:
    """Sign out on another device."""
    who = signed_in(request)
    await accounts.sign_out(str(who.user_id), device, hub.now())
    return await _devices(accounts, who)


@delete("/me/devices", summary="Sign out everywhere else", status_code=200)
async def end_other_devices(request: Asked, hub: TheHub, accounts: TheAccounts) -> Devices:
    """Sign out everywhere but on this device."""
    who = signed_in(request)
    await accounts.sign_out_elsewhere(who, hub.now())
    return await _devices(accounts, who)


@get("/me/games", summary="My games")
async def my_games(
    request: Asked,
    hub: TheHub,
    status: Annotated[str, QueryParameter(max_length=12)] = "running",
    before: MaybeNumber = None,
) -> GameList:
    """List one's own games: `running` (also open ones) or `finished`."""
    who = playing(request)
    statuses = [FINISHED] if status == "finished" else [OPEN, ACTIVE]
    found = await hub.store.games_of(str(who.user_id), statuses, before, MOST_LISTED)
    games = [game_info(one, one.seats_of(who.user_id)) for one in found]
    return GameList(games, games[-1].updated_at if len(games) == MOST_LISTED else None)


@get("/me/games/standing", summary="Where my games stand")
async def standing(request: Asked, hub: TheHub, lang: Lang = "en") -> OwnGames:
    """List one's running games, the most urgent first, and those that ended in the last week."""
    who = signed_in(request)
    return await own_games(hub, str(who.user_id), language_of(lang))


async def find_user(session: AsyncSession, key: str) -> User:
    """Find a user by id or by the name of the account."""
    user = await session.get(User, key) or await named(session, key)
    if user is None:
        raise Refusal("not_found", "There is no such user.")
    return user


@get("/users/{user:str}", summary="A player")
async def profile(hub: TheHub, user: UserId) -> Profile:
    """Show a player with results and ratings."""
    async with hub.database.read() as session:
        found = await find_user(session, user)
        query = select(RatingRow).where(RatingRow.user_id == found.id)
        rows = await session.scalars(query.order_by(RatingRow.at.desc()).limit(MOST_RATINGS))
        latest = list(rows)
        games = await history.played_by(session, found.id)
        opponents = await history.by_opponent(session, games)
        cards = await history.favourite_cards(session, games, found.id)
    return Profile(
        user=user_info(found),
        since=found.created_at,
        change=rating_change(latest, hub.now() - MONTH),
        tally=history.tally(games),
        ratings=[rating_point(row) for row in reversed(latest)],
        by_side=history.by_side(games),
        by_level=history.by_level(games),
        by_opponent=opponents,
        endings=history.endings(games),
        cards=cards,
    )


@get("/users/{user:str}/games", summary="The finished games of a player")
async def games_of_user(
    request: Asked, hub: TheHub, user: UserId, before: MaybeNumber = None
) -> GameList:
    """List the finished games of a player: the public ones, and those that one may see oneself."""
    _, stored, shown = await _finished(hub, user, request.user, before)
    games = [game_info(one, seats_of(one, request.user)) for one in shown]
    return GameList(games, stored[-1].row.updated_at if len(stored) == MOST_LISTED else None)


@get("/users/{user:str}/games/standing", summary="How the last games of a player stood")
async def last_games_of_user(
    request: Asked, hub: TheHub, user: UserId, lang: Lang = "en"
) -> OwnGames:
    """Show the last ten finished games of a player that one may see, by their side."""
    user_id, _, shown = await _finished(hub, user, request.user, None)
    listed = shown[:MOST_FINISHED]
    return await last_games(hub, user_id, request.user, listed, language_of(lang))


async def _finished(
    hub: Hub, user: str, who: Identity | None, before: int | None
) -> tuple[str, list[Stored], list[Stored]]:
    """Return who is meant, the finished games of theirs, and those of them that one may see."""
    async with hub.database.read() as session:
        found = await find_user(session, user)
    stored = await hub.store.games_of(found.id, [FINISHED, ABORTED], before, MOST_LISTED)
    shown = [
        one for one in stored if one.row.mode != STUDY and (one.row.public or seats_of(one, who))
    ]
    return found.id, stored, shown


@get("/users/{user:str}/against/{other:str}", summary="Two players")
async def against(hub: TheHub, user: UserId, other: UserId) -> HeadToHead:
    """Tell how two players have played against each other."""
    async with hub.database.read() as session:
        first, second = await find_user(session, user), await find_user(session, other)
        games = await history.played_by(session, first.id, second.id)
    return HeadToHead(
        user=user_info(first),
        other=user_info(second),
        tally=history.tally(games),
        by_side=history.by_side(games),
    )


@get("/ratings", summary="The best players")
async def best_players(hub: TheHub) -> list[UserInfo]:
    """List the players with the highest ratings that are certain enough."""
    order = (User.rating_mu - 2 * User.rating_sigma).desc()
    query = select(User).where(User.rated_games > 0).order_by(order).limit(100)
    async with hub.database.read() as session:
        return [user_info(user) for user in (await session.scalars(query)).all()]


ROUTER = Router(
    "/",
    route_handlers=[
        who_am_i,
        become_guest,
        rename,
        claim,
        sign_in,
        sign_out,
        change_password,
        devices,
        end_device,
        end_other_devices,
        my_games,
        standing,
        profile,
        games_of_user,
        last_games_of_user,
        against,
        best_players,
    ],
    tags=["players"],
)
