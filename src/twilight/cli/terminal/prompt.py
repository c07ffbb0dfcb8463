"""The options of a decision: how they are shown, numbered and typed."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from twilight.cli.terminal.layout import Entries, fitted
from twilight.cli.terminal.matching import Unclear, find, pick
from twilight.cli.terminal.screen import card_line, in_columns, influence_text, name_style
from twilight.cli.terminal.words import Words
from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.board import NUMBER_OF_COUNTRIES, REGION_OF
from twilight.engine.cards import is_card
from twilight.engine.decision import Decision
from twilight.engine.ids import NUMBER, Action, Country
from twilight.engine.state import State
from twilight.engine.text.language import is_country
from twilight.engine.types import SCORED_REGIONS, Kind
from twilight.engine.view import Observation

_NUMBERS: Final = range(NUMBER, NUMBER + 21)


def labels(options: Sequence[Action]) -> dict[Action, str]:
    """Give every option what is typed for it: its place in the list, or a number itself."""
    if any(action in _NUMBERS for action in options):
        return {action: str(action - NUMBER) if action in _NUMBERS else "-" for action in options}
    return {action: str(place) for place, action in enumerate(options, 1)}


def read_answer(text: str, state: State, decision: Decision, words: Words) -> Action:
    """Find the option that a text means; Unclear says why none or more than one fits.

    What is meant clearly but not offered is returned too: the game says why it is refused.
    """
    typed = text.strip()
    options = decision.options
    if typed.isdecimal():
        for action, label in labels(options).items():
            if label == str(int(typed)):
                return action
        raise Unclear(words.text("errors.no_option", text=typed, number=len(options)))
    offered = {
        action: (
            words.action(action, decision.actor),
            words.option(state, decision, action),
            ACTION_KEYS[action],
        )
        for action in options
    }
    if find(typed, offered):
        return pick(typed, offered, words)
    others = {action: (words.action(action), key) for key, action in ACTION_BY_KEY.items()}
    return pick(typed, others, words)


# Showing


def options_view(seen: Observation, decision: Decision, words: Words) -> RenderableType:
    """Draw the numbered options: countries by region, cards with their facts, the rest in words."""
    label_of = labels(decision.options)
    state = seen.state
    countries: list[Country] = []
    cards: list[Text] = []
    others: list[Text] = []
    for action in decision.options:
        label = Text(f"{label_of[action]:>2}) ", style="bold yellow")
        if is_country(action):
            countries.append(action)
        elif is_card(action) and decision.kind is not Kind.PLAY_MODE:
            cards.append(label.append_text(card_line(state, decision.actor, action, words)))
        else:
            others.append(
                label.append(words.option(state, decision, action), style="not bold default")
            )
    parts: list[RenderableType] = []
    if countries:
        parts.append(_countries_by_region(state, countries, label_of, words))
    if cards:
        parts.append(in_columns(cards, words))
    if others:
        long = any(len(line) > 40 for line in others)
        block = (
            Padding(Group(*others), (0, 0, 0, 2), expand=False)
            if long
            else in_columns(others, words)
        )
        parts.append(block)
    return Group(*parts)


def _countries_by_region(
    state: State, countries: Sequence[Country], label_of: dict[Action, str], words: Words
) -> RenderableType:
    entries = {
        country: _country_entry(state, label_of[country], country, words) for country in countries
    }
    regions = [
        region for region in SCORED_REGIONS if any(REGION_OF[c] == region for c in countries)
    ]
    heading_width = max(len(words.region(region)) for region in regions) + 2
    width = max(len(entry) for entry in entries.values())
    blocks = []
    for region in regions:
        here = [fitted(entries[c], width) for c in countries if REGION_OF[c] == region]
        heading = fitted(Text(words.region(region), style="bold"), heading_width)
        blocks.append(Entries(here, heading=heading, gap=2))
    return Padding(Group(*blocks), (0, 0, 0, 2), expand=False)


def _country_entry(state: State, label: str, country: Country, words: Words) -> Text:
    entry = Text(f"{label:>2}) ", style="bold yellow")
    name = words.country(country)
    if country >= NUMBER_OF_COUNTRIES:
        return entry.append(f"{name} {state.civil_war}", style="not bold default")
    style = name_style(state, country) or "default"
    entry.append(name, style=style if state.is_battleground(country) else f"not bold {style}")
    influence = influence_text(state, country)
    if influence.plain.strip() != "·":
        entry.append(" ").append_text(_stripped(influence))
    return entry


def _stripped(text: Text) -> Text:
    plain = text.plain
    return text[len(plain) - len(plain.lstrip()) : len(plain.rstrip())]
