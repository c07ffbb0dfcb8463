"""What others tried in a puzzle, how hard it was, and today's puzzle without a connection."""

import re

from playwright.sync_api import expect

from tests.browser.pages import AWAY, Visitor
from tests.server.live_server import LiveServer
from twilight.engine.actions import ACTION_KEYS
from twilight.study.puzzles.puzzle import shipped_puzzles

HEADLINES = [one for one in shipped_puzzles() if one.kind == "headline"]


def test_shares_and_votes_come_with_the_answer(server: LiveServer, visitor: Visitor) -> None:
    puzzle = HEADLINES[6]
    right, wrong = (ACTION_KEYS[play.card] for play in puzzle.plays[:2])
    for number in range(20):
        answer = {"answers": wrong if number < 15 else right}
        server.client().post(f"/puzzles/{puzzle.id}/tries", answer)
    page = visitor.page
    visitor.go(f"/puzzle/{puzzle.id}")
    rail = page.locator(".rail")
    expect(rail).to_contain_text("Find the play")
    # Before it is answered nothing is told of others.
    easy, hard = (page.get_by_role("button", name=name) for name in ("Too easy", "Too hard"))
    expect(easy).to_have_count(0)
    expect(rail).not_to_contain_text("tried this first")
    page.locator(f'[data-card="{wrong}"]').click()
    expect(page.get_by_text("Not this")).to_be_visible()
    expect(easy).to_be_visible()
    expect(rail).not_to_contain_text("tried this first")
    page.get_by_role("button", name="Try again").click()
    page.locator(f'[data-card="{right}"]').click()
    why = rail.get_by_role("listitem")
    expect(why).to_have_count(min(4, len(puzzle.plays)))
    expect(why.first).to_contain_text("24\u00a0% tried this first.")
    expect(rail).to_contain_text("76\u00a0% tried this first.")
    expect(rail).to_contain_text("Answered by 21 people; 24\u00a0% found it at once.")
    # One vote, that moves the rating and can be changed and taken back.
    rating = rail.locator(".caption span").first
    told = (rating.text_content() or "").strip()
    hard.click()
    expect(hard).to_have_attribute("aria-pressed", "true")
    expect(rating).not_to_have_text(told)
    easy.click()
    expect(easy).to_have_attribute("aria-pressed", "true")
    expect(hard).to_have_attribute("aria-pressed", "false")
    easy.click()
    expect(easy).to_have_attribute("aria-pressed", "false")
    expect(rating).to_have_text(told)


def test_a_few_answers_are_only_counted(visitor: Visitor) -> None:
    page = visitor.page
    visitor.set(language="es")
    visitor.go(f"/puzzle/{HEADLINES[7].id}")
    page.get_by_role("button", name="Me rindo").click()
    expect(page.locator(".rail")).to_contain_text("1 persona lo ha respondido.")
    expect(page.locator(".rail")).not_to_contain_text("la probó primero")


def test_the_puzzle_of_the_day_is_kept_without_a_connection(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go()
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_url(re.compile(r"/puzzle/(?!daily)"))
    expect(page.get_by_text("Find the play")).to_be_visible()
    page.get_by_role("link", name="Leave").click()
    daily = page.get_by_role("link", name="Puzzle of the day")
    expect(daily).to_contain_text("to play")

    visitor.context.set_offline(True)
    daily.click()
    # It can be looked at; what needs the server is said, and costs nothing.
    expect(page.get_by_text("Find the play")).to_be_visible()
    kept = page.get_by_role("alert").filter(has_text="Without a connection it can be looked at")
    expect(kept).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    expect(kept).to_be_visible()
    expect(page.get_by_text("Solution:")).to_have_count(0)
    expect(page.locator(".tiles span")).to_have_count(0)
    page.go_back()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_text("No puzzles without a connection.")).to_be_visible()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(kept).to_be_visible()

    # As soon as the server is there again, it goes on from here.
    visitor.context.set_offline(False)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Solution:")).to_be_visible()
    expect(page.locator(".tiles span")).to_have_text(["✕"])
    visitor.forgive(*AWAY)
