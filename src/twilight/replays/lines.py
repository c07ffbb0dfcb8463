"""The lines of the public log format: each kind of line read from text and written to it.

A line says one thing, an `Entry`; reading and writing it are inverse to each other. The headers of
rounds and phases are not lines but belong to their block, see parser.py.
"""

import re
from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

from twilight.engine.ids import (
    BOYCOTT,
    COUP,
    INFLUENCE,
    NO_CARD,
    PARTICIPATE,
    REALIGNMENT,
    SPACE,
    Action,
)
from twilight.engine.types import NOBODY, Actor, Reason
from twilight.replays.names import (
    CARD_BY_NAME,
    CARD_NAMES,
    COUNTRY_BY_NAME,
    COUNTRY_NAMES,
    REGION_BY_NAME,
    REGION_NAMES,
    SIDE_BY_NAME,
    SIDE_NAMES,
)


class LineKind(IntEnum):
    """What a line says. The comments tell what `side`, `subject` and `values` hold."""

    INFLUENCE = 0  # side, country; change, US after, USSR after
    EVENT = 1  # card
    OPERATION = 2  # verb; value
    TARGET = 3  # country
    COUP_ROLL = 4  # 1 for success; die, value, modifier, stability, result
    ROLL = 5  # side of a realignment; die, modifier, total
    SPACE_ROLL = 6  # die, 1 for success, highest successful die
    SPACE = 7  # side; box
    WAR = 8  # country
    WAR_ROLL = 9  # 1 for victory, die, modifier, threshold
    MILITARY = 10  # side; now
    DEFCON = 11  # 1 for an improvement, now
    POINTS = 12  # side; points, score after it (US positive)
    NO_POINTS = 13  # score
    HEADLINES = 14  # side, card
    STARTS = 15  # card is now in play
    ENDS = 16  # card is no longer in play
    REVEALS = 17  # side, card
    REVEALS_FROM_HAND = 18  # side, card
    DISCARDS = 19  # side, card
    PLAYS = 20  # side, card
    RETURNS = 21  # side that returns, card
    NOTHING_TO_REVEAL = 22  # side
    NOTHING_TO_DISCARD = 23  # side
    TRAP_ROLL = 24  # die, 1 for escape
    OLYMPICS = 25  # side, verb
    REGION = 26  # side, named region, or NO_CARD where it is lost
    RESHUFFLE = 27
    WINS = 28  # side; reason


class Entry(NamedTuple):
    """What one line says."""

    kind: LineKind
    side: Actor = NOBODY
    subject: int = -1
    values: tuple[int, ...] = ()

    @property
    def topic(self) -> tuple[int, int, int]:
        """What the line is about, its numbers aside."""
        return (self.kind, self.side, self.subject)


class UnknownName(ValueError):
    """A line of a known kind that names no known card, country or region."""


# The reasons that the format knows; those without a number are no end that the rules know.
REASON_NAMES: Final[dict[str, int]] = {
    "Victory Points": Reason.VICTORY_POINTS,
    "Europe Control": Reason.EUROPE_CONTROL,
    "Final Scoring": Reason.FINAL_SCORING,
    "DEFCON": Reason.DEFCON,
    "Held Scoring Card": Reason.HELD_SCORING_CARD,
    "Cuban Missile Crisis": Reason.CUBAN_MISSILE_CRISIS,
    "WarGames": Reason.WARGAMES,
    "Forfeit": -1,
    "Unknown": -2,
}
_REASON_BY_NUMBER: Final = {number: name for name, number in REASON_NAMES.items()}
_OPERATION_NAMES: Final[dict[Action, str]] = {
    INFLUENCE: "Place Influence",
    COUP: "Coup",
    REALIGNMENT: "Realignment",
    SPACE: "Space Race",
}
_OPERATION_BY_NAME: Final = {name: verb for verb, name in _OPERATION_NAMES.items()}
_OLYMPICS: Final[dict[Action, str]] = {PARTICIPATE: "participate in", BOYCOTT: "boycott"}
_OLYMPICS_BY_NAME: Final = {name: verb for verb, name in _OLYMPICS.items()}
_WINNERS: Final = (*SIDE_NAMES, "", "Nobody")


# Writing


def spell(entry: Entry) -> str:
    """Write an entry as the format does."""
    return _SPELLERS[entry.kind](entry)


def spell_score(score: int) -> str:
    """Write the score, which is positive for the US."""
    if score == 0:
        return "even"
    return f"US {score}" if score > 0 else f"USSR {-score}"


def _modifier(number: int) -> str:
    return f" ({number:+d}) " if number else ""


def _spell_influence(entry: Entry) -> str:
    change, us, ussr = entry.values
    name = COUNTRY_NAMES[entry.subject]
    return f"{SIDE_NAMES[entry.side]} {change:+d} in {name} [{us}][{ussr}]"


def _spell_event(entry: Entry) -> str:
    return f"Event: {CARD_NAMES[entry.subject]}"


def _spell_operation(entry: Entry) -> str:
    return f"{_OPERATION_NAMES[entry.subject]} ({entry.values[0]} Ops):"


def _spell_target(entry: Entry) -> str:
    return f"Target: {COUNTRY_NAMES[entry.subject]}"


def _spell_coup_roll(entry: Entry) -> str:
    success, die, value, modifier, stability, result = entry.values
    word = "SUCCESS" if success else "FAILURE"
    return f"{word}: {die} [ + {value}{_modifier(modifier)} - 2x{stability} = {result} ]"


def _spell_roll(entry: Entry) -> str:
    die, modifier, total = entry.values
    sum_of = f" ({modifier:+d}) = {total}" if modifier else ""
    return f"{SIDE_NAMES[entry.side]} rolls {die}{sum_of}"


def _spell_space_roll(entry: Entry) -> str:
    die, success, needed = entry.values
    word = "Success" if success else "Failed"
    return f"Die roll: {die} -- {word}! (Needed {needed} or less)"


def _spell_space(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} advances to {entry.values[0]} in the Space Race."


def _spell_war(entry: Entry) -> str:
    return f"War in {COUNTRY_NAMES[entry.subject]}"


def _spell_war_roll(entry: Entry) -> str:
    victory, die, modifier, threshold = entry.values
    word, sign = ("VICTORY", ">=") if victory else ("DEFEAT", "<")
    return f"{word}: {die}{_modifier(modifier)} {sign} {threshold}"


def _spell_military(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} Military Ops to {entry.values[0]}"


def _spell_defcon(entry: Entry) -> str:
    return f"DEFCON {'improves' if entry.values[0] else 'degrades'} to {entry.values[1]}"


def _spell_points(entry: Entry) -> str:
    points, score = entry.values
    return f"{SIDE_NAMES[entry.side]} gains {points} VP. Score is {spell_score(score)}."


def _spell_no_points(entry: Entry) -> str:
    return f"No VP awarded. Score is {spell_score(entry.values[0])}."


def _spell_headlines(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} Headlines {CARD_NAMES[entry.subject]}"


def _spell_starts(entry: Entry) -> str:
    return f"{CARD_NAMES[entry.subject]} is now in play."


def _spell_ends(entry: Entry) -> str:
    return f"{CARD_NAMES[entry.subject]} is no longer in play."


def _spell_reveals(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} reveals {CARD_NAMES[entry.subject]}"


def _spell_reveals_from_hand(entry: Entry) -> str:
    return f"{_spell_reveals(entry)} from hand"


def _spell_discards(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} discards {CARD_NAMES[entry.subject]}"


def _spell_plays(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} plays {CARD_NAMES[entry.subject]}"


def _spell_returns(entry: Entry) -> str:
    owner = SIDE_NAMES[1 - entry.side]
    return f"{SIDE_NAMES[entry.side]} returns {CARD_NAMES[entry.subject]} to {owner}"


def _spell_nothing_to_reveal(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} has no cards to reveal"


def _spell_nothing_to_discard(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} has no cards to discard"


def _spell_trap_roll(entry: Entry) -> str:
    die, escaped = entry.values
    sign, word = ("<=", "Escaped") if escaped else (">", "Remains in Effect")
    return f"Trap Roll: {die} {sign} 4 -- Trap {word}"


def _spell_olympics(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} chooses to {_OLYMPICS[entry.subject]} the Olympics"


def _spell_region(entry: Entry) -> str:
    return f"{SIDE_NAMES[entry.side]} chooses {REGION_NAMES.get(entry.subject, 'a lost region')}"


def _spell_reshuffle(entry: Entry) -> str:
    return "*RESHUFFLE*"


def _spell_wins(entry: Entry) -> str:
    return f"{_WINNERS[entry.side]} wins by {_REASON_BY_NUMBER[entry.values[0]]}"


# Reading


def read(text: str) -> Entry | None:
    """Read a line; None for one of no known kind."""
    for pattern, reader in _READERS:
        match = pattern.fullmatch(text)
        if match is not None:
            return reader(match)
    return None


def card_named(name: str) -> int:
    """Find the card of a name."""
    if name not in CARD_BY_NAME:
        raise UnknownName(f"there is no card named {name!r}")
    return CARD_BY_NAME[name]


def _country(name: str) -> int:
    if name not in COUNTRY_BY_NAME:
        raise UnknownName(f"there is no country named {name!r}")
    return COUNTRY_BY_NAME[name]


def _score(side: str | None, number: str | None) -> int:
    if side is None or number is None:
        return 0
    return int(number) if side == "US" else -int(number)


def _number(text: str | None) -> int:
    return int(text) if text else 0


def _read_influence(match: re.Match[str]) -> Entry:
    side, change, name, us, ussr = match.groups()
    values = (int(change), int(us), int(ussr))
    return Entry(LineKind.INFLUENCE, SIDE_BY_NAME[side], _country(name), values)


def _read_operation(match: re.Match[str]) -> Entry:
    return Entry(LineKind.OPERATION, NOBODY, _OPERATION_BY_NAME[match[1]], (int(match[2]),))


def _read_coup_roll(match: re.Match[str]) -> Entry:
    word, die, value, modifier, stability, result = match.groups()
    values = (int(word == "SUCCESS"), int(die), int(value), _number(modifier), int(stability))
    return Entry(LineKind.COUP_ROLL, NOBODY, -1, (*values, int(result)))


def _read_roll(match: re.Match[str]) -> Entry:
    side, die, modifier, total = match.groups()
    values = (int(die), _number(modifier), int(total) if total else int(die))
    return Entry(LineKind.ROLL, SIDE_BY_NAME[side], -1, values)


def _read_space_roll(match: re.Match[str]) -> Entry:
    values = (int(match[1]), int(match[2] == "Success"), int(match[3]))
    return Entry(LineKind.SPACE_ROLL, NOBODY, -1, values)


def _read_war_roll(match: re.Match[str]) -> Entry:
    word, die, modifier, _, threshold = match.groups()
    values = (int(word == "VICTORY"), int(die), _number(modifier), int(threshold))
    return Entry(LineKind.WAR_ROLL, NOBODY, -1, values)


def _read_defcon(match: re.Match[str]) -> Entry:
    return Entry(LineKind.DEFCON, NOBODY, -1, (int(match[1] == "improves"), int(match[2])))


def _read_points(match: re.Match[str]) -> Entry:
    side, points, leader, score = match.groups()
    values = (int(points), _score(leader, score))
    return Entry(LineKind.POINTS, SIDE_BY_NAME[side], -1, values)


def _read_no_points(match: re.Match[str]) -> Entry:
    return Entry(LineKind.NO_POINTS, NOBODY, -1, (_score(match[1], match[2]),))


def _read_trap_roll(match: re.Match[str]) -> Entry:
    return Entry(LineKind.TRAP_ROLL, NOBODY, -1, (int(match[1]), int(match[3] == "Escaped")))


def _read_olympics(match: re.Match[str]) -> Entry:
    return Entry(LineKind.OLYMPICS, SIDE_BY_NAME[match[1]], _OLYMPICS_BY_NAME[match[2]])


def _read_region(match: re.Match[str]) -> Entry:
    return Entry(LineKind.REGION, SIDE_BY_NAME[match[1]], REGION_BY_NAME[match[2]])


def _read_wins(match: re.Match[str]) -> Entry:
    return Entry(LineKind.WINS, _WINNERS.index(match[1]), -1, (REASON_NAMES[match[2]],))


def _read_reshuffle(match: re.Match[str]) -> Entry:
    return Entry(LineKind.RESHUFFLE)


Reader = Callable[[re.Match[str]], Entry]


def _of_card(kind: LineKind) -> Reader:
    def reader(match: re.Match[str]) -> Entry:
        return Entry(kind, NOBODY, card_named(match[1]))

    return reader


def _of_side_and_card(kind: LineKind) -> Reader:
    def reader(match: re.Match[str]) -> Entry:
        return Entry(kind, SIDE_BY_NAME[match[1]], card_named(match[2]))

    return reader


def _of_country(kind: LineKind) -> Reader:
    def reader(match: re.Match[str]) -> Entry:
        return Entry(kind, NOBODY, _country(match[1]))

    return reader


def _of_side(kind: LineKind) -> Reader:
    def reader(match: re.Match[str]) -> Entry:
        return Entry(kind, SIDE_BY_NAME[match[1]])

    return reader


def _of_side_and_number(kind: LineKind) -> Reader:
    def reader(match: re.Match[str]) -> Entry:
        return Entry(kind, SIDE_BY_NAME[match[1]], -1, (int(match[2]),))

    return reader


_SIDE = "(USSR|US)"
_SCORE = r"(?:(USSR|US) (\d+)|even)"
_REASONS = "|".join(REASON_NAMES)
_REGIONS = "|".join(REGION_BY_NAME)
# Two blanks follow a modifier in brackets in the lines of coups and wars.
_BRACKETS = r"(?: \(([+-]\d+)\) )?"
_PATTERNS: Final[tuple[tuple[str, Reader], ...]] = (
    (rf"{_SIDE} ([+-]\d+) in (.+) \[(\d+)\]\[(\d+)\]", _read_influence),
    (r"Event: (.+)", _of_card(LineKind.EVENT)),
    (r"(Place Influence|Coup|Realignment|Space Race) \((\d+) Ops\):", _read_operation),
    (r"Target: (.+)", _of_country(LineKind.TARGET)),
    (
        rf"(SUCCESS|FAILURE): (\d) \[ \+ (\d+){_BRACKETS} - 2x(\d) = (-?\d+) \]",
        _read_coup_roll,
    ),
    (rf"{_SIDE} rolls (\d)(?: \(([+-]\d+)\) = (-?\d+))?", _read_roll),
    (r"Die roll: (\d) -- (Success|Failed)! \(Needed (\d) or less\)", _read_space_roll),
    (rf"{_SIDE} advances to (\d) in the Space Race\.", _of_side_and_number(LineKind.SPACE)),
    (r"War in (.+)", _of_country(LineKind.WAR)),
    (rf"(VICTORY|DEFEAT): (\d){_BRACKETS} (>=|<) (\d)", _read_war_roll),
    (rf"{_SIDE} Military Ops to (\d)", _of_side_and_number(LineKind.MILITARY)),
    (r"DEFCON (degrades|improves) to (\d)", _read_defcon),
    (rf"{_SIDE} gains (\d+) VP\. Score is {_SCORE}\.", _read_points),
    (rf"No VP awarded\. Score is {_SCORE}\.", _read_no_points),
    (rf"{_SIDE} Headlines (.+)", _of_side_and_card(LineKind.HEADLINES)),
    (rf"{_SIDE} chooses to (participate in|boycott) the Olympics", _read_olympics),
    (rf"{_SIDE} chooses ({_REGIONS})", _read_region),
    (r"(.+) is now in play\.", _of_card(LineKind.STARTS)),
    (r"(.+) is no longer in play\.", _of_card(LineKind.ENDS)),
    (rf"{_SIDE} reveals (.+) from hand", _of_side_and_card(LineKind.REVEALS_FROM_HAND)),
    (rf"{_SIDE} reveals (.+)", _of_side_and_card(LineKind.REVEALS)),
    (rf"{_SIDE} discards (.+)", _of_side_and_card(LineKind.DISCARDS)),
    (rf"{_SIDE} plays (.+)", _of_side_and_card(LineKind.PLAYS)),
    (r"(US) returns (.+) to USSR", _of_side_and_card(LineKind.RETURNS)),
    (rf"{_SIDE} has no cards to reveal", _of_side(LineKind.NOTHING_TO_REVEAL)),
    (rf"{_SIDE} has no cards to discard", _of_side(LineKind.NOTHING_TO_DISCARD)),
    (r"Trap Roll: (\d) (<=|>) 4 -- Trap (Escaped|Remains in Effect)", _read_trap_roll),
    (r"\*RESHUFFLE\*", _read_reshuffle),
    (rf"(USSR|US|Nobody) wins by ({_REASONS})", _read_wins),
)
_READERS: Final = tuple((re.compile(pattern), reader) for pattern, reader in _PATTERNS)

_SPELLERS: Final[dict[LineKind, Callable[[Entry], str]]] = {
    LineKind.INFLUENCE: _spell_influence,
    LineKind.EVENT: _spell_event,
    LineKind.OPERATION: _spell_operation,
    LineKind.TARGET: _spell_target,
    LineKind.COUP_ROLL: _spell_coup_roll,
    LineKind.ROLL: _spell_roll,
    LineKind.SPACE_ROLL: _spell_space_roll,
    LineKind.SPACE: _spell_space,
    LineKind.WAR: _spell_war,
    LineKind.WAR_ROLL: _spell_war_roll,
    LineKind.MILITARY: _spell_military,
    LineKind.DEFCON: _spell_defcon,
    LineKind.POINTS: _spell_points,
    LineKind.NO_POINTS: _spell_no_points,
    LineKind.HEADLINES: _spell_headlines,
    LineKind.STARTS: _spell_starts,
    LineKind.ENDS: _spell_ends,
    LineKind.REVEALS: _spell_reveals,
    LineKind.REVEALS_FROM_HAND: _spell_reveals_from_hand,
    LineKind.DISCARDS: _spell_discards,
    LineKind.PLAYS: _spell_plays,
    LineKind.RETURNS: _spell_returns,
    LineKind.NOTHING_TO_REVEAL: _spell_nothing_to_reveal,
    LineKind.NOTHING_TO_DISCARD: _spell_nothing_to_discard,
    LineKind.TRAP_ROLL: _spell_trap_roll,
    LineKind.OLYMPICS: _spell_olympics,
    LineKind.REGION: _spell_region,
    LineKind.RESHUFFLE: _spell_reshuffle,
    LineKind.WINS: _spell_wins,
}

LOST_REGION: Final = NO_CARD
