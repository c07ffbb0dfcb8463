"""A real browser in front of a real server; a message on the console fails the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import Visitor
from tests.server.live_server import LiveServer, settings_for
from twilight.server.pages import is_built

CHROMIUM = Path("/usr/bin/chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = [
        name
        for name, there in (("Chromium", CHROMIUM.exists()), ("the built client", is_built()))
        if not there
    ]
    if missing:
        skip = pytest.mark.skip(reason=f"needs {' and '.join(missing)}")
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(skip)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(settings_for(tmp_path_factory.mktemp("browser"))) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield launched
        launched.close()


@pytest.fixture
def visitor(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    person = Visitor(browser, server.port)
    yield person
    person.leave()


@pytest.fixture
def second_visitor(browser: Browser, server: LiveServer) -> Iterator[Visitor]:
    person = Visitor(browser, server.port)
    yield person
    person.leave()
