"""Words for people: levels, clocks, and what Spanish says of coups."""

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, Visitor
from tests.browser.test_follow import SEED


def test_levels_say_how_they_play_and_how_strong_they_are(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    recruit = page.locator("label", has_text="Recruit")
    expect(recruit).to_contain_text("for first games")
    expect(recruit).to_contain_text("about ")
    expect(recruit.locator("input")).to_be_checked()
    rows = [row.text_content() or "" for row in page.locator(".rows label").all()]
    assert len(rows) >= 5
    assert sum("for first games" in row for row in rows) == 1
    page.locator("label", has_text="Officer").click()
    expect(page.locator("label", has_text="Officer").locator("input")).to_be_checked()


def test_spanish_says_golpe_de_estado_and_boca_arriba(invite: Invite) -> None:
    visitor = invite(DESKTOP)
    visitor.set(language="es", aids=False)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    expect(page.locator(".prompt.yours")).to_contain_text("7")
    expect(page.get_by_role("banner")).to_contain_text("Recluta")
    expect(page.locator("main")).to_contain_text("boca arriba")
    # The words stay within the box of The China Card, and off its symbol.
    inside = page.evaluate(
        """() => {
          const [box, words, symbol] = ['.ground', '.state', 'use'].map(
            (one) => document.querySelector(`g.china ${one}`)?.getBoundingClientRect());
          return words.left >= box.left && words.right <= box.right
            && (!symbol || symbol.right <= words.left);
        }"""
    )
    assert inside
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("golpe de Estado")


def test_the_clock_is_counted_for_each(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    page.get_by_text("Online", exact=True).click()
    page.get_by_text("Total", exact=True).click()
    expect(page.get_by_text("60 min each", exact=True)).to_be_visible()


def test_settings_and_invitations_say_what_they_are(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    page.get_by_role("button", name="Settings").click()
    for words in ("Text size", "Sort hand by"):
        expect(page.locator("dialog")).to_contain_text(words)
    visitor.go(f"/game/{visitor.new_game('online', side='us')}")
    page.get_by_role("button", name="Cancel invitation").click()
    expect(page.get_by_label("Invitation")).to_have_count(0)
