"""Gymnasium's own check, and games against any bot."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from twilight.bots.players.random_bot import RandomBot
from twilight.bots.registry import UnknownBot
from twilight.engine.decision import Decision
from twilight.engine.game import IllegalAction
from twilight.engine.ids import PASS, Action
from twilight.engine.types import US, USSR
from twilight.engine.view import Observation
from twilight.envs.gymnasium import ID, TwilightEnv


class Watcher:
    """Takes the first option, and remembers the sides that it was shown."""

    def __init__(self) -> None:
        self.viewers: set[int] = set()

    def choose(self, seen: Observation, decision: Decision) -> Action:
        self.viewers.add(seen.viewer)
        return decision.options[0]


def play(env: "gymnasium.Env[Any, Any]", seed: int) -> float:
    random = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    total = 0.0
    terminated = False
    while not terminated:
        action = random.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, terminated, truncated, info = env.step(action)
        total += float(reward)
        assert not truncated
        assert terminated or info == {}
    assert not seen["action_mask"].any()
    return total


@pytest.mark.parametrize("options", [{}, {"side": "us", "reward": "vp", "skip_forced": True}])
def test_check_env(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(ID, **options).unwrapped)


def test_check_env_with_pictures() -> None:
    check_env(gymnasium.make(ID, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("side", ["ussr", "us"])
def test_games_end_with_a_win_or_a_loss(side: str) -> None:
    env = gymnasium.make(ID, side=side)
    results = {play(env, seed) for seed in range(12)}
    assert results <= {-1.0, 0.0, 1.0}
    assert {-1.0, 1.0} <= results


def test_a_seed_tells_all_that_happens() -> None:
    env = gymnasium.make(ID, reward="vp")
    assert [play(env, seed) for seed in range(6)] == [play(env, seed) for seed in range(6)]


def test_the_bot_sees_its_own_side_only() -> None:
    watcher = Watcher()
    play(TwilightEnv(watcher, side="us"), 1)
    assert watcher.viewers == {USSR}
    play(TwilightEnv(lambda seed: watcher, side="ussr"), 1)
    assert watcher.viewers == {USSR, US}


def test_a_bot_by_name_is_the_bot_that_is_made() -> None:
    assert play(TwilightEnv("random"), 2) == play(TwilightEnv(RandomBot), 2)
    with pytest.raises(UnknownBot):
        TwilightEnv("kissinger").reset()


def test_an_illegal_action_changes_nothing_and_is_told() -> None:
    env = TwilightEnv(seed=1)
    before, _ = env.reset()
    after, reward, terminated, _, info = env.step(PASS)
    assert np.array_equal(before["observation"], after["observation"])
    assert (reward, terminated, info) == (0.0, False, {"illegal": True})
    strict = TwilightEnv(seed=1, strict=True)
    strict.reset()
    with pytest.raises(IllegalAction):
        strict.step(PASS)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    env = TwilightEnv(seed=1, render_mode="ansi")
    env.reset()
    picture = env.render()
    assert picture is not None
    assert "defcon 5" in picture
    assert "hand:" not in picture
    human = TwilightEnv(seed=1, render_mode="human")
    seen, _ = human.reset()
    human.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert "defcon 5" in capsys.readouterr().out
    assert TwilightEnv(seed=1).render() is None


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="side"):
        TwilightEnv(side="france")
