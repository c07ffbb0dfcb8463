"""What a position is worth in victory points, positive for the US.

For every country there is a chance that each side will control it when its region is scored
next: from the lead of influence, the stability, access, and whether a coup is open. From these
chances follow those of presence, domination and control, and so the points that a region can be
expected to give; what it would give right now counts beside it. The `Outlook` tells how often
that will happen.
"""

from math import exp, log, sqrt
from typing import Final

from twilight.engine.bans import bans
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


def _likelihood(margin: float, variance: float) -> float:
    """Return the chance that a number with this mean is above 0 (a logistic bell)."""
    return 1.0 / (1.0 + exp(-1.7 * margin / sqrt(variance + 0.02)))


class Board:
    """The map as the evaluation sees it: countries can be tried out and changed one by one."""

    __slots__ = (
        "_battlegrounds",
        "_chances",
        "_closed",
        "_controlled",
        "_influence",
        "_later",
        "_now",
        "_outlook",
        "_presence",
        "_reach",
        "_southeast",
        "_stability",
        "_sums",
        "_values",
        "value",
    )

    def __init__(self, state: State, outlook: Outlook) -> None:
        self._outlook = outlook
        self._stability = state.stability
        self._battlegrounds = state.battlegrounds
        if state.effects[Effect.FORMOSAN_RESOLUTION]:
            self._battlegrounds |= BIT[TAIWAN]
        self._influence = [state.influence[USSR][:], state.influence[US][:]]
        self._presence = state.presence[:]
        self._controlled = state.controlled[:]
        self._closed = closed_to_coups(state)
        self._reach = [self._reach_of(USSR), self._reach_of(US)]
        self._now = [_AS_IT_STANDS * chance for chance in outlook.this_turn]
        self._later = [
            (1 - _AS_IT_STANDS) * chance + later
            for chance, later in zip(outlook.this_turn, outlook.later, strict=True)
        ]
        self._southeast = self._now[SOUTHEAST_ASIA] + self._later[SOUTHEAST_ASIA]
        self._chances: list[Chances] = [
            self._chances_of(country) for country in range(NUMBER_OF_COUNTRIES)
        ]
        self._sums: list[list[float]] = [[0.0] * 12 for _ in SCORED_REGIONS]
        for country in range(1, NUMBER_OF_COUNTRIES):
            self._add(self._sums[REGION_OF[country]], country, self._chances[country], 1.0)
        # Canada lies in Europe as well, as country 0.
        self._add(self._sums[EUROPE], 0, self._chances[0], 1.0)
        self._values = [
            self._region_value(region, self._sums[region], *self._controlled)
            for region in SCORED_REGIONS
        ]
        self.value = sum(self._values) + self._southeast_value()

    def _reach_of(self, side: Actor) -> Mask:
        presence = self._presence[side]
        return presence | neighbours_of(presence) | NEXT_TO_SUPERPOWER[side]

    def _chances_of(self, country: Country) -> Chances:
        lead = self._influence[US][country] - self._influence[USSR][country]
        return self._look_up(country, lead, self._reach[USSR], self._reach[US])

    def _look_up(self, country: Country, lead: int, ussr_reach: Mask, us_reach: Mask) -> Chances:
        bit = BIT[country]
        flags = 0
        if us_reach & bit:
            flags = 1
        if ussr_reach & bit:
            flags |= 2
        if not self._closed[USSR] & bit:
            flags |= 4
        if not self._closed[US] & bit:
            flags |= 8
        if lead > WIDEST_LEAD:
            lead = WIDEST_LEAD
        elif lead < -WIDEST_LEAD:
            lead = -WIDEST_LEAD
        return _TABLE[self._stability[country]][flags][lead + WIDEST_LEAD]

    def _add(self, sums: list[float], country: Country, chances: Chances, sign: float) -> None:
        us, ussr, variance, us_not, ussr_not, us_has, ussr_has = chances
        bit = BIT[country]
        if self._battlegrounds & bit:
            sums[0] += sign * us
            sums[1] += sign * ussr
            sums[2] += sign * variance
            sums[3] += sign * us_has
            sums[4] += sign * ussr_has
        else:
            sums[5] += sign * us
            sums[6] += sign * ussr
            sums[7] += sign * variance
        sums[8] += sign * us_not
        sums[9] += sign * ussr_not
        if NEXT_TO_SUPERPOWER[USSR] & bit:
            sums[10] += sign * us
        elif NEXT_TO_SUPERPOWER[US] & bit:
            sums[11] += sign * ussr

    def _region_value(
        self, region: int, sums: list[float], ussr_controlled: Mask, us_controlled: Mask
    ) -> float:
        presence, domination, control = _POINTS[region]
        later = self._later[region]
        value = 0.0
        us_sum, ussr_sum, variance, us_all, ussr_all = sums[0:5]
        lead = us_sum - ussr_sum
        other_lead = sums[5] - sums[6]
        other_variance = sums[7]
        us_ahead = _likelihood(lead - 0.5, variance)
        ussr_ahead = _likelihood(-lead - 0.5, variance)
        us_dominates = us_ahead * _likelihood(other_lead + max(1.0, lead) - 0.5, other_variance)
        ussr_dominates = ussr_ahead * _likelihood(
            -other_lead + max(1.0, -lead) - 0.5, other_variance
        )
        value = presence * (exp(sums[9]) - exp(sums[8]))
        value += (domination - presence) * (us_dominates - ussr_dominates)
        value += (control - domination) * (exp(us_all) - exp(ussr_all))
        value += lead + sums[10] - sums[11]
        value *= later
        now = self._now[region]
        if now:
            value += now * self._score(region, ussr_controlled, us_controlled)
        return value

    def _score(self, region: int, ussr_controlled: Mask, us_controlled: Mask) -> float:
        """Return what the region would give now."""
        mask = REGION_MASKS[region]
        battlegrounds = self._battlegrounds & mask
        us, ussr = us_controlled & mask, ussr_controlled & mask
        us_number, ussr_number = us.bit_count(), ussr.bit_count()
        us_battle, ussr_battle = (us & battlegrounds).bit_count(), (ussr & battlegrounds).bit_count()
        presence, domination, control = _POINTS[region]
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

    def score_now(self, region: int) -> float:
        """Return what a region would give now."""
        return self._score(region, *self._controlled)

    def _southeast_value(self) -> float:
        if not self._southeast:
            return 0.0
        total = 0.0
        for country in _SOUTHEAST:
            chances = self._chances[country]
            total += (chances[0] - chances[1]) * (2 if country == THAILAND else 1)
        return total * self._southeast

    def lead_change(self, country: Country, us: int, ussr: int) -> float:
        """Return by how much the value changes if a country holds this influence."""
        influence = self._influence
        old_us, old_ussr = influence[US][country], influence[USSR][country]
        if us == old_us and ussr == old_ussr:
            return 0.0
        bit = BIT[country]
        lead = us - ussr
        stability = self._stability[country]
        ussr_controlled, us_controlled = self._controlled
        ussr_controlled &= ~bit
        us_controlled &= ~bit
        if lead >= stability:
            us_controlled |= bit
        elif -lead >= stability:
            ussr_controlled |= bit
        ussr_reach, us_reach = self._reach
        if us and not old_us:
            us_reach |= NEIGHBOURS[country] | bit
        if ussr and not old_ussr:
            ussr_reach |= NEIGHBOURS[country] | bit
        region = REGION_OF[country]
        sums = self._sums[region][:]
        southeast = self._replace(sums, country, lead, ussr_reach, us_reach)
        fresh = (us_reach & ~self._reach[US]) | (ussr_reach & ~self._reach[USSR])
        elsewhere = 0.0
        if fresh & ~bit:
            for other in countries_in(fresh & ~bit):
                if REGION_OF[other] != region:
                    elsewhere += 0.2 * self._later[REGION_OF[other]]
                    continue
                lead = influence[US][other] - influence[USSR][other]
                southeast += self._replace(sums, other, lead, ussr_reach, us_reach)
        change = self._region_value(region, sums, ussr_controlled, us_controlled)
        change -= self._values[region]
        if elsewhere:
            change += elsewhere if us > old_us else -elsewhere
        return change + southeast * self._southeast

    def _replace(
        self, sums: list[float], country: Country, lead: int, ussr_reach: Mask, us_reach: Mask
    ) -> float:
        """Put new chances into the sums; returns the change in Southeast Asia."""
        old = self._chances[country]
        new = self._look_up(country, lead, ussr_reach, us_reach)
        if new is old:
            return 0.0
        self._add(sums, country, old, -1.0)
        self._add(sums, country, new, 1.0)
        if not REGION_MASKS[SOUTHEAST_ASIA] & BIT[country]:
            return 0.0
        change = new[0] - new[1] - old[0] + old[1]
        return 2 * change if country == THAILAND else change

    def put(self, country: Country, us: int, ussr: int) -> None:
        """Change the influence in a country."""
        influence = self._influence
        influence[US][country], influence[USSR][country] = us, ussr
        bit = BIT[country]
        for side, amount in ((US, us), (USSR, ussr)):
            if amount:
                self._presence[side] |= bit
            else:
                self._presence[side] &= ~bit
            self._controlled[side] &= ~bit
        lead = us - ussr
        if lead >= self._stability[country]:
            self._controlled[US] |= bit
        elif -lead >= self._stability[country]:
            self._controlled[USSR] |= bit
        reach = [self._reach_of(USSR), self._reach_of(US)]
        changed = bit | (reach[US] ^ self._reach[US]) | (reach[USSR] ^ self._reach[USSR])
        self._reach = reach
        regions = set()
        for other in countries_in(changed):
            region = REGION_OF[other]
            regions.add(region)
            self._add(self._sums[region], other, self._chances[other], -1.0)
            self._chances[other] = self._chances_of(other)
            self._add(self._sums[region], other, self._chances[other], 1.0)
        for region in sorted(regions):
            self._values[region] = self._region_value(
                region, self._sums[region], *self._controlled
            )
        self.value = sum(self._values) + self._southeast_value()

    def follow(self, state: State) -> None:
        """Take over what has changed in a state that has grown out of the same position."""
        closed = closed_to_coups(state)
        if closed != self._closed or state.battlegrounds & ~self._battlegrounds:
            self.__init__(state, self._outlook)  # type: ignore[misc]
            return
        influence = state.influence
        if influence == self._influence:
            return
        for country in range(NUMBER_OF_COUNTRIES):
            us, ussr = influence[US][country], influence[USSR][country]
            if us != self._influence[US][country] or ussr != self._influence[USSR][country]:
                self.put(country, us, ussr)

    def stability(self, country: Country) -> int:
        """Return the stability of a country."""
        return self._stability[country]

    def influence(self, side: Actor, country: Country) -> int:
        """Return the influence of a side in a country."""
        return self._influence[side][country]

    def controlled(self, side: Actor) -> Mask:
        """Join the countries that a side controls."""
        return self._controlled[side]


_SOUTHEAST: Final = countries_in(REGION_MASKS[SOUTHEAST_ASIA])


def closed_to_coups(state: State) -> list[Mask]:
    """Join, for each side, the countries where a coup is forbidden or would lose the game."""
    closed = [0, 0]
    for side in (USSR, US):
        for ban in bans(state, side, is_coup=True, is_free=False):
            closed[side] |= ban.countries
        if state.defcon <= 2 and not (side == US and state.effects[Effect.NUCLEAR_SUBS]):
            closed[side] |= state.battlegrounds
        if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]:
            closed[side] = ALL_COUNTRIES
    return closed
