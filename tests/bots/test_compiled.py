"""Compiled bots play as plain ones do: the same seed gives the same answers.

The compiled part of `make test` runs this; a plain one has nothing to compare itself with.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.bot_games import SPECS

from tests.strategies import LEAGUE_RULES
from twilight.bots.registry import make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game, is_compiled

ROOT = Path(__file__).parents[2]
MOST_ANSWERS = 250


def answers_of(bot: str) -> list[int]:
    """Let a bot play the beginning of a game against itself."""
    game = Game.new(LEAGUE_RULES)
    players = [make_bot(bot, "red"), make_bot(bot, "blue")]
    play_out(game, players, SeededChance("compiled"), most_answers=MOST_ANSWERS)
    return list(game.record or ())


@pytest.mark.skipif(not is_compiled(), reason="nothing here is compiled")
@pytest.mark.parametrize("bot", SPECS)
def test_a_compiled_bot_plays_as_a_plain_one(bot: str) -> None:
    program = (
        "import json, sys; from tests.bots.test_compiled import answers_of; "
        "from twilight.engine.game import is_compiled; assert not is_compiled(); "
        "print(json.dumps(answers_of(sys.argv[1])))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program, bot],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answers_of(bot) == json.loads(plain.stdout)
