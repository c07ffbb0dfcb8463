"""The danger solver: which plays lose the game, may lose it, or leave a hand that will.

Every legal play of the side to move is run through the engine to the end of its segment: the own
choices at their best, the enemy's choices, the dice and the unknown cards at their worst. The
search knows no card by name. `representatives.py` says which choices need not be tried and why,
`worlds.py` how unknown cards are supposed, `hand.py` how the rest of the hand is judged.
"""

from typing import Final, NamedTuple

from twilight.analysis.danger.hand import HandJudge
from twilight.analysis.danger.headline import assess_headlines
from twilight.analysis.danger.representatives import BOARD_KINDS
from twilight.analysis.danger.search import (
    BUDGET,
    FULL_BUDGETS,
    SMALL_BUDGET,
    Danger,
    Finding,
    Grade,
    Line,
    OutOfBudget,
    Search,
    Signature,
    is_critical,
)
from twilight.analysis.danger.worlds import World, poorer_worlds, supposed_world
from twilight.engine.board import BIT, NUMBER_OF_COUNTRIES, REGION_OF
from twilight.engine.ids import PASS, Action, Card
from twilight.engine.state import State
from twilight.engine.turn.play import POINT_OPERATIONS
from twilight.engine.types import NOBODY, Actor, Kind, Reason, Segment
from twilight.engine.view import Observation

# Before the first headline nothing can be lost.
_SEGMENTS: Final = (
    Segment.HEADLINE,
    Segment.HEADLINE_EVENT,
    Segment.ACTION_ROUND,
    Segment.TURN_END,
)


class Play(NamedTuple):
    """A card and the way to use it; PASS for both is a round without a card."""

    card: Action
    mode: Action
    danger: Danger


def assess_plays(seen: Observation, budget: int = BUDGET) -> list[Play]:
    """Grade every way to use every card in the viewer's action round."""
    solver = Solver(seen, budget)
    if solver.decision.kind is not Kind.ROUND_CARD:
        raise ValueError(f"{solver.decision!r} does not ask for the card of a round")
    plays = []
    for card in solver.decision.options:
        if card == PASS:
            plays.append(Play(PASS, PASS, solver.danger((PASS,))))
        else:
            plays += [Play(card, mode, solver.danger((card, mode))) for mode in solver.modes(card)]
    return plays


def assess(seen: Observation, budget: int = BUDGET) -> dict[Action, Danger]:
    """Grade every option of the viewer's decision, whatever it asks for.

    A card to be played is graded by the safest way to use it.
    """
    decision = seen.decision
    if decision is None:
        raise ValueError("the viewer has nothing to decide here")
    if seen.state.segment not in _SEGMENTS:
        return dict.fromkeys(decision.options, Danger(Grade.SAFE))
    if decision.kind is Kind.HEADLINE:
        return assess_headlines(seen, budget)
    if decision.kind is Kind.ROUND_CARD:
        best: dict[Action, Danger] = {}
        for play in assess_plays(seen, budget):
            if play.card not in best or play.danger.grade < best[play.card].grade:
                best[play.card] = play.danger
        return best
    solver = Solver(seen, budget)
    found: dict[tuple[object, ...], Danger] = {}
    dangers = {}
    for option in decision.options:
        sort = _sort(seen.state, decision.kind, option, seen.viewer)
        if sort not in found:
            found[sort] = solver.danger((option,))
        dangers[option] = found[sort]
    return dangers


def _sort(state: State, kind: Kind, option: Action, me: Actor) -> tuple[object, ...]:
    """Put options together that are equally dangerous: countries of one sort (representatives)."""
    if kind not in BOARD_KINDS or option >= NUMBER_OF_COUNTRIES or is_critical(state, me):
        return (option,)
    is_battleground = state.is_battleground(option)
    is_present = state.presence[me] & BIT[option] != 0
    return (is_battleground, is_present, REGION_OF[option] if is_battleground else NOBODY)


class Solver:
    """Grades answers to the viewer's decision on the supposed worlds of an observation."""

    __slots__ = (
        "_budget",
        "_judge",
        "_left",
        "_me",
        "_poorer",
        "_seen",
        "_shared",
        "_world",
        "decision",
        "state",
    )

    def __init__(self, seen: Observation, budget: int = BUDGET) -> None:
        if seen.decision is None:
            raise ValueError("the viewer has nothing to decide here")
        self.decision = seen.decision
        self._seen = seen
        self._me = seen.viewer
        self._budget = budget
        self._left = FULL_BUDGETS * budget
        self._world = supposed_world(seen)
        self._poorer: list[World] | None = None
        self._shared: dict[Card, dict[Signature, Finding]] = {}
        self.state = Line(self._world.base, self._world.answers, self._me).state
        self._judge = HandJudge(self.state, self._me)

    def modes(self, card: Card) -> tuple[Action, ...]:
        """List the ways to use a card in this round."""
        line = Line(self._world.base, (*self._world.answers, card), self._me)
        assert line.decision is not None
        return line.decision.options

    def danger(self, answers: tuple[Action, ...]) -> Danger:
        """Grade some answers to the decision."""
        budget = min(self._budget, max(SMALL_BUDGET, self._left))
        search = Search(self._me, budget, self._judge.grade)
        self._judge.forget_cards()
        if self.decision.kind is Kind.ROUND_CARD and answers[-1] in POINT_OPERATIONS:
            search.share(answers[0], self._shared.setdefault(answers[0], {}))
        try:
            grade = search.grade(self._world.base, (*self._world.answers, *answers))
            if search.enemy_gives and grade is not Grade.MAY_LOSE:
                grade = self._with_poorer_hands(search, answers, grade)
        except OutOfBudget:
            return Danger(Grade.MAY_LOSE, proven=False)
        finally:
            self._left -= search.spent(budget)
        if grade < Grade.MAY_LOSE:
            return Danger(grade, cards=self._judge.cards if grade else ())
        if search.lost_by is None:
            return Danger(grade, Reason.HELD_SCORING_CARD, answers, self._judge.cards)
        return Danger(grade, search.lost_by, search.line[len(self._world.answers) :])

    def _with_poorer_hands(
        self, search: Search, answers: tuple[Action, ...], grade: Grade
    ) -> Grade:
        """Look also at what the enemy would give if it held nothing better."""
        if self._poorer is None:
            self._poorer = poorer_worlds(self._seen, self._world)
        grades = [grade]
        grades += [search.grade(world.base, (*world.answers, *answers)) for world in self._poorer]
        if min(grades) is Grade.LOSES_NOW:
            return Grade.LOSES_NOW
        return min(max(grades), Grade.MAY_LOSE)
