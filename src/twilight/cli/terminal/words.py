"""The words of the terminal, in every language that the engine speaks."""

import json
from importlib.resources import files
from typing import Final

from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import Action, Card, Country
from twilight.engine.journal import Fact
from twilight.engine.state import State
from twilight.engine.text import describe, language
from twilight.engine.text.language import Language, flatten, load_language
from twilight.engine.types import NOBODY, PERIOD_NAMES, REGION_NAMES, Actor, Outcome, Region


class Words:
    """The engine's texts of one language, and beside them those of the terminal."""

    def __init__(self, code: str = "en") -> None:
        self.language: Final = load_language(code)
        self._own: Final = Language(code, read_texts(code))

    def text(self, key: str, **fields: object) -> str:
        """Return a text of the terminal with its blanks filled in."""
        return self._own.text(key, **fields)

    def side(self, side: Actor) -> str:
        """Name a side."""
        return language.side_name(side, self.language)

    def the_side(self, side: Actor) -> str:
        """Name a side as it stands within a sentence."""
        return language.the_side(side, self.language)

    def country(self, country: Country) -> str:
        """Name a country."""
        return language.country_name(country, self.language)

    def card(self, card: Card) -> str:
        """Name a card."""
        return language.card_name(card, self.language)

    def card_text(self, card: Card) -> str:
        """Say what a card does."""
        return language.card_text(card, self.language)

    def period(self, period: int) -> str:
        """Name a period of the game."""
        return self.language.text(f"periods.{PERIOD_NAMES[period]}")

    def label(self, name: str) -> str:
        """Return one of the words that describe a card."""
        return self.language.text(f"labels.{name}")

    def region(self, region: Region) -> str:
        """Name one of the six regions by itself."""
        return self.language.text(f"actions.name_{REGION_NAMES[region]}")

    def action(self, action: Action, side: Actor = NOBODY) -> str:
        """Name an action."""
        return language.action_name(action, self.language, side)

    def option(self, state: State, decision: Decision, action: Action) -> str:
        """Say what an option of a decision means."""
        return describe.describe_action(state, decision, action, self.language)

    def question(self, state: State, decision: Decision) -> str:
        """Ask what a decision asks for, say who is asked and how many points are left to place."""
        question = describe.describe_decision(state, decision, self.language)
        if decision.left < 2:
            return question
        return self.text("points_left", question=question, points=decision.left)

    def fact(self, fact: Fact) -> str:
        """Tell a fact."""
        return describe.describe_fact(fact, self.language)

    def effect(self, effect: Effect) -> str:
        """Name a lasting effect."""
        return describe.effect_name(effect, self.language)

    def effect_text(self, effect: Effect, number: int) -> str:
        """Say what a lasting effect does."""
        return describe.describe_effect(effect, number, self.language)

    def outcome(self, outcome: Outcome) -> str:
        """Say who won and why."""
        return describe.describe_outcome(outcome, self.language)


def read_texts(code: str) -> dict[str, str]:
    """Read the terminal's own texts, by keys such as `help.board`."""
    text = files("twilight.cli.terminal").joinpath("data", f"{code}.json").read_text("utf-8")
    texts: dict[str, str] = {}
    flatten(json.loads(text), "", texts)
    return texts
