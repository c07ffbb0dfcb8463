"""When a notice may come: quiet hours, and mails that are gathered."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from twilight.server.errors import Refusal
from twilight.server.messages.notices import NoticeWishes

_DAY: Final = 24 * 60


def check_zone(name: str) -> None:
    """Refuse a time zone that there is not."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("bad_message", "There is no time zone {name!r}.", name=name) from None


def quiet_until(wishes: NoticeWishes, now: int) -> int | None:
    """Tell when the quiet hours end, if it is quiet now."""
    first, last = wishes.quiet_from, wishes.quiet_to
    if first is None or last is None or first == last:
        return None
    there = _there(wishes, now)
    minute = there.hour * 60 + there.minute
    if (minute - first) % _DAY >= (last - first) % _DAY:
        return None
    return _in_milliseconds(_next(there, last))


def gathered_until(wishes: NoticeWishes, now: int) -> int:
    """Tell when the next mail goes out."""
    if wishes.digest == "none":
        return now
    there = _there(wishes, now)
    if wishes.digest == "hour":
        full = there.replace(minute=0, second=0, microsecond=0)
        return _in_milliseconds(full + timedelta(hours=1))
    return _in_milliseconds(_next(there, wishes.digest_hour * 60))


def _there(wishes: NoticeWishes, now: int) -> datetime:
    return datetime.fromtimestamp(now / 1000, ZoneInfo(wishes.zone))


def _next(there: datetime, minute: int) -> datetime:
    """Return the next time that the clock on the wall shows some minute of the day."""
    found = there.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    return found if found > there else found + timedelta(days=1)


def _in_milliseconds(moment: datetime) -> int:
    return int(moment.astimezone(UTC).timestamp() * 1000)
