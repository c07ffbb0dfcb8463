"""Games of days: vacations, and what need not be asked."""

from litestar import Router, delete, get, patch, put
from litestar.params import RequestBody

from twilight.server.http.routes.common import Asked, TheHub, signed_in
from twilight.server.messages.vacation import BeginVacation, ChangeSlowPlay, SlowPlay
from twilight.server.people import vacations


@get("/me/vacation", summary="My vacation")
async def vacation(request: Asked, hub: TheHub) -> SlowPlay:
    """Tell until when one is away, how many days are left, and what need not be asked."""
    return await vacations.slow_play(hub, str(signed_in(request).user_id))


@put("/me/vacation", summary="Begin a vacation")
async def begin(request: Asked, hub: TheHub, data: RequestBody[BeginVacation]) -> SlowPlay:
    """Let the clocks of all games of days stand still for so many days from now."""
    user_id = str(signed_in(request).user_id)
    await vacations.begin(hub, user_id, data.days)
    return await vacations.slow_play(hub, user_id)


@delete("/me/vacation", summary="End the vacation", status_code=200)
async def end(request: Asked, hub: TheHub) -> SlowPlay:
    """End the vacation now; whole days that are left come back."""
    user_id = str(signed_in(request).user_id)
    await vacations.end(hub, user_id)
    return await vacations.slow_play(hub, user_id)


@patch("/me/vacation", summary="What need not be asked")
async def spare(request: Asked, hub: TheHub, data: RequestBody[ChangeSlowPlay]) -> SlowPlay:
    """Choose whether questions with one answer are answered by themselves in games of days."""
    user_id = str(signed_in(request).user_id)
    await vacations.spare(hub, user_id, data.spares_single)
    return await vacations.slow_play(hub, user_id)


ROUTER = Router("/", route_handlers=[vacation, begin, end, spare], tags=["players"])
