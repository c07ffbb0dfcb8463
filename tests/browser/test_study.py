"""Who was winning, what was better, and puzzles, as a person looks at them."""

from playwright.sync_api import expect

from tests.browser.pages import Visitor
from tests.replays.games import random_game
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.types import US, USSR
from twilight.replays.exporting.export_log import export_log
from twilight.study.puzzles.puzzle import shipped_puzzles


def test_a_puzzle_is_failed_and_solved(visitor: Visitor) -> None:
    puzzle = next(one for one in shipped_puzzles() if one.kind == "headline")
    page = visitor.page
    visitor.go(f"/puzzle/{puzzle.id}")

    page.locator(f'[data-card="{ACTION_KEYS[puzzle.plays[1].card]}"]').click()
    expect(page.get_by_text("Not this")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.locator(f'[data-card="{ACTION_KEYS[puzzle.solution.card]}"]').click()
    expect(page.get_by_text("Solved:")).to_be_visible()
    expect(page.locator(".caption strong")).to_have_text("1")
    before = page.url
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(before)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Solution:")).to_be_visible()
    expect(page.locator(".caption strong")).to_have_text("0")


def test_an_imported_game_is_reviewed_on_the_study_board(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go()
    answer = page.request.post(
        f"{visitor.origin}/api/v1/studies",
        data={"text": export_log(random_game(4), {USSR: "Anna", US: "Ben"}), "name": "Study"},
        headers={"origin": visitor.origin},
    )
    visitor.go(f"/study/{answer.json()['id']}/0")
    # The curve comes by itself, with all plays in a list.
    plays = page.get_by_role("tabpanel").get_by_role("listitem")
    plays.nth(3).get_by_role("button").first.click()
    expect(page.get_by_role("meter", name="Win chance of the US in percent")).to_be_visible()
    # One side's knowledge is another curve.
    page.get_by_label("View").select_option("us")
    expect(page.get_by_text("as the US sees it")).to_be_visible()
    page.get_by_label("View").select_option("all")
    # Best plays, with what was played among them.
    best = page.get_by_role("region", name="Best plays")
    expect(best.get_by_text("played", exact=True)).to_be_visible()
    # The review is begun, followed and kept.
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_text("Accuracy").first).to_be_visible()
    expect(page.get_by_role("rowheader", name="Dice")).to_be_visible()
