"""Studying finished games through the server: chances, reviews, best plays."""

import time
from random import Random
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, finished_game, play_answers


@pytest.fixture(scope="module")
def played(server: LiveServer) -> tuple[dict[str, str], str]:
    return finished_game(server, "study", 3)


@pytest.fixture
def finished(server: LiveServer, played: tuple[dict[str, str], str]) -> tuple[Client, str]:
    return server.client(cookies=played[0]), played[1]


def wait_for(client: Client, game: str) -> dict[str, Any]:
    """Ask until the review is done."""
    told = []
    for _ in range(600):
        found = client.get(f"/games/{game}/review?lang=es")
        told.append(found["done"])
        if found["state"] != "running":
            assert told == sorted(told)
            return dict(found)
        time.sleep(0.2)
    raise AssertionError("the review does not end")


def test_chances_come_without_a_review(finished: tuple[Client, str]) -> None:
    client, game = finished
    found = client.get(f"/games/{game}/review")
    assert found["state"] == "chances"
    assert found["moments"]
    luck = found["luck"]
    total = sum(luck[part] for part in ("start", "dice", "draws", "headlines", "plays"))
    assert 0.5 + total == pytest.approx(luck["end"], abs=0.001)
    moment = found["moments"][0]
    assert 0 <= moment["chance"] <= 1
    assert moment["loss"] is None
    assert moment["played"]["text"]


def test_a_review_is_worked_out_and_kept(server: LiveServer, finished: tuple[Client, str]) -> None:
    client, game = finished
    begun = client.post(f"/games/{game}/review")
    assert begun["state"] in ("running", "done")
    found = wait_for(client, game)
    assert found["state"] == "done"
    assert found["done"] == found["all"] == len(found["moments"])
    assert all(moment["loss"] is not None for moment in found["moments"])
    # Whoever asks later gets what was kept, and nothing is worked out again.
    again = server.client().post(f"/games/{game}/review?lang=es")
    assert again == found


def test_a_game_without_a_card_has_nothing_to_be_reviewed(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat", seed="setup")["id"]
    client.act(game, type="resign")
    found = client.post(f"/games/{game}/review")
    assert (found["state"], found["all"]) == ("chances", 0)


def test_best_plays_of_a_moment(finished: tuple[Client, str]) -> None:
    client, game = finished
    moments = client.get(f"/games/{game}/review")["moments"]
    moment = next(one for one in moments if not one["headline"])
    path = f"/games/{game}/positions/{moment['answer']}/best"
    found = client.get(f"{path}?seconds=0.05&lang=es")
    assert found["side"] == moment["side"]
    assert 1 <= len(found["plays"]) <= 6
    losses = [play["loss"] for play in found["plays"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert sum(play["played"] for play in found["plays"]) == 1
    assert all(play["why"] and play["play"]["text"] for play in found["plays"])


def test_every_play_of_a_moment(finished: tuple[Client, str]) -> None:
    client, game = finished
    moments = client.get(f"/games/{game}/review")["moments"]
    moment = next(one for one in moments if not one["headline"])
    path = f"/games/{game}/positions/{moment['answer']}/best?seconds=0.05"
    best, every = client.get(path), client.get(f"{path}&every=true")
    assert len(every["plays"]) == every["all"] == best["all"] > 8
    assert sum(play["played"] for play in every["plays"]) == 1
    assert len({play["play"]["text"] for play in every["plays"]}) == every["all"]


def test_where_no_card_is_chosen_there_are_no_plays(finished: tuple[Client, str]) -> None:
    client, game = finished
    assert client.refused("GET", f"/games/{game}/positions/0/best") == "not_found"
    assert client.refused("GET", f"/games/{game}/positions/99999/best") == "not_found"
    assert client.refused("GET", f"/games/{game}/positions/0/best?seconds=99") == "bad_message"


def test_a_running_game_is_not_studied(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat", public=True)["id"]
    play_answers([client], game, Random(2), 30)
    for path in ("review", "positions/20/best"):
        assert client.refused("GET", f"/games/{game}/{path}") == "not_over"
    assert client.refused("POST", f"/games/{game}/review") == "not_over"
