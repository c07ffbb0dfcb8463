"""The curve ends with the result, and luck and play add up to it."""

import pytest

from twilight.engine.game import Game
from twilight.engine.types import NOBODY, US
from twilight.engine.view import observe
from twilight.study.curve import chance_curve
from twilight.study.judge import EvaluationJudge


def test_luck_and_play_explain_the_result(finished_game: Game) -> None:
    curve = chance_curve(finished_game, EvaluationJudge())
    luck = curve.luck
    assert luck.dice != 0
    assert luck.draws != 0
    assert curve.start + luck.total + luck.plays == pytest.approx(curve.end)
    assert finished_game.outcome is not None
    assert curve.end == float(finished_game.outcome.winner == US)


def test_every_card_choice_is_a_point_and_the_end(finished_game: Game) -> None:
    curve = chance_curve(finished_game, EvaluationJudge())
    walker = Game(finished_game.origin, record=False)
    asked = 0
    for action in finished_game.record or ():
        assert walker.pending is not None
        asked += walker.pending.kind.name in ("HEADLINE", "ROUND_CARD")
        walker.answer(action)
    assert len(curve.points) == asked + 1
    assert curve.points[-1].side == NOBODY
    assert all(0 <= point.open_hands <= 1 for point in curve.points)


def test_one_sides_chance_does_not_change_with_hidden_cards(finished_game: Game) -> None:
    """What the US thinks is the same in every world that it could be in."""
    from random import Random

    judge = EvaluationJudge()
    game = finished_game.rewound(len(finished_game.record or ()) // 2)
    while game.pending is None or game.pending.actor != US:
        game = finished_game.rewound(len(game.record or ()) + 1)
    seen = observe(game, US)
    other = observe(seen.sample(Random(4)), US)
    assert judge.as_seen([seen]) == judge.as_seen([other])


def test_a_loaded_die_is_luck() -> None:
    """A single roll is measured against the mean of its faces."""
    from twilight.study.curve import ROLLS, _results

    game = Game.new()
    assert game.pending is not None
    leaves = list(_results(game, ROLLS, "seed", 1.0))
    assert sum(weight for _, weight in leaves) == pytest.approx(1.0)
