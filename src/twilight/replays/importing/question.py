"""A question of the engine to a log: a decision and all that its answer can be read from."""

from typing import Final

from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    DECLINE,
    DONE,
    KEEP,
    NO_CARD,
    OLYMPIC_GAMES,
    PASS,
    Action,
    Card,
)
from twilight.engine.journal import Fact, FactKind
from twilight.engine.types import NOBODY, USSR, Actor
from twilight.replays.format.lines import LineKind
from twilight.replays.format.parser import Block, Line
from twilight.replays.importing.remaining_lines import RemainingLines

# The answers that take nothing where something may be taken.
_NOTHING: Final = (DONE, DECLINE, PASS, KEEP)


class Question:
    """A pending decision and all that an answer can be read from."""

    __slots__ = ("block", "decision", "draws", "facts", "game", "is_last", "reading")

    def __init__(
        self,
        game: Game,
        decision: Decision,
        block: Block,
        reading: RemainingLines,
        facts: list[Fact],
        draws: int,
        is_last: bool,
    ) -> None:
        self.game = game
        self.decision = decision
        self.block = block
        self.reading = reading
        self.facts = facts
        self.draws = draws
        # Nothing follows the block, so the log may simply have been cut off.
        self.is_last = is_last

    @property
    def actor(self) -> Actor:
        """Who is asked."""
        return self.decision.actor

    @property
    def options(self) -> tuple[Action, ...]:
        """What is offered."""
        return self.decision.options

    @property
    def resolving(self) -> Card:
        """The event being resolved, or NO_CARD."""
        resolving = self.game.state.resolving
        return resolving[-1] if resolving else NO_CARD

    def nothing(self) -> list[Action]:
        """List the answers that take nothing."""
        return [answer for answer in _NOTHING if answer in self.options]

    def is_in_its_round(self) -> bool:
        """Tell whether the block is that of the round which is being played."""
        state, block = self.game.state, self.block
        return (block.turn, block.round, block.side) == (state.turn, state.round, state.phasing)

    def cards_of(self, lines: list[Line], *kinds: LineKind) -> list[Action]:
        """List the cards of lines of some kinds as far as they are offered."""
        return [
            line.entry.subject
            for line in lines
            if line.entry.kind in kinds and line.entry.subject in self.options
        ]

    def roller(self) -> Actor:
        """Tell whose die of an event is asked for: both sides roll in turn."""
        first, rolled = USSR, 0
        for fact in self.facts:
            if fact.kind == FactKind.EVENT:
                # The sponsor of the Olympic Games rolls first, at a Summit the USSR does.
                first = fact.side if fact.subject == OLYMPIC_GAMES else USSR
                rolled = 0
            elif fact.kind == FactKind.DIE:
                rolled += 1
        return first if rolled % 2 == 0 else 1 - first


def countries_of(lines: list[Line], side: Actor, sign: int) -> list[Action]:
    """List the countries where lines move influence of a side or NOBODY, up, down or either."""
    return [
        line.entry.subject
        for line in lines
        if line.entry.kind == LineKind.INFLUENCE
        and side in (NOBODY, line.entry.side)
        and line.entry.values[0] * sign >= 0
    ]
