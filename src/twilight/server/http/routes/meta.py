"""What is known about the game itself and about the server."""

from litestar import HttpMethod, Request, Response, Router, get, route
from litestar.datastructures import State

from twilight.server.errors import Refusal
from twilight.server.http.access import language_of
from twilight.server.http.routes.common import ONE_HOUR, Lang, TheHub
from twilight.server.messages.catalog import Alive, BotInfo, Catalog, Health, RulesInfo
from twilight.server.metrics import exposition
from twilight.server.people.identity import BEARER, Identity, is_same
from twilight.server.present.catalog import bot_infos, catalog, rules_info
from twilight.server.version import package_version

_LOOPBACK = ("127.0.0.1", "::1", "testclient")


@get("/api/v1/catalog", summary="Cards, countries, names", tags=["rules"], cache_control=ONE_HOUR)
async def names(lang: Lang = "en") -> Catalog:
    """Name and describe all that does not change during a game."""
    return catalog(language_of(lang).code)


@get("/api/v1/rules", summary="Rulesets and options", tags=["rules"], cache_control=ONE_HOUR)
async def rules(lang: Lang = "en") -> RulesInfo:
    """List all presets and options of the rules."""
    return rules_info(language_of(lang).code)


@get("/api/v1/bots", summary="Computer players", tags=["rules"], cache_control=ONE_HOUR)
async def bots(hub: TheHub) -> list[BotInfo]:
    """List the computer players."""
    return bot_infos(hub.settings.levels)


@route(
    "/health/live",
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    status_code=200,
    summary="Does the server run?",
    tags=["server"],
)
async def alive() -> Alive:
    """Tell that the process answers; one that does not should be started anew."""
    return Alive(status="ok", version=package_version())


@route(
    ["/health", "/health/ready"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    status_code=200,
    summary="Is the server ready?",
    tags=["server"],
)
async def health(hub: TheHub) -> Response[Health]:
    """Tell whether the server can take answers; one that can't should get no players."""
    writes = hub.is_ready and await hub.readiness.can_write(hub.now())
    body = Health(
        status="ok" if writes else "failing",
        database=writes,
        version=package_version(),
        games=len(hub.rooms),
    )
    return Response(body, status_code=200 if writes else 503)


@get("/metrics", summary="Numbers for Prometheus", tags=["server"], include_in_schema=False)
async def metrics(request: Request[Identity | None, str, State], hub: TheHub) -> Response[bytes]:
    """Show the counters, to this machine or with the token of the settings."""
    token = hub.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix(BEARER)
    trusted = bool(token) and is_same(given, token)
    local = not token and request.client is not None and request.client.host in _LOOPBACK
    if not (trusted or local) or (not trusted and "x-forwarded-for" in request.headers):
        raise Refusal("not_found", "There is nothing here.")
    return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTER = Router("/", route_handlers=[names, rules, bots, alive, health, metrics])
