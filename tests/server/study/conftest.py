"""A finished game to leave at any moment."""

import pytest

from tests.server.live_server import Client, LiveServer, finished_game


@pytest.fixture(scope="module")
def played(server: LiveServer) -> tuple[dict[str, str], str]:
    return finished_game(server, "what if", 4)


@pytest.fixture
def studied(server: LiveServer, played: tuple[dict[str, str], str]) -> tuple[Client, str]:
    """Come back as who has played the game."""
    return server.client(cookies=played[0]), played[1]
