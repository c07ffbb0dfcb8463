"""Reviews judge by what a side knew, and find what is certainly a blunder."""

import json

import pytest

from twilight.bots.players.baseline import Baseline
from twilight.bots.players.random_bot import RandomBot
from twilight.engine.game import Game
from twilight.engine.types import US, USSR, Kind
from twilight.engine.view import observe
from twilight.study.judge import EvaluationJudge
from twilight.study.opinion import opinion_of
from twilight.study.review import card_choices, compare_choice, mark_of, review
from twilight.study.review_data import from_dict, to_dict

JUDGE = EvaluationJudge()


def test_without_seconds_nothing_is_judged(finished_game: Game) -> None:
    data = to_dict(review(finished_game, JUDGE))
    assert data["winner"] in ("us", "ussr")
    assert data["accuracy"] == {"us": None, "ussr": None}
    moment = data["moments"][0]
    assert {"turn", "round", "side", "chance_us"} <= set(moment)
    assert "loss" not in moment
    json.dumps(data)


def test_with_seconds_every_choice_has_loss_mark_and_best(finished_game: Game) -> None:
    short = finished_game.rewound(0)
    rounds = 0
    for action in finished_game.record or ():
        if rounds == 6:
            break
        assert short.pending is not None
        rounds += short.pending.kind.name == "ROUND_CARD"
        short.answer(action)
    told: list[tuple[int, int]] = []
    found = review(short, JUDGE, 0.01, lambda done, of: told.append((done, of)))
    assert told[-1] == (len(found.moments), len(found.moments))
    data = to_dict(found)
    assert to_dict(from_dict(data)) == data
    for moment in data["moments"]:
        assert {"loss", "mark", "best"} <= set(moment)
        assert moment["loss"] >= 0
        assert moment["mark"] in (None, "only", "inaccuracy", "mistake", "blunder")


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(0.0, None), (0.029, None), (0.03, "inaccuracy"), (0.06, "mistake"), (0.12, "blunder")],
)
def test_marks(loss: float, mark: str | None) -> None:
    assert mark_of(loss) == mark


def test_the_same_knowledge_gives_the_same_verdict(finished_game: Game) -> None:
    """A choice is judged alike, whatever the hidden cards really are."""
    from random import Random

    for _, before, decision, played in card_choices(finished_game):
        if decision.kind.name == "ROUND_CARD" and before.state.turn == 2:
            other = observe(before, decision.actor).sample(Random(9))
            first = compare_choice(before, decision, JUDGE, 0.02, played)
            second = compare_choice(other, decision, JUDGE, 0.02, played)
            assert first.values == second.values
            return
    pytest.fail("no round of turn 2")


def test_a_second_opinion_is_a_play_made_from_what_the_side_knows(finished_game: Game) -> None:
    from random import Random

    asked = 0
    for _, before, decision, _ in card_choices(finished_game):
        if before.state.turn == 3:
            other = observe(before, decision.actor).sample(Random(7))
            line = opinion_of(Baseline(), before, decision.actor)
            assert opinion_of(Baseline(), other, decision.actor) == line
            assert line.answers[0] in decision.options
            asked += 1
    assert asked > 6


def test_a_second_opinion_is_compared_with_what_was_played(finished_game: Game) -> None:
    choices = 0
    short = finished_game.rewound(0)
    for action in finished_game.record or ():
        assert short.pending is not None
        choices += short.pending.kind in (Kind.HEADLINE, Kind.ROUND_CARD)
        if choices == 7:
            break
        short.answer(action)
    found = review(short, JUDGE, 0.01, player=Baseline())
    data = to_dict(found)
    assert to_dict(from_dict(data)) == data
    for moment in found.moments:
        assert moment.opinion is not None
        if moment.opinion.key == moment.played.key:
            assert moment.opinion_loss == moment.loss
    # It played the game itself.
    assert found.agreement() == (6, 6)
    assert review(short, JUDGE, player=RandomBot("3")).agreement()[0] < 6
    assert review(short, JUDGE).agreement() == (0, 0)


def test_key_moments_are_in_order(finished_game: Game) -> None:
    found = review(finished_game, JUDGE)
    for place, moment in enumerate(found.moments):
        moment.loss = 0.01 * (place % 7)
    moments = found.key_moments()
    assert {moment.side for moment in moments} == {US, USSR}
    answers = [moment.point.answer for moment in moments]
    assert answers == sorted(answers)
    assert len(answers) == 3
