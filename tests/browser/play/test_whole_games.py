"""Whole games against the computer, from the first marker to the last screen."""

from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import LAPTOP, Visitor
from tests.browser.playing import play, play_with_keys, tap


def test_a_whole_game_by_mouse(visitor: Visitor) -> None:
    visitor.start(seed="mouse", bot="recruit")
    assert play(visitor, Random(1), calm=True)
    page = visitor.page
    expect(page.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_a_whole_game_by_keyboard_alone(invite: Invite) -> None:
    visitor = invite(LAPTOP)
    visitor.set(aids=False)
    visitor.start(side="ussr", seed="keys", bot="recruit")
    assert play_with_keys(visitor, Random(2))


def test_a_whole_game_by_finger_on_a_phone(phone: Visitor) -> None:
    phone.start(seed="phone")
    assert play(phone, Random(3), press=tap)
