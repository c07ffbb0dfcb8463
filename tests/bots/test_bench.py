"""What `make bench` measures is what it says: searches, officers and steps."""

import pytest
from bench import thinking

from twilight.cli.commands.bench import Counted


def test_searches_are_found_and_their_answers_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "POSITIONS", 2)
    monkeypatch.setattr(thinking, "BUDGET", 200)
    searches = thinking.find_searches()
    assert searches
    assert all(len(candidates) > 1 for _, candidates in searches)
    counted = Counted()
    thinking.search(searches, counted)
    assert 100 < counted.number < 2 * 200 * len(searches)


@pytest.mark.parametrize("layout", thinking.LAYOUTS.values())
def test_steps_are_counted(monkeypatch: pytest.MonkeyPatch, layout: str) -> None:
    monkeypatch.setattr(thinking, "GAMES", 3)
    monkeypatch.setattr(thinking, "STEPS", 5)
    counted = Counted()
    thinking.step_games(layout, counted)
    assert counted.number == 15
