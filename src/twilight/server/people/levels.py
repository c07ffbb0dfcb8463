"""How strong the computer players are, on the scale of people.

The levels are rated by their matches against each other; where they stand among people is a choice
that `bots.arena` makes: its measure, the officer, has what a newcomer has.
"""

from functools import cache
from typing import Final, NamedTuple

from twilight.bots.arena.round_robin import level_ratings

# The arena tells half the width of the 95% interval.
_DEVIATIONS: Final = 1.96
# So many games tell more than fewer do, whatever the fewer say.
_MANY: Final = 100


class Strength(NamedTuple):
    """The rating of a level, how uncertain it is, and from how many games."""

    rating: int
    deviation: int
    games: int


@cache
def level_strengths() -> dict[str, Strength]:
    """Return the ratings of all levels that matches have measured."""
    return {
        one.bot: Strength(round(one.elo), round(one.margin / _DEVIATIONS), one.games)
        for one in level_ratings()
    }


def level_strength(bot: str) -> Strength | None:
    """Return the rating of a level, or None if no match has measured it.

    A level that thinks for long is measured with less time: it is at least as strong as that.
    """
    found = level_strengths()
    same = [one for name, one in found.items() if name.partition(":")[0] == bot.partition(":")[0]]
    return found.get(bot) or max(same, key=lambda one: (one.games >= _MANY, one), default=None)
