"""Rate limits: a bucket for each address and purpose, that drips."""

import time
from dataclasses import dataclass
from typing import Final, Never

from twilight.server.errors import Refusal

# Buckets that have filled up again are forgotten when there are so many.
MOST_BUCKETS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many more each second."""

    burst: float
    per_second: float


class Bucket:
    """What is left of a rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate: Final = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Use one; False tells that there is none left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether the bucket can be forgotten."""
        self._fill()
        return self._left >= self._rate.burst

    def _fill(self) -> None:
        now = time.monotonic()
        gained = (now - self._at) * self._rate.per_second
        self._left = min(self._rate.burst, self._left + gained)
        self._at = now


def refuse() -> Never:
    """Refuse what was done too often."""
    raise Refusal("rate_limited", "This was done too often; please wait a little.")


class Limits:
    """The buckets of all addresses, in the memory of one process."""

    def __init__(self, rates: dict[str, Rate]) -> None:
        self._rates: Final = rates
        self._buckets: dict[tuple[str, str], Bucket] = {}

    async def check(self, purpose: str, address: str) -> None:
        """Count one use, or refuse it."""
        key = (purpose, address)
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget()
            bucket = self._buckets[key] = Bucket(self._rates[purpose])
        if not bucket.take():
            refuse()

    async def close(self) -> None:
        """There is nothing to close."""

    def _forget(self) -> None:
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets = {key: one for key, one in self._buckets.items() if not one.is_full}
