"""Ratings as numbers that people know."""

from typing import Final

# 1500 for a newcomer, 60 for one step of the model.
_CENTRE: Final = 1500
_STEP: Final = 60
_MIDDLE: Final = 25.0


def shown_rating(mu: float) -> int:
    """Write a rating as people know it."""
    return round(_CENTRE + _STEP * (mu - _MIDDLE))


def shown_deviation(sigma: float) -> int:
    """Write how uncertain a rating is."""
    return round(_STEP * sigma)
