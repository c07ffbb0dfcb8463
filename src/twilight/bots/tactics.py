"""The best that points of operations can do: influence, coups and realignments."""

from typing import Final, NamedTuple

from twilight.bots.evaluation import Board
from twilight.engine.bans import realignment_targets
from twilight.engine.board import ALL_COUNTRIES, BIT, NUMBER_OF_COUNTRIES, Mask, countries_in
from twilight.engine.effects import Effect
from twilight.engine.ids import Card, Country
from twilight.bots.outlook import Outlook
from twilight.bots.tracks import track_value
from twilight.engine.operations import coup_change as influence_change
from twilight.engine.operations import coup_result as engine_coup_result
from twilight.engine.operations import placement_reach, realignment_bonus
from twilight.engine.points import Points
from twilight.engine.state import State
from twilight.engine.types import US, USSR, Actor, enemy_of

NOTHING: Final = -1000.0


class Plan(NamedTuple):
    """Countries to name one after another, and what that gains the side that acts."""

    gain: float
    countries: tuple[Country, ...]


def marker_change(board: Board, side: Actor, country: Country, markers: int) -> float:
    """Return what it gains a side to add, or with a negative number remove, markers of its own."""
    us, ussr = board.influence(US, country), board.influence(USSR, country)
    if side == US:
        return board.lead_change(country, max(0, us + markers), ussr)
    return -board.lead_change(country, us, max(0, ussr + markers))


def put_markers(board: Board, side: Actor, country: Country, markers: int) -> None:
    """Add markers of a side on the board of the evaluation."""
    us, ussr = board.influence(US, country), board.influence(USSR, country)
    if side == US:
        board.put(country, max(0, us + markers), ussr)
    else:
        board.put(country, us, max(0, ussr + markers))


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
    rates: dict[Country, tuple[float, int]] = {}
    while True:
        dear = board.controlled(enemy)
        options = points.affordable(reach, dear, with_bonus=True)
        if not options:
            break
        best, chosen, number = NOTHING, -1, 0
        for country in countries_in(options):
            if country not in rates:
                rates[country] = _best_rate(board, side, country, points)
            rate, markers = rates[country]
            if rate > best:
                best, chosen, number = rate, country, markers
        if chosen < NUMBER_OF_COUNTRIES and chosen not in touched:
            touched[chosen] = (board.influence(US, chosen), board.influence(USSR, chosen))
        for _ in range(number):
            cost = 2 if board.controlled(enemy) & BIT[chosen] else 1
            if points.spent + cost > points.total_in(chosen):
                break
            points.spend(chosen, cost)
            placed.append(chosen)
            if chosen < NUMBER_OF_COUNTRIES:
                put_markers(board, side, chosen, 1)
        rates.clear()
    gain = board.value - before
    for country, (us, ussr) in touched.items():
        board.put(country, us, ussr)
    return Plan(gain if side == US else -gain, tuple(placed))


def _best_rate(board: Board, side: Actor, country: Country, points: Points) -> tuple[float, int]:
    """Return the best gain a point in a country, and for how many markers."""
    if country >= NUMBER_OF_COUNTRIES:
        return 0.4, 1
    left = points.total_in(country) - points.spent
    own, other = board.influence(side, country), board.influence(enemy_of(side), country)
    dear = board.controlled(enemy_of(side)) & BIT[country] != 0
    stability = board.stability(country)
    best, number, cost = NOTHING, 0, 0
    for markers in range(1, left + 1):
        cost += 2 if dear else 1
        if cost > left:
            break
        rate = marker_change(board, side, country, markers) / cost
        if rate > best:
            best, number = rate, markers
        lead = own + markers - other
        dear = dear and -lead >= stability
        if lead > stability:
            break
    return best, number


# Coups


def coup_gain(
    state: State, board: Board, side: Actor, country: Country, value: int, outlook: Outlook
) -> float:
    """Return what a coup gains a side on average, on the map and on the tracks."""
    before = board.value + track_value(state)
    table = state.copy()
    table.military[side] = min(5, table.military[side] + value)
    if lowers_defcon(state, side, country):
        table.defcon -= 1
        board = Board(table, outlook)
    after = board.value + track_value(table) + coup_change(table, board, country, side, value)
    return after - before if side == US else before - after


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


def lowers_defcon(state: State, side: Actor, country: Country) -> bool:
    """Tell whether a coup in a country lowers DEFCON."""
    subs = side == US and state.effects[Effect.NUCLEAR_SUBS] != 0
    return state.is_battleground(country) and not subs


def loses_by_coup(state: State, side: Actor, country: Country) -> bool:
    """Tell whether a coup in a country loses the game for a side in its own round."""
    if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]:
        return True
    return state.defcon <= 2 and lowers_defcon(state, side, country)


# Realignments


_DIFFERENCES: Final = tuple((difference, (6 - abs(difference)) / 36) for difference in range(-5, 6))


def realignment_change(state: State, board: Board, side: Actor, country: Country) -> float:
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
    state: State, board: Board, side: Actor, value: int, among: Mask = ALL_COUNTRIES
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
