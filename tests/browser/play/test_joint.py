"""Both sides choose at once, and a third one looks: bids and the statecraft of Turn Zero."""

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.conftest import Invite
from tests.browser.pages import Visitor
from tests.browser.people.test_own_games import ask


class Ear:
    """Hears what the server tells a page of its game."""

    def __init__(self, person: Visitor) -> None:
        self.updates: list[dict[str, Any]] = []
        person.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "update":
            self.updates.append(message)


def choose(person: Visitor, answers: list[str]) -> None:
    """Answer questions one after the other."""
    for answer in answers:
        person.page.locator(f"[data-option={answer}]").click()
        person.page.locator("button.commit:enabled").click()
        expect(person.page.locator(f"[data-option={answer}]:enabled")).to_have_count(0)


@pytest.mark.parametrize(
    ("wish", "question", "first", "changed", "second", "told"),
    [
        pytest.param(
            {"side": "bid"},
            "Choose the side to bid for",
            ["name_us", "number_7"],
            ["number_3"],
            ["name_us", "number_2"],
            ["bids 7", "bids 3"],
            id="bids",
        ),
        pytest.param(
            {"side": "us", "options": {"turn_zero": True}},
            "Choose a statecraft card",
            ["statecraft_major"],
            ["statecraft_cancel"],
            ["statecraft_minor"],
            ["Marshall", "Dulles"],
            id="statecraft",
        ),
    ],
)
def test_two_choose_at_once_and_a_watcher_learns_nothing(
    invite: Invite,
    wish: dict[str, Any],
    question: str,
    first: list[str],
    changed: list[str],
    second: list[str],
    told: list[str],
) -> None:
    host, guest, watcher = people = [invite() for _ in range(3)]
    ears = [Ear(person) for person in people]
    for person in people:
        person.set(aids=False)
    game = host.new_game("online", public=True, **wish)
    guest.go()
    ask(guest, f"/games/{game}/join", {"invite": ""})
    for person in people:
        person.sit(game)
    for person in (host, guest):
        expect(person.page.locator("section.prompt .title")).to_have_text(question)
    both = watcher.page.locator("section.prompt .title")
    expect(both).to_have_text("Both sides choose in secret")
    before = [dict(ear.updates[-1]) for ear in ears[1:]]
    choose(host, first)
    waits = host.page.locator("section.prompt .detail")
    expect(waits).to_contain_text("until the other side has chosen")
    # Changed, as long as the other one has not chosen.
    host.page.get_by_role("button", name="Undo").click()
    choose(host, changed)
    expect(waits).to_contain_text("until the other side has chosen")
    # Nobody else was told anything, and who asks anew gets the same as before.
    assert [ear.updates[-1] for ear in ears[1:]] == before
    for person, ear, known in zip(people[1:], ears[1:], before, strict=True):
        count = len(ear.updates)
        person.page.reload()
        expect(person.page.locator("[data-box=uk]")).to_be_visible()
        assert len(ear.updates) == count + 1
        assert ear.updates[-1] == known
    expect(guest.page.locator("section.prompt .title")).to_have_text(question)
    expect(both).to_have_text("Both sides choose in secret")
    choose(guest, second)
    # Both choices are open for all at once, and the one that was taken back for nobody.
    for person in people:
        log = person.page.locator(".log").first
        expect(log).to_contain_text(told[1])
        expect(log).not_to_contain_text(told[0])
