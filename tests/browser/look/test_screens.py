"""What the screens show: that all of it is seen, fits, and is in the reader's language."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Invite
from tests.browser.pages import AWAY, DESKTOP, LAPTOP, PHONE, SMALL_PHONE, TOUCH, Size, Visitor
from tests.browser.playing import play, tap

LANGUAGES = Path(__file__).parents[3] / "web" / "src" / "lib" / "language"
FINGER = 44

BOXES = """() => [...document.querySelectorAll('.world .box, .world .china')].map((box) => {
  const paper = box.querySelector('.paper, .ground').getBoundingClientRect();
  const name = box.querySelector('.name').getBoundingClientRect();
  return {id: box.querySelector('.name').textContent, left: paper.left, top: paper.top,
    right: paper.right, bottom: paper.bottom, name: name.width, height: name.height};
})"""
# Controls that are too small for a finger; what only a screen reader finds is smaller still.
SMALL = """(least) => [...document.querySelectorAll('button, a, select, [data-box][data-legal]')]
  .filter((one) => one.checkVisibility() && !one.closest('.hidden-text'))
  .map((one) => [one.textContent.trim() || one.ariaLabel, one.getBoundingClientRect()])
  .filter(([, rect]) => rect.width > 4 && (rect.width < least - 0.5 || rect.height < least - 0.5))
  .map(([text, rect]) => `${text}: ${rect.width.toFixed(1)} x ${rect.height.toFixed(1)}`)"""
# Texts of the score bar that have no room.
CUT = """() => [...document.querySelectorAll('header.bar span, header.bar .state')]
  .filter((one) => one.clientWidth > 4 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""
# Lines of the log that are taller than what is written in them.
EMPTY = """() => [...document.querySelectorAll('.log .line')].filter((line) => {
  const written = document.createRange();
  written.setStart(line, 0);
  written.setEndBefore(line.querySelector('.rule'));
  const {bottom} = line.getBoundingClientRect();
  return bottom - written.getBoundingClientRect().bottom > 10;
}).map((line) => line.textContent.trim())"""
# Everything that is read or read aloud.
TEXTS = """() => {
  const found = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.add(walk.currentNode.textContent.trim());
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) {
      if (one.hasAttribute(name)) found.add(one.getAttribute(name).trim());
    }
  }
  return [...found].filter(Boolean);
}"""
# Words that no Spanish sentence has.
ENGLISH = re.compile(
    r"\b(the|and|with|choose|influence|discards|draws|rolls|gains|places|your|card|turn)\b", re.I
)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [LAPTOP, DESKTOP])
def test_all_84_boxes_are_seen_and_none_overlap(invite: Invite, size: Size, language: str) -> None:
    visitor = invite(size)
    visitor.set(language=language)
    visitor.start(seed="boxes")
    boxes = visitor.page.evaluate(BOXES)
    assert len(boxes) == 85  # the 84 countries and China
    frame = visitor.page.locator(".map").bounding_box()
    assert frame is not None
    for index, box in enumerate(boxes):
        assert frame["x"] <= box["left"] < box["right"] <= frame["x"] + frame["width"]
        assert frame["y"] <= box["top"] < box["bottom"] <= frame["y"] + frame["height"]
        assert box["name"] < box["right"] - box["left"], f"{box['id']} is wider than its box"
        assert box["height"] >= 10, f"{box['id']} can't be read"
        for other in boxes[index + 1 :]:
            apart = (
                box["right"] <= other["left"]
                or other["right"] <= box["left"]
                or box["bottom"] <= other["top"]
                or other["bottom"] <= box["top"]
            )
            assert apart, f"{box['id']} and {other['id']} overlap"


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE])
def test_a_phone_shows_all_and_has_targets_for_fingers(invite: Invite, size: Size) -> None:
    visitor = invite(size, **TOUCH)
    visitor.set()
    page = visitor.page
    for path in ("/", "/lobby"):
        visitor.go(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not visitor.scrolls_sideways()
        assert page.evaluate(SMALL, FINGER) == []
    visitor.start(seed="phone", bot="recruit")
    for number in range(3):
        play(visitor, Random(number), 8, press=tap, calm=True)
        page.locator(".prompt.yours:not([aria-busy=true])").wait_for()
        assert not visitor.scrolls_sideways()
        assert page.evaluate(SMALL, FINGER) == []


def test_the_map_of_a_phone_stays_where_it_is_whatever_is_asked(phone: Visitor) -> None:
    phone.start(seed="phone", bot="recruit")
    random = Random(3)
    places: set[tuple[float, float]] = set()
    for _ in range(60):
        play(phone, random, 1, press=tap, calm=True)
        frame = phone.page.locator(".map").bounding_box()
        assert frame is not None
        places.add((frame["y"], frame["height"]))
    assert len(places) == 1


def test_a_phone_on_its_side_has_the_map_beside_all_else(invite: Invite) -> None:
    visitor = invite((PHONE[1], PHONE[0]), **TOUCH)
    visitor.set()
    visitor.start(seed="side", bot="recruit")
    page = visitor.page
    assert not visitor.scrolls_sideways()
    # Buttons of the map's other parts lie outside the window until one goes there.
    page.locator(".regions button", has_text="Europe").tap()
    page.locator("[data-box=italy]").tap()
    expect(page.locator(".prompt .title")).to_have_text("Starting influence: 6 to place")
    frame = page.locator(".map").bounding_box()
    hand = page.locator(".hand").bounding_box()
    assert frame is not None
    assert hand is not None
    assert frame["height"] > PHONE[0] * 0.8
    assert hand["x"] >= frame["x"] + frame["width"]
    assert page.evaluate(SMALL, FINGER) == []


def test_a_phone_has_a_window_for_what_a_desk_shows_beside_the_map(phone: Visitor) -> None:
    phone.set()
    phone.start(seed="situation")
    page = phone.page
    page.get_by_role("button", name="Situation").tap()
    situation = page.get_by_role("dialog", name="Situation")
    for text in ("Next: Earth Satellite", "If scored now", "In effect", "Removed"):
        expect(situation.get_by_text(text).first).to_be_visible()
    situation.get_by_role("button", name="Unseen").tap()
    expect(page.get_by_role("dialog", name="Unseen")).to_be_visible()


def test_the_hand_of_a_phone_is_a_sheet_from_below(invite: Invite) -> None:
    visitor = invite(SMALL_PHONE, **TOUCH)
    visitor.set(aids=False)
    visitor.start(seed="sheet")
    play(visitor, Random(1), press=tap, until=(".prompt .title", "Action round"))
    page = visitor.page
    page.locator(".hand-card.open").first.tap()
    sheet = page.locator(".sheet")
    expect(sheet.locator("[data-use]").first).to_be_visible()
    box = sheet.bounding_box()
    assert box is not None
    assert abs(box["y"] + box["height"] - SMALL_PHONE[1]) < 1
    assert box["width"] == SMALL_PHONE[0]
    sheet.get_by_role("button", name="Undo").tap()
    expect(sheet).to_be_hidden()
    expect(page.locator(".prompt .title")).to_contain_text("play a card")


def test_spanish_is_complete_on_every_screen(invite: Invite) -> None:
    visitor = invite()
    visitor.set(language="es")
    page = visitor.page
    visitor.go()
    expect(page.locator("button.start")).to_be_enabled()
    page.locator("details summary").first.click()
    _reads_spanish(visitor)
    visitor.go("/lobby")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    _reads_spanish(visitor)
    visitor.start(seed="spanish", bot="recruit")
    for number in range(4):
        play(visitor, Random(number), 14, calm=True)
        page.locator(".prompt.yours:not([aria-busy=true])").wait_for()
        _reads_spanish(visitor)
    page.keyboard.press("?")
    _reads_spanish(visitor)


def _reads_spanish(visitor: Visitor) -> None:
    english: dict[str, str] = json.loads((LANGUAGES / "en.json").read_text("utf-8"))
    spanish: dict[str, str] = json.loads((LANGUAGES / "es.json").read_text("utf-8"))
    foreign = {text for key, text in english.items() if len(text) > 4 and spanish[key] != text}
    foreign -= set(spanish.values())
    texts: list[str] = visitor.page.evaluate(TEXTS)
    assert len(texts) > 10
    assert [text for text in texts if text in foreign or ENGLISH.search(text)] == []


def test_large_text_keeps_everything_in_reach(visitor: Visitor) -> None:
    visitor.set(aids=False, text=200)
    page = visitor.page
    visitor.go()
    expect(page.locator("button.start")).to_be_enabled()
    assert not visitor.scrolls_sideways()
    visitor.start(seed="large", bot="recruit")
    for number in range(3):
        play(visitor, Random(number), 12, calm=True)
        page.locator(".prompt.yours:not([aria-busy=true])").wait_for()
        assert not visitor.scrolls_sideways()
        for name in ("Undo", "Commit", "Roll"):
            for button in page.get_by_role("button", name=name).all():
                expect(button).to_be_in_viewport(ratio=0.95)


def test_who_wants_no_motion_gets_none(invite: Invite) -> None:
    visitor = invite(reduced_motion="reduce")
    visitor.set(pace="normal", aids=False)
    visitor.start(seed="still", bot="recruit")
    moving = """() => document.getAnimations().filter((one) => one.playState === 'running')
      .map((one) => one.animationName ?? one.transitionProperty)"""
    for number in range(30):
        play(visitor, Random(number), 1, calm=True)
        assert visitor.page.evaluate(moving) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_phone_has_five_places_at_its_foot_and_the_rest_behind_the_last(
    invite: Invite, language: str
) -> None:
    visitor = invite(SMALL_PHONE, **TOUCH)
    visitor.set(aids=False, language=language)
    visitor.go("/cards")
    page = visitor.page
    places = page.locator("nav a, nav button")
    expect(places).to_have_count(5)
    for place in places.all():
        expect(place).to_be_in_viewport(ratio=1)
    expect(page.locator("nav [aria-current]")).to_have_count(1)
    places.last.tap()
    more = page.get_by_role("dialog")
    expect(more.locator("a, .more button")).to_have_count(6)
    more.get_by_role("link", name={"en": "League", "es": "Liga"}[language]).tap()
    expect(page).to_have_url(re.compile("/league$"))
    expect(more).to_have_count(0)
    expect(page.locator("nav [aria-current]")).to_have_text({"en": "More", "es": "Más"}[language])
    page.locator("nav button").last.tap()
    more.get_by_role("button", name={"en": "Settings", "es": "Ajustes"}[language]).tap()
    expect(
        page.get_by_role("group", name={"en": "Sounds", "es": "Sonidos"}[language])
    ).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)], ids=str)
def test_nothing_peeks_out_below_the_button_that_begins_a_game(invite: Invite, size: Size) -> None:
    visitor = invite(size)
    visitor.go()
    page = visitor.page
    begin = page.get_by_role("button", name="Play", exact=True)
    expect(begin).to_be_in_viewport(ratio=1)
    expect(page.locator("form input[value=marshal]")).to_be_attached()
    below = page.evaluate(
        """() => {
          const box = document.querySelector('form .start').getBoundingClientRect();
          const below = document.elementFromPoint(box.left + 40, innerHeight - 2);
          return below.closest('form .foot') !== null;
        }"""
    )
    assert below


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP], ids=str)
def test_rules_that_are_opened_are_seen(invite: Invite, size: Size) -> None:
    visitor = invite(size)
    visitor.set()
    visitor.go()
    page = visitor.page
    expect(page.locator("form input[value=marshal]")).to_be_attached()
    page.locator("details summary").first.click()
    for text in ("Ruleset", "Turn Zero"):
        seen = page.get_by_text(text, exact=True).first
        expect(seen).to_be_in_viewport(ratio=1)
        foot = page.locator("form .foot").bounding_box()
        place = seen.bounding_box()
        assert foot is not None
        assert place is not None
        assert place["y"] + place["height"] < foot["y"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_scale_of_points_has_room_beside_narrow_plates(invite: Invite, language: str) -> None:
    visitor = invite((1024, 768))
    visitor.set(language=language)
    visitor.start(seed="scale")
    page = visitor.page
    expect(page.locator(".scale .track")).to_be_visible()
    parts = page.locator("header.bar > *, header.bar .middle > *")
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate(CUT) == []


def test_no_line_of_the_log_is_empty(invite: Invite) -> None:
    visitor = invite(LAPTOP)
    visitor.set(aids=False)
    visitor.start(seed="lines", bot="recruit")
    play(visitor, Random(3), 30, calm=True)
    assert visitor.page.evaluate(EMPTY) == []


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=str)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_levels_have_their_place_before_they_are_known(
    invite: Invite, size: Size, language: str
) -> None:
    visitor = invite(size)
    visitor.set(language=language)
    page = visitor.page
    held: list[Route] = []
    page.route("**/api/v1/bots*", lambda route: held.append(route))
    visitor.go()
    blanks = page.locator("form .blank")
    expect(blanks).to_have_count(6)
    expect(page.locator("form input[value=marshal]")).to_have_count(0)
    raised = page.evaluate("getComputedStyle(document.body).getPropertyValue('--raised')")
    expect(blanks.first).to_have_css("background-color", _rgb(raised))
    page.evaluate("document.fonts.ready.then(() => null)")
    tall = page.locator("form").bounding_box()
    for route in held:
        route.continue_()
    expect(page.locator("form input[value=marshal]")).to_be_attached()
    expect(blanks).to_have_count(0)
    after = page.locator("form").bounding_box()
    assert tall is not None
    assert after is not None
    assert abs(tall["height"] - after["height"]) < 4


def test_a_game_can_be_started_before_the_levels_are_known(visitor: Visitor) -> None:
    page = visitor.page
    held: list[Route] = []
    page.route("**/api/v1/bots*", lambda route: held.append(route))
    visitor.go()
    page.locator("button.start").click()
    expect(page.locator("button.start")).to_be_disabled()
    for route in held:
        route.continue_()
    expect(page.locator("[data-box=italy][data-legal]")).to_be_visible()


def test_the_letters_of_the_first_page_come_with_it(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    expect(page.locator("form input[value=marshal]")).to_be_attached()
    page.evaluate("document.fonts.ready.then(() => null)")
    asked_for = "link[rel=preload][as=font]"
    preloaded = page.locator(asked_for).evaluate_all("links => links.map(link => link.href)")
    fonts = page.evaluate(
        """performance.getEntriesByType('resource').map(each => each.name)
             .filter(name => name.endsWith('.woff2'))"""
    )
    assert fonts
    assert set(fonts) == set(preloaded)


def _rgb(colour: str) -> str:
    """Turn the colour of a token into what a browser computes."""
    parts = [int(colour.strip().lstrip("#")[at : at + 2], 16) for at in (0, 2, 4)]
    return f"rgb({', '.join(map(str, parts))})"


@pytest.mark.parametrize("path", ["/", "/settings/notify", "/ranking", "/editor"])
def test_a_page_scrolls_within_its_frame_and_not_into_the_void(invite: Invite, path: str) -> None:
    visitor = invite(PHONE, **TOUCH)
    visitor.set()
    visitor.go(path)
    page = visitor.page
    expect(page.get_by_role("heading").first).to_be_attached()
    if path == "/":
        expect(page.locator("form input[value=marshal]")).to_be_attached()
    tall = "document.documentElement.scrollHeight - innerHeight"
    assert page.evaluate(tall) <= 0


def test_a_game_that_is_not_there_leads_back(visitor: Visitor) -> None:
    visitor.go("/game/nowhere")
    alert = visitor.page.get_by_role("alert")
    expect(alert).to_contain_text("This game can't be opened here.")
    alert.get_by_role("link", name="Back to the start page").click()
    expect(visitor.page.locator("button.start")).to_be_enabled()
    visitor.forgive(*AWAY)


def test_a_crisis_leaves_the_piles_in_sight(invite: Invite) -> None:
    visitor = invite(LAPTOP)
    visitor.set()
    visitor.start("hotseat", seed="zero", options={"turn_zero": True})
    page = visitor.page
    page.locator(".cover button").click()
    expect(page.get_by_text("Turn Zero: crisis")).to_be_visible()
    for pile in page.locator(".piles button").all():
        expect(pile).to_be_in_viewport(ratio=1)


def test_names_of_a_full_hand_end_in_a_narrow_window(invite: Invite) -> None:
    visitor = invite((1024, 768))
    visitor.set(aids=False)
    visitor.start(seed="names 2", side="ussr")
    page = visitor.page
    expect(page.locator(".hand-card")).to_have_count(9)
    for title in page.locator(".hand-card .title > span").all():
        expect(title).to_be_in_viewport(ratio=0.9)
