"""What the net is shown, held against the engine and the evaluation that it is worked out from."""

import numpy as np
import pytest

from tests.strategies import random_position
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.scoring import region_score
from twilight.engine.types import EUROPE, NOBODY, SCORED_REGIONS, SIDES, US, USSR, enemy_of
from twilight.engine.view import observe
from twilight.judgement.encoding import encode
from twilight.judgement.evaluation.scorings_to_come import scorings_to_come
from twilight.judgement.net.features import AREA_FEATURES, AREAS, make_features, stack

POSITIONS = [random_position(seed, 40 * seed + 60) for seed in range(8)]
# The scale that points of areas are told in.
POINTS = 5


@pytest.mark.parametrize("game", POSITIONS)
def test_areas_are_told_as_they_would_be_scored(game: Game) -> None:
    state = game.state
    for side in SIDES:
        areas = make_features(stack([encode(observe(game, side))])).areas[0]
        for region in SCORED_REGIONS:
            score = region_score(state, region)
            if score.controller != NOBODY or state.effects[Effect.FORMOSAN_RESOLUTION]:
                continue
            points = score.points[side] - score.points[enemy_of(side)]
            assert POINTS * areas[region, 1] == pytest.approx(points, abs=1e-4)


@pytest.mark.parametrize("game", POSITIONS)
def test_scorings_are_told_as_the_evaluation_counts_them(game: Game) -> None:
    for side in SIDES:
        seen = observe(game, side)
        areas = make_features(stack([encode(seen)])).areas[0]
        wanted = scorings_to_come(seen)
        for region in SCORED_REGIONS:
            assert areas[region, 2] == pytest.approx(wanted.this_turn[region], abs=1e-5)
            # The evaluation counts the promotional scoring of Europe too, played or not.
            if region != EUROPE:
                assert areas[region, 3] == pytest.approx(wanted.later[region], abs=1e-5)


def test_both_sides_are_told_the_same_the_other_way_round() -> None:
    views = [encode(observe(game, side)) for game in POSITIONS for side in SIDES]
    areas = make_features(stack(views)).areas.reshape(len(POSITIONS), 2, AREAS, AREA_FEATURES)
    ussr, us = areas[:, USSR], areas[:, US]
    # Points, battlegrounds and other countries change their sign; domination changes its side.
    for column in (0, 1, 4, 5):
        np.testing.assert_allclose(ussr[..., column], -us[..., column], atol=1e-5)
    np.testing.assert_allclose(ussr[..., 6], us[..., 7], atol=1e-5)


def test_a_batch_is_told_as_its_positions_one_by_one() -> None:
    views = [encode(observe(game, side)) for game in POSITIONS for side in SIDES]
    together = make_features(stack(views))
    for number, view in enumerate(views):
        alone = make_features(stack([view]))
        for all_of_it, one in zip(together, alone, strict=True):
            every, single = np.asarray(all_of_it), np.asarray(one)
            np.testing.assert_allclose(every[number], single[0], atol=1e-5)
