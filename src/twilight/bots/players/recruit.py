"""The recruit: the public baseline, but in two minds."""

from math import exp
from random import Random
from typing import Final

from twilight.bots.players.baseline import Baseline
from twilight.engine.decision import Decision
from twilight.engine.ids import Action

TEMPERATURE: Final = 6.0


class Recruit(Baseline):
    """Plays like the baseline, but now and then takes a lesser option."""

    def __init__(self, seed: int | str = 0, temperature: float = TEMPERATURE) -> None:
        super().__init__(seed)
        self._random = Random(seed).random
        self.temperature = temperature

    def pick(self, scores: list[float], decision: Decision) -> Action:
        """Pick an option with a chance that falls with its distance from the best."""
        best = max(scores)
        weights = [exp((score - best) / self.temperature) for score in scores]
        point = self._random() * sum(weights)
        for option, weight in zip(decision.options, weights, strict=True):
            point -= weight
            if point < 0:
                return option
        return decision.options[scores.index(best)]
