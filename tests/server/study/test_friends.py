"""Playing on with a friend: an online game from a moment of another one, and nothing leaks."""

from random import Random
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, play_answers
from tests.server.present.test_hidden import check_facts, check_news
from twilight.engine.types import US, USSR

SIDES = {"us": US, "ussr": USSR}


def moment_of(client: Client, game: str, number: int) -> dict[str, Any]:
    moments = client.get(f"/games/{game}/review")["moments"]
    found: dict[str, Any] = [one for one in moments if not one["headline"]][number]
    return found


def play_on(client: Client, game: str, answer: int, **wish: object) -> dict[str, Any]:
    return client.post(f"/games/{game}/branches", {"answer": answer, "friend": True, **wish})


def join(server: LiveServer, made: dict[str, Any]) -> Client:
    friend = server.client()
    friend.post(f"/games/{made['id']}/join", {"invite": made["invite"]})
    return friend


def other(side: str) -> str:
    return "us" if side == "ussr" else "ussr"


def test_it_waits_for_the_friend_who_has_the_link(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    moment = moment_of(client, game, 4)
    made = play_on(client, game, moment["answer"], side=moment["side"])
    assert (made["mode"], made["status"], made["rated"]) == ("online", "open", False)
    assert made["played_on"] == "same"
    assert client.refused("POST", f"/games/{made['id']}/keep") == "not_found"
    stranger = server.client()
    assert stranger.refused("GET", f"/games/{made['id']}") == "not_found"
    assert not [one for one in stranger.get("/lobby")["open"] if one["id"] == made["id"]]
    # Who is invited is told that it is no fresh game, but not where all the cards lie open.
    invited = stranger.get(f"/games/{made['id']}?invite={made['invite']}")
    assert invited["played_on"] == "same"
    assert invited["branch_of"] is None
    [free] = [one for one in invited["players"] if not one["name"]]
    assert free["side"] == other(moment["side"])
    stranger.post(f"/games/{made['id']}/join", {"invite": made["invite"]})
    before = client.get(f"/games/{game}/positions/{moment['answer']}?view={free['side']}")["view"]
    there = stranger.table(made["id"])["view"]
    for same in ("turn", "round", "vp", "defcon", "influence", "hand", "viewer"):
        assert there[same] == before[same]


@pytest.mark.parametrize("cards", ["same", "anew"])
def test_nothing_hidden_is_told_at_the_table(
    server: LiveServer, studied: tuple[Client, str], cards: str
) -> None:
    client, game = studied
    moment = moment_of(client, game, 6)
    made = play_on(client, game, moment["answer"], side=moment["side"], cards=cards)
    friend = server.client()
    friend.get(f"/games/{made['id']}?invite={made['invite']}")
    friend.table(made["id"], invite=made["invite"])
    friend.post(f"/games/{made['id']}/join", {"invite": made["invite"]})
    room = server.call(lambda: server.hub.room(made["id"]))
    sides = (SIDES[moment["side"]], SIDES[other(moment["side"])])
    random = Random(7)
    searched = 0
    with client.live(made["id"]) as first, friend.live(made["id"]) as second:
        for _ in range(40):
            referee = room.referee
            if referee.is_over:
                break
            for live, viewer in zip((first, second), sides, strict=True):
                live.wait_for_number(referee.number_for(viewer))
                check_facts(live.facts[searched:], referee.game.facts[searched:], viewer)
                check_news(live.update, referee, viewer)
            searched = len(referee.game.facts)
            deciding = (first, second)[sides.index(referee.side_of(referee.asked_seats[0]))]
            assert deciding.prompt is not None
            deciding.answer(random.choice(deciding.prompt["options"])["action"])
    # The game that it leaves has all hands open; nothing leads the friend there.
    assert not any(game in text for text in friend.heard)
    with server.client().live(made["id"]) as outside:
        assert outside.until("refused")["code"] == "not_found"


def test_cards_dealt_anew_are_unknown_to_who_has_seen_them_all(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    moment = moment_of(client, game, 5)
    side, enemy = moment["side"], other(moment["side"])
    hands = []
    for cards in ("same", "anew"):
        made = play_on(client, game, moment["answer"], side=side, cards=cards)
        assert made["played_on"] == cards
        friend = join(server, made)
        hands.append(sorted(friend.table(made["id"])["view"]["hands"][enemy]))
        own = client.get(f"/games/{game}/positions/{moment['answer']}?view={side}")["view"]
        assert client.table(made["id"])["view"]["hand"] == own["hand"]
    whole = client.get(f"/games/{game}/positions/{moment['answer']}?view=all")["view"]["hands"]
    assert hands[0] == sorted(whole[enemy])
    assert hands[1] != hands[0]


def test_nobody_ends_it_alone_or_looks_into_it(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    made = play_on(client, game, moment_of(client, game, 3)["answer"])
    friend = join(server, made)
    play_answers([client, friend], made["id"], Random(3), 12)
    assert client.refused("POST", f"/games/{made['id']}/keep") == "not_over"
    assert client.refused("DELETE", f"/games/{made['id']}/branch") == "not_over"
    for path in ("tree", "tree/export"):
        assert made["id"] not in str(client.get(f"/games/{game}/{path}"))
    # When it is over it hangs in the tree for the two of them, and is a game like any other.
    friend.act(made["id"], type="resign")
    [mine] = [b for b in client.get(f"/games/{game}/tree")["branches"] if b["game"] == made["id"]]
    assert mine["mine"]
    assert (mine["opponent"], mine["friend"]) == (None, friend.get("/me")["user"]["name"])
    assert mine["plays"]
    [theirs] = [b for b in friend.get(f"/games/{game}/tree")["branches"] if b["game"] == made["id"]]
    assert not theirs["mine"]
    stranger = server.client().get(f"/games/{game}/tree")["branches"]
    assert made["id"] not in {one["game"] for one in stranger}
    assert friend.get(f"/games/{made['id']}")["branch_of"] is None
    kept = client.post(f"/games/{made['id']}/keep")
    assert kept["id"] == made["id"]


def test_a_private_game_stays_so_for_the_friend(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat", seed="private")["id"]
    play_answers([client], game, Random(2))
    client.post(f"/games/{game}/notes/3", {"text": "For me alone."}, method="PUT")
    made = play_on(client, game, moment_of(client, game, 2)["answer"])
    friend = join(server, made)
    friend.act(made["id"], type="resign")
    assert friend.refused("GET", f"/games/{game}/tree") == "not_found"
    assert friend.get(f"/games/{made['id']}/tree") == {
        "root": made["id"],
        "branches": [],
        "notes": [],
    }
    assert "For me alone." not in str(friend.get(f"/games/{made['id']}/tree/export"))
    assert client.get(f"/games/{made['id']}/tree")["root"] == game


def test_it_counts_for_no_record(server: LiveServer, studied: tuple[Client, str]) -> None:
    client, game = studied
    made = play_on(client, game, moment_of(client, game, 3)["answer"])
    friend = join(server, made)
    friend.act(made["id"], type="resign")
    user = friend.get("/me")["user"]["id"]
    assert friend.get(f"/users/{user}")["tally"]["games"] == 0
    # Also when it no longer hangs in the tree.
    client.post(f"/games/{made['id']}/branch", method="DELETE")
    assert friend.get(f"/users/{user}")["tally"]["games"] == 0
    assert friend.get(f"/games/{made['id']}")["played_on"] == "same"


def test_it_survives_a_restart_before_and_after_the_friend_has_come(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    moment = moment_of(client, game, 2)
    made = play_on(client, game, moment["answer"], side="us")

    async def forget() -> None:
        await server.hub.rooms.pop(made["id"]).close()

    server.call(forget)
    friend = join(server, made)
    play_answers([client, friend], made["id"], Random(1), 10)
    before = friend.table(made["id"])["view"]
    server.call(forget)
    assert friend.table(made["id"])["view"] == before


def test_what_makes_no_sense_gets_a_sentence(
    server: LiveServer, studied: tuple[Client, str]
) -> None:
    client, game = studied
    path = f"/games/{game}/branches"
    both = {"answer": 40, "friend": True, "bot": "random"}
    assert client.refused("POST", path, both) == "bad_rules"
    known = {"answer": 40, "friend": True, "dice": "same"}
    assert client.refused("POST", path, known) == "bad_rules"
    # An invitation can be taken back as long as nobody has followed it.
    made = play_on(client, game, moment_of(client, game, 2)["answer"])
    client.post(f"/games/{made['id']}", method="DELETE")
    stranger = server.client()
    stranger.post("/me")
    gone = {"invite": made["invite"]}
    assert stranger.refused("POST", f"/games/{made['id']}/join", gone) == "seat_taken"
