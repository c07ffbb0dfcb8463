"""What an undo gives away: a second world that a side can't tell from its own, and one answer.

Before each answer of a side the hidden cards are dealt anew, so that the side could be in either
world. It gives the same answer in both. If it can tell them apart afterwards it has learnt
something, perhaps that something is absent, and its undo must be refused.
"""

from random import Random

from bench.corners import ANSWERS_IN_A_WALK as WALK
from bench.corners import corner
from bench.crash_file import write_down

from twilight.engine.game import Game, IllegalUndo
from twilight.engine.rules import Rules
from twilight.engine.types import CHANCE
from twilight.engine.view import observe

WORLDS = 2
# More than any game has.
MOST_ANSWERS = 20_000


class Betrayal(AssertionError):
    """An answer that taught its side something and could still be taken back."""


def answer_in_two_worlds(game: Game, action: int, random: Random) -> None:
    """Give an answer, and see whether it teaches its side more than its undo may forget."""
    pending = game.pending
    assert pending is not None
    if pending.actor == CHANCE:
        game.answer(action)
        return
    side = pending.actor
    seen = observe(game, side)
    worlds = [seen.sample(random) for _ in range(WORLDS)]
    game.answer(action)
    after = observe(game, side)
    for world in worlds:
        world.answer(action)
        if observe(world, side) != after and may_undo(game, side):
            raise Betrayal(f"{pending!r} answered {action} can be undone")


def may_undo(game: Game, side: int) -> bool:
    """Tell whether a side could take its last answer back."""
    copy = game.copy()
    try:
        copy.undo(side)
    except IllegalUndo:
        return False
    return True


def two_world_games(name: str, rules: Rules, games: int, seed: int) -> list[str]:
    """Try every answer of whole random games, and of as many walks from corners."""
    problems = []
    for number in range(games):
        source = f"{seed}/{name}/two worlds {number}"
        random = Random(source)
        for game, most in ((Game.new(rules), MOST_ANSWERS), (corner(rules, random), WALK)):
            try:
                play(game, random, most)
            except Exception as error:
                problems.append(write_down(game, source, error))
    return problems


def play(game: Game, random: Random, most: int) -> None:
    """Play at random to the end, or for so many answers, each of them in two worlds."""
    for _ in range(most):
        if game.pending is None:
            return
        answer_in_two_worlds(game, random.choice(game.pending.options), random)
