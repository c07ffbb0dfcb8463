"""Realignment rolls (R12)."""

from twilight.engine.board import (
    ALL_COUNTRIES,
    IS_NEXT_TO_SUPERPOWER,
    NEIGHBOURS,
    Mask,
    countries_in,
    without,
)
from twilight.engine.changes import change_influence, note
from twilight.engine.decision import DIE_DECISION, Flow
from twilight.engine.effects import Effect
from twilight.engine.ids import DIE, DONE, Country
from twilight.engine.journal import Fact, FactKind
from twilight.engine.operations.points import Points
from twilight.engine.operations.targets import realignment_targets
from twilight.engine.state import State
from twilight.engine.types import NOBODY, US, USSR, Actor, Kind, enemy_of


def realign(state: State, player: Actor, points: Points, among: Mask = ALL_COUNTRIES) -> Flow[None]:
    """Make realignment rolls, one for each point (R12)."""
    while True:
        targets = realignment_targets(state, player, among, points.free)
        within_value = points.affordable(targets, 0, with_bonus=False)
        open_countries = within_value
        if points.bonus_left():
            open_countries = points.affordable(targets, 0, with_bonus=True)
        if not open_countries:
            return
        options = countries_in(open_countries)
        may_stop = points.may_stop(state, within_value)
        country = yield points.ask(
            Kind.REALIGNMENT_TARGET,
            (*options, DONE) if may_stop else options,
            _rolls_left(points, targets),
        )
        if country == DONE:
            return
        points.spend(country, 1)
        yield from realignment_roll(state, player, country)


def _rolls_left(points: Points, targets: Mask) -> int:
    """Return how many rolls can still be made, one for each point."""
    if not points.bonus_left():
        return points.value - points.spent
    return max(left for among, left in points.ways_to_spend(targets) if among)


def realignment_roll(state: State, player: Actor, country: Country) -> Flow[None]:
    """Let both sides roll for a country; the higher total removes the difference (R12.3-R12.4)."""
    note(state, FactKind.REALIGNMENT_TARGET, player, country)
    ussr_die = (yield DIE_DECISION) - DIE
    us_die = (yield DIE_DECISION) - DIE
    if state.facts is not None:
        ussr_bonus = realignment_bonus(state, USSR, country)
        us_bonus = realignment_bonus(state, US, country)
        values = (ussr_die, ussr_bonus, us_die, us_bonus)
        state.facts.append(Fact(FactKind.REALIGNMENT_ROLL, player, country, values))
    loser, amount = realignment_result(state, player, country, ussr_die, us_die)
    if amount:
        change_influence(state, loser, country, -amount)


def realignment_result(
    state: State, player: Actor, country: Country, ussr_die: int, us_die: int
) -> tuple[Actor, int]:
    """Tell which side loses how much in a roll, as far as present; nobody and 0 for none."""
    difference = realignment_bonus(state, US, country) - realignment_bonus(state, USSR, country)
    difference += us_die - ussr_die
    if difference == 0:
        return NOBODY, 0
    winner = US if difference > 0 else USSR
    amount = abs(difference)
    removal = state.rules.realign_removal
    if removal == "raw_difference":
        amount = max(0, us_die - ussr_die if winner == US else ussr_die - us_die)
    elif removal == "absolute_difference":
        amount = abs(us_die - ussr_die)
    if enemy_of(winner) == state.phasing and state.rules.realign_phasing_safe:
        return NOBODY, 0
    return enemy_of(winner), amount


def realignment_bonus(state: State, side: Actor, country: Country) -> int:
    """Add up what a side adds to its realignment die in a country."""
    bonus = (NEIGHBOURS[country] & state.controlled[side]).bit_count()
    if IS_NEXT_TO_SUPERPOWER[side][country]:
        bonus += 1
    if state.influence[side][country] > state.influence[enemy_of(side)][country]:
        bonus += 1
    if side == US and state.effects[Effect.IRAN_CONTRA_SCANDAL]:
        bonus -= 1
    return bonus


def operation_targets(state: State, player: Actor) -> Mask:
    """Join the countries that an operation may roll against: none that it gave markers to."""
    return without(realignment_targets(state, player), state.bought)
