"""What if: variations are played, kept as a tree, commented and exported through the server."""

import json
from random import Random
from typing import Any

from tests.server.live_server import Client, LiveServer, play_answers
from twilight.replays.saves import game_from_dict
from twilight.study.what_if import dice_after


def choices(client: Client, game: str) -> list[dict[str, Any]]:
    """List the action rounds of a game."""
    moments = client.get(f"/games/{game}/review")["moments"]
    return [one for one in moments if not one["headline"]]


def whole_view(client: Client, game: str, answer: int) -> dict[str, Any]:
    view: dict[str, Any] = client.get(f"/games/{game}/positions/{answer}?view=all")["view"]
    return view


def test_the_cards_lie_as_they_lay(studied: tuple[Client, str]) -> None:
    client, game = studied
    moment = choices(client, game)[3]
    made = client.post(f"/games/{game}/branches", {"answer": moment["answer"]})
    assert made["branch_of"] == {"game": game, "answer": moment["answer"]}
    assert made["mode"] == "hotseat"
    there = client.table(made["id"])["view"]
    before = client.get(f"/games/{game}/positions/{moment['answer']}?view={moment['side']}")["view"]
    for same in ("turn", "round", "vp", "defcon", "influence", "hand", "viewer"):
        assert there[same] == before[same]
    assert there["prompt"]["options"] == before["prompt"]["options"]


def test_hidden_cards_can_be_dealt_anew(studied: tuple[Client, str]) -> None:
    client, game = studied
    moment = choices(client, game)[5]
    wish = {"answer": moment["answer"], "bot": "random", "side": moment["side"], "cards": "anew"}
    made = client.post(f"/games/{game}/branches", wish)
    there = client.table(made["id"])["view"]
    before = client.get(f"/games/{game}/positions/{moment['answer']}?view={moment['side']}")["view"]
    # What the own side knew is the same, in every field of its view.
    assert {**there, "prompt": None} == {**before, "prompt": None}
    other = "us" if moment["side"] == "ussr" else "ussr"
    play_answers([client], made["id"], Random(1), 3)
    kept = client.post(f"/games/{made['id']}/keep")
    hands = [
        whole_view(client, one, answer)["hands"][other]
        for one, answer in ((game, moment["answer"]), (kept["id"], 0))
    ]
    assert sorted(map(str, hands[0])) != sorted(map(str, hands[1]))


def test_the_dice_of_the_game_are_rolled_again(studied: tuple[Client, str]) -> None:
    client, game = studied
    moment = choices(client, game)[2]
    wish = {"answer": moment["answer"], "dice": "same"}
    made = client.post(f"/games/{game}/branches", wish)
    play_answers([client], made["id"], Random(5), 150)
    kept = client.post(f"/games/{made['id']}/keep")
    texts = [client.get(f"/games/{one}/export?format=json")["text"] for one in (game, kept["id"])]
    before, after = (
        dice_after(game_from_dict(json.loads(text)).game, moment["answer"]) for text in texts
    )
    number = min(len(before), len(after))
    assert number > 3
    assert after[:number] == before[:number]


def test_a_variation_is_kept_and_hangs_in_the_tree(studied: tuple[Client, str]) -> None:
    client, game = studied
    moment = choices(client, game)[8]
    made = client.post(f"/games/{game}/branches", {"answer": moment["answer"]})
    assert client.refused("POST", f"/games/{made['id']}/keep") == "not_found"
    play_answers([client], made["id"], Random(2), 40)
    kept = client.post(f"/games/{made['id']}/keep")
    assert kept["mode"] == "study"
    # The table is gone, the study is there with its past.
    assert client.get(f"/games/{made['id']}")["status"] == "aborted"
    assert client.get(f"/games/{kept['id']}/curve")["answers"] > moment["answer"]
    assert client.get(f"/games/{kept['id']}/review")["moments"][0]["answer"] < moment["answer"]

    deeper = client.post(
        f"/games/{kept['id']}/branches", {"answer": choices(client, kept["id"])[9]["answer"]}
    )
    play_answers([client], deeper["id"], Random(3), 30)
    second = client.post(f"/games/{deeper['id']}/keep")
    for place in (game, kept["id"], second["id"]):
        tree = client.get(f"/games/{place}/tree?lang=es")
        assert tree["root"] == game
        by_game = {one["game"]: one for one in tree["branches"]}
        first, last = by_game[kept["id"]], by_game[second["id"]]
        assert (first["parent"], first["at"]) == (game, moment["answer"])
        assert last["parent"] == kept["id"]
        assert first["mine"]
        assert first["plays"][0]["answer"] == first["begins"] == moment["answer"]
        assert first["plays"][0]["text"]
        assert first["all_plays"] >= len(first["plays"])

    client.post(f"/games/{second['id']}/branch", method="DELETE")
    left = client.get(f"/games/{game}/tree")["branches"]
    assert second["id"] not in {one["game"] for one in left}


def test_notes_are_written_changed_and_taken_back(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    path = f"/games/{game}/notes/12"
    client.post(path, {"text": "Too early.", "mark": "mistake"}, method="PUT")
    client.post(path, {"text": "Much too early.", "mark": "mistake"}, method="PUT")
    [note] = client.get(f"/games/{game}/tree")["notes"]
    assert (note["answer"], note["mark"], note["text"]) == (12, "mistake", "Much too early.")
    assert note["mine"]
    # Others see what the players have written, and what they write is for themselves.
    stranger = server.client()
    stranger.post(path, {"text": "Spam"}, method="PUT")
    assert [one["mine"] for one in stranger.get(f"/games/{game}/tree")["notes"]] == [False, True]
    assert len(client.get(f"/games/{game}/tree")["notes"]) == 1
    client.post(path, {}, method="PUT")
    assert client.get(f"/games/{game}/tree")["notes"] == []
    assert client.refused("PUT", f"/games/{game}/notes/99999", {"text": "x"}) == "not_found"
    assert client.refused("PUT", path, {"mark": "genius"}) == "bad_message"


def test_the_tree_is_exported_with_games_that_load(studied: tuple[Client, str]) -> None:
    client, game = studied
    made = client.post(f"/games/{game}/branches", {"answer": choices(client, game)[8]["answer"]})
    play_answers([client], made["id"], Random(4), 5)
    client.post(f"/games/{made['id']}/keep")
    client.post(f"/games/{game}/notes/3", {"text": "Here it begins."}, method="PUT")
    written = json.loads(client.get(f"/games/{game}/tree/export")["text"])
    assert written["format"] == "twilight-study"
    assert written["notes"][0]["text"] == "Here it begins."
    assert written["variations"]
    for one in (written, *written["variations"]):
        loaded = game_from_dict(one["game"]).game
        assert len(loaded.record or ()) >= (one["begins"] or 0)
    client.post(f"/games/{game}/notes/3", {}, method="PUT")


def test_what_makes_no_sense_gets_a_sentence(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    path = f"/games/{game}/branches"
    last = client.get(f"/games/{game}/curve")["answers"]
    assert client.refused("POST", path, {"answer": last}) == "game_over"
    assert client.refused("POST", path, {"answer": last + 1}) == "not_found"
    assert client.refused("POST", path, {"answer": 10, "bot": "deep_red"}) == "bad_rules"
    assert client.refused("POST", path, {"answer": 10, "cards": "marked"}) == "bad_message"
    assert client.refused("POST", f"/games/{game}/keep") == "not_found"
    assert client.refused("DELETE", f"/games/{game}/branch") == "not_found"
    made = client.post(path, {"answer": choices(client, game)[2]["answer"]})
    other = server.client()
    other.create(mode="hotseat")
    assert other.refused("POST", f"/games/{made['id']}/keep") == "forbidden"
    running = client.create(mode="hotseat")["id"]
    assert client.refused("GET", f"/games/{running}/tree") == "not_over"
    assert client.refused("POST", f"/games/{running}/branches", {"answer": 0}) == "not_over"


def test_a_variation_survives_a_restart_of_its_room(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    made = client.post(f"/games/{game}/branches", {"answer": choices(client, game)[6]["answer"]})
    play_answers([client], made["id"], Random(5), 60)
    before = client.table(made["id"])["view"]

    async def forget() -> None:
        await server.hub.rooms.pop(made["id"]).close()

    server.call(forget)
    assert client.table(made["id"])["view"] == before
    play_answers([client], made["id"], Random(6), 20)
