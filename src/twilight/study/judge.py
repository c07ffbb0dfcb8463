"""Win chances: the judge that reviews, best plays and puzzles ask.

All chances are those of the US, from 0 to 1.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, Protocol

from twilight.engine.cards import SCORING, SCORING_REGION
from twilight.engine.game import Game
from twilight.engine.state import State
from twilight.engine.types import NOBODY, US, USSR, Outcome, Segment, enemy_of
from twilight.engine.view import Observation, observe
from twilight.judgement import judge_many, open_chances
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.scorings_to_come import (
    ScoringsToCome,
    scorings_between_turns,
    scorings_to_come,
)
from twilight.judgement.evaluation.tracks import CARD, track_value

# So many points of the evaluation change the odds by a factor of e: the best fit to games.
SCALE: Final = 7.2


class Judge(Protocol):
    """Whatever can tell how likely the US is to win; many positions at once cost it less."""

    def with_open_hands(self, games: Sequence[Game]) -> list[float]:
        """Judge games with all cards known."""
        ...

    def as_seen(self, positions: Sequence[Observation]) -> list[float]:
        """Judge games by what one side knows."""
        ...


def chance_of(points: float, scale: float = SCALE) -> float:
    """Turn points of the evaluation into a chance of the US."""
    return 1 / (1 + exp(-points / scale))


def chance_at_end(outcome: Outcome) -> float:
    """Return what is known when a game is over."""
    return 0.5 if outcome.winner == NOBODY else float(outcome.winner == US)


class EvaluationJudge:
    """Takes the chance from the evaluation in points."""

    def __init__(self, scale: float = SCALE) -> None:
        self._scale = scale

    def with_open_hands(self, games: Sequence[Game]) -> list[float]:
        """Judge games with all cards known."""
        return [self._with_open_hands(game) for game in games]

    def as_seen(self, positions: Sequence[Observation]) -> list[float]:
        """Judge games by what one side knows."""
        return [self._as_seen(seen) for seen in positions]

    def _with_open_hands(self, game: Game) -> float:
        if game.outcome is not None:
            return chance_at_end(game.outcome)
        state = game.state
        if state.segment == Segment.DEAL:
            return self._between_turns(state)
        outlook = _scorings_with_open_hands(game)
        return chance_of(Board(state, outlook).value + track_value(state), self._scale)

    def _as_seen(self, seen: Observation) -> float:
        if seen.outcome is not None:
            return chance_at_end(seen.outcome)
        state = seen.state
        outlook = scorings_to_come(seen)
        value = Board(state, outlook).value + track_value(state)
        # The evaluation counts cards that it sees; those of the enemy are there all the same.
        if state.segment != Segment.DEAL:
            enemy = enemy_of(seen.viewer)
            unseen = seen.unseen
            plain = sum(not SCORING[card] for card in unseen) / len(unseen) if unseen else 0.0
            cards = plain * (seen.hand_counts[enemy] - len(state.hands[enemy]))
            value += CARD * cards if enemy == US else -CARD * cards
        return chance_of(value, self._scale)

    def _between_turns(self, state: State) -> float:
        value = Board(state, scorings_between_turns(state)).value + track_value(state)
        return chance_of(value, self._scale)


def _scorings_with_open_hands(game: Game) -> ScoringsToCome:
    """Correct what one side expects by what lies in the other's hand and in the pile."""
    outlook = scorings_to_come(observe(game, US))
    for card, region in SCORING_REGION.items():
        if card in game.state.hands[USSR]:
            outlook.this_turn[region] = 1.0
        elif card in game.state.draw_pile:
            outlook.this_turn[region] = 0.0
    return outlook


class LearnedJudge:
    """Asks the judgement: the net, or the evaluation where the net was not trained."""

    def with_open_hands(self, games: Sequence[Game]) -> list[float]:
        """Judge games with all cards known."""
        return [chance.us for chance in open_chances(games)]

    def as_seen(self, positions: Sequence[Observation]) -> list[float]:
        """Judge games by what one side knows."""
        return [found.chance.us for found in judge_many(positions)]


def shipped_judge() -> Judge:
    """Return the judge that everybody asks."""
    return LearnedJudge()
