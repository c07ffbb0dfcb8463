"""The spaces of the environments that are built on Gymnasium's."""

from typing import Any, Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces

from twilight.engine.decision import Decision
from twilight.envs.observation import ACTION_SPACE, Vector, action_mask, bounds

# The keys are `observation` and `action_mask`.
Seen: TypeAlias = dict[str, Any]
RenderMode: TypeAlias = Literal["human", "ansi"] | None
RENDER_MODES: Final = ("human", "ansi")


def seen_space() -> spaces.Dict:
    """Make the space of an observation with its mask."""
    lowest, highest = bounds()
    return spaces.Dict(
        {
            "observation": spaces.Box(lowest, highest, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (ACTION_SPACE,), np.int8),
        }
    )


def action_space() -> "spaces.Discrete":
    """Make the space of the flat action ids."""
    return spaces.Discrete(ACTION_SPACE)


def with_mask(observation: Vector, decision: Decision | None) -> Seen:
    """Join an observation and the mask of what may be answered."""
    return {"observation": observation, "action_mask": action_mask(decision)}


def check_render_mode(render_mode: RenderMode) -> RenderMode:
    """Refuse a way of rendering that does not exist."""
    if render_mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode can't be {render_mode!r}; it can be human or ansi")
    return render_mode
