"""What people answer to puzzles: noted once, told afterwards in shares, and moving the rating."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.live_server import Client, Json, LiveServer, settings_for
from tests.server.study.test_puzzles import whole
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.ids import NO_CARD
from twilight.server.http.routes.puzzle_tries import FEWEST
from twilight.study.puzzles.puzzle import Puzzle, shipped_puzzles

HEADLINES = [one for one in shipped_puzzles() if one.kind == "headline"]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Run a server at which nobody has tried a puzzle."""
    folder: Path = tmp_path_factory.mktemp("puzzles")
    with LiveServer(settings_for(folder)) as running:
        yield running


def answer(client: Client, puzzle: Puzzle, place: int | None = 0, **more: object) -> Json:
    """Answer a puzzle with one of its plays, or give it up."""
    answers = "" if place is None else ",".join(whole(puzzle, place))
    return client.post(f"/puzzles/{puzzle.id}/tries", {"answers": answers, **more})


def rating_of(client: Client, puzzle: Puzzle) -> int:
    table: int = client.get(f"/puzzles/{puzzle.id}")["puzzle"]["rating"]
    [listed] = [one for one in client.get("/puzzles")["puzzles"] if one["id"] == puzzle.id]
    assert listed["rating"] == table
    return table


def test_shares_are_told_from_the_twentieth_answer_on(fresh: LiveServer) -> None:
    puzzle = HEADLINES[0]
    before = rating_of(fresh.client(), puzzle)
    for number in range(1, FEWEST):
        told = answer(fresh.client(), puzzle, 0 if number % 4 == 0 else 1)
        assert (told["crowd"] is not None) == (number % 4 == 0)
        if told["crowd"]:
            assert told["crowd"] == {"people": number, "solved": None, "plays": []}
    crowd = answer(fresh.client(), puzzle)["crowd"]
    assert crowd["people"] == FEWEST
    assert crowd["solved"] == 5 / FEWEST
    shares = {(one["card"], one["use"]): one["share"] for one in crowd["plays"]}
    first, second = ((ACTION_KEYS[one.card], ACTION_KEYS[one.use]) for one in puzzle.plays[:2])
    assert (shares[first], shares[second]) == (5 / FEWEST, 15 / FEWEST)
    assert sum(shares.values()) == 1
    # Fewer have solved it than half.
    assert rating_of(fresh.client(), puzzle) > before


def test_the_first_answer_counts_and_a_hint_is_no_solution(fresh: LiveServer) -> None:
    puzzle = HEADLINES[1]
    client = fresh.client()
    assert answer(client, puzzle, 1)["crowd"] is None
    harder = rating_of(client, puzzle)
    again = answer(client, puzzle)
    assert again["crowd"]["people"] == 1
    assert again["rating"] == harder == rating_of(client, puzzle)
    alone, aided = HEADLINES[2:4]
    assert answer(fresh.client(), alone)["rating"] < alone.rating
    assert answer(fresh.client(), aided, aided=True)["rating"] > aided.rating


def test_giving_up_is_an_answer_without_a_play(fresh: LiveServer) -> None:
    puzzle = HEADLINES[4]
    told = answer(fresh.client(), puzzle, None)
    assert told["crowd"] == {"people": 1, "solved": None, "plays": []}
    assert told["rating"] > puzzle.rating
    for _ in range(FEWEST - 1):
        told = answer(fresh.client(), puzzle)
    # There are twenty people, but not twenty plays.
    assert told["crowd"] == {"people": FEWEST, "solved": None, "plays": []}


def test_each_has_one_vote_that_can_change(fresh: LiveServer) -> None:
    puzzle = HEADLINES[5]
    client = fresh.client()
    path = f"/puzzles/{puzzle.id}/vote"
    assert client.refused("PUT", path, {"vote": "too_hard"}) == "not_over"
    before = answer(client, puzzle)
    assert before["vote"] is None

    def voted(vote: str | None) -> int:
        told = client.post(path, {"vote": vote}, method="PUT")
        assert told["vote"] == vote
        assert told["crowd"] is None
        rating: int = told["rating"]
        assert rating == rating_of(client, puzzle)
        return rating

    harder, easier = voted("too_hard"), voted("too_easy")
    assert harder > before["rating"] > easier
    assert voted("too_easy") == easier
    # It is remembered, and can be taken back.
    assert answer(client, puzzle)["vote"] == "too_easy"
    assert voted(None) == before["rating"]


def test_nothing_is_told_before_a_puzzle_was_answered(fresh: LiveServer) -> None:
    puzzle = next(one for one in shipped_puzzles() if one.solution.card != NO_CARD)
    told = str(fresh.client().get(f"/puzzles/{puzzle.id}"))
    assert "crowd" not in told
    assert "share" not in told


def test_bad_input_is_refused(fresh: LiveServer) -> None:
    client = fresh.client()
    puzzle = next(one for one in shipped_puzzles() if one.kind == "space_or_spend")
    path = f"/puzzles/{puzzle.id}/tries"
    assert client.refused("POST", "/puzzles/nothing/tries", {}) == "not_found"
    assert client.refused("POST", path, {"answers": "moon"}) == "unknown_action"
    assert client.refused("POST", path, {"answers": whole(puzzle)[0]}) == "illegal_action"
    assert client.refused("POST", path, {"answers": "a" * 500}) == "bad_message"
    assert client.refused("PUT", f"/puzzles/{puzzle.id}/vote", {"vote": "dull"}) == "bad_message"
    assert client.refused("PUT", "/puzzles/nothing/vote", {"vote": None}) == "not_found"
    assert rating_of(client, puzzle) == puzzle.rating
