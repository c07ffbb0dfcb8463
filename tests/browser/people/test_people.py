"""People among themselves: a tournament, profiles, programs, and a watcher."""

from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.pages import PHONE, TOUCH, Visitor
from tests.browser.people.test_own_games import ask
from tests.browser.playing import play_together
from tests.server.live_server import LiveServer

NUMBERS = count(1)


def member(invite: Invite, name: str = "", **options: object) -> tuple[Visitor, str]:
    """Make somebody with an account."""
    person = invite(**options)
    person.set(aids=False)
    person.go()
    name = name or f"Member {next(NUMBERS)}"
    headers = {"origin": person.origin}
    person.page.request.post(f"{person.origin}/api/v1/me", headers=headers)
    made = person.page.request.post(
        f"{person.origin}/api/v1/me/account",
        data={"name": name, "password": "correct horse"},
        headers=headers,
    )
    assert made.ok, made.text()
    return person, name


def test_two_people_play_a_league_and_a_third_one_looks(invite: Invite) -> None:
    (organiser, first), (other, second) = member(invite), member(invite)
    organiser.go("/league")
    page = organiser.page
    page.get_by_role("button", name="Announce a tournament").click()
    page.get_by_label("Name", exact=True).fill("Spring League")
    page.get_by_role("radio", name="Everybody against everybody").check(force=True)
    page.get_by_role("button", name="Announce it").click()
    expect(page.get_by_role("heading", name="Spring League")).to_be_visible()
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text(first).last).to_be_visible()
    link = page.get_by_label("Invitation").input_value()
    other.page.goto(link)
    other.page.get_by_role("button", name="Take part").click()
    expect(other.page.get_by_text("2 of 32 seats are taken.")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Begin the first round").click()
    expect(page.get_by_text("Round 1 of 1")).to_be_visible()
    other.page.reload()
    other.page.locator(".league li.me a").click()
    expect(other.page.locator("[data-box=uk]")).to_be_visible()
    watcher = invite(PHONE, **TOUCH)
    watcher.set(aids=False)
    watcher.page.goto(link)
    expect(watcher.page.get_by_text(second).first).to_be_visible()
    assert not watcher.scrolls_sideways()
    # One gives up, and the table tells both.
    give_up(other, other.page.url.rsplit("/", 1)[1])
    expect(page.get_by_text("finished").first).to_be_visible()
    expect(page.locator("tr", has_text=first).locator(".won")).to_have_text("1")


def test_a_profile_and_the_ranking(invite: Invite) -> None:
    person, name = member(invite)
    give_up(person, person.new_game(side="us"))
    person.go(f"/user/{name}")
    expect(person.page.get_by_role("heading", name=name)).to_be_visible()
    expect(person.page.get_by_text("1500?")).to_be_visible()
    expect(person.page.get_by_text("Cadet").first).to_be_visible()
    # The US has lost its only game; the USSR has none to have a share of.
    shares = person.page.locator(".share")
    expect(shares.nth(0)).to_have_text("0 %")
    expect(shares.nth(1)).to_have_text("–")
    [game] = person.page.locator(".games li").all()
    expect(game.get_by_role("img", name="Map: US controls")).to_be_visible()
    expect(game).to_contain_text("You lost")
    person.page.get_by_label("Name of the program").fill(f"{name} robot")
    person.page.get_by_role("button", name="Make an account for it").click()
    token = person.page.get_by_label(f"The token of {name} robot")
    assert len(token.input_value()) > 20
    person.go("/ranking")
    expect(person.page.get_by_role("rowheader", name="Officer")).to_be_visible()


def give_up(person: Visitor, game: str) -> None:
    person.page.request.post(
        f"{person.origin}/api/v1/games/{game}/messages",
        data={"type": "resign"},
        headers={"origin": person.origin},
    )


def test_two_people_play_for_ratings_and_a_third_one_compares(invite: Invite) -> None:
    (host, first), (guest, second), (watcher, _) = (member(invite) for _ in range(3))
    game = host.new_game("online", side="us", rated=True, public=True)
    ask(guest, f"/games/{game}/join", {"invite": ""})
    watcher.sit(game)
    give_up(guest, game)
    host.go(f"/user/{second}")
    between = host.page.locator("section", has_text="You and this player")
    expect(between).to_contain_text("1 – 0")
    expect(host.page.get_by_text("resigned")).to_be_visible()
    watcher.go(f"/user/{first}")
    expect(watcher.page.get_by_role("heading", name=first)).to_be_visible()
    expect(watcher.page.locator("section", has_text="Opponents")).to_contain_text(second)
    assert watcher.page.get_by_text("You and this player").count() == 0
    watcher.go("/ranking")
    expect(watcher.page.get_by_role("link", name=first)).to_be_visible()


def test_a_person_plays_a_program_and_a_third_one_looks(invite: Invite, server: LiveServer) -> None:
    (person, name), (owner, _) = member(invite), member(invite)
    made = owner.page.request.post(
        f"{owner.origin}/api/v1/me/programs",
        data={"name": f"{name} foe"},
        headers={"origin": owner.origin},
    )
    robot = server.client(made.json()["token"])
    game = robot.create(public=True, side="ussr")["id"]
    person.go(f"/game/{game}")
    person.page.get_by_role("button", name="Take the seat").click()
    expect(person.page.locator("[data-box=uk]")).to_be_visible()
    watcher = invite()
    watcher.set(aids=False)
    watcher.sit(game)
    for _ in range(6):
        prompt = robot.table(game)["view"]["prompt"]
        action = prompt["options"][0]["action"]
        robot.act(game, type="answer", decision=prompt["decision"], action=action)
    expect(person.page.locator(".prompt .title")).to_contain_text("Starting influence")
    assert watcher.page.locator(".hand-card.open").count() == 0


@pytest.mark.parametrize("path", ["/league", "/ranking"])
def test_pages_fit_a_phone(phone: Visitor, path: str) -> None:
    phone.go(path)
    expect(phone.page.get_by_role("heading", level=1)).to_be_visible()
    assert not phone.scrolls_sideways()


def test_both_agree_and_a_watcher_looks_back(invite: Invite) -> None:
    host, guest, watcher = invite(), invite(), invite()
    for person in (host, guest, watcher):
        person.set(aids=False)
    game = host.new_game("online", side="us")
    host.go(f"/game/{game}")
    guest.page.goto(host.page.get_by_label("Invitation").input_value())
    guest.page.get_by_role("button", name="Take the seat").click()
    for person in (host, guest):
        expect(person.page.locator(".hand-card").first).to_be_visible()
    play_together([host, guest], Random(3), 8)
    for person in (host, guest):
        person.page.get_by_role("button", name="Menu").first.click()
        person.page.get_by_role("button", name="Let others watch by link").click()
    field = guest.page.get_by_label("Whoever has this link may watch")
    expect(field).to_be_visible()
    watcher.page.goto(field.input_value())
    expect(watcher.page.locator("[data-box=uk]")).to_be_visible()
    assert watcher.page.locator(".hand-card.open").count() == 0
    watcher.page.get_by_role("button", name="Menu").first.click()
    watcher.page.get_by_role("link", name="Look back").click()
    watcher.page.keyboard.press("Home")
    expect(watcher.page.get_by_role("link", name="Back to the game")).to_be_visible()
    watcher.page.get_by_role("link", name="Back to the game").click()
    expect(watcher.page.locator("[data-box=uk]")).to_be_visible()
