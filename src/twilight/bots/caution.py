"""What the danger solver says, as points to take off."""

from typing import Final

from twilight.analysis.danger import assess, assess_plays
from twilight.analysis.search import Danger, Grade
from twilight.engine.ids import NO_CARD, PASS, Action, Card
from twilight.engine.types import Reason
from twilight.engine.view import Observation

LOST: Final = 100.0
MAY_BE_LOST: Final = 30.0
# What the enemy could do anyway, such as to score his last points, is no reason to hide.
MAY_BE_LOST_OTHERWISE: Final = 2.0
STUCK: Final = 5.0
_BY_OWN_FAULT: Final = (Reason.DEFCON, Reason.CUBAN_MISSILE_CRISIS, Reason.HELD_SCORING_CARD)


def penalty(danger: Danger) -> float:
    """Return the points that a danger costs."""
    if danger.grade is Grade.LOSES_NOW:
        return LOST
    if danger.grade is Grade.MAY_LOSE:
        return MAY_BE_LOST if danger.reason in _BY_OWN_FAULT else MAY_BE_LOST_OTHERWISE
    return STUCK if danger.grade is Grade.HAND_STUCK else 0.0


def play_penalties(seen: Observation) -> dict[tuple[Card, Action], float]:
    """Return the points that each play of an action round costs for its danger."""
    return {
        (NO_CARD if play.card == PASS else play.card, play.mode): penalty(play.danger)
        for play in assess_plays(seen)
    }


def option_penalties(seen: Observation) -> dict[Action, float]:
    """Return the points that each option of any decision costs for its danger."""
    return {option: penalty(danger) for option, danger in assess(seen).items()}
