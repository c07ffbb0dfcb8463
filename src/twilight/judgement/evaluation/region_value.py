"""What a region gives: now, and as far as the chances of control let expect."""

from math import exp, sqrt
from typing import Final

from twilight.engine.board import NEXT_TO_SUPERPOWER, REGION_MASKS, Mask
from twilight.engine.scoring import LEVEL_POINTS
from twilight.engine.types import EUROPE, SCORED_REGIONS, US, USSR

# What control of Europe counts, which wins the game.
EUROPE_CONTROL: Final = 30.0
REGION_POINTS: Final = tuple(
    (float(LEVEL_POINTS[region][1]), float(LEVEL_POINTS[region][2]), float(LEVEL_POINTS[region][3]))
    if region != EUROPE
    else (3.0, 7.0, EUROPE_CONTROL)
    for region in SCORED_REGIONS
)


def points_to_come(region: int, sums: list[float]) -> float:
    """Return the points that a region can be expected to give, from its sums of chances."""
    presence, domination, control = REGION_POINTS[region]
    (
        us,
        ussr,
        variance,
        us_all,
        ussr_all,
        others,
        ussr_others,
        wide,
        us_none,
        ussr_none,
        a,
        b,
    ) = sums
    lead = us - ussr
    others -= ussr_others
    spread = 1.7 / sqrt(variance + 0.02)
    wide = 1.7 / sqrt(wide + 0.02)
    # The chances of domination: more battlegrounds, and then more countries.
    us_dominates = 1.0 / (
        (1.0 + exp((0.5 - lead) * spread))
        * (1.0 + exp((0.5 - others - (lead if lead > 1.0 else 1.0)) * wide))
    )
    ussr_dominates = 1.0 / (
        (1.0 + exp((0.5 + lead) * spread))
        * (1.0 + exp((0.5 + others - (-lead if lead < -1.0 else 1.0)) * wide))
    )
    return (
        presence * (exp(ussr_none) - exp(us_none))
        + (domination - presence) * (us_dominates - ussr_dominates)
        + (control - domination) * (exp(us_all) - exp(ussr_all))
        + lead
        + a
        - b
    )


def points_now(
    region: int, battlegrounds: Mask, ussr_controlled: Mask, us_controlled: Mask
) -> float:
    """Return what the region would give now."""
    mask = REGION_MASKS[region]
    battlegrounds &= mask
    us, ussr = us_controlled & mask, ussr_controlled & mask
    us_number, ussr_number = us.bit_count(), ussr.bit_count()
    us_battle, ussr_battle = (
        (us & battlegrounds).bit_count(),
        (ussr & battlegrounds).bit_count(),
    )
    presence, domination, control = REGION_POINTS[region]
    value = float(us_battle - ussr_battle)
    value += (us & NEXT_TO_SUPERPOWER[USSR]).bit_count()
    value -= (ussr & NEXT_TO_SUPERPOWER[US]).bit_count()
    if us_number:
        value += presence
        if us_number > ussr_number:
            if us_battle == battlegrounds.bit_count():
                value += control - presence
            elif us_battle > ussr_battle and us_number > us_battle:
                value += domination - presence
    if ussr_number:
        value -= presence
        if ussr_number > us_number:
            if ussr_battle == battlegrounds.bit_count():
                value -= control - presence
            elif ussr_battle > us_battle and ussr_number > ussr_battle:
                value -= domination - presence
    return value
