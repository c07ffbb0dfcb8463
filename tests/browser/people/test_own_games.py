"""The start page with one's own games: whose move it is, on every device; nothing for others."""

import os
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import PHONE, TOUCH, Visitor

PASSWORD = "correct horse"
DAYS = {"type": "correspondence", "hours": 24, "increment_hours": 4, "cap_hours": 72}


def ask(visitor: Visitor, path: str, body: object) -> None:
    answer = visitor.page.request.post(
        f"{visitor.origin}/api/v1{path}", data=body, headers={"origin": visitor.origin}
    )
    assert answer.ok, answer.text()


def picture(visitor: Visitor, name: str) -> None:
    """Keep a picture for whoever wants to look at it."""
    folder = os.environ.get("TWILIGHT_PICTURES")
    if folder:
        visitor.page.screenshot(path=Path(folder) / f"{name}.png")


def test_two_people_see_whose_move_it_is_and_a_watcher_has_none(invite: Invite) -> None:
    host, guest, watcher = invite(), invite(), invite()
    for person in (host, guest, watcher):
        person.set(aids=False)
    game = host.new_game("online", side="us", clock=DAYS, public=True)
    ask(host, "/me/account", {"name": "Anneke", "password": PASSWORD})
    guest.go()
    expect(guest.page.get_by_role("heading", name="First game, guided")).to_be_visible()
    ask(guest, f"/games/{game}/join", {"invite": ""})
    guest.page.reload()
    # The USSR sets up first.
    urgent = guest.page.get_by_role("region", name="Continue")
    expect(urgent).to_contain_text("Your move")
    expect(urgent).to_contain_text("against Anneke")
    expect(urgent).to_contain_text("23 h left")
    expect(guest.page).to_have_title("● 1 waits for you · Twilight")
    # A second game in which the others move stands below.
    guest.new_game("online", side="ussr")
    host.go()
    region = host.page.get_by_role("region", name="Continue")
    expect(region).to_contain_text("plays")
    picture(host, "home-waits")
    urgent.get_by_role("link", name="Continue").click()
    # Who looks at the game has neither a hand nor a move, there and at home.
    watcher.sit(game)
    expect(watcher.page.locator(".hand-card.open")).to_have_count(0)
    expect(watcher.page).to_have_title("Twilight")
    title = guest.page.locator(".prompt .title")
    for left in range(6, 0, -1):
        expect(title).to_have_text(f"Starting influence: {left} to place")
        guest.page.locator("[data-box=poland]").click()
    guest.page.locator("button.commit").click()
    # The other page notices by itself, and so does another device of the same account.
    expect(region).to_contain_text("Your move")
    expect(region.get_by_role("img")).to_have_count(0)
    watcher.go()
    expect(watcher.page.get_by_role("heading", name="First game, guided")).to_be_visible()
    expect(watcher.page.get_by_role("region", name="Continue")).to_have_count(0)
    expect(watcher.page.locator(f"main a[href='/game/{game}']")).to_have_count(0)
    expect(watcher.page).to_have_title("Twilight")
    phone = invite(PHONE, **TOUCH)
    phone.set(aids=False)
    phone.go()
    ask(phone, "/sign-in", {"name": "Anneke", "password": PASSWORD})
    phone.page.reload()
    expect(phone.page.get_by_role("region", name="Continue")).to_contain_text("Your move")
    assert not phone.scrolls_sideways()
    picture(host, "home-move")
    picture(phone, "home-phone")
    for number in range(3):
        host.new_game("computer", seed=f"home {number}")
    host.go()
    rows = host.page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(rows).to_have_count(3)
    picture(host, "home-games")
