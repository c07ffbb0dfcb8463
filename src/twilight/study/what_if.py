"""Playing on from a moment of a game: hidden cards as they were or dealt anew, dice likewise."""

from collections.abc import Sequence
from random import Random
from typing import Final

from twilight.engine.chance import Chance
from twilight.engine.decision import DIE_FACES, Decision
from twilight.engine.game import Game
from twilight.engine.ids import DIE, Action
from twilight.engine.types import Actor, Kind
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


def dice_after(game: Game, answer: int) -> tuple[int, ...]:
    """List what was rolled in a game after so many answers."""
    return tuple(action - DIE for action in (game.record or [])[answer:] if action in DIE_FACES)


class SameDice:
    """Rolls what was rolled before, in its order, as long as there is any; draws are new."""

    def __init__(self, rolled: Sequence[int], others: Chance) -> None:
        self._left: Final = list(reversed(rolled))
        self._others: Final = others

    def choose(self, decision: Decision) -> Action:
        """Pick the next face, or let the other source choose."""
        if decision.kind is Kind.DIE and self._left:
            return DIE + self._left.pop()
        return self._others.choose(decision)
