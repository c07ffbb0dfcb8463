"""A second opinion: what a player of any kind would have played at a card choice."""

from random import Random

from twilight.bots.players.baseline import Baseline
from twilight.engine.chance import SeededChance
from twilight.engine.driver import AnyPlayer, ask
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.types import CHANCE, Actor
from twilight.engine.view import observe
from twilight.study.lines import Line, moment_of, played_line


def opinion_of(player: AnyPlayer, game: Game, side: Actor) -> Line:
    """Let a player make the whole play of a card choice, in a world dealt from what its side knows.

    What the other side is asked meanwhile is answered by the baseline: it is no part of the play.
    """
    seed = f"opinion/{moment_of(game.state)}/{side}"
    dealt = observe(game, side).sample(Random(seed))
    walker = dealt.copy()
    moment = moment_of(walker.state)
    other, chance = Baseline(), SeededChance(seed)
    answers: list[Action] = []
    while (pending := walker.pending) is not None and moment_of(walker.state) == moment:
        if pending.actor == CHANCE:
            action = chance.choose(pending)
        else:
            action = ask(walker, player if pending.actor == side else other, pending)
        walker.answer(action)
        answers.append(action)
    return played_line(dealt, answers)
