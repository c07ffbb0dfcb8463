"""`twilight rulebook`: by number, by section, by words."""

import json

import pytest

from tests.cli.test_cards import output, refused


def test_a_paragraph_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    said = output(capsys, "rulebook", "R10.2")
    assert said.startswith("10. Placing influence\nR10.2  Within reach are countries")
    assert "twilight rules: placement_own_country, placement_superpower" in said
    assert output(capsys, "rulebook", "r10.2") == said
    assert "Están al alcance" in output(capsys, "rulebook", "R10.2", "--lang", "es")


def test_a_section_and_the_contents(capsys: pytest.CaptureFixture[str]) -> None:
    assert "R13.7" in output(capsys, "rulebook", "R13")
    assert "Space Station" in output(capsys, "rulebook", "R13.1")
    contents = output(capsys, "rulebook").splitlines()
    assert contents[0] == "1. Terms (R1.1 to R1.7)"
    assert contents[-1].startswith("V4. Scenario: Late War")


def test_paragraphs_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    said = output(capsys, "rulebook", "china", "headline")
    assert "R6.3" in said
    assert "R10.1" not in said
    found = json.loads(output(capsys, "rulebook", "china", "headline", "--json"))
    assert {"R1.7", "R6.3"} <= {one["number"] for one in found}
    # Without accents too.
    assert "R2.3" in output(capsys, "rulebook", "republica dominicana", "--lang", "es")


def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "R10 has R10.1 to R10.7" in refused(capsys, "rulebook", "R10.99")
    assert "there is no section V9" in refused(capsys, "rulebook", "V9.1")
    assert "no paragraph has all of these words: zebra" in refused(capsys, "rulebook", "zebra")
