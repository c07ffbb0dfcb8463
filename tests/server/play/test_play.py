"""Playing through the interface: two seats, answers and refusals, undo, offers, reconnecting."""

from random import Random

import pytest

from tests.server.live_server import LiveServer, play_answers, two_players


def test_two_players_see_their_own_side(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    with host.live(game) as us, guest.live(game) as ussr:
        us.until("update")
        ussr.until("update")
        assert us.update["view"]["viewer"] == "us"
        assert ussr.update["view"]["viewer"] == "ussr"
        assert us.prompt is not None
        assert us.prompt["actor"] == "ussr"
        assert us.prompt["options"] == []
        assert not us.prompt["yours"]
        assert ussr.prompt is not None
        assert ussr.prompt["yours"]
        assert ussr.prompt["left"] == 6
        option = ussr.prompt["options"][0]
        done = ussr.answer(option["action"])
        assert done["type"] == "done"
        assert us.wait_for_number(done["number"])["view"]["influence"][option["action"]]


def test_every_refusal_changes_nothing(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    stranger = server.client()
    before = guest.table(game)
    decision = before["view"]["prompt"]["decision"]
    action = before["view"]["prompt"]["options"][0]["action"]
    answer = {"type": "answer", "decision": decision, "action": action}
    path = f"/games/{game}/messages"
    assert host.refused("POST", path, answer) == "not_your_decision"
    assert guest.refused("POST", path, {**answer, "decision": decision - 1}) == "stale_decision"
    assert guest.refused("POST", path, {**answer, "decision": decision + 1}) == "stale_decision"
    assert guest.refused("POST", path, {**answer, "action": "canada"}) == "illegal_action"
    assert guest.refused("POST", path, {**answer, "action": "atlantis"}) == "unknown_action"
    assert guest.refused("POST", path, {**answer, "action": 7}) == "bad_message"
    assert guest.refused("POST", path, {**answer, "more": 1}) == "bad_message"
    assert guest.refused("POST", path, {"type": "nonsense"}) == "bad_message"
    assert stranger.refused("POST", path, answer) == "not_found"
    assert guest.table(game)["number"] == before["number"]
    guest.act(game, **answer)
    assert guest.refused("POST", path, answer) == "stale_decision"
    assert guest.table(game)["number"] == before["number"] + 1


def test_an_illegal_answer_names_the_rule(server: LiveServer) -> None:
    _, guest, game = two_players(server)
    with guest.live(game, "?lang=es") as ussr:
        ussr.until("update")
        refused = ussr.answer("canada")
        assert refused["code"] == "illegal_action"
        assert "R3.7" in refused["message"]


def test_undo_until_the_other_side_decides(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    start = guest.table(game)
    assert start["undo"] is None
    first = start["view"]["prompt"]["options"][0]["action"]
    guest.act(game, type="answer", decision=start["view"]["prompt"]["decision"], action=first)
    referee = guest.table(game)
    assert referee["undo"] == {"side": "ussr", "kind": "setup_influence", "action": first}
    assert host.table(game)["undo"] is None
    assert host.refused("POST", f"/games/{game}/messages", {"type": "undo"}) == "no_undo"
    guest.act(game, type="undo")
    undone = guest.table(game)
    assert undone["view"]["influence"] == start["view"]["influence"]
    assert undone["view"]["prompt"]["decision"] > referee["view"]["prompt"]["decision"]
    assert undone["answers"] == start["answers"]


def test_a_reconnect_gets_exactly_what_was_missed(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    random = Random(1)
    with guest.live(game) as ussr:
        ussr.until("update")
        known, last = ussr.facts, ussr.update["number"]
    play_answers([host, guest], game, random, 30)
    with guest.live(game, f"?last={last}") as ussr:
        ussr.facts = known
        ussr.until("update")
        assert ussr.update["facts_from"] == len(known)
        missed = ussr.facts
    with guest.live(game) as ussr:
        ussr.until("update")
        assert ussr.update["facts_from"] == 0
        assert ussr.facts == missed
    with guest.live(game, f"?last={ussr.update['number']}") as ussr:
        ussr.until("update")
        assert ussr.update["facts"] == []


def test_a_reconnect_after_an_undo_replaces_facts(server: LiveServer) -> None:
    _, guest, game = two_players(server)
    for place in range(2):
        prompt = guest.table(game)["view"]["prompt"]
        action = prompt["options"][place]["action"]
        guest.act(game, type="answer", decision=prompt["decision"], action=action)
    with guest.live(game) as ussr:
        ussr.until("update")
        last, known = ussr.update["number"], ussr.facts
    guest.act(game, type="undo")
    prompt = guest.table(game)["view"]["prompt"]
    action = prompt["options"][4]["action"]
    guest.act(game, type="answer", decision=prompt["decision"], action=action)
    with guest.live(game, f"?last={last}") as ussr:
        ussr.facts = known
        ussr.until("update")
        assert ussr.update["facts_from"] == len(known) - 1
        assert ussr.facts[-1]["subject"] == action
        caught_up = ussr.facts
    with guest.live(game) as ussr:
        ussr.until("update")
        assert ussr.facts == caught_up


def test_closed_countries_are_explained(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    with guest.live(game) as ussr, host.live(game) as us:
        ussr.until("update")
        us.until("update")
        assert ussr.prompt is not None
        reasons = ussr.ask(type="explain", decision=ussr.prompt["decision"])
        closed = {one["action"] for one in reasons["closed"]}
        assert len(closed) + len(ussr.prompt["options"]) == 84
        refused = us.ask(type="explain", decision=ussr.prompt["decision"])
        assert refused["code"] == "not_your_decision"


def test_offers_need_consent(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    random = Random(4)
    play_answers([host, guest], game, random, 25)
    length = guest.table(game)["answers"]
    guest.act(game, type="offer", offer="takeback")
    path = f"/games/{game}/messages"
    assert guest.refused("POST", path, {"type": "offer", "offer": "takeback"}) == "offer_pending"
    [offer] = host.table(game)["offers"]
    assert offer["offer"] == "takeback"
    respond = {"type": "respond", "number": offer["number"], "accept": True}
    assert guest.refused("POST", path, respond) == "no_offer"
    host.act(game, **respond)
    referee = guest.table(game)
    assert referee["answers"] < length
    assert referee["offers"] == []
    assert referee["view"]["prompt"]["yours"]
    host.act(game, type="offer", offer="pause")
    [offer] = guest.table(game)["offers"]
    guest.act(game, type="respond", number=offer["number"], accept=False)
    assert not guest.table(game)["paused"]
    host.act(game, type="offer", offer="pause")
    guest.act(game, type="offer", offer="pause")
    referee = guest.table(game)
    assert referee["paused"]
    prompt = referee["view"]["prompt"]
    answer = {
        "type": "answer",
        "decision": prompt["decision"],
        "action": prompt["options"][0]["action"],
    }
    assert guest.refused("POST", path, answer) == "paused"
    host.act(game, type="resume")
    guest.act(game, **answer)
    host.act(game, type="offer", offer="draw")
    [offer] = guest.table(game)["offers"]
    guest.act(game, type="respond", number=offer["number"], accept=True)
    result = guest.table(game)["result"]
    assert result["ending"] == "Draw Agreed"
    assert result["winner"] == "nobody"


def test_resigning_ends_the_game_and_opens_it(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    play_answers([host, guest], game, Random(2), 20)
    guest.act(game, type="resign")
    referee = host.table(game)
    assert referee["result"]["winner"] == "us"
    assert referee["result"]["ending"] == "Forfeit"
    assert referee["view"]["viewer"] == "all"
    hands, counts = referee["view"]["hands"], referee["view"]["hand_counts"]
    assert len(hands["ussr"]) == counts["ussr"] > 0
    assert len(hands["us"]) == counts["us"] > 0
    record = host.get(f"/games/{game}/record")
    assert record["end_mode"] == "Forfeit"
    assert record["winner"] == "us"
    assert host.refused("POST", f"/games/{game}/messages", {"type": "undo"}) == "game_over"


def test_a_rematch_swaps_sides(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    assert host.refused("POST", f"/games/{game}/rematch") == "not_over"
    host.act(game, type="resign")
    assert host.post(f"/games/{game}/rematch")["id"] == game
    again = guest.post(f"/games/{game}/rematch")
    assert again["id"] != game
    assert again["status"] == "active"
    assert [player["side"] for player in again["players"]] == ["ussr", "us"]
    assert guest.table(again["id"])["view"]["viewer"] == "us"
    assert host.post(f"/games/{game}/rematch")["id"] == again["id"]


def test_a_rematch_swaps_sides_that_a_lot_has_settled(server: LiveServer) -> None:
    host, guest, game = two_players(server, side="random")
    before = [client.table(game)["view"]["viewer"] for client in (host, guest)]
    host.act(game, type="resign")
    host.post(f"/games/{game}/rematch")
    again = guest.post(f"/games/{game}/rematch")["id"]
    after = [client.table(again)["view"]["viewer"] for client in (host, guest)]
    assert before == after[::-1]


def test_chat_and_presence(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    with host.live(game) as us:
        us.until("presence")
        with guest.live(game) as ussr:
            ussr.until("update")
            while us.until("presence")["connected"] != [0, 1]:
                pass
            ussr.ask(type="chat", text="  good   luck ")
            lines = us.until("chat")["lines"]
            assert [line["text"] for line in lines] == ["good luck"]
        while us.until("presence")["connected"] != [1]:
            pass
    assert host.get(f"/games/{game}/chat")["lines"][0]["seat"] == 0


@pytest.mark.parametrize("side", ["random", "bid"])
def test_sides_are_settled_at_the_table(server: LiveServer, side: str) -> None:
    host, guest, game = two_players(server, side=side)
    play_answers([host, guest], game, Random(3), 8)
    referee = host.table(game)
    assert referee["view"]["segment"] == "setup"
    viewers = {host.table(game)["view"]["viewer"], guest.table(game)["view"]["viewer"]}
    assert viewers == {"us", "ussr"}
    info = host.get(f"/games/{game}")
    mine = next(player for player in info["players"] if player["seat"] in info["your_seats"])
    assert mine["side"] == referee["view"]["viewer"]


def test_two_at_one_screen(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat", seed="a seed")
    assert game["seed"] == "a seed"
    viewers = set()
    for _ in range(40):
        referee = client.table(game["id"])
        prompt = referee["view"]["prompt"]
        assert prompt["yours"]
        assert prompt["actor"] == referee["view"]["viewer"]
        viewers.add(referee["view"]["viewer"])
        client.act(
            game["id"],
            type="answer",
            decision=prompt["decision"],
            action=prompt["options"][0]["action"],
        )
    assert viewers == {"us", "ussr"}


def test_undo_at_one_screen_gives_the_question_back_and_tells_no_secret(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat", seed="secret")["id"]

    def answer() -> str:
        prompt = client.table(game)["view"]["prompt"]
        action = str(prompt["options"][0]["action"])
        client.act(game, type="answer", decision=prompt["decision"], action=action)
        return action

    while client.table(game)["view"]["prompt"]["kind"] != "headline":
        country = answer()
    referee = client.table(game)
    # The last marker of the setup is the other side's, and everybody has seen it.
    assert referee["undo"]["action"] == country
    assert referee["undo"]["side"] != referee["view"]["viewer"]
    first = referee["view"]["viewer"]
    answer()
    referee = client.table(game)
    assert referee["view"]["viewer"] != first
    assert referee["undo"] == {"side": first, "kind": "headline", "action": None}
    client.act(game, type="undo")
    referee = client.table(game)
    assert referee["view"]["viewer"] == first
    assert referee["view"]["prompt"]["kind"] == "headline"


def test_a_whole_game_against_the_computer(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="computer", bot="random", side="ussr", seed="7")
    random = Random(7)
    with client.live(game["id"]) as live:
        live.until("update")
        while live.update["status"] == "active":
            prompt = live.prompt
            if prompt is None or not prompt["yours"]:
                live.until("update")
                continue
            reply = live.answer(random.choice(prompt["options"])["action"])
            assert reply["type"] == "done", reply
            live.wait_for_number(reply["number"])
    assert live.update["result"] is not None
    info = client.get(f"/games/{game['id']}")
    assert info["status"] == "finished"
    record = client.get(f"/games/{game['id']}/record")
    assert record["end_mode"] == info["result"]["ending"]
