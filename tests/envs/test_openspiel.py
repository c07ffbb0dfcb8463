"""OpenSpiel's own suites, and that its information states hide what is hidden."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from twilight.engine.game import IllegalAction
from twilight.engine.ids import PASS
from twilight.engine.types import US, USSR
from twilight.engine.view import observe
from twilight.envs.observation import encode
from twilight.envs.openspiel import HISTORY, SHORT_NAME, TwilightGame

LEAGUE = f"{SHORT_NAME}(reward=vp,settings=handicap_side:us;handicap_amount:2)"
BIDDING = f"{SHORT_NAME}(settings=side_selection:bid)"


class TestPartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's checks of a game that is too large to walk through."""

    game_name = SHORT_NAME
    game = pyspiel.load_game(SHORT_NAME)


@pytest.mark.parametrize("name", [SHORT_NAME, LEAGUE, BIDDING])
def test_random_simulation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [SHORT_NAME, LEAGUE, BIDDING])
def test_simulation_with_copies_and_pickles(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


def random_state(game: Any, seed: int, length: int) -> Any:
    random = Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < length:
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_the_parameters_choose_rules_and_reward() -> None:
    game = pyspiel.load_game(LEAGUE)
    assert game.rules.handicap_amount == 2
    assert (game.min_utility(), game.max_utility()) == (-20, 20)
    assert TwilightGame({"rules": "glass"}).rules.europe_control == "vp_100"
    with pytest.raises(ValueError, match="reward"):
        TwilightGame({"reward": "gold"})


@pytest.mark.parametrize("seed", range(3))
def test_serialisation_round_trips(seed: int) -> None:
    game = pyspiel.load_game(LEAGUE)
    state = random_state(game, seed, 60 + 40 * seed)
    text = pyspiel.serialize_game_and_state(game, state)
    _, restored = pyspiel.deserialize_game_and_state(text)
    for copy in (restored, pickle.loads(pickle.dumps(state)), state.clone()):
        assert copy.history() == state.history()
        assert str(copy) == str(state)
        for player in (0, 1):
            assert copy.information_state_string(player) == state.information_state_string(player)
            assert copy.observation_tensor(player) == state.observation_tensor(player)
        if not state.is_terminal():
            assert copy.legal_actions() == state.legal_actions()


def test_a_clone_goes_on_independently() -> None:
    state = random_state(pyspiel.load_game(SHORT_NAME), 1, 50)
    before = state.information_state_string(0)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.information_state_string(0) == before
    assert clone.information_state_string(0) != before


def test_the_observation_is_that_of_the_other_environments() -> None:
    state = random_state(pyspiel.load_game(SHORT_NAME), 2, 80)
    game = state.position.game
    for side in (USSR, US):
        tensor = np.array(state.observation_tensor(side), np.int8)
        assert np.array_equal(tensor, encode(observe(game, side)))


def test_an_illegal_action_changes_nothing() -> None:
    state = random_state(pyspiel.load_game(SHORT_NAME), 2, 80)
    before = str(state)
    with pytest.raises(IllegalAction):
        state.apply_action(PASS)
    assert str(state) == before


def test_chance_is_fair() -> None:
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    assert state.is_chance_node()
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    assert len(actions) > 30
    assert sum(chances) == pytest.approx(1)
    assert set(chances) == {1 / len(actions)}


def dealt(order: int) -> Any:
    """Deal the US the same eight cards, the USSR others, and go on to the US headline."""
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    cards: list[int] = state.legal_actions()
    ours, theirs = iter(cards[:8]), iter(cards[8 + order :: 2])
    while state.current_player() != US or "headline" not in str(state).splitlines()[-1]:
        if state.is_chance_node():
            drawn_by = len(state.history()) % 2
            state.apply_action(next(theirs) if drawn_by == USSR else next(ours))
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def test_information_states_hide_the_enemy_hand_and_headline() -> None:
    one, other = dealt(0), dealt(1)
    assert one.position.game.state.hands[USSR] != other.position.game.state.hands[USSR]
    assert one.position.game.state.chosen[USSR] != other.position.game.state.chosen[USSR]
    assert one.information_state_string(US) == other.information_state_string(US)
    assert one.information_state_tensor(US) == other.information_state_tensor(US)
    assert one.information_state_string(USSR) != other.information_state_string(USSR)
    assert one.information_state_tensor(USSR) != other.information_state_tensor(USSR)
    assert one.observation_string(US) == other.observation_string(US)


def test_information_states_remember_everything() -> None:
    game = pyspiel.load_game(SHORT_NAME)
    random = Random(5)
    state = game.new_initial_state()
    told = ["", ""]
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        for player in (0, 1):
            # What comes last describes the present; all before it only grows.
            past = state.information_state_string(player).partition("\nturn ")[0]
            assert past.startswith(told[player])
            told[player] = past


def test_the_tensor_remembers_the_answers() -> None:
    game = pyspiel.load_game(SHORT_NAME)
    state = random_state(game, 3, 90)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for player in (0, 1):
        recall.set_from(state, player)
        history = recall.dict[HISTORY]
        answers = state.history()
        assert not history[len(answers) :].any()
        for token, action in zip(history, answers, strict=False):
            assert token in (1, action + 2)
        assert (history == 1).any()


def test_a_public_observation_is_the_same_for_both_players() -> None:
    game = pyspiel.load_game(SHORT_NAME)
    public = make_observation(
        game,
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    state = random_state(game, 4, 70)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert "hand:" not in public.string_from(state, 0)
    with pytest.raises(ValueError, match="all hands"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            )
        )
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"size": 1})


class Luck:
    """What OpenSpiel passes: a function that returns numbers between 0 and 1."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self) -> float:
        return self._random.random()


@pytest.mark.parametrize("name", [SHORT_NAME, BIDDING])
@pytest.mark.parametrize("player", [0, 1])
def test_a_resampled_state_looks_the_same_to_its_player(name: str, player: int) -> None:
    game = pyspiel.load_game(name)
    luck = Luck(1)
    differing = 0
    for length in range(20, 220, 10):
        state = random_state(game, length, length)
        other = state.resample_from_infostate(player, luck)
        assert other.current_player() == state.current_player()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        if state.current_player() == player:
            assert other.legal_actions() == state.legal_actions()
        hands = [world.position.game.state.hands for world in (state, other)]
        differing += hands[0] != hands[1]
    assert differing > 5


def test_a_resampled_state_holds_nothing_that_its_player_does_not_know() -> None:
    # The US can't tell the two states apart, so the same luck makes the same state of them.
    one, other = (dealt(order).resample_from_infostate(US, Luck(2)) for order in (0, 1))
    assert one.history() == other.history()
    assert one.position.__reduce__() == other.position.__reduce__()
    for player in (0, 1):
        assert one.information_state_string(player) == other.information_state_string(player)
    # Nor does the USSR learn in it what the US has drawn.
    told = [
        action for asked, action in one.position.seen_answers(USSR) if asked.hidden_from == USSR
    ]
    assert told
    assert set(told) == {None}


def test_a_resampled_state_goes_on_and_can_be_copied_and_pickled() -> None:
    game = pyspiel.load_game(SHORT_NAME)
    state = random_state(game, 6, 150).resample_from_infostate(0, Luck(3))
    again = state.resample_from_infostate(0, Luck(4))
    assert again.information_state_string(0) == state.information_state_string(0)
    for copy in (pickle.loads(pickle.dumps(state)), state.clone()):
        for player in (0, 1):
            assert copy.information_state_string(player) == state.information_state_string(player)
    random = Random(3)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    assert sum(state.returns()) == 0
    assert state.resample_from_infostate(1, Luck(5)).is_terminal()


def test_a_search_over_information_sets_plays_with_resampled_states() -> None:
    game = pyspiel.load_game(SHORT_NAME)
    state = random_state(game, 2, 60)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    searcher = ismcts.ISMCTSBot(
        game=game,
        evaluator=Even(),
        uct_c=2.0,
        max_simulations=4,
        random_state=np.random.RandomState(1),
    )
    assert searcher.step(state) in state.legal_actions()


class Even(mcts.Evaluator):  # type: ignore[misc]
    """Takes every position for even, which is quicker than a game at random."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0, 0.0]

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
