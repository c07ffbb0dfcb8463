"""Random players in front of the client: by mouse, by finger, by keyboard alone."""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from tests.browser.pages import PATIENCE, Visitor

# More presses than any game takes.
MANY = 6000
# What may end a game with a war; who wants it to last does something else if possible.
DANGEROUS = {
    "boycott",
    "cia_created",
    "coup",
    "degrade",
    "duck_and_cover",
    "lone_gunman",
    "number_1",
    "olympic_games",
    "soviets_shoot_down_kal_007",
    "we_will_bury_you",
}
Found = dict[str, Any]
# A selector, and a text in what it finds.
Goal = tuple[str, str]
Press = Callable[[Visitor, dict[str, Any]], None]


def click(visitor: Visitor, place: dict[str, Any]) -> None:
    visitor.page.mouse.click(place["x"], place["y"])


def tap(visitor: Visitor, place: dict[str, Any]) -> None:
    visitor.page.touchscreen.tap(place["x"], place["y"])


def look(visitor: Visitor, what: str, patience: int, goal: Goal | None = None) -> Found | None:
    found: Found | None = visitor.page.evaluate(
        f"([patience, goal]) => look.{what}(patience, goal)", [patience, goal]
    )
    return found


def play(
    visitor: Visitor,
    random: Random,
    presses: int = MANY,
    *,
    press: Press = click,
    calm: bool = False,
    until: Goal | None = None,
) -> bool:
    """Press at random what can be pressed, so often or until something is there or all is over.

    Tells whether the game is over.
    """
    last: deque[str] = deque(maxlen=12)
    for _ in range(presses):
        found = look(visitor, "places", PATIENCE, until)
        assert found is not None, f"nothing can be pressed after {list(last)}"
        if found["over"] or "there" in found:
            return bool(found["over"])
        place = pick(random, _calmly(found["places"]) if calm else found["places"])
        last.append(f"{place['kind']} {place['name']}")
        press(visitor, place)
    return False


def play_with_keys(visitor: Visitor, random: Random, presses: int = MANY) -> bool:
    """Play with the keyboard alone: numbers and letters, or Tab and Enter."""
    last: deque[str] = deque(maxlen=12)
    for _ in range(presses):
        found = look(visitor, "keys", PATIENCE)
        assert found is not None, f"no key does anything after {list(last)}"
        if found["over"]:
            return True
        if "reach" in found:
            reach(visitor, found["reach"])
            continue
        keys = pick(random, found["keys"])
        last.append("+".join(keys))
        for key in keys:
            visitor.page.keyboard.press(key)
    return False


def reach(visitor: Visitor, selector: str) -> None:
    """Press Tab until something has the focus, and Enter."""
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("(one) => document.activeElement.matches(one)", selector):
            visitor.page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def play_together(people: list[Visitor], random: Random, presses: int) -> bool:
    """Let several people in turn press what each can; tell whether the game is over."""
    done = 0
    idle = 0
    while done < presses:
        for visitor in people:
            found = look(visitor, "places", 20)
            if found is None:
                idle += 1
                assert idle < PATIENCE / 20, "nobody can press anything"
                continue
            if found["over"]:
                return True
            click(visitor, pick(random, found["places"]))
            done += 1
            idle = 0
    return False


def pick(random: Random, choices: list[Any]) -> Any:
    return choices[int(random.random() * len(choices))]


def _calmly(places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The choices of somebody who wants the game to last."""
    due = [one for one in places if one["name"].endswith("_scoring")]
    return due or [one for one in places if one["name"] not in DANGEROUS] or places
