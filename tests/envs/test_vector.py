"""Many games at once are the games that one environment plays, with any number of workers."""

import os
import signal
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from twilight.engine.game import IllegalAction
from twilight.engine.ids import PASS
from twilight.engine.rules import make_rules
from twilight.engine.view import observe, sample_world
from twilight.envs import crew, pettingzoo
from twilight.envs.crew import Batch, WorkerFailed
from twilight.envs.episode import Episode, EpisodeOver, Seeds, rules_of
from twilight.envs.observation import ACTION_SPACE
from twilight.envs.spaces import Seen
from twilight.envs.vector import VectorEnv
from twilight.judgement import encoding

STEPS = 250


def choose(masks: NDArray[Any], step: int) -> NDArray[np.int64]:
    """Take an option of each game that depends on the step alone."""
    chosen = [np.flatnonzero(mask) for mask in masks]
    return np.array([options[(7 * step) % len(options)] for options in chosen])


def as_batch(seen: Seen, infos: dict[str, Any], ended: NDArray[np.bool_] | None = None) -> Batch:
    """Put what the environment tells into one tuple."""
    over = np.zeros(len(infos["player"]), np.bool_) if ended is None else ended
    return Batch(seen["observation"], seen["action_mask"], infos["player"], infos["rewards"], over)


def run(env: VectorEnv, steps: int = STEPS) -> Iterator[Batch]:
    batch = as_batch(*env.reset())
    yield batch
    for step in range(steps):
        seen, rewards, ended, truncated, infos = env.step(choose(batch.masks, step))
        rows = np.arange(env.num_envs)
        assert np.array_equal(rewards, infos["rewards"][rows, batch.players])
        assert not truncated.any()
        batch = as_batch(seen, infos, ended)
        yield batch


@pytest.fixture(scope="module")
def alone() -> list[Batch]:
    with VectorEnv(3, workers=0, seed=11, reward="vp") as env:
        return list(run(env))


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_change_nothing(alone: list[Batch], workers: int) -> None:
    with VectorEnv(3, workers=workers, seed=11, reward="vp") as env:
        for one, other in zip(run(env), alone, strict=True):
            for field, expected in zip(one, other, strict=True):
                assert (np.asarray(field) == np.asarray(expected)).all()


def test_each_game_is_that_of_a_single_environment(alone: list[Batch]) -> None:
    assert any(batch.ended.any() for batch in alone)
    for game in range(3):
        env = pettingzoo.raw_env(seed=11 + game, reward="vp")
        env.reset()
        for step, batch in enumerate(alone):
            agent = env.agent_selection
            seen = env.observe(agent)
            assert pettingzoo.AGENTS[batch.players[game]] == agent
            assert np.array_equal(batch.observations[game], seen["observation"])
            assert np.array_equal(batch.masks[game], seen["action_mask"])
            if step == STEPS:
                break
            env.step(choose(batch.masks, step)[game])
            after = alone[step + 1]
            assert list(after.rewards[game]) == list(env.rewards.values())
            assert after.ended[game] == env.terminations[agent]
            if after.ended[game]:
                env.reset()


@pytest.mark.parametrize("workers", [0, 1])
def test_the_compact_layout_shows_the_same_games(alone: list[Batch], workers: int) -> None:
    with VectorEnv(3, workers=workers, seed=11, reward="vp", layout="compact") as env:
        assert (env.layout.version, env.layout.size) == (encoding.VERSION, encoding.SIZE)
        for one, other in zip(run(env), alone, strict=True):
            assert one.observations.dtype == np.uint8
            assert np.array_equal(one.masks, other.masks)
            assert np.array_equal(one.players, other.players)
            assert np.array_equal(one.rewards, other.rewards)
            assert np.array_equal(one.ended, other.ended)


def test_the_compact_layout_writes_what_the_player_sees() -> None:
    with VectorEnv(2, workers=0, seed=5, layout="compact") as env:
        episodes = [Episode(rules_of(None), Seeds(5 + game).take()) for game in range(2)]
        for step, batch in enumerate(run(env, 100)):
            if batch.ended.any():
                break
            for row, episode in zip(batch.observations, episodes, strict=True):
                assert episode.decision is not None
                seen = observe(episode.game, episode.decision.actor)
                assert row.tobytes() == bytes(encoding.encode(seen))
            for episode, action in zip(episodes, choose(batch.masks, step), strict=True):
                episode.answer(int(action))
        assert step > 20


def test_what_is_hidden_from_the_player_changes_no_compact_byte() -> None:
    with VectorEnv(1, workers=0, seed=3, layout="compact") as env:
        assert isinstance(env._crew, crew.InProcess)
        random = Random(1)
        differing = 0
        for step, batch in enumerate(run(env, 120)):
            game = env._crew._episodes[0].game
            if step % 6 or game.pending is None:
                continue
            viewer = game.pending.actor
            other = sample_world(game, viewer, random)
            differing += other.state.hands != game.state.hands
            # The same environment, with what its player can't know dealt anew.
            env._crew._episodes[0].game = other
            env._crew._show()
            assert np.array_equal(env._observe()["observation"], batch.observations)
            env._crew._episodes[0].game = game
        assert differing > 5


def test_a_reset_begins_other_games_and_a_seed_the_same() -> None:
    with VectorEnv(2, workers=0, seed=1, rules="glass", skip_forced=True) as env:
        first = as_batch(*env.reset())
        second = as_batch(*env.reset())
        assert not np.array_equal(first.observations, second.observations)
        again = as_batch(*env.reset(seed=1))
        assert np.array_equal(first.observations, again.observations)
        assert not again.rewards.any()


def test_an_illegal_action_changes_no_game() -> None:
    with VectorEnv(2, workers=1, seed=1) as env:
        actions = choose(env.reset()[0]["action_mask"], 0)
        for wrong in (PASS, -1, 288, ACTION_SPACE):
            with pytest.raises(IllegalAction, match=f"game 1 does not offer action {wrong}"):
                env.step([int(actions[0]), wrong])
        with pytest.raises(ValueError, match="one action for each game"):
            env.step([int(actions[0])])
        after = env.step(actions)[0]
        with VectorEnv(2, workers=0, seed=1) as other:
            other.reset()
            assert np.array_equal(after["observation"], other.step(actions)[0]["observation"])


def test_an_error_in_a_worker_is_reported_with_its_traceback() -> None:
    env = VectorEnv(2, workers=2, seed=1)
    masks = env.reset()[0]["action_mask"]
    # The mask says that the action is legal, so only the worker finds that it is not.
    assert env._arrays is not None
    env._arrays.batch.masks[1, PASS] = 1
    actions = choose(masks, 0)
    actions[1] = PASS
    with pytest.raises(WorkerFailed, match=r"(?s)games 1 to 1:.*Traceback.*IllegalAction"):
        env.step(actions)
    with pytest.raises(RuntimeError, match="closed"):
        env.step(actions)


def test_a_worker_that_dies_is_reported() -> None:
    env = VectorEnv(2, workers=2, seed=1)
    masks = env.reset()[0]["action_mask"]
    assert isinstance(env._crew, crew.Workers)
    process = env._crew._processes[0]
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    with pytest.raises(WorkerFailed, match="worker 0"):
        env.step(choose(masks, 0))
    assert not any(worker.is_alive() for worker in env._crew._processes)


def test_closing_frees_everything() -> None:
    env = VectorEnv(2, workers=2, seed=1)
    env.reset()
    assert isinstance(env._crew, crew.Workers)
    processes = env._crew._processes
    env.close()
    env.close()
    assert [process.exitcode for process in processes] == [0, 0]
    with pytest.raises(RuntimeError, match="closed"):
        env.reset()


def test_wrong_use_is_refused() -> None:
    with pytest.raises(ValueError, match="layout can't be 'short'; it can be full or compact"):
        VectorEnv(2, layout="short")
    with pytest.raises(ValueError, match="2 games can't be played by 3 workers"):
        VectorEnv(2, workers=3)
    with VectorEnv(1, workers=0, rules=make_rules("manual")) as env:
        with pytest.raises(EpisodeOver, match=r"call reset\(\)"):
            env.step([0])
        with pytest.raises(EpisodeOver, match=r"call reset\(\)"):
            env.action_masks()
