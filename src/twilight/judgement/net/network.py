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
    Whole,
)

# How wide the part for a country and the trunk are.
COUNTRY_WIDTH: Final = 32
TRUNK_WIDTH: Final = 224
# The win chance has a small part of its own: results are few beside answers, and a large one would
# learn the games by heart.
CHANCE_WIDTH: Final = 48
# What to expect of players like itself has seen far more results, and knows the cards.
EXPECTED_WIDTH: Final = 64
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
        "expected_areas": (AREAS * AREA_FEATURES, EXPECTED_WIDTH),
        "expected_inner": (PLAIN_FEATURES, EXPECTED_WIDTH),
        "expected_moment": (MOMENT_ROWS, EXPECTED_WIDTH),
        "expected_sided": (len(SIDES), SIDED_FEATURES, EXPECTED_WIDTH),
        "expected": (EXPECTED_WIDTH, 1),
        "expected_plain": (PLAIN_FEATURES, 1),
        "expected_bias": (1,),
    }


SHAPES: Final = _shapes()
_REGION_SUMS: Final = (np.arange(REGIONS)[:, None] == AREA_OF).astype(np.float32)
# The countries of a region follow each other.
_FROM_TO: Final = [
    (int(rows[0]), int(rows[-1]) + 1) for rows in (np.flatnonzero(row) for row in _REGION_SUMS)
]
# The parts that know the moment, in the order in which they are laid side by side.
_PARTS: Final = ("country", "trunk", "chance")
_CHANCE_FEATURES: Final = AREAS * AREA_FEATURES + PLAIN_FEATURES
# So many positions stay in the processor's cache.
_AT_ONCE: Final = 64


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
        # What is multiplied with the same is laid side by side: fewer calls, which count for one
        # position alone.
        joined = self.weights
        self._moment = np.concatenate([joined[f"{part}_moment"] for part in _PARTS], 1)
        self._trunk_in = [
            np.concatenate(
                (
                    joined["trunk_pooled"],
                    joined["trunk_areas"],
                    joined["trunk_plain"],
                    joined["trunk_sided"][side],
                )
            )
            for side in SIDES
        ]
        # The last column goes past the inner layer.
        self._chance_in = np.zeros((_CHANCE_FEATURES, CHANCE_WIDTH + 1), np.float32)
        self._chance_in[:, :-1] = np.concatenate((joined["chance_areas"], joined["chance_inner"]))
        self._chance_in[-PLAIN_FEATURES:, -1:] = joined["chance_plain"]
        self._expected_in = [
            np.concatenate(
                (joined["expected_areas"], joined["expected_inner"], joined["expected_sided"][side])
            )
            for side in SIDES
        ]

    def run(self, shown: Features) -> Output:
        """Score all answers and the chance to win in a batch of positions."""
        number = len(shown.viewer)
        if number <= _AT_ONCE:
            return self._run(shown)
        parts = [
            self._run(Features._make(each[first : first + _AT_ONCE] for each in shown))
            for first in range(0, number, _AT_ONCE)
        ]
        return Output(
            np.concatenate([part.answers for part in parts]),
            np.concatenate([part.victory for part in parts]),
        )

    def _run(self, shown: Features) -> Output:
        weights = self.weights
        number = len(shown.viewer)
        moment = self._moment[shown.moment].sum(1)
        areas = shown.areas.reshape(number, -1)
        countries = self._countries(shown, moment[:, :COUNTRY_WIDTH])
        trunk = self._trunk(shown, areas, countries, moment[:, COUNTRY_WIDTH:-CHANCE_WIDTH])
        answers = trunk @ weights["answers"]
        answers += weights["answers_kind"][shown.kind]
        named = shown.legal[:, :NUMBER_OF_COUNTRIES].any(1)
        if named.any():
            rows = np.flatnonzero(named)
            answers[rows, :NUMBER_OF_COUNTRIES] += self._named(
                countries[rows], trunk[rows], shown.kind[rows]
            )
        np.copyto(answers, MASKED, where=~shown.legal)
        return Output(answers, self._victory(areas, shown.plain, moment[:, -CHANCE_WIDTH:]))

    def victory(self, shown: Features) -> Floats:
        """Return the logit of the viewer's victory alone."""
        areas = shown.areas.reshape(len(shown.viewer), -1)
        return self._victory(areas, shown.plain, self.weights["chance_moment"][shown.moment].sum(1))

    def expectation(self, shown: Features) -> Floats:
        """Return the logit of the viewer's victory among players like the net itself."""
        weights = self.weights
        areas = shown.areas.reshape(len(shown.viewer), -1)
        inner = _by_side(
            np.concatenate((areas, shown.plain, shown.sided), 1), shown.viewer, self._expected_in
        )
        inner += weights["expected_moment"][shown.moment].sum(1)
        np.maximum(inner, 0, out=inner)
        expected = inner @ weights["expected"] + shown.plain @ weights["expected_plain"]
        return np.asarray(expected[:, 0] + weights["expected_bias"], np.float32)

    def _victory(self, areas: Floats, plain: Floats, moment: Floats) -> Floats:
        both = np.concatenate((areas, plain), 1) @ self._chance_in
        inner, outer = both[:, :-1], both[:, -1]
        inner += moment
        np.maximum(inner, 0, out=inner)
        victory = inner @ self.weights["chance"][:, 0] + outer
        return np.asarray(victory + self.weights["chance_bias"], np.float32)

    def _countries(self, shown: Features, moment: Floats) -> Floats:
        weights = self.weights
        flat = shown.countries.reshape(-1, COUNTRY_FEATURES) @ weights["country_in"]
        countries = flat.reshape(-1, NUMBER_OF_COUNTRIES, COUNTRY_WIDTH)
        areas = shown.areas[:, :REGIONS] @ weights["country_area"]
        areas += moment[:, None]
        for region, (first, last) in enumerate(_FROM_TO):
            countries[:, first:last] += areas[:, region, None]
        countries += weights["country_place"][shown.viewer]
        np.maximum(countries, 0, out=countries)
        return countries

    def _trunk(self, shown: Features, areas: Floats, countries: Floats, moment: Floats) -> Floats:
        weights = self.weights
        number = len(shown.viewer)
        sums = np.empty((number, 2, REGIONS, NUMBER_OF_COUNTRIES), np.float32)
        sums[:, 0] = _REGION_SUMS
        np.multiply(_REGION_SUMS, shown.countries[:, None, :, BATTLEGROUND], out=sums[:, 1])
        pooled = sums.reshape(number, 2 * REGIONS, NUMBER_OF_COUNTRIES) @ countries
        shown_all = np.concatenate(
            (pooled.reshape(number, POOLED), areas, shown.plain, shown.sided), 1
        )
        trunk = _by_side(shown_all, shown.viewer, self._trunk_in)
        trunk += moment
        np.maximum(trunk, 0, out=trunk)
        second = trunk @ weights["second"]
        second += weights["second_bias"]
        np.maximum(second, 0, out=second)
        third = second @ weights["third"]
        third += weights["third_bias"]
        trunk += np.maximum(third, 0, out=third)
        return np.asarray(trunk)

    def _named(self, countries: Floats, trunk: Floats, kind: Whole) -> Floats:
        """Score the countries themselves."""
        weights = self.weights
        flat = countries.reshape(-1, COUNTRY_WIDTH) @ weights["target_country"]
        target = flat.reshape(countries.shape)
        target += (trunk @ weights["target_trunk"])[:, None]
        np.maximum(target, 0, out=target)
        scores = (target @ weights["target_kind"][kind][:, :, None])[..., 0]
        return np.asarray(scores, np.float32)


def _by_side(shown: Floats, viewer: Whole, weights: "list[Floats]") -> Floats:
    """Multiply each row with the weights of the side that sees it."""
    us = int(viewer.sum())
    if us in (0, len(viewer)):
        return np.asarray(shown @ weights[us > 0], np.float32)
    found = np.empty((len(viewer), weights[0].shape[1]), np.float32)
    for side in SIDES:
        rows = (viewer == side).nonzero()[0]
        found[rows] = shown[rows] @ weights[side]
    return found
