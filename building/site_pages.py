"""Pages of the documentation site that are made from the program itself: cards and rulebook."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from twilight.cli.commands.cards import card_data
from twilight.engine.cards import BOX_CARDS, CARD_KEYS, printed_number
from twilight.engine.text.language import load_language, load_rulings
from twilight.engine.text.rulebook import (
    NUMBER,
    Paragraph,
    load_rulebook,
    section_title,
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, before links are checked."""
    files.append(File.generated(config, "cards.md", content=cards_page()))
    files.append(File.generated(config, "rulebook.md", content=rulebook_page()))
    return files


def cards_page() -> str:
    """Write what each card is and does, in our own words, with its rulings."""
    language = load_language("en")
    lines = ["# The cards", "", "Every event in our own words, as the program plays it."]
    cards = sorted(BOX_CARDS, key=printed_number)
    rulings = load_rulings()
    for card in cards:
        facts = card_data(card, language)
        lines += ["", f"## {facts['number']}. {facts['name']}", "", str(facts["text"]), ""]
        lines += [f"- {ruling}" for ruling in rulings[CARD_KEYS[card]]]
    return "\n".join(lines)


def rulebook_page() -> str:
    """Write the rules in our own words, each paragraph with an address such as #r10-2."""
    lines = [
        "# The rulebook",
        "",
        "The rules as the default ruleset `deluxe` plays them, in our own words; what other"
        " [rulesets](rulesets.md) change is named by its option. The same text is in the game and"
        " in the terminal: `twilight rulebook R10.2`.",
    ]
    for section in load_rulebook():
        lines += ["", f"## {section_title(section)}", ""]
        for rule in section.paragraphs:
            lines += [*_rule_lines(rule), ""]
    return "\n".join(lines)


def _rule_lines(rule: Paragraph) -> list[str]:
    text = NUMBER.sub(lambda found: f"[{found[0]}](#{_anchor(found[0])})", rule.text)
    options = ", ".join(f"`{option}`" for option in rule.options)
    text += f" (Changed by {options}.)" if options else ""
    lines = [f"**{rule.number}** {text}", f"{{: #{_anchor(rule.number)} }}"]
    if rule.table:
        heads, *rows = (" | ".join(cells) for cells in rule.table)
        lines += ["", f"| {heads} |", "|---" * len(rule.table[0]) + "|"]
        lines += [f"| {row} |".replace("*", "\\*") for row in rows]
    return lines


def _anchor(number: str) -> str:
    return number.lower().replace(".", "-")
