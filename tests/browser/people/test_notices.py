"""Notices as people choose them: the page, a browser that is told, the end by one click."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import PHONE, Visitor
from tests.browser.people.test_own_games import PASSWORD, ask, picture
from tests.browser.play.test_modes import CARDS, NAMES
from tests.server.live_server import LiveServer, settings_for
from tests.server.notices.test_notices import QUICK
from tests.server.receivers import Browser as PushedBrowser
from tests.server.receivers import web_server


def pretend(visitor: Visitor, pushed: PushedBrowser) -> None:
    """Subscribe at the test's push service: that of a real browser is not within reach."""
    made = pushed.subscription
    keys = {"p256dh": made["p256dh"], "auth": made["auth"]}
    text = json.dumps({"endpoint": made["endpoint"], "keys": keys})
    visitor.context.add_init_script(
        f"PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({text}) }})"
    )


def deliver(page: Page, origin: str, text: str) -> list[str]:
    """Give a message to the worker as the browser does, and return the titles that it shows."""
    wire = page.context.new_cdp_session(page)
    found: list[Any] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda one: found.append(one))
    wire.send("ServiceWorker.enable")
    for _ in range(3000):
        if any(one["registrations"] for one in found):
            break
        page.wait_for_timeout(20)
    [registration] = [one for some in found for one in some["registrations"]][-1:]
    message = {"origin": origin, "registrationId": registration["registrationId"], "data": text}
    shown = """async () => {
      const worker = await navigator.serviceWorker.ready;
      for (let count = 0; count < 300; count++) {
        const all = await worker.getNotifications();
        if (all.length > 0) return all.map((one) => one.title);
        await new Promise((done) => setTimeout(done, 20));
      }
      return [];
    }"""
    # Now and then Chromium drops what it is handed like this; the same again takes its place.
    for _ in range(10):
        wire.send("ServiceWorker.deliverPushMessage", message)
        titles: list[str] = page.evaluate(shown)
        if titles:
            return titles
    return []


def reachable(browser: Browser, server: LiveServer, pushed: PushedBrowser) -> Visitor:
    """Make somebody whose browser can be told of things."""
    person = Visitor(browser, server.port)
    person.set(aids=False)
    pretend(person, pushed)
    person.context.grant_permissions(["notifications"], origin=person.origin)
    return person


def test_a_player_who_is_away_is_told_and_ends_it(browser: Browser, tmp_path: Path) -> None:
    with web_server(201) as out, LiveServer(settings_for(tmp_path, **QUICK)) as server:
        pushed = PushedBrowser(f"{out.url}/push")
        host = reachable(browser, server, pushed)
        page = host.page
        game = host.new_game("online", side="us", public=True)
        ask(host, "/me/account", {"name": "Anneke", "password": PASSWORD})
        host.go()
        page.get_by_role("link", name="Notices").click()
        expect(page.get_by_role("heading", level=1, name="Notices")).to_be_visible()
        move = page.get_by_role("switch", name="My move: Browser")
        expect(move).not_to_be_checked()
        move.click()
        expect(move).to_be_checked()
        page.get_by_label("Address of the webhook").fill(f"{out.url}/hook")
        page.get_by_role("button", name="Keep").click()
        hook = page.get_by_role("switch", name="A game begins or ends: Webhook")
        expect(hook).to_be_enabled()
        hook.click()
        expect(hook).to_be_checked()
        page.get_by_role("button", name="Send a test").nth(2).click()
        expect(page.get_by_text("✓ works")).to_be_visible()
        picture(host, "notices")
        # A third one wants to be told of everything, and only looks at the game.
        watcher = reachable(browser, server, PushedBrowser(f"{out.url}/watcher"))
        watcher.go("/settings/notify")
        for event in ("My move", "A game begins or ends", "Chat"):
            switch = watcher.page.get_by_role("switch", name=f"{event}: Browser")
            switch.click()
            expect(switch).to_be_checked()
        guest = Visitor(browser, server.port)
        guest.set(aids=False)
        guest.go("/lobby")
        guest.page.get_by_role("button", name="Join Anneke").click()
        expect(guest.page.locator(".hand-card").first).to_be_visible()
        watcher.sit(game)
        watcher.go()
        hand = guest.page.evaluate(CARDS) + guest.page.evaluate(NAMES)
        for left in range(6, 0, -1):
            title = guest.page.locator(".prompt .title")
            expect(title).to_have_text(f"Starting influence: {left} to place")
            guest.page.locator("[data-box=poland]").click()
        guest.page.locator("button.commit").click()
        [got] = [one for one in out.wait(3) if one.path == "/push"]
        told = pushed.read(got.body)
        assert told["url"] == f"/game/{game}"
        assert [card for card in hand if card in json.dumps(told)] == []
        assert deliver(page, host.origin, json.dumps(told)) == [told["title"]]
        # One click, without signing in.
        stranger = Visitor(browser, server.port, PHONE)
        stranger.set()
        stranger.go(f"/stop#{told['stop']}")
        expect(stranger.page.get_by_role("status")).to_contain_text("nothing more")
        stranger.leave()
        page.reload()
        expect(hook).to_be_checked()
        expect(move).not_to_be_checked()
        assert [one for one in out.got if one.path == "/watcher"] == []
        for person in (guest, watcher, host):
            person.leave()


def test_the_page_of_notices_fits_a_phone(browser: Browser, tmp_path: Path) -> None:
    with LiveServer(settings_for(tmp_path)) as server:
        phone = Visitor(browser, server.port, PHONE, has_touch=True, is_mobile=True)
        phone.set()
        phone.go("/settings/notify")
        expect(phone.page.get_by_text("A webhook needs an account.")).to_be_visible()
        assert not phone.scrolls_sideways()
        picture(phone, "notices-phone")
        phone.leave()
