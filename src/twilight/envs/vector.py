"""Many games at once as a Gymnasium vector environment, in worker processes.

The agent plays both sides of each game, or one of them against a bot. A game that ends begins anew
in the same step. Started from a script, this needs the usual `if __name__ == "__main__":`, since
the workers import the script.
"""

import pickle
from collections.abc import Sequence
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from twilight.bots.registry import PROGRAM, make_bot
from twilight.engine.game import IllegalAction
from twilight.envs.crew import (
    FULL,
    LAYOUTS,
    Against,
    Arrays,
    Crew,
    Ended,
    InProcess,
    Layout,
    Settings,
    WorkerFailed,
    Workers,
    lay_out,
    memory_size,
)
from twilight.envs.episode import PLAYERS, AnyRules, EpisodeOver, Seeds, check_reward, rules_of
from twilight.envs.observation import ACTION_NAMES, ACTION_SPACE
from twilight.envs.opponents import SIDES, BotMaker, is_maker
from twilight.envs.spaces import Seen, action_space, seen_space

BOTH: Final = "both"

__all__ = ["VectorEnv", "WorkerFailed"]


class VectorEnv(gymnasium.vector.VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """Many games at once.

    Without an `opponent` the agent plays both sides: each game asks whoever has to decide, the
    reward is that of the player who has answered, and the infos `player` and `rewards` tell who is
    to decide now and what the step has earned both. With one, a bot plays against the agent: the
    name of a bot, or what makes one from a seed, or several of these, which the games take in turn.
    `side` is then the side that the agent begins on, or "both": the USSR in games 0, 2, 4 and so
    on, the US in the others.

    With `workers=0` the calling process plays the games itself, which is easier to debug; the games
    are the same with any number of workers. Game `i` is the game that the other environments play
    with the seed `seed + i`. With `layout="compact"` the observations are the bytes of
    `judgement.encoding`, which take half the time; `env.layout` tells their version. The other
    options are those of the PettingZoo environment.
    """

    def __init__(
        self,
        num_envs: int,
        workers: int = 1,
        rules: AnyRules = None,
        seed: int | None = None,
        reward: str = "win",
        *,
        opponent: BotMaker | Sequence[BotMaker] | None = None,
        side: str = "ussr",
        skip_forced: bool = False,
        layout: str = "full",
    ) -> None:
        if layout not in LAYOUTS:
            raise ValueError(f"layout can't be {layout!r}; it can be {' or '.join(LAYOUTS)}")
        if num_envs < 1 or not 0 <= workers <= num_envs:
            raise ValueError(f"{num_envs} games can't be played by {workers} workers")
        self.layout = LAYOUTS[layout]
        against = _seat(num_envs, opponent, side, workers)
        settings = Settings(
            rules_of(rules), check_reward(reward), skip_forced, self.layout, against
        )
        self.num_envs = num_envs
        self.workers = workers
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = _layout_space(self.layout)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seed: int | None = Seeds(seed).seed
        self._arrays: Arrays | None
        self._crew: Crew
        size = memory_size(num_envs, self.layout)
        if workers == 0:
            self._arrays = lay_out(bytearray(size), num_envs, self.layout)
            self._crew = InProcess(self._arrays, range(num_envs), settings)
        else:
            memory = SharedMemory(create=True, size=size)
            self._arrays = lay_out(memory.buf, num_envs, self.layout)
            self._crew = Workers(memory, num_envs, workers, settings)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games anew; without a seed with those that follow from the last ones."""
        self._open_arrays()
        super().reset(seed=seed)
        # The first games follow from the seed of the environment.
        first_seed, self._seed = self._seed, None
        try:
            self._crew.reset(first_seed if seed is None else seed)
        except WorkerFailed:
            self.close()
            raise
        return self._observe(), self._infos([])

    def step(
        self, actions: "Sequence[int] | NDArray[Any]"
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Answer in every game; if one answer is illegal, nothing changes in any game."""
        arrays = self._open_arrays()
        if self._seed is not None:
            raise EpisodeOver("no game has begun; call reset()")
        chosen = np.asarray(actions)
        self._refuse_illegal(chosen)
        arrays.actions[:] = chosen
        answered = arrays.batch.players.copy()
        try:
            finished = self._crew.step()
        except WorkerFailed:
            self.close()
            raise
        rewards = arrays.batch.rewards[np.arange(self.num_envs), answered].astype(np.float64)
        ended = arrays.batch.ended.copy()
        return self._observe(), rewards, ended, np.zeros_like(ended), self._infos(finished)

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark what may be answered in each game, under the name that MaskablePPO asks for."""
        if self._seed is not None:
            raise EpisodeOver("no game has begun; call reset()")
        return self._open_arrays().batch.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers and free the shared memory."""
        # The arrays have to let go of the memory first.
        self._arrays = None
        self._crew.close()

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _observe(self) -> Seen:
        batch = self._open_arrays().batch
        return {"observation": batch.observations.copy(), "action_mask": batch.masks.copy()}

    def _infos(self, finished: list[Ended]) -> dict[str, Any]:
        """Tell who is to decide, what both have earned, and how games have ended.

        The last part is laid out as Gymnasium does it where a game begins anew in the same step.
        """
        batch = self._open_arrays().batch
        infos: dict[str, Any] = {"player": batch.players.copy(), "rewards": batch.rewards.copy()}
        for game, info, observation in finished:
            nothing_to_answer = np.zeros(ACTION_SPACE, np.int8)
            last = {"observation": observation, "action_mask": nothing_to_answer}
            self._add_info(infos, {"final_obs": last, "final_info": info}, game)
        return infos

    def _open_arrays(self) -> Arrays:
        if self._arrays is None:
            raise RuntimeError("this environment has been closed")
        return self._arrays

    def _refuse_illegal(self, actions: NDArray[Any]) -> None:
        games = self.num_envs
        if actions.shape != (games,) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(f"there must be {games} whole numbers, one action for each game")
        masks = self._open_arrays().batch.masks
        inside = (actions >= 0) & (actions < ACTION_SPACE)
        legal = inside & (masks[np.arange(games), np.where(inside, actions, 0)] == 1)
        if not legal.all():
            game = int(np.argmin(legal))
            action = int(actions[game])
            name = ACTION_NAMES[action] if inside[game] else ""
            message = f"game {game} does not offer action {action} {name}".rstrip()
            raise IllegalAction(message, action)


def _layout_space(layout: Layout) -> gymnasium.spaces.Dict:
    """Make the space of an observation with its mask, in this layout."""
    space = seen_space()
    if layout != FULL:
        space["observation"] = gymnasium.spaces.Box(0, 255, (layout.size,), layout.kind)
    return space


def _seat(
    games: int, opponent: BotMaker | Sequence[BotMaker] | None, side: str, workers: int
) -> tuple[Against, ...] | None:
    """Tell for each game which bot plays and where the agent sits; None if it plays both sides."""
    if side not in (*SIDES, BOTH):
        raise ValueError(f"side can't be {side!r}; it can be ussr, us or {BOTH}")
    if opponent is None:
        return None
    makers: Sequence[Any] = opponent if isinstance(opponent, list | tuple) else [opponent]
    if not makers:
        raise ValueError("the list of opponents is empty")
    for maker in makers:
        if not is_maker(maker):
            raise ValueError(
                f"the opponent {maker!r} can't play many games at once; give the name of a bot, or"
                " a function that makes one from a seed"
            )
        # An unknown name is told here rather than by a worker; a program is started once per game.
        if isinstance(maker, str) and not maker.startswith(PROGRAM):
            make_bot(maker)
    if workers:
        _check_that_workers_can_have(makers)
    return tuple(
        Against(
            makers[game % len(makers)],
            game % len(PLAYERS) if side == BOTH else SIDES.index(side),
        )
        for game in range(games)
    )


def _check_that_workers_can_have(makers: Sequence[Any]) -> None:
    try:
        pickle.dumps(makers)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(
            f"the opponent can't be sent to a worker ({error}); give the name of a bot, a function"
            " of a module, or workers=0"
        ) from error
