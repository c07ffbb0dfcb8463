"""The Chinese Civil War variant: the box beside the map that keeps The China Card (V1).

The cards that the war changes (V1.6) ask `is_undecided` themselves.
"""

from typing import Final

from twilight.engine.board import CIVIL_WAR_MASK, Mask
from twilight.engine.changes import note, pass_china_card
from twilight.engine.effects import Effect
from twilight.engine.ids import CHINESE_CIVIL_WAR
from twilight.engine.journal import FactKind
from twilight.engine.rules import Rules
from twilight.engine.state import State
from twilight.engine.types import ASIA, USSR, Actor

MARKERS_NEEDED: Final = 3


def is_played(rules: Rules) -> bool:
    """Tell whether this is a game of the variant."""
    return rules.chinese_civil_war


def is_undecided(state: State) -> bool:
    """Tell whether the civil war is played and still going on."""
    return is_played(state.rules) and state.civil_war < MARKERS_NEEDED


def forbids(state: State, player: Actor) -> bool:
    """Prevent an event while the civil war is undecided (V1.6)."""
    return is_undecided(state)


def open_box(state: State) -> Mask:
    """Return the box as a mask while the USSR may place markers in it (V1.3).

    It lies in Asia, so Chernobyl can close it, and operations of an event may be spent there; by
    the letter of some rules neither is so.
    """
    if not is_undecided(state):
        return 0
    if state.rules.civil_war_chernobyl and state.effects[Effect.CHERNOBYL] == ASIA + 1:
        return 0
    if state.resolving and not state.rules.civil_war_event_ops:
        return 0
    return CIVIL_WAR_MASK


def place_marker(state: State) -> None:
    """Place one USSR marker; the third wins the war and The China Card (V1.5)."""
    state.civil_war += 1
    note(state, FactKind.INFLUENCE, USSR, CHINESE_CIVIL_WAR, (1, 0, state.civil_war))
    if state.civil_war == MARKERS_NEEDED:
        pass_china_card(state, USSR, face_up=True)
