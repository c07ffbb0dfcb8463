"""Puzzles through the server: a play is judged when it is whole, and nothing hidden is told."""

import pytest

from tests.server.live_server import LiveServer
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.ids import NO_CARD, PASS
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
    assert client.get(f"/puzzles/{puzzle.id}?reveal=true")["plays"]


def test_bad_input_is_refused(server: LiveServer) -> None:
    client = server.client()
    puzzle = next(one for one in shipped_puzzles() if one.kind == "headline")
    assert client.refused("GET", "/puzzles/nothing") == "not_found"
    assert client.refused("GET", f"/puzzles/{puzzle.id}?answers=moon") == "unknown_action"
    assert client.refused("GET", f"/puzzles/{puzzle.id}?answers=thailand") == "illegal_action"
