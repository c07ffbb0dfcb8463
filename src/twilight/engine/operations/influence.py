"""Influence that operations place, one marker at a time (R10)."""

from twilight.engine.board import (
    BIT,
    NEXT_TO_SUPERPOWER,
    REGION_MASKS,
    Mask,
    countries_in,
    neighbours_of,
    without,
)
from twilight.engine.changes import change_influence
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.ids import CHINESE_CIVIL_WAR, DONE, Action, Country
from twilight.engine.operations.points import Points
from twilight.engine.state import State
from twilight.engine.types import USSR, Actor, Kind, enemy_of
from twilight.engine.variants import civil_war


def placement_reach(state: State, player: Actor) -> Mask:
    """Join the countries where a player may place influence with operations (R10.2)."""
    rules = state.rules
    base = state.reach[player]
    if rules.placement_snapshot == "round_start_and_now":
        base &= state.presence[player]
    reach = neighbours_of(base)
    if rules.placement_own_country == "allowed":
        reach |= base
    reach |= _next_to_own_superpower(state, player)
    if player == USSR:
        if state.effects[Effect.CHERNOBYL]:
            reach = without(reach, REGION_MASKS[state.effects[Effect.CHERNOBYL] - 1])
        box = civil_war.open_box(state)
        if box:
            reach |= box
    # A country that was rolled against this round takes no markers (mix_influence_and_realign).
    return without(reach, state.realigned) if state.realigned else reach


def _next_to_own_superpower(state: State, player: Actor) -> Mask:
    return NEXT_TO_SUPERPOWER[player] if state.rules.placement_superpower else 0


def place_influence(state: State, player: Actor, points: Points) -> Flow[None]:
    """Spend points on influence, one marker at a time (R10)."""
    reach = placement_reach(state, player)
    enemy = enemy_of(player)
    options: tuple[Action, ...] = ()
    shown: Mask = -1
    while True:
        dear = state.controlled[enemy]
        within_value = points.affordable(reach, dear, with_bonus=False)
        open_countries = within_value
        if points.bonus_left():
            open_countries = points.affordable(reach, dear, with_bonus=True)
        if not open_countries:
            return
        may_stop = points.may_stop(state, within_value)
        if open_countries != shown:
            shown = open_countries
            options = countries_in(open_countries)
        country = yield points.ask(
            Kind.PLACE_INFLUENCE,
            (*options, DONE) if may_stop else options,
            _markers_left(state, points, reach),
        )
        if country == DONE:
            return
        buy_marker(state, player, points, country)
        if country == CHINESE_CIVIL_WAR:
            reach = placement_reach(state, player)


def marker_cost(state: State, player: Actor, country: Country) -> int:
    """Return how many points of operations a marker in a country takes (R10.1)."""
    return 2 if state.controlled[enemy_of(player)] & BIT[country] else 1


def _markers_left(state: State, points: Points, reach: Mask) -> int:
    """Return how many points can still go into markers within reach."""
    if not points.bonus_left():
        return points_of_use(state, points.player, reach, points.value - points.spent)
    return max(
        points_of_use(state, points.player, among, left)
        for among, left in points.ways_to_spend(reach)
    )


def points_of_use(state: State, player: Actor, among: Mask, points: int) -> int:
    """Return how many of the points markers can take: two each until enemy control is broken."""
    if not among:
        return 0
    enemy = enemy_of(player)
    if points & 1 == 0 or among & state.controlled[enemy] != among:
        return points
    for country in countries_in(among):
        lead = state.influence[enemy][country] - state.influence[player][country]
        if 2 * (lead - state.stability[country] + 1) < points:
            return points
    return points - 1


def buy_marker(state: State, player: Actor, points: Points, country: Country) -> None:
    """Pay for one marker in a country, or in the box of the civil war, and place it (R10.1)."""
    points.spend(country, marker_cost(state, player, country))
    points.changes += ((player, country, 1),)
    if country == CHINESE_CIVIL_WAR:
        civil_war.place_marker(state)
    else:
        change_influence(state, player, country, 1)


def may_place(state: State, player: Actor, points: Points) -> bool:
    """Tell whether the points left can pay a marker anywhere, region bonuses included."""
    # The countries next to the own superpower are enough for an answer almost always.
    near = _next_to_own_superpower(state, player)
    if near and not state.realigned and not state.effects[Effect.CHERNOBYL]:
        left = points.value - points.spent
        if left >= 2 or (left == 1 and near & state.controlled[enemy_of(player)] != near):
            return True
    return open_to_markers(state, player, points, with_bonus=True) != 0


def open_to_markers(state: State, player: Actor, points: Points, with_bonus: bool) -> Mask:
    """Join the countries that the points left can pay a marker in."""
    dear = state.controlled[enemy_of(player)]
    return points.affordable(placement_reach(state, player), dear, with_bonus)
