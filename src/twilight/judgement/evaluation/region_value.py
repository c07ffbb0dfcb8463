"""What a region gives: now, and as far as the chances of control let expect."""

from math import exp, sqrt
from typing import Final

from twilight.engine.board import BIT, NEXT_TO_SUPERPOWER, NUMBER_OF_COUNTRIES
from twilight.engine.ids import Country
from twilight.engine.scoring import LEVEL_POINTS
from twilight.engine.types import EUROPE, NOBODY, SCORED_REGIONS, US, USSR, Actor
from twilight.judgement.evaluation.control_chance import Chances

# What control of Europe counts, which wins the game.
EUROPE_CONTROL: Final = 30.0
REGION_POINTS: Final = tuple(
    (float(LEVEL_POINTS[region][1]), float(LEVEL_POINTS[region][2]), float(LEVEL_POINTS[region][3]))
    if region != EUROPE
    else (3.0, 7.0, EUROPE_CONTROL)
    for region in SCORED_REGIONS
)


# For each country the superpower that it lies next to.
_NEIGHBOUR_OF: Final = tuple(
    USSR
    if NEXT_TO_SUPERPOWER[USSR] & BIT[country]
    else US
    if NEXT_TO_SUPERPOWER[US] & BIT[country]
    else NOBODY
    for country in range(NUMBER_OF_COUNTRIES)
)


class RegionSums:
    """What the points of a region follow from: its chances added up, and control as it is.

    Battlegrounds (`us`, `ussr`, their variance) are added up apart from the other countries; so are
    the countries next to the enemy's homeland (`us_near`, `ussr_near`). `us_none` and `us_all` are
    logarithms of the chances to have none of the countries and all of the battlegrounds.
    """

    __slots__ = (
        "others_variance",
        "us",
        "us_all",
        "us_battlegrounds",
        "us_held",
        "us_held_near",
        "us_near",
        "us_none",
        "us_others",
        "ussr",
        "ussr_all",
        "ussr_battlegrounds",
        "ussr_held",
        "ussr_held_near",
        "ussr_near",
        "ussr_none",
        "ussr_others",
        "variance",
    )

    def __init__(self) -> None:
        self.us = 0.0
        self.ussr = 0.0
        self.variance = 0.0
        self.us_all = 0.0
        self.ussr_all = 0.0
        self.us_others = 0.0
        self.ussr_others = 0.0
        self.others_variance = 0.0
        self.us_none = 0.0
        self.ussr_none = 0.0
        self.us_near = 0.0
        self.ussr_near = 0.0
        # Countries under control now, the battlegrounds among them, and those near the enemy.
        self.us_held = 0
        self.ussr_held = 0
        self.us_battlegrounds = 0
        self.ussr_battlegrounds = 0
        self.us_held_near = 0
        self.ussr_held_near = 0

    def take_over(self, other: "RegionSums") -> None:
        """Become equal to other sums."""
        self.us = other.us
        self.ussr = other.ussr
        self.variance = other.variance
        self.us_all = other.us_all
        self.ussr_all = other.ussr_all
        self.us_others = other.us_others
        self.ussr_others = other.ussr_others
        self.others_variance = other.others_variance
        self.us_none = other.us_none
        self.ussr_none = other.ussr_none
        self.us_near = other.us_near
        self.ussr_near = other.ussr_near
        self.us_held = other.us_held
        self.ussr_held = other.ussr_held
        self.us_battlegrounds = other.us_battlegrounds
        self.ussr_battlegrounds = other.ussr_battlegrounds
        self.us_held_near = other.us_held_near
        self.ussr_held_near = other.ussr_held_near

    def swap(self, country: Country, battleground: bool, old: Chances, new: Chances) -> None:
        """Put the chances of a country in place of older ones."""
        us, ussr = new.us - old.us, new.ussr - old.ussr
        if battleground:
            self.us += us
            self.ussr += ussr
            self.variance += new.variance - old.variance
            self.us_all += new.log_us - old.log_us
            self.ussr_all += new.log_ussr - old.log_ussr
        else:
            self.us_others += us
            self.ussr_others += ussr
            self.others_variance += new.variance - old.variance
        self.us_none += new.log_not_us - old.log_not_us
        self.ussr_none += new.log_not_ussr - old.log_not_ussr
        near = _NEIGHBOUR_OF[country]
        if near == USSR:
            self.us_near += us
        elif near == US:
            self.ussr_near += ussr

    def hold(self, country: Country, battleground: bool, side: Actor, number: int) -> None:
        """Count a country that a side gains control of, or with a negative number loses."""
        near = _NEIGHBOUR_OF[country]
        if side == US:
            self.us_held += number
            if battleground:
                self.us_battlegrounds += number
            if near == USSR:
                self.us_held_near += number
        elif side == USSR:
            self.ussr_held += number
            if battleground:
                self.ussr_battlegrounds += number
            if near == US:
                self.ussr_held_near += number


def points_to_come(region: int, sums: RegionSums) -> float:
    """Return the points that a region can be expected to give, from its sums of chances."""
    presence, domination, control = REGION_POINTS[region]
    lead = sums.us - sums.ussr
    others = sums.us_others - sums.ussr_others
    spread = 1.7 / sqrt(sums.variance + 0.02)
    wide = 1.7 / sqrt(sums.others_variance + 0.02)
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
        presence * (exp(sums.ussr_none) - exp(sums.us_none))
        + (domination - presence) * (us_dominates - ussr_dominates)
        + (control - domination) * (exp(sums.us_all) - exp(sums.ussr_all))
        + lead
        + sums.us_near
        - sums.ussr_near
    )


def points_now(region: int, sums: RegionSums, battlegrounds: int) -> float:
    """Return what a region with so many battlegrounds would give now."""
    presence, domination, control = REGION_POINTS[region]
    us_held, ussr_held = sums.us_held, sums.ussr_held
    us_battle, ussr_battle = sums.us_battlegrounds, sums.ussr_battlegrounds
    value = float(us_battle - ussr_battle + sums.us_held_near - sums.ussr_held_near)
    if us_held:
        value += presence
        if us_held > ussr_held:
            if us_battle == battlegrounds:
                value += control - presence
            elif us_battle > ussr_battle and us_held > us_battle:
                value += domination - presence
    if ussr_held:
        value -= presence
        if ussr_held > us_held:
            if ussr_battle == battlegrounds:
                value -= control - presence
            elif ussr_battle > us_battle and ussr_held > ussr_battle:
                value -= domination - presence
    return value
