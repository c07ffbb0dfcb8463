"""The game as a Gymnasium environment: one agent against a bot.

Importing this module registers `TwilightStruggle-v0`, for `gymnasium.make` and `make_vec`.
"""

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from twilight.engine.game import IllegalAction
from twilight.envs.episode import (
    AnyRules,
    Episode,
    EpisodeOver,
    Seeds,
    check_reward,
    rules_of,
)
from twilight.envs.observation import action_mask
from twilight.envs.opponents import SIDES, Opponent, let_opponent_play, make_opponent
from twilight.envs.render import show
from twilight.envs.spaces import (
    RENDER_MODES,
    RenderMode,
    Seen,
    action_space,
    check_render_mode,
    seen_space,
    with_mask,
)

ID: Final = "TwilightStruggle-v0"


class TwilightEnv(gymnasium.Env[Seen, np.int64]):
    """One agent plays a side, a bot the other.

    `opponent` is the name of a bot, anything that makes one from a seed (both begin anew with each
    game, so that a seed tells all that happens), or a bot itself. `side` is the side that the agent
    begins on; only rules that bid or draw lots for the sides can seat it elsewhere. The other
    options are those of the PettingZoo environment: an action that the mask does not allow changes
    nothing and is told in the info, or raises IllegalAction with `strict`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        opponent: Opponent = "random",
        side: str = "ussr",
        rules: AnyRules = None,
        seed: int | None = None,
        reward: str = "win",
        render_mode: RenderMode = None,
        *,
        skip_forced: bool = False,
        strict: bool = False,
    ) -> None:
        if side not in SIDES:
            raise ValueError(f"side can't be {side!r}; it can be ussr or us")
        self.observation_space = seen_space()
        self.action_space = action_space()
        self.render_mode = check_render_mode(render_mode)
        self._opponent = opponent
        self._player = SIDES.index(side)
        self._rules = rules_of(rules)
        self._reward = check_reward(reward)
        self._skip_forced = skip_forced
        self._strict = strict
        self._seeds = Seeds(seed)
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game; without a seed the next one that follows from the last."""
        super().reset(seed=seed)
        if seed is not None:
            self._seeds.restart(seed)
        seed_of_game = self._seeds.take()
        self._bot = make_opponent(self._opponent, seed_of_game)
        self._episode = Episode(
            self._rules, seed_of_game, self._reward, skip_forced=self._skip_forced
        )
        let_opponent_play(self._episode, self._bot, self._player)
        return self._observe(), {}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer, and let the bot play until the agent has to decide again."""
        episode = self._begun()
        if episode.decision is None:
            raise EpisodeOver("the game is over; call reset() for the next one")
        info: dict[str, Any] = {}
        try:
            episode.answer(int(action))
        except IllegalAction:
            if self._strict:
                raise
            info["illegal"] = True
        let_opponent_play(episode, self._bot, self._player)
        reward = episode.take_rewards()[self._player]
        if self.render_mode == "human":
            self.render()
        info.update(episode.ending())
        return self._observe(), reward, episode.decision is None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark what may be answered, under the name by which MaskablePPO asks for it."""
        return action_mask(self._begun().decision_of(self._player)).astype(np.bool_)

    def render(self) -> str | None:
        """Draw the public table: printed (human) or returned (ansi)."""
        if self.render_mode is None:
            return None
        return show(self._begun().game, self.render_mode)

    def _observe(self) -> Seen:
        player, episode = self._player, self._begun()
        return with_mask(episode.observe(player), episode.decision_of(player))

    def _begun(self) -> Episode:
        if self._episode is None:
            raise EpisodeOver("no game has begun; call reset()")
        return self._episode


gymnasium.register(
    ID,
    entry_point="twilight.envs.gymnasium:TwilightEnv",
    vector_entry_point="twilight.envs.vector:VectorEnv",
)
