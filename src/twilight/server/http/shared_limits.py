"""Rates that several processes count together, in Redis or PostgreSQL."""

import asyncio
import logging
import time
from typing import Any, Final, Protocol

from sqlalchemy import delete, extract, func
from sqlalchemy.dialects.postgresql import insert

from twilight.server.config import Settings
from twilight.server.http.limits import Limits, Rate, refuse
from twilight.server.storage.database import Database
from twilight.server.storage.models import RateRow

_LOG: Final = logging.getLogger("twilight.limits")
# Of a rate with so many at once, a process takes several from the common bucket and uses them up.
SHARE: Final = 20
# How long those are good, and how long a refusal is.
LEASE_SECONDS: Final = 10.0
REFUSED_SECONDS: Final = 1.0
# A store that takes longer is away; until it is back each process counts for itself.
STORE_SECONDS: Final = 1.0
MOST_LEASES: Final = 10_000
_DAY: Final = 24 * 3600
_SWEEP_EVERY: Final = 1000


class RateStore(Protocol):
    """Where the common buckets are."""

    async def take(self, key: str, rate: Rate, amount: float) -> bool:
        """Take some out of a bucket, all or none."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


class SharedLimits(Limits):
    """Counts in the store; while that is away, in memory."""

    def __init__(self, rates: dict[str, Rate], store: RateStore) -> None:
        super().__init__(rates)
        self._store: Final = store
        # What was taken and is not used, and until when that is so.
        self._leases: dict[tuple[str, str], tuple[float, float]] = {}
        self._failed_at = -LEASE_SECONDS

    async def check(self, purpose: str, address: str) -> None:
        """Count one use, or refuse it."""
        key, now = (purpose, address), time.monotonic()
        left, until = self._leases.get(key, (0.0, 0.0))
        if until > now and left >= 1:
            self._leases[key] = (left - 1, until)
            return
        if until > now and left < 0:
            refuse()
        if now - self._failed_at < REFUSED_SECONDS:
            await super().check(purpose, address)
            return
        rate = self._rates[purpose]
        amount = max(1.0, rate.burst // SHARE)
        try:
            async with asyncio.timeout(STORE_SECONDS):
                granted = await self._take(purpose, address, rate, amount)
        except Exception as error:
            # Whatever is wrong with the store, players are not turned away for it.
            self._failed_at = now
            _LOG.warning("rates are counted here alone", extra={"reason": repr(error)})
            await super().check(purpose, address)
            return
        if len(self._leases) >= MOST_LEASES:
            self._leases = {one: held for one, held in self._leases.items() if held[1] > now}
        if not granted:
            self._leases[key] = (-1.0, now + REFUSED_SECONDS)
            refuse()
        self._leases[key] = (granted - 1, now + LEASE_SECONDS)

    async def _take(self, purpose: str, address: str, rate: Rate, amount: float) -> float:
        """Take a share, or the last single one."""
        key = f"{purpose} {address}"[:160]
        if await self._store.take(key, rate, amount):
            return amount
        return 1.0 if amount > 1 and await self._store.take(key, rate, 1.0) else 0.0

    async def close(self) -> None:
        """Close the connection to the store."""
        await self._store.close()


class RedisRates:
    """Buckets in Redis, each changed by one script that nothing comes between."""

    SCRIPT: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local burst, speed, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = burst
if kept[1] then left = math.min(burst, kept[1] + (now - kept[2]) * speed) end
local taken = 0
if left >= amount then left = left - amount; taken = 1 end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', tostring(now))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / speed) + 1)
return taken
"""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self._redis: Final = Redis.from_url(url, socket_timeout=STORE_SECONDS)
        self._script: Final[Any] = self._redis.register_script(self.SCRIPT)

    async def take(self, key: str, rate: Rate, amount: float) -> bool:
        """Take some out of a bucket, all or none."""
        arguments = [rate.burst, rate.per_second, amount]
        return bool(await self._script(keys=[f"twilight rate {key}"], args=arguments))

    async def close(self) -> None:
        """Close the connection."""
        await self._redis.aclose()


class PostgresRates:
    """Buckets in a table of the database, each changed by one statement."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database
        self._taken = 0

    async def take(self, key: str, rate: Rate, amount: float) -> bool:
        """Take some out of a bucket, all or none."""
        now = extract("epoch", func.clock_timestamp())
        filled = func.least(rate.burst, RateRow.left + (now - RateRow.at) * rate.per_second)
        first = insert(RateRow).values(key=key, left=rate.burst - amount, at=now)
        statement = first.on_conflict_do_update(
            index_elements=[RateRow.key],
            set_={"left": filled - amount, "at": now},
            where=filled >= amount,
        ).returning(RateRow.key)
        async with self._database.write() as session:
            taken = (await session.execute(statement)).first() is not None
            self._taken += 1
            if self._taken % _SWEEP_EVERY == 0:
                await session.execute(delete(RateRow).where(RateRow.at < now - _DAY))
        return taken

    async def close(self) -> None:
        """Leave the database to those who share it."""


def make_limits(settings: Settings, rates: dict[str, Rate], database: Database) -> Limits:
    """Count in memory if there is one process, else where all processes can."""
    if settings.channels.startswith(("redis://", "rediss://")):
        return SharedLimits(rates, RedisRates(settings.channels))
    if not database.is_sqlite:
        return SharedLimits(rates, PostgresRates(database))
    return Limits(rates)
