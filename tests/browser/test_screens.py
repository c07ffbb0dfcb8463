"""Every screen: what it shows, that it fits, that everyone can use it, that it is light."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import DESKTOP, LAPTOP, Visitor
from tests.replays.games import random_game
from twilight.engine.types import US, USSR
from twilight.replays.export import export_log

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
MOST_BYTES = 350_000
READY_SECONDS = 1.5
ANSWER_SECONDS = 0.1

_BOXES = """() => [...document.querySelectorAll('.world .box, .world .china')]
  .map((box) => {
    const paper = box.querySelector('.paper, .ground').getBoundingClientRect();
    const name = box.querySelector('.name').getBoundingClientRect();
    return {id: box.querySelector('.name').textContent, left: paper.left, top: paper.top,
      right: paper.right, bottom: paper.bottom, name: name.width, height: name.height};
  })"""


def check_axe(visitor: Visitor, where: str) -> None:
    """Let axe look at the page; nothing serious may be found."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (npm ci in web/)")
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = visitor.page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
    )
    serious = [
        f"{where}: {one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def game_in_progress(visitor: Visitor, presses: int = 40) -> str:
    game = visitor.new_game("computer", side="us", bot="random", seed="screens")
    visitor.sit(game)
    visitor.play_randomly(Random(5), presses)
    return game


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [LAPTOP, DESKTOP])
def test_all_84_boxes_are_seen_and_none_overlap(
    visitor: Visitor, size: tuple[int, int], language: str
) -> None:
    visitor.resize(size)
    visitor.set(language=language, pace="off")
    visitor.sit(visitor.new_game("computer", bot="random", seed="boxes"))
    boxes = visitor.page.evaluate(_BOXES)
    assert len(boxes) == 85  # the 84 countries and China
    frame = visitor.page.locator(".map").bounding_box()
    assert frame is not None
    for index, box in enumerate(boxes):
        assert frame["x"] <= box["left"] < box["right"] <= frame["x"] + frame["width"]
        assert frame["y"] <= box["top"] < box["bottom"] <= frame["y"] + frame["height"]
        assert box["name"] < box["right"] - box["left"], f"{box['id']} is wider than its box"
        assert box["height"] >= 10, "names can't be read"
        for other in boxes[index + 1 :]:
            apart = (
                box["right"] <= other["left"]
                or other["right"] <= box["left"]
                or box["bottom"] <= other["top"]
                or other["bottom"] <= box["top"]
            )
            assert apart, f"{box['id']} and {other['id']} overlap"


@pytest.mark.parametrize("theme", ["situation_room", "light", "dark"])
def test_axe_finds_nothing_serious(visitor: Visitor, theme: str) -> None:
    visitor.set(theme=theme, pace="off")
    visitor.go()
    expect(visitor.page.locator("button.start")).to_be_enabled()
    check_axe(visitor, "home")
    visitor.page.get_by_role("button", name="Settings").click()
    check_axe(visitor, "settings")
    visitor.go("/lobby")
    expect(visitor.page.get_by_role("heading", name="Lobby")).to_be_visible()
    check_axe(visitor, "lobby")
    game_in_progress(visitor)
    check_axe(visitor, "game")
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog", name="Keys")).to_be_visible()
    check_axe(visitor, "help")
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".piles button").nth(3).click()
    expect(visitor.page.locator("dialog[open]")).to_be_visible()
    check_axe(visitor, "pile")


def test_axe_finds_nothing_serious_on_a_phone(visitor: Visitor) -> None:
    visitor.with_phone()
    visitor.set(pace="off")
    visitor.go()
    expect(visitor.page.locator("button.start")).to_be_enabled()
    check_axe(visitor, "home")
    game_in_progress(visitor, 20)
    check_axe(visitor, "game")


def test_a_phone_has_targets_for_fingers(visitor: Visitor) -> None:
    visitor.with_phone()
    visitor.set(pace="off")
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="phone"))
    visitor.play_randomly(Random(2), 16)
    page = visitor.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """() => [...document.querySelectorAll('.phone button, .phone a')]
          .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
          .filter(([, rect]) => rect.width > 0 && rect.height < 44)
          .map(([text, rect]) => `${text}: ${rect.height}`)"""
    )
    assert small == []
    box = page.locator("[data-box=uk]").bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_the_first_load_is_light_and_quick(visitor: Visitor) -> None:
    sizes: dict[str, int] = {}
    visitor.page.on(
        "response",
        lambda answer: sizes.update(
            {answer.url: int(answer.headers.get("content-length", "0") or 0)}
        ),
    )
    began = time.monotonic()
    visitor.go()
    expect(visitor.page.locator("button.start")).to_be_enabled()
    ready = time.monotonic() - began
    visitor.page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes.values()) < MOST_BYTES
    # Twice the aim: other tests share the machine.
    assert ready < 2 * READY_SECONDS


def test_an_answer_shows_at_once(visitor: Visitor) -> None:
    visitor.set(pace="off", aids=False)
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="quick"))
    page = visitor.page
    expect(page.locator("[data-box=italy][data-legal]")).to_be_visible()
    times = []
    for left in range(6, 1, -1):
        times.append(
            page.evaluate(
                """(left) => new Promise((done) => {
                  const began = performance.now();
                  const title = document.querySelector('.prompt .title');
                  new MutationObserver((_, watch) => {
                    if (!title.textContent.includes(`: ${left} `)) return;
                    watch.disconnect();
                    done(performance.now() - began);
                  }).observe(title, {childList: true, characterData: true, subtree: true});
                  document.querySelector('[data-box=italy]')
                    .dispatchEvent(new MouseEvent('click', {bubbles: true}));
                })""",
                left,
            )
        )
    assert sorted(times)[len(times) // 2] / 1000 < 2 * ANSWER_SECONDS, times


def test_an_imported_game_is_studied(visitor: Visitor) -> None:
    visitor.set(pace="off")
    log = export_log(random_game(4), {USSR: "Anna", US: "Ben"})
    page = visitor.page
    visitor.go()
    page.get_by_role("button", name="Study a log").click()
    page.get_by_role("textbox", name="Log").fill(log)
    page.get_by_role("button", name="Study", exact=True).click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0", timeout=30_000)
    assert "/study/" in page.url
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or "0")
    expect(slider).to_have_value(str(last))
    assert page.url.endswith(f"/{last}")
    check_axe(visitor, "replay")
    page.keyboard.press("Shift+ArrowLeft")
    page.locator("select").nth(1).select_option(label="Turn 2")
    expect(page.locator(".turn .number")).to_contain_text("2")
    moment = page.url
    page.get_by_label("View").select_option("ussr")
    assert "view=ussr" in page.url
    # The address of a moment leads back to it.
    page.goto(moment)
    expect(page.locator(".turn .number")).to_contain_text("2")
    page.wait_for_load_state("networkidle")


def test_the_guide_can_be_followed_and_skipped(visitor: Visitor) -> None:
    visitor.set(pace="off")
    visitor.go("/learn")
    page = visitor.page
    guide = page.get_by_role("complementary", name="First game")
    expect(guide).to_contain_text("1 of 11")
    page.get_by_role("button", name="Understood").click()
    expect(guide).to_contain_text("Influence")
    page.get_by_role("button", name="Skip the guide").click()
    expect(guide).to_be_hidden()


def test_a_text_of_the_board_for_a_screen_reader(visitor: Visitor) -> None:
    visitor.set(pace="off")
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="reader"))
    page = visitor.page
    italy = page.get_by_role("button", name="Italy, battleground, stability 2")
    expect(italy).to_have_attribute(
        "aria-label",
        "Italy, battleground, stability 2, nobody controls, legal target",
    )
    expect(page.get_by_role("status").filter(has_text="Starting influence")).to_be_visible()


def test_large_text_keeps_everything_in_reach(visitor: Visitor) -> None:
    visitor.set(pace="off")
    visitor.sit(visitor.new_game("computer", side="us", bot="random", seed="large"))
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(visitor.page.get_by_role("button", name="Undo")).to_be_visible()
    expect(visitor.page.locator(".hand-card").first).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= DESKTOP[0]
