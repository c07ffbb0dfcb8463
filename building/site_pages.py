"""Pages of the documentation site that are made from the program itself: the list of the cards."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from twilight.cli.commands.cards import card_data
from twilight.engine.cards import BOX_CARDS, CARD_KEYS, printed_number
from twilight.engine.text.language import load_language, load_rulings


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, before links are checked."""
    files.append(File.generated(config, "cards.md", content=cards_page()))
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
