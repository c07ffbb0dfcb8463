"""Tournaments: announced, joined by link, paired, played, forfeited, exported."""

import csv
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from tests.server.live_server import Client, Json, LiveServer, play_answers, settings_for
from tests.server.people.test_accounts import account
from twilight.server.storage.models import TournamentRow
from twilight.server.tournaments import progress


def announce(client: Client, **wish: object) -> Json:
    return client.post("/tournaments", {"name": "Spring", "form": "round_robin", **wish})


def seated(server: LiveServer, number: int, **wish: object) -> tuple[list[Client], str]:
    """Let some accounts join a tournament; the first one organises it and plays too."""
    people = [account(server)[0] for _ in range(number)]
    shown = announce(people[0], **wish)
    tournament: str = shown["info"]["id"]
    for person in people:
        person.post(f"/tournaments/{tournament}/join", {"invite": shown["invite"]})
    return people, tournament


def advance(server: LiveServer, tournament: str) -> None:
    server.call(lambda: progress.advance(server.hub, tournament))


def let_time_pass(server: LiveServer, tournament: str) -> None:
    async def pass_by() -> None:
        async with server.hub.database.write() as session:
            over = update(TournamentRow).where(TournamentRow.id == tournament)
            await session.execute(over.values(round_ends_at=1))

    server.call(pass_by)
    advance(server, tournament)
    advance(server, tournament)


def current(shown: Json) -> list[Json]:
    return [one for one in shown["pairings"] if one["round"] == shown["info"]["round"]]


def player_of(people: list[Client], shown: Json, number: int) -> Client:
    [user] = [one["user"] for one in shown["entrants"] if one["number"] == number]
    return next(one for one in people if one.get("/me")["user"]["id"] == user)


def resign(people: list[Client], shown: Json, pairing: Json, side: str) -> None:
    player_of(people, shown, pairing[side]).act(pairing["game"], type="resign")


def test_a_round_robin_of_three_from_the_invitation_to_the_table(server: LiveServer) -> None:
    people, tournament = seated(server, 3, public=False, about="Be kind.")
    organiser = people[0]
    path = f"/tournaments/{tournament}"
    shown = organiser.get(path)
    assert shown["info"]["status"] == "joining"
    # It is private: found by its players and by link, and by nobody else.
    stranger, _ = account(server)
    assert stranger.refused("GET", path) == "not_found"
    assert stranger.get(f"{path}?invite={shown['invite']}")["invite"] is None
    assert tournament not in str(stranger.get("/tournaments"))
    assert tournament in str(people[1].get("/tournaments"))
    assert people[1].refused("POST", f"{path}/start") == "forbidden"
    shown = organiser.post(f"{path}/start")
    assert (shown["info"]["round"], shown["info"]["rounds"]) == (1, 3)
    assert stranger.refused("POST", f"{path}/join", {"invite": shown["invite"]}) == "seat_taken"
    for number in (1, 2, 3):
        shown = organiser.get(path)
        assert shown["info"]["round"] == number
        [bye] = [one for one in current(shown) if one["us"] is None]
        assert (bye["points_ussr"], bye["decided"]) == (1, "bye")
        [game] = [one for one in current(shown) if one["us"] is not None]
        # The one with the lower number wins.
        loser = "us" if game["ussr"] < game["us"] else "ussr"
        resign(people, shown, game, loser)
        advance(server, tournament)
        advance(server, tournament)
    shown = organiser.get(path)
    assert shown["info"]["status"] == "finished"
    assert [(one["number"], one["points"], one["wins"]) for one in shown["entrants"]] == [
        (1, 3, 2),
        (2, 2, 1),
        (3, 1, 0),
    ]
    assert shown["tie_breaks"] == ["wins", "between", "sonneborn_berger"]
    sides = Counter(
        (number, side)
        for one in shown["pairings"]
        if one["us"] is not None
        for side, number in (("us", one["us"]), ("ussr", one["ussr"]))
    )
    assert all(sides[number, "us"] == sides[number, "ussr"] == 1 for number in (1, 2, 3))


def test_sides_clock_handicap_and_rating_reach_the_games(server: LiveServer) -> None:
    people, tournament = seated(
        server,
        2,
        rated=True,
        options={"handicap_side": "us", "handicap_amount": 2},
        clock={"type": "correspondence", "hours": 24, "increment_hours": 4, "cap_hours": 72},
    )
    shown = people[0].post(f"/tournaments/{tournament}/start")
    [pairing] = current(shown)
    game = people[0].get(f"/games/{pairing['game']}")
    assert game["rated"] is True
    assert game["status"] == "active"
    assert game["clock"]["type"] == "correspondence"
    assert game["rules"]["handicap_amount"] == 2
    ids = {one["number"]: one["user"] for one in shown["entrants"]}
    by_side = {one["side"]: one["user"] for one in game["players"]}
    assert by_side == {"us": ids[pairing["us"]], "ussr": ids[pairing["ussr"]]}


def test_who_has_to_move_is_told_to_those_who_may_know(server: LiveServer) -> None:
    people, tournament = seated(server, 2, rated=True)
    stranger, _ = account(server)
    path = f"/tournaments/{tournament}"
    shown = people[0].post(f"{path}/start")
    [pairing] = current(shown)
    for person in people:
        # The USSR sets up, for everybody at the table to see.
        assert current(person.get(path))[0]["to_move"] == pairing["ussr"]
        assert current(person.get(path))[0]["turn"] == 0
    # Spectators see a rated game late.
    assert current(stranger.get(path))[0]["to_move"] is None
    us, ussr = (player_of(people, shown, pairing[side]) for side in ("us", "ussr"))
    for _ in range(200):
        if people[0].table(pairing["game"])["view"]["segment"] == "headline":
            break
        assert play_answers(people, pairing["game"], Random(1), 1) == 1
    prompt = us.table(pairing["game"])["view"]["prompt"]
    us.act(
        pairing["game"],
        type="answer",
        decision=prompt["decision"],
        action=prompt["options"][0]["action"],
    )
    assert current(us.get(path))[0]["turn"] == 1
    # Whoever has chosen a headline does not learn that the other has not, nor the other that.
    assert current(us.get(path))[0]["to_move"] is None
    assert current(ussr.get(path))[0]["to_move"] == pairing["ussr"]


def test_bids_are_made_at_the_table(server: LiveServer) -> None:
    people, tournament = seated(server, 2, sides="bid")
    shown = people[0].post(f"/tournaments/{tournament}/start")
    [pairing] = current(shown)
    prompt = people[0].table(pairing["game"])["view"]["prompt"]
    assert prompt["kind"] in ("bid_side", "bid_amount")


def test_who_has_to_move_at_the_deadline_forfeits(server: LiveServer) -> None:
    people, tournament = seated(server, 2)
    shown = people[0].post(f"/tournaments/{tournament}/start")
    [pairing] = current(shown)
    # The USSR places its influence first.
    let_time_pass(server, tournament)
    shown = people[0].get(f"/tournaments/{tournament}")
    [pairing] = current(shown)
    assert (pairing["points_ussr"], pairing["points_us"]) == (0, 1)
    assert (pairing["decided"], pairing["ending"]) == ("game", "Forfeit")
    assert shown["info"]["status"] == "finished"


def test_the_organiser_extends_and_settles(server: LiveServer) -> None:
    people, tournament = seated(server, 2, cycles=2)
    path = f"/tournaments/{tournament}"
    shown = people[0].post(f"{path}/start")
    ends = shown["info"]["round_ends_at"]
    shown = people[0].post(f"{path}/extend", {"hours": 5})
    assert shown["info"]["round_ends_at"] == ends + 5 * 3_600_000
    assert people[1].refused("POST", f"{path}/extend", {"hours": 5}) == "forbidden"
    [first] = current(shown)
    body = {"result": "draw"}
    assert people[1].refused("PUT", f"{path}/pairings/1/1", body) == "forbidden"
    shown = people[0].post(f"{path}/pairings/1/1", body, "PUT")
    assert shown["info"]["round"] == 2
    assert people[0].get(f"/games/{first['game']}")["status"] == "aborted"
    settled = next(one for one in shown["pairings"] if one["round"] == 1)
    assert (settled["points_us"], settled["decided"]) == (0.5, "settled")
    [second] = current(shown)
    assert (second["us"], second["ussr"]) == (first["ussr"], first["us"])
    assert people[0].refused("PUT", f"{path}/pairings/1/1", body) == "game_over"


def test_who_withdraws_loses_and_later_opponents_have_a_bye(server: LiveServer) -> None:
    people, tournament = seated(server, 4)
    path = f"/tournaments/{tournament}"
    shown = people[0].post(f"{path}/start")
    leaver = next(
        one for one in shown["entrants"] if one["user"] == people[3].get("/me")["user"]["id"]
    )
    number = leaver["number"]
    mine = next(one for one in current(shown) if number in (one["us"], one["ussr"]))
    shown = people[3].post(f"{path}/leave")
    lost = next(one for one in shown["pairings"] if one["board"] == mine["board"])
    side = "us" if lost["us"] == number else "ussr"
    assert lost[f"points_{side}"] == 0
    [other] = [one for one in current(shown) if one["board"] != mine["board"]]
    resign(people, shown, other, "us")
    advance(server, tournament)
    shown = people[0].get(path)
    assert shown["info"]["round"] == 2
    byes = [one for one in current(shown) if one["us"] is None]
    assert len(byes) == 1
    assert number not in [one[key] for one in current(shown) for key in ("us", "ussr")]
    left = next(one for one in shown["entrants"] if one["number"] == number)
    assert left["left_round"] == 1


def test_before_it_begins_people_come_and_go(server: LiveServer) -> None:
    people, tournament = seated(server, 3, seats=3)
    path = f"/tournaments/{tournament}"
    stranger, _ = account(server)
    assert stranger.refused("POST", f"{path}/join", {}) == "seat_taken"
    assert people[2].post(f"{path}/leave")["info"]["entrants"] == 2
    assert stranger.post(f"{path}/join", {})["info"]["entrants"] == 3
    assert stranger.post(f"{path}/join", {})["info"]["entrants"] == 3
    number = next(
        one["number"]
        for one in people[0].get(path)["entrants"]
        if one["user"] == stranger.get("/me")["user"]["id"]
    )
    assert stranger.refused("DELETE", f"{path}/entrants/{number}") == "forbidden"
    people[0].request("DELETE", f"{path}/entrants/{number}")
    assert people[0].get(path)["info"]["entrants"] == 2
    shown = people[0].post(path, method="DELETE")
    assert shown["info"]["status"] == "cancelled"
    assert people[0].refused("POST", f"{path}/start") == "seat_taken"


def test_what_is_refused(server: LiveServer) -> None:
    guest = server.client()
    guest.post("/me")
    assert guest.refused("POST", "/tournaments", {"name": "Mine"}) == "forbidden"
    organiser, _ = account(server)
    wrong: list[Json] = [
        {"name": "x"},
        {"name": "Fine", "form": "knockout"},
        {"name": "Fine", "rounds": 0},
        {"name": "Fine", "form": "round_robin", "seats": 100},
        {"name": "Fine", "options": {"no_such_option": True}},
    ]
    for wish in wrong:
        assert organiser.refused("POST", "/tournaments", wish) in ("bad_message", "bad_rules")
    shown = announce(organiser, form="swiss", rounds=4)
    path = f"/tournaments/{shown['info']['id']}"
    assert guest.refused("POST", f"{path}/join", {}) == "forbidden"
    assert organiser.refused("POST", f"{path}/start") == "not_started"
    for _ in range(4):
        organiser.post(f"{path}/bots", {"bot": "random"})
    assert organiser.refused("POST", f"{path}/bots", {"bot": "nobody"}) == "bad_rules"
    # Four rounds of four players can't do without a rematch; two can.
    assert organiser.refused("POST", f"{path}/start") == "bad_rules"
    organiser.post(f"{path}/rounds/2", method="PUT")
    assert organiser.post(f"{path}/start")["info"]["status"] == "running"
    organiser.post(path, method="DELETE")


def test_the_export_holds_the_table_and_all_results(server: LiveServer) -> None:
    people, tournament = seated(server, 2)
    path = f"/tournaments/{tournament}"
    shown = people[0].post(f"{path}/start")
    resign(people, shown, current(shown)[0], "us")
    advance(server, tournament)
    advance(server, tournament)
    rows = list(csv.reader(people[0].get(f"{path}/export?format=csv")["text"].splitlines()))
    assert rows[0][:3] == ["place", "player", "points"]
    assert rows[1][2] == "1.0"
    assert rows[4][:2] == ["round", "board"]
    assert rows[5][-3] == "Forfeit"
    data = json.loads(people[0].get(f"{path}/export?format=json")["text"])
    assert data["info"]["status"] == "finished"
    assert data["invite"] is None
    assert people[0].refused("GET", f"{path}/export?format=pdf") == "bad_message"


def test_computer_players_of_one_level_are_told_apart_in_the_export(server: LiveServer) -> None:
    organiser, _ = account(server)
    path = f"/tournaments/{announce(organiser, form='swiss', rounds=1)['info']['id']}"
    for bot in ("random", "random", "baseline"):
        organiser.post(f"{path}/bots", {"bot": bot})
    rows = list(csv.reader(organiser.get(f"{path}/export?format=csv")["text"].splitlines()))
    assert {row[1] for row in rows[1:4]} == {"random (1)", "random (2)", "baseline"}


def wait_until(ask: Callable[[], Json], done: Callable[[Json], Any], tries: int = 6000) -> Json:
    for _ in range(tries):
        answer = ask()
        if done(answer):
            return answer
        time.sleep(0.05)
    raise AssertionError(answer["info"])


def check_pairings(shown: Json) -> None:
    """Nobody twice in a round, nobody against anybody twice, sides balanced."""
    met: Counter[frozenset[int]] = Counter()
    lean: Counter[int] = Counter()
    for number in range(1, shown["info"]["round"] + 1):
        paired = [one for one in shown["pairings"] if one["round"] == number]
        players = [one[key] for one in paired for key in ("us", "ussr") if one[key] is not None]
        assert len(players) == len(set(players)) == len(shown["entrants"])
        for one in paired:
            if one["us"] is not None:
                met[frozenset((one["us"], one["ussr"]))] += 1
                lean[one["us"]] += 1
                lean[one["ussr"]] -= 1
    assert set(met.values()) == {1}
    assert all(abs(one) <= 1 for one in lean.values())


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(settings_for(tmp_path, bot_workers=2)) as server:
        yield server


def test_computer_players_play_a_tournament_to_its_end(quick: LiveServer) -> None:
    organiser, _ = account(quick)
    shown = announce(organiser, form="swiss", rounds=2)
    path = f"/tournaments/{shown['info']['id']}"
    for _ in range(4):
        organiser.post(f"{path}/bots", {"bot": "random"})
    organiser.post(f"{path}/start")
    shown = wait_until(lambda: organiser.get(path), lambda one: one["info"]["status"] == "finished")
    check_pairings(shown)
    assert sum(one["points"] for one in shown["entrants"]) == 4
    assert all(one["decided"] == "game" for one in shown["pairings"])


@pytest.mark.slow
def test_a_tournament_of_64_runs_to_its_end(quick: LiveServer) -> None:
    organiser, _ = account(quick)
    # Games of three turns: what is tested here is the tournament.
    short = {"scenario": "late_war"}
    shown = announce(organiser, form="swiss", rounds=6, seats=64, options=short)
    path = f"/tournaments/{shown['info']['id']}"
    for _ in range(64):
        organiser.post(f"{path}/bots", {"bot": "random"})
    organiser.post(f"{path}/start")
    shown = wait_until(
        lambda: organiser.get(path), lambda one: one["info"]["status"] == "finished", 20_000
    )
    check_pairings(shown)
    assert len(shown["pairings"]) == 6 * 32
    assert sum(one["points"] for one in shown["entrants"]) == 6 * 32
    assert [one["place"] for one in shown["entrants"]] == list(range(1, 65))
    # Whoever has won all games is alone at the top, or shares it with nobody they have met.
    assert shown["entrants"][0]["points"] >= 5
