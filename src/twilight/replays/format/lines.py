"""The lines of the public log format: each kind of line read from text and written to it.

A line says one thing, an `Entry`. One table of forms serves for reading and for writing. The
headers of rounds and phases are not lines but belong to their block, see parser.py.
"""

import re
from enum import IntEnum
from typing import Final, NamedTuple

from twilight.engine.ids import BOYCOTT, COUP, INFLUENCE, PARTICIPATE, REALIGNMENT, SPACE
from twilight.engine.text.problems import Phrase, Problem
from twilight.engine.types import NOBODY, US, USSR, Actor, Reason
from twilight.replays.format.names import (
    CARD_BY_NAME,
    CARD_NAMES,
    COUNTRY_BY_NAME,
    COUNTRY_NAMES,
    REGION_NAMES,
)


class LineKind(IntEnum):
    """What a line says; the table of forms tells what its entry holds."""

    INFLUENCE = 0
    EVENT = 1
    OPERATION = 2
    TARGET = 3
    COUP_ROLL = 4
    ROLL = 5
    SPACE_ROLL = 6
    SPACE = 7
    WAR = 8
    WAR_ROLL = 9
    MILITARY = 10
    DEFCON = 11
    POINTS = 12
    NO_POINTS = 13
    HEADLINES = 14
    STARTS = 15
    ENDS = 16
    REVEALS_FROM_HAND = 17
    REVEALS = 18
    DISCARDS = 19
    PLAYS = 20
    RETURNS = 21
    NOTHING_TO_REVEAL = 22
    NOTHING_TO_DISCARD = 23
    TRAP_ROLL = 24
    OLYMPICS = 25
    REGION = 26
    RESHUFFLE = 27
    WINS = 28


class Statement(NamedTuple):
    """What one line says: of a side, on a card, country or verb, with numbers."""

    kind: LineKind
    side: Actor = NOBODY
    subject: int = -1
    values: tuple[int, ...] = ()

    @property
    def topic(self) -> tuple[int, int, int]:
        """What the line is about, its numbers aside."""
        return (self.kind, self.side, self.subject)


class UnknownName(Problem):
    """A line of a known kind that names no known card or country."""


# Reasons that no rule knows have numbers below zero.
_REASONS: Final[dict[int, str]] = {
    Reason.VICTORY_POINTS: "Victory Points",
    Reason.EUROPE_CONTROL: "Europe Control",
    Reason.FINAL_SCORING: "Final Scoring",
    Reason.DEFCON: "DEFCON",
    Reason.HELD_SCORING_CARD: "Held Scoring Card",
    Reason.CUBAN_MISSILE_CRISIS: "Cuban Missile Crisis",
    Reason.WARGAMES: "WarGames",
    # The format knows no final scoring without a winner.
    Reason.NO_WINNER: "Final Scoring",
    -1: "Forfeit",
    -2: "Unknown",
}
LOST_REGION: Final = -1

# The fields of a form that are words, each with its number.
_SIDE: Final = {USSR: "USSR", US: "US"}
_WORDS: Final[dict[str, dict[int, str]]] = {
    "side": _SIDE,
    "winner": {**_SIDE, NOBODY: "Nobody"},
    "operation": {
        INFLUENCE: "Place Influence",
        COUP: "Coup",
        REALIGNMENT: "Realignment",
        SPACE: "Space Race",
    },
    "region": REGION_NAMES,
    "olympics": {PARTICIPATE: "participate in", BOYCOTT: "boycott"},
    "coup": {0: "FAILURE", 1: "SUCCESS"},
    "success": {0: "Failed", 1: "Success"},
    "war": {0: "DEFEAT", 1: "VICTORY"},
    "reaches": {0: "<", 1: ">="},
    "within": {0: ">", 1: "<="},
    "trap": {0: "Remains in Effect", 1: "Escaped"},
    "moves": {0: "degrades", 1: "improves"},
    "reason": _REASONS,
}
_NUMBERS: Final = {
    "number": r"\d+",
    "change": r"[+-]\d+",
    "total": r"-?\d+",
    "score": r"(?:USSR|US) \d+|even",
}
_SIDES: Final = ("side", "winner")
_SUBJECTS: Final = ("card", "country", "operation", "region", "olympics")

# A kind with several forms uses the one that has room for its numbers. Two blanks follow a
# modifier in the lines of coups and wars.
_FORMS: Final[tuple[tuple[LineKind, str], ...]] = (
    (LineKind.INFLUENCE, "{side} {change} in {country} [{number}][{number}]"),
    (LineKind.EVENT, "Event: {card}"),
    (LineKind.OPERATION, "{operation} ({number} Ops):"),
    (LineKind.TARGET, "Target: {country}"),
    (LineKind.COUP_ROLL, "{coup}: {number} [ + {number} - 2x{number} = {total} ]"),
    (LineKind.COUP_ROLL, "{coup}: {number} [ + {number} ({change})  - 2x{number} = {total} ]"),
    (LineKind.ROLL, "{side} rolls {number}"),
    (LineKind.ROLL, "{side} rolls {number} ({change}) = {total}"),
    (LineKind.SPACE_ROLL, "Die roll: {number} -- {success}! (Needed {number} or less)"),
    (LineKind.SPACE, "{side} advances to {number} in the Space Race."),
    (LineKind.WAR, "War in {country}"),
    (LineKind.WAR_ROLL, "{war}: {number} {reaches} {number}"),
    (LineKind.WAR_ROLL, "{war}: {number} ({change})  {reaches} {number}"),
    (LineKind.MILITARY, "{side} Military Ops to {number}"),
    (LineKind.DEFCON, "DEFCON {moves} to {number}"),
    (LineKind.POINTS, "{side} gains {number} VP. Score is {score}."),
    (LineKind.NO_POINTS, "No VP awarded. Score is {score}."),
    (LineKind.HEADLINES, "{side} Headlines {card}"),
    (LineKind.REVEALS_FROM_HAND, "{side} reveals {card} from hand"),
    (LineKind.REVEALS, "{side} reveals {card}"),
    (LineKind.DISCARDS, "{side} discards {card}"),
    (LineKind.PLAYS, "{side} plays {card}"),
    (LineKind.RETURNS, "US returns {card} to USSR"),
    (LineKind.NOTHING_TO_REVEAL, "{side} has no cards to reveal"),
    (LineKind.NOTHING_TO_DISCARD, "{side} has no cards to discard"),
    (LineKind.TRAP_ROLL, "Trap Roll: {number} {within} 4 -- Trap {trap}"),
    (LineKind.OLYMPICS, "{side} chooses to {olympics} the Olympics"),
    (LineKind.REGION, "{side} chooses {region}"),
    (LineKind.STARTS, "{card} is now in play."),
    (LineKind.ENDS, "{card} is no longer in play."),
    (LineKind.RESHUFFLE, "*RESHUFFLE*"),
    (LineKind.WINS, "{winner} wins by {reason}"),
)


def spell_score(score: int) -> str:
    """Write the score, which is positive for the US."""
    if score == 0:
        return "even"
    return f"US {score}" if score > 0 else f"USSR {-score}"


def _read_score(text: str) -> int:
    if text == "even":
        return 0
    side, number = text.split()
    return int(number) if side == "US" else -int(number)


def _lookup(names: dict[str, int], name: str, what: Phrase) -> int:
    if name not in names:
        raise UnknownName("there is no {what} named {name!r}", what=what, name=name)
    return names[name]


def card_named(name: str) -> int:
    """Find the card of a name."""
    return _lookup(CARD_BY_NAME, name, Phrase("card"))


class _Form:
    """One way in which a kind of line is written."""

    def __init__(self, kind: LineKind, template: str) -> None:
        self.kind = kind
        self.fields: list[str] = []
        self.texts: list[str] = []
        pattern = ""
        for text, field in re.findall(r"([^{]*)(?:\{(\w+)\})?", template):
            self.texts.append(text)
            pattern += re.escape(text)
            if field:
                self.fields.append(field)
                pattern += f"({_pattern_of(field)})"
        self.pattern = re.compile(pattern)
        self.numbers = sum(field not in (*_SIDES, *_SUBJECTS) for field in self.fields)

    def read(self, match: "re.Match[str]") -> Statement:
        side, subject, values = NOBODY, -1, []
        for field, text in zip(self.fields, match.groups(), strict=True):
            number = _read_field(field, text)
            if field in _SIDES:
                side = number
            elif field in _SUBJECTS:
                subject = number
            else:
                values.append(number)
        return Statement(self.kind, side, subject, tuple(values))

    def spell(self, entry: Statement) -> str:
        values = iter(entry.values)
        parts = [self.texts[0]]
        for place, field in enumerate(self.fields):
            if field in _SIDES:
                number = entry.side
            elif field in _SUBJECTS:
                number = entry.subject
            else:
                number = next(values)
            parts += (_spell_field(field, number), self.texts[place + 1])
        return "".join(parts)


def _pattern_of(field: str) -> str:
    if field in _WORDS:
        return "|".join(re.escape(word) for word in _WORDS[field].values())
    return _NUMBERS.get(field, ".+")


def _read_field(field: str, text: str) -> int:
    if field in _WORDS:
        return _NUMBER_OF[field][text]
    if field == "card":
        return card_named(text)
    if field == "country":
        return _lookup(COUNTRY_BY_NAME, text, Phrase("country"))
    return _read_score(text) if field == "score" else int(text)


def _spell_field(field: str, number: int) -> str:
    if field in _WORDS:
        return _WORDS[field].get(number, "?")
    if field == "card":
        return CARD_NAMES[number]
    if field == "country":
        return COUNTRY_NAMES[number]
    if field == "score":
        return spell_score(number)
    return f"{number:+d}" if field == "change" else str(number)


# Of several numbers with the same word the first is read.
_NUMBER_OF: Final = {
    field: {word: number for number, word in reversed(words.items())}
    for field, words in _WORDS.items()
}
_READING: Final = tuple(_Form(kind, template) for kind, template in _FORMS)
_WRITING: Final = {(form.kind, form.numbers): form for form in _READING}


def read(text: str) -> Statement | None:
    """Read a line; None for one of no known kind."""
    for form in _READING:
        match = form.pattern.fullmatch(text)
        if match is not None:
            return form.read(match)
    return None


def spell(entry: Statement) -> str:
    """Write an entry as the format does."""
    return _WRITING[entry.kind, len(entry.values)].spell(entry)
