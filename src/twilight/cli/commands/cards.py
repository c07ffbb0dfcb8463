"""`twilight card` and `twilight cards`: the facts, the wording and the rulings of the cards."""

import argparse
import json
from difflib import SequenceMatcher
from textwrap import fill
from typing import Any

from rich.table import Table
from rich.text import Text

from twilight.cli.arguments import BadInput
from twilight.cli.terminal.console import make_console
from twilight.cli.terminal.matching import find, plain
from twilight.cli.terminal.screen import side_style
from twilight.engine.cards import (
    ALL_CARDS,
    BOX_CARDS,
    CARD_BY_KEY,
    CARD_KEYS,
    OPS,
    OWNER,
    PERIOD,
    PROMO_CARDS,
    SCORING,
    SET,
    STARRED,
    WAR,
    printed_number,
)
from twilight.engine.effects import EFFECT_FACTS, Effect
from twilight.engine.ids import Card
from twilight.engine.text.describe import (
    LANGUAGES,
    Language,
    card_name,
    card_text,
    describe_effect,
    load_language,
    load_rulings,
    operations_text,
)
from twilight.engine.types import ACTOR_NAMES, NOBODY, PERIOD_NAMES

SUGGESTIONS = 4
_ARTICLES = ("the ", "la ", "el ", "los ")


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register both commands."""
    parser = subparsers.add_parser(
        "card",
        help="look a card up",
        description="Print a card: its facts, what its event does in our own words, its rulings.",
    )
    parser.add_argument("name", nargs="+", help="the number, or the name or a part of it")
    _add_output_arguments(parser)
    parser.set_defaults(run=run_card)
    parser = subparsers.add_parser(
        "cards", help="list the cards", description=f"List the {len(BOX_CARDS)} cards of the game."
    )
    parser.add_argument(
        "--extra", action="store_true", help="with the promotional cards and those of Turn Zero"
    )
    _add_output_arguments(parser)
    parser.set_defaults(run=run_cards)


def _add_output_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="default: en")
    parser.add_argument("--json", action="store_true", help="print JSON")


# One card


def run_card(arguments: argparse.Namespace) -> int:
    """Print one card."""
    language = load_language(arguments.lang)
    card = find_card(" ".join(arguments.name), language)
    rulings = load_rulings(language.code)[CARD_KEYS[card]]
    if arguments.json:
        print(json.dumps({**card_data(card, language), "rulings": rulings}, ensure_ascii=False))
    else:
        _print_card(card, rulings, language)
    return 0


def find_card(text: str, language: Language) -> Card:
    """Return the card that a text means, or say which ones it could mean."""
    names = {card: _names(card, language) for card in CARD_BY_KEY.values()}
    if text.isdecimal():
        found = [card for card in names if printed_number(card) == int(text)]
        if not found:
            raise BadInput(f"no card has the number {text}; there are 1 to {len(names)}")
    else:
        found = find(text, names)
    if not found:
        nearest = sorted(names, key=lambda card: -_likeness(plain(text), names[card]))
        shown = ", ".join(names[card][0] for card in nearest[:SUGGESTIONS])
        raise BadInput(f"no card is called {text!r}; the nearest names are {shown}")
    if len(found) > 1:
        shown = ", ".join(names[card][0] for card in found)
        raise BadInput(f"{text!r} could be any of these: {shown}")
    return found[0]


def _names(card: Card, language: Language) -> list[str]:
    """List what a card is called, the name to show first; promotional cards have marks too."""
    names = [card_name(card, language), card_name(card, load_language()), CARD_KEYS[card]]
    for article in _ARTICLES:
        names += [name[len(article) :] for name in names if name.casefold().startswith(article)]
    if card in PROMO_CARDS:
        names.append(f"P{PROMO_CARDS.index(card) + 1}")
    return names


def _likeness(wanted: str, names: list[str]) -> float:
    """Tell how alike a text and the nearest of the names, or a word of them, are."""
    candidates = [plain(name) for name in names]
    words = [word for name in candidates for word in name.split() if len(word) > 3]
    whole = max(SequenceMatcher(None, wanted, name).ratio() for name in candidates)
    part = max((SequenceMatcher(None, wanted, word).ratio() for word in words), default=0.0)
    return max(whole, part)


def card_set(card: Card) -> str:
    """Name the set that a card belongs to."""
    return "promotional" if card in PROMO_CARDS else SET[card]


def card_data(card: Card, language: Language) -> dict[str, object]:
    """Return the facts and the wording of a card as plain data."""
    return {
        "number": printed_number(card),
        "id": CARD_KEYS[card],
        "name": card_name(card, language),
        "side": _side_key(card),
        "ops": None if SCORING[card] else OPS[card],
        "period": PERIOD_NAMES[PERIOD[card]],
        "starred": STARRED[card],
        "scoring": SCORING[card],
        "war": WAR[card],
        "set": card_set(card),
        "text": card_text(card, language),
        "lasting": [
            {
                "effect": effect.name.lower(),
                "text": describe_effect(effect, 0, language),
                "duration": EFFECT_FACTS[effect].duration.name.lower(),
                "ended_by": [CARD_KEYS[ender] for ender in EFFECT_FACTS[effect].ended_by],
            }
            for effect in effects_of(card)
        ],
    }


def effects_of(card: Card) -> list[Effect]:
    """List the lasting effects that a card can bring."""
    return [effect for effect, facts in EFFECT_FACTS.items() if facts.card == card]


def _side_key(card: Card) -> str:
    return "neutral" if OWNER[card] == NOBODY else ACTOR_NAMES[OWNER[card]]


def _print_card(card: Card, rulings: list[str], language: Language) -> None:
    console = make_console()
    title = Text(card_name(card, language), style=f"bold {side_style(OWNER[card])}".strip())
    console.print(title + ("*" if STARRED[card] else ""))
    ops = operations_text(OPS[card], OPS[card], language)
    facts = [
        str(printed_number(card)),
        language.text(f"sides.{_side_key(card)}.name"),
        language.text("labels.scoring") if SCORING[card] else ops,
        language.text(f"periods.{PERIOD_NAMES[PERIOD[card]]}"),
        language.text(f"labels.{card_set(card)}"),
    ]
    if WAR[card]:
        facts.append(language.text("labels.war"))
    console.print(" · ".join(facts))
    if STARRED[card]:
        console.print(f"* {language.text('labels.starred')}")
    console.print()
    console.print(card_text(card, language))
    for effect in effects_of(card):
        duration = language.text(f"durations.{EFFECT_FACTS[effect].duration.name.lower()}")
        lasting = f"{language.text('labels.lasting')}, {duration}: "
        console.print(lasting + describe_effect(effect, 0, language))
    if rulings:
        console.print()
        console.print(Text(language.text("labels.rulings"), style="bold"))
    for ruling in rulings:
        console.print(fill(f"- {ruling}", console.width, subsequent_indent="  "))


# All cards


def run_cards(arguments: argparse.Namespace) -> int:
    """Print the list of cards."""
    language = load_language(arguments.lang)
    listed = ALL_CARDS if arguments.extra else BOX_CARDS
    if arguments.json:
        data = [card_data(card, language) for card in listed]
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return 0
    table = Table()
    table.add_column(language.text("labels.number"), justify="right")
    table.add_column(language.text("labels.card"))
    table.add_column(language.text("labels.side"))
    table.add_column(language.text("labels.operations"), justify="right")
    table.add_column(language.text("labels.period"))
    table.add_column(language.text("labels.star"), justify="center")
    for card in listed:
        table.add_row(
            str(printed_number(card)),
            Text(card_name(card, language), style=side_style(OWNER[card])),
            language.text(f"sides.{_side_key(card)}.name"),
            "" if SCORING[card] else str(OPS[card]),
            language.text(f"periods.{PERIOD_NAMES[PERIOD[card]]}"),
            "*" if STARRED[card] else "",
        )
    make_console().print(table)
    return 0
