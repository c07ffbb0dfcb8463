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
from twilight.envs.render import render_public
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


class _Table:
    """What both kinds of environment share: the spaces, the seeds and the game on the table."""

    def __init__(
        self,
        rules: AnyRules,
        seed: int | None,
        reward: str,
        render_mode: RenderMode,
        skip_forced: bool,
        strict: bool,
    ) -> None:
        self.rules = rules_of(rules)
        self.reward = check_reward(reward)
        self.render_mode = check_render_mode(render_mode)
        self.skip_forced = skip_forced
        self.strict = strict
        self.seeds = Seeds(seed)
        self.seen_spaces = {agent: seen_space() for agent in AGENTS}
        self.action_spaces = {agent: action_space() for agent in AGENTS}

    def begin(self, seed: int | None) -> None:
        """Set up the next game."""
        if seed is not None:
            self.seeds.restart(seed)
        self.episode = Episode(
            self.rules, self.seeds.take(), self.reward, skip_forced=self.skip_forced
        )

    def agent_to_decide(self) -> str | None:
        """Name the agent that has to decide, if the game is not over."""
        player = self.episode.player
        return None if player is None else AGENTS[player]

    def answer(self, action: int) -> bool:
        """Answer the pending decision; tell whether it was legal, or raise if that is wanted."""
        try:
            self.episode.answer(action)
        except IllegalAction:
            if self.strict:
                raise
            return False
        return True

    def observe(self, agent: str) -> Seen:
        """Show an agent what it may see."""
        player = AGENTS.index(agent)
        return with_mask(self.episode.observe(player), self.episode.decision_of(player))

    def draw(self) -> str | None:
        """Draw the public table as the render mode wants it."""
        if self.render_mode is None:
            return None
        picture = render_public(self.episode.game)
        if self.render_mode == "human":
            print(picture, flush=True)
            return None
        return picture


class TwilightTurns(AECEnv[str, Seen, int]):  # type: ignore[misc]
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
        super().__init__()
        self._table = _Table(rules, seed, reward, render_mode, skip_forced, strict)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations with their masks."""
        return self._table.seen_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the flat action ids."""
        return self._table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the next one that follows from the last."""
        self._table.begin(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._cycles = 0
        first = self._table.agent_to_decide()
        assert first is not None
        self.agent_selection = first if self.max_cycles is None else AGENTS[0]

    def observe(self, agent: str) -> Seen:
        """Show an agent what it may see; the mask is empty when it has nothing to decide."""
        return self._table.observe(agent)

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark what the selected agent may answer, under the name that MaskablePPO asks for."""
        if not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        player = AGENTS.index(self.agent_selection)
        return action_mask(self._table.episode.decision_of(player)).astype(np.bool_)

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; None for one whose game is over."""
        if not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        legal = True
        if table.agent_to_decide() == agent:
            assert action is not None
            legal = table.answer(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, table.episode.take_rewards(), strict=True))
        self.infos = {other: table.episode.ending() for other in AGENTS}
        if not legal:
            self.infos[agent]["illegal"] = True
        self._select_next(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select_next(self, agent: str) -> None:
        deciding = self._table.agent_to_decide()
        self.terminations = dict.fromkeys(AGENTS, deciding is None)
        if self.max_cycles is not None:
            self._cycles += agent == AGENTS[-1]
            over = deciding is not None and self._cycles >= self.max_cycles
            self.truncations = dict.fromkeys(AGENTS, over)
        if self.max_cycles is None and deciding is not None:
            self.agent_selection = deciding
        else:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]

    def render(self) -> str | None:
        """Draw the public table: printed (human) or returned (ansi)."""
        return self._table.draw()

    def close(self) -> None:
        """Nothing is held open."""


class TwilightParallel(ParallelEnv[str, Seen, int]):  # type: ignore[misc]
    """All agents at once: only the answer of the one that has to decide counts.

    The options are those of `TwilightTurns`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "twilight_struggle_v0",
        "render_modes": list(RENDER_MODES),
    }

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
        self._table = _Table(rules, seed, reward, render_mode, skip_forced, strict)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations with their masks."""
        return self._table.seen_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the flat action ids."""
        return self._table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new game; without a seed the next one that follows from the last."""
        self._table.begin(seed)
        self.agents = list(AGENTS)
        self._cycles = 0
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
        table = self._table
        if not self.agents:
            raise EpisodeOver(NOTHING_RUNS)
        deciding = table.agent_to_decide()
        assert deciding is not None
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        if not table.answer(int(actions[deciding])):
            infos[deciding]["illegal"] = True
        self._cycles += 1
        over = table.agent_to_decide() is None
        for info in infos.values():
            info.update(table.episode.ending())
        out_of_time = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if over or out_of_time:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict(zip(AGENTS, table.episode.take_rewards(), strict=True)),
            dict.fromkeys(AGENTS, over),
            dict.fromkeys(AGENTS, out_of_time),
            infos,
        )

    def _observations(self) -> dict[str, Seen]:
        return {agent: self._table.observe(agent) for agent in AGENTS}

    def render(self) -> str | None:
        """Draw the public table: printed (human) or returned (ansi)."""
        return self._table.draw()

    def close(self) -> None:
        """Nothing is held open."""
