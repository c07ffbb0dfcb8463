"""Builds the rulebook and the gallery of the cards, once for each language."""

from functools import cache

from twilight.engine.cards import CARD_BY_KEY, CARD_KEYS, PROMO_CARDS, SET
from twilight.engine.text.language import load_rulings
from twilight.engine.text.rulebook import FACT_RULES, Paragraph, load_rulebook
from twilight.replays.card_uses import load_card_uses
from twilight.server.messages.library import (
    CardLibrary,
    CardPage,
    Rulebook,
    RuleParagraph,
    RuleSection,
    SideUses,
)


@cache
def rulebook(code: str) -> Rulebook:
    """Write the rulebook of a language."""
    return Rulebook(
        language=code,
        sections=[
            RuleSection(one.number, one.title, [_paragraph(rule) for rule in one.paragraphs])
            for one in load_rulebook(code)
        ],
        facts={kind.name.lower(): number for kind, number in FACT_RULES.items()},
    )


def _paragraph(rule: Paragraph) -> RuleParagraph:
    return RuleParagraph(
        number=rule.number,
        text=rule.text,
        options=list(rule.options),
        cards=[CARD_KEYS[card] for card in rule.cards],
        table=rule.table,
    )


@cache
def card_library(code: str) -> CardLibrary:
    """Tell of every card what its face does not."""
    rulings = load_rulings(code)
    uses = load_card_uses()
    rules = [rule for section in load_rulebook() for rule in section.paragraphs]
    return CardLibrary(
        games=uses.games,
        cards=[
            CardPage(
                card=key,
                set="promotional" if card in PROMO_CARDS else SET[card],
                rulings=rulings[key],
                rules=[rule.number for rule in rules if card in rule.cards],
                uses=SideUses(**{"us": {}, "ussr": {}, **uses.cards.get(key, {})}),
            )
            for key, card in CARD_BY_KEY.items()
        ],
    )
