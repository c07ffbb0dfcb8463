"""One's own data: exported whole, deleted without a trace, and what the host says about it."""

import io
import json
import zipfile
from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import Client, Json, LiveServer, play_answers, settings_for
from tests.server.people.test_accounts import PASSWORD, account
from tests.server.people.test_programs import program
from tests.server.play.test_correspondence import seated
from tests.server.tournaments.test_tournaments import advance, announce, current
from twilight.replays.saves import game_from_dict
from twilight.server.config import ConfigError


def exported(client: Client) -> tuple[Json, dict[str, Json]]:
    response = client.http.get("/api/v1/me/export")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        files = {name: json.loads(archive.read(name)) for name in archive.namelist()}
    return files.pop("account.json"), files


def test_an_export_has_everything_of_one_and_nothing_of_the_enemy(server: LiveServer) -> None:
    us, ussr, over = seated(server)
    play_answers([us, ussr], over, Random(2), 40)
    us.act(over, type="chat", text="My own words")
    ussr.act(over, type="chat", text="Words of the other")
    ussr.act(over, type="resign")
    running = us.create(side="us")
    ussr.post(f"/games/{running['id']}/join", {"invite": running["invite"]})
    us.post("/me/notices", {"push": {"move": True}}, method="PUT")
    data, games = exported(us)
    assert data["user"]["name"] == us.get("/me")["user"]["name"]
    assert [one["text"] for one in data["chat"]] == ["My own words"]
    assert {one["id"] for one in data["games"]} == {over, running["id"]}
    assert data["notices"]["push"]["move"]
    assert len(data["devices"]) >= 1
    assert list(games) == [f"games/{over}.json"]
    # The program itself can read the game again.
    assert game_from_dict(games[f"games/{over}.json"]).game.record
    assert server.client().refused("GET", "/me/export") == "not_signed_in"


def test_answers_to_puzzles_are_exported_and_forgotten(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        me, _ = account(server, "Puzzled Paul")
        puzzle = me.get("/puzzles/daily")["puzzle"]["id"]
        me.post(f"/puzzles/{puzzle}/tries")
        me.post(f"/puzzles/{puzzle}/vote", {"vote": "too_hard"}, method="PUT")
        [mine] = exported(me)[0]["puzzles"]
        assert (mine["puzzle"], mine["card"], mine["use"]) == (puzzle, "", "")
        assert (mine["solved"], mine["vote"]) == (False, 1)
        me.request("DELETE", "/me", json={"password": PASSWORD})
        assert server.client().post(f"/puzzles/{puzzle}/tries")["crowd"]["people"] == 1


def test_a_deleted_account_leaves_no_name(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        me, _ = account(server, "Vanishing Vera")
        other, _ = account(server)
        made = {}
        for name in ("over", "running"):
            game = me.create(side="us", public=True, rated=True)
            other.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
            made[name] = game["id"]
        me.act(made["over"], type="chat", text="Vera was here")
        other.act(made["over"], type="resign")
        opened = me.create(side="us", public=True)
        me.post("/me/notices", {"push": {"move": True}}, method="PUT")
        user_id = me.get("/me")["user"]["id"]
        wrong = {"password": "not this one"}
        assert me.refused("DELETE", "/me", wrong) == "wrong_password"
        answer = me.request("DELETE", "/me", json={"password": PASSWORD})
        assert answer.json()["user"] is None
        assert me.get("/me")["user"] is None
        sign_in = {"name": "Vanishing Vera", "password": PASSWORD}
        assert server.client().refused("POST", "/sign-in", sign_in) == "wrong_password"
        # The running game was given up, the open one is gone, the others keep theirs.
        ended = other.get(f"/games/{made['running']}")
        assert ended["result"]["winner"] == "ussr"
        assert {one["name"] for one in ended["players"]} >= {"Deleted player"}
        assert opened["id"] not in [one["id"] for one in other.get("/lobby")["open"]]
        assert other.get(f"/games/{made['over']}")["result"]["winner"] == "us"
        assert other.get(f"/games/{made['over']}/chat")["lines"] == []
        assert user_id not in json.dumps(other.get("/ratings"))
        # The name is free again.
        account(server, "Vanishing Vera 2")
        account(server, "Vanishing Vera")
        heard = "".join(other.heard[-6:])
        assert "Vera" not in heard


def test_programs_and_tournaments_end_with_the_account(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        me, name = account(server, "Fading Fay")
        robot, _ = program(server, me, "Fay's robot")
        first, second = (account(server)[0] for _ in range(2))
        played = robot.create(public=True, rated=True, side="us")["id"]
        first.post(f"/games/{played}/join", {})

        def entered(organiser: Client, *others: Client, **wish: object) -> str:
            shown = announce(organiser, public=False, **wish)
            for one in others:
                one.post(f"/tournaments/{shown['info']['id']}/join", {"invite": shown["invite"]})
            return f"/tournaments/{shown['info']['id']}"

        mine_not_begun = entered(me, first)
        mine_running = entered(me, first, second, cycles=2)
        game_of_others = current(me.post(f"{mine_running}/start"))[0]["game"]
        not_begun = entered(first, me, robot)
        running = entered(first, me, first, cycles=2)
        given_up = current(first.post(f"{running}/start"))[0]["game"]
        # A tournament's games are its players', not its organiser's.
        running_games = [one["id"] for one in me.get("/me/games")["games"]]
        assert game_of_others not in running_games
        assert given_up in running_games
        data, _ = exported(me)
        assert {one["id"] for one in data["games"]} == set(running_games)
        [about] = data["programs"]
        assert (about["user"]["name"], about["may_play"]) == ("Fay's robot", True)
        assert [one["id"] for one in about["games"]] == [played]
        assert sorted(one["status"] for one in data["organised"]) == ["joining", "running"]
        assert {one["standing"]["name"] for one in data["tournaments"]} == {name}
        assert len(data["tournaments"]) == 2

        me.request("DELETE", "/me", json={"password": PASSWORD})
        assert robot.refused("GET", "/me") == "bad_token"
        assert first.get(f"/games/{played}")["result"]["winner"] == "ussr"
        assert first.get(not_begun)["entrants"] == []
        shown = first.get(running)
        assert {one["name"] for one in shown["entrants"]} >= {"Deleted player"}
        assert shown["info"]["status"] == "finished"
        [lost] = shown["pairings"]
        assert lost["game"] == given_up
        assert {lost["points_us"], lost["points_ussr"]} == {0, 1}
        assert first.get(mine_not_begun)["info"]["status"] == "cancelled"
        # What others play goes on, and who joined first organises it.
        assert first.get(f"/games/{game_of_others}")["status"] == "active"
        second.act(game_of_others, type="resign")
        advance(server, mine_running.rpartition("/")[2])
        pairing, draw = f"{mine_running}/pairings/2/1", {"result": "draw"}
        assert second.refused("PUT", pairing, draw) == "forbidden"
        first.post(pairing, draw, "PUT")
        shown = first.get(mine_running)
        assert shown["info"]["status"] == "finished"
        assert shown["info"]["organiser"] == first.get("/me")["user"]["name"]
        told = json.dumps([first.get("/tournaments"), first.get("/ratings"), shown])
        assert "Fay" not in told


def test_a_guest_goes_without_a_password(server: LiveServer) -> None:
    guest = server.client()
    guest.post("/me")
    assert guest.request("DELETE", "/me", json={}).json()["user"] is None
    assert guest.get("/me")["user"] is None


def test_the_host_has_a_page(folder: Path) -> None:
    text = "# Terms\n\nBe kind.\n"
    terms = folder / "terms.txt"
    terms.write_text(text, encoding="utf-8")
    settings = settings_for(folder / "data", terms=str(terms), contact="host@example.org")
    with LiveServer(settings) as server:
        client = server.client()
        assert client.get("/host") == {"terms": text, "contact": "host@example.org"}
        assert client.get("/me")["terms"]
    with pytest.raises(ConfigError, match="can't be read"):
        settings_for(folder, terms=str(folder / "missing")).read_terms()


def test_a_host_who_says_nothing(server: LiveServer) -> None:
    assert server.client().get("/host") == {"terms": None, "contact": None}
    assert not server.client().get("/me")["terms"]
