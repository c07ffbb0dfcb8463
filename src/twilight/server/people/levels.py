"""How strong the computer players are, on the scale of people."""

from typing import Final, NamedTuple

# Matches between the levels tell only how far they are apart; where they stand among people is a
# choice: the officer is a good club player.
ANCHOR: Final = "officer"
ANCHOR_RATING: Final = 1650


class Strength(NamedTuple):
    """The rating of a level, how uncertain it is, and from how many games."""

    rating: int
    deviation: int
    games: int


def level_strength(bot: str) -> Strength | None:
    """Return the rating of a level as matches have measured it, or None if none have."""
    return _STRENGTHS.get(bot)


_STRENGTHS: Final[dict[str, Strength]] = {}
