"""What a position is worth in victory points, positive for the US.

For every country there is a chance that each side will control it when its region is scored
next: from the lead of influence, the stability, access, and whether a coup is open. From these
chances follow those of presence, domination and control, and so the points that a region can be
expected to give; what it would give right now counts beside it. The `Outlook` tells how often
that will happen.
"""

from typing import Final

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
from twilight.engine.state import State
from twilight.engine.types import SCORED_REGIONS, SOUTHEAST_ASIA, US, USSR, Actor
from twilight.judgement.evaluation.control_chance import (
    Chances,
    closed_to_coups,
    guarded_by_nato,
    look_up,
)
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.region_value import points_now, points_to_come
from twilight.judgement.evaluation.scorings_to_come import ScoringsToCome

# How much the score as it stands counts for a scoring of this turn.
_AS_IT_STANDS: Final = 0.65
_NO_RATE: Final = (-1, 0.0)
_NEXT_TO_BOTH: Final = NEXT_TO_SUPERPOWER[USSR] | NEXT_TO_SUPERPOWER[US]


class Board(MapView):
    """The map as the evaluation sees it: countries can be tried out and changed one by one."""

    __slots__ = (
        "_battlegrounds",
        "_chances",
        "_closed",
        "_controlled",
        "_flags",
        "_guarded",
        "_influence",
        "_later",
        "_now",
        "_outlook",
        "_presence",
        "_rates",
        "_reach",
        "_southeast",
        "_stability",
        "_stamps",
        "_sums",
        "_values",
        "stamp",
        "value",
    )

    def __init__(self, state: State, outlook: ScoringsToCome) -> None:
        # Counts the changes, and for each region the last one, so that ratings can be kept.
        self.stamp = 0
        self._stamps = [0] * len(SCORED_REGIONS)
        self._rates: list[list[tuple[int, float]]] = [
            [_NO_RATE] * NUMBER_OF_COUNTRIES,
            [_NO_RATE] * NUMBER_OF_COUNTRIES,
        ]
        self._outlook = outlook
        self._now = [_AS_IT_STANDS * chance for chance in outlook.this_turn]
        self._later = [
            (1 - _AS_IT_STANDS) * chance + later
            for chance, later in zip(outlook.this_turn, outlook.later, strict=True)
        ]
        self._southeast = self._now[SOUTHEAST_ASIA] + self._later[SOUTHEAST_ASIA]
        self._begin(state)

    def _begin(self, state: State) -> None:
        self._stability = state.stability
        self._battlegrounds = state.battlegrounds
        if state.effects[Effect.FORMOSAN_RESOLUTION]:
            self._battlegrounds |= BIT[TAIWAN]
        self._influence = [state.influence[USSR][:], state.influence[US][:]]
        self._presence = state.presence[:]
        self._controlled = state.controlled[:]
        self._closed = closed_to_coups(state)
        self._guarded = guarded_by_nato(state) & ~self._closed[USSR]
        self._reach = [self._reach_of(USSR), self._reach_of(US)]
        flags = [0] * NUMBER_OF_COUNTRIES
        for mask, flag in (
            (self._reach[US], 1),
            (self._reach[USSR], 2),
            (ALL_COUNTRIES & ~self._closed[USSR] & ~(self._guarded & self._controlled[US]), 4),
            (ALL_COUNTRIES & ~self._closed[US], 8),
        ):
            for country in countries_in(mask):
                flags[country] |= flag
        self._flags = flags
        us_influence, ussr_influence = self._influence[US], self._influence[USSR]
        self._chances: list[Chances] = [
            look_up(
                self._stability[country],
                flags[country],
                us_influence[country] - ussr_influence[country],
            )
            for country in range(NUMBER_OF_COUNTRIES)
        ]
        self._sums: list[list[float]] = [[0.0] * 12 for _ in SCORED_REGIONS]
        nothing: Chances = (0.0,) * 7
        for country in range(NUMBER_OF_COUNTRIES):
            sums = self._sums[REGION_OF[country]]
            self._swap(sums, country, nothing, self._chances[country])
        self._values = [
            self._region_value(region, self._sums[region], *self._controlled)
            for region in SCORED_REGIONS
        ]
        self.value = sum(self._values) + self._southeast_value()

    def _reach_of(self, side: Actor) -> Mask:
        presence = self._presence[side]
        return presence | neighbours_of(presence) | NEXT_TO_SUPERPOWER[side]

    def _swap(self, sums: list[float], country: Country, old: Chances, new: Chances) -> None:
        """Put the chances of a country into the sums of its region in place of older ones."""
        us, ussr = new[0] - old[0], new[1] - old[1]
        bit = BIT[country]
        if self._battlegrounds & bit:
            sums[0] += us
            sums[1] += ussr
            sums[2] += new[2] - old[2]
            sums[3] += new[5] - old[5]
            sums[4] += new[6] - old[6]
        else:
            sums[5] += us
            sums[6] += ussr
            sums[7] += new[2] - old[2]
        sums[8] += new[3] - old[3]
        sums[9] += new[4] - old[4]
        if bit & _NEXT_TO_BOTH:
            if NEXT_TO_SUPERPOWER[USSR] & bit:
                sums[10] += us
            else:
                sums[11] += ussr

    def _region_value(
        self, region: int, sums: list[float], ussr_controlled: Mask, us_controlled: Mask
    ) -> float:
        value = points_to_come(region, sums) * self._later[region]
        now = self._now[region]
        if now:
            value += now * self._score(region, ussr_controlled, us_controlled)
        return value

    def _score(self, region: int, ussr_controlled: Mask, us_controlled: Mask) -> float:
        return points_now(region, self._battlegrounds, ussr_controlled, us_controlled)

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
        region = REGION_OF[country]
        sums = self._sums[region][:]
        flags = self._flags[country]
        fresh = 0
        elsewhere = 0.0
        southeast = 0.0
        if us and not old_us:
            flags |= 1
            fresh = NEIGHBOURS[country] & ~self._reach[US] & ~bit
            if fresh:
                elsewhere, southeast = self._open_up(sums, region, fresh, 1)
        if ussr and not old_ussr:
            flags |= 2
            fresh = NEIGHBOURS[country] & ~self._reach[USSR] & ~bit
            if fresh:
                more, other = self._open_up(sums, region, fresh, 2)
                elsewhere -= more
                southeast += other
        old = self._chances[country]
        new = look_up(stability, self._guard(country, flags, lead), lead)
        self._swap(sums, country, old, new)
        change = self._region_value(region, sums, ussr_controlled, us_controlled)
        change += elsewhere - self._values[region]
        if self._southeast and bit & REGION_MASKS[SOUTHEAST_ASIA]:
            more = new[0] - new[1] - old[0] + old[1]
            southeast += 2 * more if country == THAILAND else more
        return change + southeast * self._southeast

    def _guard(self, country: Country, flags: int, lead: int) -> int:
        """Return the flags of a country with the protection that NATO gives at a lead of the US."""
        if not self._guarded & BIT[country]:
            return flags
        return flags & ~4 if lead >= self._stability[country] else flags | 4

    def _open_up(
        self, sums: list[float], region: int, fresh: Mask, flag: int
    ) -> tuple[float, float]:
        """Give a side access to more countries; returns a rough worth of those elsewhere."""
        elsewhere = 0.0
        southeast = 0.0
        influence = self._influence
        for other in countries_in(fresh):
            if REGION_OF[other] != region:
                elsewhere += 0.2 * self._later[REGION_OF[other]]
                continue
            old = self._chances[other]
            lead = influence[US][other] - influence[USSR][other]
            new = look_up(self._stability[other], self._flags[other] | flag, lead)
            self._swap(sums, other, old, new)
            if REGION_MASKS[SOUTHEAST_ASIA] & BIT[other]:
                more = new[0] - new[1] - old[0] + old[1]
                southeast += 2 * more if other == THAILAND else more
        return elsewhere, southeast

    def put(self, country: Country, us: int, ussr: int) -> None:
        """Change the influence in a country."""
        influence = self._influence
        influence[US][country], influence[USSR][country] = us, ussr
        bit = BIT[country]
        entered_or_left = False
        for side, amount in ((US, us), (USSR, ussr)):
            if (amount != 0) != (self._presence[side] & bit != 0):
                self._presence[side] ^= bit
                entered_or_left = True
            self._controlled[side] &= ~bit
        lead = us - ussr
        if lead >= self._stability[country]:
            self._controlled[US] |= bit
        elif -lead >= self._stability[country]:
            self._controlled[USSR] |= bit
        self._flags[country] = self._guard(country, self._flags[country], lead)
        changed = bit
        if entered_or_left:
            for side, flag in ((US, 1), (USSR, 2)):
                reach = self._reach_of(side)
                turned = reach ^ self._reach[side]
                if turned:
                    changed |= turned
                    self._reach[side] = reach
                    for other in countries_in(turned):
                        self._flags[other] ^= flag
        self.stamp += 1
        regions = 0
        for other in countries_in(changed):
            region = REGION_OF[other]
            regions |= 1 << region
            lead = influence[US][other] - influence[USSR][other]
            new = look_up(self._stability[other], self._flags[other], lead)
            self._swap(self._sums[region], other, self._chances[other], new)
            self._chances[other] = new
        for region in SCORED_REGIONS:
            if regions >> region & 1:
                self._stamps[region] = self.stamp
                self._values[region] = self._region_value(
                    region, self._sums[region], *self._controlled
                )
        self.value = sum(self._values) + self._southeast_value()

    def follow(self, state: State) -> None:
        """Take over what has changed in a state that has grown out of the same position."""
        closed = closed_to_coups(state)
        if (
            closed != self._closed
            or guarded_by_nato(state) & ~closed[USSR] != self._guarded
            or state.battlegrounds & ~self._battlegrounds
        ):
            self.stamp += 1
            self._stamps = [self.stamp] * len(SCORED_REGIONS)
            self._begin(state)
            return
        influence = state.influence
        if influence == self._influence:
            return
        for country in range(NUMBER_OF_COUNTRIES):
            us, ussr = influence[US][country], influence[USSR][country]
            if us != self._influence[US][country] or ussr != self._influence[USSR][country]:
                self.put(country, us, ussr)

    def rate(self, side: Actor, country: Country) -> float:
        """Return what a marker gains a side, alone or as the first of two or three."""
        stamp, rate = self._rates[side][country]
        if stamp > self._stamps[REGION_OF[country]]:
            return rate
        rate = self.marker_change(side, country, 1)
        needed = self._stability[country] - self._influence[side][country]
        needed += self._influence[1 - side][country]
        if 2 <= needed <= 3:
            rate = max(rate, self.marker_change(side, country, needed) / needed)
        self._rates[side][country] = (self.stamp + 1, rate)
        return rate

    def marker_change(self, side: Actor, country: Country, markers: int) -> float:
        """Return what it gains a side to add, or with a negative number remove, its markers."""
        us, ussr = self._influence[US][country], self._influence[USSR][country]
        if side == US:
            us += markers
            return self.lead_change(country, us if us > 0 else 0, ussr)
        ussr += markers
        return -self.lead_change(country, us, ussr if ussr > 0 else 0)

    def put_markers(self, side: Actor, country: Country, markers: int) -> None:
        """Add markers of a side."""
        us, ussr = self._influence[US][country], self._influence[USSR][country]
        if side == US:
            self.put(country, max(0, us + markers), ussr)
        else:
            self.put(country, us, max(0, ussr + markers))

    def flags(self, country: Country) -> int:
        """Return who has access to a country (1 and 2) and who may make a coup (4 and 8)."""
        return self._flags[country]

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
