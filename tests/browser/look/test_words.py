"""Words for people: levels, clocks, and what Spanish says of coups."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, Visitor
from tests.browser.play.test_follow import SEED
from tests.server.live_server import LiveServer


def test_levels_say_how_they_play_and_how_strong_they_are(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    recruit = page.locator("label", has_text="Recruit")
    expect(recruit).to_contain_text("for first games")
    # Enough games were played to tell its strength exactly.
    expect(recruit.locator("strong")).to_have_text(re.compile(r"^\d+$"))
    expect(recruit.locator("input")).to_be_checked()
    rows = [row.text_content() or "" for row in page.locator(".rows label").all()]
    assert len(rows) >= 5
    assert sum("for first games" in row for row in rows) == 1
    # Names for people: what the terminal calls them stays there.
    for row in rows:
        assert not re.search(r"\b(random|baseline)\b", row), row
    # A bar is as long as its level is strong.
    told = page.locator(".rows label strong").all_inner_texts()
    # A number below zero has a minus, no hyphen.
    assert "-" not in "".join(told)
    strengths = [int(re.sub(r"[^0-9-]", "", one.replace("−", "-"))) for one in told]
    bars = page.evaluate(
        "() => [...document.querySelectorAll('.rows label .bar span')]"
        ".map((one) => one.getBoundingClientRect().width)"
    )
    assert strengths == sorted(strengths)
    assert bars == sorted(bars)
    assert bars[0] < bars[-1]
    page.locator("label", has_text="Officer").click()
    expect(page.locator("label", has_text="Officer").locator("input")).to_be_checked()


def test_levels_tell_how_one_stands_with_them(visitor: Visitor) -> None:
    page = visitor.page
    for side in ("us", "us", "ussr"):
        game = visitor.new_game(side=side)
        given_up = page.request.post(
            f"{visitor.origin}/api/v1/games/{game}/messages",
            data={"type": "resign"},
            headers={"origin": visitor.origin},
        )
        assert given_up.ok, given_up.text()
    visitor.go()
    cadet, recruit = (page.locator("label", has_text=name) for name in ("Cadet", "Recruit"))
    expect(cadet).to_contain_text("you win 0 %")
    # Who has lost three games to the weakest is told to go on with it; nothing else is known.
    expect(cadet).to_contain_text("for you")
    expect(recruit).not_to_contain_text(re.compile("you win|for first games"))
    cadet.click()
    record = page.locator("p.record")
    expect(record).to_have_text("You against Cadet: 0 – 2 as the US, 0 – 1 as the USSR")
    recruit.click()
    expect(record).to_have_count(0)


def test_spanish_says_golpe_de_estado_and_boca_arriba(invite: Invite) -> None:
    visitor = invite(DESKTOP)
    visitor.set(language="es", aids=False)
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    expect(page.locator(".prompt.yours")).to_contain_text("7")
    expect(page.get_by_role("banner")).to_contain_text("Recluta")
    expect(page.locator("main")).to_contain_text("boca arriba")
    # The words stay within the box of The China Card, and off its symbol.
    inside = page.evaluate(
        """() => {
          const [box, words, symbol] = ['.ground', '.state', 'use'].map(
            (one) => document.querySelector(`g.china ${one}`)?.getBoundingClientRect());
          return words.left >= box.left && words.right <= box.right
            && (!symbol || symbol.right <= words.left);
        }"""
    )
    assert inside
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("golpe de Estado")


def test_guests_are_called_so_in_spanish(invite: Invite, server: LiveServer) -> None:
    host = server.client()
    game = host.create(side="us")
    visitor = invite()
    visitor.set(language="es")
    visitor.go(f"/game/{game['id']}?invite={game['invite']}")
    expect(visitor.page.locator("main")).to_contain_text(re.compile(r"Invitado \d{4}"))
    expect(visitor.page.locator("main")).not_to_contain_text("Guest")


def test_the_clock_is_counted_for_each(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    page.get_by_text("Online", exact=True).click()
    page.get_by_text("Total", exact=True).click()
    expect(page.get_by_text("60 min each", exact=True)).to_be_visible()


def test_settings_and_invitations_say_what_they_are(visitor: Visitor) -> None:
    visitor.go()
    page = visitor.page
    page.get_by_role("button", name="Settings").click()
    for words in ("Text size", "Sort hand by"):
        expect(page.locator("dialog")).to_contain_text(words)
    visitor.go(f"/game/{visitor.new_game('online', side='us')}")
    page.get_by_role("button", name="Cancel invitation").click()
    expect(page.get_by_label("Invitation")).to_have_count(0)


def test_what_the_server_refuses_is_said_in_spanish(invite: Invite) -> None:
    # The browser itself speaks English.
    visitor = invite()
    visitor.set(language="es")
    # Chromium complains of it too, at its own time.
    with visitor.page.expect_console_message(lambda message: "404" in message.text):
        visitor.go("/user/nobody-at-all")
    expect(visitor.page.get_by_role("alert")).to_have_text("Ese usuario no existe.")
    # Each request of the page is refused.
    visitor.page.wait_for_load_state("networkidle")
    visitor.forgive("404")


def test_a_theme_that_is_no_more_gives_way_to_the_first(invite: Invite) -> None:
    visitor = invite()
    visitor.set(theme="candlelight")
    visitor.go()
    expect(visitor.page.locator("html")).to_have_attribute("data-frame", "room")
