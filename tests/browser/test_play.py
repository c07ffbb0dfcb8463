"""Whole games in a real browser: by mouse, by keyboard, by two, on a phone, after a restart."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.pages import Visitor
from tests.server.live_server import LiveServer, settings_for


@pytest.mark.slow
def test_a_whole_game_by_mouse(visitor: Visitor) -> None:
    visitor.set(pace="off")
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="mouse"))
    assert visitor.play_randomly(Random(1))["over"]
    page = visitor.page
    expect(page.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.slow
def test_a_whole_game_by_keyboard_alone(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    visitor.sit(visitor.new_game("computer", side="ussr", bot="random", seed="keys"))
    assert visitor.play_with_keys(Random(2))["over"]


@pytest.mark.slow
def test_a_whole_game_on_a_phone(visitor: Visitor) -> None:
    visitor.with_phone()
    visitor.set(pace="off", aids=False)
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="phone"))
    assert visitor.play_randomly(Random(3), touch=True)["over"]


def test_a_few_rounds_by_mouse(visitor: Visitor) -> None:
    visitor.set(pace="off")
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="few"))
    visitor.play_randomly(Random(4), 60)
    expect(visitor.page.locator(".log li").first).to_be_visible()


def test_a_few_rounds_by_keyboard(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="few"))
    visitor.play_with_keys(Random(5), 50)
    expect(visitor.page.locator(".log li").first).to_be_visible()


def test_undo_and_another_choice(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="undo"))
    page = visitor.page
    title = page.locator(".prompt .title")
    expect(title).to_have_text("Starting influence: 7 to place")
    page.locator("[data-box=italy]").click()
    expect(title).to_have_text("Starting influence: 6 to place")
    page.keyboard.press("u")
    expect(title).to_have_text("Starting influence: 7 to place")
    page.locator("[data-box=angola]").click()
    expect(page.locator(".refusal")).to_contain_text("Western Europe")
    for left in range(6, 0, -1):
        page.locator("[data-box=west_germany]").click()
        expect(title).to_have_text(f"Starting influence: {left} to place")
    page.locator("[data-box=france]").click()
    commit = page.get_by_role("button", name="Commit")
    expect(commit).to_be_enabled()
    page.keyboard.press("Escape")
    expect(commit).to_be_disabled()
    page.locator("[data-box=italy]").click()
    page.keyboard.press("Enter")
    expect(title).to_have_text("Choose your headline")


def test_the_hand_over_screen_hides_both_hands(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    visitor.sit(visitor.new_game("hotseat", seed="two"))
    page = visitor.page
    cover = page.get_by_role("heading", name="The USSR decides")
    expect(cover).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(0)
    page.get_by_role("button", name="I play the USSR: show my cards").click()
    expect(page.locator(".hand-card").first).to_be_visible()
    for _ in range(60):
        visitor.play_randomly(Random(6), 1)
        if page.get_by_role("heading", name="The US decides").is_visible():
            break
    expect(page.get_by_role("heading", name="The US decides")).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="The US decides")).to_be_visible()


def test_turn_zero_and_bidding_are_played_on_the_page(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    game = visitor.new_game("hotseat", side="bid", seed="zero", options={"turn_zero": True})
    visitor.sit(game)
    random = Random(7)
    headline = visitor.page.locator(".prompt .title", has_text="Choose your headline")
    for _ in range(60):
        visitor.play_randomly(random, 10)
        if headline.is_visible():
            break
    expect(headline).to_be_visible()


def test_two_browsers(browser: Browser, tmp_path: Path) -> None:
    """Invite, join, headline, undo, chat, reload, a second tab and a restart of the server."""
    first_server = LiveServer(settings_for(tmp_path))
    with first_server as server:
        port = server.port
        host, guest = Visitor(browser, port), Visitor(browser, port)
        for person in (host, guest):
            person.set(pace="off", aids=False)
            # A browser says so when the server is away.
            person.allowed = ("WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource")
        game = host.new_game("online", side="us", seed="online")
        host.go(f"/game/{game}")
        link = host.page.get_by_label("Invitation").input_value()
        guest.page.goto(link)
        guest.page.get_by_role("button", name="Take the seat").click()
        expect(guest.page.locator(".hand-card").first).to_be_visible()
        expect(host.page.locator(".hand-card").first).to_be_visible()
        _play_until_headline(host, guest)
        for person in (host, guest):
            _choose_headline(person)
        expect(host.page.get_by_role("dialog", name="Headlines")).to_be_visible()
        expect(guest.page.get_by_role("dialog", name="Headlines")).to_be_visible()
        guest.page.get_by_role("tab", name="Chat").click()
        guest.page.get_by_label("Say something").fill("Good luck")
        guest.page.keyboard.press("Enter")
        host.page.get_by_role("tab", name="Chat").click()
        expect(host.page.get_by_text("Good luck")).to_be_visible()
        host.page.reload()
        expect(host.page.locator(".hand-card").first).to_be_visible()
        turn = host.page.locator(".bar").inner_text()
    with LiveServer(settings_for(tmp_path, port=port)):
        expect(host.page.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
        expect(guest.page.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
        assert host.page.locator(".bar").inner_text() == turn
        random = Random(8)
        for _ in range(12):
            for person in (host, guest):
                person.play_randomly(random, 4, patient=False)
        host.leave()
        guest.leave()


def _play_until_headline(host: Visitor, guest: Visitor) -> None:
    random = Random(9)
    for _ in range(40):
        for person in (host, guest):
            if person.state()["title"] == "Choose your headline":
                continue
            person.play_randomly(random, 2, patient=False)
        if all("headline" in person.state()["title"] for person in (host, guest)):
            return


def _choose_headline(person: Visitor) -> None:
    page = person.page
    expect(page.locator(".prompt .title")).to_have_text("Choose your headline")
    page.locator(".hand-card.open").first.click()
    page.keyboard.press("Escape")
    page.locator(".hand-card.open").nth(1).click()
    page.get_by_role("button", name="Commit").click()
