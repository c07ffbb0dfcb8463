"""Everyone can use every screen: axe finds nothing serious, screen readers get a text."""

from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import Visitor
from tests.browser.playing import play, tap

AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# All rules once, and in every other theme those on colours, which alone depend on it.
RUN = """async (themes) => {
  // What lies under a dialog can't be used, and has been looked at without it.
  const part = document.querySelector('dialog[open]') ?? document;
  const root = document.documentElement;
  const usual = {...root.dataset};
  const found = [];
  for (const [theme, [frame, map]] of Object.entries(themes)) {
    Object.assign(root.dataset, {frame, map});
    const isUsual = frame === usual.frame && map === usual.map;
    const options = {resultTypes: ['violations']};
    if (!isUsual) options.runOnly = {type: 'rule', values: ['color-contrast']};
    const {violations} = await axe.run(part, options);
    found.push(...violations.map((one) => ({...one, theme})));
  }
  Object.assign(root.dataset, usual);
  return found;
}"""
THEMES = {"situation room": ("room", "day"), "light": ("paper", "day"), "dark": ("night", "night")}


def check(visitor: Visitor, where: str) -> None:
    """Let axe look at the page in every theme; nothing serious may be found."""
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = visitor.page.evaluate(RUN, THEMES)
    serious = [
        f"{where}, {one['theme']}: {one['id']}: {one['help']}: "
        f"{[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_axe_on_the_first_screens(invite: Invite) -> None:
    visitor = invite()
    visitor.set()
    page = visitor.page
    visitor.go()
    expect(page.locator("button.start")).to_be_enabled()
    page.locator("details summary").first.click()
    check(visitor, "home")
    for name in ("Settings", "Study a log", "Account"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        check(visitor, name)
        page.keyboard.press("Escape")
    visitor.go("/lobby")
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
    check(visitor, "lobby")
    visitor.go(f"/game/{visitor.new_game('online')}")
    expect(page.get_by_label("Invitation")).to_be_visible()
    check(visitor, "waiting")
    visitor.start("hotseat")
    check(visitor, "hand-over")
    for name, wish in (("Turn Zero", {"options": {"turn_zero": True}}), ("bid", {"side": "bid"})):
        visitor.start("hotseat", **wish)
        page.locator(".cover button").click()
        expect(page.locator(".prompt .title")).to_be_visible()
        check(visitor, name)


def test_axe_on_a_game(invite: Invite) -> None:
    visitor = invite()
    visitor.set()
    page = visitor.page
    visitor.start(seed="axe", bot="recruit")
    check(visitor, "setup")
    play(visitor, Random(5), until=(".reveal", ""))
    check(visitor, "headlines")
    play(visitor, Random(5), until=(".prompt .title", "how?"), calm=True)
    check(visitor, "uses")
    for key, name in (("?", "Keys"), ("m", "Menu")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        check(visitor, name)
        page.keyboard.press("Escape")
    page.locator(".piles button").nth(3).click()
    expect(page.locator("dialog[open]")).to_be_visible()
    check(visitor, "pile")
    page.keyboard.press("Escape")
    page.locator(".log button.head").first.click()
    expect(page.get_by_text("You are looking at an earlier moment")).to_be_visible()
    check(visitor, "an earlier moment")
    page.get_by_role("button", name="Back to now").click()
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign: the game is lost").click()
    expect(page.locator(".over")).to_be_visible()
    check(visitor, "the end")
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("End")
    check(visitor, "replay")


def test_axe_between_two_players(invite: Invite) -> None:
    host, guest = invite(), invite()
    for person in (host, guest):
        person.set()
    host.go(f"/game/{host.new_game('online', side='us', clock={'type': 'total', 'minutes': 45})}")
    guest.page.goto(host.page.get_by_label("Invitation").input_value())
    expect(guest.page.get_by_role("button", name="Take the seat")).to_be_visible()
    check(guest, "invited")
    guest.page.get_by_role("button", name="Take the seat").click()
    expect(guest.page.locator(".hand-card").first).to_be_visible()
    host.page.keyboard.press("m")
    host.page.get_by_role("button", name="Offer a draw").click()
    guest.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_label("Say something").fill("Good luck")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_text("A draw is offered.")).to_be_visible()
    check(guest, "an offer and the chat")


def test_axe_on_a_phone(phone: Visitor) -> None:
    page = phone.page
    phone.go()
    expect(page.locator("button.start")).to_be_enabled()
    check(phone, "home")
    phone.start(seed="axe", bot="recruit")
    check(phone, "setup")
    play(phone, Random(5), press=tap, until=(".sheet [data-use]", ""), calm=True)
    check(phone, "sheet")


def test_axe_on_the_guide(visitor: Visitor) -> None:
    visitor.go("/learn")
    expect(visitor.page.get_by_role("complementary", name="First game")).to_be_visible()
    check(visitor, "guide")


def test_a_text_of_the_board_for_a_screen_reader(visitor: Visitor) -> None:
    visitor.start(seed="reader")
    page = visitor.page
    italy = page.get_by_role("button", name="Italy, battleground, stability 2")
    expect(italy).to_have_attribute(
        "aria-label", "Italy, battleground, stability 2, nobody controls, legal target"
    )
    expect(page.get_by_role("status").filter(has_text="Starting influence")).to_be_visible()
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("starting influence")
    italy.click()
    expect(italy).to_have_attribute(
        "aria-label",
        "Italy, battleground, stability 2, US 1, nobody controls, changed: US +1, legal target",
    )
