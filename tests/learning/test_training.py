"""A whole training, smaller still than `twilight train --small`; and its parts."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.strategies import random_position
from twilight.bots.search.halving import Thought
from twilight.engine.ids import BLOCKADE, CIA_CREATED, EVENT, INFLUENCE, ROLL
from twilight.engine.types import CHANCE, SIDES
from twilight.engine.view import observe
from twilight.judgement.encoding import ACTOR, HANDS_OPEN, VIEWER, encode, encode_game
from twilight.judgement.judge import use_network
from twilight.judgement.net.features import make_features, stack
from twilight.judgement.net.network import Network
from twilight.judgement.net.weights import read_weights, write_weights
from twilight.learning.curves import Curves
from twilight.learning.dataset import NO_ANSWER, positions_of
from twilight.learning.evaluating import score_of
from twilight.learning.fitting import Fit, fit, losses, measure, reliability
from twilight.learning.generating import Teachers, generate_game, target_of
from twilight.learning.model import Model
from twilight.learning.plan import SMALL, STAGES
from twilight.learning.records import append_record, read_records
from twilight.learning.returns import returns
from twilight.learning.self_play import SelfPlay, play_games, results_of
from twilight.learning.stages import RULES, Training
from twilight.learning.working import Workers

TINY = replace(
    SMALL,
    teachers=("random",),
    games=3,
    quick_games=2,
    clone_passes=1,
    rounds=2,
    games_of_round=1,
    result_games=2,
    searcher="random",
    search_games=1,
    evaluation_games=2,
)


def train(folder: Path, *stages: str) -> Training:
    training = Training(folder, TINY, Workers(), lambda words: None)
    try:
        training.run(stages or STAGES)
    finally:
        use_network(None)
    return training


def test_all_stages_run_and_are_not_run_twice(tmp_path: Path) -> None:
    train(tmp_path)
    report = json.loads((tmp_path / "evaluate" / "report.json").read_text())
    assert report["policy against random"]["games"] == 2
    assert len(report["win chance on games left out"]["bins"]) == 10
    for name in ("curves.csv", "curves.png", "curves.md"):
        assert (tmp_path / name).stat().st_size
    weights = (tmp_path / "fit" / "net.npz").stat()
    train(tmp_path)
    assert (tmp_path / "fit" / "net.npz").stat() == weights


def test_an_interrupted_training_goes_on_to_the_same_net(tmp_path: Path) -> None:
    train(tmp_path / "whole", "generate", "clone", "self-play")
    part = tmp_path / "part"
    train(part, "generate", "clone")
    # One game fewer than wanted, as if it had been stopped there.
    path = part / "generate" / "games.jsonl.gz"
    records = list(read_records(path))
    path.unlink()
    for record in records[:-1]:
        append_record(path, record)
    (part / "generate" / "done").unlink()
    (part / "clone" / "done").unlink()
    train(part, "generate", "clone", "self-play")
    whole, again = (
        read_weights(folder / "self-play" / "net.npz").arrays
        for folder in (tmp_path / "whole", part)
    )
    for name, array in whole.items():
        assert np.array_equal(array, again[name]), name


def test_the_net_is_the_same_with_and_without_gradients() -> None:
    model = Model(3)
    games = [random_position(seed, 40 * seed) for seed in range(8)]
    views = [encode_game(game, side) for game in games for side in SIDES]
    shown = make_features(stack(views))
    network = Network(model.export())
    output = network.run(shown)
    for learning, judging in (
        (model(shown), output.answers),
        (model.victory(shown), output.victory),
        (model.expectation(shown), network.expectation(shown)),
    ):
        assert np.allclose(learning.detach().numpy(), judging, atol=1e-4)


def test_what_is_learnt_is_what_a_side_saw() -> None:
    """No position of a game may tell more than its side knew, but those with open hands."""
    record = generate_game(Teachers(("random",), (1.0,)), RULES, "1")
    found = positions_of([record], RULES)
    asked = found.answers != NO_ANSWER
    assert asked.sum() > 20
    game = random_position(4, 120)
    seen = observe(game, 0)
    assert encode(seen) == encode(observe(seen.sample(Random(1)), 0))
    assert not found.data[asked][:, 30].any()
    assert found.data[~asked][:, 30].all()
    assert set(found.results.tolist()) <= {0.0, 0.5, 1.0}


def test_each_play_is_taught_as_much_as_the_search_liked_it() -> None:
    thoughts = [
        Thought((BLOCKADE, EVENT), -0.7),
        Thought((BLOCKADE, INFLUENCE), 0.0),
        Thought((CIA_CREATED, EVENT), -0.7),
    ]
    target = target_of(thoughts)
    assert target.answers == [BLOCKADE, CIA_CREATED]
    # A play that is worse by one temperature is e times rarer; its card counts by its best use.
    assert target.shares == pytest.approx([0.731, 0.269])


def test_a_search_teaches_several_answers() -> None:
    record = generate_game(Teachers(("general:seconds=0.01",), (1.0,)), RULES, "1")
    assert record.targets
    found = positions_of([record], RULES)
    alone = positions_of([record._replace(targets={})], RULES)
    # Several rows for one position count together for about as much as one.
    assert found.number > alone.number
    assert found.weights.sum() == pytest.approx(alone.weights.sum(), rel=0.02)
    assert (found.weights <= 1).all()
    place, target = next(iter(record.targets.items()))
    assert target.answers
    assert record.answers[place] in target.answers
    loss, chance = losses(Model(1), found, ("answers", "victory", "expectation"))
    assert loss.item() > 0
    assert chance.item() > 0


def test_no_win_chance_learns_from_the_few_games_of_the_search() -> None:
    record = generate_game(Teachers(("random",), (1.0,)), RULES, "1")
    model = Model(1)
    before = model.export()
    how = Fit(("answers",), passes=1, batch=32)
    fit(model, positions_of([record], RULES), how, 1, lambda words, done: None)
    moved = {
        name for name, array in model.export().items() if not np.array_equal(array, before[name])
    }
    assert "answers" in moved
    assert not [name for name in moved if name.startswith(("chance", "expected"))]


def test_who_wins_is_learnt_beside_everything_else() -> None:
    """The win chance between programs begins as the answers see it, and leaves them alone."""
    tables, _ = play_games([Network(Model(1).export())], RULES, SelfPlay(games=2), "1")
    found = results_of(tables, 0.1, "1", 7)
    assert set(found.games.tolist()) == {7, 8}
    # Deals are looked at as well as choices, and with open hands as well as with closed ones.
    actors = set(found.data[:, ACTOR].tolist())
    assert actors == {*SIDES, CHANCE}
    assert 0 < found.data[:, HANDS_OPEN].sum() < found.number
    model = Model(1)
    model.expect_as_it_answers()
    before = model.export()
    assert np.array_equal(before["expected_second"], before["second"])
    fit(model, found, Fit(("expectation",), passes=1, batch=32), 1, lambda words, done: None)
    moved = {
        name for name, array in model.export().items() if not np.array_equal(array, before[name])
    }
    assert {"expected", "expected_second", "expected_country_in"} <= moved
    assert all(name.startswith("expected") for name in moved)


def test_only_what_could_be_measured_is_told() -> None:
    record = generate_game(Teachers(("random",), (1.0,)), RULES, "1")
    found, model = positions_of([record], RULES), Model(1)
    whole = measure(model, found)
    assert list(whole.known()) == ["answers", "right", "chance", "brier"]
    assert whole.words().startswith("right ")
    results = measure(model, found.take(np.flatnonzero(found.answers == NO_ANSWER)))
    assert list(results.known()) == ["chance", "brier"]
    assert results.words().startswith("Brier ")
    nothing = measure(model, found.take(np.arange(0)))
    assert nothing.known() == {}
    assert nothing.words() == "no game was left out"


def test_a_position_learns_from_what_is_told_of_it_later() -> None:
    """What is told next counts, the less the sooner it was told, and the result at the end."""
    tables, _ = play_games([Network(Model(1).export())], RULES, SelfPlay(games=2), "1")
    played = results_of(tables, 0.1, "1", 0)
    network = Network(Model(2).export())
    assert np.array_equal(returns(played, network, kept=1.0), played.results)
    next_told, mixed = (returns(played, network, kept=kept) for kept in (0.0, 0.5))
    chances = 1 / (1 + np.exp(-network.expectation(make_features(played.data))))
    for game in (0, 1):
        of_game = (played.games == game) & (played.data[:, HANDS_OPEN] == 1)
        ussr, us = (np.flatnonzero(of_game & (played.data[:, VIEWER] == side)) for side in SIDES)
        # Both sides together are told one thing, the mean of what they would be told alone.
        assert next_told[us] + next_told[ussr] == pytest.approx(1)
        between = sorted((chances[us[-1]], 1 - chances[ussr[-1]]))
        assert between[0] <= next_told[us[-2]] <= between[1]
        assert next_told[us[-1]] == mixed[us[-1]] == played.results[us[-1]]
        nearer, farther = (abs(mixed[us[at]] - played.results[us[at]]) for at in (-2, 0))
        assert 0 < nearer <= farther


def test_a_game_by_rules_of_yesterday_is_left_out() -> None:
    record = generate_game(Teachers(("random",), (1.0,)), RULES, "1")
    changed = record._replace(answers=[*record.answers[:60], ROLL, *record.answers[60:]])
    longer = record._replace(answers=[*record.answers, ROLL])
    whole, found = (positions_of(games, RULES) for games in ([record], [changed, record, longer]))
    assert found.games.tolist() == [1] * whole.number
    assert np.array_equal(found.data, whole.data)


def test_weights_of_another_encoding_are_refused(tmp_path: Path) -> None:
    write_weights(tmp_path / "net.npz", Model(1).export(), encoding=0)
    with pytest.raises(ValueError, match="version 0 of the encoding"):
        read_weights(tmp_path / "net.npz")


def test_the_workers_do_the_same_in_processes() -> None:
    tasks = [1, 2, 3]
    assert list(Workers(2).map(float, tasks)) == list(Workers(1).map(float, tasks)) == [1, 2, 3]
    assert list(Workers(1, map).map(float, tasks)) == [1, 2, 3]


def test_curves_of_a_stage_can_begin_anew(tmp_path: Path) -> None:
    curves = Curves(tmp_path)
    curves.add("clone", 1, loss=0.5, right=0.4)
    curves.add("fit", 1, loss=0.3)
    curves.forget("clone")
    assert curves.rows() == [("fit", 1.0, "loss", 0.3)]


def test_reliability_and_scores_add_up() -> None:
    chances = np.array([0.05, 0.05, 0.95, 1.0], np.float32)
    table = reliability(chances, np.array([0, 1, 1, 1], np.float32))
    assert [row[2] for row in table] == [2, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    assert table[0][1] == 0.5
    score = score_of([(0, 1.0, False), (1, 0.0, True)])
    assert (score.share, score.as_ussr, score.as_us, score.lost_at_defcon) == (0.5, 1.0, 0.0, 1)
    assert score.low < 0.5 < score.high
