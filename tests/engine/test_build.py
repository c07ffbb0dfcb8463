"""What runs is what was meant to run: compiled as a whole, or plain as a whole."""

import os
import sys

from twilight.analysis.danger.solver import Solver
from twilight.bots.registry import BOTS
from twilight.engine.game import Game, is_compiled


def test_the_expected_engine_runs() -> None:
    expected = os.environ.get("TWILIGHT_EXPECT")
    if expected is not None:
        assert is_compiled() == (expected == "compiled")


def test_all_that_thinks_is_compiled_with_the_engine() -> None:
    for part in (Game, Solver, *BOTS.values()):
        file = sys.modules[part.__module__].__file__
        assert file is not None
        assert file.endswith(".py") != is_compiled(), file
