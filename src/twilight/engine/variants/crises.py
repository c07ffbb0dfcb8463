"""What the crises of Turn Zero leave behind (V3.3-V3.4): the questions that the core asks."""

from typing import Final, NamedTuple

from twilight.engine.board import REGION_MASKS, Mask
from twilight.engine.ids import (
    BLOCKADE,
    CRISIS_CHINESE_CIVIL_WAR,
    CRISIS_ISRAEL,
    CRISIS_UK_ELECTION,
    CRISIS_VE_DAY,
    CRISIS_VJ_DAY,
    CRISIS_YALTA_AND_POTSDAM,
    SOCIALIST_GOVERNMENTS,
    SUEZ_CRISIS,
    Action,
    Card,
)
from twilight.engine.state import State
from twilight.engine.types import EASTERN_EUROPE, EUROPE, MIDDLE_EAST, US, USSR, Actor

FIRST_PILE: Final = (CRISIS_VE_DAY, CRISIS_YALTA_AND_POTSDAM, CRISIS_UK_ELECTION)
SECOND_PILE: Final = (CRISIS_ISRAEL, CRISIS_VJ_DAY, CRISIS_CHINESE_CIVIL_WAR)
NO_LIMIT: Final = 99


class Share(NamedTuple):
    """Markers that a side places at setup: how many, where, and the most in one country."""

    markers: int
    among: Mask
    most_each: int = NO_LIMIT


def total_of(state: State, crisis: Action) -> int:
    """Return how a crisis ended, 1 to 6, or 0 if it has not been resolved."""
    return state.crises[crisis - CRISIS_VE_DAY]


def setup_shares(state: State, side: Actor) -> list[Share]:
    """List the markers that the crises give a side at setup, beside the usual ones (V3.9)."""
    if side != USSR:
        return []
    shares = []
    if total_of(state, CRISIS_YALTA_AND_POTSDAM) == 1:
        shares.append(Share(1, REGION_MASKS[EUROPE]))
    if 1 <= total_of(state, CRISIS_VE_DAY) <= 3:
        shares.append(Share(2, REGION_MASKS[EASTERN_EUROPE]))
    if total_of(state, CRISIS_ISRAEL) == 1:
        shares.append(Share(2, REGION_MASKS[MIDDLE_EAST], 1))
    return shares


def us_acts_first(state: State) -> bool:
    """Tell whether the US comes first in the rounds of this turn."""
    return state.turn <= 3 and total_of(state, CRISIS_YALTA_AND_POTSDAM) == 6


def opens_all_regions(state: State, player: Actor) -> bool:
    """Tell whether DEFCON closes no region to a player this turn."""
    return state.turn == 1 and player == US and total_of(state, CRISIS_VJ_DAY) == 6


def lowest_defcon(state: State) -> int:
    """Return the level below which DEFCON can't fall this turn."""
    return 2 if state.turn == 1 and total_of(state, CRISIS_VJ_DAY) == 6 else 1


def has_lost_its_effect(state: State, card: Card) -> bool:
    """Tell whether a crisis has left the event of a card without effect (004 8.2)."""
    if card == BLOCKADE:
        return total_of(state, CRISIS_VE_DAY) == 6
    if card == SUEZ_CRISIS:
        return total_of(state, CRISIS_UK_ELECTION) == 6
    if card == SOCIALIST_GOVERNMENTS:
        return state.turn <= 2 and total_of(state, CRISIS_UK_ELECTION) in (4, 5)
    return False


def berlin_is_allied(state: State) -> bool:
    """Tell whether Europe is scored by the Allied Berlin card."""
    return total_of(state, CRISIS_VE_DAY) == 6
