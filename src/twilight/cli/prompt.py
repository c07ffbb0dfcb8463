"""The options of a decision: how they are shown, numbered and typed."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from twilight.cli.matching import Unclear, find
from twilight.cli.screen import (
    REGION_TITLES,
    card_text,
    in_columns,
    influence_text,
    name_style,
)
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import REGION_OF
from twilight.engine.decision import Decision
from twilight.engine.ids import CARD_SLOTS, CHINESE_CIVIL_WAR, NO_CARD, NUMBER, Action
from twilight.engine.notation import action_name
from twilight.engine.view import Observation

_NUMBERS = range(NUMBER, NUMBER + 21)


def is_country(action: Action) -> bool:
    """Tell whether an action names a country."""
    return action < CHINESE_CIVIL_WAR


def is_card(action: Action) -> bool:
    """Tell whether an action names a card."""
    return NO_CARD < action < CARD_SLOTS


def labels(options: Sequence[Action]) -> dict[Action, str]:
    """Give every option what is typed for it: its place in the list, or a number itself."""
    if any(action in _NUMBERS for action in options):
        return {
            action: str(action - NUMBER) if action in _NUMBERS else action_name(action)
            for action in options
        }
    return {action: str(place) for place, action in enumerate(options, 1)}


def read_answer(text: str, options: Sequence[Action]) -> Action:
    """Find the option that a text means; Unclear says why none or more than one fits."""
    typed = text.strip()
    if typed.isdecimal():
        for action, label in labels(options).items():
            if label == str(int(typed)):
                return action
        raise Unclear(f"there is no option {typed}; there are {len(options)}")
    return find(typed, {action: (action_name(action), ACTION_KEYS[action]) for action in options})


# Showing


def options_view(seen: Observation, decision: Decision, width: int) -> RenderableType:
    """Draw the numbered options: countries by region, cards with their facts, the rest in words."""
    label_of = labels(decision.options)
    countries = [action for action in decision.options if is_country(action)]
    cards = [action for action in decision.options if is_card(action)]
    others = [action for action in decision.options if not (is_country(action) or is_card(action))]
    parts: list[RenderableType] = []
    if countries:
        parts.append(_countries_by_region(seen, countries, label_of))
    if cards:
        lines = [
            _numbered(label_of[card], card_text(seen.state, decision.actor, card)) for card in cards
        ]
        parts.append(in_columns(lines, width))
    if others:
        lines = [_numbered(label_of[action], Text(action_name(action))) for action in others]
        parts.append(in_columns(lines, width))
    return Group(*parts)


def _numbered(label: str, text: Text) -> Text:
    line = Text(f"{label:>2} ", style="bold yellow")
    return line.append_text(text)


def _countries_by_region(
    seen: Observation, countries: Sequence[Action], label_of: dict[Action, str]
) -> RenderableType:
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=max(len(title) for title in REGION_TITLES), no_wrap=True)
    table.add_column()
    for region, title in enumerate(REGION_TITLES):
        here = [country for country in countries if REGION_OF[country] == region]
        if here:
            entries = Text("   ").join(
                _country_entry(seen, label_of[country], country) for country in here
            )
            table.add_row(Text(title, style="bold"), entries)
    return Padding(table, (0, 0, 0, 2))


def _country_entry(seen: Observation, label: str, country: Action) -> Text:
    """Write one country so that no line break can fall inside."""
    entry = Text(label, style="bold yellow")
    entry.append("\u00a0")
    name = action_name(country).replace(" ", "\u00a0")
    entry.append(name, style=name_style(seen.state, country))
    influence = influence_text(seen.state, country)
    if influence.plain.strip() != "·":
        entry.append("\u00a0")
        entry.append_text(_stripped(influence))
    return entry


def _stripped(text: Text) -> Text:
    plain = text.plain
    return text[len(plain) - len(plain.lstrip()) : len(plain.rstrip())]
