"""The vector environment as Gymnasium knows them: spaces, infos, bots as opponents."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from tests.envs.test_endings import is_ending
from tests.envs.test_vector import choose
from twilight.bots.players.random_bot import RandomBot
from twilight.bots.registry import UnknownBot
from twilight.envs.gymnasium import ID, TwilightEnv
from twilight.envs.vector import VectorEnv

GAMES = 3
STEPS = 200


def same(one: Any, other: Any) -> bool:
    """Compare infos or observations, which are arrays in dictionaries in arrays."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return all(same(left, right) for left, right in zip(one, other, strict=True))
    return np.array_equal(one, other)


@pytest.mark.parametrize("workers", [0, 2])
def test_games_against_bots_are_those_of_gymnasiums_own_vector(workers: int) -> None:
    options: dict[str, Any] = {"reward": "vp", "skip_forced": True}
    sides = ("ussr", "us", "ussr")
    bots = ("random", RandomBot, "random")

    def maker(game: int) -> Any:
        return lambda: TwilightEnv(bots[game], sides[game], **options)

    own = SyncVectorEnv(
        [maker(game) for game in range(GAMES)], autoreset_mode=AutoresetMode.SAME_STEP
    )
    endings = 0
    with VectorEnv(GAMES, workers, opponent=["random", RandomBot], side="both", **options) as env:
        assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        assert env.action_space == own.action_space
        assert env.observation_space == own.observation_space
        seen, _ = env.reset(seed=11)
        expected, _ = own.reset(seed=11)
        assert same(seen, expected)
        for step in range(STEPS):
            actions = choose(seen["action_mask"], step)
            seen, rewards, ended, truncated, infos = env.step(actions)
            expected, *others, other_infos = own.step(actions)
            assert same(seen, expected)
            for one, other in zip((rewards, ended, truncated), others, strict=True):
                assert one.dtype == other.dtype
                assert np.array_equal(one, other)
            assert list(infos.pop("player")) == [0, 1, 0]
            assert infos.pop("rewards").shape == (GAMES, 2)
            assert same(infos, other_infos)
            endings += int(ended.sum())
    assert endings


@pytest.mark.parametrize("layout", ["full", "compact"])
def test_everything_lies_in_its_space_and_the_end_is_told(layout: str) -> None:
    wanted: dict[str, Any] = {
        "opponent": "random",
        "layout": layout,
        "workers": 0,
        "skip_forced": True,
    }
    env = gymnasium.make_vec(ID, num_envs=2, **wanted)
    assert isinstance(env.unwrapped, VectorEnv)
    counted = DictInfoToList(RecordEpisodeStatistics(env))
    seen, _ = counted.reset(seed=4)
    single = env.single_observation_space
    told = 0
    for step in range(400):
        assert seen in env.observation_space
        assert {key: part[0] for key, part in seen.items()} in single
        masks = env.unwrapped.action_masks()
        assert np.array_equal(masks, seen["action_mask"] == 1)
        actions = choose(masks, step)
        assert actions in env.action_space
        seen, _, ended, _, infos = counted.step(actions)
        for game, info in enumerate(infos):
            assert ("final_info" in info) == ended[game]
            if ended[game]:
                told += 1
                final = info["final_info"]
                assert final["winner"] in ("us", "ussr", "nobody")
                assert is_ending({**final, "vp": int(final["vp"])})
                assert info["final_obs"] in single
                assert not info["final_obs"]["action_mask"].any()
                assert info["episode"]["l"] > 0
        if told > 1:
            break
    assert told
    env.close()
    assert env.closed


def test_opponents_that_can_not_play_are_refused() -> None:
    with pytest.raises(UnknownBot):
        VectorEnv(2, opponent="kissinger")
    with pytest.raises(ValueError, match="can't play many games at once"):
        VectorEnv(2, opponent=RandomBot("1"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="can't be sent to a worker"):
        VectorEnv(2, opponent=lambda seed: RandomBot(seed))
    with pytest.raises(ValueError, match="the list of opponents is empty"):
        VectorEnv(2, opponent=[])
    with pytest.raises(ValueError, match="side can't be 'france'; it can be ussr, us or both"):
        VectorEnv(2, side="france")
