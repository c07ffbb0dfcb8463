"""Puzzles through the server: a play is judged when it is whole, and nothing hidden is told."""

from datetime import date

import pytest

from tests.server.live_server import LiveServer
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.ids import INFLUENCE, NO_CARD, PASS
from twilight.engine.types import US, USSR
from twilight.study.puzzles.attempt import Attempt
from twilight.study.puzzles.puzzle import Puzzle, shipped_puzzles


def whole(puzzle: Puzzle, place: int = 0) -> list[str]:
    """Return the answers of a play whose targets need not be named one by one."""
    play = puzzle.plays[place]
    keys = [ACTION_KEYS[play.card]]
    if play.use != PASS:
        keys.append(ACTION_KEYS[play.use])
    return [*keys, *(ACTION_KEYS[country] for country in play.countries)]


@pytest.mark.parametrize("kind", ["headline", "scoring_swing", "space_or_spend"])
def test_the_answer_solves_it(server: LiveServer, kind: str) -> None:
    client = server.client()
    listed = {one["id"]: one for one in client.get("/puzzles")["puzzles"]}
    puzzle = next(
        one
        for one in shipped_puzzles()
        if one.kind == kind and not one.solution.countries and one.solution.card != NO_CARD
    )
    assert listed[puzzle.id]["kind"] == kind
    asked = client.get(f"/puzzles/{puzzle.id}")
    assert asked["verdict"] is None
    assert asked["plays"] == []
    assert asked["view"]["viewer"] == asked["puzzle"]["side"]
    enemy = "ussr" if asked["puzzle"]["side"] == "us" else "us"
    known = puzzle.game().state.known[0 if enemy == "ussr" else 1]
    assert len(asked["view"]["hands"][enemy]) <= len(known)
    solved = client.get(f"/puzzles/{puzzle.id}?answers={','.join(whole(puzzle))}&lang=es")
    assert solved["verdict"] == "solved"
    assert solved["plays"][0]["loss"] == 0
    assert solved["plays"][0]["why"]


def test_a_wrong_card_and_giving_up(server: LiveServer) -> None:
    client = server.client()
    puzzle = next(one for one in shipped_puzzles() if one.kind == "headline")
    wrong = client.get(f"/puzzles/{puzzle.id}?answers={ACTION_KEYS[puzzle.plays[1].card]}")
    assert wrong["verdict"] == "not"
    assert wrong["plays"] == []
    # Why not is told, and nothing of what would be better.
    assert wrong["tried"]["play"]["card"] == ACTION_KEYS[puzzle.plays[1].card]
    assert wrong["tried"]["loss"] > 0
    chances = [one["chance"] for one in client.get(f"/puzzles/{puzzle.id}?reveal=true")["plays"]]
    assert len(chances) > 1
    assert chances == sorted(chances, reverse=True)


def test_a_hint_and_the_puzzle_of_the_day(server: LiveServer) -> None:
    client = server.client()
    daily = client.get("/puzzles/daily")
    assert date.fromisoformat(daily["day"])
    table = client.get(f"/puzzles/{daily['puzzle']['id']}")
    assert table["day"] == daily["day"]
    other = next(one for one in shipped_puzzles() if one.id != daily["puzzle"]["id"])
    assert client.get(f"/puzzles/{other.id}")["day"] is None
    english, spanish = (client.get(f"/puzzles/{other.id}/hint?lang={one}") for one in ("en", "es"))
    assert english["text"] != spanish["text"]
    assert english["regions"] == spanish["regions"]
    assert client.refused("GET", "/puzzles/nothing/hint") == "not_found"


def test_bad_input_is_refused(server: LiveServer) -> None:
    client = server.client()
    puzzle = next(one for one in shipped_puzzles() if one.kind == "headline")
    assert client.refused("GET", "/puzzles/nothing") == "not_found"
    assert client.refused("GET", f"/puzzles/{puzzle.id}?answers=moon") == "unknown_action"
    assert client.refused("GET", f"/puzzles/{puzzle.id}?answers=thailand") == "illegal_action"


def test_the_table_shows_what_the_solution_does(server: LiveServer) -> None:
    client = server.client()
    puzzle = next(one for one in shipped_puzzles() if one.solution.changes)
    before = client.get(f"/puzzles/{puzzle.id}")
    assert before["changes"] == []
    told = client.get(f"/puzzles/{puzzle.id}?reveal=true")
    assert told["changes"] == told["plays"][0]["changes"]
    for change in told["changes"]:
        was = before["view"]["influence"].get(change["country"], {"us": 0, "ussr": 0})
        now = told["view"]["influence"].get(change["country"], {"us": 0, "ussr": 0})
        assert {side: now[side] - was[side] for side in ("us", "ussr")} == {
            side: change[side] for side in ("us", "ussr")
        }
    # The card is still in the hand, where it is shown.
    assert ACTION_KEYS[puzzle.solution.card] in told["view"]["hands"][before["puzzle"]["side"]]


def test_a_headline_is_whole_with_its_card() -> None:
    """Also that of the side that chooses second, after which the headlines happen at once."""
    headlines = [one for one in shipped_puzzles() if one.kind == "headline"]
    assert {one.side for one in headlines} == {US, USSR}
    for puzzle in headlines:
        for play in puzzle.plays:
            assert not Attempt(puzzle).is_whole
            attempt = Attempt(puzzle, [play.card])
            assert attempt.is_whole, puzzle.id
            assert (attempt.verdict() == "solved") == (play is puzzle.solution)


def test_own_points_are_shown_where_they_went() -> None:
    puzzle = next(
        one
        for one in shipped_puzzles()
        if one.solution.use == INFLUENCE and len(set(one.solution.countries)) > 1
    )
    elsewhere = [puzzle.solution.countries[0]] * len(puzzle.solution.countries)
    answers = [puzzle.solution.card, INFLUENCE, *elsewhere]
    attempt = Attempt(puzzle)
    for action in answers:
        if attempt.is_whole:
            break
        attempt.answer(action)
    assert attempt.verdict() == "solved"
    own = {change.country for change in attempt.changes()}
    assert puzzle.solution.countries[0] in own
    assert own != {change.country for change in puzzle.solution.changes}


def test_the_position_of_a_puzzle_is_studied(server: LiveServer) -> None:
    client = server.client()
    puzzle = next(one for one in shipped_puzzles() if one.kind == "scoring_swing")
    kept = client.post(f"/puzzles/{puzzle.id}/study")
    assert kept["answer"] == len(puzzle.answers)
    there = client.get(f"/games/{kept['game']}/positions/{kept['answer']}")
    asked = client.get(f"/puzzles/{puzzle.id}")
    assert there["view"]["influence"] == asked["view"]["influence"]
    assert there["view"]["prompt"]["kind"] == asked["view"]["prompt"]["kind"]
    assert client.refused("POST", "/puzzles/nothing/study") == "not_found"
