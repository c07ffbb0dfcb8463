"""Coups, and the way out of the Cuban Missile Crisis (R11)."""

from typing import Final

from twilight.engine.board import ALL_COUNTRIES, BIT, REGION_MASKS, Mask, countries_in
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
    CUBA,
    DECLINE,
    DIE,
    NO_CARD,
    TURKEY,
    WEST_GERMANY,
    YURI_AND_SAMANTHA,
    Card,
    Country,
)
from twilight.engine.journal import Fact, FactKind
from twilight.engine.operations.points import Points
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.types import (
    CENTRAL_AMERICA,
    SOUTH_AMERICA,
    US,
    USSR,
    Actor,
    GameOver,
    Kind,
    Reason,
    enemy_of,
)

_LATIN_AMERICA: Final = REGION_MASKS[CENTRAL_AMERICA] | REGION_MASKS[SOUTH_AMERICA]
# Read for every coup that is looked at: plain numbers are faster than members of the enumeration.
_SALT_NEGOTIATIONS: Final = int(Effect.SALT_NEGOTIATIONS)
_DEATH_SQUADS: Final = int(Effect.DEATH_SQUADS_FOR_USSR)
_CRISIS: Final = int(Effect.CUBAN_MISSILE_CRISIS_ON_USSR)


def coup(
    state: State, player: Actor, points: Points, among: Mask = ALL_COUNTRIES, optional: bool = False
) -> Flow[int]:
    """Make one coup; returns the country if enemy influence was removed there, else -1."""
    yield from offer_crisis_payment(state, player, points.card)
    free = points.free
    options = countries_in(coup_targets(state, player, among, free))
    country = yield points.ask(Kind.COUP_TARGET, (*options, DECLINE) if optional else options)
    if country == DECLINE:
        return -1
    note(state, FactKind.COUP_TARGET, player, country)
    if state.effects[_CRISIS + player]:
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
    if not state.effects[_CRISIS + player]:
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
        end_effect(state, _CRISIS + player)
