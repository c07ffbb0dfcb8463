"""Rates hold across processes, and players are not turned away when the store is."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.live_server import LiveServer, settings_for
from tests.server.processes import ServerProcess, postgres, redis, running
from twilight.server.errors import Refusal
from twilight.server.http import shared_limits
from twilight.server.http.limits import Rate
from twilight.server.http.shared_limits import RedisRates, SharedLimits


class Common:
    """A bucket for everyone that never fills up again."""

    def __init__(self) -> None:
        self.left: dict[str, float] = {}
        self.asked = 0
        self.broken = False

    async def take(self, key: str, rate: Rate, amount: float) -> bool:
        self.asked += 1
        if self.broken:
            raise OSError("away")
        left = self.left.setdefault(key, rate.burst)
        if left < amount:
            return False
        self.left[key] = left - amount
        return True

    async def close(self) -> None:
        pass


async def allowed(limits: SharedLimits, times: int, purpose: str = "few") -> int:
    good = 0
    for _ in range(times):
        with contextlib.suppress(Refusal):
            await limits.check(purpose, "192.0.2.1")
            good += 1
    return good


RATES = {"few": Rate(10, 0.001), "many": Rate(300, 0.001)}


@pytest.mark.parametrize("purpose", ["few", "many"])
def test_two_processes_have_one_bucket(purpose: str) -> None:
    async def run() -> None:
        store = Common()
        first, second = SharedLimits(RATES, store), SharedLimits(RATES, store)
        burst = int(RATES[purpose].burst)
        half = await allowed(first, burst // 2, purpose)
        assert (
            half + await allowed(second, 2 * burst, purpose) + await allowed(first, burst, purpose)
            == burst
        )
        # What is asked for often is taken in shares.
        assert purpose == "few" or store.asked < burst / 4

    asyncio.run(run())


def test_without_the_store_each_counts_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = Common()
        store.broken = True
        limits = SharedLimits(RATES, store)
        assert await allowed(limits, 30) == 10
        assert store.asked < 10
        store.broken = False
        monkeypatch.setattr(shared_limits, "REFUSED_SECONDS", 0.0)
        assert await allowed(limits, 30) == 10

    asyncio.run(run())


@contextlib.contextmanager
def stores(kind: str) -> Iterator[dict[str, object]]:
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres())
        settings: dict[str, object] = {"database": database.url, "secret": "shared"}
        if kind == "redis":
            settings["channels"] = stack.enter_context(redis()).url
        yield settings


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["redis", "postgresql"])
def test_passwords_tried_through_two_processes_count_together(tmp_path: Path, kind: str) -> None:
    with stores(kind) as settings:
        first = ServerProcess(tmp_path / "one", **settings, logins_per_minute=6)
        second = ServerProcess(tmp_path / "two", **settings, logins_per_minute=6)
        with running(first), running(second):
            body = {"name": "nobody", "password": "wrong password"}
            clients = [first.client(), second.client()]
            codes = [
                clients[number % 2].request("POST", "/sign-in", json=body).status_code
                for number in range(20)
            ]
            assert codes.count(429) >= 10, codes
            assert codes[:4] == [401] * 4


def test_redis_counts_as_memory_does() -> None:
    with redis() as store:

        async def run() -> None:
            rates = RedisRates(store.url)
            limits = SharedLimits(RATES, rates)
            assert await allowed(limits, 30) == 10
            assert await allowed(limits, 600, "many") == 300
            await limits.close()

        asyncio.run(run())


def test_one_process_counts_in_memory(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        assert not isinstance(server.hub.limits, SharedLimits)
