"""The handicap: extra influence that one side places after the setup (V2.1)."""

from typing import Final

from twilight.engine.board import (
    BIT,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    STARTING_INFLUENCE,
    Mask,
    countries_in,
)
from twilight.engine.changes import change_influence
from twilight.engine.decision import Change, Decision, Flow
from twilight.engine.ids import DONE, Action, Country
from twilight.engine.rules import Rules
from twilight.engine.state import State
from twilight.engine.types import EASTERN_EUROPE, SIDES, WESTERN_EUROPE, Actor, Kind

SETUP_REGION: Final = (REGION_MASKS[EASTERN_EUROPE], REGION_MASKS[WESTERN_EUROPE])
MOST_ABOVE_STABILITY: Final = 2


def agreed_handicap(rules: Rules) -> tuple[int, int]:
    """Return the extra influence of each side that the rules fix beforehand."""
    amount = rules.handicap_amount
    side = rules.handicap_side
    return (amount if side == "ussr" else 0, amount if side == "us" else 0)


def place_handicap(state: State) -> Flow[None]:
    """Let the side with a handicap place it (V2.2-V2.4)."""
    for side in SIDES:
        changes: tuple[Change, ...] = ()
        for placed in range(state.handicap[side]):
            countries = countries_in(handicap_countries(state, side))
            room = sum([_room_in(state, side, country) for country in countries])
            options: tuple[Action, ...] = countries
            if not state.rules.handicap_full:
                options = (*options, DONE)
            if not options:
                break
            left = min(state.handicap[side] - placed, room)
            country = yield Decision(
                side, Kind.HANDICAP_INFLUENCE, options, left=left, changes=changes
            )
            if country == DONE:
                break
            change_influence(state, side, country, 1)
            changes = (*changes, (side, country, 1))


def handicap_countries(state: State, side: Actor) -> Mask:
    """Join the countries that may take a marker of the handicap."""
    eligible = state.presence[side]
    if state.rules.handicap_target == "setup_eligible":
        eligible = SETUP_REGION[side]
        for country in range(NUMBER_OF_COUNTRIES):
            if STARTING_INFLUENCE[side][country]:
                eligible |= BIT[country]
    for country in countries_in(eligible):
        if _room_in(state, side, country) <= 0:
            eligible &= ~BIT[country]
    return eligible


def _room_in(state: State, side: Actor, country: Country) -> int:
    """Count the markers of a handicap that a country can still take."""
    if state.rules.handicap_cap != "stability_plus_2":
        return state.handicap[side]
    most = state.stability[country] + MOST_ABOVE_STABILITY
    return most - state.influence[side][country]
