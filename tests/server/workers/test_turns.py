"""Computer players take turns: nobody starves another one, and a weaker level stands in."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.live_server import LiveServer, settings_for
from tests.server.workers.test_workers import thought
from twilight.bots.registry import BOTS
from twilight.engine.game import Game
from twilight.server.workers.pool import WorkerFailed, WorkerPool
from twilight.server.workers.process import Answer, Task, Think
from twilight.server.workers.thinking import Thinking, ladder
from twilight.server.workers.turns import Asker, NoTurn, Turns

GREEDY, OTHER = Asker("greedy", "192.0.2.1"), Asker("other", "192.0.2.2")


class Play:
    """Thoughts that end when the test says so, in the order in which they got their turns."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.ends: dict[str, asyncio.Event] = {}

    def ask(self, name: str, asker: Asker, *, is_quick: bool = True) -> None:
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._think(name, asker, is_quick))

    async def _think(self, name: str, asker: Asker, is_quick: bool) -> None:
        async with self.turns.turn(asker, is_quick=is_quick):
            self.order.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await settle()

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def played(places: int, most_each: int, run: Callable[[Play], Any]) -> list[str]:
    async def main() -> list[str]:
        play = Play(Turns(places, most_each))
        await run(play)
        await play.close()
        return play.order

    return asyncio.run(main())


def test_one_who_asks_for_much_does_not_keep_another_waiting() -> None:
    async def run(play: Play) -> None:
        for number in range(40):
            play.ask(f"greedy {number}", GREEDY)
        await settle()
        play.ask("other", OTHER)
        await settle()
        assert "other" not in play.order
        await play.end("greedy 0")
        assert play.order[-1] == "other"

    played(2, 2, run)


def test_many_guests_at_one_address_are_one_asker() -> None:
    async def run(play: Play) -> None:
        for number in range(40):
            play.ask(f"guest {number}", Asker(f"guest {number}", "192.0.2.1"))
        await settle()
        play.ask("other", OTHER)
        await play.end("guest 0")
        assert play.order[-1] == "other"
        # Both addresses go on in turn, and at one address the guests do.
        play.ask("other again", OTHER)
        await play.end("guest 1")
        await play.end("other")
        assert play.order[3:] == ["guest 2", "other again"]

    played(2, 2, run)


def test_quick_thoughts_never_wait_for_slow_ones() -> None:
    async def run(play: Play) -> None:
        for number in range(14):
            play.ask(f"slow {number}", Asker(f"p{number}", f"a{number}"), is_quick=False)
        await settle()
        assert len(play.order) == 2
        play.ask("quick", OTHER)
        await settle()
        assert play.order[-1] == "quick"

    played(3, 2, run)


def test_one_place_is_kept_even_of_a_single_worker() -> None:
    async def run(play: Play) -> None:
        play.ask("slow", GREEDY, is_quick=False)
        play.ask("quick", GREEDY)
        await settle()
        assert play.order == ["slow", "quick"]

    played(1, 2, run)


def test_nobody_has_more_than_so_many_at_once() -> None:
    async def run(play: Play) -> None:
        for number in range(9):
            play.ask(f"greedy {number}", GREEDY)
        await settle()
        assert len(play.order) == 3

    played(8, 3, run)


def test_a_turn_that_does_not_come_is_told_and_leaves_no_trace() -> None:
    async def run() -> None:
        turns = Turns(2, 1)
        async with turns.turn(GREEDY, is_quick=True):
            with pytest.raises(NoTurn):
                async with turns.turn(GREEDY, is_quick=True, patience=0.01):
                    pass
        async with turns.turn(GREEDY, is_quick=True, patience=5):
            pass

    asyncio.run(run())


def test_what_stands_in_is_weaker_and_never_random() -> None:
    levels = list(BOTS)
    for bot in levels:
        rungs = ladder(bot)
        assert rungs[0] == bot
        places = [levels.index(one) for one in rungs]
        assert places == sorted(places, reverse=True)
        assert "random" not in rungs[1:]
    assert len(ladder("general")) > 2


class Busy(WorkerPool):
    """Workers that have no time for some levels, or do not work at all."""

    def __init__(self, busy: set[str], broken: set[str]) -> None:
        super().__init__(1, 20)
        self.busy = busy
        self.broken = broken
        self.asked: list[tuple[str, float | None]] = []

    async def solve(self, task: Task, asker: Asker, **limits: Any) -> Answer:
        assert isinstance(task, Think)
        self.asked.append((task.bot, limits["patience"]))
        if task.bot in self.broken:
            raise WorkerFailed("broken")
        if task.bot in self.busy:
            raise NoTurn("busy")
        return Answer(action=self.options[0])

    options: tuple[int, ...] = ()


@pytest.mark.parametrize(
    ("busy", "broken", "by"),
    [
        (set(), set(), None),
        ({"general"}, set(), "officer"),
        ({"general", "officer"}, set(), "baseline"),
        ({"general", "officer", "baseline"}, set(), "recruit"),
        ({"general"}, {"officer"}, "baseline"),
        # Nothing works: the weakest answers in the server itself.
        (set(), set(BOTS), "recruit"),
    ],
)
def test_who_stands_in(busy: set[str], broken: set[str], by: str | None) -> None:
    workers = Busy(busy, broken)
    pending = Game.new().pending
    assert pending is not None
    workers.options = pending.options
    found = asyncio.run(Thinking(workers, 3).think(thought(bot="general"), pending, OTHER))
    assert found.stand_in == by
    assert found.action in pending.options
    # Only the weakest waits without end.
    assert all((patience is None) == (bot == "recruit") for bot, patience in workers.asked)


def test_the_player_is_told_who_stood_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LiveServer(settings_for(folder)) as server:
        solve = WorkerPool.solve

        async def busy(pool: WorkerPool, task: Task, asker: Asker, **limits: Any) -> Answer:
            if isinstance(task, Think) and task.bot == "officer":
                raise NoTurn("busy")
            return await solve(pool, task, asker, **limits)

        monkeypatch.setattr(WorkerPool, "solve", busy)
        client = server.client()
        game = client.create(mode="computer", bot="officer", side="us")["id"]
        with client.live(game) as live:
            live.until_asked()
            assert live.update["stand_in"] == "baseline"
            assert client.table(game)["stand_in"] == "baseline"
            assert "twilight_stand_ins_total" in client.http.get("/metrics").text
            monkeypatch.setattr(WorkerPool, "solve", solve)
            while live.update["stand_in"] is not None:
                if live.prompt and live.prompt["yours"]:
                    live.answer(live.prompt["options"][0]["action"])
                else:
                    live.until("update")
