"""Following the other side: its play step by step, the news of it, headlines that hold."""

import asyncio
import re
import threading
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Invite
from tests.browser.pages import DESKTOP, LAPTOP, LYING, PHONE, TOUCH, Size, Visitor, until
from twilight.server.workers.pool import Worker
from twilight.server.workers.process import Answer, Task

SEED = "follow 3"
READY = "Action round 1: play a card"
SETUP = ["west_germany"] * 4 + ["italy"] * 3
# What the eye has seen during a play, taken down at every change of the page.
WATCH = """() => {
  window.watched = new Set();
  const note = () => {
    for (const name of ['.playback', '.veil', '.step .die', '.disc', '.reveal', '.prompt.yours'])
      if (document.querySelector(name)) window.watched.add(name);
    const count = document.querySelector('.playback .count');
    if (count) window.watched.add(count.textContent);
  };
  new MutationObserver(note).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true });
  note();
}"""


# What is said of how long the computer thinks.
THINKS = """
  window.thinks = new Set();
  const note = () => {
    const found = /It usually takes [0-9]+ s[.]/.exec(document.body?.textContent ?? '');
    if (found) window.thinks.add(found[0]);
  };
  new MutationObserver(note).observe(document,
    { subtree: true, childList: true, characterData: true });
"""


def up_to_headlines(visitor: Visitor, *, bot: str = "recruit", **settings: object) -> Page:
    """Play until both headlines lie open."""
    visitor.set(**{"aids": False, "pace": "normal", **settings})
    visitor.start(seed=SEED, bot=bot)
    page = visitor.page
    to_place = r"quedan? {}\b" if settings.get("language") == "es" else "{} to place"
    for left, country in enumerate(SETUP):
        box = page.locator(f"[data-box={country}][data-legal]")
        expect(page.locator(".prompt.yours")).to_contain_text(re.compile(to_place.format(7 - left)))
        box.dispatch_event("click")
    page.locator("button.commit").click()
    page.locator(".hand-card.open[data-card=nato]").click()
    page.locator(".sheet .button.primary, button.commit").last.click()
    expect(page.locator(".reveal")).to_be_visible()
    return page


def past_headlines(visitor: Visitor, **settings: object) -> Page:
    page = up_to_headlines(visitor, bot="recruit", **settings)
    page.get_by_role("button", name="Go on").click()
    return page


def stop(page: Page) -> None:
    """Stop the play that is shown, wherever it is by now."""
    expect(page.locator(".playback")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def facts_of(page: Page) -> list[dict[str, Any]]:
    """All that has happened so far, as the server tells it."""
    game = page.url.rpartition("/")[2]
    answer = page.request.get(f"{page.url.partition('/game')[0]}/api/v1/games/{game}/journal")
    facts: list[dict[str, Any]] = answer.json()["facts"]
    return facts


def changes_of(facts: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    """What the headlines and the first play have changed, by country and side."""
    start = next(one["index"] for one in facts if one["kind"] == "headline_event")
    sums: Counter[tuple[str, str]] = Counter()
    for one in facts[start:]:
        if one["kind"] == "influence":
            sums[one["subject"], one["side"]] += one["values"][0]
    return {place: change for place, change in sums.items() if change}


def first_card(facts: list[dict[str, Any]]) -> str:
    played = next(one for one in facts if one["kind"] == "card_played")
    assert played["side"] == "ussr"
    return str(played["text"]).removeprefix("USSR plays ")


def steps_of(page: Page) -> int:
    text = page.locator(".news .count").text_content() or ""
    return int(text.partition("/")[2])


def test_the_play_of_the_other_side_is_shown_step_by_step(invite: Invite) -> None:
    page = up_to_headlines(invite(), follow="quick")
    page.evaluate(WATCH)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".playback .title")).to_have_text(re.compile(r"^USSR · AR 1 · \w"))
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    watched = set(page.evaluate("[...window.watched]"))
    steps = steps_of(page)
    assert steps > 1
    assert {".veil", *(f"{step} / {steps}" for step in range(1, steps + 1))} <= watched
    facts = facts_of(page)
    changes = changes_of(facts)
    news = page.locator(".news")
    expect(news).to_contain_text(f"AR 1 {first_card(facts)}")
    expect(page.locator(".disc")).to_have_count(len(changes))
    # The countries that changed say so, also to those who can't see discs.
    for (country, side), change in changes.items():
        sign = f"{side.upper()} {change:+d}".replace("-", "−")
        label = re.compile(f"changed: .*{re.escape(sign)}")
        expect(page.locator(f"[data-box={country}]")).to_have_attribute("aria-label", label)
    rolls = [one for one in facts if one["kind"].endswith("_roll") and one["side"] == "ussr"]
    for roll in rolls:
        expect(news.locator(".die").first).to_be_visible()
        assert roll["subject"] is None or ".step .die" in watched
    drops = [one["values"] for one in facts if one["kind"] == "defcon"]
    if drops:
        expect(page.locator(".defcon .was")).to_have_text(str(drops[0][0]))
        moved = f"{drops[-1][1] - drops[0][0]:+d}".replace("-", "−")
        expect(page.locator(".defcon .moved")).to_have_text(moved)


def test_discs_stay_until_the_own_commit(invite: Invite) -> None:
    page = past_headlines(invite(), follow="off")
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    changed = len(changes_of(facts_of(page)))
    discs = page.locator(".disc")
    expect(discs).to_have_count(changed)
    page.locator(".hand-card[data-card=five_year_plan]").click()
    page.locator("[data-use=influence]").click()
    title = page.locator(".prompt .title")
    expect(title).to_contain_text("3 of 3")
    expect(discs).to_have_count(changed)
    page.locator("[data-box=italy]").click()
    expect(title).to_contain_text("2 of 3")
    page.locator("[data-box=italy]").click()
    expect(title).to_contain_text("1 of 3")
    page.keyboard.press("u")
    expect(title).to_contain_text("2 of 3")
    expect(discs).to_have_count(changed)
    page.locator("[data-box=italy]").click()
    expect(title).to_contain_text("1 of 3")
    page.locator("[data-box=italy]").click()
    page.keyboard.press("Enter")
    # What was news then is none any more.
    expect(page.locator("[data-box=cuba]")).not_to_have_attribute(
        "aria-label", re.compile("changed")
    )


def test_escape_puts_the_discs_away(invite: Invite) -> None:
    page = past_headlines(invite(), follow="off")
    expect(page.locator(".disc").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".disc")).to_have_count(0)


@pytest.mark.parametrize("how", ["key", "click"])
def test_any_key_or_click_ends_it_and_does_nothing_else(invite: Invite, how: str) -> None:
    page = past_headlines(invite(), follow="calm")
    stop(page)
    if how == "key":
        page.keyboard.press("1")
    else:
        page.locator(".hand-card").first.click(force=True)
    expect(page.locator(".playback")).to_have_count(0)
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    expect(page.locator(".hand-card.chosen")).to_have_count(0)
    expect(page.locator(".hand-card.open").first).to_be_visible()


def test_it_can_be_stopped_and_walked_through(invite: Invite) -> None:
    page = past_headlines(invite(), follow="calm")
    stop(page)
    count = page.locator(".playback .count")
    steps = int((count.text_content() or "").partition("/")[2])
    while not (count.text_content() or "").startswith("1 /"):
        page.locator(".playback").get_by_role("button", name="A step back").click()
    for step in range(2, steps + 1):
        page.keyboard.press(".")
        expect(count).to_have_text(f"{step} / {steps}")
    page.keyboard.press(",")
    expect(count).to_have_text(f"{steps - 1} / {steps}")
    page.get_by_role("radio", name="Off").click()
    expect(page.locator(".playback")).to_have_count(0)
    stored = page.evaluate("JSON.parse(localStorage.getItem('twilight.settings')).follow")
    assert stored == "off"


def test_headlines_hold_until_go_on(invite: Invite) -> None:
    page = up_to_headlines(invite(), follow="off")
    reveal = page.locator(".reveal")
    expect(reveal).to_contain_text("What they did")
    expect(reveal).to_contain_text("NATO: the event can't happen")
    # Both have happened: neither waits.
    expect(reveal.locator(".face")).to_have_count(2)
    expect(reveal.locator(".waits")).to_have_count(0)
    # What lies open is in no hand any more.
    for side in ("us", "ussr"):
        expect(page.locator(f".plate.{side}")).to_contain_text("7 ")
    expect(page.locator(".hand-card[data-card=nato]")).to_have_count(0)
    log = page.locator(".log")
    expect(log).to_contain_text("NATO")
    # The computer has played meanwhile; the eye has not seen it.
    for _ in range(100):
        facts = facts_of(page)
        if any(one["kind"] == "card_played" for one in facts):
            break
        page.wait_for_timeout(100)
    card = first_card(facts)
    page.wait_for_timeout(300)
    expect(log).not_to_contain_text("AR 1")
    expect(page.locator(".news")).not_to_contain_text("AR 1")
    expect(page.locator(".prompt.yours")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(reveal).to_have_count(0)
    expect(log).to_contain_text(card)
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)


def test_who_resigns_behind_the_headlines_sees_the_end(invite: Invite) -> None:
    page = up_to_headlines(invite(), follow="off")
    expect(page.locator(".reveal")).to_contain_text("What they did")
    page.keyboard.press("m")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign: the game is lost").click()
    expect(page.locator(".over")).to_contain_text("You lost: the US resigned")
    expect(page.locator(".reveal")).to_have_count(0)


def test_steps_of_the_last_play_by_key_and_by_button(invite: Invite) -> None:
    page = past_headlines(invite(), follow="off")
    prompt = page.locator(".prompt").first
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    steps = steps_of(page)
    page.keyboard.press(",")
    earlier = f"You are looking at an earlier moment · Step {steps - 1} of {steps}"
    expect(prompt).to_contain_text(earlier)
    expect(page.locator(".news .count")).to_have_text(f"{steps - 1} / {steps}")
    for step in range(steps - 2, 0, -1):
        page.keyboard.press(",")
        expect(prompt).to_contain_text(f"Step {step} of {steps}")
    # The first step is the card alone: it has changed nothing.
    expect(page.locator(".disc")).to_have_count(0)
    for step in range(2, steps):
        page.get_by_role("button", name="A step on").click()
        expect(prompt).to_contain_text(f"Step {step} of {steps}")
    page.keyboard.press(".")
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    page.keyboard.press(",")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)


def test_the_last_play_can_be_shown_again_also_after_coming_back(invite: Invite) -> None:
    visitor = invite()
    page = past_headlines(visitor, follow="quick")
    expect(page.locator(".prompt.yours")).to_be_visible()
    facts = facts_of(page)
    page.reload()
    expect(page.locator(".news")).to_contain_text(first_card(facts))
    expect(page.locator(".disc")).to_have_count(len(changes_of(facts)))
    page.keyboard.press("b")
    expect(page.locator(".playback .title")).to_have_text(f"USSR · AR 1 · {first_card(facts)}")
    expect(page.locator(".prompt.yours")).to_be_visible()


def test_now_is_no_earlier_moment(invite: Invite) -> None:
    page = past_headlines(invite(), follow="off")
    expect(page.locator(".prompt.yours")).to_be_visible()
    page.locator(".log .entry button.head").last.click()
    expect(page.locator(".prompt.yours .title")).to_have_text(READY)
    page.locator(".log .entry button.head").first.click()
    expect(page.locator(".prompt").first).to_contain_text("You are looking at an earlier moment")


def test_a_low_window_tells_the_news_in_the_prompt(invite: Invite) -> None:
    page = past_headlines(invite(LAPTOP), follow="off")
    expect(page.locator(".prompt.yours .detail")).to_contain_text("USSR · AR 1")
    expect(page.locator(".prompt.yours .detail")).to_contain_text(first_card(facts_of(page)))


def test_a_phone_flies_to_what_changes_and_leads_with_the_outcome(invite: Invite) -> None:
    page = past_headlines(invite(PHONE, **TOUCH), follow="calm")
    page.get_by_role("button", name="A step back").wait_for()
    page.locator(".veil-group .ring").wait_for()
    until(
        page,
        """() => {
          const box = document.querySelector('.veil-group .ring').getBoundingClientRect();
          const map = document.querySelector('.map').getBoundingClientRect();
          return box.left > 0 && box.right < innerWidth && box.top > map.top
            && box.bottom < map.bottom;
        }""",
    )
    page.touchscreen.tap(195, 300)
    expect(page.locator(".playback")).to_have_count(0)
    news = page.locator(".news")
    facts = facts_of(page)
    expect(news.locator(".item").first).to_be_visible()
    news.locator(".all").click()
    expect(page.get_by_role("dialog")).to_contain_text(first_card(facts))


def test_reduced_motion_shows_the_result_at_once(invite: Invite) -> None:
    page = past_headlines(invite(DESKTOP, reduced_motion="reduce"), follow="")
    page.evaluate(WATCH)
    expect(page.locator(".prompt.yours")).to_be_visible()
    assert ".playback" not in page.evaluate("[...window.watched]")
    expect(page.locator(".disc").first).to_be_visible()


def test_people_follow_each_other_and_a_watcher_sees_headlines_that_ask_nothing(
    invite: Invite, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody may choose the seed of a game between people, so the server is given one.
    monkeypatch.setattr("twilight.server.play.games.new_seed", lambda: SEED)
    host, guest, watcher = invite(), invite(), invite()
    for person in (host, guest, watcher):
        person.set(aids=False, pace="normal", follow="calm")
    game = host.new_game("online", side="us", public=True)
    host.go(f"/game/{game}")
    guest.page.goto(host.page.get_by_label("Invitation").input_value())
    guest.page.get_by_role("button", name="Take the seat").click()
    watcher.sit(game)
    for person, country, points in ((guest, "poland", 6), (host, "italy", 7)):
        title = person.page.locator(".prompt.yours .title")
        for left in range(points, 0, -1):
            expect(title).to_have_text(f"Starting influence: {left} to place")
            person.page.locator(f"[data-box={country}][data-legal]").dispatch_event("click")
        person.page.locator("button.commit").click()
    # Neither event asks anything: the round begins with the same message.
    for person, card in ((guest, "fidel"), (host, "nato")):
        person.page.locator(f".hand-card.open[data-card={card}]").click()
        person.page.locator("button.commit").click()
    for person in (host, guest, watcher):
        headlines = person.page.get_by_role("dialog", name="Headlines")
        for name in ("NATO", "Fidel"):
            expect(headlines).to_contain_text(name)
    # Going on holds nobody else, and nobody else puts the headlines of a player away.
    page = guest.page
    page.get_by_role("button", name="Go on").click()
    page.locator(".hand-card.open[data-card=formosan_resolution]").click()
    page.locator("[data-use=influence]").click()
    for left in (2, 1):
        expect(page.locator(".prompt.yours .title")).to_contain_text(f"{left} of 2 points left")
        page.locator("[data-box=poland]").click()
    page.locator("button.commit").click()
    expect(watcher.page.get_by_role("dialog", name="Headlines")).to_have_count(0)
    expect(watcher.page.locator(".news")).to_contain_text("USSR · AR 1 Formosan Resolution")
    expect(host.page.get_by_role("dialog", name="Headlines")).to_be_visible()
    expect(host.page.locator(".news")).not_to_contain_text("AR 1")
    host.page.get_by_role("button", name="Go on").click()
    expect(host.page.locator(".playback .title")).to_have_text("USSR · AR 1 · Formosan Resolution")
    expect(host.page.locator(".prompt.yours .title")).to_have_text(READY)
    expect(host.page.locator("[data-box=poland]")).to_have_attribute(
        "aria-label", re.compile(r"changed: .*USSR \+2")
    )


def test_the_pace_is_chosen_in_the_settings(invite: Invite) -> None:
    visitor = invite()
    visitor.go()
    page = visitor.page
    page.get_by_role("button", name="Settings").click()
    paces = page.get_by_role("group", name="Opponent's plays")
    for pace in ("Off", "Quick", "Calm"):
        paces.get_by_text(pace, exact=True).click()
        stored = page.evaluate("JSON.parse(localStorage.getItem('twilight.settings')).follow")
        assert stored == pace.lower()


def test_own_points_of_the_setup_are_no_news(invite: Invite) -> None:
    visitor = invite()
    visitor.set(aids=False, follow="off")
    visitor.start(seed=SEED, bot="recruit")
    page = visitor.page
    for left, country in enumerate(SETUP):
        expect(page.locator(".prompt.yours")).to_contain_text(f"{7 - left} to place")
        page.locator(f"[data-box={country}][data-legal]").dispatch_event("click")
    expect(page.locator("button.commit")).to_be_enabled()
    expect(page.locator(".added")).to_have_count(2)
    expect(page.locator(".news")).to_contain_text("USSR · Setup")
    expect(page.locator(".disc.us")).to_have_count(0)
    expect(page.locator(".disc.ussr").first).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP, (1024, 768), PHONE, LYING], ids=str)
def test_headlines_are_read_to_their_foot(invite: Invite, size: Size) -> None:
    touch = TOUCH if size in (PHONE, LYING) else {}
    page = up_to_headlines(invite(size, **touch), follow="off", language="es")
    reveal = page.locator(".reveal")
    expect(reveal).to_contain_text("OTAN: el evento no puede ocurrir")
    hidden = page.evaluate(
        "() => [...document.querySelectorAll('.reveal .cards, .reveal article, .reveal .did')]"
        ".filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.className)"
    )
    assert hidden == []
    go_on = reveal.locator(".button.primary")
    expect(go_on).to_be_in_viewport(ratio=1)
    for foot in reveal.locator("article footer").all():
        expect(foot).to_be_in_viewport(ratio=1)


def test_a_level_that_was_never_met_tells_how_long_it_thinks(
    invite: Invite, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = Worker.solve
    was_read = threading.Event()

    async def when_read(worker: Worker, task: Task) -> Answer:
        while not was_read.is_set():
            await asyncio.sleep(0.02)
        return await at_once(worker, task)

    monkeypatch.setattr(Worker, "solve", when_read)
    visitor = invite()
    visitor.page.add_init_script(THINKS)
    visitor.start(seed=SEED, bot="general")
    until(visitor.page, "() => window.thinks.size > 0")
    was_read.set()
    assert visitor.page.evaluate("[...window.thinks]") == ["It usually takes 2 s."]
