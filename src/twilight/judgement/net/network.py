"""The net: a shared part for every country, a trunk around it, a score for every answer, a chance.

The same sums as `twilight.learning.model`, with numpy and without gradients. A test holds the two
against each other.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.ids import NUMBER_OF_ACTIONS
from twilight.engine.types import SIDES
from twilight.judgement.net.features import (
    AREA_FEATURES,
    AREA_OF,
    AREAS,
    COUNTRY_FEATURES,
    KINDS,
    MOMENT_ROWS,
    PLAIN_FEATURES,
    REGIONS,
    SIDED_FEATURES,
    Features,
    Floats,
)

# How wide the part for a country and the trunk are.
COUNTRY_WIDTH: Final = 32
TRUNK_WIDTH: Final = 224
# The win chance has a small part of its own: results are few beside answers, and a large one would
# learn the games by heart.
CHANCE_WIDTH: Final = 48
BATTLEGROUND: Final = 6
POOLED: Final = 2 * REGIONS * COUNTRY_WIDTH
MASKED: Final = -1e9


def _shapes() -> dict[str, tuple[int, ...]]:
    country, trunk = COUNTRY_WIDTH, TRUNK_WIDTH
    return {
        "country_in": (COUNTRY_FEATURES, country),
        "country_place": (len(SIDES), NUMBER_OF_COUNTRIES, country),
        "country_area": (AREA_FEATURES, country),
        "country_moment": (MOMENT_ROWS, country),
        "trunk_pooled": (POOLED, trunk),
        "trunk_areas": (AREAS * AREA_FEATURES, trunk),
        "trunk_plain": (PLAIN_FEATURES, trunk),
        "trunk_sided": (len(SIDES), SIDED_FEATURES, trunk),
        "trunk_moment": (MOMENT_ROWS, trunk),
        "second": (trunk, trunk),
        "second_bias": (trunk,),
        "third": (trunk, trunk),
        "third_bias": (trunk,),
        "answers": (trunk, NUMBER_OF_ACTIONS),
        "answers_kind": (KINDS, NUMBER_OF_ACTIONS),
        "target_country": (country, country),
        "target_trunk": (trunk, country),
        "target_kind": (KINDS, country),
        "chance_areas": (AREAS * AREA_FEATURES, CHANCE_WIDTH),
        "chance_inner": (PLAIN_FEATURES, CHANCE_WIDTH),
        "chance_moment": (MOMENT_ROWS, CHANCE_WIDTH),
        "chance": (CHANCE_WIDTH, 1),
        "chance_plain": (PLAIN_FEATURES, 1),
        "chance_bias": (1,),
    }


SHAPES: Final = _shapes()
_REGION_SUMS: Final = (np.arange(REGIONS)[:, None] == AREA_OF).astype(np.float32)


class Output(NamedTuple):
    """Logits for each answer, and for a victory of the viewer."""

    answers: Floats  # (batch, actions), MASKED where an answer is not legal
    victory: Floats  # (batch,)


class Network:
    """A net with its weights."""

    def __init__(self, weights: "dict[str, NDArray[np.floating]]") -> None:
        for name, shape in SHAPES.items():
            if name not in weights or weights[name].shape != shape:
                raise ValueError(f"the weights have no {name} of the shape {shape}")
        self.weights = {name: weights[name].astype(np.float32) for name in SHAPES}

    def run(self, shown: Features) -> Output:
        """Score all answers and the chance to win in a batch of positions."""
        weights = self.weights
        countries, trunk = self._trunk(shown)
        answers = trunk @ weights["answers"]
        answers += weights["answers_kind"][shown.kind]
        target = countries @ weights["target_country"]
        target += (trunk @ weights["target_trunk"])[:, None]
        np.maximum(target, 0, out=target)
        named = np.matmul(target, weights["target_kind"][shown.kind][:, :, None])[..., 0]
        answers[:, :NUMBER_OF_COUNTRIES] += named
        answers[~shown.legal] = MASKED
        return Output(answers, self.victory(shown))

    def victory(self, shown: Features) -> Floats:
        """Return the logit of the viewer's victory alone."""
        weights = self.weights
        inner = shown.areas.reshape(len(shown.viewer), -1) @ weights["chance_areas"]
        inner += shown.plain @ weights["chance_inner"]
        inner += weights["chance_moment"][shown.moment].sum(1)
        np.maximum(inner, 0, out=inner)
        victory = inner @ weights["chance"] + shown.plain @ weights["chance_plain"]
        return (victory + weights["chance_bias"])[:, 0]

    def _trunk(self, shown: Features) -> tuple[Floats, Floats]:
        weights = self.weights
        number = len(shown.viewer)
        flat = shown.countries.reshape(-1, COUNTRY_FEATURES) @ weights["country_in"]
        countries = flat.reshape(number, NUMBER_OF_COUNTRIES, COUNTRY_WIDTH)
        countries += weights["country_place"][shown.viewer]
        countries += (shown.areas @ weights["country_area"])[:, AREA_OF]
        countries += weights["country_moment"][shown.moment].sum(1)[:, None]
        np.maximum(countries, 0, out=countries)
        battle = shown.countries[..., BATTLEGROUND : BATTLEGROUND + 1]
        pooled = np.concatenate(
            (_REGION_SUMS @ countries, _REGION_SUMS @ (countries * battle)), 1
        ).reshape(number, POOLED)
        trunk = pooled @ weights["trunk_pooled"]
        trunk += shown.areas.reshape(number, -1) @ weights["trunk_areas"]
        trunk += shown.plain @ weights["trunk_plain"]
        trunk += weights["trunk_moment"][shown.moment].sum(1)
        for side in SIDES:
            rows = np.flatnonzero(shown.viewer == side)
            if len(rows):
                trunk[rows] += shown.sided[rows] @ weights["trunk_sided"][side]
        np.maximum(trunk, 0, out=trunk)
        second = np.maximum(trunk @ weights["second"] + weights["second_bias"], 0)
        trunk += np.maximum(second @ weights["third"] + weights["third_bias"], 0)
        return countries, trunk
