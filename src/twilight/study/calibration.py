"""How far win chances can be trusted: Brier score, and how often what was promised came true."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import Final, NamedTuple

from twilight.engine.game import Game
from twilight.engine.types import NOBODY, US, USSR
from twilight.engine.view import Observation, observe
from twilight.study.judge import Judge
from twilight.study.lines import is_card_choice

BINS: Final = 10
# What is tried to make the evaluation's chances as good as its scale can.
_FACTORS: Final = tuple(percent / 100 for percent in range(40, 201, 2))
_SURE: Final = 0.999


class Forecast(NamedTuple):
    """A chance of the US that was told, and what became of the game (1, 0, or half for a draw)."""

    chance: float
    result: float
    turn: int
    game: int


@dataclass
class Sample:
    """The card choices of finished games, for several judges."""

    games: list[Game] = field(default_factory=list)
    # For each moment the game as it was, the views of both sides, and the number of its game.
    moments: list[tuple[Game, Observation, Observation, int]] = field(default_factory=list)

    def add(self, game: Game) -> bool:
        """Take a recorded game, if it has an outcome."""
        outcome = game.outcome
        if outcome is None or not game.record:
            return False
        number = len(self.games)
        self.games.append(game)
        walker = Game(game.origin, record=False)
        for action in game.record:
            if is_card_choice(walker.pending):
                views = observe(walker, US), observe(walker, USSR)
                self.moments.append((walker.copy(), *views, number))
            walker.answer(action)
        return True

    def result(self, number: int) -> float:
        """Return what became of a game."""
        outcome = self.games[number].outcome
        assert outcome is not None
        return 0.5 if outcome.winner == NOBODY else float(outcome.winner == US)

    def with_open_hands(self, judge: Judge) -> list[Forecast]:
        """Let a judge look at all moments with all hands open."""
        return self._forecasts(judge.with_open_hands([moment[0] for moment in self.moments]))

    def as_seen(self, judge: Judge) -> list[Forecast]:
        """Let a judge look at all moments as the side sees them that chooses."""
        views = [
            us if game.pending and game.pending.actor == US else ussr
            for game, us, ussr, _ in self.moments
        ]
        return self._forecasts(judge.as_seen(views))

    def _forecasts(self, chances: list[float]) -> list[Forecast]:
        return [
            Forecast(chance, self.result(number), game.state.turn, number)
            for chance, (game, _, _, number) in zip(chances, self.moments, strict=True)
        ]


def brier(forecasts: Sequence[Forecast]) -> float:
    """Return the mean squared error; 0.25 is what "even" always gets."""
    return sum((one.chance - one.result) ** 2 for one in forecasts) / len(forecasts)


def log_loss(forecasts: Sequence[Forecast]) -> float:
    """Return the mean surprise at the results."""
    total = 0.0
    for one in forecasts:
        chance = min(max(one.chance, 1 - _SURE), _SURE)
        total -= one.result * log(chance) + (1 - one.result) * log(1 - chance)
    return total / len(forecasts)


class Bin(NamedTuple):
    """Chances between two bounds: how many, their mean, and how often the US really won."""

    low: float
    high: float
    number: int
    told: float
    came_true: float


def reliability(forecasts: Sequence[Forecast], bins: int = BINS) -> list[Bin]:
    """Compare what was told with what came true, in bins of chances."""
    table = []
    for place in range(bins):
        low, high = place / bins, (place + 1) / bins
        inside = [
            one for one in forecasts if low <= one.chance < high or (high == 1 and one.chance == 1)
        ]
        if inside:
            told = sum(one.chance for one in inside) / len(inside)
            true = sum(one.result for one in inside) / len(inside)
            table.append(Bin(low, high, len(inside), told, true))
    return table


def best_scale(forecasts: Sequence[Forecast]) -> float:
    """Return the factor for the odds' logarithm with which these forecasts would be the best."""
    return min(_FACTORS, key=lambda factor: brier(rescaled(forecasts, factor)))


def rescaled(forecasts: Sequence[Forecast], factor: float) -> list[Forecast]:
    """Make forecasts bolder or more careful."""
    return [one._replace(chance=_rescaled(one.chance, factor)) for one in forecasts]


def _rescaled(chance: float, factor: float) -> float:
    if not 0 < chance < 1:
        return chance
    return 1 / (1 + exp(-factor * log(chance / (1 - chance))))
