"""The first game: a guide that follows the player, loses nothing and covers no log."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, LYING, PHONE, TOUCH, Size, Visitor, until
from tests.browser.playing import play, tap

SIZES = pytest.mark.parametrize("size", [DESKTOP, LAPTOP, PHONE], ids=str)

# The countries that can be chosen under a lesson.
COVERED = """() => {
  const guide = document.querySelector(".guide").getBoundingClientRect();
  return [...document.querySelectorAll("[data-box][data-legal]")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < guide.right && guide.left < box.right
      && box.top < guide.bottom && guide.top < box.bottom;
  });
}"""


def learn(invite: Invite, size: Size) -> tuple[Visitor, Page]:
    visitor = invite(size, **(TOUCH if size == PHONE else {}))
    visitor.set(aids=False, follow="off")
    visitor.go("/learn")
    expect(visitor.page.locator(".guide")).to_contain_text("1 of 11")
    return visitor, visitor.page


def overlap(page: Page, one: str, other: str) -> bool:
    """Whether two parts of the page lie over each other."""
    first = page.locator(one).first.bounding_box()
    second = page.locator(other).first.bounding_box()
    assert first is not None
    assert second is not None
    return (
        first["x"] < second["x"] + second["width"] - 1
        and second["x"] < first["x"] + first["width"] - 1
        and first["y"] < second["y"] + second["height"] - 1
        and second["y"] < first["y"] + first["height"] - 1
    )


def place_all(page: Page) -> None:
    for left in range(7, 0, -1):
        expect(page.locator(".prompt.yours")).to_contain_text(f"{left} to place")
        page.locator("[data-box=italy][data-legal]").dispatch_event("click")
    page.locator("button.commit").click()


@SIZES
def test_the_guide_covers_no_log(invite: Invite, size: Size) -> None:
    _, page = learn(invite, size)
    assert not overlap(page, ".guide", ".phone .news" if size == PHONE else ".rail .log")


def test_a_lying_phone_keeps_its_prompt_and_log_free(invite: Invite) -> None:
    visitor = invite(LYING, **TOUCH)
    visitor.set(aids=False, follow="off")
    visitor.go("/learn")
    page = visitor.page
    expect(page.locator(".guide")).to_contain_text("1 of 11")
    for part in (".phone > .news", ".prompt", ".hand"):
        assert not overlap(page, ".guide", part), part


def test_a_lesson_over_the_map_covers_nothing_to_be_chosen(invite: Invite) -> None:
    visitor = invite((1024, 768))
    visitor.set(aids=False, follow="off")
    visitor.go("/learn")
    page = visitor.page
    guide = page.locator(".guide")
    expect(guide).to_contain_text("1 of 11")
    for number in range(12):
        play(visitor, Random(number), 1, until=("[data-box][data-legal]", ""), calm=True)
        until(page, f"() => ({COVERED})().length === 0")
        expect(guide.get_by_role("button", name="Understood")).to_be_visible()
        play(visitor, Random(number), 1, calm=True)


@SIZES
def test_a_lesson_shows_its_buttons(invite: Invite, size: Size) -> None:
    _, page = learn(invite, size)
    for button in page.locator(".guide .button").all():
        expect(button).to_be_in_viewport(ratio=1)


@SIZES
def test_who_plays_without_reading_loses_no_lesson(invite: Invite, size: Size) -> None:
    _, page = learn(invite, size)
    guide = page.locator(".guide")
    place_all(page)
    expect(page.locator(".prompt.yours")).to_contain_text("Choose your headline")
    seen = []
    for _ in range(4):
        seen.append(guide.locator("h2").text_content())
        guide.get_by_role("button", name="Understood").click()
        if len(seen) < 4:
            expect(guide.locator("h2")).not_to_have_text(seen[-1] or "")
    assert set(seen) == {"The world, 1945", "Influence", "Control", "The headline"}
    # What is going on comes before what has passed.
    assert seen.index("The headline") < seen.index("Control")


def test_leaving_and_coming_back_goes_on_where_it_was(invite: Invite) -> None:
    visitor, page = learn(invite, DESKTOP)
    page.get_by_role("button", name="Understood").click()
    expect(page.locator(".guide")).to_contain_text("2 of 11")
    game = page.url.partition("?")[0]
    visitor.go("/")
    expect(page.get_by_text("Your games")).to_be_visible()
    page.goto(game)
    expect(page.locator(".guide")).to_contain_text("2 of 11")
    page.get_by_role("button", name="Skip the guide").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.reload()
    expect(page.locator(".prompt.yours")).to_be_visible()
    expect(page.locator(".guide")).to_have_count(0)


def test_the_deal_brings_what_the_lessons_are_about(invite: Invite) -> None:
    _, page = learn(invite, DESKTOP)
    cards = [one.get_attribute("data-card") for one in page.locator(".hand-card").all()]
    assert "asia_scoring" in cards
    assert "marshall_plan" in cards
    assert "korean_war" in cards
    expect(page.locator(".plate, .bar").first).to_contain_text("USA")
    expect(page.get_by_text("Recruit").first).to_be_visible()


def test_after_the_last_lesson_it_says_what_to_do_next(invite: Invite) -> None:
    _, page = learn(invite, DESKTOP)
    game = page.url.partition("?")[0].rpartition("/")[2]
    lessons = ["map", "influence", "control", "headline", "card", "use", "place", "coup"]
    lessons += ["defcon", "scoring", "end"]
    page.evaluate(
        "([game, ids]) => localStorage.setItem('twilight.guide',"
        " JSON.stringify({[game]: {due: ids, given: ids.slice(0, -1)}}))",
        [game, lessons],
    )
    page.reload()
    guide = page.locator(".guide")
    expect(guide).to_contain_text("11 of 11")
    guide.get_by_role("button", name="Understood").click()
    expect(guide).to_contain_text("What next?")
    guide.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    page.keyboard.press("Escape")
    guide.get_by_role("button", name="Play on").click()
    expect(guide).to_have_count(0)


def test_the_game_brings_every_lesson_to_who_plays_it(invite: Invite) -> None:
    visitor, page = learn(invite, DESKTOP)
    guide = page.locator(".guide")
    understood = guide.get_by_role("button", name="Understood")
    next_steps = guide.get_by_text("What next?")
    # Far fewer presses are enough for the first five rounds.
    for number in range(300):
        while understood.count() > 0:
            understood.click()
        if next_steps.count() > 0:
            break
        assert not play(visitor, Random(number), 1, calm=True), "over before the last lesson"
    expect(next_steps).to_be_visible()
    given = page.evaluate(
        "Object.values(JSON.parse(localStorage.getItem('twilight.guide')))[0].given"
    )
    assert len(given) == len(set(given)) == 11


@pytest.mark.parametrize("size", [PHONE, LYING], ids=str)
def test_a_lesson_leaves_the_uses_of_a_card_in_sight(invite: Invite, size: Size) -> None:
    visitor = invite(size, **TOUCH)
    visitor.set(aids=False, follow="off")
    visitor.go("/learn")
    page = visitor.page
    guide = page.locator(".guide")
    expect(guide).to_contain_text("1 of 11")
    play(visitor, Random(1), press=tap, until=(".sheet [data-use]", ""), calm=True)
    expect(guide).to_be_visible()
    uses = page.locator(".sheet [data-use]")
    for use in range(uses.count()):
        expect(uses.nth(use)).to_be_in_viewport(ratio=1)
        assert not overlap(page, ".guide", f".sheet [data-use] >> nth={use}")
    for button in guide.locator(".button").all():
        expect(button).to_be_in_viewport(ratio=1)
