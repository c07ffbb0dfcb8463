"""What the danger solver says, as points to take off, and a look at what may still come."""

from typing import Final

from twilight.analysis.danger.hand import HandJudge
from twilight.analysis.danger.search import BY_OWN_FAULT, Danger, Grade
from twilight.analysis.danger.solver import Solver, assess
from twilight.engine.cards import SCORING
from twilight.engine.decision import Decision
from twilight.engine.ids import NO_CARD, PASS, Action, Card
from twilight.engine.state import State
from twilight.engine.turn.rounds import must_score
from twilight.engine.types import Actor, Kind, Reason, enemy_of
from twilight.engine.view import Observation

LOST: Final = 100.0
# Even a scoring that loses the game is better than to be caught with the card.
HELD: Final = 120.0
MAY_BE_LOST: Final = 30.0
# A war that the enemy may begin it will begin; a hand that is stuck may still get free. No gain
# of a play makes up for the difference.
MAY_BE_LOST_BY_OWN_FAULT: Final = 80.0
# What the enemy could do anyway, such as to score the last points, is no reason to hide.
MAY_BE_LOST_OTHERWISE: Final = 2.0
STUCK: Final = 12.0
# A hand that is stuck if DEFCON falls to 2, as it does in most turns; and for each such card.
STUCK_LATER: Final = 3.0
STUCK_LATER_CARD: Final = 1.0
LOW_DEFCON: Final = 2
# Decisions inside a play that can lead to a loss at once.
_DELICATE: Final = (
    Kind.COUP_TARGET,
    Kind.OPERATION,
    Kind.PLAY_MODE,
    Kind.EVENT_CHOICE,
    Kind.DEFCON_LEVEL,
    Kind.CARD,
    Kind.DISCARD,
    Kind.TRAP_DISCARD,
    Kind.CRISIS_PAYMENT,
)
_ALARMED: Final = 3


def penalty(danger: Danger) -> float:
    """Return the points that a danger costs."""
    if danger.reason is Reason.HELD_SCORING_CARD:
        return HELD
    if danger.grade is Grade.LOSES_NOW:
        return LOST
    if danger.grade is Grade.MAY_LOSE:
        own_fault = danger.reason in BY_OWN_FAULT
        return MAY_BE_LOST_BY_OWN_FAULT if own_fault else MAY_BE_LOST_OTHERWISE
    if danger.grade is Grade.HAND_STUCK:
        return MAY_BE_LOST if any(SCORING[card] for card in danger.cards) else STUCK
    return 0.0


class Caution:
    """Grades the plays of an action round."""

    def __init__(self, seen: Observation) -> None:
        self._solver = Solver(seen)
        self._later = Later(seen.state, seen.viewer)
        self._must_score = must_score(seen.state, seen.viewer)

    def play(self, card: Card, mode: Action, *targets: Action) -> float:
        """Return the points that a play costs for its danger."""
        if card == NO_CARD:
            return penalty(self._solver.danger((PASS,)))
        danger = self._solver.danger((card, mode, *targets))
        cost = penalty(danger)
        if self._must_score and danger.grade is not Grade.SAFE and not SCORING[card]:
            # All scorings together may lose as well, but to be caught with one surely does; also
            # where the solver gave up before it came to that.
            return max(cost, HELD)
        return cost

    def later(self, card: Card) -> float:
        """Return the points that it costs to have the rest of the hand when DEFCON is low."""
        return self._later.cost(card)


class Later:
    """Judges what is left of a hand if DEFCON should fall to 2 before it is played."""

    def __init__(self, state: State, side: Actor) -> None:
        self._state = state
        self._side = side
        self._judge = HandJudge(state, side)
        self._costs: dict[Card, float] = {}

    def cost(self, card: Card) -> float:
        """Return the points that the rest of the hand costs once a card is played."""
        if self._state.defcon <= LOW_DEFCON:
            return 0.0
        if card not in self._costs:
            table = self._state.copy()
            side = self._side
            table.hands[side] = tuple(one for one in table.hands[side] if one != card)
            table.defcon = LOW_DEFCON
            table.phasing = enemy_of(side)
            stuck = self._judge.grade(table) is Grade.HAND_STUCK
            number = len(self._judge.cards)
            self._costs[card] = STUCK_LATER + STUCK_LATER_CARD * number if stuck else 0.0
        return self._costs[card]


def safest(seen: Observation, decision: Decision) -> Decision:
    """Leave only the options of a delicate decision that are not more dangerous than others."""
    state = seen.state
    if decision.kind not in _DELICATE or state.defcon > _ALARMED or len(decision.options) == 1:
        return decision
    costs = option_penalties(seen)
    least = min(costs.values())
    options = tuple(option for option in decision.options if costs[option] <= least)
    return decision.with_options(options)


def option_penalties(seen: Observation) -> dict[Action, float]:
    """Return the points that each option of any decision costs for its danger."""
    return {option: penalty(danger) for option, danger in assess(seen).items()}
