"""The human games beside the project, if they are there: every stated fact agrees.

These files are no part of the project, so this test is left out where they are missing.
"""

from pathlib import Path

import pytest

from twilight.replays.checking.check_logs import check_files

REPLAYS = Path(__file__).parents[2].parent / "shared" / "replays"
FILES = sorted(REPLAYS.glob("*.txt"))

pytestmark = pytest.mark.skipif(not FILES, reason="the human games are not there")


def test_all_human_games_agree_in_every_stated_fact() -> None:
    report = check_files(FILES)
    assert [str(file) for file in report.files if file.disagreement is not None] == []
    assert all(file.agreed == file.facts for file in report.files)
