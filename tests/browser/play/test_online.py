"""Two people online, and all that may happen to a connection."""

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.pages import AWAY, Visitor
from tests.browser.playing import play, play_together
from tests.server.processes import ServerProcess, running

HEADLINE = "Choose your headline"


class Cable:
    """The live connections of a person, to be cut."""

    def __init__(self, visitor: Visitor) -> None:
        self._sockets: list[WebSocketRoute] = []
        self._is_cut = False
        visitor.context.route_web_socket("**/live*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close(code=1001)
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    def cut(self) -> None:
        self._is_cut = True
        for socket in self._sockets:
            socket.close(code=1001)
        self._sockets.clear()

    def mend(self) -> None:
        self._is_cut = False


def test_two_browsers_through_headline_undo_reload_and_restart(
    browser: Browser, tmp_path: Path
) -> None:
    with running(ServerProcess(tmp_path)) as server:
        host, guest, watcher = (Visitor(browser, server.port) for _ in range(3))
        for person in (host, guest, watcher):
            person.set(aids=False)
        _sit_together(host, guest)
        watcher.sit(host.page.url.rpartition("/")[2])
        _set_up(guest, "poland", 6)
        _set_up(host, "italy", 7)
        # Both choose at once; nobody sees a card before both have chosen.
        for person in (host, guest):
            expect(person.page.locator(".prompt .title")).to_have_text(HEADLINE)
            expect(person.page).to_have_title("● Your move · Twilight")
        seen = host.page.content()
        secret = _choose_headline(guest)
        expect(guest.page).to_have_title("Twilight")
        expect(guest.page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon.svg")
        expect(host.page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-move.svg")
        expect(host.page.locator(".prompt .title")).to_have_text(HEADLINE)
        # Cards of the host's own hand may name it: as what they need, or what they end.
        assert host.page.content().count(secret) == seen.count(secret)
        assert secret not in watcher.page.content()
        _choose_headline(host)
        for person in (host, guest, watcher):
            headlines = person.page.get_by_role("dialog", name="Headlines")
            expect(headlines).to_contain_text(secret)
        watcher.leave()
        _talk(host, guest)
        host.page.reload()
        expect(host.page.locator(".hand-card").first).to_be_visible()
        before = host.page.get_by_role("banner").inner_text()
        server.kill()
        for person in (host, guest):
            expect(person.page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        for person in (host, guest):
            expect(person.page.get_by_text("Connection lost")).to_be_hidden()
        assert host.page.get_by_role("banner").inner_text() == before
        play_together([host, guest], Random(8), 24)
        for person in (host, guest):
            person.forgive(*AWAY)
            person.leave()


def test_a_lost_connection_comes_back_and_loses_nothing(visitor: Visitor) -> None:
    cable = Cable(visitor)
    visitor.start(seed="lost")
    page = visitor.page
    title = page.locator(".prompt .title")
    page.locator("[data-box=italy]").click()
    expect(title).to_have_text("Starting influence: 6 to place")
    cable.cut()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    page.locator("[data-box=italy]").click()
    expect(page.locator(".refusal")).to_be_visible()
    cable.mend()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(title).to_have_text("Starting influence: 6 to place")
    page.locator("[data-box=italy]").click()
    expect(title).to_have_text("Starting influence: 5 to place")


def test_a_reload_in_the_middle_of_a_play_loses_nothing(visitor: Visitor) -> None:
    visitor.start(seed="reload", bot="recruit")
    page = visitor.page
    for number in range(4):
        play(visitor, Random(number), 7, calm=True)
        page.locator(".prompt.yours:not([aria-busy=true])").wait_for()
        banner = page.get_by_role("banner").inner_text()
        # What is only staged has been sent to nobody.
        page.keyboard.press("Escape")
        question = page.locator(".prompt .title").inner_text()
        page.reload()
        expect(page.locator(".prompt .title")).to_have_text(question)
        expect(page.get_by_role("banner")).to_have_text(banner, use_inner_text=True)


def test_a_second_tab_follows_and_may_play(visitor: Visitor) -> None:
    game = visitor.start(seed="tabs")
    first = visitor.page
    second = visitor.open_tab()
    second.goto(f"{visitor.origin}/game/{game}")
    for number, (acting, other) in enumerate([(first, second), (second, first)] * 3):
        acting.bring_to_front()
        acting.locator("[data-box=italy][data-legal]").click()
        for page in (acting, other):
            left = f"Starting influence: {6 - number} to place"
            expect(page.locator(".prompt .title")).to_have_text(left)
    # Both tabs are about to answer the same question; one is quicker, and nothing breaks.
    for page in (first, second):
        page.locator("[data-box=italy]").click()
        expect(page.locator("button.commit")).to_be_enabled()
    second.locator("button.commit").click()
    for page in (first, second):
        expect(page.locator(".prompt .title")).to_have_text(HEADLINE)


def _sit_together(host: Visitor, guest: Visitor) -> None:
    game = host.new_game("online", side="us", public=True)
    host.go(f"/game/{game}")
    link = host.page.get_by_label("Invitation").input_value()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    for person in (host, guest):
        expect(person.page.locator(".hand-card").first).to_be_visible()


def _set_up(person: Visitor, country: str, points: int) -> None:
    """Place the starting influence, and take one marker back on the way."""
    page = person.page
    title = page.locator(".prompt .title")
    expect(title).to_have_text(f"Starting influence: {points} to place")
    page.locator(f"[data-box={country}]").click()
    expect(title).to_have_text(f"Starting influence: {points - 1} to place")
    page.get_by_role("button", name="Undo").click()
    for left in range(points, 0, -1):
        expect(title).to_have_text(f"Starting influence: {left} to place")
        page.locator(f"[data-box={country}]").click()
    page.locator("button.commit").click()


def _choose_headline(person: Visitor) -> str:
    """Choose a card, think again, and commit to another one; return its name."""
    page = person.page
    expect(page.locator(".prompt .title")).to_have_text(HEADLINE)
    page.locator(".hand-card.open").first.click()
    page.keyboard.press("Escape")
    chosen = page.locator(".hand-card.open").nth(1)
    name = chosen.locator(".title").inner_text().replace("\u2060*", "").strip()
    chosen.click()
    page.locator("button.commit").click()
    return name


def _talk(host: Visitor, guest: Visitor) -> None:
    for person in (host, guest):
        person.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_label("Say something").fill("Good luck")
    guest.page.keyboard.press("Enter")
    expect(host.page.get_by_text("Good luck")).to_be_visible()
