"""The journal as lines: the facts of a game in the words and the order of the public format.

The export writes these lines, and the check compares them with those of a log, so that there is
only one way of saying what happened.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from twilight.engine.effects import Effect
from twilight.engine.ids import (
    AN_EVIL_EMPIRE,
    FLOWER_POWER,
    GRAIN_SALES_TO_SOVIETS,
    IRAN_CONTRA_SCANDAL,
    JOHN_PAUL_II_ELECTED_POPE,
    MARSHALL_PLAN,
    NATO,
    NO_CARD,
    QUAGMIRE,
    SOLIDARITY,
    SOUTH_AFRICAN_UNREST,
    TEAR_DOWN_THIS_WALL,
    WARSAW_PACT_FORMED,
    WE_WILL_BURY_YOU,
    WILLY_BRANDT,
    Card,
)
from twilight.engine.journal import Fact, FactKind
from twilight.engine.types import NOBODY, US, USSR, Actor, Reason
from twilight.replays.format.lines import LineKind, Statement
from twilight.replays.format.parser import BlockKind
from twilight.replays.format.standalone_lines import entry_of

# What the format does not note as being in play.
_UNNOTED: Final = frozenset(
    (
        Effect.MISSILE_ENVY_OWED_BY_USSR,
        Effect.MISSILE_ENVY_OWED_BY_US,
        Effect.NORTH_SEA_OIL_ROUND,
        Effect.ALDRICH_AMES_REMIX,
    )
)
# Events that the format prints twice: once for the card, once for the choice it asks for.
_PRINTED_TWICE: Final = (WARSAW_PACT_FORMED, SOUTH_AFRICAN_UNREST)
# A card that is not noted as in play if its event has ended the other one.
_ONLY_ENDS: Final = {TEAR_DOWN_THIS_WALL: WILLY_BRANDT, AN_EVIL_EMPIRE: FLOWER_POWER}
_NATO_NEEDS: Final = (MARSHALL_PLAN, WARSAW_PACT_FORMED)
# These wait for the roll of a coup, because the format prints them after its result.
_WAITING: Final = (LineKind.MILITARY, LineKind.DEFCON)

# None stands for an empty line between two parts.
Item = Statement | None


@dataclass
class Section:
    """The lines of one part of the game."""

    kind: BlockKind
    turn: int = 0
    side: Actor = NOBODY
    round: int = 0
    cards: list[Card] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)

    @property
    def entries(self) -> list[Statement]:
        """The lines without the empty ones between them."""
        return [item for item in self.items if item is not None]


@dataclass
class _Event:
    """An event being resolved: what comes into play when it is over, and what it has ended."""

    card: Card
    starting: list[Card] = field(default_factory=list)
    ended: list[Card] = field(default_factory=list)

    @property
    def notes_end_last(self) -> bool:
        """Tell whether the format notes what it ends after what it starts."""
        return self.card == QUAGMIRE


class Renderer:
    """Turns facts into sections, remembering what the format holds to be in play."""

    def __init__(self, in_play: Iterable[Card] = (), turn: int = 0) -> None:
        self.sections: list[Section] = []
        # In the order in which they came into play; a card can be there for each side.
        self.in_play = list(in_play)
        self.turn = turn
        self._events: list[_Event] = []
        self._group: list[Statement] = []
        self._coup_is_open = False
        self._waiting: list[Statement] = []
        self._ending: list[Card] = []
        self._burial_is_over = False

    def next(self) -> "Renderer":
        """Return a renderer that goes on where this one ends, with no sections yet."""
        return Renderer(self.in_play, self.turn)

    def render(self, facts: Iterable[Fact], *, complete: bool = True) -> list[Section]:
        """Render facts in order; they are complete if the last section is over."""
        for fact in facts:
            if fact.kind != FactKind.INFLUENCE:
                self._end_group()
            handler = _HANDLERS.get(fact.kind)
            if handler is not None:
                handler(self, fact)
            else:
                entry = entry_of(fact)
                if entry is not None:
                    self._add(entry)
        self._end_group()
        self._end_coup()
        if self.sections:
            self._end_with_turn()
            if complete:
                self._end_we_will_bury_you()
        return self.sections

    # Items

    @property
    def _section(self) -> Section:
        return self.sections[-1]

    def _add(self, entry: Statement) -> None:
        if self._coup_is_open and entry.kind in _WAITING:
            self._waiting.append(entry)
            return
        self._end_coup()
        self._section.items.append(entry)

    def _add_line(self, kind: LineKind, side: Actor, subject: int, *values: int) -> None:
        self._add(Statement(kind, side, subject, values))

    def _blank(self) -> None:
        self._end_coup()
        self._section.items.append(None)

    def _end_part(self) -> None:
        """Make sure that an empty line stands before what comes next."""
        items = self._section.items
        if items and items[-1] is not None:
            self._blank()

    # Sections

    def _begin(self, kind: BlockKind, side: Actor = NOBODY, number: int = 0) -> None:
        if self.sections:
            self._end_we_will_bury_you()
            self._end_with_turn()
        self.sections.append(Section(kind, self.turn, side, number))
        self._events.clear()

    def _take_turn(self, fact: Fact) -> None:
        self.turn = fact.values[0]
        self._begin(BlockKind.HEADLINE)

    def _take_setup(self, fact: Fact) -> None:
        # The deal of the first turn comes before the setup and leaves no line.
        if self._section.kind != BlockKind.SETUP:
            self.sections.pop()
            self._begin(BlockKind.SETUP)

    def _take_headline(self, fact: Fact) -> None:
        if not self.sections or self._section.kind == BlockKind.SETUP:
            self._begin(BlockKind.HEADLINE)
        self._section.cards.append(fact.subject)
        self._add_line(LineKind.HEADLINES, fact.side, fact.subject)

    def _take_round(self, fact: Fact) -> None:
        if self.sections and self._section.kind == BlockKind.SETUP:
            self._begin(BlockKind.HEADLINE)
        self._begin(BlockKind.ROUND, fact.side, fact.values[0])

    def _take_cleanup(self, fact: Fact) -> None:
        self._begin(BlockKind.CLEANUP)

    def _take_game_over(self, fact: Fact) -> None:
        self._end_coup()
        self._burial_is_over = False
        self._begin(BlockKind.END)
        reason = fact.values[0]
        # The format knows no final scoring without a winner.
        reason = Reason.FINAL_SCORING if reason == Reason.NO_WINNER else reason
        self._add_line(LineKind.WINS, fact.side, -1, reason)

    def _take_norad(self, fact: Fact) -> None:
        self._end_we_will_bury_you()
        self._end_part()

    # Cards

    def _take_card_played(self, fact: Fact) -> None:
        if self._section.kind == BlockKind.ROUND and not self._section.cards:
            self._section.cards.append(fact.subject)
            return
        # Only Grain Sales plays a card out of the other hand; the format says it twice.
        self._add_line(LineKind.PLAYS, fact.side, fact.subject)
        self._add_line(LineKind.PLAYS, fact.side, fact.subject)

    def _take_discard(self, fact: Fact) -> None:
        section = self._section
        if section.kind == BlockKind.ROUND and not section.cards:
            # A discard to a trap is the card of its round.
            section.cards.append(fact.subject)
        self._add_line(LineKind.DISCARDS, fact.side, fact.subject)

    def _take_reveal(self, fact: Fact) -> None:
        self._add_line(LineKind.REVEALS, fact.side, fact.subject)
        if self._events and self._events[-1].card == GRAIN_SALES_TO_SOVIETS:
            self._add_line(LineKind.REVEALS_FROM_HAND, fact.side, fact.subject)

    # Events and what they leave behind

    def _take_event(self, fact: Fact) -> None:
        self._add_line(LineKind.EVENT, NOBODY, fact.subject)
        if fact.subject in _PRINTED_TWICE:
            self._add_line(LineKind.EVENT, NOBODY, fact.subject)
        self._events.append(_Event(fact.subject))

    def _take_event_over(self, fact: Fact) -> None:
        event = self._events.pop() if self._events else _Event(NO_CARD)
        if event.card in _PRINTED_TWICE:
            self._blank()
        for card in event.starting:
            self._start(card)
        if event.notes_end_last:
            for card in event.ended:
                self._end(card)
        if event.card == SOLIDARITY:
            self._end(JOHN_PAUL_II_ELECTED_POPE)
        self._blank()

    def _take_effect_starts(self, fact: Fact) -> None:
        card = fact.subject
        if fact.values[0] in _UNNOTED:
            return
        if not self._events:
            self._start(card)
        elif _ONLY_ENDS.get(card) not in self._events[-1].ended:
            self._events[-1].starting.append(card)

    def _start(self, card: Card) -> None:
        if card in _NATO_NEEDS and NATO in self.in_play:
            return
        self.in_play.append(card)
        self._add_line(LineKind.STARTS, NOBODY, card)
        if card == NATO:
            for needed in _NATO_NEEDS:
                if needed in self.in_play:
                    self._end(needed)

    def _take_effect_ends(self, fact: Fact) -> None:
        if fact.values[0] in _UNNOTED:
            return
        if fact.subject == WE_WILL_BURY_YOU:
            self._burial_is_over = True
            return
        if self._events:
            self._events[-1].ended.append(fact.subject)
            if self._events[-1].notes_end_last:
                return
        self._end(fact.subject)

    def _end(self, card: Card) -> None:
        if self._section.kind == BlockKind.CLEANUP:
            self._ending.append(card)
            return
        if card in self.in_play:
            self.in_play.remove(card)
        self._add_line(LineKind.ENDS, NOBODY, card)

    def _end_with_turn(self) -> None:
        """Note what ends with a turn, in the order in which it came into play."""
        for card in [*self.in_play]:
            if card in self._ending:
                self._ending.remove(card)
                self.in_play.remove(card)
                self._section.items.append(Statement(LineKind.ENDS, NOBODY, card))

    def _end_we_will_bury_you(self) -> None:
        """Note its end after all that the round has brought."""
        if self._burial_is_over:
            self._burial_is_over = False
            self._end_part()
            self._end(WE_WILL_BURY_YOU)
            self._blank()

    # Influence and operations

    def _take_influence(self, fact: Fact) -> None:
        change, us, ussr = fact.values
        for place in reversed(range(len(self._group))):
            entry = self._group[place]
            if entry.subject == fact.subject:
                earlier = entry.values[0]
                if entry.side == fact.side and (earlier > 0) == (change > 0):
                    self._group[place] = entry._replace(values=(earlier + change, us, ussr))
                    return
                break
        values = (change, us, ussr)
        self._group.append(Statement(LineKind.INFLUENCE, fact.side, fact.subject, values))

    def _end_group(self) -> None:
        """Write the influence that was moved in one go, one line for each country."""
        if self._group:
            self._section.items.extend(self._group)
            self._group.clear()

    def _take_operation_over(self, fact: Fact) -> None:
        self._blank()

    def _take_coup_target(self, fact: Fact) -> None:
        self._add_line(LineKind.TARGET, NOBODY, fact.subject)
        self._coup_is_open = True

    def _take_coup_roll(self, fact: Fact) -> None:
        self._section.items.append(entry_of(fact))
        self._coup_is_open = False

    def _end_coup(self) -> None:
        self._coup_is_open = False
        if self._waiting:
            self._section.items.extend(self._waiting)
            self._waiting.clear()

    def _take_realignment_roll(self, fact: Fact) -> None:
        ussr_die, ussr_bonus, us_die, us_bonus = fact.values
        if IRAN_CONTRA_SCANDAL in self.in_play:
            # The format applies this -1 without showing it.
            us_bonus += 1
        for side, die, bonus in ((USSR, ussr_die, ussr_bonus), (US, us_die, us_bonus)):
            shown = (bonus, die + bonus) if bonus else ()
            self._add_line(LineKind.ROLL, side, -1, die, *shown)


_HANDLERS: Final[dict[FactKind, Callable[[Renderer, Fact], None]]] = {
    FactKind.TURN: Renderer._take_turn,
    FactKind.SETUP: Renderer._take_setup,
    FactKind.HEADLINE: Renderer._take_headline,
    FactKind.ROUND: Renderer._take_round,
    FactKind.CLEANUP: Renderer._take_cleanup,
    FactKind.GAME_OVER: Renderer._take_game_over,
    FactKind.NORAD: Renderer._take_norad,
    FactKind.CARD_PLAYED: Renderer._take_card_played,
    FactKind.DISCARD: Renderer._take_discard,
    FactKind.REVEAL: Renderer._take_reveal,
    FactKind.EVENT: Renderer._take_event,
    FactKind.EVENT_OVER: Renderer._take_event_over,
    FactKind.EFFECT_STARTS: Renderer._take_effect_starts,
    FactKind.EFFECT_ENDS: Renderer._take_effect_ends,
    FactKind.INFLUENCE: Renderer._take_influence,
    FactKind.OPERATION_OVER: Renderer._take_operation_over,
    FactKind.COUP_TARGET: Renderer._take_coup_target,
    FactKind.COUP_ROLL: Renderer._take_coup_roll,
    FactKind.REALIGNMENT_ROLL: Renderer._take_realignment_roll,
}
