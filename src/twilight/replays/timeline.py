"""The timeline of the cards: what a log tells of where each card was, without playing it.

Hands and draws are hidden in a log, but a card shows when it leaves a hand, and the numbers of
cards in hands and piles are public. So each stay of a card in the draw pile is a `Life` that ends
with a draw into a hand, and each deal is a number of draws by a side at a time. What must hold
between them follows from the lines; hands.py then finds who drew what.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

from twilight.engine.cards import OPS, SCORING, STARRED
from twilight.engine.effects import EFFECT_FACTS, Duration
from twilight.engine.ids import (
    ALDRICH_AMES_REMIX,
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU,
    BEAR_TRAP,
    BREZHNEV_DOCTRINE,
    CIA_CREATED,
    CONTAINMENT,
    FIVE_YEAR_PLAN,
    GRAIN_SALES_TO_SOVIETS,
    LONE_GUNMAN,
    MISSILE_ENVY,
    NO_CARD,
    OUR_MAN_IN_TEHRAN,
    QUAGMIRE,
    RED_SCARE_PURGE,
    SALT_NEGOTIATIONS,
    SHUTTLE_DIPLOMACY,
    STAR_WARS,
    THE_CAMBRIDGE_FIVE,
    THE_CHINA_CARD,
    UN_INTERVENTION,
    Card,
)
from twilight.engine.rounds import EIGHTH_ROUND, regular_rounds
from twilight.engine.rules import Rules
from twilight.engine.space import EAGLE_HAS_LANDED, MAN_IN_EARTH_ORBIT, SPACE_STATION
from twilight.engine.turns import FIRST_LATE_TURN, FIRST_MID_TURN, hand_size, new_state
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Reason
from twilight.replays.lines import LineKind
from twilight.replays.names import CARD_NAMES, SIDE_NAMES
from twilight.replays.parser import Block, BlockKind, Line, Log

NEVER: Final = 1 << 30
_LOOKS: Final = 5
_SHOWS_HAND_OF: Final = {CIA_CREATED: USSR, LONE_GUNMAN: US, ALDRICH_AMES_REMIX: US}
# Events that make another event happen as if the US played its card.
_PLAYED_BY_US: Final = (GRAIN_SALES_TO_SOVIETS, STAR_WARS, FIVE_YEAR_PLAN)


class HandsError(ValueError):
    """A card that can't be where a line says it is, or draws that no cards are left for."""

    def __init__(self, number: int, text: str, problem: str, card: Card = NO_CARD) -> None:
        super().__init__(f"line {number}: {problem}")
        self.number = number
        self.text = text
        self.problem = problem
        self.card = card


class UnseenDiscard(NamedTuple):
    """The end of a turn, at a line, when a discard may have gone unseen, or must have."""

    turn: int
    number: int
    is_proven: bool


@dataclass(slots=True)
class Life:
    """One stay of a card in the draw pile and then in a hand.

    The draw lies after `start` and before `latest`; the card leaves the hand at `end`. A life that
    is not `seen` may also have ended in the pile, and one that is `lost` certainly has.
    """

    card: Card
    start: int
    side: Actor = NOBODY
    latest: int = NEVER
    end: int = NEVER
    number: int = 0
    text: str = ""
    lost: bool = False

    @property
    def seen(self) -> bool:
        """Tell whether some line shows the card in a hand."""
        return self.side != NOBODY


@dataclass(slots=True)
class Draws:
    """Some draws of one side that nothing tells apart."""

    side: Actor
    time: int
    size: int
    number: int
    text: str


class Restriction(NamedTuple):
    """What a hand may hold at a time; some bear only on cards that no line shows.

    Those that are not `firm` are dropped if there is no other way.
    """

    time: int
    side: Actor
    allows: Callable[[Card], bool]
    unseen_only: bool = False
    firm: bool = True


@dataclass
class Timeline:
    """All lives, draws and restrictions of a log."""

    lives: list[Life] = field(default_factory=list)
    # Groups of draws, and for each single draw in order the place of its group.
    groups: list[Draws] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    restrictions: list[Restriction] = field(default_factory=list)
    unseen_discards: list[UnseenDiscard] = field(default_factory=list)
    # The first card that is not where it should be.
    problem: HandsError | None = None
    # The sides that have lost by holding a scoring card at the end.
    holders: tuple[Actor, ...] = ()


def build(log: Log, rules: Rules, unseen: "dict[int, Card] | None" = None) -> Timeline:
    """Read the timeline out of a log as far as it is possible.

    `unseen` names the cards that were discarded unseen at the ends of turns.
    """
    builder = _Builder(log, rules, unseen or {})
    try:
        builder.run()
    except HandsError as error:
        builder.timeline.problem = error
    return builder.timeline


class _Place(IntEnum):
    HAND_OF_USSR = 0
    HAND_OF_US = 1
    BOX = 2
    HIDDEN = 3
    TABLE = 4
    DISCARD_PILE = 5
    OUT_OF_GAME = 6
    FRONT = 7


_PLACE_NAMES: Final = (
    "in the USSR hand",
    "in the US hand",
    "not in the game yet",
    "hidden",
    "in use",
    "in the discard pile",
    "out of the game",
    "in front of the US",
)
_TURN_CARDS: Final = frozenset(
    facts.card for facts in EFFECT_FACTS.values() if facts.duration is Duration.TURN
)
_TRAPS: Final = {BEAR_TRAP: USSR, QUAGMIRE: US}


def _is_no_scoring_card(card: Card) -> bool:
    return not SCORING[card]


def _is_scoring_card(card: Card) -> bool:
    return SCORING[card]


class _Builder:
    def __init__(self, log: Log, rules: Rules, unseen: "dict[int, Card]") -> None:
        self.log = log
        self.rules = rules
        self.unseen = unseen
        self.timeline = Timeline()
        self.clock = 0
        # Cards: where each is known to be, the open life of a hidden one, and numbers of cards.
        self.place: dict[Card, _Place] = {}
        self.open: dict[Card, Life] = {}
        self.held = [0, 0]
        self.pile = 0
        # The block at hand: its events, who plays them, and headlines not resolved yet.
        self.block = log.blocks[0]
        self.line: Line | None = None
        self.context = NO_CARD
        self.player: Actor = NOBODY
        self.headlines: dict[Card, Actor] = {}
        self.occurred: set[Card] = set()
        # Tracks and effects, as far as the hands depend on them.
        self.turn = 0
        self.turn_ended = True
        self.box = [0, 0]
        self.military = [0, 0]
        self.defcon = 5
        self.plus = [0, 0]
        self.minus = [0, 0]
        self.trapped = [False, False]
        self.in_play: Counter[Card] = Counter()
        self.ends_in_block = 0

    def run(self) -> None:
        state = new_state(self.rules)
        for card in (*state.mid_deck, *state.late_deck):
            self.place[card] = _Place.BOX
        self._fill_pile(state.draw_pile)
        self.decks = {FIRST_MID_TURN: state.mid_deck, FIRST_LATE_TURN: state.late_deck}
        self.timeline.holders = _losers_by_held_cards(self.log)
        for block in self.log.blocks:
            self.block = block
            self.line = None
            self._take_block(block)
        if self.turn == 0:
            # The first hands are dealt before the setup.
            self.turn = 1
            self._deal()
        elif not self.turn_ended and self._all_rounds_played():
            self._end_turn()

    def _take_block(self, block: Block) -> None:
        if block.kind == BlockKind.HEADLINE and not self.turn_ended:
            self._end_turn()
        self.context = NO_CARD
        self.ends_in_block = 0
        if block.kind == BlockKind.HEADLINE:
            self._begin_turn(block)
        elif block.kind == BlockKind.ROUND:
            self._begin_round(block)
        self._take_lines(block.lines)
        self._settle_table()
        if block.kind == BlockKind.CLEANUP and not self.turn_ended:
            self._end_turn()

    def _error(self, card: Card, problem: str) -> HandsError:
        return HandsError(*self._here(), f"{CARD_NAMES[card]} {problem}", card)

    def _tick(self) -> int:
        self.clock += 1
        return self.clock

    # Piles

    def _fill_pile(self, cards: "tuple[Card, ...]") -> None:
        for card in cards:
            life = Life(card, self._tick())
            self.timeline.lives.append(life)
            self.open[card] = life
            self.place[card] = _Place.HIDDEN
        self.pile += len(cards)

    def _reshuffle(self, *, pile_is_used_up: bool = True) -> bool:
        """Turn the discard pile over; if the old pile is used up, all of it has been drawn."""
        discards = tuple(
            card for card, place in self.place.items() if place == _Place.DISCARD_PILE
        )
        if pile_is_used_up:
            now = self._tick()
            for life in self.open.values():
                life.latest = min(life.latest, now)
        self._fill_pile(discards)
        return bool(discards)

    def _draw(self, side: Actor, groups: "dict[Actor, int]") -> bool:
        if not self.pile:
            groups.clear()
            if not self._reshuffle():
                return False
        timeline = self.timeline
        if side not in groups:
            groups[side] = len(timeline.groups)
            group = Draws(side, self._tick(), 0, self.block.number, self.block.text)
            timeline.groups.append(group)
        timeline.groups[groups[side]].size += 1
        timeline.order.append(groups[side])
        self.held[side] += 1
        self.pile -= 1
        if not self.pile and self.rules.reshuffle == "when_emptied":
            groups.clear()
            self._reshuffle()
        return True

    def _deal(self) -> None:
        size = hand_size(self.turn)
        groups: dict[Actor, int] = {}
        side: Actor = USSR
        while min(self.held) < size:
            if self.held[side] < size and not self._draw(side, groups):
                return
            side = 1 - side

    # Moves of cards

    def _leave(self, card: Card, side: Actor) -> None:
        """Let a card go from a hand onto the table."""
        self._show(card, side)
        life = self.open.pop(card, None)
        if life is not None:
            life.end = self._tick()
        self.place[card] = _Place.TABLE
        self.held[side] -= 1

    def _show(self, card: Card, side: Actor) -> None:
        """Note that a card is in a hand now."""
        place = self.place.get(card, _Place.BOX)
        life = self.open.get(card)
        hand = _Place.HAND_OF_USSR + side
        if place != hand and (life is None or life.side not in (NOBODY, side)):
            where = _PLACE_NAMES[place if life is None else _Place.HAND_OF_USSR + life.side]
            owner = SIDE_NAMES[side]
            raise self._error(card, f"can't be in the {owner} hand: it is {where}")
        if life is not None and not life.seen:
            life.side = side
            life.latest = min(life.latest, self._tick())
            life.number, life.text = self._here()

    def _here(self) -> "tuple[int, str]":
        if self.line is not None:
            return self.line.number, self.line.text
        return self.block.number, self.block.text

    def _enter(self, card: Card, side: Actor) -> None:
        self.place[card] = _Place(_Place.HAND_OF_USSR + side)
        self.held[side] += 1

    def _settle_table(self, but: "tuple[Card, ...]" = ()) -> None:
        """Put the used cards away."""
        for card, place in self.place.items():
            if place == _Place.TABLE and card not in but:
                self._put_away(card)

    def _put_away(self, card: Card) -> None:
        occurred = card in self.occurred
        self.occurred.discard(card)
        if occurred and card == SHUTTLE_DIPLOMACY:
            self.place[card] = _Place.FRONT
        elif occurred and STARRED[card]:
            self.place[card] = _Place.OUT_OF_GAME
        else:
            self.place[card] = _Place.DISCARD_PILE

    def _restrict(self, side: Actor, allows: "Callable[[Card], bool]") -> None:
        self.timeline.restrictions.append(Restriction(self._tick(), side, allows))

    def _prefer_no_scoring_cards(self, side: Actor, *, unseen_only: bool) -> None:
        restriction = Restriction(
            self._tick(), side, _is_no_scoring_card, unseen_only, firm=False
        )
        self.timeline.restrictions.append(restriction)

    # Turns and rounds

    def _begin_turn(self, block: Block) -> None:
        self.turn = block.turn
        self.turn_ended = False
        if self.turn in self.decks:
            self._fill_pile(self.decks.pop(self.turn))
        self._deal()
        chosen = headlines_of(block, self.box)
        for card, side in chosen.items():
            self._leave(card, side)
        self.headlines = chosen

    def _begin_round(self, block: Block) -> None:
        side, card = block.side, block.card
        if card == NO_CARD:
            if self.trapped[side] and block.round < EIGHTH_ROUND and block is not self.log.blocks[-1]:
                self._restrict(side, self._is_no_trap_discard(side, scoring=False))
            return
        blocked = card == THE_CHINA_CARD and self.rules.china_blocked_by_scoring
        prevents = self.rules.held_scoring_card == "prevent"
        if not SCORING[card] and (blocked or prevents or self.trapped[side]):
            # With all rounds left needed for scoring cards, this would not be allowed.
            self._prefer_no_scoring_cards(side, unseen_only=True)
        if card == THE_CHINA_CARD or _is_trap_discard(block):
            return
        free = self.rules.trapped_scoring_play == "allowed"
        if self.trapped[side] and SCORING[card] and not (free or self._must_score(block)):
            self._restrict(side, self._is_no_trap_discard(side, scoring=True))
        self._leave(card, side)

    def _is_no_trap_discard(self, side: Actor, scoring: bool) -> "Callable[[Card], bool]":
        too_small = {card for card in self.place if self._value(card, side) < 2}

        def allows(card: Card) -> bool:
            return scoring if SCORING[card] else card in too_small

        return allows

    def _must_score(self, block: Block) -> bool:
        """Tell whether the rounds left are all needed for scoring cards that are seen later."""
        number = sum(
            SCORING[other.card]
            for other in self.log.blocks
            if other.kind == BlockKind.ROUND
            and (other.turn, other.side) == (block.turn, block.side)
            and other.round >= block.round
        )
        left = regular_rounds(block.turn) - block.round + 1
        return number >= left + int(self._is_alone_in(SPACE_STATION, block.side))

    def _is_alone_in(self, box: int, side: Actor) -> bool:
        return self.box[side] >= box > self.box[1 - side]

    def _value(self, card: Card, side: Actor) -> int:
        return max(1, min(4, OPS[card] + self.plus[side] - self.minus[side]))

    def _all_rounds_played(self) -> bool:
        """Tell whether the log ends with the last round of a turn or after it."""
        last = [block for block in self.log.blocks if block.kind == BlockKind.ROUND][-1:]
        return any(
            block.round == EIGHTH_ROUND
            or (block.round == regular_rounds(block.turn) and block.side == US)
            for block in last
            if block.turn == self.turn
        )

    def _end_turn(self) -> None:
        """Let nobody hold a scoring card, unless the game may have ended so."""
        self.turn_ended = True
        turns = (block.turn for block in self.log.blocks if block.kind == BlockKind.HEADLINE)
        is_last = self.turn == max(turns)
        for side in SIDES:
            if is_last and side in self.timeline.holders:
                continue
            if is_last or self.rules.held_scoring_card == "prevent":
                self._prefer_no_scoring_cards(side, unseen_only=is_last)
            else:
                self._restrict(side, _is_no_scoring_card)
        for side in SIDES:
            if self._is_alone_in(EAGLE_HAS_LANDED, side) and not is_last:
                self._end_turn_of_space_leader(side)
        self.military = [0, 0]
        self.plus = [0, 0]
        self.minus = [0, 0]
        self.in_play.clear()

    def _end_turn_of_space_leader(self, side: Actor) -> None:
        """Find out whether the lost first line of the cleanup may have been a discard."""
        if self.turn in self.unseen:
            card = self.unseen[self.turn]
            self._leave(card, side)
            self._put_away(card)
        elif self.log.style == "A" and self.held[side]:
            short = [max(0, self.defcon - self.military[one]) for one in SIDES]
            if short[USSR] == short[US] and not self.in_play.total():
                found = UnseenDiscard(self.turn, self.block.number, self.ends_in_block > 0)
                self.timeline.unseen_discards.append(found)

    # Lines

    def _take_lines(self, lines: "list[Line]") -> None:
        place = 0
        while place < len(lines):
            self.line = lines[place]
            place += 1
            if self.line.entry.kind == LineKind.EVENT:
                place += self._take_event(self.line.entry.subject, lines[place:])
            else:
                self._take_line(self.line)

    def _take_line(self, line: Line) -> None:
        kind, side, subject, values = line.entry
        if kind == LineKind.REVEALS:
            self._take_reveal(subject, side)
        elif kind == LineKind.DISCARDS:
            self._leave(subject, side)
            self._put_away(subject)
        elif kind == LineKind.PLAYS and self.place.get(subject) != _Place.TABLE:
            self._leave(subject, USSR if self.context == GRAIN_SALES_TO_SOVIETS else side)
        elif kind == LineKind.STARTS:
            self._take_start(subject)
        elif kind == LineKind.ENDS:
            self._take_end(subject)
        elif kind == LineKind.SPACE:
            self.box[side] = values[0]
        elif kind == LineKind.MILITARY:
            self.military[side] = values[0]
        elif kind == LineKind.DEFCON:
            self.defcon = values[1]

    def _take_start(self, card: Card) -> None:
        if card in _TURN_CARDS:
            self.in_play[card] += 1
        if card in _TRAPS:
            self.trapped[_TRAPS[card]] = True
        elif card == CONTAINMENT:
            self.plus[US] = 1
        elif card == BREZHNEV_DOCTRINE:
            self.plus[USSR] = 1
        elif card == RED_SCARE_PURGE and self.player in SIDES:
            self.minus[1 - self.player] += 1

    def _take_end(self, card: Card) -> None:
        if card in _TURN_CARDS:
            self.in_play[card] -= 1
            self.ends_in_block += 1
        if card in _TRAPS:
            self.trapped[_TRAPS[card]] = False
        elif card == SHUTTLE_DIPLOMACY:
            self.place[card] = _Place.DISCARD_PILE

    def _take_reveal(self, card: Card, side: Actor) -> None:
        if self.context == MISSILE_ENVY:
            value = self._value(card, side)
            not_higher = {one for one in self.place if self._value(one, side) <= value}
            self._leave(card, side)
            self._restrict(side, lambda one: SCORING[one] or one in not_higher)
            self._enter(MISSILE_ENVY, side)
            # It may be taken, but it is no longer what the next lines are about.
            self.context = NO_CARD
        elif self.context == SALT_NEGOTIATIONS:
            if self.place.get(card) != _Place.DISCARD_PILE:
                raise self._error(card, "is not in the discard pile")
            self._enter(card, side)
        else:
            self._show(card, side)

    def _take_event(self, card: Card, following: "list[Line]") -> int:
        """Take an event and those of the next lines that belong to its handling of cards."""
        self._begin_event(card)
        if card in _SHOWS_HAND_OF:
            self._restrict_to_shown(_SHOWS_HAND_OF[card], following, scoring_only=False)
        elif card == THE_CAMBRIDGE_FIVE:
            self._restrict_to_shown(US, following, scoring_only=True)
        elif card == MISSILE_ENVY:
            if following and following[0].entry.kind != LineKind.REVEALS:
                self._restrict(1 - self.player, _is_scoring_card)
        elif card == ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU:
            return self._take_ask_not(following)
        elif card == OUR_MAN_IN_TEHRAN:
            return self._take_tehran(following)
        return 0

    def _begin_event(self, card: Card) -> None:
        before, self.context = self.context, card
        if card in self.headlines:
            self._settle_table(but=(card, *self.headlines))
            self.player = self.headlines.pop(card)
        elif self.block.kind == BlockKind.ROUND and card == self.block.card:
            self.player = self.block.side
        elif before in _PLAYED_BY_US:
            self.player = US
        place = self.place.get(card)
        if before in (STAR_WARS, FIVE_YEAR_PLAN) and place == _Place.DISCARD_PILE:
            self.place[card] = _Place.TABLE
        elif card == UN_INTERVENTION and place != _Place.TABLE:
            # The US intervenes against a card that it has bought with Grain Sales.
            self._leave(card, US)
        elif place != _Place.TABLE:
            where = _PLACE_NAMES[place if place is not None else _Place.BOX]
            raise self._error(card, f"can't have its event: it is {where}")
        self.occurred.add(card)

    def _restrict_to_shown(
        self, side: Actor, following: "list[Line]", scoring_only: bool
    ) -> None:
        shown = set()
        for line in following:
            if line.entry.kind not in (LineKind.REVEALS, LineKind.NOTHING_TO_REVEAL):
                break
            shown.add(line.entry.subject)
        else:
            if self.block is self.log.blocks[-1]:
                # The log may be cut off in the middle of them.
                return

        def allows(card: Card) -> bool:
            return card in shown or (scoring_only and not SCORING[card])

        for line in following[: len(shown)]:
            if line.entry.kind == LineKind.REVEALS:
                self.line = line
                self._show(line.entry.subject, side)
        if not scoring_only and len(shown - {-1}) != self.held[side]:
            problem = f"{SIDE_NAMES[side]} holds {self.held[side]} cards, but other ones are shown"
            raise HandsError(*self._here(), problem)
        self._restrict(side, allows)

    def _take_ask_not(self, following: "list[Line]") -> int:
        discards = _leading(following, LineKind.DISCARDS)
        for line in discards:
            self.line = line
            self._take_line(line)
        groups: dict[Actor, int] = {}
        for _ in discards:
            self._draw(US, groups)
        return len(discards)

    def _take_tehran(self, following: "list[Line]") -> int:
        emptied = self.pile == _LOOKS and self.rules.reshuffle == "when_emptied"
        if self.pile < _LOOKS or emptied:
            self._reshuffle(pile_is_used_up=False)
        lines = _leading(following, LineKind.DISCARDS, LineKind.RESHUFFLE)
        for line in lines:
            if line.entry.kind == LineKind.DISCARDS:
                self.line = line
                card = line.entry.subject
                life = self.open.pop(card, None)
                if life is None or life.seen:
                    raise self._error(card, "can't be in the draw pile")
                life.lost = True
                self.place[card] = _Place.DISCARD_PILE
                self.pile -= 1
        return len(lines)


def _losers_by_held_cards(log: Log) -> "tuple[Actor, ...]":
    for block in log.blocks:
        for line in block.lines:
            entry = line.entry
            if entry.kind == LineKind.WINS and entry.values[0] == Reason.HELD_SCORING_CARD:
                return tuple(side for side in SIDES if side != entry.side)
    return ()


def _leading(lines: "list[Line]", *kinds: LineKind) -> "list[Line]":
    """Return the first lines as far as they are of these kinds and no empty line is between."""
    found = []
    for line in lines:
        if line.entry.kind not in kinds or line.blanks:
            break
        found.append(line)
    return found


def _is_trap_discard(block: Block) -> bool:
    """Tell whether the card of a round is discarded to a trap instead of being played."""
    for line in block.lines:
        kind = line.entry.kind
        if kind in (LineKind.EVENT, LineKind.OPERATION):
            return False
        if kind == LineKind.DISCARDS:
            return line.entry.subject == block.card
    return False


def headlines_of(block: Block, box: "list[int]") -> "dict[Card, Actor]":
    """Tell whose headline each card is, in the order in which they were shown."""
    found = {
        line.entry.subject: line.entry.side
        for line in block.lines
        if line.entry.kind == LineKind.HEADLINES
    }
    # Against Man in Earth Orbit the US shows its card first.
    first = US if box[USSR] >= MAN_IN_EARTH_ORBIT > box[US] else USSR
    for card, side in zip(block.cards, (first, 1 - first), strict=False):
        found.setdefault(card, side)
    return found
