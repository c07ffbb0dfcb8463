"""Moments at which both sides choose in secret: headlines, statecraft, bids.

The engine asks one side after the other. Where the first answers are hidden from the second side
and do not change what it will be asked, both may choose at once: the server keeps the choices
sealed and gives them to the engine when both are there. Which moments these are is found by
trying; no rule is known here.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.types import SIDES, Actor, enemy_of


class Joint(NamedTuple):
    """A moment at which both sides choose, and the game as each of them is asked in it."""

    first: Actor
    games: tuple[Game, Game]

    def after(self, side: Actor, sealed: Sequence[Action]) -> Game:
        """Return the game as a side is asked after its sealed answers."""
        game = self.games[side]
        if not sealed:
            return game
        game = game.copy()
        for action in sealed:
            game.answer(action)
        return game

    def question(self, side: Actor, sealed: Sequence[Action]) -> Decision | None:
        """Return what a side is still asked, or None when it has chosen."""
        pending = self.after(side, sealed).pending
        return pending if pending is not None and _is_secret(pending, side) else None


def joint_moment(game: Game) -> Joint | None:
    """Tell whether both sides may choose at once now."""
    pending = game.pending
    if pending is None or pending.actor not in SIDES or not _is_secret(pending, pending.actor):
        return None
    first = pending.actor
    second = enemy_of(first)
    found: Game | None = None
    for end in _ends(game, first):
        question = end.pending
        if question is None or not _is_secret(question, second):
            return None
        if found is None:
            found = end
        elif question != found.pending:
            return None
    assert found is not None
    return Joint(first, (game, found) if first < second else (found, game))


def _is_secret(decision: Decision, side: Actor) -> bool:
    return decision.actor == side and decision.hidden_from == enemy_of(side)


def _ends(game: Game, side: Actor) -> Iterator[Game]:
    """Play on in all the ways in which a side can answer its secret questions."""
    pending = game.pending
    assert pending is not None
    for action in pending.options:
        after = game.copy()
        after.answer(action)
        if after.pending is not None and _is_secret(after.pending, side):
            yield from _ends(after, side)
        else:
            yield after
