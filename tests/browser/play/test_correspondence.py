"""A game of days between two people: made in the form, and a vacation that all three see."""

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people.test_own_games import ask, picture


def test_two_people_play_for_days_and_one_goes_on_vacation(invite: Invite) -> None:
    host, guest, watcher = invite(), invite(), invite()
    for person in (host, guest, watcher):
        person.set(aids=False)
    page = host.page
    host.go()
    page.get_by_text("Online", exact=True).click()
    page.get_by_text("Days a move").click()
    page.get_by_text("5", exact=True).first.click()
    page.get_by_text("In the lobby", exact=True).click()
    page.locator("button.start").click()
    expect(page.get_by_label("Invitation")).to_be_visible()
    game = page.url.rpartition("/")[2]
    guest.go()
    ask(guest, f"/games/{game}/join", {"invite": ""})
    guest.go("/settings/notify")
    guest.page.get_by_label("Days", exact=True).fill("10")
    guest.page.get_by_role("button", name="Begin a vacation").click()
    expect(guest.page.get_by_text("You are on vacation until")).to_be_visible()
    expect(guest.page.get_by_text("20 of 30 days are left this year.")).to_be_visible()
    single = guest.page.get_by_role("switch", name="Answer for me where there is one answer")
    expect(single).to_be_checked()
    single.click()
    expect(single).not_to_be_checked()
    picture(guest, "vacation")
    host.go()
    urgent = page.get_by_role("region", name="Continue")
    expect(urgent).to_contain_text("on vacation until")
    picture(host, "home-vacation")
    # Whoever watches sees the table, and no hand.
    watcher.sit(game)
    assert watcher.page.locator(".hand-card.open").count() == 0
    guest.page.get_by_role("button", name="I am back").click()
    expect(guest.page.get_by_role("button", name="Begin a vacation")).to_be_visible()
    host.page.reload()
    expect(urgent).to_contain_text("left")
