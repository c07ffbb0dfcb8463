"""The game as a PettingZoo environment, in turns (`env`) or in parallel (`parallel_env`).

By default the agent that has to decide is the one to step. PettingZoo counts a length in cycles, in
each of which every agent steps once; so with `max_cycles`, and always in parallel, the agents step
in cycles, and what an agent answers while it has nothing to decide is not looked at.
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from twilight.engine.game import IllegalAction
from twilight.envs.episode import AnyRules, Episode, EpisodeOver, Seeds, check_reward, rules_of
from twilight.envs.observation import action_mask
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

AGENTS: Final = ("player_0", "player_1")
NOTHING_RUNS: Final = "no game is running; call reset()"


def env(**options: Any) -> AECEnv[str, Seen, int]:
    """Make the environment in turns; the options are those of `TwilightTurns`."""
    turns = TwilightTurns(**options)
    return _Ordered(wrappers.AssertOutOfBoundsWrapper(turns))


def raw_env(**options: Any) -> "TwilightTurns":
    """Make the environment in turns without the wrappers that find wrong use."""
    return TwilightTurns(**options)


def parallel_env(**options: Any) -> "TwilightParallel":
    """Make the parallel environment; the options are those of `TwilightParallel`."""
    return TwilightParallel(**options)


class _Ordered(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's own wrapper only warns of a step after the end; here it is an error."""

    def step(self, action: int | None) -> None:
        """Step, unless both agents have left the game."""
        if self._has_reset and not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        super().step(action)


class _TwoAgents:
    """What both kinds of environment share: options, spaces, seeds, and the game on the table."""

    def __init__(
        self,
        rules: AnyRules = None,
        seed: int | None = None,
        reward: str = "win",
        render_mode: RenderMode = None,
        *,
        skip_forced: bool = False,
        strict: bool = False,
        max_cycles: int | None = None,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._rules = rules_of(rules)
        self._reward = check_reward(reward)
        self._skip_forced = skip_forced
        self._strict = strict
        self._seeds = Seeds(seed)
        self._seen_spaces = {agent: seen_space() for agent in AGENTS}
        self._action_spaces = {agent: action_space() for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations with their masks."""
        return self._seen_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the flat action ids."""
        return self._action_spaces[agent]

    def render(self) -> str | None:
        """Draw the public table: printed (human) or returned (ansi)."""
        if self.render_mode is None:
            return None
        return show(self._episode.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self, seed: int | None) -> None:
        """Set up the next game."""
        if seed is not None:
            self._seeds.restart(seed)
        self._episode = Episode(
            self._rules, self._seeds.take(), self._reward, skip_forced=self._skip_forced
        )
        self.agents = list(AGENTS)
        self._cycles = 0

    def _agent_to_decide(self) -> str | None:
        """Name the agent that has to decide, if the game is not over."""
        player = self._episode.player
        return None if player is None else AGENTS[player]

    def _answer(self, action: int) -> bool:
        """Answer the pending decision; tell whether it was legal, or raise if that is wanted."""
        try:
            self._episode.answer(action)
        except IllegalAction:
            if self._strict:
                raise
            return False
        return True

    def _seen_by(self, agent: str) -> Seen:
        """Show an agent what it may see."""
        player = AGENTS.index(agent)
        return with_mask(self._episode.observe(player), self._episode.decision_of(player))


class TwilightTurns(_TwoAgents, AECEnv[str, Seen, int]):  # type: ignore[misc]
    """One agent after the other.

    `rules` are rules or the name of a preset; `reward` is "win" (1, -1 or 0 at the end) or "vp"
    (the change of the score at each step, a victory counting as 20); with `skip_forced` nobody is
    asked where there is only one option. An action that the mask does not allow changes nothing and
    is told in the agent's info, or raises IllegalAction with `strict`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "twilight_struggle_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the next one that follows from the last."""
        self._begin(seed)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        first = self._agent_to_decide()
        assert first is not None
        self.agent_selection = first if self.max_cycles is None else AGENTS[0]

    def observe(self, agent: str) -> Seen:
        """Show an agent what it may see; the mask is empty when it has nothing to decide."""
        return self._seen_by(agent)

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark what the selected agent may answer, under the name that MaskablePPO asks for."""
        if not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        player = AGENTS.index(self.agent_selection)
        return action_mask(self._episode.decision_of(player)).astype(np.bool_)

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; None for one whose game is over."""
        if not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = True
        if self._agent_to_decide() == agent:
            assert action is not None
            legal = self._answer(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, self._episode.take_rewards(), strict=True))
        self.infos = {other: self._episode.ending() for other in AGENTS}
        if not legal:
            self.infos[agent]["illegal"] = True
        self._select_next(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select_next(self, agent: str) -> None:
        deciding = self._agent_to_decide()
        self.terminations = dict.fromkeys(AGENTS, deciding is None)
        if self.max_cycles is not None:
            self._cycles += agent == AGENTS[-1]
            over = deciding is not None and self._cycles >= self.max_cycles
            self.truncations = dict.fromkeys(AGENTS, over)
        if self.max_cycles is None and deciding is not None:
            self.agent_selection = deciding
        else:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]


class TwilightParallel(_TwoAgents, ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All agents at once: only the answer of the one that has to decide counts.

    The options are those of `TwilightTurns`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "twilight_struggle_v0",
        "render_modes": list(RENDER_MODES),
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new game; without a seed the next one that follows from the last."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the answer of the agent that has to decide."""
        if not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        deciding = self._agent_to_decide()
        assert deciding is not None
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        if not self._answer(int(actions[deciding])):
            infos[deciding]["illegal"] = True
        self._cycles += 1
        over = self._agent_to_decide() is None
        for info in infos.values():
            info.update(self._episode.ending())
        out_of_time = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over or out_of_time:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(AGENTS, self._episode.take_rewards(), strict=True)),
            dict.fromkeys(AGENTS, over),
            dict.fromkeys(AGENTS, out_of_time),
            infos,
        )

    def _observations(self) -> dict[str, Seen]:
        return {agent: self._seen_by(agent) for agent in AGENTS}
