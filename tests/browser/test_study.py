"""Puzzles, as a person solves them."""

from playwright.sync_api import expect

from tests.browser.pages import Visitor
from twilight.engine.actions import ACTION_KEYS
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
