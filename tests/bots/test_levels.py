"""The levels keep their order; docs/bots.md has the figures of long matches."""

import pytest

from tests.strategies import LEAGUE_RULES
from twilight.bots.arena.matches import matches, play_match
from twilight.bots.arena.standings import Standing, standings
from twilight.engine.game import Game


def duel(one: str, other: str, games: int) -> Standing:
    planned = matches(one, other, LEAGUE_RULES, "levels", games, paired=True)
    return standings(play_match(match, Game.new(LEAGUE_RULES)) for match in planned)[one]


@pytest.mark.slow
def test_the_baseline_beats_random_play() -> None:
    assert duel("baseline", "random", 60).win_rate >= 0.9


@pytest.mark.slow
def test_the_officer_beats_the_baseline_and_makes_no_blunder() -> None:
    found = duel("officer", "baseline", 20)
    assert found.win_rate >= 0.8
    assert found.avoidable_suicides == 0
    assert "held_scoring_card" not in found.losses
