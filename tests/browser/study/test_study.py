"""Who was winning, what was better, and puzzles, as a person looks at them."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import LAPTOP, PHONE, TOUCH, Visitor, until
from tests.browser.study.imported import import_game
from twilight.engine.actions import ACTION_KEYS
from twilight.study.changes import Change
from twilight.study.puzzles.puzzle import shipped_puzzles

Json = dict[str, Any]
# Whether the middle of a box lies in the frame of the map.
SEEN = """(box) => {
  const at = box.getBoundingClientRect();
  const map = document.querySelector("main.map").getBoundingClientRect();
  const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
  return x > map.left && x < map.right && y > map.top && y < map.bottom;
}"""

# The size of a picture, and how many colours it has where the map is: an empty one has few.
PICTURE = """async (image) => {
  await image.decode();
  const canvas = document.createElement("canvas");
  const size = [image.naturalWidth, image.naturalHeight];
  [canvas.width, canvas.height] = size;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const map = new Uint32Array(context.getImageData(0, 84, 1344, 756).data.buffer);
  return [size, new Set(map).size];
}"""


def test_a_puzzle_is_failed_and_solved(visitor: Visitor) -> None:
    puzzle = next(
        one for one in shipped_puzzles() if one.kind == "headline" and one.solution.changes
    )
    page = visitor.page
    visitor.go(f"/puzzle/{puzzle.id}")

    page.locator(f'[data-card="{ACTION_KEYS[puzzle.plays[1].card]}"]').click()
    expect(page.get_by_text("Not this")).to_be_visible()
    expect(page.get_by_text("points of win chance")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.locator(f'[data-card="{ACTION_KEYS[puzzle.solution.card]}"]').click()
    expect(page.get_by_text("Solved:")).to_be_visible()
    expect(page.locator(".caption strong")).to_have_text("1")
    # What it does is seen on the map, and its card in the hand.
    expect(page.locator(".world .disc")).to_have_count(discs(puzzle.solution.changes))
    solution = ACTION_KEYS[puzzle.solution.card]
    expect(page.locator(f'.hand-card.chosen[data-card="{solution}"]')).to_be_visible()
    before = page.url
    page.get_by_role("button", name="Next puzzle").click()
    expect(page).not_to_have_url(before)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("Solution:")).to_be_visible()
    expect(page.locator(".caption strong")).to_have_text("0")
    # The position can be studied, and played on from.
    page.get_by_role("button", name="Study this position").click()
    page.wait_for_url("**/study/**")
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()


def test_the_puzzle_of_the_day_and_a_hint_that_ends_the_streak(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go()
    tile = page.get_by_role("link", name="Puzzle of the day")
    expect(tile).to_contain_text("to play")
    tile.click()
    page.wait_for_url(re.compile(r"/puzzle/(?!daily)"))
    expect(page.locator(".rail")).to_contain_text("Puzzle of the day")
    expect(page.locator(".rail")).to_contain_text("Officer against Officer")
    puzzle = next(one for one in shipped_puzzles() if one.id == page.url.rpartition("/")[2])
    told = page.request.get(f"{visitor.origin}/api/v1/puzzles/{puzzle.id}/hint").json()
    page.keyboard.press("a")
    expect(page.get_by_text(told["text"])).to_be_visible()
    page.mouse.move(5, 5)
    ringed = len(told["countries"]) + len(told["regions"])
    expect(page.locator("g.box.lit, g.label.ringed")).to_have_count(ringed)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    visitor.go()
    expect(tile).to_contain_text("Done for today")
    visitor.go(f"/puzzle/{puzzle.id}")
    expect(page.locator(".tiles span")).to_have_text(["✕"])


def discs(changes: tuple[Change, ...]) -> int:
    """Count the sides that change in the countries of a play."""
    return sum((change.us != 0) + (change.ussr != 0) for change in changes)


def test_an_imported_game_is_reviewed_on_the_study_board(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go(f"/study/{import_game(visitor)}/0")
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
    # What is pointed at is drawn on the map, and goes again.
    aimed = re.compile(r"(influence|coup): ")
    row = best.get_by_role("button").filter(has_text=aimed).first
    targets = page.locator("g.box.chosen")
    row.hover()
    expect(targets.first).to_be_visible()
    page.mouse.move(5, 5)
    expect(targets).to_have_count(0)
    number = row.locator(".rank").inner_text()
    page.keyboard.press(number)
    expect(targets.first).to_be_visible()
    # The next two in the order are numbered where they would go, and an event has an arrow.
    told = page.request.get(f"{best_of(page.url)}?seconds=0.4").json()["plays"]
    expect(best.locator(".row")).to_have_count(len(told))
    for place in range(len(told)):
        best.locator(".row").nth(place).hover()
        expect(page.locator(".drawing .rank")).to_have_count(len(next_places(told, place)))
        expect(page.locator(".drawing .arrow")).to_have_count(int(has_arrow(told[place])))
    # The same key again puts all away.
    page.mouse.move(5, 5)
    expect(targets.first).to_be_visible()
    page.keyboard.press(number)
    expect(targets).to_have_count(0)
    # What the plot shows is told beside it.
    expect(page.get_by_text("win chance", exact=True)).to_be_visible()
    # The best ones are a part of all.
    every = best.get_by_role("button", name=re.compile(r"All \d+ plays"))
    number_of_all = int(re.sub(r"\D", "", every.inner_text()))
    every.click()
    expect(best.locator(".row")).to_have_count(number_of_all)
    expect(every).to_have_count(0)
    best.get_by_role("button", name="Think longer").click()
    expect(best).to_have_attribute("aria-busy", "false")
    # The moment as a picture to be saved, which tells the same in words.
    page.get_by_role("button", name="Picture").click()
    picture = page.get_by_role("dialog").get_by_role("img")
    expect(picture).to_have_attribute("alt", re.compile(r"DEFCON \d.*Map: US controls \d+"))
    size, colours = picture.evaluate(PICTURE)
    assert size == [1600, 900]
    assert colours > 200
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert saved.value.suggested_filename.endswith(".png")
    page.keyboard.press("Escape")
    # Where a font can't be had there is a sentence.
    page.route("**/*.woff2", lambda route: route.abort())
    page.get_by_role("button", name="Picture").click()
    expect(page.get_by_role("alert")).to_contain_text("could not be drawn")
    page.keyboard.press("Escape")
    visitor.forgive("net::ERR_", "Failed to load resource")
    # The review is begun, followed and kept.
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("heading", name="Accuracy", exact=True)).to_be_visible()
    expect(page.get_by_role("rowheader", name="Dice")).to_be_visible()
    # A key moment shows what it changed, and leads there.
    moment = page.get_by_role("dialog").locator(".moments a").first
    expect(moment.locator("g.box").first).to_be_visible()
    there = str(moment.get_attribute("href"))
    moment.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(visitor.origin + there)


def test_a_low_window_shows_one_hand_and_the_other_at_a_press(invite: Invite) -> None:
    visitor = invite(LAPTOP)
    visitor.set(aids=False)
    page = visitor.page
    visitor.go(f"/study/{import_game(visitor)}/0")
    page.get_by_role("tabpanel").get_by_role("listitem").nth(3).get_by_role("button").first.click()
    hands = page.get_by_role("group", name="Hand of the")
    expect(hands).to_have_count(1)
    # It is the hand of who is to play.
    mover = page.locator(".replay-bar .text").inner_text().partition(": ")[2].split()[0]
    expect(hands).to_have_attribute("aria-label", f"Hand of the {mover}")
    other = {"US": "USSR", "USSR": "US"}[mover]
    page.get_by_role("button", name=f"Hand of the {other}", exact=True).click()
    expect(hands).to_have_count(1)
    expect(hands).to_have_attribute("aria-label", f"Hand of the {other}")
    tall = hands.bounding_box()
    assert tall is not None
    assert tall["height"] < 50


def test_a_phone_studies_one_thing_at_a_time_in_spanish(invite: Invite) -> None:
    phone = invite(PHONE, **TOUCH)
    phone.set(aids=False, language="es")
    page = phone.page
    phone.go(f"/study/{import_game(phone, us='Benito', ussr='Ana', name='Estudio')}/0")
    page.get_by_role("tab", name="Jugadas", exact=True).tap()
    page.get_by_role("tabpanel").get_by_role("listitem").nth(3).get_by_role("button").first.tap()
    # A tap draws a play, and the map goes there; another one puts it away.
    page.get_by_role("tab", name="Mejores jugadas").tap()
    row = page.get_by_role("tabpanel").locator(".row").filter(has_text=re.compile("influencia: "))
    targets = page.locator("g.box.chosen")
    row.first.tap()
    until(page, f"() => [...document.querySelectorAll('g.box.chosen')].some({SEEN})")
    row.first.tap()
    expect(targets).to_have_count(0)
    page.get_by_role("tab", name="Manos").tap()
    expect(page.get_by_role("group", name="Mano de")).to_have_count(2)
    page.get_by_role("button", name="Más", exact=True).tap()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("meter")).to_be_visible()
    menu.get_by_role("button", name="Revisión", exact=True).tap()
    expect(page.get_by_role("button", name="Revisar la partida")).to_be_visible()
    assert not phone.scrolls_sideways()


def test_however_long_a_moment_is_called_the_plot_fits_a_phone(invite: Invite) -> None:
    phone = invite(PHONE, **TOUCH)
    phone.set(aids=False, language="es")
    page = phone.page
    phone.go(f"/study/{import_game(phone)}/60")
    text = page.locator(".replay-bar .text")
    expect(text).to_be_visible()
    tall = set()
    for _ in range(12):
        before = page.url
        page.get_by_role("button", name="Un paso adelante", exact=True).tap()
        expect(page).not_to_have_url(before)
        bar = page.locator(".replay-bar").bounding_box()
        plot = page.locator(".replay-bar .time").bounding_box()
        assert bar is not None
        assert plot is not None
        assert plot["x"] + plot["width"] <= PHONE[0]
        tall.add(bar["height"])
    assert len(tall) == 1


def best_of(address: str) -> str:
    """Return where the best plays of the moment at an address are asked for."""
    origin, game, answer = re.fullmatch(r"(.*)/study/(\w+)/(\d+).*", address).groups()  # type: ignore[union-attr]
    return f"{origin}/api/v1/games/{game}/positions/{answer}/best"


def target_of(play: Json) -> str | None:
    """Return the country that a play is about first."""
    changed = [change["country"] for change in play["changes"]]
    return next(iter((*play["play"]["countries"], *play["touches"], *changed)), None)


def next_places(plays: list[Json], place: int) -> set[str]:
    """Return where the next two plays would go, apart from where the one at a place goes."""
    targets = {target_of(play) for play in plays[place + 1 : place + 3]}
    return {one for one in targets if one} - set(plays[place]["play"]["countries"])


def has_arrow(play: Json) -> bool:
    """Tell whether a play comes from The China Card, or is an event that does something."""
    whole = play["play"]
    if whole["card"] == "the_china_card":
        return target_of(play) is not None
    done = {*play["touches"], *(change["country"] for change in play["changes"])}
    is_event = whole["card"] is not None and whole["use"] in ("event", "event_first", "pass")
    return is_event and bool(done - set(whole["countries"]))
