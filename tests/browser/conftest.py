"""A real browser in front of a real server; a message on the console fails the test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import DESKTOP, PHONE, TOUCH, Size, Visitor
from tests.server.live_server import LiveServer, settings_for
from tests.server.seeds import same_deals as same_deals
from twilight.server.pages import is_built

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--expose-gc",
]
Invite = Callable[..., Visitor]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    assert is_built(), "the client is not built: make test builds it, or npm run build in web/"
    with LiveServer(settings_for(tmp_path_factory.mktemp("browser"))) as running:
        yield running


# Playwright keeps an event loop running in the tests' thread, where the server's tests need their
# own: it ends with the last test of this folder, whatever a worker is given next.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.exists(), "Chromium is not installed: make chromium installs it"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def invite(browser: Browser, server: LiveServer) -> Iterator[Invite]:
    """Make people, each with a browser of their own; when they leave, nothing may be wrong."""
    people: list[Visitor] = []

    def make(size: Size = DESKTOP, **options: Any) -> Visitor:
        people.append(Visitor(browser, server.port, size, **options))
        return people[-1]

    yield make
    for visitor in people:
        visitor.leave()


@pytest.fixture
def visitor(invite: Invite) -> Visitor:
    person = invite()
    person.set(aids=False)
    return person


@pytest.fixture
def phone(invite: Invite) -> Visitor:
    person = invite(PHONE, **TOUCH)
    person.set(aids=False)
    return person
