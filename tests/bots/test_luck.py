"""Luck apart from skill: weighed without changing a game, and nothing on average."""

from array import array

import pytest

from tests.strategies import LEAGUE_RULES
from twilight.bots.arena.luck import Weighed
from twilight.bots.arena.matches import Match, play_match
from twilight.bots.arena.standings import mean_with_interval, standings
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules, make_rules
from twilight.engine.types import CHANCE, NOBODY, US, USSR, Kind

LATE_WAR = make_rules("deluxe", {"scenario": "late_war"})


class Always:
    """Chance that answers as it is told."""

    def __init__(self, action: Action) -> None:
        self._action = action

    def choose(self, decision: Decision) -> Action:
        """Pick one of the options."""
        assert self._action in decision.options
        return self._action


def before_a_die() -> Game:
    """Return a game in which a die is about to be rolled."""
    game = Game.new(LEAGUE_RULES)
    chance = SeededChance("die")
    while game.pending is not None:
        pending = game.pending
        if pending.kind is Kind.DIE:
            return game
        game.answer(chance.choose(pending))
    pytest.fail("the game was over too soon")


def test_the_luck_of_all_faces_of_a_die_adds_up_to_nothing() -> None:
    game = before_a_die()
    assert game.pending is not None
    lucks = []
    for face in game.pending.options:
        weighed = Weighed(Always(face), game, "x")
        assert weighed.choose(game.pending) == face
        lucks.append(weighed.us)
    assert sum(lucks) == pytest.approx(0.0, abs=1e-6)
    assert max(lucks) > 0.01
    # To weigh is not to answer.
    assert game.pending.kind is Kind.DIE


def test_of_many_cards_some_are_drawn_to_know_what_is_usual() -> None:
    game = Game.new(LEAGUE_RULES)
    pending = game.pending
    assert pending is not None
    assert pending.actor == CHANCE
    assert len(pending.options) > 8
    lucks = []
    for seed in ("usual", "usual", "others"):
        weighed = Weighed(SeededChance("1"), game, seed)
        assert weighed.choose(pending) == SeededChance("1").choose(pending)
        lucks.append(weighed.us)
    assert lucks[0] == lucks[1] != lucks[2]


@pytest.mark.parametrize("rules", [LEAGUE_RULES, LATE_WAR])
def test_to_weigh_luck_changes_no_game(rules: Rules) -> None:
    plain, weighed = (
        play_match(Match(3, "baseline", "recruit", rules, "x", weigh_luck=luck), Game.new(rules))
        for luck in (False, True)
    )
    assert plain.luck is None
    assert weighed.luck is not None
    assert (plain.winner, plain.vp, plain.answers) == (weighed.winner, weighed.vp, weighed.answers)
    found = standings([weighed])
    us_points = 0.5 if weighed.winner == NOBODY else float(weighed.winner == US)
    without = [found[weighed.bots[side]].without_luck[0] for side in (USSR, US)]
    assert without[US] == pytest.approx(us_points - weighed.luck)
    assert sum(without) == pytest.approx(1.0)


def test_a_mean_has_an_interval_from_two_results_on() -> None:
    assert mean_with_interval(array("d", [0.5])) is None
    assert mean_with_interval(array("d", [0.5, 0.5])) == (0.5, 0.5, 0.5)
    mean, low, high = mean_with_interval(array("d", [0.0, 1.0, 0.0, 1.0])) or (0.0, 0.0, 0.0)
    assert mean == 0.5
    assert mean - low == high - mean == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)
