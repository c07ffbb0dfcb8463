"""Games of the tests' servers are dealt alike in every run: what fails fails again."""

from hashlib import sha256
from itertools import count

import pytest


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number the seeds of a test; a server in a process of its own deals as it likes."""
    numbers = count()

    def new_seed() -> str:
        return sha256(f"{request.node.name} {next(numbers)}".encode()).hexdigest()[:24]

    monkeypatch.setattr("twilight.server.play.games.new_seed", new_seed)
    monkeypatch.setattr("twilight.server.play.branches.new_seed", new_seed)
