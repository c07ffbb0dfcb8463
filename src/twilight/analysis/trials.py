"""Trials: a flow of the engine is run on a copy of the table with given answers."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from twilight.engine.decision import DIE_FACES, Decision, Flow
from twilight.engine.ids import DECLINE, ROLL, Action
from twilight.engine.types import GameOver, Kind, Outcome

ONE_FACE: Final = Fraction(1, len(DIE_FACES))
# What a trial answers to questions that its caller has not prepared an answer for.
_BY_THE_WAY: Final = {Kind.CRISIS_PAYMENT: DECLINE, Kind.SPACE_ROLL: ROLL}


def run(flow: Flow[object], answers: Iterable[Action]) -> Outcome | None:
    """Run a flow to its end with the answers in order; returns how the game ended, if it did."""
    prepared = iter(answers)
    try:
        decision = next(flow)
        while True:
            decision = flow.send(_answer(decision, prepared))
    except StopIteration:
        return None
    except GameOver as over:
        return over.outcome


def _answer(decision: Decision, prepared: Iterator[Action]) -> Action:
    by_the_way = _BY_THE_WAY.get(decision.kind)
    if by_the_way is not None:
        return by_the_way
    answer = next(prepared, None)
    if answer is None or answer not in decision.options:
        raise ValueError(f"{answer} is not one of the options of {decision!r}")
    return answer


def first_decision(flow: Flow[object]) -> Decision | None:
    """Return the first thing that a flow asks, or None if it ends before."""
    try:
        return next(flow)
    except (StopIteration, GameOver):
        return None
