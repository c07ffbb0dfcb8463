"""A game for a reader: the other side is a bot, and everything is told in words.

What a language model plays through `twilight mcp`. It sees its side's observation and nothing
else; what happened since it last answered is told as that side may see it.
"""

from twilight.bots.registry import make_bot
from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.chance import SeededChance
from twilight.engine.driver import ask
from twilight.engine.game import Game
from twilight.engine.rules import Rules
from twilight.engine.text.briefing import position_text, question_text
from twilight.engine.text.describe import describe_fact, describe_outcome
from twilight.engine.text.language import Language
from twilight.engine.types import CHANCE, Actor
from twilight.engine.view import observe


class NoSuchAnswer(ValueError):
    """An answer that is not among the options; the message lists them."""


class TextSeat:
    """One side of a game against a bot, read and answered in words."""

    def __init__(
        self, rules: Rules, side: Actor, opponent: str, seed: str, language: Language
    ) -> None:
        self._language = language
        self._side = side
        self._bot = make_bot(opponent, seed)
        self._chance = SeededChance(seed)
        self._game = Game.new(rules, journal=True)
        self._told = 0
        self._go_on()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.outcome is not None

    @property
    def options(self) -> list[str]:
        """The keys of the legal answers; none when the game is over."""
        pending = self._game.pending
        return [] if pending is None else [ACTION_KEYS[action] for action in pending.options]

    def look(self) -> str:
        """Tell the whole position and the question."""
        seen = observe(self._game, self._side)
        return f"{position_text(seen, self._language)}\n\n{self.question()}"

    def question(self) -> str:
        """Tell the question and the legal answers, or how the game ended."""
        if self._game.outcome is not None:
            return describe_outcome(self._game.outcome, self._language)
        pending = self._game.pending
        assert pending is not None
        seen = observe(self._game, self._side)
        return question_text(seen.state, pending, self._language)

    def news(self) -> str:
        """Tell what has happened since this was asked last."""
        facts = self._game.facts[self._told :]
        self._told += len(facts)
        return "\n".join(describe_fact(fact.seen_by(self._side), self._language) for fact in facts)

    def answer(self, key: str) -> str:
        """Give an answer by its key; tell what followed and what is asked next."""
        action = ACTION_BY_KEY.get(key)
        pending = self._game.pending
        if pending is None:
            raise NoSuchAnswer("the game is over")
        if action is None or action not in pending.options:
            raise NoSuchAnswer(f"{key!r} is no legal answer; legal are {', '.join(self.options)}")
        self._game.answer(action)
        self._go_on()
        return f"{self.news()}\n\n{self.question()}"

    def _go_on(self) -> None:
        """Let the bot and the dice answer until this side is asked, or the game is over."""
        while (pending := self._game.pending) is not None and pending.actor != self._side:
            if pending.actor == CHANCE:
                self._game.answer(self._chance.choose(pending))
            else:
                self._game.answer(ask(self._game, self._bot, pending))
