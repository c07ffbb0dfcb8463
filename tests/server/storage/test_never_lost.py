"""An answer is durable before it is acknowledged: kills, full disks, restarts, repairs."""

import asyncio
import contextlib
import json
import resource
import sqlite3
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import event

from tests.server.acknowledged import lost_answers, stored_games, until_alone
from tests.server.live_server import Client, LiveServer, play_answers, settings_for, two_players
from tests.server.processes import ServerProcess, postgres, running
from twilight.engine.game import RULES_VERSION
from twilight.engine.plain_data.states import state_to_dict
from twilight.engine.text.language import load_language
from twilight.engine.types import ACTOR_NAMES, SIDES
from twilight.server.play.entries import Entry
from twilight.server.play.loading import LostGame, load_referee
from twilight.server.play.referee import Referee
from twilight.server.present.update import view_for
from twilight.server.storage.database import Database
from twilight.server.storage.store import Stored
from twilight.server.storage.uptime import Uptime

ENGLISH = load_language("en")


class Pair:
    """Two players who answer at random and remember everything that was acknowledged."""

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.random = Random(seed)
        self.clients = [server.client(), server.client()]
        host, guest = self.clients
        game = host.create()
        guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
        self.game: str = game["id"]
        # By the number of the question and the side that was asked.
        self.acknowledged: dict[tuple[int, str], str] = {}
        self.views: dict[tuple[int, str], dict[str, Any]] = {}
        self.is_over = False

    def play(self, stop: threading.Event) -> None:
        """Answer until the server is gone."""
        with contextlib.suppress(httpx.HTTPError):
            while not stop.is_set():
                for client in self.clients:
                    self.one_answer(client)

    def one_answer(self, client: Client) -> None:
        referee = client.table(self.game)
        prompt = referee["view"]["prompt"]
        self.is_over = referee["status"] != "active"
        if self.is_over or prompt is None or not prompt["yours"]:
            return
        viewer = referee["view"]["viewer"]
        self.views[referee["number"], viewer] = referee["view"]
        action = self.random.choice(prompt["options"])["action"]
        message = {"type": "answer", "decision": prompt["decision"], "action": action}
        client.act(self.game, **message)
        # Only now is it acknowledged.
        self.acknowledged[prompt["decision"], viewer] = action


def check_pair(pair: Pair, stored: Stored, entries: list[Entry]) -> Referee:
    """Every acknowledged answer is there once, and leads to the position that was shown."""
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert stored.row.entries == len(entries)
    assert lost_answers(pair.acknowledged, entries) == []
    referee = Referee(stored.setup)
    for entry in entries:
        referee.apply(entry)
        for viewer in SIDES:
            shown = pair.views.get((referee.number_for(viewer), ACTOR_NAMES[viewer]))
            if shown is not None:
                assert shown == view_json(referee, ACTOR_NAMES[viewer])
    return referee


def view_json(referee: Referee, viewer: str) -> dict[str, Any]:
    view = view_for(referee, ACTOR_NAMES.index(viewer), ENGLISH)
    told: dict[str, Any] = msgspec.to_builtins(view)
    return told


def load_and_kill(server: ServerProcess, pairs: list[Pair], answers: int) -> None:
    """Kill the server after so many answers, in the middle of whatever it does then."""
    stop = threading.Event()
    enough = given(pairs) + answers
    threads = [threading.Thread(target=pair.play, args=(stop,)) for pair in pairs]
    for thread in threads:
        thread.start()
    while given(pairs) < enough and not all(pair.is_over for pair in pairs):
        time.sleep(0.001)
    server.kill()
    stop.set()
    for thread in threads:
        thread.join(20)


def given(pairs: list[Pair]) -> int:
    return sum(len(pair.acknowledged) for pair in pairs)


def kill_rounds(server: ServerProcess, url: str, rounds: int, games: int) -> None:
    random = Random(42)
    pairs: list[Pair] = []
    hashes: dict[str, str] = {}
    for number in range(rounds):
        server.start()
        if not pairs:
            pairs = [Pair(server, seed) for seed in range(games)]
        for pair in pairs:
            # What was there before the kill is there after the restart.
            if pair.game in hashes:
                shown = pair.clients[0].table(pair.game)
                assert json.dumps(shown["view"], sort_keys=True) == hashes[pair.game]
        load_and_kill(server, pairs, random.randrange(5, 40))
        asyncio.run(until_alone(url))
        found = asyncio.run(stored_games(url, [pair.game for pair in pairs]))
        for pair in pairs:
            referee = check_pair(pair, *found[pair.game])
            if not referee.is_over:
                hashes[pair.game] = json.dumps(view_json(referee, "us"), sort_keys=True)
            else:
                hashes.pop(pair.game, None)
        assert given(pairs) > number


def test_a_killed_server_loses_nothing(folder: Path) -> None:
    server = ServerProcess(folder)
    with running(server):
        server.kill()
        kill_rounds(server, f"sqlite:///{folder}/twilight.db", rounds=2, games=3)


@pytest.mark.slow
def test_many_kills_under_load_lose_nothing(folder: Path) -> None:
    server = ServerProcess(folder)
    with running(server):
        server.kill()
        kill_rounds(server, f"sqlite:///{folder}/twilight.db", rounds=6, games=6)
    check = sqlite3.connect(folder / "twilight.db").execute("PRAGMA integrity_check").fetchone()
    assert check == ("ok",)


@pytest.mark.slow
def test_kills_on_postgresql_lose_nothing(tmp_path: Path) -> None:
    with postgres() as database:
        server = ServerProcess(tmp_path / "data", database=database.url)
        with running(server):
            server.kill()
            kill_rounds(server, database.url, rounds=3, games=4)


def test_a_full_disk_is_a_clear_error(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        host, guest, game = two_players(server)
        play_answers([host, guest], game, Random(1), 10)
        database = server.hub.database
        assert database.writer is not None

        def fill(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA page_count")
            (pages,) = cursor.fetchone()
            cursor.execute(f"PRAGMA max_page_count={pages}")
            cursor.close()

        event.listen(database.writer, "connect", fill)
        server.call(database.writer.dispose)
        before, code = host.table(game), ""
        for _ in range(400):
            before = guest.table(game)
            referee = next(
                one for one in (host.table(game), before) if one["view"]["prompt"]["yours"]
            )
            prompt = referee["view"]["prompt"]
            client = host if referee["view"]["viewer"] == "us" else guest
            answer = {"type": "answer", "decision": prompt["decision"]}
            response = client.request(
                "POST",
                f"/games/{game}/messages",
                json={**answer, "action": prompt["options"][0]["action"]},
            )
            if response.status_code != 200:
                code = response.json()["code"]
                break
        assert code == "storage_failed"
        assert guest.table(game) == before
        event.remove(database.writer, "connect", fill)
        server.call(database.writer.dispose)
        # There is room again: the same answer is taken.
        client.act(game, **answer, action=prompt["options"][0]["action"])
        assert guest.table(game)["number"] > before["number"]
        check = sqlite3.connect(folder / "twilight.db").execute("PRAGMA integrity_check")
        assert check.fetchone() == ("ok",)


def test_a_disk_that_refuses_to_write(folder: Path) -> None:
    """The system itself refuses every write of the server process, and later takes them again."""
    with running(ServerProcess(folder)) as server:
        assert server.process is not None
        host, guest = server.client(), server.client()
        made = host.create()
        game = made["id"]
        guest.post(f"/games/{game}/join", {"invite": made["invite"]})
        play_answers([host, guest], game, Random(1), 10)
        before = guest.table(game)
        deciding = guest if before["view"]["prompt"]["yours"] else host
        prompt = deciding.table(game)["view"]["prompt"]
        action = prompt["options"][0]["action"]
        message = {"type": "answer", "decision": prompt["decision"], "action": action}
        soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, hard))
        assert deciding.refused("POST", f"/games/{game}/messages", message) == "storage_failed"
        assert guest.table(game) == before
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        deciding.act(game, **message)
        assert guest.table(game)["number"] > before["number"]
    check = sqlite3.connect(folder / "twilight.db").execute("PRAGMA integrity_check")
    assert check.fetchone() == ("ok",)


def test_a_clean_restart_goes_on(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        host, guest, game = two_players(server)
        play_answers([host, guest], game, Random(5), 30)
        cookies = [dict(client.http.cookies) for client in (host, guest)]
        tables = [client.table(game) for client in (host, guest)]
        assert len(server.hub.rooms) == 1
    with LiveServer(settings_for(folder)) as server:
        assert server.hub.rooms == {}
        again = [server.client(cookies=jar) for jar in cookies]
        assert [client.table(game) for client in again] == tables
        play_answers(again, game, Random(6), 5)


def test_the_computer_goes_on_after_a_restart(folder: Path) -> None:
    with LiveServer(settings_for(folder, bot_seconds=0.001)) as server:
        client = server.client()
        game = client.create(mode="computer", bot="random", side="us", seed="5")["id"]
        cookies = dict(client.http.cookies)
    with LiveServer(settings_for(folder)) as server:
        client = server.client(cookies=cookies)
        with client.live(game) as live:
            live.until_asked()


def test_rooms_are_let_go_and_come_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twilight.server.play.hub.TICK_SECONDS", 0.05)
    with LiveServer(settings_for(folder, idle_seconds=0.2)) as server:
        host, guest, game = two_players(server)
        play_answers([host, guest], game, Random(5), 12)
        referee = host.table(game)
        for _ in range(200):
            if not server.hub.rooms:
                break
            time.sleep(0.05)
        assert server.hub.rooms == {}
        assert host.table(game) == referee
        with host.live(game) as live:
            live.until("update")
            time.sleep(1)
            assert game in server.hub.rooms


def test_a_change_of_the_rules_costs_part_of_a_round(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LiveServer(settings_for(folder)) as server:
        client = server.client()
        game = client.create(mode="hotseat", seed="rules")["id"]
        assert play_answers([client], game, Random(9), 60) == 60
        cookies = dict(client.http.cookies)
        base = state_to_dict(server.hub.rooms[game].referee.game.base)
        number = client.table(game)["number"]
    # The log of an older program, whose first answer means nothing to this one.
    connection = sqlite3.connect(folder / "twilight.db")
    with connection:
        connection.execute("UPDATE snapshots SET rules_version = 0")
        connection.execute("UPDATE entries SET value = 3 WHERE number = 20")
    [(data,)] = connection.execute("SELECT data FROM snapshots").fetchall()
    saved = json.loads(data)
    saved["rules_version"] = RULES_VERSION
    saved["record"][18] = "canada"
    with connection:
        connection.execute("UPDATE snapshots SET data = ?", (json.dumps(saved),))
    connection.close()
    for module in ("loading", "studies"):
        monkeypatch.setattr(f"twilight.server.play.{module}.RULES_VERSION", RULES_VERSION + 1)
    monkeypatch.setattr("twilight.replays.saves.RULES_VERSION", RULES_VERSION + 1)
    for _ in range(2):
        with LiveServer(settings_for(folder)) as server:
            client = server.client(cookies=cookies)
            assert client.table(game)["number"] >= number
            assert state_to_dict(server.hub.rooms[game].referee.game.base) == base
            number = client.table(game)["number"]
    with LiveServer(settings_for(folder)) as server:
        client = server.client(cookies=cookies)
        play_answers([client], game, Random(1), 4)
        assert client.table(game)["number"] > number


def test_outages_are_remembered(folder: Path) -> None:
    async def run() -> list[int]:
        database = Database(settings_for(folder))
        await database.migrate()
        first = Uptime(database, "first")
        await first.start(1_000_000)
        await first.sign(1_006_000)
        second = Uptime(database, "second")
        await second.start(1_066_000)
        # The database was away for both processes.
        third = Uptime(database, "third")
        await third.start(1_067_000)
        await second.sign(1_096_000)
        await third.sign(1_097_000)
        fourth = Uptime(database, "fourth")
        await fourth.start(1_098_000)
        await database.close()
        spans = [(1_000_000, 1_090_000), (1_070_000, 1_080_000), (1_097_000, 1_200_000)]
        return [fourth.downtime(*span) for span in spans]

    assert asyncio.run(run()) == [60_000 + 24_000, 10_000, 0]


def test_load_table_refuses_a_broken_log(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        _, _, game = two_players(server)
        stored = server.call(lambda: server.hub.store.load(game))
        entries = server.call(lambda: server.hub.store.entries_after(game, 0))
        broken = [*entries[:-1], entries[-1]._replace(value=3)]
        with pytest.raises(LostGame):
            load_referee(stored, broken, None, lambda start, end: 0)
