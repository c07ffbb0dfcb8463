"""The live connection in less usual situations, analysis, the lobby, and clocks that ring."""

import sqlite3
import time
from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import LiveServer, play_answers, settings_for, two_players


def test_two_at_one_screen_do_not_read_each_others_journal(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat", seed="screen")["id"]
    with client.live(game) as live:
        live.until("update")
        viewer, changes = live.update["view"]["viewer"], 0
        for _ in range(30):
            prompt = live.prompt
            assert prompt is not None
            assert prompt["yours"]
            reply = live.answer(prompt["options"][0]["action"])
            live.wait_for_number(reply["number"])
            if live.update["view"]["viewer"] != viewer:
                assert live.update["facts_from"] == 0
                viewer, changes = live.update["view"]["viewer"], changes + 1
            other = "us" if viewer == "ussr" else "ussr"
            for fact in live.facts:
                if fact["kind"] == "draw" and fact["side"] == other:
                    assert fact["subject"] is None
        assert changes > 0


def test_a_second_tab_sees_the_same(server: LiveServer) -> None:
    _, guest, game = two_players(server)
    with guest.live(game) as first, guest.live(game) as second:
        first.until("update")
        second.until("update")
        assert first.prompt is not None
        reply = first.answer(first.prompt["options"][0]["action"])
        assert (
            second.wait_for_number(reply["number"])["view"]
            == (first.wait_for_number(reply["number"])["view"])
        )
        assert second.prompt is not None
        assert second.answer(second.prompt["options"][0]["action"])["type"] == "done"


def test_a_spectator_follows_a_public_game(server: LiveServer) -> None:
    host, guest, game = two_players(server, public=True)
    watcher = server.client()
    assert game in [one["id"] for one in watcher.get("/lobby")["running"]]
    with watcher.live(game) as live, host.live(game) as us:
        live.until("update")
        assert live.update["view"]["hand"] == []
        while us.until("presence")["spectators"] != 1:
            pass
        play_answers([host, guest], game, Random(1), 3)
        live.wait_for_number(host.table(game)["number"])
        guest.act(game, type="resign")
        while live.update["status"] != "finished":
            live.until("update")
        assert live.update["view"]["viewer"] == "all"


def test_the_lobby_shows_open_public_games(server: LiveServer) -> None:
    host, guest = server.client(), server.client()
    public, private = host.create(public=True)["id"], host.create()["id"]
    listed = [one["id"] for one in guest.get("/lobby")["open"]]
    assert public in listed
    assert private not in listed
    with host.live(public) as live:
        live.until("update")
        assert live.update["status"] == "open"
        guest.post(f"/games/{public}/join")
        while live.until("info")["info"]["status"] != "active":
            pass
        assert public not in [one["id"] for one in guest.get("/lobby")["open"]]


def test_the_lobby_forgets_what_nobody_comes_to(server: LiveServer) -> None:
    host, guest = server.client(), server.client()
    game = host.create(public=True)["id"]
    week = int(server.settings.lobby_days * 24 * 60 * 60 * 1000)
    server.call(lambda: server.hub.store.change(game, updated_at=server.hub.now() - week + 60_000))
    assert game in [one["id"] for one in guest.get("/lobby")["open"]]
    server.call(lambda: server.hub.store.change(game, updated_at=server.hub.now() - week - 1))
    assert game not in [one["id"] for one in guest.get("/lobby")["open"]]
    # Its host still finds it, and the address still leads there.
    assert game in [one["id"] for one in host.get("/me/games")["games"]]
    guest.post(f"/games/{game}/join")
    assert game in [one["id"] for one in guest.get("/lobby")["running"]]


def test_analysis_for_a_player(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    while True:
        referee = guest.table(game)
        prompt = referee["view"]["prompt"]
        if prompt["kind"] == "round_card":
            break
        play_answers([host, guest], game, Random(referee["number"]), 1)
    deciding, other = (guest, host) if prompt["yours"] else (host, guest)
    prompt = deciding.table(game)["view"]["prompt"]
    dangers = deciding.get(f"/games/{game}/analysis/dangers")
    assert dangers["decision"] == prompt["decision"]
    graded = {one["action"] for one in dangers["dangers"]}
    assert graded == {option["action"] for option in prompt["options"]}
    assert {one["grade"] for one in dangers["dangers"]} <= {
        "safe",
        "hand_stuck",
        "may_lose",
        "loses_now",
    }
    path = f"/games/{game}/analysis/dangers"
    assert other.get(path)["dangers"] == []
    odds = deciding.get(f"/games/{game}/analysis/odds?value=3")
    assert odds["coups"]
    for coup in odds["coups"]:
        assert len(coup["faces"]) == 6
        assert 0 <= coup["success"] <= 1
        if coup["winner"] is None:
            assert sum(one["chance"] for one in coup["results"]) == pytest.approx(1)
    path = f"/games/{game}/analysis/odds?value=3&card=nonsense"
    assert deciding.refused("GET", path) == "unknown_action"
    regions = deciding.get(f"/games/{game}/analysis/regions")["regions"]
    assert [one["region"] for one in regions][:2] == ["europe", "asia"]
    cards = deciding.get(f"/games/{game}/analysis/cards")["cards"]
    own = [one["card"] for one in cards if one["place"] == "own_hand"]
    assert sorted(own) == sorted(one["card"] for one in deciding.table(game)["view"]["hand"])


def test_a_clock_that_runs_out_ends_the_game(server: LiveServer) -> None:
    host, guest, game = two_players(server, clock={"type": "total", "minutes": 1})
    room = server.call(lambda: server.hub.room(game))
    with host.live(game) as us, guest.live(game) as ussr:
        us.until("presence")
        ussr.until("update")
        assert ussr.update["clock"]["running"] == ["ussr"]
        assert ussr.update["clock"]["left"]["ussr"] <= 60_000

        def almost_over() -> None:
            room.referee.clock.left[0] = 300 + room.hub.now() - room.referee.clock.since[0]
            room.go_on()

        server.call(almost_over)
        while us.update.get("status") != "finished":
            us.until("update")
        assert us.update["result"]["ending"] == "Timer"
        assert us.update["result"]["winner"] == "us"


def test_the_grace_of_a_lost_connection(server: LiveServer) -> None:
    host, guest, game = two_players(server, clock={"type": "total", "minutes": 45})
    with host.live(game) as us:
        with guest.live(game) as ussr:
            ussr.until("update")
            while us.until("presence")["connected"] != [0, 1]:
                pass
        while (presence := us.until("presence"))["connected"] != [1]:
            pass
        assert presence["clock"]["grace"] > 100_000
        left = presence["clock"]["left"]["ussr"]
        time.sleep(0.3)
        assert host.table(game)["clock"]["left"]["ussr"] == left
        with guest.live(game) as ussr:
            ussr.until("update")
            while us.until("presence")["connected"] != [0, 1]:
                pass
            time.sleep(0.2)
            assert host.table(game)["clock"]["left"]["ussr"] < left


def test_time_is_up_in_a_game_that_nobody_watches(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twilight.server.play.hub.TICK_SECONDS", 0.05)
    clock = {"type": "correspondence", "hours": 24, "increment_hours": 4, "cap_hours": 48}
    with LiveServer(settings_for(folder)) as server:
        host, _, game = two_players(server, clock=clock)
        assert host.table(game)["clock"]["left"]["us"] == 24 * 3_600_000
        cookies = dict(host.http.cookies)
    connection = sqlite3.connect(folder / "twilight.db")
    with connection:
        # The game was begun two days ago, and the server has run ever since.
        connection.execute("UPDATE entries SET at = at - 172800000")
        connection.execute("UPDATE games SET deadline = deadline - 172800000")
    connection.close()
    with LiveServer(settings_for(folder)) as server:
        client = server.client(cookies=cookies)
        for _ in range(100):
            if client.get(f"/games/{game}")["status"] == "finished":
                break
            time.sleep(0.05)
        assert client.get(f"/games/{game}/record")["end_mode"] == "Timer"


def test_a_slow_reader_gets_everything_in_one_update(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    with guest.live(game) as ussr:
        ussr.until("update")
        ussr.update = {}
        play_answers([host, guest], game, Random(2), 20)
        number = host.table(game)["number"]
        ussr.wait_for_number(number)
        with guest.live(game) as fresh:
            fresh.until("update")
            assert fresh.facts == ussr.facts


def test_many_answers_at_once_are_taken_once(server: LiveServer) -> None:
    """Ten tabs send the same answer: one is done, nine are refused."""
    _, guest, game = two_players(server)
    with guest.live(game) as first:
        first.until("update")
        prompt = first.prompt
        assert prompt is not None
        replies: list[str] = []
        for number in range(10):
            first.send(
                type="answer",
                decision=prompt["decision"],
                action=prompt["options"][0]["action"],
                ref=str(number),
            )
        while len(replies) < 10:
            message = first.receive()
            if message["type"] in ("done", "refused"):
                replies.append(message["type"])
        assert sorted(replies) == ["done"] + ["refused"] * 9
    assert guest.table(game)["answers"] == prompt["decision"]
