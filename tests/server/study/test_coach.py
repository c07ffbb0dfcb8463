"""Hints and verdicts through the server: for whom, and that they are noted."""

from random import Random
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, play_answers, two_players

STEPS = ("danger", "idea", "best")


@pytest.fixture
def client(server: LiveServer) -> Client:
    return server.client()


def until(client: Client, game: str, kind: str) -> dict[str, Any]:
    """Play any answers until something is asked; returns the question."""
    random = Random(kind)
    for _ in range(2000):
        prompt = client.table(game)["view"]["prompt"]
        assert prompt is not None
        if prompt["kind"] == kind:
            return dict(prompt)
        play_answers([client], game, random, 1)
    raise AssertionError(f"{kind} is never asked")


def hotseat(client: Client, seed: str = "coach") -> str:
    return str(client.create(mode="hotseat", seed=seed)["id"])


def test_three_steps_are_given_and_noted_once(client: Client) -> None:
    game = hotseat(client)
    prompt = until(client, game, "round_card")
    for number, step in enumerate((*STEPS, "best"), 1):
        found = client.post(f"/games/{game}/hint?step={step}&lang=es")
        assert found["step"] == step
        assert found["decision"] == prompt["decision"]
        assert found["text"].endswith(".")
        notes = client.table(game)["hints"]
        assert [note["step"] for note in notes] == list(STEPS[: min(number, 3)])
        assert {note["side"] for note in notes} == {prompt["actor"]}
    assert found["cards"]
    assert 0 <= found["chance"] <= 1
    # A hint changes nothing else: the same question is still open.
    assert client.table(game)["view"]["prompt"]["decision"] == prompt["decision"]


def test_there_are_hints_against_the_computer(client: Client) -> None:
    game = str(client.create(mode="computer", side="us", bot="random", seed="coach")["id"])
    until(client, game, "headline")
    found = client.post(f"/games/{game}/hint?step=best")
    hand = {card["card"] for card in client.table(game)["view"]["hand"]}
    assert set(found["cards"]) <= hand


def test_there_are_none_against_a_person(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    for one in (host, guest):
        for step in STEPS:
            assert one.refused("POST", f"/games/{game}/hint?step={step}") == "only_casual"
        wish = {"decision": 1, "action": "france"}
        assert one.refused("POST", f"/games/{game}/verdict", wish) == "only_casual"
        assert one.table(game)["hints"] == []


def test_strangers_and_bad_questions_are_refused(server: LiveServer, client: Client) -> None:
    game = hotseat(client)
    assert server.client().refused("POST", f"/games/{game}/hint") == "not_found"
    assert client.refused("POST", f"/games/{game}/hint?step=cheat") == "bad_message"
    path = f"/games/{game}/verdict"
    prompt = until(client, game, "round_card")
    decision, action = prompt["decision"], prompt["options"][0]["action"]
    assert client.refused("POST", path, {"decision": decision}) == "bad_message"
    wish = {"decision": decision, "action": "no_such_thing"}
    assert client.refused("POST", path, wish) == "unknown_action"
    wish = {"decision": decision, "action": "die_3"}
    assert client.refused("POST", path, wish) == "illegal_action"
    wish = {"decision": decision + 1, "action": action}
    assert client.refused("POST", path, wish) == "stale_decision"


def test_a_play_is_judged_while_it_can_be_taken_back(client: Client) -> None:
    game = hotseat(client, "verdict")
    prompt = until(client, game, "play_mode")
    uses = [option["action"] for option in prompt["options"]]
    for use in uses:
        wish = {"decision": prompt["decision"], "action": use}
        found = client.post(f"/games/{game}/verdict", wish)
        assert found["loss"] >= 0
        if found["mark"] is None:
            assert found["best"] is None
        else:
            assert found["played"]["play"]["card"] == prompt["card"]
            assert found["played"]["play"]["use"] == use
            assert found["best"]["why"]
            assert found["best"]["chance"] >= found["played"]["chance"]
    # Nothing was noted, and nothing has changed.
    assert client.table(game)["hints"] == []
    assert client.table(game)["view"]["prompt"]["decision"] == prompt["decision"]


def test_what_follows_a_die_is_not_judged(client: Client) -> None:
    """Who has rolled has learnt something: nothing can be taken back, so nothing is said."""
    game = hotseat(client, "die")
    prompt = until(client, game, "realignment_target")
    target = next(one["action"] for one in prompt["options"] if one["action"] != "done")
    client.act(game, type="answer", decision=prompt["decision"], action=target)
    prompt = client.table(game)["view"]["prompt"]
    wish = {"decision": prompt["decision"], "action": prompt["options"][-1]["action"]}
    if prompt["kind"] == "realignment_target":
        found = client.post(f"/games/{game}/verdict", wish)
        assert (found["mark"], found["loss"]) == (None, 0)


def test_hints_survive_a_restart_of_the_room(server: LiveServer, client: Client) -> None:
    game = hotseat(client, "restart")
    until(client, game, "headline")
    client.post(f"/games/{game}/hint?step=danger")
    before = client.table(game)["hints"]

    async def forget() -> None:
        await server.hub.rooms.pop(game).close()

    server.call(forget)
    assert client.table(game)["hints"] == before != []
