"""Finished games: every position, the journal, export and import, the league record."""

import json
from random import Random
from typing import Any

import pytest

from tests.replays.games import random_game
from tests.server.live_server import Client, LiveServer, finished_game, play_answers
from twilight.engine.types import US, USSR
from twilight.replays.exporting.export_log import export_log


@pytest.fixture(scope="module")
def finished(server: LiveServer) -> tuple[dict[str, str], str]:
    return finished_game(server, "replay", 1)


def player(server: LiveServer, finished: tuple[dict[str, str], str]) -> Client:
    return server.client(cookies=finished[0])


def test_every_view_of_every_position(
    server: LiveServer, finished: tuple[dict[str, str], str]
) -> None:
    client, game = player(server, finished), finished[1]
    answers = client.get(f"/games/{game}")["answers"]
    for answer in (0, 1, 49, 50, 51, answers // 2, answers):
        for view in ("us", "ussr", "spectator", "all"):
            shown = client.get(f"/games/{game}/positions/{answer}?view={view}")
            assert shown["view"]["viewer"] == view
            assert shown["answer"] == answer
            assert shown["answers"] == answers
            counts = shown["view"]["hand_counts"]
            if view == "all":
                assert len(shown["view"]["hands"]["us"]) == counts["us"]
                assert len(shown["view"]["hands"]["ussr"]) == counts["ussr"]
    assert client.refused("GET", f"/games/{game}/positions/{answers + 1}") == "not_found"
    assert client.refused("GET", f"/games/{game}/positions/0?view=god") == "bad_message"


def test_the_journal_joins_the_facts_of_all_positions(
    server: LiveServer, finished: tuple[dict[str, str], str]
) -> None:
    client, game = player(server, finished), finished[1]
    journal = client.get(f"/games/{game}/journal?lang=es")
    facts: list[dict[str, Any]] = []
    for answer in range(12):
        facts += client.get(f"/games/{game}/positions/{answer}?lang=es")["facts"]
    assert facts == journal["facts"][: len(facts)]
    assert journal["facts"][-1]["kind"] == "game_over"
    curve = client.get(f"/games/{game}/curve")
    assert curve["moments"][0]["answer"] == 0
    last = client.get(f"/games/{game}/positions/{curve['answers']}")["view"]
    assert curve["moments"][-1]["vp"] == last["vp"]


def test_the_past_of_a_running_game(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat")["id"]
    play_answers([client], game, Random(2), 20)
    assert client.get(f"/games/{game}/positions/3?view=us")["view"]["viewer"] == "us"
    assert client.get(f"/games/{game}/positions/3?view=ussr")["view"]["viewer"] == "ussr"
    assert client.refused("GET", f"/games/{game}/positions/3?view=all") == "not_over"
    assert client.refused("GET", f"/games/{game}/record") == "not_over"


def test_export_and_import_as_json(
    server: LiveServer, finished: tuple[dict[str, str], str]
) -> None:
    client, game = player(server, finished), finished[1]
    exported = client.get(f"/games/{game}/export?format=json")["text"]
    assert json.loads(exported)["format"] == "twilight-game"
    other = server.client()
    study = other.post("/studies", {"text": exported, "name": "A good game"})
    assert study["mode"] == "study"
    assert study["result"]["ending"] == client.get(f"/games/{game}")["result"]["ending"]
    ours = client.get(f"/games/{game}/positions/60?view=all")["view"]
    assert other.get(f"/games/{study['id']}/positions/60?view=all")["view"] == ours
    assert other.get(f"/studies/{study['id']}")["id"] == study["id"]
    # Its address can be shared, and no list gives it away.
    stranger = server.client()
    stranger.get(f"/games/{study['id']}/positions/0")
    me = other.get("/me")["user"]["id"]
    for path in ("/lobby", f"/users/{me}/games"):
        assert study["id"] not in json.dumps(stranger.get(path))
    assert other.refused("GET", f"/games/{study['id']}/table") == "not_found"
    assert other.refused("GET", f"/games/{game}/export?format=xml") == "bad_message"


def test_export_as_text(server: LiveServer, finished: tuple[dict[str, str], str]) -> None:
    client, game = player(server, finished), finished[1]
    text = client.get(f"/games/{game}/export?format=text")["text"]
    assert "Turn 1" in text


def test_import_of_a_public_log(server: LiveServer) -> None:
    client = server.client()
    game = random_game(3)
    players = {USSR: "Lenin", US: "Lincoln"}
    study = client.post("/studies", {"text": export_log(game, players), "name": "A log"})
    assert [player["name"] for player in study["players"]] == ["Lenin", "Lincoln"]
    journal = client.get(f"/games/{study['id']}/journal")
    assert len(journal["facts"]) > 100
    last = client.get(f"/games/{study['id']}/positions/{journal['answers']}?view=all")["view"]
    assert last["vp"] == game.state.vp


@pytest.mark.parametrize(
    "text",
    ["nonsense", "{}", "[]", '{"format": "twilight-game"}', "\x00\x01", "Turn 1", "💣" * 1000],
)
def test_bad_logs_are_refused(server: LiveServer, text: str) -> None:
    client = server.client()
    response = client.request("POST", "/studies", json={"text": text})
    assert response.json()["code"] == "bad_log"
    assert "/tmp" not in response.text


def test_bad_logs_made_of_a_good_one(
    server: LiveServer, finished: tuple[dict[str, str], str]
) -> None:
    client, game = player(server, finished), finished[1]
    good = client.get(f"/games/{game}/export?format=json")["text"]
    random = Random(3)
    for _ in range(25):
        place = random.randrange(len(good))
        bad = good[:place] + random.choice(["", "x", "{", '"', "0"]) + good[place + 3 :]
        response = client.request("POST", "/studies", json={"text": bad})
        assert response.status_code in (201, 400), response.text


@pytest.mark.parametrize("options", [{}, {"turn_zero": True}, {"chinese_civil_war": True}])
def test_a_resigned_game_can_be_exported(server: LiveServer, options: dict[str, Any]) -> None:
    client = server.client()
    game = client.create(mode="hotseat", options=options)["id"]
    play_answers([client], game, Random(8), 30)
    client.act(game, type="resign")
    saved = client.get(f"/games/{game}/export?format=json")["text"]
    assert client.post("/studies", {"text": saved})["mode"] == "study"
    response = client.request("GET", f"/games/{game}/export?format=text")
    assert response.status_code in (200, 400)
    if response.status_code == 400:
        # The public format has no words for some variants.
        assert response.json()["code"] == "bad_log"
    else:
        assert response.json()["text"]
