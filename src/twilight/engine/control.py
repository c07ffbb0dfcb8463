"""Who controls a country, and how far each side is from it (R2.4)."""

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.ids import Country
from twilight.engine.state import State
from twilight.engine.types import NOBODY, SIDES, Actor, enemy_of


def controller_of(state: State, country: Country) -> Actor:
    """Name who controls a country, or NOBODY."""
    for side in SIDES:
        if state.controls(side, country):
            return side
    return NOBODY


def margins(state: State) -> tuple[list[int], list[int]]:
    """Tell by side and country what is missing for control, or, below 0, what can be lost.

    -2 says that the second marker which the side loses, or the enemy gains, ends its control.
    """
    ussr: list[int] = []
    us: list[int] = []
    # The stability of the civil war's box, the last one, has no influence beside it.
    for red, blue, needed in zip(*state.influence, state.stability, strict=False):
        lead = blue - red
        us.append(needed - lead if lead < needed else needed - lead - 1)
        ussr.append(needed + lead if -lead < needed else needed + lead - 1)
    return ussr, us


def changed_by_marker(state: State, side: Actor) -> dict[Country, Actor]:
    """Name who would control a country after one more marker of a side, where that changes."""
    found: dict[Country, Actor] = {}
    mine, theirs = state.influence[side], state.influence[enemy_of(side)]
    for country in range(NUMBER_OF_COUNTRIES):
        lead = mine[country] - theirs[country]
        needed = state.stability[country]
        if lead == needed - 1:
            found[country] = side
        elif lead == -needed:
            found[country] = NOBODY
    return found
