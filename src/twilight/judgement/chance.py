"""Win chances, and what the evaluation alone makes of a position."""

from math import exp
from typing import Final, NamedTuple

from twilight.engine.game import Game
from twilight.engine.types import NOBODY, US, USSR, Actor, Outcome
from twilight.engine.view import Observation, observe
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.scorings_to_come import scorings_to_come
from twilight.judgement.evaluation.tracks import CARD, track_value

# By how many points a side must lead to win so many games more, fitted to games of the bots: a lead
# counts for more the less is left to play.
_FIRST_SCALE: Final = 8.0
_SCALE_OF_TURN: Final = 0.18
# Hidden cards of a hand that are worth something: the others are scoring cards.
_NOT_SCORING: Final = 0.93


class Chance(NamedTuple):
    """The chance of each side to win, a draw counting as half; the two add up to 1."""

    ussr: float
    us: float

    def of(self, side: Actor) -> float:
        """Return the chance of a side."""
        return self.us if side == US else self.ussr


def chance_for_us(us: float) -> Chance:
    """Make a chance of that of the US."""
    return Chance(1.0 - us, us)


def logistic(logit: float) -> float:
    """Turn a logit into a chance."""
    if logit < -40:
        return 0.0
    return 1.0 / (1.0 + exp(-logit))


def settled(outcome: Outcome) -> Chance:
    """Return the chance when the game is over."""
    if outcome.winner == NOBODY:
        return Chance(0.5, 0.5)
    return chance_for_us(1.0 if outcome.winner == US else 0.0)


def points_of(seen: Observation) -> float:
    """Return what the evaluation makes of a position, in points for the US."""
    state = seen.state
    points = Board(state, scorings_to_come(seen)).value + track_value(state)
    # The tracks count the cards that are in sight; the enemy holds the hidden ones as well.
    enemy = 1 - seen.viewer
    hidden = _NOT_SCORING * (seen.hand_counts[enemy] - len(state.hands[enemy]))
    return points + CARD * (hidden if enemy == US else -hidden)


def scale_of(turn: int) -> float:
    """Return how many points make one unit of the logit on a turn."""
    return _FIRST_SCALE - _SCALE_OF_TURN * turn


def evaluated_logit(seen: Observation) -> float:
    """Return the logit of a victory of the US by the evaluation."""
    return points_of(seen) / scale_of(seen.state.turn)


def evaluated_chance(seen: Observation) -> Chance:
    """Return the chance by the evaluation, from what one side sees."""
    if seen.outcome is not None:
        return settled(seen.outcome)
    return chance_for_us(logistic(evaluated_logit(seen)))


def evaluated_open_chance(game: Game) -> Chance:
    """Return the chance by the evaluation, from what both sides see together."""
    if game.outcome is not None:
        return settled(game.outcome)
    logits = [evaluated_logit(observe(game, side)) for side in (USSR, US)]
    return chance_for_us(logistic(sum(logits) / 2))
