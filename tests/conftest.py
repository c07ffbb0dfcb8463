"""Tests that are set aside by name, in the open: the summary counts them as expected failures."""

from pathlib import Path

import pytest

_LIST = Path(__file__).parent / "set_aside.txt"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what the list names; it is not run, and not passed over in silence either."""
    lines = _LIST.read_text(encoding="utf-8").splitlines()
    names = {line for line in lines if line and not line.startswith("#")}
    for item in items:
        if item.nodeid in names:
            item.add_marker(pytest.mark.xfail(run=False, reason="set aside: tests/set_aside.txt"))
