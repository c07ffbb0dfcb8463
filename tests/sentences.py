"""Sentences in the sources that stand in a table with those of another language."""

import ast
from collections.abc import Iterable, Mapping
from string import Formatter


def check_translated(written: Iterable[tuple[str, ast.expr]], table: Mapping[str, str]) -> None:
    """Demand that a table has all sentences, each with its blanks, and no more."""
    used = set()
    for place, sentence in written:
        # Its values would be in it, and no table could have it.
        assert not isinstance(sentence, ast.JoinedStr), place
        if isinstance(sentence, ast.Constant):
            assert sentence.value in table, place
            used.add(sentence.value)
    assert set(table) == used
    for english, other in table.items():
        # For a detail only a program has words.
        assert _blanks(english) - {"detail"} == _blanks(other), english


def _blanks(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}
