"""Following a person, who answers by requests: each roll by itself, and never on one's own time."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import until
from tests.browser.play.test_follow import READY, SEED, SETUP, facts_of
from tests.server.live_server import Client, LiveServer, two_players

# The rolls that were shown beside their country: its name, and the pips of the dice.
ROLLS = """() => {
  window.rolls = [];
  const note = () => {
    const step = document.querySelector('.step:has(.die)');
    if (!step) return;
    const pips = [...step.querySelectorAll('.die')].map(
      (die) => die.querySelectorAll('circle').length);
    const roll = [step.querySelector('.title').textContent, ...pips].join(' ');
    if (window.rolls.at(-1) !== roll) window.rolls.push(roll);
  };
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""

PLAYS = """() => {
  window.plays = new Set();
  const note = () => {
    const title = document.querySelector('.playback .title');
    if (title) window.plays.add(title.textContent.trim());
  };
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, characterData: true });
}"""


class Table:
    """A game up to the first action round, in which the USSR is about to play a card."""

    def __init__(self, server: LiveServer, monkeypatch: pytest.MonkeyPatch, **wish: object) -> None:
        # Nobody may choose the seed of a game between people, so the server is given one.
        monkeypatch.setattr("twilight.server.play.games.new_seed", lambda: SEED)
        self.us, self.ussr, self.game = two_players(server, side="us", **wish)
        self.answer(self.ussr, *["poland"] * 6)
        self.answer(self.us, *SETUP)
        self.answer(self.ussr, "fidel")
        self.answer(self.us, "nato")

    def answer(self, seat: Client, *actions: str) -> None:
        for action in actions:
            prompt = seat.table(self.game, last=0)["view"]["prompt"]
            seat.act(self.game, type="answer", decision=prompt["decision"], action=action)

    def sit(self, invite: Invite, **settings: object) -> Page:
        """Put a browser in the place of the US."""
        visitor = invite()
        visitor.set(**{"aids": False, "pace": "normal", **settings})
        cookies: list[Any] = [
            {"name": one.name, "value": one.value or "", "url": visitor.origin}
            for one in self.us.http.cookies.jar
        ]
        visitor.context.add_cookies(cookies)
        visitor.page.clock.install()
        visitor.sit(self.game)
        expect(visitor.page.locator(".prompt .title")).to_contain_text("USSR")
        return visitor.page


def stop_time(page: Page) -> None:
    """Let no time pass in a page, and see that none does."""
    while True:
        page.clock.pause_at(page.evaluate("Date.now()") + 1000)
        before = page.evaluate("Date.now()")
        page.wait_for_timeout(100)
        if page.evaluate("Date.now()") == before:
            return


def test_every_roll_of_a_realignment_is_shown_by_itself(
    invite: Invite, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, monkeypatch)
    page = table.sit(invite, follow="quick")
    page.evaluate(ROLLS)
    targets = {"west_germany": "West Germany", "italy": "Italy", "uk": "UK"}
    table.answer(table.ussr, "suez_crisis", "realignment", *targets)
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    fallen = [one for one in facts_of(page) if one["kind"] == "realignment_roll"]
    assert [one["subject"] for one in fallen] == list(targets)
    assert page.evaluate("window.rolls") == [
        f"Realign in {targets[one['subject']]} {one['values'][2]} {one['values'][0]}"
        for one in fallen
    ]
    # The line of news keeps all of them, not the last.
    expect(page.locator(".news .die")).to_have_count(6)


def test_a_running_clock_of_ones_own_makes_it_short(
    invite: Invite, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, monkeypatch, clock={"type": "total", "minutes": 45})
    page = table.sit(invite, follow="calm")
    stop_time(page)
    table.answer(table.ussr, "suez_crisis", "influence", "poland", "east_germany", "north_korea")
    expect(page.locator(".playback")).to_be_visible()
    expect(page.locator(".news .count")).to_have_text("1 / 4")
    page.clock.run_for(1500)
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    # One of them is of the headline.
    expect(page.locator(".disc.ussr")).to_have_count(4)


def test_defcon_and_points_move_with_their_steps(
    invite: Invite, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, monkeypatch)
    page = table.sit(invite, follow="calm")
    stop_time(page)
    level, lead = page.locator(".defcon .now"), page.locator(".scale .lead")
    count = page.locator(".playback .count")
    table.answer(table.ussr, "suez_crisis", "coup", "iran")
    # The card, military operations, DEFCON, the die.
    expect(count).to_have_text("1 / 4")
    for step, shown in ((2, "5"), (3, "4"), (4, "4")):
        page.keyboard.press(".")
        expect(count).to_have_text(f"{step} / 4")
        expect(level).to_have_text(shown)
    # Beside the country: what the die has made of it, and who has it now.
    result = page.locator(".step .result")
    expect(result).to_have_text("US 1 → 0 · USSR 0 → 3 · USSR control")
    page.keyboard.press("Enter")
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    news = page.locator(".news")
    expect(news).to_contain_text(re.compile(r"USSR · *AR 1 *Suez Crisis.*DEFCON *5 *4"))
    table.answer(table.us, "five_year_plan", "influence", "italy", "italy", "italy")
    table.answer(table.ussr, "asia_scoring", "event")
    expect(count).to_have_text("1 / 2")
    expect(lead).to_have_text("Even")
    page.keyboard.press(".")
    expect(lead).to_have_text("USSR leads by 1 VP")
    expect(news).to_contain_text(re.compile(r"Asia scored *\+1 VP"))


def test_plays_that_one_was_not_there_for_are_counted_and_shown(
    invite: Invite, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, monkeypatch)
    page = table.sit(invite, follow="quick")
    address = page.url
    page.goto("/".join([*address.split("/")[:3], "lobby"]))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    table.answer(table.ussr, "suez_crisis", "influence", "poland", "east_germany", "north_korea")
    # The US plays on from somewhere else.
    table.answer(table.us, "five_year_plan", "influence", "italy", "italy", "italy")
    table.answer(table.ussr, "korean_war", "influence", "poland", "poland")
    page.goto(address)
    news = page.locator(".news")
    expect(news).to_contain_text("2 plays since you were here")
    page.evaluate(PLAYS)
    news.get_by_role("button", name="Show all").click()
    until(page, "() => window.plays.size > 1")
    expect(page.locator(".prompt.yours .title")).to_have_text(READY.replace("1", "2"))
    assert page.evaluate("[...window.plays]") == [
        "USSR · AR 1 · Suez Crisis",
        "USSR · AR 2 · Korean War",
    ]


def test_points_for_the_space_race_are_told_as_such(
    invite: Invite, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, monkeypatch)
    page = table.sit(invite, follow="off")
    # Six dice later both rockets fly; the second one to come gets half.
    table.answer(table.ussr, "suez_crisis", "realignment", "west_germany", "italy", "uk")
    table.answer(table.us, "five_year_plan", "space")
    table.answer(table.ussr, "korean_war", "space")
    expect(page.locator(".prompt.yours .title")).to_have_text(READY.replace("1", "2"))
    told = [re.compile(r"^\s*Space\s+box 1\s*$"), re.compile(r"Space\s+\+1 VP")]
    expect(page.locator(".news .item")).to_have_text(told)
    log = page.locator(".log")
    for gained in ("US gains 2 VP in the space race", "USSR gains 1 VP in the space race"):
        expect(log).to_contain_text(gained)


def test_a_rocket_that_falls_is_no_box_of_the_space_race(
    invite: Invite, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(server, monkeypatch)
    page = table.sit(invite, follow="off")
    table.answer(table.ussr, "suez_crisis", "space")
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    expect(page.locator(".news .item")).to_have_text(re.compile(r"^\s*Space\s+failed\s*$"))
