"""Counting results: win rates, intervals, and ratings."""

from array import array

import pytest

from twilight.bots.arena.matches import Result
from twilight.bots.arena.standings import can_be_rated, interval, quantile, ratings, standings
from twilight.engine.types import NOBODY, US, USSR, Actor, Reason


def result(
    ussr: str, us: str, winner: Actor, reason: Reason = Reason.VICTORY_POINTS, vp: int = 0
) -> Result:
    times = [array("f", [1.0, 3.0]), array("f", [2.0])]
    return Result((ussr, us), winner, reason, vp, 5, 100, times)


def test_standings_count_for_both_sides() -> None:
    games = [
        result("a", "b", USSR, vp=-20),
        result("b", "a", USSR, Reason.HELD_SCORING_CARD, vp=4),
        result("a", "b", NOBODY, Reason.FINAL_SCORING),
        result("b", "a", US, Reason.DEFCON, vp=2),
    ]
    games[3].avoidable_suicide = USSR
    found = standings(games)
    a, b = found["a"].to_dict(), found["b"].to_dict()
    assert (a["games"], a["win_rate"]) == (4, 0.625)
    assert (a["as_us"], a["as_ussr"]) == (0.5, 0.75)
    assert a["losses"] == {"held_scoring_card": 1}
    assert a["held_scoring"] == 1
    assert a["mean_vp"] == (20 + 4 + 0 + 2) / 4
    assert b["mean_vp"] == -6.5
    assert b["losses"] == {"victory_points": 1, "defcon": 1}
    assert (a["avoidable_suicides"], b["avoidable_suicides"]) == (0, 1)
    # Twice 1 and 3 as the USSR, twice 2 as the US.
    assert (b["ms_mean"], b["ms_median"], b["ms_p95"]) == (2.0, 2.0, 3.0)


def test_a_bot_against_itself_is_counted_on_both_sides() -> None:
    found = standings([result("a", "a", US), result("a", "a", USSR)])
    assert list(found) == ["a"]
    assert found["a"].games == [2, 2]
    assert found["a"].win_rate == 0.5


def test_intervals() -> None:
    assert interval(0.0, 0) == (0.0, 1.0)
    assert interval(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert interval(1.0, 10)[0] == pytest.approx(0.722, abs=0.001)
    assert quantile(array("f"), 0.5) is None


def test_ratings_follow_the_results() -> None:
    games = []
    for number in range(40):
        games.append(result("weak", "strong", US if number % 4 else USSR))
        games.append(result("middle", "strong", US if number % 3 else USSR))
        games.append(result("weak", "middle", US if number % 5 < 3 else USSR))
    table = ratings(games, ["weak", "middle", "strong"])
    assert [rating.bot for rating in table] == ["strong", "middle", "weak"]
    assert sum(rating.elo for rating in table) == pytest.approx(0)
    assert all(30 < rating.margin < 120 for rating in table)
    assert all(rating.games == 80 for rating in table)
    assert sum(rating.score for rating in table) == pytest.approx(120)


def test_two_bots_differ_as_their_score_says() -> None:
    games = [result("a", "b", US if number < 750 else USSR) for number in range(1000)]
    strong, weak = ratings(games, ["a", "b"])
    # Three to one are 191 points of Elo, and hardly less with the imagined draw.
    assert strong.elo - weak.elo == pytest.approx(190.5, abs=2)


def test_a_bot_that_never_wins_still_has_a_rating() -> None:
    strong, weak = ratings([result("a", "b", US) for _ in range(10)], ["a", "b"])
    assert strong.bot == "b"
    assert 100 < strong.elo - weak.elo < 1000


def test_bots_that_no_game_joins_are_not_rated() -> None:
    met = [result("a", "b", US), result("c", "d", US)]
    assert not can_be_rated(met, ["a", "b", "c", "d"])
    assert can_be_rated([*met, result("d", "a", US)], ["a", "b", "c", "d"])
