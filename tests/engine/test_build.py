"""The engine that runs is the one that was meant to run."""

import os

from twilight.engine.game import is_compiled


def test_the_expected_engine_runs() -> None:
    expected = os.environ.get("TWILIGHT_EXPECT")
    if expected is not None:
        assert is_compiled() == (expected == "compiled")
