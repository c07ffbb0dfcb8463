"""Every case of every card, and the demand that each card has an event, words and cases."""

import ast
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

from tests.cards import cases
from twilight.engine.cards import ALL_CARDS, CARD_KEYS
from twilight.engine.events.registry import EVENTS
from twilight.engine.ids import THE_CHINA_CARD
from twilight.engine.testing import Case, invariants, run_case

TABLES = [module.name for module in pkgutil.iter_modules(cases.__path__)]
ALL_CASES: list[Case] = [
    case for table in TABLES for case in import_module(f"{cases.__name__}.{table}").CASES
]
CARDS = ALL_CARDS
CARDS_WITH_EVENT = [card for card in CARDS if card != THE_CHINA_CARD]


def docstrings() -> dict[str, str | None]:
    """Read the docstrings from the sources, since compiled functions have none."""
    engine = Path(__file__).parent.parent.parent / "src" / "twilight" / "engine"
    return {
        node.name: ast.get_docstring(node)
        for file in (*engine.glob("events/*.py"), *engine.glob("variants/*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


DOCSTRINGS = docstrings()


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_case(case: Case) -> None:
    invariants(run_case(case))


@pytest.mark.parametrize("card", CARDS_WITH_EVENT, ids=lambda card: CARD_KEYS[card])
def test_every_card_has_an_event_with_a_docstring(card: int) -> None:
    assert EVENTS[card].handler.__name__ == CARD_KEYS[card]
    assert DOCSTRINGS[CARD_KEYS[card]]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: CARD_KEYS[card])
def test_every_card_has_three_cases(card: int) -> None:
    assert sum(case.card == CARD_KEYS[card] for case in ALL_CASES) >= 3
