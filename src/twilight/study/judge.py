"""Win chances: the judge that curves, reviews, best plays and puzzles ask.

All chances are those of the US, from 0 to 1.
"""

from collections.abc import Sequence
from typing import Protocol

from twilight.engine.game import Game
from twilight.engine.view import Observation
from twilight.judgement import Players, chances, open_chances
from twilight.judgement.chance import evaluated_chance, evaluated_open_chance


class Judge(Protocol):
    """Whatever can tell how likely the US is to win; many positions at once cost it less."""

    def with_open_hands(self, games: Sequence[Game]) -> list[float]:
        """Judge games with all cards known."""
        ...

    def as_seen(self, positions: Sequence[Observation]) -> list[float]:
        """Judge games by what one side knows."""
        ...


class LearnedJudge:
    """Asks the judgement that the program carries, for games between people or programs."""

    def __init__(self, between: Players = "people") -> None:
        self._between: Players = between

    def with_open_hands(self, games: Sequence[Game]) -> list[float]:
        """Judge games with all cards known."""
        return [chance.us for chance in open_chances(games, self._between)]

    def as_seen(self, positions: Sequence[Observation]) -> list[float]:
        """Judge games by what one side knows."""
        return [chance.us for chance in chances(positions, self._between)]


class EvaluationJudge:
    """Takes the chance from the evaluation in points, which the judgement is measured against."""

    def with_open_hands(self, games: Sequence[Game]) -> list[float]:
        """Judge games with all cards known."""
        return [evaluated_open_chance(game).us for game in games]

    def as_seen(self, positions: Sequence[Observation]) -> list[float]:
        """Judge games by what one side knows."""
        return [evaluated_chance(seen).us for seen in positions]


def shipped_judge() -> Judge:
    """Return the judge that everybody asks."""
    return LearnedJudge()
