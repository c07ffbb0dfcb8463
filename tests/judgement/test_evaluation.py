"""The evaluation: changes that are tried out come true, and more control is worth more."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.strategies import random_position, seeds
from twilight.bots.choosing.operations import best_influence
from twilight.engine import ids
from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.game import Game
from twilight.engine.state import State
from twilight.engine.testing import Given, scenario
from twilight.engine.types import ASIA, EUROPE, SIDES, US, USSR
from twilight.engine.view import observe
from twilight.judgement.evaluation.control_chance import control_chance
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.quick import QuickEvaluation, Weights
from twilight.judgement.evaluation.scorings_to_come import ScoringsToCome, scorings_to_come


def outlook_for(state: State) -> ScoringsToCome:
    return scorings_to_come(observe(Game(state), state.phasing))


@settings(max_examples=20, deadline=None)
@given(seed=seeds, stop=st.integers(0, 300))
# NATO: what is closed to coups changes with control.
@example(seed=4294967296, stop=86)
def test_a_changed_board_is_the_board_of_the_changed_state(seed: int, stop: int) -> None:
    state = random_position(seed, stop).state.copy()
    scorings = ScoringsToCome()
    scorings.this_turn = [0.5] * len(scorings.this_turn)
    scorings.later = [1.0] * len(scorings.later)
    board = Board(state, scorings)
    random = Random(seed)
    for _ in range(5):
        country = int(random.random() * NUMBER_OF_COUNTRIES)
        us, ussr = int(random.random() * 5), int(random.random() * 5)
        state.set_influence(US, country, us)
        state.set_influence(USSR, country, ussr)
        board.put(country, us, ussr)
        assert board.value == pytest.approx(Board(state, scorings).value)
        state.set_influence(US, country, us + 2)
        board.follow(state)
        assert board.value == pytest.approx(Board(state, scorings).value)


def test_a_trial_tells_what_a_change_brings() -> None:
    state = scenario({"board": "iran 1/0, iraq 0/1, egypt 1/0, thailand 1/1"})
    board = Board(state, outlook_for(state))
    for country, us, ussr in ((ids.IRAN, 2, 0), (ids.IRAQ, 2, 1), (ids.THAILAND, 2, 1)):
        before = board.value
        change = board.lead_change(country, us, ussr)
        board.put(country, us, ussr)
        assert board.value - before == pytest.approx(change, abs=0.01)


def test_chances_of_control() -> None:
    for stability in range(1, 6):
        chances = [
            control_chance(lead, stability, access=True, exposed=True, open_=True)
            for lead in range(-8, 9)
        ]
        assert chances == sorted(chances)
        assert all(0 < chance < 1 for chance in chances)
    assert control_chance(0, 2, access=False, exposed=False, open_=False) < control_chance(
        0, 2, access=True, exposed=False, open_=False
    )


def test_more_control_is_worth_more() -> None:
    poor = scenario({"board": "france 1/0, italy 1/0, poland 0/3"})
    rich = scenario({"board": "france 3/0, italy 2/0, poland 0/3"})
    scorings = outlook_for(poor)
    assert Board(rich, scorings).value > Board(poor, scorings).value + 1


def test_what_a_region_gives_now() -> None:
    state = scenario({"board": "japan 4/0, south_korea 3/0, taiwan 3/0, north_korea 0/3"})
    board = Board(state, outlook_for(state))
    assert board.score_now(ASIA) == 7 + 2 - (3 + 1)
    assert board.score_now(EUROPE) == 0
    assert QuickEvaluation(state, Weights(board)).score_now(ASIA) == board.score_now(ASIA)


def test_influence_leaves_the_board_as_it_was() -> None:
    state = Game(scenario({"turn": 4, "board": "iran 1/0, panama 1/1, uk 5/0"})).state
    board = Board(state, outlook_for(state))
    before = board.value
    plan = best_influence(state, board, US, 4, ids.NO_CARD)
    assert plan.gain > 0
    assert len(plan.countries) == 4
    assert board.value == pytest.approx(before)


def test_cards_in_sight_make_a_scoring_likelier() -> None:
    given: Given = {"us_hand": "asia_scoring", "ussr_hand": "nato, nasser, fidel"}
    held = outlook_for(scenario(given))
    assert held.this_turn[ASIA] == 1.0
    assert 0 < held.this_turn[EUROPE] < 0.3
    gone = outlook_for(scenario({"discard": "asia_scoring", "ussr_hand": "nato"}))
    assert gone.this_turn[ASIA] == 0.0
    assert gone.later[ASIA] > 0
    assert gone.later[ASIA] < held.later[EUROPE] + held.this_turn[EUROPE]


def test_the_sketch_agrees_about_the_sign() -> None:
    state = scenario({"board": "iran 1/0, iraq 0/1, france 2/1, angola 0/1"})
    board = Board(state, outlook_for(state))
    sketch = QuickEvaluation(state, Weights(board))
    for country in (ids.IRAN, ids.IRAQ, ids.FRANCE, ids.ANGOLA):
        for side in SIDES:
            assert sketch.rate(side, country) > 0
            assert sketch.marker_change(side, country, -1) <= 0
