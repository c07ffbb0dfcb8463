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
from twilight.engine.types import NOBODY, SCORED_REGIONS, SOUTHEAST_ASIA, US, USSR, Actor
from twilight.judgement.evaluation.control_chance import (
    NO_CHANCES,
    Chances,
    closed_to_coups,
    guarded_by_nato,
    look_up,
)
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.region_value import RegionSums, points_now, points_to_come
from twilight.judgement.evaluation.scorings_to_come import ScoringsToCome

# How much the score as it stands counts for a scoring of this turn.
_AS_IT_STANDS: Final = 0.65
_NEIGHBOUR_LISTS: Final = tuple(countries_in(mask) for mask in NEIGHBOURS)
_SOUTHEAST: Final = countries_in(REGION_MASKS[SOUTHEAST_ASIA])
# What control of a country counts when Southeast Asia is scored.
_SOUTHEAST_POINTS: Final = tuple(
    (2 if country == THAILAND else 1) if country in _SOUTHEAST else 0
    for country in range(NUMBER_OF_COUNTRIES)
)
# Who has access to a country, and who may make a coup there.
_US_ACCESS: Final = 1
_USSR_ACCESS: Final = 2
_USSR_COUP: Final = 4
_US_COUP: Final = 8


class Board(MapView):
    """The map as the evaluation sees it: countries can be tried out and changed one by one."""

    __slots__ = (
        "_battleground_numbers",
        "_battlegrounds",
        "_chances",
        "_closed",
        "_controlled",
        "_defcon",
        "_effects",
        "_flags",
        "_guarded",
        "_influence",
        "_is_battleground",
        "_later",
        "_now",
        "_presence",
        "_rate_stamps",
        "_rates",
        "_reach",
        "_scorings",
        "_southeast",
        "_stability",
        "_stamps",
        "_sums",
        "_trial",
        "_turn",
        "_values",
        "stamp",
        "value",
    )

    def __init__(self, state: State, scorings: ScoringsToCome) -> None:
        # Counts the changes, and for each region the last one, so that ratings can be kept.
        self.stamp = 0
        self._stamps = [0] * len(SCORED_REGIONS)
        self._rates = [[0.0] * NUMBER_OF_COUNTRIES, [0.0] * NUMBER_OF_COUNTRIES]
        self._rate_stamps = [[-1] * NUMBER_OF_COUNTRIES, [-1] * NUMBER_OF_COUNTRIES]
        self._scorings = scorings
        self._now = [_AS_IT_STANDS * chance for chance in scorings.this_turn]
        self._later = [
            (1 - _AS_IT_STANDS) * chance + later
            for chance, later in zip(scorings.this_turn, scorings.later, strict=True)
        ]
        self._southeast: float = self._now[SOUTHEAST_ASIA] + self._later[SOUTHEAST_ASIA]
        # The sums of a region in which a country is tried out.
        self._trial = RegionSums()
        self._begin(state)

    def _begin(self, state: State) -> None:
        self._stability = state.stability
        self._battlegrounds = state.battlegrounds
        if state.effects[Effect.FORMOSAN_RESOLUTION]:
            self._battlegrounds |= BIT[TAIWAN]
        self._is_battleground = [False] * NUMBER_OF_COUNTRIES
        self._battleground_numbers = [0] * len(SCORED_REGIONS)
        for country in countries_in(self._battlegrounds):
            self._is_battleground[country] = True
            self._battleground_numbers[REGION_OF[country]] += 1
        self._influence = [state.influence[USSR][:], state.influence[US][:]]
        self._presence = state.presence[:]
        self._controlled = state.controlled[:]
        self._remember_closed(state, closed_to_coups(state))
        self._reach = [self._reach_of(USSR), self._reach_of(US)]
        self._flags = [0] * NUMBER_OF_COUNTRIES
        self._raise_flags(self._reach[US], _US_ACCESS)
        self._raise_flags(self._reach[USSR], _USSR_ACCESS)
        guarded = self._guarded & self._controlled[US]
        self._raise_flags(ALL_COUNTRIES & ~(self._closed[USSR] | guarded), _USSR_COUP)
        self._raise_flags(ALL_COUNTRIES & ~self._closed[US], _US_COUP)
        self._chances: list[Chances] = []
        self._sums = [RegionSums() for _ in SCORED_REGIONS]
        us_influence, ussr_influence = self._influence[US], self._influence[USSR]
        for country in range(NUMBER_OF_COUNTRIES):
            stability = self._stability[country]
            lead = us_influence[country] - ussr_influence[country]
            chances = look_up(stability, self._flags[country], lead)
            self._chances.append(chances)
            battleground = self._is_battleground[country]
            sums = self._sums[REGION_OF[country]]
            sums.swap(country, battleground, NO_CHANCES, chances)
            sums.hold(country, battleground, controller_by(lead, stability), 1)
        self._values: list[float] = []
        for region in SCORED_REGIONS:
            self._values.append(self._region_value(region, self._sums[region]))
        self._add_up()

    def _remember_closed(self, state: State, closed: list[Mask]) -> None:
        """Remember what is closed to coups, and all that it follows from."""
        self._closed = closed
        self._guarded = guarded_by_nato(state) & ~closed[USSR]
        self._defcon = state.defcon
        self._turn = state.turn
        self._effects = state.effects[:]

    def _raise_flags(self, mask: Mask, flag: int) -> None:
        flags = self._flags
        for country in countries_in(mask):
            flags[country] |= flag

    def _reach_of(self, side: Actor) -> Mask:
        presence = self._presence[side]
        return presence | neighbours_of(presence) | NEXT_TO_SUPERPOWER[side]

    def _add_up(self) -> None:
        total = 0.0
        for value in self._values:
            total += value
        self.value: float = total + self._southeast_value()

    def _region_value(self, region: int, sums: RegionSums) -> float:
        value = points_to_come(region, sums) * self._later[region]
        now = self._now[region]
        if now:
            value += now * points_now(region, sums, self._battleground_numbers[region])
        return value

    def score_now(self, region: int) -> float:
        """Return what a region would give now."""
        return points_now(region, self._sums[region], self._battleground_numbers[region])

    def _southeast_value(self) -> float:
        if not self._southeast:
            return 0.0
        total = 0.0
        for country in _SOUTHEAST:
            chances = self._chances[country]
            total += (chances.us - chances.ussr) * _SOUTHEAST_POINTS[country]
        return total * self._southeast

    def lead_change(self, country: Country, us: int, ussr: int) -> float:
        """Return by how much the value changes if a country holds this influence."""
        old_us, old_ussr = self._influence[US][country], self._influence[USSR][country]
        if us == old_us and ussr == old_ussr:
            return 0.0
        lead = us - ussr
        stability = self._stability[country]
        battleground = self._is_battleground[country]
        region = REGION_OF[country]
        sums = self._trial
        sums.take_over(self._sums[region])
        before, after = controller_by(old_us - old_ussr, stability), controller_by(lead, stability)
        if before != after:
            sums.hold(country, battleground, before, -1)
            sums.hold(country, battleground, after, 1)
        flags = self._flags[country]
        elsewhere = 0.0
        southeast = 0.0
        if us and not old_us:
            flags |= _US_ACCESS
            elsewhere, southeast = self._open_up(sums, region, country, _US_ACCESS)
        if ussr and not old_ussr:
            flags |= _USSR_ACCESS
            more, other = self._open_up(sums, region, country, _USSR_ACCESS)
            elsewhere -= more
            southeast += other
        old = self._chances[country]
        new = look_up(stability, self._guard(country, flags, lead), lead)
        sums.swap(country, battleground, old, new)
        change = self._region_value(region, sums)
        change += elsewhere - self._values[region]
        points = _SOUTHEAST_POINTS[country]
        if points and self._southeast:
            southeast += points * (new.us - new.ussr - old.us + old.ussr)
        return change + southeast * self._southeast

    def _guard(self, country: Country, flags: int, lead: int) -> int:
        """Return the flags of a country with the protection that NATO gives at a lead of the US."""
        if not self._guarded or not self._guarded & BIT[country]:
            return flags
        return flags & ~_USSR_COUP if lead >= self._stability[country] else flags | _USSR_COUP

    def _open_up(
        self, sums: RegionSums, region: int, country: Country, flag: int
    ) -> tuple[float, float]:
        """Give a side access to the neighbours of a country.

        Returns a rough worth of those elsewhere, and what changes for Southeast Asia.
        """
        elsewhere = 0.0
        southeast = 0.0
        influence = self._influence
        for other in _NEIGHBOUR_LISTS[country]:
            if self._flags[other] & flag:
                continue
            if REGION_OF[other] != region:
                elsewhere += 0.2 * self._later[REGION_OF[other]]
                continue
            old = self._chances[other]
            lead = influence[US][other] - influence[USSR][other]
            new = look_up(self._stability[other], self._flags[other] | flag, lead)
            sums.swap(other, self._is_battleground[other], old, new)
            southeast += _SOUTHEAST_POINTS[other] * (new.us - new.ussr - old.us + old.ussr)
        return elsewhere, southeast

    def put(self, country: Country, us: int, ussr: int) -> None:
        """Change the influence in a country."""
        influence = self._influence
        stability = self._stability[country]
        old_us, old_ussr = influence[US][country], influence[USSR][country]
        influence[US][country] = us
        influence[USSR][country] = ussr
        lead = us - ussr
        self._hand_over(country, controller_by(old_us - old_ussr, stability), lead)
        self._flags[country] = self._guard(country, self._flags[country], lead)
        changed: tuple[Country, ...] = (country,)
        if (us == 0) != (old_us == 0) or (ussr == 0) != (old_ussr == 0):
            changed = countries_in(BIT[country] | self._enter_or_leave(country, us, ussr))
        self.stamp += 1
        regions = 0
        for other in changed:
            region = REGION_OF[other]
            regions |= 1 << region
            lead = influence[US][other] - influence[USSR][other]
            new = look_up(self._stability[other], self._flags[other], lead)
            sums = self._sums[region]
            sums.swap(other, self._is_battleground[other], self._chances[other], new)
            self._chances[other] = new
        for region in SCORED_REGIONS:
            if regions >> region & 1:
                self._stamps[region] = self.stamp
                self._values[region] = self._region_value(region, self._sums[region])
        self._add_up()

    def _hand_over(self, country: Country, before: Actor, lead: int) -> None:
        """Let the control of a country follow its new lead."""
        after = controller_by(lead, self._stability[country])
        if before == after:
            return
        sums = self._sums[REGION_OF[country]]
        sums.hold(country, self._is_battleground[country], before, -1)
        sums.hold(country, self._is_battleground[country], after, 1)
        if before != NOBODY:
            self._controlled[before] ^= BIT[country]
        if after != NOBODY:
            self._controlled[after] ^= BIT[country]

    def _enter_or_leave(self, country: Country, us: int, ussr: int) -> Mask:
        """Let presence and access follow; returns the countries whose access has changed."""
        changed = 0
        bit = BIT[country]
        for side, amount, flag in ((US, us, _US_ACCESS), (USSR, ussr, _USSR_ACCESS)):
            if (amount != 0) == (self._presence[side] & bit != 0):
                continue
            self._presence[side] ^= bit
            reach = self._reach_of(side)
            turned = reach ^ self._reach[side]
            if turned:
                changed |= turned
                self._reach[side] = reach
                for other in countries_in(turned):
                    self._flags[other] ^= flag
        return changed

    def follow(self, state: State) -> None:
        """Take over what has changed in a state that has grown out of the same position."""
        if state.battlegrounds & ~self._battlegrounds or self._closes_anew(state):
            self.stamp += 1
            self._stamps = [self.stamp] * len(SCORED_REGIONS)
            self._begin(state)
            return
        us_influence, ussr_influence = state.influence[US], state.influence[USSR]
        my_us, my_ussr = self._influence[US], self._influence[USSR]
        if us_influence == my_us and ussr_influence == my_ussr:
            return
        for country in range(NUMBER_OF_COUNTRIES):
            us, ussr = us_influence[country], ussr_influence[country]
            if us != my_us[country] or ussr != my_ussr[country]:
                self.put(country, us, ussr)

    def _closes_anew(self, state: State) -> bool:
        """Tell whether other countries are closed to coups than before."""
        if (
            state.defcon == self._defcon
            and state.turn == self._turn
            and state.effects == self._effects
        ):
            return False
        closed = closed_to_coups(state)
        if closed != self._closed or guarded_by_nato(state) & ~closed[USSR] != self._guarded:
            return True
        self._remember_closed(state, closed)
        return False

    def rate(self, side: Actor, country: Country) -> float:
        """Return what a marker gains a side, alone or as the first of two or three."""
        if self._rate_stamps[side][country] > self._stamps[REGION_OF[country]]:
            return self._rates[side][country]
        rate = self.marker_change(side, country, 1)
        needed = self._stability[country] - self._influence[side][country]
        needed += self._influence[1 - side][country]
        if 2 <= needed <= 3:
            rate = max(rate, self.marker_change(side, country, needed) / needed)
        self._rates[side][country] = rate
        self._rate_stamps[side][country] = self.stamp + 1
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


def controller_by(lead: int, stability: int) -> Actor:
    """Name who controls a country of a stability at a lead of the US."""
    if lead >= stability:
        return US
    return USSR if -lead >= stability else NOBODY
