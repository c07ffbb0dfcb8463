"""How much is loaded, what an answer costs, and how long that lasts."""

from playwright.sync_api import CDPSession, WebSocket, expect

from tests.browser.conftest import Invite
from tests.browser.pages import LAPTOP, Visitor, until
from tests.browser.playing import DANGEROUS

MOST_BYTES = 350_000
MOST_REQUESTS = 40
DECISIONS = 700
# By how much the end of a game may exceed its beginning; the log does get longer.
SLACK = {"JSHeapUsedSize": 5_000_000, "Nodes": 3000, "JSEventListeners": 400}

# What the question is when the first frame after a reply of the server is drawn.
FRAMES = """
  window.shown = [];
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener('message', ({ data }) => {
        if (JSON.parse(data).type !== 'update') return;
        requestAnimationFrame(() => {
          window.shown.push(document.querySelector('.prompt .title')?.textContent.trim());
        });
      });
    }
  };
"""
PLAY_ON = "([dangerous, presses]) => look.playOn(dangerous, presses)"


def test_the_first_load_is_light(invite: Invite) -> None:
    visitor = invite()
    wire = visitor.context.new_cdp_session(visitor.page)
    wire.send("Network.enable")
    received: list[float] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    visitor.go()
    visitor.page.locator("button.start").click()
    expect(visitor.page.locator("[data-box=italy][data-legal]")).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    assert len(received) > 5
    assert sum(received) < MOST_BYTES


def test_the_first_page_asks_for_little(visitor: Visitor) -> None:
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    visitor.go()
    expect(visitor.page.locator("button.start")).to_be_enabled()
    assert len(asked) <= MOST_REQUESTS, asked


def test_an_answer_is_one_message_each_way(visitor: Visitor) -> None:
    """Nothing is loaded, asked for again or told twice when an answer is given."""
    asked: list[str] = []
    sent: list[str] = []
    page = visitor.page

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("websocket", listen)
    visitor.start(seed="quick")
    title = page.locator(".prompt .title")
    expect(page.locator("[data-box=italy][data-legal]")).to_be_visible()
    page.on("request", lambda request: asked.append(request.url))
    for left in range(6, 1, -1):
        sent.clear()
        page.locator("[data-box=italy]").click()
        expect(title).to_contain_text(f": {left} ")
        assert len([text for text in sent if '"answer"' in text]) == 1, sent
    # Chromium fetches the picture of the tab when it likes, and more than once.
    assert [url for url in asked if not url.endswith("/icon-move.svg")] == []


def test_an_answer_shows_with_the_next_frame(visitor: Visitor) -> None:
    visitor.context.add_init_script(FRAMES)
    visitor.start(seed="quick")
    page = visitor.page
    expect(page.locator("[data-box=italy][data-legal]")).to_be_visible()
    # What the computer answered before has been drawn by then.
    page.evaluate("new Promise(requestAnimationFrame).then(() => null)")
    page.evaluate("new Promise(requestAnimationFrame).then(() => null)")
    page.evaluate("window.shown = []")
    for left in range(6, 3, -1):
        page.locator("[data-box=italy]").click()
        expect(page.locator(".prompt .title")).to_contain_text(f": {left} ")
    until(page, "() => window.shown.length === 3")
    assert page.evaluate("window.shown") == [
        f"Starting influence: {left} to place" for left in range(6, 3, -1)
    ]


def test_700_decisions_leak_nothing(invite: Invite) -> None:
    visitor = invite(LAPTOP)
    visitor.set(confirm=False)
    visitor.start(seed="long", bot="recruit")
    page = visitor.page
    wire = visitor.context.new_cdp_session(page)
    wire.send("Performance.enable")
    finished = 0
    stages: list[dict[str, float]] = []
    while finished + _answers(visitor) < DECISIONS:
        page.evaluate(PLAY_ON, [sorted(DANGEROUS), 60])
        stages.append(_measure(wire))
        if page.locator(".over").is_visible():
            finished += _answers(visitor)
            page.get_by_role("button", name="Rematch").click()
            expect(page.locator(".over")).to_be_hidden()
    for name, slack in SLACK.items():
        early = max(stage[name] for stage in stages[:2])
        late = min(stage[name] for stage in stages[-2:])
        assert late < early + slack, (name, stages)


def _answers(visitor: Visitor) -> int:
    """Tell how many answers the game on the screen has had."""
    game = visitor.page.url.rpartition("/")[2]
    answer = visitor.page.request.get(f"{visitor.origin}/api/v1/games/{game}")
    return int(answer.json()["answers"])


def _measure(wire: CDPSession) -> dict[str, float]:
    """What the page holds after the garbage is collected."""
    wire.send("HeapProfiler.collectGarbage")
    wanted = ("JSHeapUsedSize", "Nodes", "JSEventListeners")
    metrics = wire.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in metrics if one["name"] in wanted}
