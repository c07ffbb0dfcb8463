"""Honest hands: what a card can't do now, it says where the card is looked at or chosen."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, PHONE, TOUCH, Size
from tests.browser.play.test_endings import play_on
from tests.browser.play.test_follow import SEED, SETUP

WHY = "needs Marshall Plan or Warsaw Pact"


def up_to_headline(invite: Invite, size: Size, **options: object) -> Page:
    """Play until the headline is chosen, with NATO in the hand and none of what it needs."""
    visitor = invite(size, **options)
    visitor.set(aids=False)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    for left, country in enumerate(SETUP):
        expect(page.locator(".prompt.yours")).to_contain_text(f"{7 - left} to place")
        page.locator(f"[data-box={country}][data-legal]").dispatch_event("click")
    page.locator("button.commit").click()
    expect(page.locator(".prompt.yours")).to_contain_text("Choose your headline")
    return page


def test_a_card_that_would_do_nothing_says_why_in_the_hand_and_before_the_commit(
    invite: Invite,
) -> None:
    page = up_to_headline(invite, DESKTOP)
    card = page.locator(".hand-card[data-card=nato]")
    expect(card.locator(".status")).to_have_text(f"Event off: {WHY}")
    expect(page.locator(".hand-card[data-card=nato] ~ .hand-card").first).not_to_contain_text("off")
    card.hover()
    expect(page.locator(".rail .off")).to_have_text(f"Event off: {WHY}")
    card.click()
    expect(page.locator(".prompt .detail")).to_have_text(f"NATO: event off, {WHY}")
    expect(page.locator("button.commit")).to_be_enabled()


def test_a_low_window_tells_it_too(invite: Invite) -> None:
    page = up_to_headline(invite, LAPTOP)
    card = page.locator(".hand-card[data-card=nato]")
    expect(card).to_have_attribute("title", f"Event off: {WHY}")
    card.hover()
    expect(page.locator(".rail .off")).to_be_in_viewport(ratio=1)
    # What does not fit is scrolled, and the face of the card is whole.
    tall, seen = page.evaluate(
        "() => { const face = document.querySelector('.rail article');"
        " return [face.scrollHeight, face.clientHeight]; }"
    )
    assert tall <= seen + 1
    card.click()
    expect(page.locator(".prompt .detail")).to_have_text(f"NATO: event off, {WHY}")


def test_the_sheet_of_a_phone_tells_it(invite: Invite) -> None:
    page = up_to_headline(invite, PHONE, **TOUCH)
    card = page.locator(".hand-card[data-card=nato]")
    expect(card.locator(".status")).to_have_text(f"Event off: {WHY}")
    card.tap()
    expect(page.locator(".sheet .note")).to_have_text(f"Event off: {WHY}")
    expect(page.locator(".sheet .button.primary")).to_be_visible()


def test_a_card_that_the_enemy_knows_still_says_whose_event_it_is(invite: Invite) -> None:
    known = {
        "containment": "Your event, the enemy knows it",
        "fidel": "Their event, the enemy knows it",
        "olympic_games": "Event for you, the enemy knows it",
        "nato": f"Event off: {WHY}, the enemy knows it",
    }
    page = play_on(
        invite(),
        {
            "turn": 4,
            "side": "us",
            "influence": {"us": {"uk": 5}},
            "cards": dict.fromkeys(["lone_gunman", *known], "us_hand"),
        },
        follow="off",
    )
    # The US shows its hand, the USSR has one point for it.
    page.locator(".hand-card.open[data-card=lone_gunman]").click()
    page.locator("[data-use=influence]").click()
    page.locator("[data-box=france][data-legal]").click()
    page.locator("button.commit").click()
    for card, said in known.items():
        expect(page.locator(f".hand-card[data-card={card}] .status")).to_have_text(said)


def test_a_window_without_a_rail_shows_the_card_that_is_pointed_at(invite: Invite) -> None:
    page = up_to_headline(invite, (1024, 768))
    card = page.locator(".hand-card[data-card=nato]")
    card.hover()
    text = page.locator(".pointed .card")
    expect(text).to_contain_text("For the rest of the game")
    expect(text).to_contain_text(f"Event off: {WHY}")
    expect(text).to_be_in_viewport(ratio=1)
    # It is above the card, and above what is asked.
    prompt = page.locator(".prompt.yours").bounding_box()
    place = text.bounding_box()
    assert prompt is not None
    assert place is not None
    assert place["y"] + place["height"] <= prompt["y"]
    page.mouse.move(500, 300)
    expect(text).to_have_count(0)
    # The drawer has it as the rail of a wider window does.
    page.get_by_role("button", name="Log and scores").click()
    card.hover()
    expect(page.locator(".rail .off")).to_be_visible()
    expect(text).to_have_count(0)


def test_all_backs_of_a_hand_that_has_been_shown_are_in_sight(invite: Invite) -> None:
    own = ("cia_created", "duck_and_cover", "containment", "norad", "defectors", "nuclear_test_ban")
    theirs = ("nasser", "blockade", "fidel", "comecon", "decolonization", "vietnam_revolts")
    hands = dict.fromkeys(own, "us_hand") | dict.fromkeys(theirs, "ussr_hand")
    page = play_on(
        invite(DESKTOP),
        {"side": "us", "turn": 2, "influence": {"us": {"uk": 5}}, "cards": hands},
    )
    page.locator(".hand-card.open[data-card=cia_created]").click()
    page.locator("[data-use=event]").click()
    page.locator("button.commit").click()
    backs = page.locator(".hand .backs")
    expect(backs.locator(".seen")).to_have_count(len(theirs))
    expect(backs).to_have_attribute("title", re.compile("Nasser"))
    last, rail = (
        backs.locator(".back").last.bounding_box(),
        page.locator("aside.rail").bounding_box(),
    )
    assert last is not None
    assert rail is not None
    assert last["x"] + last["width"] <= rail["x"]
