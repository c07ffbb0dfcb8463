"""People in front of the client: what they see, point at and press."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect

DESKTOP = (1440, 900)
LAPTOP = (1280, 720)
PHONE = (390, 844)

# Everything that can be chosen now, as the middle of what is seen of it.
_CHOICES = """() => {
  const found = [];
  const add = (kind, name, element) => {
    const rect = element.getBoundingClientRect();
    const left = Math.max(rect.left, 0), right = Math.min(rect.right, innerWidth);
    const top = Math.max(rect.top, 0), bottom = Math.min(rect.bottom, innerHeight);
    if (right - left < 4 || bottom - top < 4) return;
    const x = (left + right) / 2, y = (top + bottom) / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit && (element.contains(hit) || hit.contains(element))) found.push({kind, name, x, y});
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  for (const one of all('[data-box][data-legal]')) add('country', one.dataset.box, one);
  for (const one of all('.hand-card.open')) add('card', one.dataset.card, one);
  for (const one of all('[data-use]:not([aria-disabled=true])')) add('use', one.dataset.use, one);
  for (const one of all('[data-option]')) add('option', one.dataset.option, one);
  return found;
}"""
_STATE = """() => ({
  over: document.querySelector('.over') !== null,
  cover: document.querySelector('.cover button') !== null,
  sheet: document.querySelector('.sheet .button.primary') !== null,
  reveal: document.querySelector('.reveal button') !== null,
  doubt: document.querySelector('dialog[open] .button.danger') !== null,
  commit: document.querySelector('.prompt .button.primary:not(:disabled)') !== null,
  yours: document.querySelector('.prompt .yours, .prompt.yours') !== null,
  title: document.querySelector('.prompt .title')?.textContent ?? '',
})"""

# The keys that choose something now.
_KEYS = """() => {
  const cards = [...document.querySelectorAll('.hand-card')];
  const open = cards.flatMap((card, index) => card.classList.contains('open') ? [index + 1] : []);
  const options = document.querySelectorAll('[data-option]').length;
  const numbers = open.length ? open : Array.from({length: options}, (_, index) => index + 1);
  const asked = document.querySelector('.uses') && document.querySelector('.prompt .title')
    .textContent.endsWith('how?');
  const uses = asked ? [...document.querySelectorAll('[data-use]:not([aria-disabled=true]) kbd')]
    .map((key) => key.textContent.toLowerCase()) : [];
  return {
    numbers: (asked ? [] : numbers).filter((number) => number <= 9),
    uses,
    targets: document.querySelectorAll('[data-box][data-legal]').length,
  };
}"""


class Visitor:
    """A person with a browser of his own."""

    def __init__(self, browser: Browser, port: int, size: tuple[int, int] = DESKTOP) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self._browser = browser
        self.complaints: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self._open(size)

    def _open(self, size: tuple[int, int], **options: Any) -> None:
        self._context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="en-US", **options
        )
        self.page: Page = self._context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def with_phone(self) -> None:
        """Go on with a phone in the hand."""
        self._context.close()
        self._open(PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def leave(self) -> None:
        self._context.close()
        heard = [one for one in self.complaints if not any(text in one for text in self.allowed)]
        assert heard == []

    # Going somewhere

    def go(self, path: str = "/") -> None:
        self.page.goto(self.origin + path)

    def set(self, **values: object) -> None:
        """Change settings before the page is opened."""
        self.page.add_init_script(
            f"localStorage.setItem('twilight.settings', JSON.stringify({_json(values)}))"
        )

    def new_game(self, mode: str, **options: object) -> str:
        """Make a game through the interface, with what a form would take long to fill in."""
        self.go()
        wish = {"mode": mode, **options}
        answer = self.page.request.post(
            f"{self.origin}/api/v1/games", data=wish, headers={"origin": self.origin}
        )
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def sit(self, game: str) -> None:
        self.go(f"/game/{game}")
        expect(self.page.locator("[data-box=uk], .cover").first).to_be_visible()

    # Playing

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(_STATE)
        return found

    def choices(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(_CHOICES)
        return found

    def press(self, choice: dict[str, Any], touch: bool = False) -> None:
        if touch:
            self.page.touchscreen.tap(choice["x"], choice["y"])
        else:
            self.page.mouse.click(choice["x"], choice["y"])

    def play_randomly(
        self, random: Random, most: int = 5000, *, touch: bool = False, patient: bool = True
    ) -> dict[str, Any]:
        """Press whatever can be pressed until the game is over or a number of presses is done.

        Who is not patient stops when the other side decides.
        """
        state: dict[str, Any] = {}
        idle = 0
        for _ in range(most):
            state = self.state()
            if state["over"]:
                break
            if self._press_what_is_in_front(state):
                idle = 0
                continue
            choices = self.choices() if state["yours"] else []
            if choices:
                self.press(choices[int(random.random() * len(choices))], touch)
                idle = 0
            elif not patient:
                break
            else:
                idle += 1
                assert idle < 600, f"nothing happens at: {state}"
                self.page.wait_for_timeout(20)
        return state

    def play_with_keys(self, random: Random, most: int = 5000) -> dict[str, Any]:
        """Play with the keyboard alone: numbers for cards, letters for uses, Tab for targets."""
        keyboard = self.page.keyboard
        state: dict[str, Any] = {}
        idle = 0
        for _ in range(most):
            state = self.state()
            if state["over"]:
                break
            if state["doubt"]:
                keyboard.press("Tab")
                keyboard.press("Tab")
                keyboard.press("Enter")
                continue
            if state["reveal"] or state["commit"]:
                keyboard.press("Enter")
                self.page.wait_for_timeout(5)
                continue
            found = self.page.evaluate(_KEYS) if state["yours"] else {}
            keys = [str(number) for number in found.get("numbers", [])] + found.get("uses", [])
            targets = int(found.get("targets", 0))
            if keys:
                keyboard.press(keys[int(random.random() * len(keys))])
                idle = 0
            elif targets:
                keyboard.press("t")
                for _ in range(int(random.random() * min(targets, 8))):
                    keyboard.press("Tab")
                keyboard.press("Enter")
                idle = 0
            else:
                idle += 1
                assert idle < 600, f"nothing happens at: {state}"
                self.page.wait_for_timeout(20)
        return state

    def _press_what_is_in_front(self, state: dict[str, Any]) -> bool:
        for name, selector in (
            ("cover", ".cover button"),
            ("doubt", "dialog[open] .button.danger"),
            ("reveal", ".reveal button"),
            ("sheet", ".sheet .button.primary"),
            ("commit", ".prompt .button.primary:not(:disabled)"),
        ):
            if state[name]:
                try:
                    self.page.click(selector, timeout=1000)
                except Exception:  # it may be gone by itself
                    continue
                return True
        return False


def _json(values: dict[str, object]) -> str:
    return json.dumps(values)
