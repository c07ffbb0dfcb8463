"""What one touches: chances before a commit, what buttons do, a rail that stays, sounds."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, PHONE, TOUCH, Size, until
from tests.browser.play.test_endings import play_on
from tests.browser.play.test_follow import SEED
from tests.browser.play.test_hands import up_to_headline

# The sounds that were begun, by how many voices they have.
LISTEN = """
  window.voices = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...times) {
    window.voices += 1;
    return start.apply(this, times);
  };
"""


def first_round(invite: Invite, size: Size = DESKTOP, **options: Any) -> Page:
    """Play until the first card of the own action round is chosen."""
    page = up_to_headline(invite, size, **options)
    page.locator(".hand-card.open[data-card=nato]").click()
    page.locator(".sheet .button.primary, button.commit").last.click()
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".prompt.yours")).to_contain_text("Action round 1: play a card")
    return page


def test_the_space_race_states_its_chance_before_the_commit(invite: Invite) -> None:
    page = first_round(invite)
    page.locator(".hand-card.open[data-card=five_year_plan]").click()
    expect(page.locator("[data-use=space]")).to_be_visible()
    page.keyboard.press("s")
    detail = page.locator(".prompt .detail")
    expect(detail).to_contain_text("Earth Satellite with a die of 1–3, 50 %")
    expect(page.locator("button.commit")).to_contain_text("Roll")


def test_uses_say_what_they_do(invite: Invite) -> None:
    page = first_round(invite)
    page.locator(".hand-card.open[data-card=decolonization]").click()
    for use, said in {
        "event_first": "Their event first, then 2 Ops for you",
        "influence": "2 Ops: place markers, 2 for one where they control; then their event",
        "space": "Discard it without its event: Earth Satellite with a die of 1–3, 50 %",
    }.items():
        button = page.locator(f"[data-use={use}]")
        expect(button).to_have_attribute("title", said)
        button.hover()
        expect(page.locator(".prompt .detail")).to_have_text(said)


def test_uses_stay_under_the_mouse_that_asks_what_they_do(invite: Invite) -> None:
    page = play_on(
        invite(LAPTOP),
        {"side": "us", "influence": {"us": {"uk": 5}}, "cards": {"containment": "us_hand"}},
    )
    page.locator(".hand-card.open[data-card=containment]").click()
    uses = page.locator("[data-use]")
    expect(uses.first).to_be_visible()
    places = [use.bounding_box() for use in uses.all()]
    for use, box in zip(uses.all(), places, strict=True):
        assert box is not None
        page.mouse.move(box["x"] + 2, box["y"] + 4)
        expect(page.locator(".prompt .detail .line")).to_have_text(use.get_attribute("title") or "")
        assert [one.bounding_box() for one in uses.all()] == places


def test_other_cards_can_be_switched_to(invite: Invite) -> None:
    page = first_round(invite)
    page.locator(".hand-card.open[data-card=five_year_plan]").click()
    expect(page.locator("[data-use=influence]")).to_be_visible()
    others = page.locator(".hand-card:not([data-card=five_year_plan], [data-card=the_china_card])")
    for card in others.all():
        expect(card).to_have_attribute("aria-disabled", "false")
    page.locator(".hand-card[data-card=norad]").click()
    expect(page.locator(".hand-card[data-card=norad]")).to_have_attribute("aria-pressed", "true")


def test_the_rail_does_not_jump(invite: Invite) -> None:
    page = up_to_headline(invite, DESKTOP)
    tops = set()
    for card in page.locator(".hand-card").all():
        card.hover()
        expect(page.locator(".rail article")).to_be_visible()
        box = page.locator(".rail .log").bounding_box()
        assert box is not None
        tops.add(box["y"])
    assert len(tops) == 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_points_of_the_setup_are_counted_by_dots(invite: Invite) -> None:
    visitor = invite(DESKTOP)
    visitor.set(aids=False)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    for left in range(7, 4, -1):
        expect(page.locator(".prompt.yours")).to_contain_text(f"{left} to place")
        expect(page.locator(".dots span")).to_have_count(7)
        expect(page.locator(".dots .full")).to_have_count(left)
        page.locator("[data-box=italy][data-legal]").dispatch_event("click")


def test_the_last_point_is_drawn_when_it_is_staged(invite: Invite) -> None:
    page = first_round(invite)
    page.locator(".hand-card.open[data-card=five_year_plan]").click()
    page.locator("[data-use=influence]").click()
    for left in (3, 2, 1):
        expect(page.locator(".prompt .title")).to_contain_text(f"{left} of 3 points left")
        page.locator("[data-box=italy]").click()
    expect(page.locator(".prompt .title")).to_contain_text("0 of 3 points left")
    expect(page.locator(".dots .full")).to_have_count(0)
    expect(page.locator(".added")).to_have_text("+3")
    expect(page.locator("button.commit")).to_be_enabled()


def test_popovers_speak_in_short_sentences_and_lead_to_the_rule(invite: Invite) -> None:
    page = first_round(invite)
    page.locator(".hand-card.open[data-card=five_year_plan]").click()
    page.locator("[data-use=influence]").click()
    expect(page.locator("[data-box=france][data-legal]")).to_be_visible()
    popover = page.locator(".popover")
    for country in ("poland", "iran", "thailand", "cuba", "angola", "france"):
        page.locator(f"[data-box={country}]").hover(force=True)
        expect(popover.locator("h3")).to_contain_text(country.capitalize())
        for sentence in popover.locator("h3, p:not(.neighbours)").all_inner_texts():
            assert len(sentence) <= 90, sentence
    expect(popover.get_by_role("link", name="R10.1")).to_be_visible()
    page.keyboard.press("g")
    expect(page.get_by_role("dialog", name="Rules").locator(".target")).to_contain_text("R10.1")


def go_to_link(page: Page, country: str, rule: str) -> None:
    """Take the mouse from a country to its popover, and within that to the link."""
    popover = page.locator(".popover")
    link = popover.get_by_role("link", name=rule)
    expect(link).to_be_visible()
    start, frame, end = (
        one.bounding_box() for one in (page.locator(f"[data-box={country}]"), popover, link)
    )
    assert start is not None
    assert frame is not None
    assert end is not None
    middle = (start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    x = min(max(middle[0], frame["x"] + 4), frame["x"] + frame["width"] - 4)
    y = min(max(middle[1], frame["y"] + 4), frame["y"] + frame["height"] - 4)
    page.mouse.move(x, y, steps=8)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)


def test_the_mouse_goes_from_a_box_to_the_rule_in_its_popover(invite: Invite) -> None:
    page = play_on(
        invite(LAPTOP),
        {
            "side": "us",
            "influence": {"us": {"uk": 5, "iran": 2, "panama": 2}},
            "cards": {"containment": "us_hand"},
        },
    )
    page.locator(".hand-card.open[data-card=containment]").click()
    page.locator("[data-use=influence]").click()
    title = page.locator(".prompt .title")
    name = page.locator(".popover h3")
    drawer = page.get_by_role("dialog", name="Rules")
    # The first is pressed and so has the focus, the last one is closed and says why.
    for country, rule in (("panama", "R10.1"), ("iran", "R10.1"), ("chile", "R10.2")):
        box = page.locator(f"[data-box={country}]")
        if country == "panama":
            box.click()
            expect(title).to_contain_text("2 of 3 points left")
        else:
            box.hover()
        expect(name).to_contain_text(country.capitalize())
        go_to_link(page, country, rule)
        expect(name).to_contain_text(country.capitalize())
        page.mouse.down()
        page.mouse.up()
        expect(drawer.locator(".target")).to_contain_text(rule)
        page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
    # Who goes elsewhere leaves the popover behind.
    page.locator(".prompt .title").hover()
    expect(name).to_have_count(0)
    expect(title).to_contain_text("2 of 3 points left")


def test_enter_on_a_closed_country_explains_like_a_click(invite: Invite) -> None:
    visitor = invite(DESKTOP)
    visitor.set(aids=False)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    expect(page.locator(".prompt.yours")).to_contain_text("7 to place")
    page.locator("[data-box=poland]").focus()
    page.keyboard.press("Enter")
    refused = page.locator(".prompt .detail.refusal")
    expect(refused).to_contain_text("Poland: the US places its starting influence")
    said = refused.text_content()
    page.locator("[data-box=poland]").dispatch_event("click")
    expect(refused).to_have_text(said or "")


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)], ids=str)
def test_the_hand_fills_its_space_without_broken_names(invite: Invite, size: Size) -> None:
    page = up_to_headline(invite, size)
    hand = page.locator("section.hand").bounding_box()
    cards = [card.bounding_box() for card in page.locator(".hand-card").all()]
    assert hand is not None
    for box in cards:
        assert box is not None
        # No empty band below, none of the cards beside the hand.
        assert box["y"] + box["height"] >= hand["y"] + hand["height"] - 1
        assert box["x"] + box["width"] <= hand["x"] + hand["width"]
    wide = page.evaluate(
        "() => [...document.querySelectorAll('.hand-card .title > span')]"
        ".filter((one) => one.scrollWidth > one.parentElement.clientWidth"
        " || one.getClientRects().length > 2).map((one) => one.textContent)"
    )
    assert wide == []


def test_in_a_short_hand_stars_stay_with_names_and_backs_show_all_they_have(
    invite: Invite,
) -> None:
    page = play_on(
        invite((1024, 768)),
        {
            "turn": 4,
            "side": "us",
            "china_holder": "ussr",
            "cards": {
                "how_i_learned_to_stop_worrying": "us_hand",
                "containment": "us_hand",
                "fidel": "ussr_hand",
            },
        },
    )
    title = page.locator(".hand-card[data-card=how_i_learned_to_stop_worrying] .title > span")
    expect(title.first).to_contain_text("How I Learned …")
    begins, star = title.first.evaluate(
        "(one) => [one, one.querySelector('.star')].map((it) => it.getBoundingClientRect().left)"
    )
    assert star > begins + 20
    tall, seen = page.locator(".backs .china").evaluate(
        "(one) => [one.scrollHeight, one.clientHeight]"
    )
    assert tall <= seen


@pytest.mark.parametrize("volume", ["off", "quiet", "loud"])
def test_sounds_have_three_volumes_and_can_be_off(invite: Invite, volume: str) -> None:
    visitor = invite(DESKTOP)
    visitor.context.add_init_script(LISTEN)
    visitor.set(aids=False, volume=volume)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    expect(page.locator(".prompt.yours")).to_contain_text("7 to place")
    page.locator("[data-box=italy][data-legal]").click()
    expect(page.locator(".prompt.yours")).to_contain_text("6 to place")
    if volume == "off":
        assert page.evaluate("window.voices") == 0
    else:
        until(page, "() => window.voices > 0")


def test_the_volume_is_a_setting_that_is_kept(invite: Invite) -> None:
    visitor = invite(DESKTOP)
    visitor.go()
    page = visitor.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Loud", exact=True).click()
    stored = page.evaluate("JSON.parse(localStorage.getItem('twilight.settings')).volume")
    assert stored == "loud"


def test_a_phone_tells_the_chance_too(invite: Invite) -> None:
    page = first_round(invite, PHONE, **TOUCH)
    page.locator(".hand-card[data-card=five_year_plan]").tap()
    space = page.locator(".sheet [data-use=space]")
    expect(space).to_contain_text("Earth Satellite with a die of 1–3, 50 %")
    space.tap()
    expect(page.locator(".sheet .button.primary")).to_have_text(re.compile("Roll"))


def test_a_finger_opens_the_rule_in_a_popover(invite: Invite) -> None:
    page = play_on(
        invite(PHONE, **TOUCH),
        {"side": "us", "influence": {"ussr": {"panama": 2}}, "cards": {"containment": "us_hand"}},
    )
    page.locator(".hand-card.open[data-card=containment]").tap()
    page.locator(".sheet [data-use=coup]").tap()
    # Who wants no aids is not promised the odds.
    expect(page.locator(".prompt")).not_to_contain_text("odds")
    page.locator("[data-box=panama][data-legal]").tap()
    popover = page.locator(".popover")
    popover.get_by_role("link", name="R11.2").tap()
    drawer = page.get_by_role("dialog", name="Rules")
    expect(drawer.locator(".target")).to_contain_text("R11.2")
    expect(popover).to_have_count(0)
    drawer.get_by_role("button", name="Close").tap()
    expect(page.locator(".prompt .button.primary")).to_be_enabled()
