"""People in front of the client: where they go, what they set, what their browser complains of."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

Size = tuple[int, int]
DESKTOP: Size = (1440, 900)
LAPTOP: Size = (1280, 720)
PHONE: Size = (390, 844)
SMALL_PHONE: Size = (360, 740)
LYING: Size = (844, 390)
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}

# Other tests, and other people, use the machine at the same time.
PATIENCE = 300_000
LOOKING = (Path(__file__).parent / "looking.js").read_text(encoding="utf-8")
# What Chromium says by itself while a server is away.
AWAY = ("WebSocket connection", "net::ERR_", "Failed to load resource")

expect.set_options(timeout=PATIENCE)


def until(page: Page, condition: str) -> None:
    """Wait until a function holds; Playwright's own way needs eval, which our pages forbid."""
    holds = page.evaluate(
        f"""async () => {{
          for (let count = 0; count < {PATIENCE // 20}; count++) {{
            if (({condition})()) return true;
            await new Promise((done) => setTimeout(done, 20));
          }}
          return false;
        }}"""
    )
    assert holds, f"never: {condition}"


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, browser: Browser, port: int, size: Size = DESKTOP, **options: Any) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.complaints: list[str] = []
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, **{"locale": "en-US", **options}
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(LOOKING)
        self.page: Page = self.open_tab()

    def open_tab(self) -> Page:
        """Open another page of the same browser."""
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def forgive(self, *texts: str) -> None:
        """Forget complaints that Chromium makes by itself where a test has brought them about."""
        self.complaints = [one for one in self.complaints if not any(text in one for text in texts)]

    def leave(self) -> None:
        """Close the browser; it must not have complained of anything."""
        self.context.close()
        assert self.complaints == [], self.complaints

    def go(self, path: str = "/") -> None:
        self.page.goto(self.origin + path)

    def set(self, **values: object) -> None:
        """Change settings before a page is opened; nothing moves unless that is wanted."""
        stored = json.dumps(json.dumps({"pace": "off", "language": "en", **values}))
        self.context.add_init_script(f"localStorage.setItem('twilight.settings', {stored})")

    def new_game(self, mode: str = "computer", **wish: object) -> str:
        """Make a game as the form does, with a seed that the form would take long to fill in."""
        self.go()
        chosen = {"side": "us", "bot": "random"} if mode == "computer" else {}
        answer = self.page.request.post(
            f"{self.origin}/api/v1/games",
            data={"mode": mode, **chosen, **wish},
            headers={"origin": self.origin},
        )
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def sit(self, game: str) -> None:
        """Go to the table of a game, and wait until it is laid."""
        self.go(f"/game/{game}")
        expect(self.page.locator("[data-box=uk], .cover").first).to_be_visible()

    def start(self, mode: str = "computer", **wish: object) -> str:
        """Make a game and sit down."""
        game = self.new_game(mode, **wish)
        self.sit(game)
        return game

    def scrolls_sideways(self) -> bool:
        wide: bool = self.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        return wide
