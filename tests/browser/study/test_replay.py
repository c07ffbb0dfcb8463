"""Games that are looked at: imported ones and finished ones."""

from random import Random

from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import LYING, TOUCH, Visitor
from tests.browser.playing import play
from tests.replays.games import random_game
from twilight.engine.types import US, USSR
from twilight.replays.exporting.export_log import export_log


def test_an_imported_game_is_studied(visitor: Visitor) -> None:
    log = export_log(random_game(4), {USSR: "Anna", US: "Ben"})
    page = visitor.page
    visitor.go()
    page.get_by_role("button", name="Study a log").click()
    page.get_by_role("textbox", name="Log").fill(log)
    page.get_by_role("button", name="Study", exact=True).click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    assert "/study/" in page.url
    expect(page.get_by_role("banner")).to_contain_text("Anna")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or "0")
    expect(slider).to_have_value(str(last))
    assert page.url.endswith(f"/{last}")
    page.keyboard.press("Shift+ArrowLeft")
    expect(slider).not_to_have_value(str(last))
    page.get_by_role("combobox", name="Turn", exact=True).select_option(label="Turn 2")
    expect(page.locator(".turn .number")).to_contain_text("2")
    # The address of a moment leads back to it.
    moment = page.url
    page.get_by_label("View").select_option("ussr")
    expect(page).to_have_url(f"{moment}?view=ussr")
    _has_hands(page, 1)
    page.goto(moment)
    expect(page.locator(".turn .number")).to_contain_text("2")
    expect(slider).to_have_value(moment.rpartition("/")[2])
    _has_hands(page, 2)
    # A card tells where it is at this moment.
    hand = page.get_by_role("group", name="USSR")
    hand.get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("In the hand of the USSR")


def test_what_is_no_log_is_refused_with_a_sentence(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go()
    page.get_by_role("button", name="Study a log").click()
    page.get_by_role("textbox", name="Log").fill("This is no log.")
    page.get_by_role("button", name="Study", exact=True).click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    visitor.forgive("Failed to load resource: the server responded with a status of 4")


def test_a_resigned_game_is_replayed(visitor: Visitor) -> None:
    visitor.start(seed="resign")
    play(visitor, Random(3), 30)
    page = visitor.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign: the game is lost").click()
    page.get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    # Positions that arrive late never replace the one that is wanted.
    for key in ("ArrowRight", "ArrowRight", "End", "Home", "End", "ArrowLeft", "Home"):
        page.keyboard.press(key)
    expect(slider).to_have_value("0")
    expect(page.get_by_role("banner")).to_contain_text("Deal")
    _has_hands(page, 0)
    page.keyboard.press("End")
    _has_hands(page, 2)


def test_a_lying_phone_shows_the_map_of_a_replay(invite: Invite) -> None:
    visitor = invite(LYING, **TOUCH)
    visitor.set(aids=False)
    game = visitor.start(seed="resign")
    answer = visitor.page.request.post(
        f"{visitor.origin}/api/v1/games/{game}/messages",
        data={"type": "resign"},
        headers={"origin": visitor.origin},
    )
    assert answer.ok, answer.text()
    visitor.go(f"/replay/{game}")
    page = visitor.page
    expect(page.get_by_role("slider")).to_be_attached()
    frame = page.locator("main.map").bounding_box()
    controls = page.locator(".replay > .controls").bounding_box()
    assert frame is not None
    assert controls is not None
    assert frame["height"] > LYING[1] * 0.8
    assert controls["x"] >= frame["x"] + frame["width"]
    assert not visitor.scrolls_sideways()


def _has_hands(page: Page, number: int) -> None:
    expect(page.locator(".hands .hand")).to_have_count(number)
