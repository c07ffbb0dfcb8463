"""Whole games in a real browser."""

from random import Random

import pytest

from tests.browser.pages import Visitor


@pytest.mark.slow
def test_a_whole_game_by_mouse(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    game = visitor.new_game("computer", side="us", bot="random", seed="mouse")
    visitor.sit(game)
    state = visitor.play_randomly(Random(1))
    assert state["over"]
