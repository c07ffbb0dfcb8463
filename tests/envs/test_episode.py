"""Rewards, seats and seeds, which all environments share."""

from random import Random

import pytest

from tests.envs.positions import MANY_RULES, answer_at_random
from twilight.engine.game import Game, IllegalAction
from twilight.engine.ids import DECLINE, NAME_US, NAME_USSR, NUMBER
from twilight.engine.rules import Rules, RulesError
from twilight.engine.types import NOBODY, US, USSR, Outcome, Reason
from twilight.envs.episode import Episode, Seeds, check_reward, rules_of, score, side_of


def ended(winner: int, reason: Reason, vp: int = 0) -> Game:
    game = Game.new()
    game.outcome = Outcome(winner, reason)
    game.state.vp = vp
    return game


@pytest.mark.parametrize(
    ("game", "win", "vp"),
    [
        (ended(US, Reason.FINAL_SCORING, 7), -1, -7),
        (ended(USSR, Reason.FINAL_SCORING, -3), 1, 3),
        (ended(NOBODY, Reason.FINAL_SCORING), 0, 0),
        (ended(US, Reason.DEFCON, -12), -1, -20),
        (ended(USSR, Reason.VICTORY_POINTS, -23), 1, 20),
        (ended(USSR, Reason.EUROPE_CONTROL, 5), 1, 20),
        (ended(NOBODY, Reason.HELD_SCORING_CARD, 5), 0, 0),
        (Game.new(), 0, 0),
    ],
)
def test_scores(game: Game, win: float, vp: float) -> None:
    assert score(game, 0, "win") == win
    assert score(game, 1, "win") == -win
    assert score(game, 0, "vp") == vp
    assert score(game, 1, "vp") == -vp


@pytest.mark.parametrize("reward", ["win", "vp"])
@pytest.mark.parametrize("name", MANY_RULES)
def test_rewards_add_up_to_the_score(name: str, reward: str) -> None:
    for seed in range(3):
        episode = Episode(MANY_RULES[name], str(seed), reward)
        random = Random(seed)
        total = [0.0, 0.0]
        while episode.decision is not None:
            answer_at_random(episode, random)
            for player, earned in enumerate(episode.take_rewards()):
                total[player] += earned
        assert total == [score(episode.game, player, reward) for player in (0, 1)]


def test_players_keep_their_seats_when_the_sides_are_swapped() -> None:
    episode = Episode(MANY_RULES["bid"], "1")
    assert episode.player == 0
    for action in (NAME_US, NUMBER + 3):
        episode.answer(action)
    assert episode.player == 1
    for action in (NAME_USSR, NUMBER):
        episode.answer(action)
    # The USSR is the first to place, and that is now the second player.
    assert side_of(episode.game, 0) == US
    assert episode.decision is not None
    assert episode.decision.actor == USSR
    assert episode.player == 1
    assert episode.decision_of(0) is None
    assert episode.decision_of(1) == episode.decision


def test_a_number_that_goes_with_no_side_can_be_skipped() -> None:
    episode = Episode(MANY_RULES["bid"], "1", skip_forced=True)
    episode.answer(DECLINE)
    assert episode.player == 1


def test_skipping_leaves_only_choices() -> None:
    episode = Episode(Rules(), "2", skip_forced=True)
    random = Random(2)
    while episode.decision is not None:
        assert len(episode.decision.options) > 1
        answer_at_random(episode, random)


def test_an_illegal_answer_changes_nothing() -> None:
    episode = Episode(Rules(), "3")
    before = episode.decision
    with pytest.raises(IllegalAction):
        episode.answer(NAME_US)
    assert episode.decision == before


def test_seeds_follow_from_the_first() -> None:
    seeds = Seeds(4)
    first = [seeds.take(), seeds.take()]
    seeds.restart(4)
    assert [seeds.take(), seeds.take()] == first
    assert first[0] != first[1]
    assert Seeds().seed != Seeds().seed


def test_wrong_options_are_refused() -> None:
    assert rules_of(None) == Rules()
    assert rules_of("glass") == MANY_RULES["glass"]
    with pytest.raises(RulesError):
        rules_of("clay")
    with pytest.raises(ValueError, match="win or vp"):
        check_reward("fame")
