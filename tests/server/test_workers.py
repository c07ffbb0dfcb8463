"""Worker processes: time limits, crashes, and games that go on."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.server.live_server import LiveServer, settings_for
from twilight.engine.rules import Rules, rules_to_dict
from twilight.server.worker import Answer, ReadLog, Think, Thinker, solve
from twilight.server.workers import WorkerFailed, WorkerPool


def thought(record: list[int] | None = None, bot: str = "random") -> Think:
    return Think(
        game="g",
        rules=rules_to_dict(Rules()),
        origin=None,
        record=record or [],
        bot=bot,
        seed="seed",
    )


def test_a_worker_plays_only_the_new_answers() -> None:
    thinker = Thinker()
    record: list[int] = []
    for _ in range(40):
        record.append(thinker.think(thought(record)))
    assert len(thinker._games) == 1
    shorter = record[:10]
    thinker.think(thought(shorter))
    assert thinker._games["g"].record == shorter


def test_what_goes_wrong_is_an_answer() -> None:
    assert "UnknownBot" in solve(Thinker(), thought(bot="nobody")).error
    assert solve(Thinker(), ReadLog("no log at all", "x")).error
    assert solve(Thinker(), thought([1, 2, 3])).error


def test_a_dead_worker_is_replaced() -> None:
    async def run() -> tuple[Answer, Answer]:
        pool = WorkerPool(1, 20)
        pool.start()
        first = await pool.solve(thought())
        [worker] = pool._all
        os.kill(worker.process.pid, signal.SIGKILL)
        second = await pool.solve(thought())
        await pool.stop()
        return first, second

    first, second = asyncio.run(run())
    assert first == second


def test_a_stuck_worker_is_replaced() -> None:
    async def run() -> None:
        pool = WorkerPool(1, 20)
        pool.start()
        await pool.solve(thought())
        [worker] = pool._all
        os.kill(worker.process.pid, signal.SIGSTOP)
        with pytest.raises(WorkerFailed):
            await pool.solve(thought(), tries=1, seconds=0.3)
        assert (await pool.solve(thought())).action >= 0
        assert worker not in pool._all
        await pool.stop()

    asyncio.run(run())


def test_a_task_that_is_given_up_does_not_confuse_the_next() -> None:
    async def run() -> None:
        pool = WorkerPool(1, 20)
        pool.start()
        await pool.solve(thought())
        task = asyncio.create_task(pool.solve(thought([])))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        answer = await pool.solve(ReadLog("nothing", "x"))
        assert answer.error
        assert answer.action == -1
        await pool.stop()

    asyncio.run(run())


def test_the_game_goes_on_when_no_worker_answers(folder: Path) -> None:
    with LiveServer(settings_for(folder, bot_seconds=0.001)) as server:
        client = server.client()
        game = client.create(mode="computer", bot="random", side="us")["id"]
        with client.live(game) as live:
            live.until("update")
            while not (live.prompt and live.prompt["yours"]):
                live.until("update")
        assert "twilight_workers_replaced_total" in client.http.get("/metrics").text
