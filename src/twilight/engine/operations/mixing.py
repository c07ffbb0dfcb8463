"""Influence and realignment with one card, where the rules allow it."""

from twilight.engine.board import ALL_COUNTRIES, BIT, CIVIL_WAR_MASK, Mask, countries_in
from twilight.engine.decision import Flow
from twilight.engine.ids import DONE, INFLUENCE, REALIGNMENT, Action
from twilight.engine.operations.influence import (
    buy_marker,
    open_to_markers,
    placement_reach,
    points_of_use,
)
from twilight.engine.operations.points import Points
from twilight.engine.operations.realignments import operation_targets, realignment_roll
from twilight.engine.state import State
from twilight.engine.types import Actor, Kind


def mix(state: State, player: Actor, points: Points, kind: Action) -> Flow[None]:
    """Divide points between markers and rolls, beginning with the kind that was chosen.

    No country gets both in one round (designer option `mix_influence_and_realign`).
    """
    while kind != DONE:
        if kind == INFLUENCE:
            options = countries_in(open_to_markers(state, player, points, with_bonus=True))
            left = _mixed_points_left(state, points, INFLUENCE)
            country = yield points.ask(Kind.PLACE_INFLUENCE, options, left)
            buy_marker(state, player, points, country)
            state.bought |= BIT[country]
        else:
            options = countries_in(_open_to_rolls(state, player, points, with_bonus=True))
            left = _mixed_points_left(state, points, REALIGNMENT)
            country = yield points.ask(Kind.REALIGNMENT_TARGET, options, left)
            points.spend(country, 1)
            state.realigned |= BIT[country]
            yield from realignment_roll(state, player, country)
        kinds: tuple[Action, ...] = ()
        if open_to_markers(state, player, points, with_bonus=True):
            kinds = (INFLUENCE,)
        if _open_to_rolls(state, player, points, with_bonus=True):
            kinds = (*kinds, REALIGNMENT)
        if not kinds:
            return
        within_value = open_to_markers(state, player, points, with_bonus=False)
        within_value |= _open_to_rolls(state, player, points, with_bonus=False)
        if points.may_stop(state, within_value):
            kinds = (*kinds, DONE)
        left = _mixed_points_left(state, points, DONE)
        kind = yield points.ask(Kind.MIXED_POINT, kinds, left)


def _mixed_points_left(state: State, points: Points, kind: Action) -> int:
    """Return how many points can still be divided, the next one going to a kind or to either.

    A country that gets a marker takes no roll.
    """
    player = points.player
    reach = placement_reach(state, player)
    targets = operation_targets(state, player)
    most = 0
    for among, left in points.ways_to_spend(ALL_COUNTRIES | CIVIL_WAR_MASK):
        markers, rolls = reach & among, targets & among
        if (kind == INFLUENCE and not markers) or (kind == REALIGNMENT and not rolls):
            continue
        if not rolls or (kind == INFLUENCE and markers == rolls and rolls.bit_count() == 1):
            left = points_of_use(state, player, markers, left)
        most = max(most, left)
    return most


def _open_to_rolls(state: State, player: Actor, points: Points, with_bonus: bool) -> Mask:
    return points.affordable(operation_targets(state, player), 0, with_bonus)
