"""What a position is worth in victory points, positive for the US.

For every country there is a chance that each side will control it when its region is scored
next: from the lead of influence, the stability, access, and whether a coup is open. From these
chances follow those of presence, domination and control, and so the points that a region can be
expected to give; what it would give right now counts beside it. The `Outlook` tells how often
that will happen.
"""

from math import exp, log, sqrt
from typing import Final

from twilight.engine.bans import closed_by_defcon
from twilight.engine.board import (
    ALL_COUNTRIES,
    BIT,
    NEIGHBOURS,
    NEXT_TO_SUPERPOWER,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    REGION_OF,
    Mask,
    countries_in,
    neighbours_of,
)
from twilight.engine.effects import Effect
from twilight.engine.ids import TAIWAN, THAILAND, Country
from twilight.engine.scoring import LEVEL_POINTS
from twilight.engine.state import State
from twilight.engine.types import ASIA, EUROPE, SCORED_REGIONS, SOUTHEAST_ASIA, US, USSR, Actor
from twilight.bots.outlook import Outlook

# What control of Europe counts, which wins the game.
EUROPE_CONTROL: Final = 30.0
WIDEST_LEAD: Final = 12

# Chances of control by how far the lead is above (or the enemy's lead below) what is needed.
_HELD: Final = (0.80, 0.87, 0.91, 0.93)
_ENEMY_HELD: Final = (0.11, 0.07, 0.05, 0.04)
# What an open coup takes from a held country, by stability.
_COUP_RISK: Final = (0.0, 0.14, 0.11, 0.05, 0.0, 0.0)
_WITHOUT_ACCESS: Final = 0.4
# How much the score as it stands counts for a scoring of this turn.
_AS_IT_STANDS: Final = 0.65


def control_chance(lead: int, stability: int, access: bool, exposed: bool, open_: bool) -> float:
    """Return the chance that a side will control a country.

    `exposed` says that the enemy could make a coup there, `open_` that the side itself could.
    """
    above = lead - stability
    if above >= 0:
        chance = _HELD[min(above, 3)]
        return chance - _COUP_RISK[stability] / (1 + above) if exposed else chance
    below = -stability - lead
    if below >= 0:
        chance = _ENEMY_HELD[min(below, 3)]
        if open_:
            chance += 0.6 * _COUP_RISK[stability] / (1 + below)
    else:
        progress = (lead + stability) / (2 * stability)
        chance = 0.11 + 0.48 * progress**1.5
    return chance if access else chance * _WITHOUT_ACCESS


# Chance of the US, of the USSR, variance of the difference, then logarithms of: the US has not,
# the USSR has not, the US has, the USSR has.
Chances = tuple[float, float, float, float, float, float, float]


def _chances(stability: int, flags: int, lead: int) -> Chances:
    us_access, ussr_access = bool(flags & 1), bool(flags & 2)
    # A coup of the USSR, and of the US, is open.
    ussr_coup, us_coup = bool(flags & 4), bool(flags & 8)
    us = control_chance(lead, stability, us_access, ussr_coup, us_coup)
    ussr = control_chance(-lead, stability, ussr_access, us_coup, ussr_coup)
    variance = us + ussr - (us - ussr) ** 2
    return us, ussr, variance, log(1 - us), log(1 - ussr), log(us), log(ussr)


_TABLE: Final = tuple(
    tuple(
        tuple(
            _chances(stability, flags, lead) if stability else (0.0,) * 7
            for lead in range(-WIDEST_LEAD, WIDEST_LEAD + 1)
        )
        for flags in range(16)
    )
    for stability in range(6)
)
_POINTS: Final = tuple(
    (float(LEVEL_POINTS[region][1]), float(LEVEL_POINTS[region][2]), float(LEVEL_POINTS[region][3]))
    if region != EUROPE
    else (3.0, 7.0, EUROPE_CONTROL)
    for region in SCORED_REGIONS
)
