"""One's own games: whose move it is, the time left, the last play, the most urgent first."""

from pathlib import Path
from random import Random

from sqlalchemy import update

from tests.server.live_server import (
    Client,
    Json,
    LiveServer,
    play_answers,
    settings_for,
    two_players,
)
from tests.server.people.test_accounts import PASSWORD, account
from twilight.server.storage.models import GameRow

HOUR = 3600 * 1000


def standing(client: Client, **query: object) -> list[Json]:
    games: list[Json] = client.get("/me/games/standing", params=query)["games"]
    return games


def of(client: Client, game: str) -> Json:
    [found] = [one for one in standing(client) if one["info"]["id"] == game]
    return found


def correspondence(hours: int) -> Json:
    return {"type": "correspondence", "hours": hours, "increment_hours": 1, "cap_hours": 72}


def test_the_most_urgent_game_comes_first(server: LiveServer) -> None:
    me, _ = account(server)
    made: dict[str, str] = {}

    def begin(name: str, side: str, **wish: object) -> None:
        game = me.create(side=side, **wish)
        server.client().post(f"/games/{game['id']}/join", {"invite": game["invite"]})
        made[name] = game["id"]

    # The USSR places its influence first.
    begin("theirs", "us", clock=correspondence(2))
    begin("calm", "ussr")
    begin("later", "ussr", clock=correspondence(30))
    begin("soon", "ussr", clock=correspondence(5))
    made["open"] = me.create(side="ussr")["id"]
    listed = standing(me)
    names = {game: name for name, game in made.items()}
    found = [names[one["info"]["id"]] for one in listed]
    assert found == ["soon", "later", "calm", "theirs", "open"]
    assert [one["your_move"] for one in listed] == [True, True, True, False, False]
    soon, _, calm, theirs, _ = listed
    assert 4 * HOUR < soon["time_left"] <= 5 * HOUR
    assert calm["time_left"] is None
    # Of a game in which the other has to move, it is the other's time.
    assert 1 * HOUR < theirs["time_left"] <= 2 * HOUR
    assert (soon["side"], theirs["side"]) == ("ussr", "us")


def test_games_follow_the_account_to_every_device(server: LiveServer) -> None:
    me, name = account(server)
    game = me.create(side="ussr")
    server.client().post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    elsewhere = server.client()
    elsewhere.post("/sign-in", {"name": name, "password": PASSWORD})
    assert standing(elsewhere) == standing(me)
    assert of(elsewhere, game["id"])["your_move"]
    assert server.client().refused("GET", "/me/games/standing") == "not_signed_in"


def test_the_last_play_and_the_map_are_those_of_the_table(server: LiveServer) -> None:
    us, ussr, game = two_players(server, side="us")
    play_answers([us, ussr], game, Random(3), 60)
    for client, side in ((us, "us"), (ussr, "ussr")):
        table = client.table(game)
        found = of(client, game)
        assert found["side"] == side
        view = table["view"]
        assert found["your_move"] == bool(view["prompt"] and view["prompt"]["yours"])
        assert (found["vp"], found["defcon"]) == (view["vp"], view["defcon"])
        assert (found["round"], found["info"]["turn"]) == (view["round"], view["turn"])
        told = [(one["kind"], one["subject"], one["text"]) for one in table["facts"]]
        last = [(one["kind"], one["subject"], one["text"]) for one in found["facts"]]
        assert last
        assert told[-len(last) :] == last
        countries = [one["country"] for one in client.get("/catalog")["countries"]]
        for who in ("us", "ussr"):
            margins = view["control"][who]
            controlled = {
                name for name, margin in zip(countries, margins, strict=True) if margin < 0
            }
            assert set(found["control"][who]) == controlled
    spanish = [one["text"] for one in standing(us, lang="es")[0]["facts"]]
    assert spanish != [one["text"] for one in of(us, game)["facts"]]


def test_a_sealed_choice_is_not_noticed_in_the_list(server: LiveServer) -> None:
    us, ussr, game = two_players(server, side="us", clock=correspondence(24))
    while not us.table(game)["both_choose"]:
        play_answers([us, ussr], game, Random(1), 1)
    before = of(us, game)
    prompt = ussr.table(game)["view"]["prompt"]
    card = prompt["options"][0]["action"]
    ussr.act(game, type="answer", decision=prompt["decision"], action=card)
    assert not of(ussr, game)["your_move"]
    after = of(us, game)
    assert after["your_move"]
    hidden = {"time_left": 0}
    assert {**after, **hidden} == {**before, **hidden}


def test_a_list_opens_no_game_but_an_old_one(folder: Path) -> None:
    settings = settings_for(folder)
    with LiveServer(settings) as server:
        us, ussr, game = two_players(server, side="us", clock=correspondence(24))
        play_answers([us, ussr], game, Random(5), 30)
        before, cookie = of(us, game), us.http.cookies["twilight"]
    with LiveServer(settings) as server:
        again = server.client()
        again.http.cookies.set("twilight", cookie)
        same = {"time_left": 0, "info": 0}
        assert {**of(again, game), **same} == {**before, **same}
        assert not server.hub.rooms

        async def forget() -> None:
            async with server.hub.database.write() as session:
                await session.execute(update(GameRow).values(standing=None))

        server.call(forget)
        assert {**of(again, game), **same} == {**before, **same}
        assert list(server.hub.rooms) == [game]


def test_what_ended_lately_is_listed_last(server: LiveServer) -> None:
    us, ussr, game = two_players(server, side="us")
    other = us.create(side="ussr", mode="computer", bot="random")
    us.act(game, type="resign")
    assert [one["info"]["id"] for one in standing(us)] == [other["id"], game]
    ended = of(ussr, game)
    assert ended["info"]["result"]["winner"] == "ussr"
    assert not ended["your_move"]


def test_the_last_games_of_a_player_are_shown_by_their_side(server: LiveServer) -> None:
    (host, name), (guest, _) = account(server), account(server)
    wish: Json = {"side": "ussr", "public": True}
    game = host.create(**wish)
    guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    play_answers([host, guest], game["id"], Random(4), 40)
    host.act(game["id"], type="resign")
    private = host.create(mode="computer", bot="random", side="us")["id"]
    host.act(private, type="resign")
    path = f"/users/{name}/games/standing"
    [shown] = server.client().get(path)["games"]
    assert shown["info"]["id"] == game["id"]
    assert shown["side"] == "ussr"
    assert shown["info"]["result"]["winner"] == "us"
    assert (shown["info"]["your_seats"], shown["info"]["invite"]) == ([], None)
    assert shown["control"]["us"] or shown["control"]["ussr"]
    mine = host.get(path)["games"]
    assert [one["info"]["id"] for one in mine] == [private, game["id"]]
