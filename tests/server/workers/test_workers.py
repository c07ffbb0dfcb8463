"""Worker processes: time limits, crashes, and games that go on."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.live_server import Client, LiveServer, settings_for
from tests.server.processes import ServerProcess, running
from twilight.bots.players.random_bot import RandomBot
from twilight.bots.programs.program import Program
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.rules import Rules, rules_to_dict
from twilight.engine.types import SIDES
from twilight.replays.exporting.export_log import export_log
from twilight.replays.saves import game_to_dict, to_text
from twilight.server.workers.pool import BUILT, WorkerFailed, WorkerPool
from twilight.server.workers.process import KEPT_GAMES, Answer, ReadLog, Think, Thinker, solve
from twilight.server.workers.thinking import ladder
from twilight.server.workers.turns import Asker

ME = Asker("me", "here")
# A program of a few lines that takes the last option.
ENGINE = """
import json, sys
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", protocol=1, name="Tiny", wants=[])
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "start": say(type="ready")
    if asked["type"] == "quit": break
    if asked["type"] == "choose":
        say(type="answer", id=asked["id"], action=asked["decision"]["options"][-1])
"""


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
    assert solve(Thinker(), ReadLog("no log at all", "x", "en")).problem
    assert solve(Thinker(), thought([1, 2, 3])).error


def exported() -> list[str]:
    """One finished game in both formats."""
    game = Game.new(journal=True)
    play_out(game, [RandomBot("a"), RandomBot("b")], SeededChance("fuzz"))
    return [export_log(game), to_text(game_to_dict(game))]


EXPORTED = exported()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    form=st.sampled_from([0, 1]),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 80), st.text(max_size=20)), max_size=4),
)
def test_no_log_breaks_the_reader(form: int, cuts: list[tuple[float, int, str]]) -> None:
    """Whatever is cut out of a log or put into it, the reader answers."""
    text = EXPORTED[form]
    for place, length, put in cuts:
        at = int(place * len(text))
        text = text[:at] + put + text[at + length :]
    answer = solve(Thinker(), ReadLog(text, "fuzz", "es"))
    assert bool(answer.data) != bool(answer.problem)
    assert not answer.error


def test_a_dead_worker_is_replaced() -> None:
    async def run() -> tuple[Answer, Answer]:
        pool = WorkerPool(1, 20)
        first = await pool.solve(thought(), ME)
        [worker] = pool._all
        os.kill(worker.process.pid, signal.SIGKILL)
        second = await pool.solve(thought(), ME)
        await pool.stop()
        return first, second

    first, second = asyncio.run(run())
    assert first == second


def test_a_stuck_worker_is_replaced() -> None:
    async def run() -> None:
        pool = WorkerPool(1, 20)
        await pool.solve(thought(), ME)
        [worker] = pool._all
        os.kill(worker.process.pid, signal.SIGSTOP)
        with pytest.raises(WorkerFailed):
            await pool.solve(thought(), ME, tries=1, seconds=0.3)
        assert (await pool.solve(thought(), ME)).action >= 0
        assert worker not in pool._all
        await pool.stop()

    asyncio.run(run())


def test_a_task_that_is_given_up_does_not_confuse_the_next() -> None:
    async def run() -> None:
        pool = WorkerPool(1, 20)
        await pool.solve(thought(), ME)
        task = asyncio.create_task(pool.solve(thought([]), ME))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        answer = await pool.solve(ReadLog("nothing", "x", "en"), ME)
        assert answer.problem
        assert answer.action == -1
        await pool.stop()

    asyncio.run(run())


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_quietly_with_their_server(folder: Path, end: signal.Signals) -> None:
    process = ServerProcess(folder)
    with running(process):
        client = process.client()
        client.create(mode="computer", bot="general", side="us")
        assert process.process is not None
        children = Path(f"/proc/{process.process.pid}/task/{process.process.pid}/children")
        for _ in range(600):
            if workers := [int(one) for one in children.read_text().split()]:
                break
            time.sleep(0.05)
        assert workers
        if end is signal.SIGINT:
            # As a terminal does it: to the whole group of the server at once.
            for worker in workers:
                if os.getpgid(worker) == os.getpgid(process.process.pid):
                    os.kill(worker, end)
        process.process.send_signal(end)
        process.process.wait(60)
        for _ in range(1200):
            if not any(Path(f"/proc/{worker}/cmdline").exists() for worker in workers):
                break
            time.sleep(0.05)
        else:
            raise AssertionError("a worker lives on without its server")
    assert "Traceback" not in process.log.read_text()


def test_the_game_goes_on_when_no_worker_answers(folder: Path) -> None:
    with LiveServer(settings_for(folder, bot_seconds=0.001)) as server:
        client = server.client()
        game = client.create(mode="computer", bot="random", side="us")["id"]
        with client.live(game) as live:
            live.until_asked()
        assert "twilight_workers_replaced_total" in client.http.get("/metrics").text


def test_a_bot_of_another_author_is_offered_and_plays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "other_author.py").write_text(
        "class Last:\n"
        "    '''Takes the last option.'''\n\n"
        "    def choose(self, seen, decision):\n"
        "        return decision.options[-1]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(folder))
    with LiveServer(settings_for(folder, bots="Latest=other_author:Last")) as server:
        client = server.client()
        offered: list[Any] = list(client.get("/bots"))
        assert offered[-1] == {
            "bot": "Latest",
            "text": "Takes the last option.",
            "rating": None,
            "rating_deviation": None,
            "seconds": None,
        }
        game = client.create(mode="computer", bot="Latest", side="us", seed="3")["id"]
        # The USSR sets up first: all that it may place goes to the last country on the list.
        with client.live(game) as live:
            while not (update := live.until("update"))["view"]["prompt"]["yours"]:
                pass
        placed = [both["ussr"] for both in update["view"]["influence"].values()]
        assert max(placed) >= 6
        assert update["stand_in"] is None


def test_an_engine_of_any_language_is_offered_and_plays(folder: Path) -> None:
    (folder / "tiny.py").write_text(ENGINE, encoding="utf-8")
    command = f"{sys.executable} {folder / 'tiny.py'}"
    with LiveServer(settings_for(folder, bots=f"Tiny=program:{command}")) as server:
        client = server.client()
        offered: list[Any] = list(client.get("/bots"))
        assert offered[-1]["bot"] == "Tiny"
        assert command not in str(offered)
        wish = {"mode": "computer", "bot": "Tiny", "side": "us", "seed": "3"}
        game = client.create(**wish)["id"]
        # The USSR sets up first: all that it may place goes to the last country on the list.
        update = until_asked(client, game)
        assert max(both["ussr"] for both in update["view"]["influence"].values()) >= 6
        assert update["stand_in"] is None
        # And on the study board: somebody gives the game up, and plays on against it.
        client.act(game, type="resign")
        branch = client.post(f"/games/{game}/branches", {"answer": 16, "bot": "Tiny", "side": "us"})
        assert until_asked(client, branch["id"])["stand_in"] is None


def until_asked(client: Client, game: str) -> Any:
    """Wait until the person has to decide."""
    with client.live(game) as live:
        while not (update := live.until("update"))["view"]["prompt"]["yours"]:
            pass
    return update


def test_a_worker_ends_the_engines_of_games_that_it_forgets(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text(ENGINE, encoding="utf-8")
    thinker = Thinker()
    record: list[int] = []
    while (move := thinker.game(thought(record)).pending) and move.actor not in SIDES:
        record.append(move.options[0])
    asked = thought(record, f"program:{sys.executable} {tmp_path / 'tiny.py'}")
    assert move is not None
    assert solve(thinker, asked).action == move.options[-1]
    (player,) = thinker._players.values()
    assert isinstance(player, Program)
    assert player._process.poll() is None
    for number in range(KEPT_GAMES):
        thinker.game(msgspec.structs.replace(asked, game=str(number)))
    assert thinker._players == {}
    assert player._process.poll() is not None


def test_any_level_may_stand_in_for_a_bot_of_another_author() -> None:
    assert ladder("other_author:Last")[1:] == ladder("officer")
    assert ladder("general:seconds=9")[1:] == ladder("general")[1:]


def test_workers_take_a_compiled_build_as_soon_as_it_is_whole(folder: Path) -> None:
    # Stands for the build: a module that only those find who look in its folder first.
    (folder / "only_in_the_build.py").write_text(
        "from twilight.bots.players.random_bot import RandomBot as Bot\n", encoding="utf-8"
    )

    async def run() -> None:
        pool = WorkerPool(1, 20, compiled=str(folder))
        asked = thought(bot="only_in_the_build:Bot")
        assert "No module named 'only_in_the_build'" in (await pool.solve(asked, ME)).error
        (folder / BUILT).touch()
        assert (await pool.solve(asked, ME)).error == ""
        (worker,) = pool._all
        await pool.solve(asked, ME)
        assert pool._all == {worker}
        await pool.stop()

    asyncio.run(run())
