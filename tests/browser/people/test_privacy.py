"""One's own data in the browser: exported, deleted; and the page of the host."""

from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Invite
from tests.browser.pages import Visitor
from tests.browser.people.test_own_games import PASSWORD, ask
from tests.browser.people.test_people import member
from tests.server.live_server import LiveServer, settings_for


def test_data_is_taken_along_and_an_account_ends(browser: Browser, tmp_path: Path) -> None:
    terms = tmp_path / "terms.txt"
    terms.write_text("# Manners\n\nBe kind to each other.\n", encoding="utf-8")
    settings = settings_for(tmp_path / "data", terms=str(terms), contact="host@example.org")
    with LiveServer(settings) as server:
        visitor = Visitor(browser, server.port)
        visitor.set(aids=False)
        page = visitor.page
        visitor.new_game("computer", seed="gone")
        ask(visitor, "/me/account", {"name": "Brief", "password": PASSWORD})
        visitor.go()
        page.get_by_role("button", name="Brief").click()
        with page.expect_download() as started:
            page.get_by_role("link", name="Export my data").click()
        saved = tmp_path / "mine.zip"
        started.value.save_as(saved)
        with ZipFile(saved) as archive:
            assert '"Brief"' in archive.read("account.json").decode()
        page.get_by_role("link", name="Terms and contact").click()
        expect(page.get_by_role("heading", name="Manners")).to_be_visible()
        expect(page.get_by_text("Be kind to each other.")).to_be_visible()
        link = page.get_by_role("link", name="host@example.org")
        expect(link).to_have_attribute("href", "mailto:host@example.org")
        page.get_by_role("button", name="Brief").click()
        page.get_by_role("button", name="Delete my account").click()
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Delete for ever").click()
        expect(page.get_by_role("button", name="Account")).to_be_visible()
        expect(page.get_by_role("heading", name="First game, guided")).to_be_visible()
        visitor.leave()


def test_a_player_goes_and_neither_the_other_nor_a_watcher_finds_the_name(invite: Invite) -> None:
    (leaver, name), (other, _), watcher = member(invite), member(invite), invite()
    watcher.set(aids=False)
    game = leaver.new_game("online", side="us", public=True)
    ask(other, f"/games/{game}/join", {"invite": ""})
    for person in (other, watcher):
        person.sit(game)
        expect(person.page.get_by_text(name).first).to_be_attached()
    expect(watcher.page.locator(".hand-card.open")).to_have_count(0)
    leaver.go()
    leaver.page.get_by_role("button", name=name).click()
    leaver.page.get_by_role("button", name="Delete my account").click()
    leaver.page.get_by_label("Your password").fill(PASSWORD)
    leaver.page.get_by_role("button", name="Delete for ever").click()
    expect(leaver.page.get_by_role("button", name="Account")).to_be_visible()
    for person in (other, watcher):
        # The game is given up at once.
        expect(person.page.locator(".over")).to_be_visible()
        person.page.reload()
        expect(person.page.locator(".over")).to_be_visible()
        expect(person.page.get_by_text("Deleted player").first).to_be_attached()
        expect(person.page.get_by_text(name, exact=True)).to_have_count(0)
    watcher.go("/lobby")
    expect(watcher.page.get_by_role("heading", level=1)).to_be_visible()
    expect(watcher.page.get_by_text(name, exact=True)).to_have_count(0)
