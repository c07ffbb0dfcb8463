"""Ratings as numbers that people know: a newcomer has 1500, and differences are those of Elo.

OpenSkill expects the first of two certain players to win with 1 / (1 + exp(-d / c)), where d is the
difference of their mu and c the square root of two betas. The scale makes 400 points of that ten to
one: 100 points more win 64 of 100 games, 200 points 76, 400 points 91.
"""

import math
from typing import Final

_CENTRE: Final = 1500
_MIDDLE: Final = 25.0
_BETA: Final = 25.0 / 6
_STEP: Final = 400 / math.log(10) / (math.sqrt(2) * _BETA)


def shown_rating(mu: float) -> int:
    """Write a rating as people know it."""
    return round(_CENTRE + _STEP * (mu - _MIDDLE))


def shown_deviation(sigma: float) -> int:
    """Write how uncertain a rating is."""
    return round(_STEP * sigma)


def model_rating(shown: float) -> float:
    """Turn a rating as people know it into the mu of the model."""
    return _MIDDLE + (shown - _CENTRE) / _STEP


def model_deviation(shown: float) -> float:
    """Turn an uncertainty as people know it into the sigma of the model."""
    return shown / _STEP
