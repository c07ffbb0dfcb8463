"""The lobby: who may join what, with the word of the server, and what a watcher learns from it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, play_answers, settings_for, two_players
from tests.server.people.test_accounts import account
from tests.server.people.test_programs import program
from tests.server.play.test_watching import rated_and_public
from twilight.engine.board import COUNTRY_KEYS
from twilight.server.people.programs import MOST_GAMES


def listed(client: Client, game: str, part: str = "open") -> dict[str, Any]:
    [found] = [one for one in client.get("/lobby")[part] if one["id"] == game]
    return dict(found)


def reason(client: Client, game: str) -> str | None:
    """Tell why the lobby lets nobody join; it must be what joining says."""
    refused = listed(client, game)["refused"]
    if refused is None:
        return None
    answer = client.request("POST", f"/games/{game}/join", json={})
    assert answer.json() == refused
    return str(refused["code"])


def test_the_lobby_says_who_may_not_join(server: LiveServer) -> None:
    host, _ = account(server)
    game = host.create(rated=True, public=True)["id"]
    nobody, guest = server.client(), server.client()
    guest.post("/me")
    assert reason(nobody, game) == "rated_needs_account"
    assert reason(guest, game) == "rated_needs_account"
    # The host sits there, and joins without harm.
    assert listed(host, game)["refused"] is None
    assert listed(host, game)["your_seats"] == [1]
    other, _ = account(server)
    assert reason(other, game) is None
    other.post(f"/games/{game}/join", {})
    assert game in [one["id"] for one in other.get("/lobby")["running"]]


def test_a_casual_game_is_for_everybody(server: LiveServer) -> None:
    game = server.client().create(public=True)["id"]
    nobody = server.client()
    assert reason(nobody, game) is None
    assert nobody.post(f"/games/{game}/join", {})["status"] == "active"


def test_the_lobby_tells_programs_why_not(server: LiveServer) -> None:
    owner, name = account(server)
    game = server.client().create(public=True)["id"]
    robot, _ = program(server, owner, f"{name} full")
    assert reason(robot, game) is None
    for _ in range(MOST_GAMES):
        robot.create()
    assert reason(robot, game) == "busy"
    casual = owner.create()
    token = owner.post(f"/games/{casual['id']}/seats/0/token")["token"]
    assert reason(server.client(token), game) == "forbidden"


def test_a_game_to_watch_is_shown_as_it_stands(server: LiveServer) -> None:
    host, guest, game = two_players(server, public=True)
    play_answers([host, guest], game, Random(3), 30)
    seen = listed(server.client(), game, "running")
    margins = host.table(game)["view"]["control"]
    for side in ("us", "ussr"):
        held = {COUNTRY_KEYS[index] for index, lacks in enumerate(margins[side]) if lacks < 0}
        assert held
        assert held == set(seen["control"][side])


@pytest.fixture
def slow_view(tmp_path: Path) -> LiveServer:
    return LiveServer(settings_for(tmp_path, watch_delay=600))


def test_a_rated_game_is_shown_late(slow_view: LiveServer) -> None:
    with slow_view as server:
        host, guest, game = rated_and_public(server)
        watcher = server.client()
        before = listed(watcher, game, "running")
        play_answers([host, guest], game, Random(3), 60)
        late = listed(watcher, game, "running")
        assert late["answers"] == 0
        assert late["control"] == before["control"]
        now = listed(host, game, "running")
        assert now["answers"] >= 60
        assert now["control"] != late["control"]


def test_a_rated_game_that_rests_is_not_opened(server: LiveServer) -> None:
    host, guest, game = rated_and_public(server)
    play_answers([host, guest], game, Random(3), 30)
    seen = listed(host, game, "running")
    server.hub.rooms.clear()
    server.call(lambda: server.hub.store.change(game, updated_at=server.hub.now() - 86_400_000))
    shown = listed(server.client(), game, "running")
    assert shown["control"] == seen["control"]
    assert game not in server.hub.rooms


def test_who_looks_again_costs_no_reading(
    slow_view: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with slow_view as server:
        _, _, game = rated_and_public(server)
        read: list[str] = []
        store = server.hub.store
        entries_after = store.entries_after

        async def counted(game_id: str, number: int) -> Any:
            read.append(game_id)
            return await entries_after(game_id, number)

        monkeypatch.setattr(store, "entries_after", counted)
        for _ in range(3):
            listed(server.client(), game, "running")
        assert read == [game]
