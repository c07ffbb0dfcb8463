"""Judgement: one interface for answers and win chances, from one side's eyes or with open hands."""

from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings

from tests.engine.test_properties import stops
from tests.envs.positions import MANY_RULES
from tests.strategies import LEAGUE_RULES, random_play, random_position, seeds
from twilight.engine.game import Game
from twilight.engine.types import SIDES, US, USSR
from twilight.engine.view import observe
from twilight.judgement import (
    Players,
    chances,
    judge,
    judge_many,
    open_chance,
    open_chances,
    training_for,
)
from twilight.judgement.chance import Chance, evaluated_chance, settled
from twilight.judgement.encoding import encode_game
from twilight.judgement.judge import WEIGHTS, current_network, shipped_weights
from twilight.judgement.net.features import make_features, stack


@given(seeds, stops)
@settings(max_examples=25, deadline=None)
def test_two_worlds_look_equal_so_does_the_judgement(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    if game.pending is None:
        return
    for side in SIDES:
        seen = observe(game, side)
        same = observe(seen.sample(Random(seed)), side)
        assert judge(seen) == judge(same)
        assert chances([seen], "programs") == chances([same], "programs")


@pytest.mark.parametrize("name", MANY_RULES)
def test_every_ruleset_is_judged(name: str) -> None:
    for number, game in enumerate(random_play(1, MANY_RULES[name])):
        if number % 25:
            continue
        for side in SIDES:
            seen = observe(game, side)
            found = judge(seen)
            options = seen.decision.options if seen.decision else ()
            assert tuple(found.scores) == options
            assert not options or sum(found.scores.values()) == pytest.approx(1.0)
            assert found.chance.us + found.chance.ussr == pytest.approx(1.0)
            assert found.training == training_for(MANY_RULES[name])
            if not found.training.trained:
                assert found.chance == evaluated_chance(seen)
                assert chances([seen], "programs") == [found.chance]
        assert 0 <= open_chance(game).us <= 1


def test_it_says_what_it_was_not_trained_for() -> None:
    assert training_for(LEAGUE_RULES).trained
    zero, late = training_for(MANY_RULES["turn zero"]), training_for(MANY_RULES["late war"])
    assert not zero.trained
    assert "Turn Zero and the Chinese Civil War" in zero.words
    assert not late.trained
    assert "Late War" in late.words


def test_many_at_once_are_judged_as_one_by_one() -> None:
    games = [random_position(seed, 150) for seed in range(6)]
    games = [game for game in games if game.pending is not None]
    positions = [observe(game, game.pending.actor % 2) for game in games if game.pending]
    for one, many in zip(positions, judge_many(positions), strict=True):
        alone = judge(one)
        assert many.chance.us == pytest.approx(alone.chance.us, abs=1e-5)
        assert many.scores == pytest.approx(alone.scores, abs=1e-5)
    for chance, alone in zip(chances(positions), map(judge, positions), strict=True):
        assert chance.us == pytest.approx(alone.chance.us, abs=1e-5)
    for between in get_args(Players):
        for game, chance in zip(games, open_chances(games, between), strict=True):
            assert chance.us == pytest.approx(open_chance(game, between).us, abs=1e-5)
    assert judge_many([]) == []
    assert chances([]) == open_chances([]) == []


def test_a_finished_game_is_settled() -> None:
    game = list(random_play(2))[-1]
    assert game.outcome is not None
    assert judge(observe(game, US)).chance == settled(game.outcome) == open_chance(game)
    assert judge(observe(game, US)).scores == {}


def test_open_hands_are_looked_at() -> None:
    """Which cards the enemy holds must make a difference, or the hands are not really open."""
    game = random_position(3, 260)
    world = observe(game, US).sample(Random(5))
    assert world.state.hands[USSR] != game.state.hands[USSR]
    for between in get_args(Players):
        assert open_chance(world, between) != open_chance(game, between)


def test_a_side_that_is_far_ahead_is_told_so() -> None:
    game = random_position(3, 200)
    behind, ahead = game.copy(), game.copy()
    behind.state.vp, ahead.state.vp = -16, 16
    for chance_of in (
        lambda one: judge(observe(one, USSR)).chance,
        lambda one: chances([observe(one, USSR)], "programs")[0],
        open_chance,
        lambda one: open_chance(one, "programs"),
        _evaluated,
    ):
        assert chance_of(ahead).us > 0.5 > chance_of(behind).us


def _evaluated(game: Game) -> Chance:
    return evaluated_chance(observe(game, USSR))


def test_the_weights_fit_into_the_package() -> None:
    from importlib.resources import files

    data = files("twilight.judgement.net").joinpath(WEIGHTS).read_bytes()
    assert len(data) <= 4_000_000
    assert shipped_weights().card["encoding"] == 1


def test_illegal_answers_have_no_score() -> None:
    game = random_position(8, 90)
    assert game.pending is not None
    side = game.pending.actor % 2
    shown = make_features(stack([encode_game(game, side)]))
    output = current_network().run(shown)
    options = list(game.pending.options) if game.pending.actor == side else []
    assert np.flatnonzero(output.answers[0] > -1e8).tolist() == options
