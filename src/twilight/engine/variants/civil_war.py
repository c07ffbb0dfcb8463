"""The Chinese Civil War variant: the box beside the map that keeps The China Card (V1)."""

from typing import Final

from twilight.engine.board import CIVIL_WAR_MASK, Mask
from twilight.engine.changes import note, pass_china_card
from twilight.engine.ids import CHINESE_CIVIL_WAR
from twilight.engine.journal import FactKind
from twilight.engine.state import State
from twilight.engine.types import USSR

MARKERS_NEEDED: Final = 3


def is_undecided(state: State) -> bool:
    """Tell whether the civil war is played and still going on."""
    return state.rules.chinese_civil_war and state.civil_war < MARKERS_NEEDED


def open_box(state: State) -> Mask:
    """Return the box as a mask while the USSR may place markers in it."""
    return CIVIL_WAR_MASK if is_undecided(state) else 0


def place_marker(state: State) -> None:
    """Place one USSR marker; the third wins the war and The China Card (V1.5)."""
    state.civil_war += 1
    note(state, FactKind.INFLUENCE, USSR, CHINESE_CIVIL_WAR, (1, 0, state.civil_war))
    if state.civil_war == MARKERS_NEEDED:
        pass_china_card(state, USSR, face_up=True)
