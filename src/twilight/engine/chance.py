"""Sources of chance: they answer the decisions whose actor is CHANCE."""

from random import Random
from typing import Protocol

from twilight.engine.decision import Decision
from twilight.engine.ids import Action


class Chance(Protocol):
    """Anything that can answer a decision of chance."""

    def choose(self, decision: Decision) -> Action:
        """Pick one of the options."""
        ...


class SeededChance:
    """Answers at random, and in the same way for the same seed on every machine.

    A game that is resumed says how many answers have been `used` of the seed before.
    """

    __slots__ = ("_random",)

    def __init__(self, seed: int | str, used: int = 0) -> None:
        # random() is the one method whose sequence Python promises to keep for a seed.
        self._random = Random(seed).random
        for _ in range(used):
            self._random()

    def choose(self, decision: Decision) -> Action:
        """Pick one of the options, each with the same chance."""
        options = decision.options
        # Two numbers of one kind: the compiler multiplies them itself.
        return options[int(self._random() * float(len(options)))]
