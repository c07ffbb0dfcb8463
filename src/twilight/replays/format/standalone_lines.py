"""Facts that are lines by themselves, whatever stands around them."""

from collections.abc import Callable
from typing import Final

from twilight.engine.ids import (
    BOYCOTT,
    COUP,
    NAME_EUROPE,
    NAME_SOUTH_AMERICA,
    PARTICIPATE,
    SPACE,
)
from twilight.engine.journal import Fact, FactKind
from twilight.engine.types import NOBODY
from twilight.replays.format.lines import LineKind, Statement

# Operations whose header has the value after modifiers instead of the printed one.
_SHOWN_MODIFIED: Final = (COUP, SPACE)


def entry_of(fact: Fact) -> Statement | None:
    """Return the line that a fact is, or None if it is none or depends on what stands around."""
    make = _MAKERS.get(fact.kind)
    return make(fact) if make is not None else None


def _with_subject(kind: LineKind) -> Callable[[Fact], Statement | None]:
    def make(fact: Fact) -> Statement:
        return Statement(kind, NOBODY, fact.subject)

    return make


def _with_side_and_subject(kind: LineKind) -> Callable[[Fact], Statement | None]:
    def make(fact: Fact) -> Statement:
        return Statement(kind, fact.side, fact.subject)

    return make


def _with_side_and_values(kind: LineKind) -> Callable[[Fact], Statement | None]:
    def make(fact: Fact) -> Statement:
        return Statement(kind, fact.side, -1, fact.values)

    return make


def _operation(fact: Fact) -> Statement:
    printed, modified = fact.values
    value = modified if fact.subject in _SHOWN_MODIFIED else printed
    return Statement(LineKind.OPERATION, NOBODY, fact.subject, (value,))


def _coup_roll(fact: Fact) -> Statement:
    die, value, modifier, stability, result = fact.values
    shown = (modifier,) if modifier else ()
    values = (int(result > 0), die, value, *shown, stability, result)
    return Statement(LineKind.COUP_ROLL, NOBODY, -1, values)


def _defcon(fact: Fact) -> Statement:
    before, now = fact.values
    return Statement(LineKind.DEFCON, NOBODY, -1, (int(now > before), now))


def _space_roll(fact: Fact) -> Statement:
    die, needed, _ = fact.values
    return Statement(LineKind.SPACE_ROLL, NOBODY, -1, (die, int(die <= needed), needed))


def _war_roll(fact: Fact) -> Statement:
    die, modifier, threshold = fact.values
    won = int(die + modifier >= threshold)
    shown = (modifier,) if modifier else ()
    return Statement(LineKind.WAR_ROLL, NOBODY, -1, (won, die, *shown, won, threshold))


def _trap_roll(fact: Fact) -> Statement:
    die = fact.values[0]
    escaped = int(die <= 4)
    return Statement(LineKind.TRAP_ROLL, NOBODY, -1, (die, escaped, escaped))


def _points(fact: Fact) -> Statement:
    points, score = fact.values[:2]
    if points == 0:
        return Statement(LineKind.NO_POINTS, NOBODY, -1, (score,))
    return Statement(LineKind.POINTS, fact.side, -1, (points, score))


def _choice(fact: Fact) -> Statement | None:
    if fact.subject in (PARTICIPATE, BOYCOTT):
        return Statement(LineKind.OLYMPICS, fact.side, fact.subject)
    if NAME_EUROPE <= fact.subject <= NAME_SOUTH_AMERICA:
        return Statement(LineKind.REGION, fact.side, fact.subject)
    return None


_MAKERS: Final[dict[FactKind, Callable[[Fact], Statement | None]]] = {
    FactKind.PAIRED: _with_side_and_subject(LineKind.PLAYS),
    FactKind.TAKE: _with_side_and_subject(LineKind.REVEALS),
    FactKind.RETURN: _with_subject(LineKind.RETURNS),
    FactKind.NOTHING_TO_REVEAL: _with_side_and_values(LineKind.NOTHING_TO_REVEAL),
    FactKind.NOTHING_TO_DISCARD: _with_side_and_values(LineKind.NOTHING_TO_DISCARD),
    FactKind.RESHUFFLE: _with_subject(LineKind.RESHUFFLE),
    FactKind.CHOICE: _choice,
    FactKind.OPERATION: _operation,
    FactKind.COUP_TARGET: _with_subject(LineKind.TARGET),
    FactKind.COUP_ROLL: _coup_roll,
    FactKind.MILITARY_OPERATIONS: _with_side_and_values(LineKind.MILITARY),
    FactKind.DEFCON: _defcon,
    FactKind.REALIGNMENT_TARGET: _with_subject(LineKind.TARGET),
    FactKind.SPACE_ROLL: _space_roll,
    FactKind.SPACE: _with_side_and_values(LineKind.SPACE),
    FactKind.WAR: _with_subject(LineKind.WAR),
    FactKind.WAR_ROLL: _war_roll,
    FactKind.TRAP_ROLL: _trap_roll,
    FactKind.VICTORY_POINTS: _points,
    FactKind.NO_VICTORY_POINTS: _with_side_and_values(LineKind.NO_POINTS),
}
