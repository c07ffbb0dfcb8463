"""Answering anything legal keeps the table whole, and every way back leads to the same place."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import LEAGUE_RULES, random_answer, random_play, random_position, seeds
from twilight.engine.cards import BOX_CARDS
from twilight.engine.game import Game, IllegalAction, IllegalUndo
from twilight.engine.ids import NUMBER_OF_ACTIONS, THE_CHINA_CARD
from twilight.engine.testing import cards_in_game, invariants
from twilight.engine.types import CHANCE, Reason
from twilight.engine.view import state_parts

stops = st.integers(min_value=0, max_value=700)
CARDS = [card for card in BOX_CARDS if card != THE_CHINA_CARD]


def same_position(one: Game, other: Game) -> bool:
    return (state_parts(one.state), one.pending, one.outcome) == (
        state_parts(other.state),
        other.pending,
        other.outcome,
    )


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_random_games_keep_every_invariant(seed: int) -> None:
    for game in random_play(seed):
        invariants(game)
        assert cards_in_game(game.state) == CARDS


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_a_copy_goes_on_independently(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    copy = game.copy()
    assert same_position(game, copy)
    assert copy.facts == game.facts
    before = state_parts(game.state.copy())
    one, other = Random(seed), Random(seed)
    for _ in range(20):
        if copy.pending is None:
            break
        copy.answer(random_answer(copy, one))
    assert state_parts(game.state) == before
    for _ in range(20):
        if game.pending is None:
            break
        game.answer(random_answer(game, other))
    assert same_position(game, copy)
    assert copy.facts == game.facts


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_the_rules_change_no_shared_list(seed: int) -> None:
    """The base of a segment shares its lists with the state of now, and stays as it was."""
    base = before = None
    for game in random_play(seed):
        if game.base is base:
            assert state_parts(game.base) == before
        else:
            base, before = game.base, state_parts(game.base.copy())


@given(seeds, stops)
@settings(max_examples=40, deadline=None)
def test_a_full_replay_is_the_same_game(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    assert game.record is not None
    replayed = Game.new(LEAGUE_RULES, journal=True)
    for action in game.record:
        replayed.answer(action)
    assert same_position(game, replayed)
    assert replayed.facts == game.facts


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_undo_and_redo_lead_back(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    assert game.pending is not None
    if game.pending.actor == CHANCE:
        return
    actor = game.pending.actor
    before = game.copy()
    game.answer(random_answer(game, Random(seed)))
    after = game.copy()
    if after.state.reveals != before.state.reveals:
        with pytest.raises(IllegalUndo):
            game.undo(actor)
        assert same_position(game, after)
        return
    game.undo(actor)
    assert same_position(game, before)
    assert game.record == before.record
    assert game.facts == before.facts
    game.redo()
    assert same_position(game, after)
    assert game.facts == after.facts


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_chance_and_the_other_side_can_not_be_undone(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    assert game.pending is not None
    actor = game.pending.actor
    game.answer(random_answer(game, Random(seed)))
    after = game.copy()
    with pytest.raises(IllegalUndo):
        game.undo(None if actor == CHANCE else 1 - actor)
    assert same_position(game, after)


@given(seeds, stops, st.integers(min_value=-5, max_value=NUMBER_OF_ACTIONS + 5))
@settings(max_examples=200, deadline=None)
def test_an_illegal_answer_changes_nothing(seed: int, stop: int, action: int) -> None:
    game = random_position(seed, stop)
    if game.pending is not None and action in game.pending.options:
        return
    before = game.copy()
    with pytest.raises(IllegalAction) as refusal:
        game.answer(action)
    assert str(refusal.value)
    assert same_position(game, before)
    assert game.record == before.record


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (list(random_play(7))[-1] for _ in range(2))
    assert one.record == other.record
    assert one.outcome == other.outcome


def test_a_game_without_record_has_no_way_back_over_a_boundary() -> None:
    game = Game.new(LEAGUE_RULES, record=False)
    with pytest.raises(IllegalUndo):
        game.undo()
    with pytest.raises(IllegalUndo):
        game.rewound(0)


def test_a_rewound_game_is_the_earlier_one() -> None:
    game = random_position(3, 60)
    earlier = random_position(3, 40)
    assert same_position(game.rewound(40), earlier)
    with pytest.raises(IllegalUndo):
        game.rewound(61)


@pytest.mark.slow
def test_random_play_reaches_nearly_every_ending() -> None:
    reasons = {list(random_play(seed))[-1].outcome for seed in range(400)}
    reached = {outcome.reason for outcome in reasons if outcome is not None}
    # The rest are reached by the cases of their cards.
    assert reached >= {
        Reason.VICTORY_POINTS,
        Reason.FINAL_SCORING,
        Reason.DEFCON,
        Reason.HELD_SCORING_CARD,
        Reason.CUBAN_MISSILE_CRISIS,
    }
