"""A sketch of the evaluation: each country counts by itself, as much as it did at the beginning.

To play a turn out a thousand times the full evaluation is too slow. The sketch asks it once how
much each country matters, and from then on looks up chances of control only.
"""

from twilight.bots.control import control_balance
from twilight.bots.evaluation import Board
from twilight.engine.board import NUMBER_OF_COUNTRIES, Mask
from twilight.engine.ids import Country
from twilight.engine.scoring import region_score
from twilight.engine.state import State
from twilight.engine.types import US, USSR, Actor


class Weights:
    """How much each country matters in a position, and the chances of control there by lead."""

    __slots__ = ("balances", "importance")

    def __init__(self, board: Board) -> None:
        self.importance: list[float] = []
        # The chance of the US less that of the USSR, for each country by the lead.
        self.balances: list[tuple[float, ...]] = []
        for country in range(NUMBER_OF_COUNTRIES):
            stability = board.stability(country)
            balance = control_balance(stability, board.flags(country) | 3)
            middle = len(balance) // 2
            difference = balance[middle + stability] - balance[middle - stability]
            swing = board.lead_change(country, stability, 0)
            swing -= board.lead_change(country, 0, stability)
            self.importance.append(swing / difference)
            self.balances.append(balance)


class Sketch:
    """Answers the same questions as a `Board`, roughly, for whatever state it follows."""

    __slots__ = ("_balances", "_importance", "_stability", "_state")

    def __init__(self, state: State, weights: Weights) -> None:
        self._state = state
        self._stability = state.stability
        self._importance = weights.importance
        self._balances = weights.balances

    def follow(self, state: State) -> None:
        """Look at another state from now on."""
        self._state = state

    def lead_change(self, country: Country, us: int, ussr: int) -> float:
        """Return by how much the value changes if a country holds this influence."""
        influence = self._state.influence
        balance = self._balances[country]
        middle = len(balance) // 2
        old = influence[US][country] - influence[USSR][country]
        new = us - ussr
        old = middle if old > middle else -middle if old < -middle else old
        new = middle if new > middle else -middle if new < -middle else new
        return self._importance[country] * (balance[middle + new] - balance[middle + old])

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
        influence = self._state.influence
        balance = self._balances[country]
        middle = len(balance) // 2
        lead = influence[US][country] - influence[USSR][country]
        if lead >= middle or lead <= -middle:
            return 0.0
        place = middle + lead
        needed = self._stability[country]
        if side == US:
            needed -= lead
            gain = balance[place + 1] - balance[place]
            if 2 <= needed <= 3:
                gain = max(gain, (balance[place + needed] - balance[place]) / needed)
        else:
            needed += lead
            gain = balance[place] - balance[place - 1]
            if 2 <= needed <= 3:
                gain = max(gain, (balance[place] - balance[place - needed]) / needed)
        return gain * self._importance[country]

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
