"""Profiles: ratings on one scale with the levels, results, favourite cards, head to head."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import delete

from tests.server.live_server import Client, Json, LiveServer, play_answers, settings_for
from tests.server.people.test_accounts import account, rated_game
from twilight.server.people import levels
from twilight.server.people.levels import Strength
from twilight.server.storage.models import CardUseRow
from twilight.server.storage.rating_scale import (
    model_deviation,
    model_rating,
    shown_deviation,
    shown_rating,
)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the weakest level have a strength of its own, whatever its matches say."""
    monkeypatch.setitem(levels.level_strengths(), "random", Strength(1700, 20, 400))


def wait_for(ask: Callable[[], Json], done: Callable[[Json], Any]) -> Json:
    """Ask until something has happened beside."""
    for _ in range(3000):
        answer = ask()
        if done(answer):
            return answer
        time.sleep(0.02)
    raise AssertionError(answer)


def test_the_scale_is_that_of_elo() -> None:
    assert shown_rating(25.0) == 1500
    for shown in (800, 1500, 1650, 2200):
        assert shown_rating(model_rating(shown)) == shown
    assert shown_deviation(model_deviation(90)) == 90
    # 400 points more are ten to one, by the model's own update: nothing is gained or lost on
    # average when the stronger one wins ten games of eleven.
    model = PlackettLuce(tau=0)
    sigma = 0.01
    strong, weak = model_rating(1900), model_rating(1500)
    teams = [[model.rating(mu=strong, sigma=sigma)], [model.rating(mu=weak, sigma=sigma)]]
    won = model.rate(teams, ranks=[1, 2])[0][0].mu - strong
    lost = model.rate(teams, ranks=[2, 1])[0][0].mu - strong
    assert 10 * won + lost == pytest.approx(0, abs=abs(lost) / 50)


@pytest.mark.usefixtures("measured")
def test_a_rated_game_against_a_level_counts_by_its_strength(server: LiveServer) -> None:
    player, name = account(server)
    wish = {"mode": "computer", "bot": "random", "side": "us", "rated": True}
    game = player.post("/games", wish)["id"]
    player.act(game, type="resign")
    profile = wait_for(
        lambda: player.get(f"/users/{name}"), lambda one: one["user"]["rated_games"] == 1
    )
    lost = 1500 - profile["user"]["rating"]
    assert 0 < lost < 120
    [point] = profile["ratings"]
    assert profile["change"] == point["rating"] - 1500
    # Against somebody of the own strength it would have cost more.
    (other, other_name), (third, _) = account(server), account(server)
    again = rated_game(other, third)
    other.act(again, type="resign")
    other_profile = wait_for(
        lambda: other.get(f"/users/{other_name}"), lambda one: one["user"]["rated_games"] == 1
    )
    assert 1500 - other_profile["user"]["rating"] > lost
    # The level's own rating comes from its matches alone.
    [level] = [one for one in player.request("GET", "/bots").json() if one["bot"] == "random"]
    assert (level["rating"], level["rating_deviation"]) == (1700, 20)


@pytest.mark.usefixtures("measured")
def test_what_can_be_rated_against_the_computer(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = {"mode": "computer", "bot": "random", "side": "us", "rated": True}
    assert server.client().refused("POST", "/games", wish) == "rated_needs_account"
    player, _ = account(server)
    assert player.refused("POST", "/games", {**wish, "seed": "known"}) == "bad_rules"
    assert player.refused("POST", "/games", {**wish, "mode": "hotseat", "bot": ""}) == "bad_rules"
    game = player.post("/games", wish)["id"]
    refused = player.refused(
        "POST", f"/games/{game}/messages", {"type": "offer", "offer": "takeback"}
    )
    assert refused in ("only_casual", "no_undo")
    monkeypatch.delitem(levels.level_strengths(), "random")
    assert player.refused("POST", "/games", wish) == "bad_rules"


def finished_by_hand(server: LiveServer, host: Client, guest: Client, **wish: object) -> str:
    game = host.create(public=True, side="ussr", **wish)
    guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    play_answers([host, guest], game["id"], Random(5), 120)
    if host.get(f"/games/{game['id']}")["status"] == "active":
        guest.act(game["id"], type="resign")
    game_id: str = game["id"]
    return game_id


def test_a_profile_tells_results_and_favourite_cards(server: LiveServer) -> None:
    (host, host_name), (guest, guest_name) = account(server), account(server)
    game = finished_by_hand(server, host, guest)
    solo = host.post("/games", {"mode": "computer", "bot": "random", "side": "us"})["id"]
    host.act(solo, type="resign")
    profile = wait_for(lambda: host.get(f"/users/{host_name}"), lambda one: one["cards"])
    result = host.get(f"/games/{game}")["result"]
    won = int(result["winner"] == "ussr")
    assert profile["by_side"]["us"] == {"won": 0, "lost": 1, "drawn": 0}
    assert profile["by_side"]["ussr"]["won"] == won
    lost, none = {"won": 0, "lost": 1, "drawn": 0}, {"won": 0, "lost": 0, "drawn": 0}
    assert profile["by_level"] == [
        {"bot": "random", "results": lost, "by_side": {"us": lost, "ussr": none}}
    ]
    [opponent] = profile["by_opponent"]
    assert (opponent["name"], opponent["results"]["won"]) == (guest_name, won)
    assert sum(one["games"] for one in profile["endings"]) == 2
    # The cards are those that the log tells of.
    facts = host.get(f"/games/{game}/journal")["facts"]
    headlines = [
        one["subject"] for one in facts if (one["kind"], one["side"]) == ("headline", "ussr")
    ]
    shown = {one["card"]: one for one in profile["cards"]}
    assert headlines
    for card in set(headlines) & set(shown):
        assert shown[card]["headline"] == headlines.count(card)
    assert all(one["games"] == 1 and one["won"] == won for one in profile["cards"])
    listed = host.get(f"/users/{host_name}/games")["games"]
    assert {one["id"] for one in listed} == {game, solo}
    # Others see the public ones alone.
    assert [one["id"] for one in guest.get(f"/users/{host_name}/games")["games"]] == [game]
    between = guest.get(f"/users/{guest_name}/against/{host_name}")
    assert between["by_side"]["us"]["lost"] == won
    assert between["by_side"]["ussr"] == {"won": 0, "lost": 0, "drawn": 0}


def test_cards_are_counted_after_a_restart(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with LiveServer(settings) as server:
        (host, name), (guest, _) = account(server), account(server)
        finished_by_hand(server, host, guest)
        before = wait_for(lambda: host.get(f"/users/{name}"), lambda one: one["cards"])["cards"]

        async def forget() -> None:
            async with server.hub.database.write() as session:
                await session.execute(delete(CardUseRow))

        server.call(forget)
        assert host.get(f"/users/{name}")["cards"] == []
    with LiveServer(settings) as server:
        client = server.client()
        after = wait_for(lambda: client.get(f"/users/{name}"), lambda one: one["cards"])["cards"]
    assert after == before


def test_a_level_is_as_strong_as_what_was_measured_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in [name for name in levels.level_strengths() if name[:7] in ("general", "marshal")]:
        monkeypatch.delitem(levels.level_strengths(), other)
    for name, rating, games in (
        ("general:seconds=0.1", 1600, 400),
        ("general:seconds=0.05", 1550, 400),
        ("general:seconds=0.3", 1700, 42),
    ):
        monkeypatch.setitem(levels.level_strengths(), name, Strength(rating, 20, games))
    assert levels.level_strength("general:seconds=0.05") == Strength(1550, 20, 400)
    # A few games that went well say less than many.
    assert levels.level_strength("general:seconds=2") == Strength(1600, 20, 400)
    assert levels.level_strength("marshal") is None
