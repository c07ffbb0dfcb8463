"""What notices and mails say: the strings of `texts/<code>.json`; never a card."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from twilight.engine.text.language import LANGUAGES, Language, flatten
from twilight.server.messages.notices import Switches

HOUR: Final = 3600 * 1000
_DAY: Final = 24 * HOUR
# Reminders wait for nothing, and each of them comes once.
REMINDERS: Final = frozenset({"time", "deadline"})
# Of these a later one does not take the place of an earlier one.
RESULTS: Final = frozenset({"result", "late", "withdrawn", "settled"})
# What can be told, and by which switch it is chosen.
SWITCH: Final = {
    "move": "move",
    "time": "time",
    "began": "game",
    "ended": "game",
    "chat": "chat",
    "round": "league",
    "deadline": "league",
    "result": "league",
    "late": "league",
    "withdrawn": "league",
    "settled": "league",
    "removed": "league",
    "organiser": "league",
    "over": "league",
    "called_off": "league",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice in words, with the way to what it is about and the way to end such notices."""

    event: str
    title: str
    text: str
    url: str
    stop: str
    stop_word: str
    game: str = ""
    tournament: str = ""


def is_wanted(switches: Switches, event: str) -> bool:
    """Tell whether somebody wants to be told of an event."""
    return event == "test" or bool(getattr(switches, SWITCH[event]))


@cache
def texts(code: str) -> Language:
    """Return the texts of a language; one that is not known is English."""
    known = code if code in LANGUAGES else "en"
    file = files("twilight.server.notices").joinpath("texts", f"{known}.json")
    found: dict[str, str] = {}
    flatten(json.loads(file.read_text("utf-8")), "", found)
    return Language(known, found)


def word(key: str, language: str, **values: object) -> str:
    """Write one of the words that notices are made of."""
    return texts(language).text(f"word.{key}", **values)


def sentence(event: str, language: str, **values: object) -> tuple[str, str]:
    """Write the title and the text of a notice."""
    known = texts(language)
    title = known.text(f"event.{event}.title", **values)
    return title, known.text(f"event.{event}.text", **values)


def left_text(milliseconds: int, language: str) -> str:
    """Say how much time is left."""
    days, hours = milliseconds // _DAY, milliseconds // HOUR
    if days > 1:
        return word("days", language, n=days)
    return word("hours", language, n=hours) if hours > 1 else word("hour", language)


def account_mail(kind: str, language: str, name: str, home: str, key: str) -> tuple[str, str]:
    """Write the subject and the text of a mail about an account; `key` is what its link carries."""
    known = texts(language)
    # Behind the sign that browsers never send on, so that no log and no page sees the key.
    link = f"{home}/account#{kind}={key}"
    subject = known.text(f"mail.{kind}.subject")
    return subject, known.text(f"mail.{kind}.text", name=name, link=link, home=home)
