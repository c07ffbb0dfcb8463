"""The rulebook: numbers that hold in every language, and that everything else can point to."""

import re
from pathlib import Path

import pytest

from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.ids import NATO, QUAGMIRE
from twilight.engine.journal import FactKind
from twilight.engine.rules import OPTION_NAMES
from twilight.engine.text.language import LANGUAGES
from twilight.engine.text.rulebook import (
    FACT_RULES,
    NUMBER,
    OPTIONS,
    Paragraph,
    load_rulebook,
)

ROOT = Path(__file__).parents[2]
# Where texts name paragraphs.
TEXTS = sorted((ROOT / "src" / "twilight" / "engine" / "text" / "languages").glob("*.json"))


def paragraphs(code: str = "en") -> dict[str, Paragraph]:
    return {rule.number: rule for section in load_rulebook(code) for rule in section.paragraphs}


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_follow_each_other_and_are_the_same_in_every_language(code: str) -> None:
    for section in load_rulebook(code):
        expected = [f"{section.number}.{n}" for n in range(1, len(section.paragraphs) + 1)]
        assert [rule.number for rule in section.paragraphs] == expected
        assert section.title
    assert list(paragraphs(code)) == list(paragraphs("en"))
    assert len(paragraphs(code)) > 180


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_whatever_names_a_paragraph_names_one_that_exists(file: Path) -> None:
    named = set(NUMBER.findall(file.read_text(encoding="utf-8")))
    known = set(paragraphs()) | {section.number for section in load_rulebook()}
    assert named <= known


def test_rulings_in_the_documents_name_paragraphs_that_exist() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    known = set(paragraphs()) | {section.number for section in load_rulebook()}
    assert set(re.findall(r"(?<![\w.])[RV]\d+(?:\.\d+)?\b", text)) <= known


def test_every_kind_of_fact_and_every_option_has_its_paragraph() -> None:
    assert set(FACT_RULES) == set(FactKind)
    assert set(FACT_RULES.values()) <= set(paragraphs())
    named = {option for options in OPTIONS.values() for option in options}
    assert named == set(OPTION_NAMES)
    assert set(OPTIONS) <= set(paragraphs())


@pytest.mark.parametrize("code", LANGUAGES)
def test_sentences_are_short_enough_to_be_read(code: str) -> None:
    for rule in paragraphs(code).values():
        assert rule.text.endswith("."), rule.number
        assert len(rule.text) < 520, rule.number


def test_cards_are_found_by_their_names() -> None:
    assert paragraphs()["V4.3"].cards[2] == NATO
    assert QUAGMIRE in paragraphs()["R20.5"].cards
    # "Nixon Plays the China Card" names no second card.
    assert list(paragraphs()["R17.4"].cards) == [CARD_BY_KEY["nixon_plays_the_china_card"]]
    spanish = paragraphs("es")
    for number, rule in paragraphs().items():
        assert set(rule.cards) == set(spanish[number].cards), number


def test_tables_are_those_that_the_engine_plays_by() -> None:
    rows = {row[0]: row for row in paragraphs()["R18.2"].table}
    assert rows["Europe"][1:5] == ["3", "7", "wins the game", "5"]
    assert rows["Central America"][5] == "Mexico, Cuba"
    boxes = paragraphs()["R13.1"].table
    assert boxes[8][1:4] == ["Space Station", "4", "1-2"]
    assert "France*" in dict(paragraphs()["R2.3"].table[1:])["Western Europe"]
