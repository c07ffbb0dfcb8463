"""Scores of forecasts, on forecasts whose scores are known."""

import pytest

from twilight.engine.game import Game
from twilight.study.calibration import Forecast, Sample, best_scale, brier, reliability, rescaled
from twilight.study.judge import EvaluationJudge


def told(*pairs: tuple[float, float]) -> list[Forecast]:
    return [Forecast(chance, result, 1, 0) for chance, result in pairs]


def test_even_chances_score_a_quarter() -> None:
    assert brier(told((0.5, 1), (0.5, 0))) == pytest.approx(0.25)
    assert brier(told((1.0, 1), (0.0, 0))) == 0


def test_reliability_counts_each_forecast_once() -> None:
    forecasts = told((0.05, 0), (0.55, 1), (0.58, 0), (1.0, 1))
    table = reliability(forecasts)
    assert [row.number for row in table] == [1, 2, 1]
    assert table[1].came_true == 0.5


def test_the_best_scale_makes_timid_forecasts_bolder() -> None:
    timid = told(*[(0.6, 1)] * 9, *[(0.6, 0)], *[(0.4, 0)] * 9, *[(0.4, 1)])
    factor = best_scale(timid)
    assert factor > 1.5
    assert brier(rescaled(timid, factor)) < brier(timid)


def test_a_game_without_an_end_is_left_out(finished_game: Game) -> None:
    sample = Sample()
    assert not sample.add(finished_game.rewound(40))
    assert sample.add(finished_game)
    forecasts = sample.with_open_hands(EvaluationJudge())
    assert len(forecasts) == len(sample.moments) > 50
    assert len({one.result for one in forecasts}) == 1
