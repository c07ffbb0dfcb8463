"""The best that points of operations can do: influence, coups and realignments."""

from abc import ABC, abstractmethod
from typing import Final, NamedTuple

from twilight.engine.board import ALL_COUNTRIES, BIT, NUMBER_OF_COUNTRIES, Mask, countries_in
from twilight.engine.effects import Effect
from twilight.engine.ids import Card, Country
from twilight.engine.operations.coups import coup_change as influence_change
from twilight.engine.operations.coups import coup_degrades
from twilight.engine.operations.coups import coup_result as engine_coup_result
from twilight.engine.operations.influence import placement_reach
from twilight.engine.operations.points import Points
from twilight.engine.operations.realignments import realignment_bonus
from twilight.engine.operations.targets import coup_targets, realignment_targets
from twilight.engine.state import State
from twilight.engine.types import US, USSR, Actor, enemy_of
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.scorings_to_come import ScoringsToCome
from twilight.judgement.evaluation.tracks import track_value

NOTHING: Final = -1000.0


class Plan(NamedTuple):
    """Countries to name one after another, and what that gains the side that acts."""

    gain: float
    countries: tuple[Country, ...]


def best_influence(
    state: State, board: Board, side: Actor, value: int, card: Card, among: Mask = ALL_COUNTRIES
) -> Plan:
    """Spend points on influence, each time where a point gains most; the board is changed back."""
    points = Points(state, side, value, card)
    reach = placement_reach(state, side) & among
    enemy = enemy_of(side)
    placed: list[Country] = []
    touched: dict[Country, tuple[int, int]] = {}
    before = board.value
    while True:
        dear = board.controlled(enemy)
        options = points.affordable(reach, dear, with_bonus=True)
        if not options:
            break
        best, chosen = NOTHING, -1
        for country in countries_in(options):
            rate = marker_rate(board, side, country, dear)
            if rate > best:
                best, chosen = rate, country
        points.spend(chosen, 2 if dear & BIT[chosen] else 1)
        placed.append(chosen)
        if chosen < NUMBER_OF_COUNTRIES:
            if chosen not in touched:
                touched[chosen] = (board.influence(US, chosen), board.influence(USSR, chosen))
            board.put_markers(side, chosen, 1)
    gain = board.value - before
    for country, (us, ussr) in touched.items():
        board.put(country, us, ussr)
    return Plan(gain if side == US else -gain, tuple(placed))


def marker_rate(board: MapView, side: Actor, country: Country, dear: Mask) -> float:
    """Return what a point spent on a marker gains; those in `dear` cost two points."""
    if country >= NUMBER_OF_COUNTRIES:
        return 0.4
    rate = board.rate(side, country)
    return rate / 2 if dear & BIT[country] else rate


# Coups


class Coups(ABC):
    """Rates coups of one side from one position."""

    @abstractmethod
    def gain(self, country: Country, value: int) -> float:
        """Return what a coup with a value gains in a country."""


class CoupRater(Coups):
    """Rates coups by the full evaluation; a fall of DEFCON is worked out once."""

    def __init__(self, state: State, board: Board, side: Actor, scorings: ScoringsToCome) -> None:
        self._state = state
        self._board = board
        self._side = side
        self._scorings = scorings
        self._lower: Board | None = None
        self._tracks: dict[tuple[int, bool], float] = {}
        self._before = board.value + track_value(state)

    def gain(self, country: Country, value: int) -> float:
        """Return what a coup gains the side on average, on the map and on the tracks."""
        lowers = coup_degrades(self._state, self._side, country)
        board = self._board
        if lowers:
            if self._lower is None:
                table = self._state.copy()
                table.defcon -= 1
                self._lower = Board(table, self._scorings)
            board = self._lower
        after = board.value + self._track(value, lowers)
        after += coup_change(self._state, board, country, self._side, value)
        return after - self._before if self._side == US else self._before - after

    def _track(self, value: int, lowers: bool) -> float:
        if (value, lowers) not in self._tracks:
            table = self._state.copy()
            table.military[self._side] = min(5, table.military[self._side] + value)
            table.defcon -= lowers
            self._tracks[value, lowers] = track_value(table)
        return self._tracks[value, lowers]

    def best(self, points: Points, among: Mask = ALL_COUNTRIES) -> Plan:
        """Return the best coup that does not lose the game in one's own round."""
        best, target = NOTHING, -1
        for country in countries_in(coup_targets(self._state, self._side, among)):
            if not loses_by_coup(self._state, self._side, country):
                gain = self.gain(country, points.total_in(country))
                if gain > best:
                    best, target = gain, country
        return Plan(best, (target,) if target >= 0 else ())


def coup_change(state: State, board: Board, country: Country, side: Actor, value: int) -> float:
    """Return how a coup changes the value of the map on average."""
    us, ussr = state.influence[US][country], state.influence[USSR][country]
    total = 0.0
    for die in range(1, 7):
        result = engine_coup_result(state, side, country, value, die)
        removed, gained = influence_change(state, side, country, result)
        if side == US:
            total += board.lead_change(country, us + gained, ussr - removed)
        else:
            total += board.lead_change(country, us - removed, ussr + gained)
    return total / 6


def loses_by_coup(state: State, side: Actor, country: Country) -> bool:
    """Tell whether a coup in a country loses the game for a side in its own round."""
    if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]:
        return True
    return state.defcon <= 2 and coup_degrades(state, side, country)


# Realignments


_DIFFERENCES: Final = tuple((difference, (6 - abs(difference)) / 36) for difference in range(-5, 6))


def realignment_change(state: State, board: MapView, side: Actor, country: Country) -> float:
    """Return what one realignment roll gains a side, on average."""
    us, ussr = state.influence[US][country], state.influence[USSR][country]
    bonus = realignment_bonus(state, US, country) - realignment_bonus(state, USSR, country)
    total = 0.0
    for difference, chance in _DIFFERENCES:
        result = difference + bonus
        if result > 0 and ussr:
            total += chance * board.lead_change(country, us, max(0, ussr - result))
        elif result < 0 and us:
            total += chance * board.lead_change(country, max(0, us + result), ussr)
    return total if side == US else -total


def best_realignment(
    state: State, board: MapView, side: Actor, value: int, among: Mask = ALL_COUNTRIES
) -> Plan:
    """Choose the country for the next roll, and estimate the whole operation."""
    best, target = 0.0, -1
    for country in countries_in(realignment_targets(state, side, among)):
        gain = realignment_change(state, board, side, country)
        if gain > best or target < 0:
            best, target = gain, country
    if target < 0:
        return Plan(NOTHING, ())
    # Later rolls find less to do.
    return Plan(best * (1 + 0.7 * (value - 1)), (target,))
