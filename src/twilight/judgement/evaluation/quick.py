"""A sketch of the evaluation: each country counts by itself, as much as it did at the beginning.

To play a turn out a thousand times the full evaluation is too slow. The sketch asks it once how
much each country matters, and from then on looks up chances of control only, by the lead there.
"""

from functools import cache
from typing import Final

from twilight.engine.board import NUMBER_OF_COUNTRIES, Mask
from twilight.engine.ids import DONE, NUMBER_OF_ACTIONS, Country
from twilight.engine.scoring import region_score
from twilight.engine.state import State
from twilight.engine.types import SIDES, US, USSR, Actor
from twilight.judgement.evaluation.control_chance import WIDEST_LEAD, control_balance
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.position import Board

# The place of no lead in a table by leads.
_MIDDLE: Final = WIDEST_LEAD
_LEADS: Final = range(-WIDEST_LEAD, WIDEST_LEAD + 1)
# Values of coups, with modifiers and bonuses.
_MOST_POINTS: Final = 8
_FACES: Final = range(1, 7)
# What a point gains elsewhere than in a country.
_ELSEWHERE: Final = 0.4

Rates = tuple[float, ...]


def _clipped(lead: int) -> int:
    return -_MIDDLE if lead < -_MIDDLE else min(lead, _MIDDLE)


@cache
def _marker_rates(stability: int, flags: int, side: Actor) -> Rates:
    """Return for each lead what a point spent on a marker gains of the chance of control."""
    balance = control_balance(stability, flags)
    sign = 1 if side == US else -1
    rates = []
    for lead in _LEADS:
        if abs(lead) == _MIDDLE:
            rates.append(0.0)
            continue
        here = balance[_MIDDLE + lead]
        gain = sign * (balance[_MIDDLE + lead + sign] - here)
        needed = stability - sign * lead
        # Two or three markers that bring control together are worth more than the first alone.
        if 2 <= needed <= 3:
            gain = max(gain, sign * (balance[_MIDDLE + lead + sign * needed] - here) / needed)
        # Where the enemy has control, a marker costs two points.
        rates.append(gain / 2 if -sign * lead >= stability else gain)
    return tuple(rates)


@cache
def _coup_rates(stability: int, flags: int, side: Actor) -> tuple[Rates, ...]:
    """Return for each lead and value what a coup gains of the chance of control."""
    balance = control_balance(stability, flags)
    sign = 1 if side == US else -1
    rates = []
    for lead in _LEADS:
        row = []
        for value in range(_MOST_POINTS):
            shifts = [sign * max(0, die + value - 2 * stability) for die in _FACES]
            after = sum(balance[_MIDDLE + _clipped(lead + shift)] for shift in shifts)
            row.append(sign * (after / len(shifts) - balance[_MIDDLE + lead]))
        rates.append(tuple(row))
    return tuple(rates)


class Weights:
    """How much each country matters in a position, and what is known of each by the lead."""

    __slots__ = ("balances", "coups", "importance", "leads", "markers", "rates")

    def __init__(self, board: Board) -> None:
        self.importance: list[float] = []
        # The chance of the US less that of the USSR, for each country by the lead.
        self.balances: list[Rates] = []
        # What markers and coups gain of that, for each side and country by the lead.
        self.markers: list[list[Rates]] = [[], []]
        self.coups: list[list[tuple[Rates, ...]]] = [[], []]
        self.leads: list[int] = []
        # What a point gains a side in each country now, and with other actions.
        self.rates = [[_ELSEWHERE] * NUMBER_OF_ACTIONS, [_ELSEWHERE] * NUMBER_OF_ACTIONS]
        for country in range(NUMBER_OF_COUNTRIES):
            stability = board.stability(country)
            flags = board.flags(country) | 3
            balance = control_balance(stability, flags)
            difference = balance[_MIDDLE + stability] - balance[_MIDDLE - stability]
            swing = board.lead_change(country, stability, 0)
            swing -= board.lead_change(country, 0, stability)
            self.importance.append(swing / difference)
            self.balances.append(balance)
            lead = board.influence(US, country) - board.influence(USSR, country)
            self.leads.append(lead)
            for side in SIDES:
                markers = _marker_rates(stability, flags, side)
                self.markers[side].append(markers)
                self.coups[side].append(_coup_rates(stability, flags, side))
                rate = self.importance[country] * markers[_MIDDLE + _clipped(lead)]
                self.rates[side][country] = rate
        for side in SIDES:
            self.rates[side][DONE] = 0.0


class QuickEvaluation(MapView):
    """Answers the same questions as a `Board`, roughly, for whatever state it follows."""

    __slots__ = ("_leads", "_stability", "_state", "_us", "_ussr", "_weights", "rates")

    def __init__(self, state: State, weights: Weights) -> None:
        self._weights = weights
        self._stability = state.stability
        self._leads = weights.leads[:]
        # The influence that the leads are taken from.
        self._us: list[int] = []
        self._ussr: list[int] = []
        # What a point of operations gains a side in each country, by the action that names it.
        self.rates = [weights.rates[USSR][:], weights.rates[US][:]]
        self.follow(state)

    def follow(self, state: State) -> None:
        """Look at another state from now on."""
        self._state = state
        us, ussr = state.influence[US], state.influence[USSR]
        if us == self._us and ussr == self._ussr:
            return
        self._us, self._ussr = us[:], ussr[:]
        weights, leads = self._weights, self._leads
        for country in range(NUMBER_OF_COUNTRIES):
            lead = us[country] - ussr[country]
            if lead != leads[country]:
                leads[country] = lead
                place = _MIDDLE + _clipped(lead)
                importance = weights.importance[country]
                for side in SIDES:
                    self.rates[side][country] = importance * weights.markers[side][country][place]

    def lead_change(self, country: Country, us: int, ussr: int) -> float:
        """Return by how much the value changes if a country holds this influence."""
        influence = self._state.influence
        balance = self._weights.balances[country]
        old = _clipped(influence[US][country] - influence[USSR][country])
        new = _clipped(us - ussr)
        return self._weights.importance[country] * (balance[_MIDDLE + new] - balance[_MIDDLE + old])

    def marker_change(self, side: Actor, country: Country, markers: int) -> float:
        """Return what it gains a side to add, or with a negative number remove, its markers."""
        influence = self._state.influence
        us, ussr = influence[US][country], influence[USSR][country]
        if side == US:
            us += markers
            return self.lead_change(country, us if us > 0 else 0, ussr)
        ussr += markers
        return -self.lead_change(country, us, ussr if ussr > 0 else 0)

    def rate(self, side: Actor, country: Country) -> float:
        """Return what a marker gains a side, alone or as the first of two or three."""
        rate = self.rates[side][country]
        lead = self._leads[country] if side == US else -self._leads[country]
        return 2 * rate if -lead >= self._stability[country] else rate

    def coup_gain(self, side: Actor, country: Country, value: int) -> float:
        """Return what a coup gains a side in the country, with a value that has all modifiers."""
        place = _MIDDLE + _clipped(self._leads[country])
        value = max(0, min(value, _MOST_POINTS - 1))
        return self._weights.importance[country] * self._weights.coups[side][country][place][value]

    def score_now(self, region: int) -> float:
        """Return what a region would give now."""
        points = region_score(self._state, region).points
        return float(points[US] - points[USSR])

    def stability(self, country: Country) -> int:
        """Return the stability of a country."""
        return self._stability[country]

    def influence(self, side: Actor, country: Country) -> int:
        """Return the influence of a side in a country."""
        return self._state.influence[side][country]

    def controlled(self, side: Actor) -> Mask:
        """Join the countries that a side controls."""
        return self._state.controlled[side]
