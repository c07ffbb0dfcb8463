"""What a phone shows, upright and on its side: nothing is cut, covered or a dead end."""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import LYING, PHONE, TOUCH, Size, Visitor, until
from tests.browser.play.test_endings import play_on
from tests.browser.play.test_follow import up_to_headlines
from tests.server.live_server import LiveServer
from twilight.engine.actions import ACTION_KEYS
from twilight.study.puzzles.puzzle import shipped_puzzles

# A card with a long name, and something to place, to coup and to realign with it.
POSITION: dict[str, Any] = {
    "side": "us",
    "turn": 4,
    "influence": {"us": {"zaire": 1, "italy": 2}, "ussr": {"angola": 3, "panama": 2}},
    "cards": {"us_japan_mutual_defense_pact": "us_hand", "nasser": "ussr_hand"},
}
# Texts that end before their end.
CUT = """(texts) => texts
  .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""


def cut(page: Page, selector: str) -> list[str]:
    found: list[str] = page.locator(selector).evaluate_all(CUT)
    return found


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [PHONE, LYING], ids=str)
def test_a_question_is_read_to_its_end(invite: Invite, size: Size, language: str) -> None:
    page = play_on(invite(size, **TOUCH), POSITION, language=language)
    page.locator(".hand-card.open[data-card=us_japan_mutual_defense_pact]").tap()
    for use in ("influence", "coup", "realignment"):
        page.locator(f".sheet [data-use={use}]").tap()
        expect(page.locator(".sheet")).to_have_count(0)
        expect(page.locator("[data-box][data-legal]").first).to_be_attached()
        assert cut(page, ".prompt .title") == []
        page.locator(".prompt .undo").tap()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_play_of_the_other_side_and_the_own_cards_are_told_in_full(
    invite: Invite, language: str
) -> None:
    visitor = invite(PHONE, **TOUCH)
    page = up_to_headlines(visitor, follow="calm", language=language)
    page.locator(".reveal .button.primary").tap()
    expect(page.locator(".playback")).to_be_visible()
    page.keyboard.press("Space")
    while page.locator(".playback").count() > 0:
        assert cut(page, ".playback .detail") == []
        page.keyboard.press(".")
        page.wait_for_timeout(100)
    expect(page.locator(".prompt.yours")).to_be_visible()
    assert cut(page, ".hand-card .status") == []
    # The log opens at what happened last.
    page.locator(".phone > .news .log").tap()
    expect(page.locator("dialog .entry.current")).to_be_in_viewport(ratio=0.9)


def test_a_solved_puzzle_goes_where_it_changes_the_map(invite: Invite) -> None:
    visitor = invite(PHONE, **TOUCH)
    visitor.set()
    puzzle = headline_puzzle()
    visitor.go(f"/puzzle/{puzzle.id}")
    page = visitor.page
    page.locator(".regions button").last.tap()
    page.get_by_role("button", name="Situation").tap()
    expect(page.get_by_role("dialog", name="Situation")).to_contain_text("If scored now")
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    page.locator(f'[data-card="{ACTION_KEYS[puzzle.solution.card]}"]').tap()
    expect(page.get_by_text("Solved:")).to_be_visible()
    expect(page.locator(".world .disc").first).to_be_in_viewport()


def test_a_puzzle_that_is_scrolled_leaves_no_strip_below_its_map(invite: Invite) -> None:
    visitor = invite(LYING, **TOUCH)
    visitor.set()
    visitor.go(f"/puzzle/{headline_puzzle().id}")
    page = visitor.page
    page.get_by_role("button", name="Give up").tap()
    expect(page.get_by_text("Solution:")).to_be_visible()
    page.evaluate("document.documentElement.scrollTo(0, 100_000)")
    until(page, "() => document.documentElement.scrollTop > 60")
    frame = box_of(page, "main.map")
    assert box_of(page, "header")["y"] == 0
    assert abs(frame["y"] + frame["height"] - LYING[1]) < 1


def headline_puzzle() -> Any:
    return next(one for one in shipped_puzzles() if one.kind == "headline" and one.solution.changes)


def test_the_button_that_begins_a_game_lies_over_no_title(phone: Visitor) -> None:
    phone.go()
    page = phone.page
    expect(page.locator("form input[value=marshal]")).to_be_attached()
    title = page.get_by_role("heading", name="New game")
    title.evaluate("one => one.scrollIntoView({ block: 'end' })")
    for _ in range(6):
        words, button = box_of(page, "form h2"), box_of(page, "form .start")
        assert button["y"] >= words["y"] + words["height"]
        page.mouse.wheel(0, 30)
        page.wait_for_timeout(50)


def test_an_offer_is_read_in_one_line(phone: Visitor, server: LiveServer) -> None:
    game = phone.new_game("online", side="us", public=True)
    other = server.client()
    other.post(f"/games/{game}/join", {"invite": ""})
    phone.sit(game)
    other.act(game, type="offer", offer="draw")
    page = phone.page
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    notice = box_of(page, ".notice:has(.button)")
    button = box_of(page, ".notice .button")
    assert notice["height"] < button["height"] + 24
    assert notice["x"] >= 0
    assert notice["x"] + notice["width"] <= PHONE[0]
    assert notice["y"] > box_of(page, "main.map")["y"]


@pytest.mark.parametrize("path", ["/game/nothing", "/study/nothing/3", "/puzzle/nothing"])
def test_what_is_not_there_leads_back_to_the_start(phone: Visitor, path: str) -> None:
    page = phone.page
    phone.go(path)
    back = page.get_by_role("link", name="Back to the start page")
    expect(back).to_be_visible()
    assert box_of(page, "a.button")["height"] >= 44
    back.tap()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    page.wait_for_load_state("networkidle")
    phone.forgive("404", "403", "WebSocket")


def test_the_editor_keeps_within_its_rail_in_spanish(invite: Invite) -> None:
    visitor = invite((1280, 720))
    visitor.set(language="es")
    visitor.go("/editor")
    page = visitor.page
    field = box_of(page, "form select")
    assert field["x"] + field["width"] <= 1280 - 12
