"""Sources of chance: they answer the decisions whose actor is CHANCE."""

from collections.abc import Iterable
from random import Random
from typing import Protocol

from twilight.engine.decision import Decision
from twilight.engine.ids import Action


class Chance(Protocol):
    """Anything that can answer a decision of chance."""

    def choose(self, decision: Decision) -> Action:
        """Pick one of the options."""
        ...


class ScriptExhausted(ValueError):
    """A script of chance results ended, or named a result that is not possible."""


class SeededChance:
    """Answers at random, and in the same way for the same seed on every machine."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str) -> None:
        # random() is the one method whose sequence Python promises to keep for a seed.
        self._random = Random(seed).random

    def choose(self, decision: Decision) -> Action:
        """Pick one of the options, each with the same chance."""
        options = decision.options
        # Two numbers of one kind: the compiler multiplies them itself.
        return options[int(self._random() * float(len(options)))]


class ScriptedChance:
    """Answers from a prepared list, for the import of a log and for tests."""

    __slots__ = ("_results", "used")

    def __init__(self, results: Iterable[Action]) -> None:
        self._results = list(results)
        self.used = 0

    def choose(self, decision: Decision) -> Action:
        """Return the next result of the script."""
        if self.used >= len(self._results):
            raise ScriptExhausted(f"the script has no result left for {decision!r}")
        action = self._results[self.used]
        if action not in decision.options:
            raise ScriptExhausted(
                f"result {self.used} of the script is {action}, which {decision!r} does not offer"
            )
        self.used += 1
        return action
