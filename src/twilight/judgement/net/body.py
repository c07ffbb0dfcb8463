"""A body of the net: a shared part for every country, pooled by regions, and a trunk around it."""

from typing import Final

import numpy as np

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.types import SIDES
from twilight.judgement.net.features import (
    AREA_FEATURES,
    AREA_OF,
    AREAS,
    COUNTRY_FEATURES,
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
BATTLEGROUND: Final = 6
POOLED: Final = 2 * REGIONS * COUNTRY_WIDTH


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
    }


# The weights of a body.
BODY: Final = _shapes()
_REGION_SUMS: Final = (np.arange(REGIONS)[:, None] == AREA_OF).astype(np.float32)
# The countries of a region follow each other.
_FROM_TO: Final = [
    (int(rows[0]), int(rows[-1]) + 1) for rows in (np.flatnonzero(row) for row in _REGION_SUMS)
]


class Body:
    """Weights for the countries and the trunk, and what comes of them in a position."""

    def __init__(self, weights: "dict[str, Floats]", name: str) -> None:
        self.weights = {part: weights[name + part] for part in BODY}
        # What is multiplied with the same is laid side by side: fewer calls, which count for one
        # position alone.
        joined = self.weights
        self._moment = np.concatenate((joined["country_moment"], joined["trunk_moment"]), 1)
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

    def run(self, shown: Features, areas: Floats) -> tuple[Floats, Floats]:
        """Return what is made of each country, and of the whole; `areas` has a row a position."""
        moment = self._moment[shown.moment].sum(1)
        countries = self._countries(shown, moment[:, :COUNTRY_WIDTH])
        return countries, self._trunk(shown, areas, countries, moment[:, COUNTRY_WIDTH:])

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
