"""A game between quick players, finished and recorded, that the tests of this room look at."""

import pytest

from twilight.bots.registry import make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game


@pytest.fixture(scope="session")
def finished_game() -> Game:
    """Let two baselines play a whole game."""
    game = Game.new()
    play_out(game, [make_bot("baseline", "a"), make_bot("baseline", "b")], SeededChance("study 3"))
    assert game.outcome is not None
    return game
