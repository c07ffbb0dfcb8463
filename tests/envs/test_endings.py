"""How an episode ends: what the info tells, and what a step after the end does."""

from typing import Any

import numpy as np
import pyspiel
import pytest

from twilight.engine.types import ACTOR_NAMES, Reason
from twilight.envs import pettingzoo
from twilight.envs.episode import EpisodeOver
from twilight.envs.gymnasium import TwilightEnv
from twilight.envs.openspiel import SHORT_NAME


def is_ending(info: dict[str, Any]) -> bool:
    """Tell whether an info says how the game has ended."""
    return (
        info["winner"] in ACTOR_NAMES
        and info["reason"].upper() in Reason.__members__
        and isinstance(info["vp"], int)
        and 0 <= info["turn"] <= 10
    )


def test_gymnasium_tells_the_end_and_refuses_to_go_on() -> None:
    env = TwilightEnv(seed=3, skip_forced=True)
    with pytest.raises(EpisodeOver, match=r"call reset\(\)"):
        env.step(0)
    seen, _ = env.reset()
    over = False
    while not over:
        mask = env.action_masks()
        assert mask.dtype == np.bool_
        assert np.array_equal(mask, seen["action_mask"] == 1)
        seen, _, over, _, info = env.step(int(np.flatnonzero(mask)[0]))
        assert over or "winner" not in info
    assert is_ending(info)
    assert not env.action_masks().any()
    with pytest.raises(EpisodeOver, match="the game is over"):
        env.step(0)


def test_pettingzoo_in_turns_tells_the_end_to_both() -> None:
    env = pettingzoo.raw_env(seed=3, skip_forced=True)
    env.reset()
    while not any(env.terminations.values()):
        assert not any("winner" in info for info in env.infos.values())
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    assert all(is_ending(info) for info in env.infos.values())


def test_pettingzoo_in_turns_refuses_to_go_on() -> None:
    with pytest.raises(EpisodeOver, match=r"call reset\(\)"):
        pettingzoo.raw_env().step(0)
    with pytest.raises(EpisodeOver, match=r"call reset\(\)"):
        pettingzoo.raw_env().action_masks()
    env = pettingzoo.env(seed=3, skip_forced=True)
    env.reset()
    for agent in env.agent_iter():
        mask = env.action_masks()
        assert mask.dtype == np.bool_
        assert np.array_equal(mask, env.observe(agent)["action_mask"] == 1)
        _, _, over, _, info = env.last()
        assert over == (not mask.any())
        env.step(None if over else int(mask.argmax()))
    assert is_ending(info)
    with pytest.raises(EpisodeOver, match="no game is running"):
        env.step(0)


def test_openspiel_tells_the_end_and_refuses_to_go_on() -> None:
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    while not state.is_terminal():
        assert state.ending() == {}
        state.apply_action(state.legal_actions()[0])
    assert is_ending(state.ending())
    history = state.history()
    with pytest.raises(EpisodeOver, match="the game is over"):
        state.apply_action(0)
    assert state.history() == history


def test_pettingzoo_in_parallel_refuses_to_go_on() -> None:
    env = pettingzoo.parallel_env(seed=3, skip_forced=True)
    with pytest.raises(EpisodeOver):
        env.step({})
    observations, _ = env.reset()
    while env.agents:
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
        observations, _, _, _, infos = env.step(actions)
    assert all(is_ending(info) for info in infos.values())
    with pytest.raises(EpisodeOver):
        env.step(actions)
