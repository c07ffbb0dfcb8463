"""A player that answers at random: the yardstick of all others, and the fuzzer of the engine."""

from random import Random
from typing import Final

from twilight.engine.decision import Decision
from twilight.engine.ids import Action
from twilight.engine.view import Observation


class RandomBot:
    """Answers at random: every option with the same chance."""

    blind: Final = True

    def __init__(self, seed: int | str) -> None:
        # random() is the one method whose sequence Python promises to keep for a seed.
        self._random = Random(seed).random

    def choose(self, seen: Observation | None, decision: Decision) -> Action:
        """Pick one of the options without looking at anything else."""
        options = decision.options
        return options[int(self._random() * len(options))]
