"""Plays from positions that were laid out: why points are gained, and how a game ends."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import LYING, PHONE, TOUCH, Size, Visitor

# Whether the end was there while the last play was still shown, and whether that was shown at all.
END = """() => {
  window.end = { played: false, early: false };
  const note = () => {
    const playing = document.querySelector('.playback') !== null;
    if (playing) window.end.played = true;
    if (playing && document.querySelector('.over')) window.end.early = true;
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
}"""


def play_on(visitor: Visitor, layout: dict[str, Any], **settings: object) -> Page:
    """Lay out a position and play on from it as the US, against a recruit."""
    visitor.set(**{"aids": False, "pace": "normal", **settings})
    visitor.go()
    study = visitor.page.request.post(
        f"{visitor.origin}/api/v1/positions", data=layout, headers={"origin": visitor.origin}
    )
    assert study.ok, study.text()
    branch = visitor.page.request.post(
        f"{visitor.origin}/api/v1/games/{study.json()['id']}/branches",
        data={"answer": 0, "bot": "recruit", "side": "us"},
        headers={"origin": visitor.origin},
    )
    assert branch.ok, branch.text()
    visitor.sit(branch.json()["id"])
    return visitor.page


def play_event(page: Page, card: str) -> None:
    page.locator(f".hand-card.open[data-card={card}]").click()
    page.locator("[data-use=event]").click()
    page.locator("button.commit").click()


def test_the_end_speaks_to_the_reader_once_the_last_play_was_shown(invite: Invite) -> None:
    page = play_on(
        invite(),
        {
            "turn": 3,
            "side": "us",
            "vp": -19,
            # The USSR has nothing to play but the card that wins.
            "china_holder": "us",
            "china_face_up": False,
            "influence": {"ussr": {"north_korea": 3}},
            "cards": {"containment": "us_hand", "asia_scoring": "ussr_hand"},
        },
        follow="calm",
    )
    expect(page.locator(".prompt.yours")).to_contain_text("Action round 1")
    page.evaluate(END)
    play_event(page, "containment")
    expect(page.locator(".playback .title")).to_have_text("USSR · AR 2 · Asia Scoring")
    expect(page.locator(".over h2")).to_have_text("You lost: the USSR reached 20 VP")
    assert page.evaluate("window.end") == {"played": True, "early": False}
    expect(page.locator(".over")).to_contain_text("Turn 3 · ")


def test_points_say_what_they_were_gained_for(invite: Invite) -> None:
    page = play_on(
        invite(),
        {
            "round": 6,
            "side": "us",
            "defcon": 5,
            "military": {"ussr": 4, "us": 0},
            "cards": {"duck_and_cover": "us_hand", "asia_scoring": "discard"},
        },
        follow="off",
    )
    play_event(page, "duck_and_cover")
    expect(page.locator(".prompt.yours")).to_contain_text("Choose your headline")
    expect(page.locator(".news .item").first).to_contain_text("Military")
    expect(page.locator(".news")).to_contain_text("+4 VP")
    page.get_by_label("Turn of the log").select_option(index=0)
    expect(page.locator(".log")).to_contain_text("US gains 1 VP from Duck and Cover")
    expect(page.locator(".log")).to_contain_text("USSR gains 4 VP for military operations")


def test_a_use_that_is_closed_says_what_is_not_possible(invite: Invite) -> None:
    page = play_on(
        invite(),
        {"side": "us", "influence": {"us": {"uk": 5}}, "cards": {"containment": "us_hand"}},
    )
    expect(page.locator(".prompt .detail")).to_contain_text("Choose a card from your hand.")
    page.locator(".hand-card.open[data-card=containment]").click()
    coup = page.locator("[data-use=coup]")
    expect(coup).to_have_attribute("aria-disabled", "true")
    # Closed to a screen reader, it still answers who presses it.
    coup.dispatch_event("click")
    expect(page.locator(".prompt .detail.refusal")).to_contain_text("No coup possible: ")


def test_enter_commits_at_the_first_press_while_dice_are_shown(invite: Invite) -> None:
    page = play_on(
        invite(),
        {
            "side": "us",
            "influence": {"us": {"iran": 2}, "ussr": {"iraq": 6, "north_korea": 6}},
            "cards": {"containment": "us_hand"},
        },
        follow="off",
    )
    page.locator(".hand-card.open[data-card=containment]").click()
    page.locator("[data-use=realignment]").click()
    title = page.locator(".prompt .title")
    for left in ("3 rolls left", "2 rolls left", "the last roll"):
        expect(title).to_contain_text(left)
        if not left.startswith("3"):
            expect(page.locator(".map .die").first).to_be_visible()
        page.locator("[data-box=iraq]").click()
        expect(page.locator("button.commit")).to_be_enabled()
        page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("Realignment in Iraq")
    rolls = page.locator(".log").get_by_text("Realignment in Iraq")
    expect(rolls).to_have_count(3)


def test_nothing_lies_over_the_end_of_a_game(invite: Invite) -> None:
    page = play_on(
        invite((1024, 768)),
        {
            "side": "us",
            "influence": {"us": {"uk": 5}},
            "cards": {"containment": "us_hand", "nato": "us_hand", "fidel": "ussr_hand"},
        },
        follow="off",
    )
    page.locator(".hand-card.open[data-card=containment]").click()
    page.locator("[data-use=space]").click()
    page.locator("button.commit").click()
    expect(page.locator(".prompt.yours")).to_contain_text("Action round 2: play a card")
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign: the game is lost").click()
    expect(page.locator(".over")).to_contain_text("You lost: the US resigned")
    # It grows with what is found out about the game.
    expect(page.locator(".over")).to_contain_text("Where the win chance came from")
    button = page.locator(".drawer-button").bounding_box()
    assert button is not None
    hit = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.over') !== null",
        [button["x"] + button["width"] / 2, button["y"] + button["height"] / 2],
    )
    assert hit


@pytest.mark.parametrize("size", [(1024, 768), PHONE, LYING], ids=str)
def test_dice_and_the_ways_out_of_a_variation_do_not_cover_each_other(
    invite: Invite, size: Size
) -> None:
    touch = TOUCH if size in (PHONE, LYING) else {}
    page = play_on(
        invite(size, **touch),
        {
            "side": "us",
            "influence": {"us": {"iran": 2}, "ussr": {"iraq": 6}},
            "cards": {"containment": "us_hand"},
        },
        follow="off",
    )
    page.locator(".hand-card.open[data-card=containment]").click()
    page.locator("[data-use=realignment]").click()
    page.locator("[data-box=iraq][data-legal]").dispatch_event("click")
    page.locator("button.commit").click()
    dice = page.locator(".dice .roll").first
    expect(dice).to_be_visible()
    banner = page.locator("aside.branch").bounding_box()
    roll = dice.bounding_box()
    assert banner is not None
    assert roll is not None
    assert roll["y"] >= banner["y"] + banner["height"]
    edge = page.locator(".map").bounding_box()
    assert edge is not None
    assert banner["x"] + banner["width"] <= edge["x"] + edge["width"]


def test_the_log_says_what_was_done_with_the_operations_of_an_event(invite: Invite) -> None:
    page = play_on(
        invite(),
        {
            "turn": 4,
            "side": "us",
            "influence": {"us": {"uk": 5}},
            "cards": {"abm_treaty": "us_hand"},
        },
        follow="off",
    )
    play_event(page, "abm_treaty")
    page.locator("[data-use=influence], [data-option=influence]").click()
    for left in (4, 3, 2, 1):
        expect(page.locator(".prompt.yours .title")).to_contain_text(f"{left} of 4")
        page.locator("[data-box=france]").click()
    page.locator("button.commit").click()
    head = page.locator(".log .head", has_text="ABM Treaty")
    expect(head.locator(".use")).to_have_text("Event: Influence, 4 Ops")


def test_a_game_without_a_card_says_that_there_is_nothing_to_review(visitor: Visitor) -> None:
    page = visitor.page
    visitor.start(seed="resign")
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign: the game is lost").click()
    expect(page.locator(".over")).to_contain_text("there is nothing to review yet")
    expect(page.get_by_role("button", name="Review the game")).to_have_count(0)


def test_escape_leaves_the_board_and_the_result_can_be_seen_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.start(seed="resign")
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign: the game is lost").click()
    expect(page.locator(".over")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".over")).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(page.locator(".over")).to_be_visible()
