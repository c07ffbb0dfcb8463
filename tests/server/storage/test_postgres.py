"""PostgreSQL: two server processes serve one game, and the database may be restarted."""

import contextlib
import time
from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import Live, LiveServer, play_answers, settings_for, two_players
from tests.server.processes import ServerProcess, postgres, redis, running

pytestmark = pytest.mark.slow


def answer_until_both_see(deciding: Live, others: list[Live], random: Random) -> None:
    """Answer, and wait until everybody has seen it."""
    while True:
        assert deciding.prompt is not None
        together = deciding.update["both_choose"]
        reply = deciding.answer(random.choice(deciding.prompt["options"])["action"])
        assert reply["type"] == "done", reply
        deciding.wait_for_number(reply["number"])
        if not (together and deciding.update["both_choose"]):
            break
        # Nobody notices a sealed choice: both are seen when the other side has chosen, too.
        if not (deciding.prompt or {}).get("yours"):
            deciding = next(live for live in others if (live.prompt or {}).get("yours"))
    for live in others:
        live.wait_for_number(reply["number"])


@pytest.mark.parametrize("channels", ["postgresql", "redis"])
def test_two_processes_serve_the_seats_of_one_game(tmp_path: Path, channels: str) -> None:
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres())
        options: dict[str, object] = {"database": database.url, "secret": "shared"}
        options["channels"] = database.url
        if channels == "redis":
            options["channels"] = stack.enter_context(redis()).url
        first = ServerProcess(tmp_path / "one", **options)
        second = ServerProcess(tmp_path / "two", **options)
        with running(first), running(second):
            host, guest = first.client(), second.client()
            game = host.create()
            guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
            random = Random(3)
            with host.live(game["id"]) as us, guest.live(game["id"]) as ussr:
                for live in (us, ussr):
                    live.until("update")
                while us.update["status"] != "active":
                    us.until("update")
                for _ in range(60):
                    if us.update["status"] != "active":
                        break
                    ours = us.prompt is not None and us.prompt["yours"]
                    deciding = us if ours else ussr
                    answer_until_both_see(deciding, [us, ussr], random)
                    assert us.update["number"] == ussr.update["number"]
                    # Both processes show the same public table.
                    for key in ("influence", "vp", "defcon", "hand_counts", "discard"):
                        assert us.update["view"][key] == ussr.update["view"][key]
                # Each process knows who is connected to the other one.
                assert first.client().http.get("/health").status_code == 200
                us.ask(type="chat", text="hello")
                assert ussr.until("chat")["lines"][-1]["text"] == "hello"
            # A repeated answer through the other process is refused.
            referee = guest.table(game["id"])
            mover = host if not (referee["view"]["prompt"] or {}).get("yours") else guest
            prompt = mover.table(game["id"])["view"]["prompt"]
            if prompt is not None and prompt["yours"]:
                message = {
                    "type": "answer",
                    "decision": prompt["decision"],
                    "action": prompt["options"][0]["action"],
                }
                mover.act(game["id"], **message)
                elsewhere = second.client() if mover is host else first.client()
                elsewhere.http.cookies.update(mover.http.cookies)
                path = f"/games/{game['id']}/messages"
                assert elsewhere.refused("POST", path, message) in (
                    "stale_decision",
                    "not_your_decision",
                )


def test_a_restarted_database_is_survived(tmp_path: Path) -> None:
    with postgres() as database:
        settings = settings_for(tmp_path / "data", database=database.url, channels=database.url)
        with LiveServer(settings) as server:
            host, guest, game = two_players(server)
            play_answers([host, guest], game, Random(1), 15)
            before = host.table(game)
            deciding = host if before["view"]["prompt"]["yours"] else guest
            prompt = deciding.table(game)["view"]["prompt"]
            message = {
                "type": "answer",
                "decision": prompt["decision"],
                "action": prompt["options"][0]["action"],
            }
            database.stop()
            path = f"/games/{game}/messages"
            assert deciding.refused("POST", path, message) == "storage_failed"
            assert server.client().http.get("/health").status_code == 503
            database.start()
            for _ in range(50):
                if server.client().http.get("/health").status_code == 200:
                    break
                time.sleep(0.1)
            after = host.table(game)
            assert after["number"] in (before["number"], before["number"] + 1)
            if after["number"] == before["number"]:
                assert after["view"] == before["view"]
                deciding.act(game, **message)
            play_answers([host, guest], game, Random(2), 10)
            # Notes are heard again, too: the listener has connected anew.
            with host.live(game) as live:
                live.until("update")
