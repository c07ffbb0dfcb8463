"""A tournament of candidates: played out in the same worlds with the same dice, half go on.

Play-outs are noisy and the officer's opinion is not far off, so the two are weighed by how much
each can be trusted: the opinion has a fixed error, the mean of the play-outs one that follows from
how much they differ from world to world.
"""

import gc
from math import erf, exp, pi, sqrt
from random import Random
from typing import Final, NamedTuple

from twilight.bots.search.playout_player import PlayoutPlayer
from twilight.bots.search.playout_weights import ROUGH, PlayoutWeights
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import Action, Country
from twilight.engine.state import State
from twilight.engine.types import CHANCE, NOBODY, US, Actor, Kind
from twilight.engine.view import Observation
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.quick import QuickEvaluation, Weights
from twilight.judgement.evaluation.scorings_to_come import scorings_between_turns, scorings_to_come
from twilight.judgement.evaluation.tracks import track_value

# What a played-out game costs beside its answers: a world, a copy, an evaluation.
OVERHEAD: Final = 8
# How many results of chance are prepared for each round of a side; more are rare.
_IN_A_ROUND: Final = 8
_ROUNDS: Final = 10
_PLANNED: Final = (Kind.PLACE_INFLUENCE, Kind.COUP_TARGET)


class Settings(NamedTuple):
    """How the search is conducted."""

    candidates: float = 8
    # Plays that the officer likes so much less than the best are not looked at.
    margin: float = 3.0
    # By how many points the officer's opinion of two plays is usually wrong, and by how many that
    # of endless play-outs would be.
    error: float = 1.5
    bias: float = 1.0
    # How much play-outs usually differ, which counts as long as there are few.
    spread: float = 3.0
    # So many points make a game as good as won or lost.
    decisive: float = 15.0
    # What both sides know by heart in the play-outs.
    playout: PlayoutWeights = ROUGH
    # Candidates from which endless play-outs would bring fewer points than this are not played out
    # any further; with 0 all the time is used.
    negligible: float = 0.0


class Candidate(NamedTuple):
    """A play: the officer's opinion of it, its first answers, and the countries to be named."""

    opinion: float
    answers: tuple[Action, ...]
    countries: tuple[Country, ...] = ()


class Thought(NamedTuple):
    """What a search found of a candidate: by how many points it is better than the best one."""

    answers: tuple[Action, ...]
    merit: float


class Comparison(NamedTuple):
    """By how many points a candidate is better than another, and how far that may still move.

    The doubt is the usual error of the merit, but for what no play-out can tell.
    """

    merit: float
    doubt: float

    def promise(self) -> float:
        """Return how many points it would bring on average to know the better one of the two."""
        if not self.doubt:
            return max(0.0, self.merit)
        lead = self.merit / self.doubt
        density = exp(-lead * lead / 2) / sqrt(2 * pi)
        return self.doubt * density + self.merit * (1 + erf(lead / sqrt(2))) / 2


class Fortune:
    """Chance that falls alike in every play-out of a world, round for round."""

    def __init__(self, seed: str, results: list[float] | None = None) -> None:
        self._seed: Final = seed
        if results is None:
            random = Random(seed).random
            results = [random() for _ in range(2 * _ROUNDS * _IN_A_ROUND)]
        self._results = results
        self._moment = -1
        self._asked = 0

    def again(self) -> "Fortune":
        """Return the same chance from its beginning, for another play-out."""
        return Fortune(self._seed, self._results)

    def choose(self, state: State, decision: Decision) -> Action:
        """Pick one of the options."""
        moment = 2 * min(state.round, _ROUNDS - 1) + (state.phasing == US)
        if moment != self._moment:
            self._moment = moment
            self._asked = 0
        result = self._result(moment, self._asked)
        self._asked += 1
        options = decision.options
        return options[int(result * len(options))]

    def _result(self, moment: int, number: int) -> float:
        if number < _IN_A_ROUND:
            return self._results[moment * _IN_A_ROUND + number]
        # Never the same again: a tie that is rolled off would be one for ever.
        return Random(f"{self._seed}/{moment}/{number}").random()


class World(NamedTuple):
    """A position as it might be, and the chance that goes with it."""

    game: Game
    fortune: Fortune


class Playout:
    """A game that has begun with a candidate, on its way to the end of the turn."""

    def __init__(self, world: World, candidate: Candidate) -> None:
        self.game = world.game.copy()
        self.fortune = world.fortune.again()
        self.turn = self.game.state.turn
        for action in candidate.answers:
            self.game.answer(action)
        # The countries that are still to be named.
        self._plan = list(candidate.countries)

    def is_over(self) -> bool:
        """Tell whether game or turn are over."""
        return self.game.pending is None or self.game.state.turn != self.turn

    def given(self, pending: Decision, side: Actor) -> Action | None:
        """Return what chance or the candidate answers, if it is for them to answer."""
        if pending.actor == CHANCE:
            return self.fortune.choose(self.game.state, pending)
        if self._plan and pending.actor == side and pending.kind in _PLANNED:
            action = self._plan.pop(0)
            if action in pending.options:
                return action
            self._plan.clear()
        return None


class Tournament:
    """Sequential halving over candidates, the first of them the officer's choice."""

    def __init__(
        self,
        seen: Observation,
        candidates: list[Candidate],
        budget: int,
        settings: Settings,
        seed: str,
    ) -> None:
        self._seen = seen
        self._side = seen.viewer
        self._settings = settings
        self._weights = Weights(Board(seen.state, scorings_to_come(seen)))
        self._seed = f"{seed}/worlds"
        self._random = Random(self._seed)
        self._worlds: list[World] = []
        self._budget = budget
        self._used = 0
        # How many answers the play-outs have given.
        self.answers = 0
        self._candidates = candidates
        # For each candidate the values of its play-outs, world for world, and the play-outs that
        # have not been valued yet.
        self.values: list[list[float]] = [[] for _ in candidates]
        self._ended: list[list[Game]] = [[] for _ in candidates]

    def run(self) -> list[int]:
        """Return the places of the candidates, the best first."""
        # Thousands of games come and go, all of them freed without a search for cycles; searching
        # all the same would take a quarter of the time.
        searches = gc.isenabled()
        gc.disable()
        try:
            return self._halve()
        finally:
            if searches:
                gc.enable()

    def _halve(self) -> list[int]:
        left = list(range(len(self._candidates)))
        order: list[int] = []
        stages = (len(left) - 1).bit_length()
        for stage in range(stages):
            limit = self._budget * (stage + 1) // stages
            while self._used < limit:
                self.play_round(left, limit)
            self._settle()
            # The candidate with the best opinion is the measure of all, and stays that long.
            merits = {one: self.merit(one, left[0]) for one in left}
            left.sort(key=lambda one: -merits[one])
            keep = (len(left) + 1) // 2
            promising = self._promising(left[:keep])
            order = [*(one for one in left if one not in promising), *order]
            left = promising
            if len(left) == 1:
                break
        return [*left, *order]

    def _promising(self, left: list[int]) -> list[int]:
        """Leave out candidates that can hardly be better than the first by what matters."""
        best, negligible = left[0], self._settings.negligible
        if not negligible:
            return left
        promises = {one: self.compare(one, best).promise() for one in left[1:]}
        return [best, *(one for one in left[1:] if promises[one] >= negligible)]

    def merit(self, one: int, other: int) -> float:
        """Return by how many points a candidate is better than another one."""
        return self.compare(one, other).merit

    def compare(self, one: int, other: int) -> Comparison:
        """Hold two candidates against each other by opinion and play-outs."""
        opinion = self._candidates[one].opinion - self._candidates[other].opinion
        # As far as both were played out: the worlds are the same, in the same order.
        pairs = zip(self.values[one], self.values[other], strict=False)
        differences = [mine - theirs for mine, theirs in pairs]
        number = len(differences)
        if one == other or not number:
            return Comparison(opinion, 0.0)
        settings = self._settings
        # A point is worth most when the game is even.
        points = 4 * settings.decisive
        mean = points * sum(differences) / number
        squares = sum((points * each - mean) ** 2 for each in differences)
        variance = (squares + settings.spread**2) / number
        never_told = settings.bias**2
        noise = variance / number + never_told
        trust = settings.error**2
        merit = (opinion * noise + mean * trust) / (noise + trust)
        doubt = trust * noise / (noise + trust) - trust * never_told / (never_told + trust)
        return Comparison(merit, sqrt(max(0.0, doubt)))

    def thoughts(self, best: int) -> "list[Thought]":
        """Tell of each candidate what was found, once all have been played out."""
        return [
            Thought(candidate.answers, self.merit(one, best))
            for one, candidate in enumerate(self._candidates)
        ]

    def play_round(self, left: list[int], limit: int) -> None:
        """Play each of the candidates that are left out in one world more."""
        number = self.played(left)
        for one in left:
            self.finish(one, self.begin(one, number))

    def played(self, left: list[int]) -> int:
        """Return in how many worlds the candidates that are left were played out so far."""
        return len(self.values[left[0]]) + len(self._ended[left[0]])

    def begin(self, one: int, number: int) -> Playout:
        """Begin a play-out of a candidate in a world."""
        while len(self._worlds) <= number:
            fortune = Fortune(f"{self._seed}/{len(self._worlds)}")
            self._worlds.append(World(self._seen.sample(self._random), fortune))
        self._used += OVERHEAD
        return Playout(self._worlds[number], self._candidates[one])

    def finish(self, one: int, playout: Playout) -> None:
        """Play on to the end of the turn."""
        game, side = playout.game, self._side
        player = PlayoutPlayer(QuickEvaluation(game.state, self._weights), self._settings.playout)
        while not playout.is_over():
            pending = game.pending
            assert pending is not None
            action = playout.given(pending, side)
            if action is None:
                action = player.answer(game.state, pending)
            game.answer(action)
            self._used += 1
            self.answers += 1
        self._ended[one].append(game)

    def _settle(self) -> None:
        """Value all play-outs since the last time, at once: by the dozen that is cheaper."""
        values = iter(self.worths([one for ended in self._ended for one in ended]))
        for one, ended in enumerate(self._ended):
            self.values[one] += [next(values) for _ in ended]
            ended.clear()

    def worths(self, ended: list[Game]) -> list[float]:
        """Return for each play-out the share of games that the side wins from there, about."""
        return [settled_worth(game, self._side, self._settings.decisive) for game in ended]


def settled_worth(game: Game, side: Actor, decisive: float) -> float:
    """Return the share of games that a side wins from the end of a turn, by the evaluation."""
    if game.outcome is not None:
        winner = game.outcome.winner
        return 0.5 if winner == NOBODY else float(winner == side)
    value = points_between_turns(game.state)
    return 1 / (1 + exp((-value if side == US else value) / decisive))


def points_between_turns(state: State) -> float:
    """Return what the evaluation makes of the end of a turn, in points for the US."""
    return Board(state, scorings_between_turns(state)).value + track_value(state)
