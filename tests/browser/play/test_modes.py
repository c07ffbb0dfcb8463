"""Every way to play: the form, two at one screen, Turn Zero, bidding, watching, the guide."""

import re
from random import Random

from playwright.sync_api import Route, expect

from tests.browser.conftest import Invite
from tests.browser.pages import LAPTOP, Visitor
from tests.browser.playing import play

HEADLINE = "Choose your headline"
DANGERS = {
    "influence": {"grade": "may_lose", "reason": "held_scoring_card", "cards": ["asia_scoring"]},
    "realignment": {"grade": "hand_stuck", "reason": None, "cards": ["duck_and_cover"]},
    "coup": {"grade": "loses_now", "reason": "defcon", "cards": []},
}
CARDS = """() => [...document.querySelectorAll('.hand-card')].map((card) => card.dataset.card)"""
NAMES = """() => [...document.querySelectorAll('.hand-card .title, .hand-card .head-title')]
  .map((title) => title.textContent.trim().replace('*', ''))"""
WITHOUT_NEEDS = """() => {
  const page = document.documentElement.cloneNode(true);
  for (const one of page.querySelectorAll('.hand-card .status')) one.remove();
  for (const one of page.querySelectorAll('.hand-card')) one.removeAttribute('title');
  return page.outerHTML;
}"""


def test_who_opens_the_page_plays_with_two_clicks(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.locator("button.start").click()
    visitor.page.locator("[data-box=italy][data-legal]").click()
    expect(visitor.page.locator(".prompt .title")).to_contain_text("6 to place")


def test_undo_and_another_choice(visitor: Visitor) -> None:
    visitor.start(seed="undo")
    page = visitor.page
    title = page.locator(".prompt .title")
    expect(title).to_have_text("Starting influence: 7 to place")
    page.locator("[data-box=italy]").click()
    expect(title).to_have_text("Starting influence: 6 to place")
    page.keyboard.press("u")
    expect(title).to_have_text("Starting influence: 7 to place")
    page.locator("[data-box=angola]").click(force=True)
    expect(page.locator(".refusal")).to_contain_text("Western Europe")
    for left in range(6, 0, -1):
        page.locator("[data-box=west_germany]").click()
        expect(title).to_have_text(f"Starting influence: {left} to place")
    page.locator("[data-box=france]").click()
    # The last point is drawn when it is staged.
    expect(title).to_have_text("Starting influence: 0 to place")
    commit = page.locator("button.commit")
    expect(commit).to_be_enabled()
    page.keyboard.press("Escape")
    expect(commit).to_be_disabled()
    page.locator("[data-box=italy]").click()
    page.keyboard.press("Enter")
    expect(title).to_have_text(HEADLINE)


def test_nothing_of_either_hand_is_there_while_the_screen_changes_hands(visitor: Visitor) -> None:
    visitor.start("hotseat", seed="two")
    page = visitor.page
    expect(page.get_by_role("heading", name="The USSR decides")).to_be_visible()
    before = page.content()
    page.get_by_role("button", name="I play the USSR: show my cards").click()
    expect(page.locator(".hand-card").first).to_be_visible()
    ussr = page.evaluate(CARDS) + page.evaluate(NAMES)
    play(visitor, Random(6), until=(".cover", "The US decides"))
    cover = page.get_by_role("heading", name="The US decides")
    expect(cover).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(0)
    between = page.content()
    page.reload()
    expect(cover).to_be_visible()
    after = page.content()
    page.get_by_role("button", name="I play the US: show my cards").click()
    expect(page.locator(".hand-card").first).to_be_visible()
    us = page.evaluate(CARDS) + page.evaluate(NAMES)
    assert len(ussr) >= 16
    assert len(us) >= 16
    for seen in (before, between, after):
        assert [card for card in ussr + us if card in seen] == []
    # An own card may say which other card its event needs, wherever that one is.
    shown = page.evaluate(WITHOUT_NEEDS)
    assert [card for card in ussr if card in shown] == []


def test_undo_at_one_screen_says_whose_answer_and_covers_the_hands_again(visitor: Visitor) -> None:
    visitor.start("hotseat", seed="two")
    page = visitor.page
    page.locator(".cover button").click()
    play(visitor, Random(6), until=(".cover", "The US decides"))
    page.locator(".cover button").click()
    undo = page.get_by_role("button", name="Undo USSR")
    expect(undo).to_have_attribute("title", re.compile("^Takes back the answer of the USSR: "))
    undo.click()
    expect(page.get_by_role("heading", name="The USSR decides")).to_be_visible()
    expect(page.locator(".hand-card")).to_have_count(0)
    play(visitor, Random(6), until=(".prompt .title", HEADLINE))
    expect(page.locator(".prompt .title")).to_contain_text(HEADLINE)
    mine = page.locator(".hand-card.open").first
    card = str(mine.get_attribute("data-card"))
    mine.click()
    page.locator("button.commit").click()
    page.locator(".cover button").click()
    expect(page.locator(".hand-card").first).to_be_visible()
    # The choice of the other side is a secret, also on the button that takes it back.
    assert card not in page.content()
    page.get_by_role("button", name=re.compile("^Undo US")).click()
    expect(page.locator(".cover")).to_be_visible()
    page.locator(".cover button").click()
    expect(page.locator(f".hand-card.open[data-card={card}]")).to_be_visible()


def test_turn_zero_is_played_on_the_page(visitor: Visitor) -> None:
    visitor.start("hotseat", seed="zero", options={"turn_zero": True})
    page = visitor.page
    page.locator(".cover button").click()
    expect(page.get_by_text("Turn Zero: crisis")).to_be_visible()
    for question in ("Starting influence", HEADLINE):
        play(visitor, Random(7), until=(".prompt .title", question))
        expect(page.locator(".prompt .title")).to_contain_text(question)


def test_the_bidding_is_played_on_the_page(visitor: Visitor) -> None:
    visitor.start("hotseat", side="bid", seed="bid")
    page = visitor.page
    page.locator(".cover button").click()
    title = page.locator(".prompt .title")
    expect(title).to_contain_text("bid")
    play(visitor, Random(8), until=(".prompt .title", HEADLINE))
    expect(title).to_contain_text(HEADLINE)


def test_the_log_leads_to_its_moment_and_back(visitor: Visitor) -> None:
    visitor.start(seed="log", bot="recruit")
    play(visitor, Random(10), 40, calm=True)
    page = visitor.page
    page.locator(".prompt.yours:not([aria-busy=true])").wait_for()
    now = page.get_by_role("banner").inner_text()
    page.locator(".log button.head").first.click()
    expect(page.get_by_text("You are looking at an earlier moment")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_role("banner")).to_have_text(now, use_inner_text=True)


def test_a_spectator_sees_no_hand(visitor: Visitor, invite: Invite) -> None:
    game = visitor.start(public=True)
    expect(visitor.page.locator(".hand-card").first).to_be_visible()
    hand = visitor.page.evaluate(CARDS)
    watcher = invite()
    watcher.set()
    watcher.go("/lobby")
    watcher.page.locator(f"main a[href='/game/{game}']").click()
    expect(watcher.page.locator("[data-box=uk]")).to_be_visible()
    expect(watcher.page.locator(".hand-card")).to_have_count(0)
    expect(watcher.page.locator("button.commit")).to_have_count(0)
    content = watcher.page.content()
    assert [card for card in hand if card in content] == []


def test_the_guide_can_be_followed_and_skipped(visitor: Visitor) -> None:
    visitor.go("/learn")
    page = visitor.page
    guide = page.get_by_role("complementary", name="First game")
    expect(guide).to_contain_text("1 of 11")
    page.get_by_role("button", name="Understood").click()
    expect(guide).to_contain_text("Influence")
    page.get_by_role("button", name="Skip the guide").click()
    expect(guide).to_be_hidden()


def test_dangers_are_told_before_a_play_is_sent(invite: Invite) -> None:
    visitor = invite()
    visitor.set()
    page = visitor.page
    # A hand and a board in which every use has a danger of its own are rare: the server is
    # asked, and what it answers for the uses of a card is replaced.
    page.route("**/analysis/dangers*", _endanger)
    visitor.start(seed="warn", bot="recruit")
    play(visitor, Random(11), until=(".prompt .title", "how?"), calm=True)
    title = page.locator(".prompt .title").inner_text()
    detail = page.locator(".prompt .detail .line")
    for use, text in (
        ("influence", "May lose the game: Asia Scoring would be left in your hand."),
        ("realignment", "Leaves cards that can't be played out: Duck and Cover"),
        ("coup", "Loses the game at once: DEFCON would fall to 1 in your own round."),
    ):
        page.locator(f"[data-use={use}] .danger").wait_for()
        page.locator(f"[data-use={use}]").hover()
        expect(detail).to_have_text(text)
    page.locator("[data-use=coup]").click()
    doubt = page.get_by_role("dialog", name="This loses the game")
    expect(doubt).to_contain_text("DEFCON would fall to 1")
    doubt.get_by_role("button", name="Choose another").click()
    expect(doubt).to_be_hidden()
    expect(page.locator(".prompt .title")).to_have_text(title)
    # A danger that was accepted is still told while the play is carried out.
    page.locator("[data-use=influence]").click()
    expect(page.locator(".prompt .title")).to_contain_text("Place influence")
    page.mouse.move(0, 0)
    expect(detail).to_contain_text("May lose the game")


def test_all_of_a_long_warning_can_be_read_in_a_low_window(invite: Invite) -> None:
    visitor = invite(LAPTOP)
    visitor.set()
    page = visitor.page
    page.route("**/analysis/dangers*", _endanger)
    visitor.start(seed="warn", bot="recruit")
    play(visitor, Random(11), until=(".prompt .title", "how?"), calm=True)
    text = "May lose the game: Asia Scoring would be left in your hand."
    influence = page.locator("[data-use=influence]")
    influence.locator(".danger").wait_for()
    # Who points at a use can't press anything else: all of it is there at once.
    influence.hover()
    whole = page.locator(".prompt .whole")
    expect(whole).to_have_text(text)
    expect(whole).to_be_in_viewport(ratio=1)
    influence.click()
    page.mouse.move(5, 300)
    expect(page.locator(".prompt .title")).to_contain_text("Place influence")
    expect(whole).to_have_count(0)
    page.locator(".prompt").get_by_role("button", name="More").click()
    expect(whole).to_have_text(text)


def _endanger(route: Route) -> None:
    """Let the uses of a card have all grades of danger."""
    answer = route.fetch()
    body = answer.json()
    for danger in body.get("dangers", []):
        danger.update(DANGERS.get(danger["mode"] or danger["action"], {}))
    route.fulfill(response=answer, json=body)


def test_turn_zero_leaves_optional_cards_out_unless_they_are_switched_on(visitor: Visitor) -> None:
    page = visitor.page
    for wanted in (False, True):
        visitor.go()
        page.locator("label", has_text="One screen").click()
        page.locator("details summary").first.click()
        optional = page.get_by_role("switch", name=re.compile("^Optional cards"))
        expect(optional).to_be_checked()
        page.get_by_role("switch", name=re.compile("^Turn Zero")).check()
        expect(optional).not_to_be_checked()
        if wanted:
            optional.check()
        with page.expect_request(lambda one: one.url.endswith("/api/v1/games")) as asked:
            page.locator("button.start").click()
        # Nothing is said that the player has not chosen; what was chosen is said.
        chosen = {"turn_zero": True, **({"optional_cards": True} if wanted else {})}
        sent = asked.value.post_data_json
        assert sent is not None
        assert sent["options"] == chosen
        expect(page.locator(".cover")).to_be_visible()
