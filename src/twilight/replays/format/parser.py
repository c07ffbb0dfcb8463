"""The parser: a log text becomes setup facts and blocks of typed lines, or an error with its line.

No line is skipped. Both styles of the public format are read (A keeps empty parts of an entry as
`: :`, B drops them); see docs/replays.md.
"""

import re
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Final

from twilight.engine.ids import NO_CARD, Card
from twilight.engine.text.problems import Problem
from twilight.engine.types import NOBODY, US, Actor
from twilight.replays.format.lines import (
    LOST_REGION,
    LineKind,
    Statement,
    UnknownName,
    card_named,
    read,
)
from twilight.replays.format.names import SIDE_BY_NAME

LOG_BEGINS: Final = "SETUP: "


class LogError(Problem):
    """A text that is no log, or a line that no log can hold, with its number."""

    def __init__(self, number: int, text: str, problem: Problem) -> None:
        super().__init__(
            "line {number}: {problem}: {text!r}", number=number, problem=problem, text=text
        )
        self.number = number
        self.text = text
        self.problem = problem


class NotALog(LogError):
    """A file that can't be read, or that does not even begin like a log."""


class BlockKind(IntEnum):
    """The parts of a log."""

    SETUP = 0
    HEADLINE = 1
    ROUND = 2
    CLEANUP = 3
    END = 4


@dataclass(slots=True)
class Line:
    """One line with its number in the file and how many blank lines stand before it."""

    number: int
    text: str
    entry: Statement
    blanks: int = 0


@dataclass(slots=True)
class Block:
    """A header and the lines under it; the first may stand on the header itself."""

    kind: BlockKind
    number: int
    text: str
    turn: int = 0
    side: Actor = NOBODY
    round: int = 0
    cards: tuple[Card, ...] = ()
    lines: list[Line] = field(default_factory=list)

    @property
    def card(self) -> Card:
        """The card of a round, or NO_CARD."""
        return self.cards[0] if self.cards else NO_CARD


@dataclass(slots=True)
class Log:
    """A parsed log."""

    style: str = "B"
    players: dict[Actor, str] = field(default_factory=dict)
    handicap_side: Actor = NOBODY
    handicap: int = 0
    scenario: str = "Standard"
    optional_cards: bool = False
    time: str = ""
    blocks: list[Block] = field(default_factory=list)
    length: int = 0


_HEADER: Final = re.compile(
    r"Turn (\d+), (?:(Headline Phase)|(Cleanup)|(USSR|US) AR(\d+))(?::(?: (.*))?)?"
)
_END_MARK: Final = re.compile(r": :(?: (.*))?")
_PLAYER: Final = re.compile(r"(.+) will play as (USSR|USA)\.")
_BID: Final = re.compile(r".+ bids \d+ Influence for (?:USSR|USA?)")
_HANDICAP: Final = re.compile(
    r"(?:Handicap influence|Additional Influence from bidding): (USSR|US) \+(\d+)"
)
_SCENARIO: Final = re.compile(r"Scenario: (.+)")
_TIME: Final = re.compile(r"Time per Player: (.+)")
_FUSED: Final = re.compile(r"(USSR|US) chooses (.+ is now in play\.)")


def read_log(path: str | Path) -> Log:
    """Read a log from a file."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        problem = Problem("can't be read: {detail}", detail=error.strerror or error)
        raise NotALog(0, str(path), problem) from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise NotALog(number, str(path), Problem("this is no text file")) from error
    return parse(text)


def parse(text: str) -> Log:
    """Parse a log completely."""
    return _Parser(text).run()


def cut(log: Log, number: int) -> Log:
    """Return a log up to the line before the one with this number."""
    blocks = [
        replace(block, lines=[line for line in block.lines if line.number < number])
        for block in log.blocks
        if block.number < number or block.kind == BlockKind.SETUP
    ]
    return replace(log, blocks=blocks)


class _Parser:
    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        self.lines = lines
        self.log = Log(length=len(lines))
        self.number = 0
        self.blanks = 0

    def run(self) -> Log:
        if not self.lines or not self.lines[0].startswith(LOG_BEGINS):
            first = self.lines[0] if self.lines else ""
            problem = Problem("this is no log: it does not begin with {start!r}", start=LOG_BEGINS)
            raise NotALog(1, first[:80], problem)
        for text in self.lines:
            self.number += 1
            if text == "":
                self.blanks += 1
                continue
            self._take(text)
            self.blanks = 0
        self._check_setup()
        return self.log

    def _take(self, text: str) -> None:
        blocks = self.log.blocks
        header = _HEADER.fullmatch(text)
        end = _END_MARK.fullmatch(text)
        if header is not None:
            self._begin_block(text, header)
        elif end is not None:
            blocks.append(Block(BlockKind.END, self.number, text))
            if end[1]:
                self._add_line(end[1])
        elif self.number == 1:
            blocks.append(Block(BlockKind.SETUP, 1, text))
            rest = text.removeprefix(LOG_BEGINS)
            self.log.style = "A" if rest.startswith(": ") else "B"
            self._take_setup(rest.removeprefix(": "))
        elif blocks[-1].kind == BlockKind.SETUP and self._take_setup(text):
            return
        else:
            self._add_line(text)

    # Setup

    def _take_setup(self, text: str) -> bool:
        """Read a line that stands only in the setup, and tell whether it was one."""
        log = self.log
        if player := _PLAYER.fullmatch(text):
            log.players[SIDE_BY_NAME[player[2].removesuffix("A")]] = player[1]
        elif handicap := _HANDICAP.fullmatch(text):
            log.handicap_side = SIDE_BY_NAME[handicap[1]]
            log.handicap = int(handicap[2])
        elif scenario := _SCENARIO.fullmatch(text):
            log.scenario = scenario[1]
        elif text == "Optional Cards Added":
            log.optional_cards = True
        elif time := _TIME.fullmatch(text):
            log.time = time[1]
        elif self.number == 1 and not _BID.fullmatch(text):
            problem = Problem(
                "this is no log: no player or bid stands after {start!r}", start=LOG_BEGINS
            )
            raise NotALog(1, text, problem)
        else:
            return bool(_BID.fullmatch(text))
        return True

    def _check_setup(self) -> None:
        if US not in self.log.players or len(self.log.players) < 2:
            raise LogError(1, self.lines[0], Problem("the setup does not name both players"))

    # Blocks

    def _begin_block(self, text: str, header: "re.Match[str]") -> None:
        turn, headline, cleanup, side, number, rest = header.groups()
        block = Block(BlockKind.ROUND, self.number, text, int(turn))
        self.log.blocks.append(block)
        self.blanks = 0
        if cleanup:
            block.kind = BlockKind.CLEANUP
            self._first_line(rest)
            return
        # An empty part is a lone colon in style A.
        cards, _, first = (rest or "").partition(": ")
        names = cards.removesuffix(":")
        if headline:
            block.kind = BlockKind.HEADLINE
            block.cards = tuple(self._card(name) for name in names.split(" & ") if name)
        else:
            block.side, block.round = SIDE_BY_NAME[side], int(number)
            block.cards = (self._card(names),) if names else ()
        self._first_line(first)

    def _first_line(self, text: str | None) -> None:
        if text:
            self._add_line(text.removeprefix(": "))

    def _card(self, name: str) -> Card:
        try:
            return card_named(name)
        except UnknownName as error:
            raise self._error(error) from error

    def _add_line(self, text: str) -> None:
        fused = _FUSED.fullmatch(text)
        if fused is not None:
            # Two lines run together; the region between them is lost.
            side = SIDE_BY_NAME[fused[1]]
            self._append(text, Statement(LineKind.REGION, side, LOST_REGION))
            text = fused[2]
        try:
            entry = read(text)
        except UnknownName as error:
            raise self._error(error) from error
        if entry is None:
            raise self._error(Problem("unknown line"))
        self._append(text, entry)

    def _append(self, text: str, entry: Statement) -> None:
        self.log.blocks[-1].lines.append(Line(self.number, text, entry, self.blanks))
        self.blanks = 0

    def _error(self, problem: Problem) -> LogError:
        return LogError(self.number, self.lines[self.number - 1], problem)
