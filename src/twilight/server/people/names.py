"""Names of accounts: what a name may be, and which ones look the same."""

import re
import unicodedata
from functools import cache
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

from twilight.server.errors import Refusal

LONGEST: Final = 40
_LONGEST_KEY: Final = 80
_LONGEST_SHAPE: Final = 200
_NAME: Final = re.compile(r"[^\W_](?:[\w .'-]*[^\W_])?")
_BETWEEN: Final = re.compile(r"[\s._'-]+")
# Marks around letters that are written from right to left in the list of look-alikes.
_MARKS: Final = "\u200e\u200f"
GUEST: Final = "Guest"


def checked_name(name: str) -> str:
    """Return a name as it is kept, or refuse it."""
    wanted = unicodedata.normalize("NFKC", " ".join(name.split()))
    too_long = (
        len(wanted) > LONGEST
        or len(key_of(wanted)) > _LONGEST_KEY
        or len(shape_of(wanted)) > _LONGEST_SHAPE
    )
    if not _NAME.fullmatch(wanted) or too_long or shape_of(wanted).startswith(_guests()):
        raise Refusal(
            "bad_name",
            "A name has letters and digits, and in between spaces, dots, hyphens or underscores.",
        )
    return wanted


def key_of(name: str) -> str:
    """Return what a name is found by: upper and lower case are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def shape_of(name: str) -> str:
    """Return what a name looks like: two names of one shape could be taken for each other.

    The case comes first as it is shown, since a capital I looks like a small l.
    """
    shown = _alike(unicodedata.normalize("NFKC", name))
    return _BETWEEN.sub("-", _alike(key_of(shown)))


def _alike(text: str) -> str:
    return "".join(_look(letter) for letter in text)


@cache
def _look(letter: str) -> str:
    """Return the letter that stands for all that look like this one: the one with most of them."""
    others = [str(one["c"]).strip(_MARKS) for one in confusables_data.get(letter, ())]
    family = [letter, *others]
    return min(family, key=lambda one: (-len(confusables_data.get(one, ())), one))


@cache
def _guests() -> str:
    return shape_of(f"{GUEST} 0")[:-1]
