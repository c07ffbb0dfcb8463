"""The comparison: every line of a block with what the engine has done in it.

The order within a block is not compared: the running totals in the lines tell it where it matters.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from twilight.engine.text.problems import Phrase, Problem
from twilight.engine.types import USSR
from twilight.replays.exporting.render import Section
from twilight.replays.format.lines import LOST_REGION, LineKind, Statement, spell
from twilight.replays.format.names import CARD_NAMES
from twilight.replays.format.parser import Block, BlockKind, Line
from twilight.replays.importing.remaining_lines import REPEATABLE, is_bare_coup

_RULES: Final = {
    LineKind.INFLUENCE: "R10-R12, R16",
    LineKind.OPERATION: "R9",
    LineKind.TARGET: "R11.1, R12.2",
    LineKind.COUP_ROLL: "R11.2",
    LineKind.ROLL: "R12.3",
    LineKind.SPACE_ROLL: "R13.1",
    LineKind.SPACE: "R13.2",
    LineKind.WAR_ROLL: "R16.6",
    LineKind.MILITARY: "R15.1",
    LineKind.DEFCON: "R14",
    LineKind.POINTS: "R18-R19",
    LineKind.NO_POINTS: "R18.4",
    LineKind.HEADLINES: "R6.2",
    LineKind.STARTS: "R16.4",
    LineKind.ENDS: "R16.4",
    LineKind.REVEALS: "R23.2",
    LineKind.EVENT: "R16.2",
    LineKind.TRAP_ROLL: "R20.5",
    LineKind.RESHUFFLE: "R5.3",
    LineKind.WINS: "R19.4, R22.4",
}
# What a log that is cut off may say of something that the engine has not finished.
_UNFINISHED: Final = (LineKind.HEADLINES, LineKind.ROLL)
_PARTS: Final = {
    BlockKind.SETUP: Phrase("setup"),
    BlockKind.HEADLINE: Phrase("headline"),
    BlockKind.CLEANUP: Phrase("cleanup"),
    BlockKind.END: Phrase("end"),
}


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The first place where a log and the engine differ."""

    number: int
    text: str
    expected: str | Phrase
    got: str | Phrase | Problem
    rule: str = ""

    @property
    def problem(self) -> Problem:
        """What is wrong, for any language."""
        return Problem(
            "line {number}: the log says {expected!r}, the engine: {got}{rule}",
            number=self.number,
            expected=self.expected,
            got=self.got,
            rule=f" ({self.rule})" if self.rule else "",
        )

    def __str__(self) -> str:
        return str(self.problem)


@dataclass(frozen=True, slots=True)
class UnreadableLine(Disagreement):
    """A line that no log can hold: there is nothing that the engine could say to it."""

    @property
    def problem(self) -> Problem:
        """What is wrong, for any language."""
        return Problem(
            "line {number}: {problem}: {text!r}",
            number=self.number,
            problem=self.got,
            text=self.text,
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many stated facts of a block agree, up to the first that does not."""

    agreed: int
    disagreement: Disagreement | None = None


def facts_in(line: Line) -> int:
    """Count what a line states: each of its numbers, or that something happened."""
    return max(1, len(line.entry.values))


def compare(
    block: Block,
    sections: list[Section],
    style: str,
    *,
    is_last: bool,
    unread: Iterable[Line] = (),
) -> Comparison:
    """Compare a block with its sections as rendered; in the last block lines may be missing.

    Lines that are `unread` have not been played yet.
    """
    header = _compare_header(block, sections[0])
    if header is not None:
        return Comparison(0, header)
    left = [entry for section in sections for entry in section.entries]
    matched: list[Statement] = []
    waiting = {id(line) for line in unread}
    agreed = 0
    for place, line in enumerate(block.lines):
        if id(line) in waiting:
            continue
        entry = _partner(line.entry, left)
        if entry is not None:
            left.remove(entry)
            matched.append(entry)
        elif not (
            _is_repeated(line.entry, matched)
            or is_bare_coup(block.lines, place)
            or _is_unknown_end(line)
            or (is_last and line is block.lines[-1] and line.entry.kind in _UNFINISHED)
        ):
            rule = _rule_of(line.entry, block, line.number)
            return Comparison(agreed, _no_such_line(line, left, rule))
        agreed += facts_in(line)
    extra = [] if is_last or waiting else _unexplained(left, sections, style)
    if extra:
        last = block.lines[-1] if block.lines else Line(block.number, block.text, extra[0])
        rule = _rule_of(extra[0], block, last.number + 1)
        problem = Disagreement(
            last.number, last.text, Phrase("nothing more"), _quote(extra[0]), rule
        )
        return Comparison(agreed, problem)
    return Comparison(agreed)


def _compare_header(block: Block, section: Section) -> Disagreement | None:
    if block.kind == BlockKind.SETUP:
        return None
    # The turn in the header of a cleanup is that in which the log was written out.
    same_turn = block.turn == section.turn or block.kind == BlockKind.CLEANUP
    phase = (section.kind, section.side, section.round)
    if same_turn and phase == (block.kind, block.side, block.round):
        return None
    return Disagreement(block.number, block.text, block.text, spell_header(section))


def spell_header(section: Section) -> Phrase:
    """Name a section in words."""
    if section.kind == BlockKind.ROUND:
        side = "USSR" if section.side == USSR else "US"
        return Phrase(
            "turn {turn}, round {round} of {side}",
            turn=section.turn,
            round=section.round,
            side=side,
        )
    return Phrase("turn {turn}, {part}", turn=section.turn, part=_PARTS[section.kind])


def _partner(entry: Statement, left: list[Statement]) -> Statement | None:
    for other in left:
        if other == entry:
            return other
        if entry.kind == LineKind.REGION == other.kind and entry.subject == LOST_REGION:
            return other
    return None


def _is_repeated(entry: Statement, matched: list[Statement]) -> bool:
    return entry.kind in REPEATABLE and entry in matched


def _is_unknown_end(line: Line) -> bool:
    """Tell whether a line states an end that no rule knows, as a resignation."""
    return line.entry.kind == LineKind.WINS and line.entry.values[0] < 0


def _no_such_line(line: Line, left: list[Statement], rule: str) -> Disagreement:
    alike = [entry for entry in left if entry.topic == line.entry.topic]
    same_kind = [entry for entry in left if entry.kind == line.entry.kind]
    quotes = [_quote(entry) for entry in (*alike, *same_kind)]
    got: str | Phrase = quotes[0] if quotes else Phrase("nothing of the kind")
    return Disagreement(line.number, line.text, line.text, got, rule)


def _rule_of(entry: Statement, block: Block, number: int) -> str:
    """Name the rule behind a line, and the event that it stands under."""
    rule = _RULES.get(entry.kind, "")
    events = [
        line.entry.subject
        for line in block.lines
        if line.entry.kind == LineKind.EVENT and line.number < number
    ]
    if events:
        rule += f"{', ' if rule else ''}{CARD_NAMES[events[-1]]}"
    return rule


def _quote(entry: Statement) -> str:
    return repr(spell(entry))


def _unexplained(left: list[Statement], sections: list[Section], style: str) -> list[Statement]:
    """List what the engine did and the log should state; style A loses a line of the cleanup."""
    extra = list(left)
    if style == "A":
        for section in sections:
            if section.kind == BlockKind.CLEANUP:
                lost = next((entry for entry in section.entries if entry in extra), None)
                if lost is not None:
                    extra.remove(lost)
    return [entry for entry in extra if not is_optional(entry)]


def is_optional(entry: Statement) -> bool:
    """Tell whether a log may leave a line out because it says that nothing was done."""
    return entry.kind in (
        LineKind.NOTHING_TO_REVEAL,
        LineKind.NOTHING_TO_DISCARD,
        LineKind.OPERATION,
    )
