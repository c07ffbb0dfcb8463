"""PettingZoo's own suites, and what they do not ask."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    render_test,
    seed_test,
)

from tests.envs.positions import MANY_RULES
from twilight.engine.game import IllegalAction
from twilight.engine.ids import PASS
from twilight.engine.types import US, USSR
from twilight.engine.view import observe
from twilight.envs import pettingzoo as environment
from twilight.envs.episode import EpisodeOver
from twilight.envs.observation import encode

# PettingZoo says so of every environment with masks but its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reward": "vp"},
        {"skip_forced": True, "strict": True},
        {"rules": MANY_RULES["bid"], "max_cycles": 900},
    ],
    ids=str,
)
def test_api(options: dict[str, Any]) -> None:
    api_test(environment.env(**options), num_cycles=400)


def test_seed() -> None:
    seed_test(environment.env, num_cycles=300)


def test_max_cycles() -> None:
    max_cycles_test(environment)


def test_render() -> None:
    render_test(environment.env)


def test_parallel_api() -> None:
    parallel_api_test(environment.parallel_env(), num_cycles=400)


def play(env: Any, seed: int) -> dict[str, float]:
    """Play one game at random and return what each agent has earned."""
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    total = dict.fromkeys(environment.AGENTS, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else random.choice(np.flatnonzero(seen["action_mask"])))
    return total


@pytest.mark.parametrize("seed", range(5))
def test_rewards_are_of_the_winner(seed: int) -> None:
    raw = environment.raw_env()
    total = play(raw, seed)
    outcome = raw._episode.game.outcome
    assert outcome is not None
    expected = {US: [-1.0, 1.0], USSR: [1.0, -1.0]}.get(outcome.winner, [0.0, 0.0])
    assert list(total.values()) == expected


def test_the_seed_of_the_environment_is_that_of_its_first_reset() -> None:
    one, other = environment.env(seed=5), environment.env()
    one.reset()
    other.reset(seed=5)
    one.reset()
    other.reset()
    for agent in environment.AGENTS:
        assert np.array_equal(
            one.observe(agent)["observation"], other.observe(agent)["observation"]
        )


def test_an_agent_sees_its_own_side_only() -> None:
    raw = environment.raw_env(seed=1)
    raw.reset()
    game = raw._episode.game
    for side, agent in enumerate(environment.AGENTS):
        seen = raw.observe(agent)
        assert np.array_equal(seen["observation"], encode(observe(game, side)))
        assert seen["action_mask"].any() == (agent == raw.agent_selection)


def test_an_illegal_action_changes_nothing_and_is_told() -> None:
    env = environment.env(seed=1)
    env.reset()
    agent = env.agent_selection
    before = env.observe(agent)
    env.step(PASS)
    assert env.agent_selection == agent
    assert env.infos[agent] == {"illegal": True}
    assert np.array_equal(env.observe(agent)["observation"], before["observation"])
    env.step(np.flatnonzero(before["action_mask"])[0])
    assert env.infos[agent] == {}


def test_a_strict_environment_refuses_an_illegal_action() -> None:
    env = environment.env(seed=1, strict=True)
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(PASS)


def test_parallel_agents_reach_the_same_end_as_agents_in_turns() -> None:
    turns, parallel = environment.raw_env(), environment.parallel_env()
    total = play(turns, 3)
    random = np.random.default_rng(3)
    earned = dict.fromkeys(environment.AGENTS, 0.0)
    seen, _ = parallel.reset(seed=3)
    while parallel.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in parallel.agents}
        actions = {
            agent: random.choice(np.flatnonzero(mask)) if mask.any() else 0
            for agent, mask in masks.items()
        }
        seen, rewards, *_ = parallel.step(actions)
        for agent, reward in rewards.items():
            earned[agent] += reward
    assert earned == total
    with pytest.raises(EpisodeOver):
        parallel.step({})


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        environment.env(render_mode="gold")
    with pytest.raises(ValueError, match="reward"):
        environment.env(reward="gold")
