"""Every ruling names a test, and every test that it names exists."""

import re
from pathlib import Path

import pytest

from tests.cards.test_cards import ALL_CASES

ROOT = Path(__file__).parent.parent
CASES = {str(case) for case in ALL_CASES}
ROWS = [
    line.strip().strip("|").split("|")
    for line in (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| question")
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].strip()[:60])
def test_ruling(row: list[str]) -> None:
    assert len(row) == 4, "a ruling has a question, a decision, a source and a test"
    tests = re.findall(r"`([^`]+)`", row[3])
    assert tests, "no test is named"
    for name in tests:
        if "::" not in name:
            assert name in CASES, f"no case is called {name!r}"
            continue
        file, function = name.split("::")
        assert f"def {function}(" in (ROOT / file).read_text(encoding="utf-8"), name
