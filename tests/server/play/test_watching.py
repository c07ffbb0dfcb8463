"""Watching: private games by consent of both, rated ones late, and back to any moment."""

from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import Client, LiveServer, play_answers, settings_for, two_players
from tests.server.people.test_accounts import account, rated_game
from twilight.server.http.live import CLOSE_REFUSED


def agree(player: Client, game: str, yes: bool = True) -> str | None:
    watch: str | None = player.post(f"/games/{game}/watching", {"agree": yes})["watch"]
    return watch


def test_a_private_game_is_watched_when_both_have_agreed(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    stranger = server.client()
    assert agree(host, game) is None
    info = guest.get(f"/games/{game}")
    assert info["watch_agreed"] == [1]
    assert info["watch"] is None
    key = agree(guest, game)
    assert key
    assert host.get(f"/games/{game}")["watch"] == key
    path = f"/games/{game}"
    assert stranger.get(f"{path}/table?invite={key}")["view"]["viewer"] == "spectator"
    assert stranger.refused("POST", f"{path}/watching", {"agree": True}) == "not_found"
    # The key is for looking, and not for sitting down or the other way round.
    assert stranger.refused("POST", f"{path}/join", {"invite": key}) == "not_found"


def test_a_game_that_may_be_watched_stays_among_ones_own(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    before = host.get(f"/games/{game}")["updated_at"]
    agree(host, game)
    agree(guest, game)
    assert host.get(f"/games/{game}")["updated_at"] == before
    [own] = host.get("/me/games/standing")["games"]
    assert own["info"]["id"] == game


def test_either_player_ends_the_link(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    agree(host, game)
    key = agree(guest, game)
    stranger = server.client()
    with stranger.live(game, f"?invite={key}") as live:
        live.until("update")
        assert agree(host, game, False) is None
        assert live.until_closed() == CLOSE_REFUSED
    assert stranger.refused("GET", f"/games/{game}?invite={key}") == "not_found"
    # A new consent makes a new link.
    assert agree(host, game) not in (None, key)


def test_the_invitation_opens_a_game_before_and_after(server: LiveServer) -> None:
    host, guest = server.client(), server.client()
    made = host.create()
    path, invite = f"/games/{made['id']}", made["invite"]
    stranger = server.client()
    assert stranger.get(f"{path}?invite={invite}")["status"] == "open"
    guest.post(f"{path}/join", {"invite": invite})
    assert stranger.refused("GET", f"{path}?invite={invite}") == "not_found"
    host.act(made["id"], type="resign")
    assert stranger.get(f"{path}?invite={invite}")["status"] == "finished"


def test_against_the_computer_the_only_player_decides(server: LiveServer) -> None:
    host = server.client()
    game = host.post("/games", {"mode": "computer", "bot": "random", "side": "us"})["id"]
    key = agree(host, game)
    assert server.client().get(f"/games/{game}?invite={key}")["watch_agreed"] == [1]


@pytest.fixture
def slow_view(tmp_path: Path) -> LiveServer:
    return LiveServer(settings_for(tmp_path, watch_delay=600))


def rated_and_public(server: LiveServer) -> tuple[Client, Client, str]:
    (host, _), (guest, _) = account(server), account(server)
    game = host.create(rated=True, public=True, side="ussr")["id"]
    guest.post(f"/games/{game}/join", {})
    return host, guest, game


def test_spectators_see_a_rated_game_late(slow_view: LiveServer) -> None:
    with slow_view as server:
        host, guest, game = rated_and_public(server)
        watcher = server.client()
        play_answers([host, guest], game, Random(3), 30)
        now = host.table(game)
        assert now["answers"] >= 30
        assert now["delay"] == 0
        late = watcher.table(game)
        assert (late["delay"], late["answers"]) == (600, 0)
        # Nothing but that the first turn begins.
        assert [one["kind"] for one in late["facts"]] == ["turn"]
        assert late["clock"] is None
        # By no other way does more of it come out.
        assert watcher.get(f"/games/{game}")["answers"] == 0
        assert watcher.get(f"/games/{game}/journal")["facts"] == late["facts"]
        assert watcher.get(f"/games/{game}/curve")["answers"] == 0
        assert watcher.refused("GET", f"/games/{game}/positions/20") == "not_found"
        before = watcher.get(f"/games/{game}/analysis/regions")
        assert before != host.get(f"/games/{game}/analysis/regions")
        with watcher.live(game) as live:
            live.until("update")
            assert live.update["answers"] == 0
            # What happens meanwhile is not told; when it is over, all is.
            play_answers([host, guest], game, Random(4), 4)
            host.act(game, type="resign")
            while live.update["status"] != "finished":
                live.receive()
            assert live.update["answers"] >= 34
        # No word of it was heard before the end.
        sent = [one for one in watcher.heard if '"type":"update"' in one]
        assert all('"answers":0' in one for one in sent[:-1])


def test_a_late_view_goes_on_by_itself(tmp_path: Path) -> None:
    with LiveServer(settings_for(tmp_path, watch_delay=1)) as server:
        host, guest, game = rated_and_public(server)
        play_answers([host, guest], game, Random(3), 12)
        answers = host.table(game)["answers"]
        watcher = server.client()
        with watcher.live(game) as live:
            live.until("update")
            while live.update["answers"] < answers:
                live.receive()
            assert live.update["view"]["viewer"] == "spectator"
            assert [one["text"] for one in live.facts]


def test_unrated_games_are_seen_at_once(server: LiveServer) -> None:
    host, guest, game = two_players(server, public=True)
    play_answers([host, guest], game, Random(3), 10)
    watcher = server.client()
    assert watcher.table(game)["answers"] == host.table(game)["answers"]


def test_spectators_step_back_while_it_goes_on(server: LiveServer) -> None:
    host, guest, game = two_players(server, public=True)
    play_answers([host, guest], game, Random(3), 25)
    watcher = server.client()
    answers = watcher.get(f"/games/{game}/curve")["answers"]
    first = watcher.get(f"/games/{game}/positions/3")
    assert (first["answer"], first["view"]["viewer"]) == (3, "spectator")
    assert answers >= 25
    play_answers([host, guest], game, Random(4), 2)
    again = watcher.get(f"/games/{game}/positions/3")
    assert again["answers"] > answers
    assert again["view"] == first["view"]


def test_the_players_of_a_rated_game_see_it_at_once(slow_view: LiveServer) -> None:
    with slow_view as server:
        (host, _), (guest, _) = account(server), account(server)
        game = rated_game(host, guest)
        play_answers([host, guest], game, Random(1), 6)
        for player in (host, guest):
            table = player.table(game)
            assert table["delay"] == 0
            assert table["answers"] >= 6
