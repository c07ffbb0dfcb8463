"""The Space Race: boxes, attempts, abilities (R13)."""

from typing import Final

from twilight.engine.changes import award_points, note
from twilight.engine.decision import DIE_DECISION, Decision, Flow
from twilight.engine.ids import DECLINE, DIE, ROLL, Card
from twilight.engine.journal import Award, FactKind
from twilight.engine.state import State, with_side
from twilight.engine.types import Actor, Kind, enemy_of

LAST_BOX: Final = 8
NEEDED_VALUE: Final[tuple[int, ...]] = (0, 2, 2, 2, 2, 3, 3, 3, 4)
SUCCESS_UP_TO: Final[tuple[int, ...]] = (0, 3, 4, 3, 4, 3, 4, 3, 2)
POINTS_FIRST: Final[tuple[int, ...]] = (0, 2, 0, 2, 0, 3, 0, 4, 2)
POINTS_SECOND: Final[tuple[int, ...]] = (0, 1, 0, 0, 0, 1, 0, 2, 0)

ANIMAL_IN_SPACE: Final = 2
MAN_IN_EARTH_ORBIT: Final = 4
EAGLE_HAS_LANDED: Final = 6
SPACE_STATION: Final = 8


def has_ability(state: State, side: Actor, box: int) -> bool:
    """Tell whether a side alone has reached a box (R13.5)."""
    return state.space[side] >= box > state.space[enemy_of(side)]


def can_attempt(state: State, side: Actor, value: int) -> bool:
    """Tell whether a card of this value may be spent on the next box now (R13.2, R13.3)."""
    box = state.space[side] + 1
    if box > LAST_BOX or value < NEEDED_VALUE[box]:
        return False
    return attempts_left(state, side) > 0


def attempts_left(state: State, side: Actor) -> int:
    """Return how many cards a side may still spend on the Space Race this turn (R13.3)."""
    allowed = 2 if has_ability(state, side, ANIMAL_IN_SPACE) else 1
    return max(0, allowed - state.attempts[side])


def attempt(state: State, side: Actor, card: Card, value: int) -> Flow[None]:
    """Use up an attempt and roll for the next box."""
    state.attempts = with_side(state.attempts, side, state.attempts[side] + 1)
    if state.rules.space_decline_roll:
        answer = yield Decision(side, Kind.SPACE_ROLL, (DECLINE, ROLL), card=card, value=value)
        if answer == DECLINE:
            return
    die = (yield DIE_DECISION) - DIE
    box = state.space[side] + 1
    note(state, FactKind.SPACE_ROLL, side, -1, (die, SUCCESS_UP_TO[box], box))
    if die <= SUCCESS_UP_TO[box]:
        advance(state, side)


def advance(state: State, side: Actor, boxes: int = 1) -> None:
    """Move a marker and score the box where it stops; boxes passed over count as reached."""
    box = min(state.space[side] + boxes, LAST_BOX)
    if box == state.space[side]:
        return
    state.space = with_side(state.space, side, box)
    note(state, FactKind.SPACE, side, -1, (box,))
    first = box > state.space[enemy_of(side)]
    points = POINTS_FIRST[box] if first else POINTS_SECOND[box]
    award_points(state, side, points, Award.SPACE_RACE)
