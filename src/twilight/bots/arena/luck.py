"""Luck apart from skill: what dice and cards have changed of the win chance in a game.

What chance gives is nothing on average, however good or bad the win chance is. So results without
it have the same mean, and lie closer together: as many games tell more.
"""

from random import Random
from typing import Final

from twilight.engine.chance import Chance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.judgement.judge import open_chances

# Of more results of chance so many are drawn to know what is usual; a die has all its faces.
_MOST: Final = 8


class Weighed:
    """Chance in a game, with a sum of what it has changed of the chance of the US."""

    def __init__(self, chance: Chance, game: Game, seed: str) -> None:
        self._chance = chance
        self._game = game
        self._random = Random(seed)
        self.us = 0.0

    def choose(self, decision: Decision) -> Action:
        """Pick one of the options as chance does, and weigh it against what is usual."""
        action = self._chance.choose(decision)
        options = decision.options
        if len(options) > 1:
            usual = options
            if len(options) > _MOST:
                usual = tuple(self._random.choice(options) for _ in range(_MOST))
            chances = open_chances([self._after(one) for one in (action, *usual)], "programs")
            found, *others = (chance.us for chance in chances)
            self.us += found - sum(others) / len(others)
        return action

    def _after(self, action: Action) -> Game:
        game = self._game.copy()
        game.answer(action)
        return game
