"""Whole plays compared: played out to the end of the turn in the same worlds with the same dice.

The worlds are dealt from what the side knows, so that no hidden card is ever used. Half of the
plays go on at each stage, and a play can be kept to the end to be measured against the best.
"""

from collections.abc import Callable, Collection, Sequence
from math import sqrt
from random import Random
from typing import Final

from twilight.bots.search.halving import OVERHEAD, Fortune
from twilight.bots.search.playout_player import PlayoutPlayer
from twilight.engine.game import Game
from twilight.engine.state import State
from twilight.engine.types import CHANCE, US
from twilight.engine.view import Observation
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.quick import QuickEvaluation, Weights
from twilight.judgement.evaluation.scorings_to_come import scorings_to_come
from twilight.study.judge import Judge
from twilight.study.lines import Line, moment_of

# Answers of played-out games in a second, by which time is measured so that a review is the same
# everywhere: about what this takes uncompiled on one core of a small server.
ANSWERS_PER_SECOND: Final = 20_000
# How large differences between plays usually are: a difference that is lost in the noise of few
# worlds counts only as far as it stands out of that.
USUAL_DIFFERENCE: Final = 0.06
LEAST_WORLDS: Final = 2


class Comparison:
    """Plays of one decision, and for each the chances of its side, world for world."""

    def __init__(self, seen: Observation, lines: Sequence[Line], judge: Judge, seed: str) -> None:
        self._seen = seen
        self.side: Final = seen.viewer
        self.state: Final = seen.state
        self._judge = judge
        self._seed = seed
        self._random = Random(f"{seed}/worlds")
        self._worlds: list[Game] = []
        self._weights = Weights(Board(seen.state, scorings_to_come(seen)))
        self._used = 0
        self.lines: Final = list(lines)
        # How many plays of the decision are not among them.
        self.left_out = 0
        self.values: Final[list[list[float]]] = [[] for _ in lines]
        # What has been played out and not been judged yet.
        self._ended: Final[list[list[Game]]] = [[] for _ in lines]

    # Playing out

    def run(self, seconds: float, keep: Collection[int] = (), last: int = 2) -> None:
        """Spend the time on fewer and fewer plays; those to keep, and the `last`, stay."""
        left = list(range(len(self.lines)))
        stages = max(1, (max(len(left), last) // last - 1).bit_length() + 1)
        start, budget = self._used, int(seconds * ANSWERS_PER_SECOND)
        for stage in range(stages):
            limit = start + budget * (stage + 1) // stages
            while self._used < limit or len(self._ended[left[0]]) < LEAST_WORLDS:
                for place in left:
                    self._try(place)
            self._settle()
            left.sort(key=lambda one: -self.mean(one))
            stay = max(last, (len(left) + 1) // 2)
            left = [*left[:stay], *(one for one in left[stay:] if one in keep)]

    def _try(self, place: int) -> None:
        number = len(self.values[place]) + len(self._ended[place])
        self._need(number)
        game = self._worlds[number].copy()
        turn = game.state.turn
        fortune = Fortune(f"{self._seed}/{number}")
        self._play_on(game, self.lines[place], fortune, lambda state: state.turn == turn)
        self._ended[place].append(game)
        self._used += OVERHEAD

    def _settle(self) -> None:
        """Judge all that was played out since the last time."""
        chances = iter(
            self._judge.with_open_hands([game for ended in self._ended for game in ended])
        )
        for values, ended in zip(self.values, self._ended, strict=True):
            for _ in ended:
                chance = next(chances)
                values.append(chance if self.side == US else 1 - chance)
            ended.clear()

    def _need(self, number: int) -> None:
        while len(self._worlds) <= number:
            self._worlds.append(self._seen.sample(self._random))

    def results(self, place: int, number: int) -> list[tuple[State, Game]]:
        """Carry a play out in so many worlds, and no more than it: each table before and after."""
        found = []
        for world in range(number):
            self._need(world)
            game = self._worlds[world].copy()
            before = game.state
            begun = moment_of(before)
            self._play_on(
                game,
                self.lines[place],
                Fortune(f"{self._seed}/{world}"),
                lambda state, begun=begun: moment_of(state) == begun,  # type: ignore[misc]
            )
            found.append((before, game))
        return found

    def _play_on(
        self, game: Game, line: Line, fortune: Fortune, goes_on: Callable[[State], bool]
    ) -> None:
        """Play a line, and then as play-outs go, as long as the game goes on in the wanted way."""
        side = self.side
        for action in line.answers:
            game.answer(action)
        player = PlayoutPlayer(QuickEvaluation(game.state, self._weights))
        plan = list(line.plan)
        pending = game.pending
        while pending is not None and goes_on(game.state):
            if pending.actor == CHANCE:
                action = fortune.choose(game.state, pending)
            elif plan and pending.actor == side and pending.kind is plan[0][0]:
                action = plan.pop(0)[1]
                if action not in pending.options:
                    # In this world something else has happened; the plan is void.
                    plan.clear()
                    action = player.answer(game.state, pending)
            else:
                action = player.answer(game.state, pending)
            game.answer(action)
            self._used += 1
            pending = game.pending

    # What follows

    def mean(self, place: int) -> float:
        """Return the chance of the side after a play, on average over its worlds."""
        values = self.values[place]
        return sum(values) / len(values)

    def difference(self, one: int, other: int, fold: int = 0, folds: int = 1) -> list[float]:
        """List by how much one play is better than another in the worlds that both have seen."""
        pairs = list(zip(self.values[one], self.values[other], strict=False))
        return [mine - theirs for mine, theirs in pairs[fold::folds]]

    def order(self) -> list[int]:
        """Return the places of the plays, the best first; what was dropped earlier comes later."""
        return sorted(
            range(len(self.lines)), key=lambda one: (-len(self.values[one]), -self.mean(one))
        )

    def chance(self, place: int) -> float:
        """Return the chance after a play, with the luck of its worlds taken out."""
        best = self.order()[0]
        return self.mean(best) - average(self.difference(best, place))

    def loss(self, place: int) -> float:
        """Return what a play loses against the best: chosen in half of the worlds, measured in
        the other half, because the luckiest of many always looks better than it is.
        """
        measured: list[float] = []
        for fold in (0, 1):
            rival = max(
                (one for one in range(len(self.lines)) if len(self.values[one]) >= LEAST_WORLDS),
                key=lambda one, fold=fold: average(self.difference(one, place, fold, 2)),  # type: ignore[misc]
            )
            measured += self.difference(rival, place, 1 - fold, 2)
        return max(0.0, shrunk(measured))


def average(values: Sequence[float]) -> float:
    """Return the mean; nothing has the mean 0."""
    return sum(values) / len(values) if values else 0.0


def standard_error(values: Sequence[float]) -> float:
    """Return how far the mean of such values is usually off; two values at least tell."""
    number = len(values)
    if number < LEAST_WORLDS:
        return USUAL_DIFFERENCE
    mean = average(values)
    return sqrt(sum((one - mean) ** 2 for one in values) / (number - 1) / number)


def shrunk(differences: Sequence[float]) -> float:
    """Return the mean of differences as far as it stands out of their noise."""
    noise = standard_error(differences) ** 2
    usual = USUAL_DIFFERENCE**2
    return average(differences) * usual / (usual + noise)
