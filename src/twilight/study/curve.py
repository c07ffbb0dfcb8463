"""The win chance over a recorded game, and where its changes came from.

Between two moments that are looked at lie either answers of players or results of chance. Before a
die is thrown the chance is the mean over its faces, before cards are drawn the mean over average
draws; what the actual result changes against that mean is luck. All the rest is what was played.
So the parts add up exactly to the way from the beginning to the result.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.types import CHANCE, NOBODY, US, USSR, Actor, Kind
from twilight.engine.view import Observation, observe
from twilight.study.judge import Judge
from twilight.study.lines import is_card_choice

# How many deals an actual one is measured against.
DEALS: Final = 16
# Rolls that follow each other at once, as in a realignment, are looked through so far.
ROLLS: Final = 2


class ChancePoint(NamedTuple):
    """The chance of the US at a moment: with open hands, and as each side sees it."""

    # The number of answers before it.
    answer: int
    turn: int
    round: int
    # Who chooses a card here, or NOBODY at the end.
    side: Actor
    headline: bool
    open_hands: float
    as_us: float
    as_ussr: float


@dataclass
class Luck:
    """The change of the chance of the US that no decision caused, and what was played."""

    dice: float = 0.0
    draws: float = 0.0
    headlines: float = 0.0
    plays: float = 0.0

    @property
    def total(self) -> float:
        """All that no decision caused."""
        return self.dice + self.draws + self.headlines


class Roll(NamedTuple):
    """One result of chance and what it changed."""

    answer: int
    change: float
    kind: str


@dataclass
class Curve:
    """The chances of a game from its first card choice to its end."""

    points: list[ChancePoint] = field(default_factory=list)
    luck: Luck = field(default_factory=Luck)
    rolls: list[Roll] = field(default_factory=list)
    start: float = 0.5
    end: float = 0.5


class _Mark(NamedTuple):
    """A moment to be judged: what sort of answers follow it, and the games whose mean it is."""

    answer: int
    # `dice`, `draws`, `headlines` or `plays`.
    sort: str
    chooses: bool
    games: list[tuple[Game, float]]


def chance_curve(game: Game, judge: Judge) -> Curve:
    """Judge a recorded game at every card choice, and part luck from play."""
    walker = Game(game.origin, record=False)
    record = game.record or []
    marks: list[_Mark] = []
    points: list[ChancePoint] = []
    positions: list[Observation] = []
    for number in range(len(record) + 1):
        decision = walker.pending
        sort = "" if decision is None else _sort(decision)
        chooses = is_card_choice(decision)
        last = number == len(record)
        if not marks or last or chooses or marks[-1].sort != sort:
            games = list(_results(walker, ROLLS, str(number), 1.0))
            marks.append(_Mark(number, sort, chooses, games))
        if chooses or last:
            points.append(_point(walker, number))
            positions += [observe(walker, US), observe(walker, USSR)]
        if not last:
            walker.answer(record[number])
    return _assemble(marks, points, positions, judge)


def _assemble(
    marks: list[_Mark], points: list[ChancePoint], positions: list[Observation], judge: Judge
) -> Curve:
    """Judge all moments at once and put the curve together."""
    judged = iter(judge.with_open_hands([game for mark in marks for game, _ in mark.games]))
    chances = [sum(weight * next(judged) for _, weight in mark.games) for mark in marks]
    seen = judge.as_seen(positions)
    curve = Curve(start=chances[0], end=chances[-1])
    for mark, before, after in zip(marks, chances, chances[1:], strict=False):
        _count(curve, mark, after - before)
    at = dict(zip((mark.answer for mark in marks), chances, strict=True))
    curve.points = [
        point._replace(open_hands=at[point.answer], as_us=as_us, as_ussr=as_ussr)
        for point, as_us, as_ussr in zip(points, seen[::2], seen[1::2], strict=True)
    ]
    return curve


def _count(curve: Curve, mark: _Mark, change: float) -> None:
    setattr(curve.luck, mark.sort, getattr(curve.luck, mark.sort) + change)
    if mark.sort in ("dice", "draws"):
        curve.rolls.append(Roll(mark.answer, change, mark.sort))


def _sort(decision: Decision) -> str:
    if decision.actor == CHANCE:
        return "dice" if decision.kind is Kind.DIE else "draws"
    # Both choose without knowing what the other one does: how the two meet is luck.
    return "headlines" if decision.kind is Kind.HEADLINE else "plays"


def _point(game: Game, number: int) -> ChancePoint:
    state, decision = game.state, game.pending
    side = NOBODY if decision is None else decision.actor
    headline = decision is not None and decision.kind is Kind.HEADLINE
    return ChancePoint(number, state.turn, state.round, side, headline, 0.5, 0.5, 0.5)


def _results(game: Game, rolls: int, seed: str, weight: float) -> Iterator[tuple[Game, float]]:
    """Yield the game itself; before a result of chance, what can come of it with its weights."""
    decision = game.pending
    is_die = decision is not None and decision.kind is Kind.DIE
    if decision is None or decision.actor != CHANCE or (is_die and rolls == 0):
        yield game.copy(), weight
    elif is_die:
        for option in decision.options:
            other = game.copy()
            other.answer(option)
            yield from _results(other, rolls - 1, seed, weight / len(decision.options))
    else:
        random = Random(seed)
        for _ in range(DEALS):
            yield _drawn(game, random), weight / DEALS


def _drawn(game: Game, random: Random) -> Game:
    """Let chance draw in another way, until somebody has to decide or to roll."""
    other = game.copy()
    decision = other.pending
    while decision is not None and decision.actor == CHANCE and decision.kind is not Kind.DIE:
        other.answer(decision.options[int(random.random() * len(decision.options))])
        decision = other.pending
    return other
