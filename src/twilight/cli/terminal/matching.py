"""Finding what a user means: by number, by name, by part of a name, or by a name misspelt."""

import unicodedata
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final, TypeVar

from twilight.cli.arguments import BadInput
from twilight.cli.terminal.words import Words

Thing = TypeVar("Thing")

# How alike two names must be for one to count as a misspelling of the other.
_ALIKE: Final = 0.75
_MOST_NAMED: Final = 6


class Unclear(BadInput):
    """Nothing, or more than one thing, has the name that was typed."""


def plain(text: str) -> str:
    """Reduce a name to lower-case letters and digits in words."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("'", ""))
    letters = [
        letter if letter.isalnum() else " "
        for letter in decomposed
        if not unicodedata.combining(letter)
    ]
    return " ".join("".join(letters).split())


def find(text: str, names: Mapping[Thing, Sequence[str]]) -> list[Thing]:
    """List what fits a text in the strictest of several ways in which anything fits."""
    wanted = plain(text)
    if not wanted:
        return []
    for fits in (_is_same, _begins, _begins_words, _contains, _is_alike):
        found = [
            thing for thing, called in names.items() if any(fits(wanted, plain(n)) for n in called)
        ]
        if found:
            return found
    return []


def pick(text: str, names: Mapping[Thing, Sequence[str]], words: Words) -> Thing:
    """Return the one thing that a text means; the first of several names is the one shown."""
    found = find(text, names)
    if not found:
        raise Unclear(words.text("errors.no_name", text=text))
    if len(found) > 1:
        shown = ", ".join(names[thing][0] for thing in found[:_MOST_NAMED])
        more = ", ..." if len(found) > _MOST_NAMED else ""
        raise Unclear(words.text("errors.several_names", text=text, names=shown + more))
    return found[0]


def _is_same(wanted: str, name: str) -> bool:
    return wanted == name


def _begins(wanted: str, name: str) -> bool:
    return name.startswith(wanted)


def _begins_words(wanted: str, name: str) -> bool:
    """Tell whether the typed words begin words of the name, in the same order."""
    words = iter(name.split())
    return all(any(word.startswith(part) for word in words) for part in wanted.split())


def _contains(wanted: str, name: str) -> bool:
    return wanted.replace(" ", "") in name.replace(" ", "")


def _is_alike(wanted: str, name: str) -> bool:
    return len(wanted) > 2 and SequenceMatcher(None, wanted, name).ratio() >= _ALIKE
