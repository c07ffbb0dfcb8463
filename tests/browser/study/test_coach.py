"""Hints, and a word before a blunder, as a person asks for them."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, Size, Visitor
from tests.browser.playing import Press, click, play, tap

BLUNDER = {
    "decision": 0,
    "loss": 0.21,
    "mark": "blunder",
    "played": None,
    "best": None,
}


def until_a_card_is_chosen(visitor: Visitor, press: Press = click) -> None:
    """Play anything until a headline or a round asks for a card."""
    play(visitor, Random(1), press=press, until=(".hand-card.open", ""))


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_a_hint_comes_in_three_steps(invite: Invite, size: Size) -> None:
    visitor = invite(size)
    visitor.set(aids=False)
    page = visitor.page
    visitor.start(seed="hint")
    until_a_card_is_chosen(visitor)
    page.get_by_role("button", name="Hint").click()
    line = page.get_by_role("group", name="Coach")
    expect(line.get_by_role("button", name="Danger", pressed=True)).to_be_visible()
    for step in ("Idea", "Best play"):
        expect(line.get_by_role("status")).not_to_be_empty()
        page.keyboard.press("a")
        expect(line.get_by_role("button", name=step, pressed=True)).to_be_visible()
    expect(page.locator(".hand-card.hinted")).to_have_count(1)
    # What was told can be read again, and put away.
    line.get_by_role("button", name="Idea").click()
    expect(line.get_by_role("button", name="Idea", pressed=True)).to_be_visible()
    line.get_by_role("button", name="Close").click()
    expect(line).to_have_count(0)


def test_a_phone_shows_the_hint_above_the_prompt(phone: Visitor) -> None:
    page = phone.page
    phone.start(seed="hint")
    until_a_card_is_chosen(phone, tap)
    page.get_by_role("button", name="Hint").tap()
    line = page.get_by_role("group", name="Coach")
    expect(line.get_by_role("status")).not_to_be_empty()
    assert not phone.scrolls_sideways()


def test_a_blunder_is_taken_back_and_explained(invite: Invite) -> None:
    visitor = invite()
    visitor.set(aids=False, coach="warn")
    page = visitor.page
    visitor.start(seed="hint")
    until_a_card_is_chosen(visitor)
    # Whether a play is a blunder is judged elsewhere; here every play is one.
    cards = page.locator(".hand-card.open")
    first, other = cards.nth(0).get_attribute("data-card"), cards.nth(1).get_attribute("data-card")

    def rated(card: str | None) -> dict[str, object]:
        named: dict[str, object] = {
            "card": card,
            "use": "pass",
            "countries": [],
            "text": f"Play {card}",
        }
        return {"play": named, "chance": 0.5, "loss": 0, "why": "Because.", "played": False}

    page.route(
        "**/verdict*",
        lambda route: route.fulfill(json={**BLUNDER, "played": rated(first), "best": rated(other)}),
    )
    cards.nth(0).click()
    page.get_by_role("button", name="Commit").click()
    dialog = page.get_by_role("dialog", name="A blunder")
    expect(dialog.get_by_text("Loses 21 points of win chance.")).to_be_visible()
    # Its buttons stay within it, on the narrowest phone too.
    wide = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 640})
    for button in dialog.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert wide is not None
    page.set_viewport_size(wide)
    dialog.get_by_role("button", name="Take back and show me why").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("group", name="Coach")).to_contain_text(f"Instead of Play {first}")
    expect(page.locator(".hand-card.chosen")).to_have_count(0)
    expect(page.locator(f'.hand-card.hinted[data-card="{other}"]')).to_be_visible()
    # Who knows the best play is not offered an idea, and can see it again.
    line = page.get_by_role("group", name="Coach")
    expect(line.get_by_role("button", name="Idea")).to_be_disabled()
    line.get_by_role("button", name="Close").click()
    expect(line).to_have_count(0)
    page.keyboard.press("a")
    expect(line).to_contain_text(f"Instead of Play {first}")
    # Who insists may play it all the same, and is asked only once.
    cards.nth(0).click()
    page.get_by_role("button", name="Commit").click()
    page.get_by_role("button", name="Play it all the same").click()
    expect(page.locator(f'.hand-card.open[data-card="{first}"]')).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_all_of_a_long_hint_can_be_read(invite: Invite, size: Size) -> None:
    visitor = invite(size)
    visitor.set(aids=False)
    page = visitor.page
    visitor.start(seed="hint")
    until_a_card_is_chosen(visitor)
    long = " ".join(f"Reason number {number} of the coach." for number in range(12))
    page.route(
        "**/hint?*",
        lambda route: route.fulfill(json={**route.fetch().json(), "text": long}),
    )
    map_before = page.locator(".map").bounding_box()
    page.get_by_role("button", name="Hint").click()
    line = page.get_by_role("group", name="Coach")
    more = line.get_by_role("button", name="More")
    more.click()
    whole = line.locator(".whole")
    expect(whole).to_have_text(long)
    expect(whole).to_be_in_viewport(ratio=1)
    assert whole.evaluate("one => one.scrollWidth <= one.clientWidth")
    # The map keeps its height, and the buttons of the prompt can be pressed.
    assert page.locator(".map").bounding_box() == map_before
    line.get_by_role("button", name="Less").click()
    expect(whole).to_have_count(0)
