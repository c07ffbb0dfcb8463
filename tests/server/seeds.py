"""Games of the tests' servers are dealt alike in every run: what fails fails again."""

import pytest

from tests.server.dealing import numbered


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number the seeds of a test."""
    new_seed = numbered(request.node.name)
    monkeypatch.setattr("twilight.server.play.games.new_seed", new_seed)
    monkeypatch.setattr("twilight.server.play.branches.new_seed", new_seed)
