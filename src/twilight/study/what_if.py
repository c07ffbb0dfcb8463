"""Playing on from a moment of a game, with the hidden cards as they were or dealt anew."""

from random import Random

from twilight.engine.game import Game
from twilight.engine.types import Actor
from twilight.engine.view import observe


def as_it_was(game: Game, answer: int) -> Game:
    """Return the game as it was after so many answers, with its whole past."""
    return game.rewound(answer)


def dealt_anew(game: Game, answer: int, side: Actor, seed: str) -> Game:
    """Return a game that a side could have been in: all that it could not know lies elsewhere.

    The past before the present part of the turn is gone, because other cards would not lead there.
    """
    world = observe(game.rewound(answer), side).sample(Random(seed))
    return Game(world.base, world.answers, journal=game.journal is not None)
