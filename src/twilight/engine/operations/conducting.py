"""Operations: influence, coups, realignments and the Space Race (R8-R13)."""

from typing import Final

from twilight.engine.board import (
    ALL_COUNTRIES,
    BIT,
    CIVIL_WAR_MASK,
    NEIGHBOURS,
    NEXT_TO_SUPERPOWER,
    REGION_MASKS,
    Mask,
    countries_in,
    neighbours_of,
)
from twilight.engine.changes import (
    add_military,
    award_points,
    change_influence,
    degrade_defcon,
    end_effect,
    note,
)
from twilight.engine.decision import DIE_DECISION, Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    CHINESE_CIVIL_WAR,
    COUP,
    CUBA,
    DECLINE,
    DIE,
    DONE,
    INFLUENCE,
    NO_CARD,
    REALIGNMENT,
    SPACE,
    TURKEY,
    WEST_GERMANY,
    YURI_AND_SAMANTHA,
    Action,
    Card,
    Country,
)
from twilight.engine.journal import Fact, FactKind
from twilight.engine.operations.points import Points, event_value
from twilight.engine.operations.space import attempt, can_attempt
from twilight.engine.operations.targets import coup_targets, realignment_targets
from twilight.engine.state import State
from twilight.engine.types import (
    CENTRAL_AMERICA,
    NOBODY,
    SOUTH_AMERICA,
    US,
    USSR,
    Actor,
    GameOver,
    Kind,
    Reason,
    enemy_of,
)
from twilight.engine.variants import civil_war

_LATIN_AMERICA: Final = REGION_MASKS[CENTRAL_AMERICA] | REGION_MASKS[SOUTH_AMERICA]
# Read for every coup that is looked at: plain numbers are faster than members of the enumeration.
_SALT_NEGOTIATIONS: Final = int(Effect.SALT_NEGOTIATIONS)
_DEATH_SQUADS: Final = int(Effect.DEATH_SQUADS_FOR_USSR)
EVERY_KIND: Final = (INFLUENCE, COUP, REALIGNMENT, SPACE)


# Influence


def placement_reach(state: State, player: Actor) -> Mask:
    """Join the countries where a player may place influence with operations (R10.2)."""
    rules = state.rules
    base = state.reach[player]
    if rules.placement_snapshot == "round_start_and_now":
        base &= state.presence[player]
    reach = neighbours_of(base)
    if rules.placement_own_country == "allowed":
        reach |= base
    if rules.placement_superpower:
        reach |= NEXT_TO_SUPERPOWER[player]
    if player == USSR:
        if state.effects[Effect.CHERNOBYL]:
            reach &= ~REGION_MASKS[state.effects[Effect.CHERNOBYL] - 1]
        reach |= civil_war.open_box(state)
    # A country that was rolled against this round takes no markers (mix_influence_and_realign).
    return reach & ~state.realigned


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
        return _points_of_use(state, points.player, reach, points.value - points.spent)
    return max(
        _points_of_use(state, points.player, among, left)
        for among, left in points.ways_to_spend(reach)
    )


def _points_of_use(state: State, player: Actor, among: Mask, points: int) -> int:
    """Return how many of the points markers can take: two each until enemy control is broken."""
    if not among:
        return 0
    enemy = enemy_of(player)
    if points & 1 == 0 or among & ~state.controlled[enemy]:
        return points
    for country in countries_in(among):
        lead = state.influence[enemy][country] - state.influence[player][country]
        if 2 * (lead - state.stability[country] + 1) < points:
            return points
    return points - 1


def buy_marker(state: State, player: Actor, points: Points, country: Country) -> None:
    """Pay for one marker in a country, or in the box of the civil war, and place it (R10.1)."""
    points.spend(country, marker_cost(state, player, country))
    points.changes = (*points.changes, (player, country, 1))
    if country == CHINESE_CIVIL_WAR:
        civil_war.place_marker(state)
    else:
        change_influence(state, player, country, 1)


# Coup


def coup(
    state: State,
    player: Actor,
    points: Points,
    among: Mask = ALL_COUNTRIES,
    optional: bool = False,
) -> Flow[int]:
    """Make one coup; returns the country if enemy influence was removed there, else -1."""
    yield from offer_crisis_payment(state, player, points.card)
    free = points.free
    options = countries_in(coup_targets(state, player, among, free))
    country = yield points.ask(Kind.COUP_TARGET, (*options, DECLINE) if optional else options)
    if country == DECLINE:
        return -1
    note(state, FactKind.COUP_TARGET, player, country)
    if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + player]:
        raise GameOver(enemy_of(player), Reason.CUBAN_MISSILE_CRISIS)
    value = points.total_in(country)
    defcon_first = state.rules.coup_order == "defcon_first"
    if defcon_first:
        _move_tracks_for_coup(state, player, country, 0 if free else value)
    die = (yield DIE_DECISION) - DIE
    removed = _resolve_coup(state, player, country, value, die)
    if not defcon_first:
        _move_tracks_for_coup(state, player, country, 0 if free else value)
    if player == US and state.effects[Effect.YURI_AND_SAMANTHA]:
        award_points(state, USSR, 1, card=YURI_AND_SAMANTHA)
    return country if removed else -1


def _move_tracks_for_coup(state: State, player: Actor, country: Country, military: int) -> None:
    if military:
        add_military(state, player, military)
    if coup_degrades(state, player, country):
        degrade_defcon(state)


def _resolve_coup(state: State, player: Actor, country: Country, value: int, die: int) -> int:
    result = coup_result(state, player, country, value, die)
    if state.facts is not None:
        values = (
            die,
            value,
            coup_modifier(state, player, country),
            state.stability[country],
            result,
        )
        state.facts.append(Fact(FactKind.COUP_ROLL, player, country, values))
    removed, gained = coup_change(state, player, country, result)
    change_influence(state, enemy_of(player), country, -removed)
    change_influence(state, player, country, gained)
    return removed


def coup_result(state: State, player: Actor, country: Country, value: int, die: int) -> int:
    """Work out a coup: the die, the value and the modifiers against twice the stability (R11.2)."""
    return die + value + coup_modifier(state, player, country) - 2 * state.stability[country]


def coup_change(state: State, player: Actor, country: Country, result: int) -> tuple[int, int]:
    """Tell how much enemy influence a coup removes and how much it adds (R11.2, R11.3)."""
    opposing = state.influence[enemy_of(player)][country]
    result = max(0, result)
    removed = min(result, opposing)
    if state.rules.coup_shortfall == "absolute_difference":
        return removed, abs(result - opposing)
    return removed, result - removed


def coup_degrades(state: State, player: Actor, country: Country) -> bool:
    """Tell whether a coup lowers DEFCON: in battlegrounds, unless Nuclear Subs hide it."""
    return state.is_battleground(country) and not (
        player == US and state.effects[Effect.NUCLEAR_SUBS] != 0
    )


def coup_modifier(state: State, player: Actor, country: Country) -> int:
    """Add up what events do to a coup roll (R11.5)."""
    effects = state.effects
    modifier = -1 if effects[_SALT_NEGOTIATIONS] else 0
    if effects[_DEATH_SQUADS] != effects[_DEATH_SQUADS + 1] and _LATIN_AMERICA & BIT[country]:
        modifier += effects[_DEATH_SQUADS + player]
        modifier -= effects[_DEATH_SQUADS + enemy_of(player)]
    return modifier


def crisis_payments(state: State, player: Actor) -> tuple[Country, ...]:
    """List the countries from which a side could buy itself out of the Cuban Missile Crisis."""
    if not state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + player]:
        return ()
    countries = (CUBA,) if player == USSR else (TURKEY, WEST_GERMANY)
    return tuple(country for country in countries if state.influence[player][country] >= 2)


def offer_crisis_payment(state: State, player: Actor, card: Card = NO_CARD) -> Flow[None]:
    """Ask the side under the Cuban Missile Crisis whether it pays, if it can."""
    countries = crisis_payments(state, player)
    if not countries:
        return
    country = yield Decision(player, Kind.CRISIS_PAYMENT, (*countries, DECLINE), card=card)
    if country != DECLINE:
        change_influence(state, player, country, -2)
        end_effect(state, Effect.CUBAN_MISSILE_CRISIS_ON_USSR + player)


# Realignment


def realign(state: State, player: Actor, points: Points, among: Mask = ALL_COUNTRIES) -> Flow[None]:
    """Make realignment rolls, one for each point (R12)."""
    while True:
        targets = realignment_targets(state, player, among, points.free)
        within_value = points.affordable(targets, 0, with_bonus=False)
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
    if NEXT_TO_SUPERPOWER[side] & BIT[country]:
        bonus += 1
    if state.influence[side][country] > state.influence[enemy_of(side)][country]:
        bonus += 1
    if side == US and state.effects[Effect.IRAN_CONTRA_SCANDAL]:
        bonus -= 1
    return bonus


# Influence and realignment with one card


def mix(state: State, player: Actor, points: Points, kind: Action) -> Flow[None]:
    """Divide points between markers and rolls, beginning with the kind that was chosen.

    No country gets both in one round (designer option `mix_influence_and_realign`).
    """
    while kind != DONE:
        if kind == INFLUENCE:
            options = countries_in(_open_to_markers(state, player, points, with_bonus=True))
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
        if _open_to_markers(state, player, points, with_bonus=True):
            kinds = (INFLUENCE,)
        if _open_to_rolls(state, player, points, with_bonus=True):
            kinds = (*kinds, REALIGNMENT)
        if not kinds:
            return
        within_value = _open_to_markers(state, player, points, with_bonus=False)
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
            left = _points_of_use(state, player, markers, left)
        most = max(most, left)
    return most


def _open_to_markers(state: State, player: Actor, points: Points, with_bonus: bool) -> Mask:
    dear = state.controlled[enemy_of(player)]
    return points.affordable(placement_reach(state, player), dear, with_bonus)


def _open_to_rolls(state: State, player: Actor, points: Points, with_bonus: bool) -> Mask:
    return points.affordable(operation_targets(state, player), 0, with_bonus)


def operation_targets(state: State, player: Actor) -> Mask:
    """Join the countries that an operation may roll against: none that it gave markers to."""
    return realignment_targets(state, player) & ~state.bought


# Conducting operations


def possible_operations(
    state: State, player: Actor, value: int, card: Card, kinds: tuple[Action, ...] = EVERY_KIND
) -> tuple[Action, ...]:
    """List the kinds of operation that a player could begin now with a card of this value."""
    found = []
    for kind in kinds:
        if kind == INFLUENCE:
            points = Points(state, player, value, card)
            possible = _open_to_markers(state, player, points, with_bonus=True) != 0
        elif kind == COUP:
            possible = coup_targets(state, player) != 0
        elif kind == REALIGNMENT:
            # Nothing but markers bought this round closes what is open to a coup.
            possible = (COUP in found and not state.bought) or (
                operation_targets(state, player) != 0
            )
        else:
            possible = can_attempt(state, player, value)
        if possible:
            found.append(kind)
    return tuple(found)


def operate(
    state: State, player: Actor, kind: Action, value: int, card: Card, printed: int
) -> Flow[None]:
    """Carry out one kind of operation with a value."""
    note(state, FactKind.OPERATION, player, kind, (printed, value))
    if kind == SPACE:
        yield from attempt(state, player, card, value)
    elif kind == COUP:
        yield from coup(state, player, Points(state, player, value, card))
    elif state.rules.mix_influence_and_realign:
        yield from mix(state, player, Points(state, player, value, card), kind)
    elif kind == REALIGNMENT:
        yield from realign(state, player, Points(state, player, value, card))
    elif kind == INFLUENCE:
        yield from place_influence(state, player, Points(state, player, value, card))
    note(state, FactKind.OPERATION_OVER, player, kind)


def kinds_on_demand(
    state: State, kinds: tuple[Action, ...], *, card_is_played: bool
) -> tuple[Action, ...]:
    """Keep the uses that operations granted or demanded by an event may have (R8.2).

    They may be points that its text grants, or a card that is played because of it.
    """
    reading = state.rules.event_ops_space
    if reading == "any" or (reading == "cards" and card_is_played):
        return kinds
    return tuple(kind for kind in kinds if kind != SPACE)


def choose_operation(
    state: State,
    player: Actor,
    value: int,
    card: Card,
    kinds: tuple[Action, ...] = EVERY_KIND,
    optional: bool = True,
    card_is_played: bool = False,
) -> Flow[Action]:
    """Ask for the kind of operations that an event grants or demands (R8.2).

    With `optional` the player may decline them as a whole.
    """
    kinds = kinds_on_demand(state, kinds, card_is_played=card_is_played)
    options = possible_operations(state, player, value, card, kinds)
    if optional or not options:
        options = (*options, DECLINE)
    kind = yield Decision(player, Kind.OPERATION, options, card=card, value=value)
    return kind


def conduct_operations(
    state: State,
    player: Actor,
    value: int,
    card: Card,
    printed: int,
    kinds: tuple[Action, ...] = EVERY_KIND,
    optional: bool = True,
) -> Flow[None]:
    """Let a player conduct operations that an event grants or demands."""
    kind = yield from choose_operation(state, player, value, card, kinds, optional)
    if kind != DECLINE:
        yield from operate(state, player, kind, value, card, printed)


def grant_operations(
    state: State, player: Actor, printed: int, kinds: tuple[Action, ...] = EVERY_KIND
) -> Flow[None]:
    """Let a player conduct operations of a value named in the text of the current event."""
    value = event_value(state, player, printed)
    card = state.resolving[-1]
    yield from conduct_operations(state, player, value, card, printed, kinds)
