"""Playing on from a moment, keeping it with comments, and laying out positions."""

from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, PHONE, TOUCH, Visitor, until
from tests.browser.playing import play
from tests.browser.study.imported import import_game

# The boxes of the map that the banner of a variation lies over.
COVERED = """() => {
  const banner = document.querySelector(".branch").getBoundingClientRect();
  return [...document.querySelectorAll("[data-box]")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < banner.right && banner.left < box.right
      && box.top < banner.bottom && banner.top < box.bottom;
  }).map((one) => one.dataset.box);
}"""


def test_a_variation_is_played_kept_and_commented(visitor: Visitor) -> None:
    page = visitor.page
    study = import_game(visitor)
    visitor.go(f"/study/{study}/120")
    plays = page.get_by_role("tabpanel").get_by_role("listitem")
    expect(plays.first).to_be_visible()
    plays.nth(6).get_by_role("button").first.click()

    # A comment with a mark, by its key; keys are for what can be seen.
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    page.keyboard.press("k")
    page.get_by_role("textbox").fill("Here I would have gone to Thailand.")
    page.get_by_text("interesting").click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Here I would have gone to Thailand.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)

    # Both sides, with other cards.
    page.keyboard.press("p")
    page.get_by_text("both sides myself").click()
    page.get_by_text("Dealt anew").click()
    page.get_by_role("switch", name="Same dice as in the game").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/game/**")
    assert not play(visitor, Random(2), calm=True, until=(".prompt .title", "Action round 4"))
    banner = page.get_by_role("complementary", name="Variation")
    # It lies where the map has no boxes, in every window that is no phone's.
    wide = page.viewport_size
    assert wide is not None
    for width, height in (DESKTOP, LAPTOP, (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"() => innerWidth === {width} && ({COVERED})().length === 0")
    page.set_viewport_size(wide)
    banner.get_by_role("button", name="Keep").click()
    page.wait_for_url("**/study/**")
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_url(f"**/study/{study}/**")
    expect(page.get_by_text("both sides myself")).to_be_visible()
    with page.expect_download() as exported:
        page.get_by_role("button", name="Export all lines").click()
    assert exported.value.suggested_filename.endswith(".json")
    page.get_by_role("button", name="Throw away").click()
    expect(page.get_by_text("both sides myself")).to_have_count(0)


def test_a_friend_plays_on_by_link(visitor: Visitor, invite: Invite) -> None:
    page = visitor.page
    study = import_game(visitor)
    visitor.go(f"/study/{study}/120")
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    page.keyboard.press("p")
    page.get_by_text("a friend, by link").click()
    # Whoever has seen the game knows its dice, and its cards: that is said.
    expect(page.get_by_role("switch", name="Same dice as in the game")).to_have_count(0)
    expect(page.get_by_text("Your friend is told that you may have seen")).to_be_visible()
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_url("**/game/**")
    link = page.get_by_role("textbox", name="Invitation").input_value()

    friend = invite(PHONE, **TOUCH)
    friend.set(aids=False)
    friend.page.goto(link)
    expect(friend.page.get_by_text("may have seen all cards of this moment")).to_be_visible()
    friend.page.get_by_role("button", name="Take the seat").click()
    for one in (page, friend.page):
        expect(one.locator("[data-box=uk]")).to_be_visible()
        banner = one.get_by_role("complementary", name="Variation")
        expect(banner).to_contain_text("with a friend")
        # Neither can end it alone, and nothing leads to where all hands lie open.
        expect(banner.get_by_role("button")).to_have_count(0)
    hands = [
        one.evaluate("document.querySelector('.hand')?.innerText") for one in (page, friend.page)
    ]
    assert hands[0] != hands[1]


def test_with_cards_dealt_anew_the_friend_is_told_so(visitor: Visitor, invite: Invite) -> None:
    page = visitor.page
    visitor.go(f"/study/{import_game(visitor)}/120")
    # Cards are dealt anew where somebody decides.
    page.get_by_role("tabpanel").get_by_role("listitem").nth(6).get_by_role("button").first.click()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    page.keyboard.press("p")
    page.get_by_text("a friend, by link").click()
    page.get_by_text("Dealt anew").click()
    expect(page.get_by_text("Your friend is told that you may have seen")).to_have_count(0)
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_role("textbox", name="Invitation").input_value()
    friend = invite()
    friend.set(language="es")
    friend.page.goto(link)
    expect(friend.page.get_by_text("nadie ha visto las tuyas")).to_be_visible()


def test_what_hangs_under_a_play_is_in_sight(visitor: Visitor) -> None:
    page = visitor.page
    api = f"{visitor.origin}/api/v1/games/{import_game(visitor)}"
    deep = page.request.get(f"{api}/review").json()["moments"][40]["answer"]
    page.request.put(
        f"{api}/notes/{deep}", data={"text": "Too late."}, headers={"origin": visitor.origin}
    )
    visitor.go(f"/study/{api.rpartition('/')[2]}/{deep}")
    expect(page.get_by_text("Too late.")).to_be_in_viewport(ratio=1)


def test_a_position_is_laid_out_checked_and_opened(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/editor")
    page.locator("[data-box=thailand]").click()
    fields = page.get_by_role("group", name="Thailand")
    for _ in range(3):
        fields.get_by_role("button", name="US: more").click()
    expect(fields.get_by_role("group", name="US", exact=True)).to_contain_text("3")
    search = page.get_by_role("searchbox")
    for name, place in (("Nasser", "ussr_hand"), ("Duck", "us_hand")):
        search.fill(name)
        page.locator(".card select").first.select_option(place)
    open_it = page.get_by_role("button", name="Study and play it")
    expect(open_it).to_be_enabled()
    # What breaks the rules is said, and nothing is opened.
    search.fill("Red Scare")
    page.locator(".card select").first.select_option("removed")
    expect(page.get_by_text("is not removed by its event")).to_be_visible()
    expect(open_it).to_be_disabled()
    page.locator(".card select").first.select_option("draw")
    expect(page.get_by_text("The rules allow this position.")).to_be_visible()
    open_it.click()
    page.wait_for_url("**/study/**")
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
