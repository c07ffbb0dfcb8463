from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.live_server import OPEN_CLIENTS, LiveServer, settings_for
from tests.server.seeds import same_deals as same_deals


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(settings_for(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(autouse=True)
def close_clients() -> Iterator[None]:
    yield
    while OPEN_CLIENTS:
        OPEN_CLIENTS.pop().close()
