"""Games to learn from: bots against each other, now and then with another play than the best."""

from math import exp
from random import Random
from typing import Final, NamedTuple

from twilight.bots.players.general import General
from twilight.bots.players.officer import Officer, Play
from twilight.bots.registry import make_bot
from twilight.bots.search.halving import Thought
from twilight.engine.chance import SeededChance
from twilight.engine.driver import ask, run_on
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules
from twilight.engine.types import Kind
from twilight.engine.view import observe
from twilight.learning.dataset import CHOICES
from twilight.learning.records import Record, Target

# Other plays than the best are taken from the best of those that are neither much worse nor lose.
_OTHERS: Final = 8
_MUCH_WORSE: Final = 3.0
_DANGEROUS: Final = -8.0
_NOISES: Final = (0.0, 0.03, 0.08)
# So many points make a play e times as likely to be taught: about what the marshal weighs the
# net's favour with, so that the two agree on what a point is.
_TEMPERATURE: Final = 0.7


class Teachers(NamedTuple):
    """The bots that are learnt from, and how often each of them plays."""

    names: tuple[str, ...]
    shares: tuple[float, ...]

    def draw(self, random: Random) -> str:
        """Pick one of them."""
        rest = random.random() * sum(self.shares)
        for name, share in zip(self.names, self.shares, strict=True):
            rest -= share
            if rest < 0:
                return name
        return self.names[-1]


def generate_game(teachers: Teachers, rules: Rules, seed: str) -> Record:
    """Play one game; everything follows from the seed."""
    random = Random(f"{seed}/noise")
    names = (teachers.draw(random), teachers.draw(random))
    noise = _NOISES[int(random.random() * len(_NOISES))]
    bots = [make_bot(name, f"{seed}/{side}") for side, name in enumerate(names)]
    chance = SeededChance(f"{seed}/chance")
    game = Game.new(rules)
    assert game.record is not None
    labels: dict[int, Action] = {}
    targets: dict[int, Target] = {}
    while True:
        run_on(game, chance, answer_single=True)
        pending = game.pending
        if pending is None:
            break
        bot = bots[pending.actor]
        action = ask(game, bot, pending)
        if isinstance(bot, General) and bot.thoughts:
            if pending.kind in CHOICES:
                targets[len(game.record)] = target_of(bot.thoughts)
            elif pending.kind is Kind.PLAY_MODE:
                card = game.state.chosen[pending.actor]
                found = [
                    thought._replace(answers=thought.answers[1:])
                    for thought in bot.thoughts
                    if thought.answers[0] == card and len(thought.answers) > 1
                ]
                bot.thoughts = []
                if found:
                    targets[len(game.record)] = target_of(found)
        if pending.kind is Kind.ROUND_CARD and isinstance(bot, Officer) and random.random() < noise:
            labels[len(game.record)] = action
            seen = observe(game, pending.actor)
            action = bot.carry_out(seen, _another(Officer.plays(bot, seen, pending), random))
        game.answer(action)
    outcome = game.outcome
    assert outcome is not None
    return Record(
        names, game.record, labels, outcome.winner, int(outcome.reason), game.state.turn, targets
    )


def target_of(thoughts: list[Thought]) -> Target:
    """Share out the first answers of the plays of a search, the more the better they are."""
    merits: dict[Action, float] = {}
    for thought in thoughts:
        answer = thought.answers[0]
        merits[answer] = max(thought.merit, merits.get(answer, thought.merit))
    most = max(merits.values())
    weights = [exp((merit - most) / _TEMPERATURE) for merit in merits.values()]
    whole = sum(weights)
    return Target(list(merits), [round(weight / whole, 3) for weight in weights])


def _another(plays: list[Play], random: Random) -> Play:
    best = plays[0].score
    near = [
        play
        for play in plays[:_OTHERS]
        if play.score > best - _MUCH_WORSE and (play.score > _DANGEROUS or play is plays[0])
    ]
    return near[int(random.random() * len(near))]
