"""The lobby in the browser: open a game, join one, be told why not, watch."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Invite
from tests.browser.look.test_everyone import check
from tests.browser.pages import PHONE, TOUCH, Visitor
from tests.browser.people.test_people import member

INCREMENT = {"type": "increment", "minutes": 45, "increment_seconds": 30}


def row_of(person: Visitor, name: str) -> Locator:
    return person.page.get_by_role("list", name="Open games").locator("li", has_text=name)


def test_a_game_is_opened_and_joined_while_a_third_one_looks(invite: Invite) -> None:
    (host, name), (guest, _), watcher = member(invite), member(invite), invite(PHONE, **TOUCH)
    watcher.set(aids=False)
    host.go("/lobby")
    host.page.get_by_role("link", name="Open a game").click()
    expect(host.page.get_by_role("radio", name="Online")).to_be_focused()
    expect(host.page.get_by_role("radio", name="In the lobby")).to_be_checked()
    host.page.get_by_role("radio", name="Total + 30 s").check(force=True)
    host.page.locator("button.start").click()
    expect(host.page.get_by_label("Invitation")).to_be_visible()
    # On a phone what one has come for stands first, before one's games.
    phone = invite(PHONE, **TOUCH)
    phone.set(aids=False)
    phone.new_game("computer", seed="first")
    phone.go("/?open")
    expect(phone.page.get_by_role("region", name="Continue")).to_be_attached()
    expect(phone.page.get_by_role("radio", name="Online")).to_be_in_viewport()
    assert not phone.scrolls_sideways()
    for person in (guest, watcher):
        person.go("/lobby")
        row = row_of(person, name)
        expect(row).to_contain_text("you play the USSR · 45 min each + 30 s a round · Deluxe")
        expect(row).to_contain_text("casual")
        expect(row.get_by_role("img", name="US", exact=True)).to_be_visible()
    assert not watcher.scrolls_sideways()
    join = guest.page.get_by_role("button", name=f"Join {name}", exact=True)
    join.focus()
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("[data-box=uk]")).to_be_visible()
    expect(guest.page.locator(".hand-card").first).to_be_visible()
    game = guest.page.url.rsplit("/", 1)[1]
    # The list of who looks on changes by itself: it is a game to watch now.
    expect(row_of(watcher, name)).to_have_count(0)
    watched = watcher.page.locator(f"main a[href='/game/{game}']")
    expect(watched).to_contain_text(name)
    expect(watched).to_contain_text("Turn 1")
    assert not watcher.scrolls_sideways()
    watched.tap()
    expect(watcher.page.locator("[data-box=uk]")).to_be_visible()
    assert watcher.page.locator(".hand-card.open").count() == 0


def test_the_lobby_says_why_a_game_is_not_for_me(invite: Invite) -> None:
    (host, name), guest = member(invite), invite()
    guest.set(aids=False)
    host.new_game("online", side="bid", rated=True, public=True, clock=INCREMENT)
    host.go("/lobby")
    expect(row_of(host, name).get_by_role("link", name="yours")).to_be_visible()
    guest.go("/lobby")
    row = row_of(guest, name)
    expect(row).to_contain_text("bid for the side")
    expect(row).to_contain_text("rated")
    expect(row.get_by_role("button", name="Join")).to_have_count(0)
    check(guest, "lobby")
    row.get_by_role("button", name="needs an account").click()
    account = guest.page.get_by_role("dialog", name="Account")
    account.get_by_role("radio", name="New account").check(force=True)
    account.get_by_label("Name", exact=True).fill(f"{name} new")
    account.get_by_label("Password (8 letters or more)").fill("correct horse")
    account.get_by_role("button", name="Go on").click()
    account.get_by_role("button", name="I have kept them").click()
    guest.page.keyboard.press("Escape")
    # With an account the way in is there.
    row.get_by_role("button", name=f"Join {name}", exact=True).click()
    expect(guest.page.locator(".prompt .title")).to_contain_text("bid")


def test_who_comes_too_late_is_told(invite: Invite) -> None:
    (host, name), (guest, _), (late, _) = member(invite), member(invite), member(invite)
    game = host.new_game("online", side="random", public=True)
    late.go("/lobby")
    join = late.page.get_by_role("button", name=f"Join {name}", exact=True)
    expect(join).to_be_visible()
    # What the list says is some seconds old.
    late.page.route("**/api/v1/lobby", lambda route: route.abort())
    guest.page.request.post(
        f"{guest.origin}/api/v1/games/{game}/join", data={}, headers={"origin": guest.origin}
    )
    join.click()
    expect(late.page.get_by_role("alert").first).to_contain_text("Both seats are taken.")
    late.page.unroute("**/api/v1/lobby")
    expect(row_of(late, name)).to_have_count(0)
    late.forgive("Failed to load resource")
