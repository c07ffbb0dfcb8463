"""What a play usually does to the influence on the map."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.game import Game
from twilight.engine.ids import PASS, Country
from twilight.engine.state import State
from twilight.engine.types import US, USSR
from twilight.study.comparison import Comparison

# In how many worlds a play is looked at, and in what share of them something must happen.
WORLDS: Final = 12
MOSTLY: Final = 0.6
# With how many other cards a headline is compared: one of them may change the same.
OTHERS: Final = 3

# Each table before a play and the game after it.
Results = Sequence[tuple[State, Game]]


class Change(NamedTuple):
    """By how much the influence of both sides changes in a country."""

    country: Country
    us: int
    ussr: int


def changes_of(comparison: Comparison, place: int, results: Results) -> tuple[Change, ...]:
    """List what a play itself usually changes: the other headline comes with any other card too."""
    line = comparison.lines[place]
    found = usual_changes(results)
    if not found or line.use != PASS:
        return found
    others = [one for one, other in enumerate(comparison.lines) if other.card != line.card]
    anyway = {
        change
        for other in others[:OTHERS]
        for change in usual_changes(comparison.results(other, WORLDS))
    }
    return tuple(one for one in found if one not in anyway)


def usual_changes(results: Results) -> tuple[Change, ...]:
    """List the changes that are the same in most worlds; what hangs on a die is none of them."""
    counted = Counter(change for before, game in results for change in _changes(before, game.state))
    usual = [one for one, number in counted.items() if number >= MOSTLY * len(results)]
    return tuple(sorted(usual))


def _changes(before: State, after: State) -> list[Change]:
    found = []
    for country in range(NUMBER_OF_COUNTRIES):
        us, ussr = (
            after.influence[side][country] - before.influence[side][country] for side in (US, USSR)
        )
        if us or ussr:
            found.append(Change(country, us, ussr))
    return found
