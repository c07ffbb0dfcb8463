"""Rules and cards at hand: the book, the gallery, and the ways that lead there from a table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, PHONE, TOUCH, Size, Visitor
from tests.browser.play.test_follow import SEED
from tests.browser.play.test_hands import up_to_headline

# Of every picture of a theatre: the share of it that countries take which the event touches, then
# those around them, and whether land is seen.
THEATRES = """() => [...document.querySelectorAll('.tile:has(use.land)')].map((tile) => {
  const frame = tile.querySelector('.theatre').getBoundingClientRect();
  const shares = (name) => [...tile.querySelectorAll(name)].map((shape) => {
    const box = shape.getBoundingClientRect();
    const width = Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
    const height = Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top);
    return width > 0 && height > 0 ? (width * height) / (frame.width * frame.height) : 0;
  });
  return [tile.dataset.card, shares('use.touched'), shares('use.around, use.paler'),
    shares('use.land').some((share) => share > 0.5)];
})"""
# Canada is far from the rest of its region.
ALONE = {"norad"}


def test_the_rulebook_is_read_by_number_and_searched(visitor: Visitor) -> None:
    visitor.go("/rules/R10.2")
    page = visitor.page
    rule = page.locator("[id='R10.2']")
    expect(rule).to_have_class(re.compile("target"))
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("Within reach are countries")
    page.keyboard.press("/")
    page.keyboard.type("china headline")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"\d+ rules"))
    expect(page.locator("[id='R6.3'] mark").first).to_be_visible()
    expect(page.locator("[id='R10.2']")).to_have_count(0)
    page.get_by_role("searchbox").fill("zebra")
    expect(page.get_by_role("status")).to_contain_text("Nothing found for “zebra”")
    page.get_by_role("searchbox").fill("")
    page.locator("[id='R6.9'] a.rule").click()
    expect(page).to_have_url(re.compile(r"/rules/R16\.3$"))
    expect(page.locator("[id='R16.3']")).to_be_in_viewport()


def test_the_rulebook_in_spanish(invite: Invite) -> None:
    visitor = invite()
    visitor.set(language="es")
    visitor.go("/rules/R10.2")
    expect(visitor.page.locator("[id='R10.2']")).to_contain_text("Están al alcance")
    expect(visitor.page.locator("[id='section-R11']")).to_contain_text("Golpes de Estado")


def test_the_gallery_has_every_card_with_rulings_and_figures(visitor: Visitor) -> None:
    visitor.go("/cards")
    page = visitor.page
    expect(page.locator(".tile")).to_have_count(120)
    page.get_by_role("button", name="Late").click()
    expect(page.locator(".tile[data-card=nato]")).to_have_count(0)
    page.get_by_role("button", name="All").first.click()
    page.get_by_role("searchbox").fill("marshall nato")
    page.locator(".tile[data-card=nato]").click()
    expect(page).to_have_url(re.compile("/cards/nato$"))
    more = page.locator(".more")
    expect(more).to_contain_text(re.compile(r"\d+ plays, 32 games"))
    expect(more).to_contain_text("Counted in 32 recorded games between people")
    expect(more).to_contain_text("Protection follows control")
    more.locator("a.rule").first.click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, (1024, 768), PHONE], ids=str)
def test_the_face_of_a_card_is_whole(invite: Invite, size: Size) -> None:
    visitor = invite(size)
    visitor.set(aids=False)
    visitor.go("/cards/duck_and_cover")
    page = visitor.page
    expect(page.locator(".one .more")).to_contain_text("Rulings")
    tall, seen = page.evaluate(
        "() => { const face = document.querySelector('.one article');"
        " return [face.scrollHeight, face.clientHeight]; }"
    )
    assert tall <= seen + 1


def test_pictures_of_theatres_show_their_region(visitor: Visitor) -> None:
    visitor.go("/cards")
    page = visitor.page
    expect(page.locator(".tile").first).to_be_visible()
    pictures = page.evaluate(THEATRES)
    assert len(pictures) > 60
    for card, touched, around, seen in pictures:
        # Of a large theatre a corner may be cut off, of a country nothing.
        assert len(touched) - len([one for one in touched if one]) <= 1, card
        # What is touched is large enough to be found.
        assert sum(touched) > 0.015, card
        assert seen, f"{card} shows no land around"
        if len(touched) == 1 and card not in ALONE:
            assert any(around), f"{card} does not show the region"


def test_a_refusal_leads_to_its_rule_without_leaving_the_table(invite: Invite) -> None:
    visitor = invite(DESKTOP)
    visitor.set(aids=False)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    expect(page.locator(".prompt.yours")).to_contain_text("7 to place")
    page.locator("[data-box=poland]").dispatch_event("click")
    detail = page.locator(".prompt .detail.refusal")
    expect(detail).to_contain_text("Poland: the US places its starting influence in Western Europe")
    address = page.url
    detail.locator("a.rule").click()
    drawer = page.get_by_role("dialog", name="Rules")
    expect(drawer.locator(".target")).to_contain_text("R3.7")
    assert page.url == address
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.locator(".prompt.yours")).to_contain_text("7 to place")


def test_the_key_of_the_rules_and_the_log(invite: Invite) -> None:
    page = up_to_headline(invite, DESKTOP)
    page.locator(".log .entry .line").last.hover()
    page.locator(".log .entry .line .rule").last.click()
    drawer = page.get_by_role("dialog", name="Rules")
    expect(drawer.locator(".target")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-box=europe]").hover()
    page.keyboard.press("g")
    expect(drawer.locator(".target")).to_contain_text("R18.1")


def test_the_gallery_beside_a_game_tells_where_cards_are(invite: Invite) -> None:
    page = up_to_headline(invite, DESKTOP)
    page.keyboard.press("m")
    page.get_by_role("button", name="Cards", exact=True).click()
    page.locator("dialog .tile[data-card=nato]").click()
    expect(page.locator("dialog .more")).to_contain_text("In your hand")
    page.locator("dialog .tile[data-card=chernobyl]").click()
    expect(page.locator("dialog .more")).to_contain_text("Comes later: Late War")


def test_the_library_on_a_phone(invite: Invite) -> None:
    visitor = invite(PHONE, **TOUCH)
    visitor.set(aids=False)
    visitor.go("/cards/nato")
    page = visitor.page
    expect(page.locator(".one .more")).to_contain_text("Rulings")
    assert not visitor.scrolls_sideways()
    page.get_by_role("link", name="All cards").tap()
    expect(page.locator(".tile").first).to_be_visible()
    visitor.go("/rules/R13.1")
    expect(page.locator("[id='R13.1']")).to_be_in_viewport()
    assert not visitor.scrolls_sideways()


def test_rulings_and_options_are_told_in_spanish(invite: Invite) -> None:
    visitor = invite()
    visitor.set(language="es", aids=False)
    visitor.go("/cards/nato")
    page = visitor.page
    expect(page.locator(".one .more")).to_contain_text("Si aún no puede ocurrir")
    visitor.go("/")
    page.get_by_text("Reglas y variantes").click()
    expect(page.get_by_text("Seis crisis antes del turno 1")).to_be_visible()
