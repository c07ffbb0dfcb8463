"""The rulebook and the gallery of the cards."""

from typing import Any, Final

from msgspec import Struct

Uses = dict[str, int]


class RuleParagraph(Struct, frozen=True):
    """A rule, with the options that change it, the cards that it names, and its table, if any."""

    number: str
    text: str
    options: list[str]
    cards: list[str]
    table: list[list[str]]


class RuleSection(Struct, frozen=True):
    """A part of the rulebook."""

    number: str
    title: str
    paragraphs: list[RuleParagraph]


class Rulebook(Struct, frozen=True):
    """The whole rulebook in one language; `facts` names the paragraph for each kind of fact."""

    language: str
    sections: list[RuleSection]
    facts: dict[str, str]


class SideUses(Struct, frozen=True):
    """How often each side put a card to each use."""

    us: Uses
    ussr: Uses


class CardPage(Struct, frozen=True):
    """What the gallery tells of a card besides its facts: set, rulings, rules that name it, uses.

    Rulings are in English.
    """

    card: str
    set: str
    rulings: list[str]
    rules: list[str]
    uses: SideUses


class CardLibrary(Struct, frozen=True):
    """All cards of all sets; `games` is of how many recorded games the uses are counted."""

    games: int
    cards: list[CardPage]


ROOTS: Final[tuple[Any, ...]] = (Rulebook, CardLibrary)
