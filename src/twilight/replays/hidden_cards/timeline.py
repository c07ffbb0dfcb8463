"""The timeline of a log: what its lines tell of the cards, without playing it."""

from collections.abc import Callable
from typing import Final

from twilight.engine.cards import SCORING
from twilight.engine.ids import (
    ALDRICH_AMES_REMIX,
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU,
    CIA_CREATED,
    FIVE_YEAR_PLAN,
    GRAIN_SALES_TO_SOVIETS,
    LONE_GUNMAN,
    MISSILE_ENVY,
    NO_CARD,
    OUR_MAN_IN_TEHRAN,
    SALT_NEGOTIATIONS,
    SHUTTLE_DIPLOMACY,
    STAR_WARS,
    THE_CAMBRIDGE_FIVE,
    THE_CHINA_CARD,
    UN_INTERVENTION,
    Card,
)
from twilight.engine.operations.space import EAGLE_HAS_LANDED, MAN_IN_EARTH_ORBIT, SPACE_STATION
from twilight.engine.rules import Rules
from twilight.engine.text.problems import Problem
from twilight.engine.turn.rounds import EIGHTH_ROUND, regular_rounds
from twilight.engine.turn.start_and_end import FIRST_LATE_TURN, FIRST_MID_TURN, new_state
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Reason
from twilight.replays.format.lines import LineKind
from twilight.replays.format.names import SIDE_NAMES
from twilight.replays.format.parser import Block, BlockKind, Line, Log
from twilight.replays.hidden_cards.constraints import HandsError, Timeline, UnseenDiscard
from twilight.replays.hidden_cards.tracker import CardTracker, Place, is_no_scoring_card
from twilight.replays.hidden_cards.tracks import Tracks, is_turn_card

_SHOWS_HAND_OF: Final = {CIA_CREATED: USSR, LONE_GUNMAN: US, ALDRICH_AMES_REMIX: US}
# Events that make another event happen as if the US played its card.
_PLAYED_BY_US: Final = (GRAIN_SALES_TO_SOVIETS, STAR_WARS, FIVE_YEAR_PLAN)


def build(log: Log, rules: Rules, unseen: dict[int, Card] | None = None) -> Timeline:
    """Read the timeline out of a log as far as it is possible.

    `unseen` names the cards that were discarded unseen at the ends of turns.
    """
    reader = _Reader(log, rules, unseen or {})
    try:
        reader.run()
    except HandsError as error:
        reader.cards.timeline.problem = error
    return reader.cards.timeline


class _Reader:
    def __init__(self, log: Log, rules: Rules, unseen: dict[int, Card]) -> None:
        state = new_state(rules)
        self.log = log
        self.rules = rules
        self.unseen = unseen
        self.cards = CardTracker(rules)
        self.cards.timeline.holders = _losers_by_held_cards(log)
        self.decks = {FIRST_MID_TURN: state.mid_deck, FIRST_LATE_TURN: state.late_deck}
        self.tracks = Tracks()
        self.turn = 0
        self.turn_is_over = True
        # The block at hand: the event that its lines are about, who has brought it about, and
        # the headlines that have not been resolved yet.
        self.block = log.blocks[0]
        self.context = NO_CARD
        self.player: Actor = NOBODY
        self.headlines: dict[Card, Actor] = {}

    def run(self) -> None:
        for block in self.log.blocks:
            if block.kind == BlockKind.HEADLINE and not self.turn_is_over:
                self._end_turn(block)
            self._take_block(block)
        if self.turn == 0:
            # The first hands are dealt before the setup.
            self.cards.deal(1)
        elif not self.turn_is_over and self._all_rounds_are_played():
            self._end_turn(self.block)

    def _take_block(self, block: Block) -> None:
        self.block = block
        self.context = NO_CARD
        self.cards.here = (block.number, block.text)
        if block.kind == BlockKind.HEADLINE:
            self._begin_turn(block)
        elif block.kind == BlockKind.ROUND:
            self._begin_round(block)
        self._take_lines(block.lines)
        self.cards.clear_table()
        if block.kind == BlockKind.CLEANUP and not self.turn_is_over:
            self._end_turn(block)

    # Turns and rounds

    def _begin_turn(self, block: Block) -> None:
        self.turn = block.turn
        self.turn_is_over = False
        self.cards.add_to_pile(self.decks.pop(self.turn, ()))
        self._deal(block)
        self.headlines = headlines_of(block, self.tracks.box)
        for card, side in self.headlines.items():
            self.cards.leave_hand(card, side)

    def _deal(self, block: Block) -> None:
        """Deal, and see whether that empties the pile where the log says so."""
        before = self.cards.reshuffles
        self.cards.deal(self.turn)
        lines = _leading(block.lines, LineKind.DEFCON, LineKind.RESHUFFLE)
        stated = [line for line in lines if line.entry.kind == LineKind.RESHUFFLE]
        is_cut = len(lines) == len(block.lines) and block is self.log.blocks[-1]
        if len(stated[:1]) != self.cards.reshuffles - before and not is_cut:
            line = stated[0] if stated else None
            where = (line.number, line.text) if line is not None else self.cards.here
            problem = (
                Problem("the discard pile is not shuffled in this deal (R5.3)")
                if stated
                else Problem("the discard pile is to be shuffled in this deal (R5.3)")
            )
            raise HandsError(*where, problem)

    def _begin_round(self, block: Block) -> None:
        side, card = block.side, block.card
        trapped = self.tracks.trapped[side]
        if card == NO_CARD:
            is_cut = block is self.log.blocks[-1]
            if trapped and block.round < EIGHTH_ROUND and not is_cut:
                self.cards.restrict(side, self._no_trap_discard(side, scoring=False))
            return
        blocked = card == THE_CHINA_CARD and self.rules.china_blocked_by_scoring
        prevented = self.rules.held_scoring_card == "prevent"
        if not SCORING[card] and (blocked or prevented or trapped):
            # With all rounds left needed for scoring cards, this would not be allowed.
            self.cards.prefer_no_scoring_cards(side, unseen_only=True)
        if card == THE_CHINA_CARD or _is_trap_discard(block):
            return
        is_free = self.rules.trapped_scoring_play == "allowed"
        if trapped and SCORING[card] and not (is_free or self._must_score(block)):
            self.cards.restrict(side, self._no_trap_discard(side, scoring=True))
        self.cards.leave_hand(card, side)

    def _no_trap_discard(self, side: Actor, scoring: bool) -> Callable[[Card], bool]:
        small = self._cards_worth(side, most=1)

        def allows(card: Card) -> bool:
            return scoring if SCORING[card] else card in small

        return allows

    def _cards_worth(self, side: Actor, most: int) -> frozenset[Card]:
        cards = {life.card for life in self.cards.timeline.lives}
        return frozenset(card for card in cards if self.tracks.value(card, side) <= most)

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
        return number >= left + int(self.tracks.is_alone_in(SPACE_STATION, block.side))

    def _all_rounds_are_played(self) -> bool:
        """Tell whether the log ends with the last round of a turn or after it."""
        last = [block for block in self.log.blocks if block.kind == BlockKind.ROUND][-1:]
        return any(
            block.round == EIGHTH_ROUND
            or (block.round == regular_rounds(block.turn) and block.side == US)
            for block in last
            if block.turn == self.turn
        )

    def _end_turn(self, following: Block) -> None:
        """Let nobody hold a scoring card, unless the game may have ended so."""
        self.turn_is_over = True
        turns = (block.turn for block in self.log.blocks if block.kind == BlockKind.HEADLINE)
        is_last = self.turn == max(turns)
        for side in SIDES:
            if is_last and side in self.cards.timeline.holders:
                continue
            if is_last or self.rules.held_scoring_card == "prevent":
                self.cards.prefer_no_scoring_cards(side, unseen_only=is_last)
            else:
                self.cards.restrict(side, is_no_scoring_card)
        for side in SIDES:
            if self.tracks.is_alone_in(EAGLE_HAS_LANDED, side) and not is_last:
                self._end_turn_of_space_leader(side, following)
        self.tracks.end_turn()

    def _end_turn_of_space_leader(self, side: Actor, following: Block) -> None:
        """Find out whether the first line of the cleanup, which style A loses, was a discard."""
        if self.turn in self.unseen:
            card = self.unseen[self.turn]
            self.cards.leave_hand(card, side)
            self.cards.put_away(card)
        elif self.log.style == "A" and self.cards.held[side] and self.tracks.all_ends_are_stated():
            is_proven = _states_ends_of_effects(self.block)
            found = UnseenDiscard(self.turn, following.number, is_proven)
            self.cards.timeline.unseen_discards.append(found)

    # Lines

    def _take_lines(self, lines: list[Line]) -> None:
        place = 0
        while place < len(lines):
            line = lines[place]
            place += 1
            self.cards.here = (line.number, line.text)
            if line.entry.kind == LineKind.EVENT:
                place += self._take_event(line.entry.subject, lines[place:])
            else:
                self._take_line(line)

    def _take_line(self, line: Line) -> None:
        kind, side, subject, _ = line.entry
        if kind == LineKind.REVEALS:
            self._take_reveal(subject, side)
        elif kind == LineKind.DISCARDS:
            self.cards.leave_hand(subject, side)
            self.cards.put_away(subject)
        elif kind == LineKind.PLAYS and self.cards.place_of(subject) != Place.TABLE:
            owner = USSR if self.context == GRAIN_SALES_TO_SOVIETS else side
            self.cards.leave_hand(subject, owner)
        elif kind == LineKind.ENDS and subject == SHUTTLE_DIPLOMACY:
            self.cards.put_away(subject)
        self.tracks.take(line.entry, self.player)

    def _take_reveal(self, card: Card, side: Actor) -> None:
        if self.context == MISSILE_ENVY:
            not_higher = self._cards_worth(side, self.tracks.value(card, side))
            self.cards.leave_hand(card, side)
            self.cards.restrict(side, lambda one: SCORING[one] or one in not_higher)
            self.cards.enter_hand(MISSILE_ENVY, side)
            self.context = NO_CARD
        elif self.context == SALT_NEGOTIATIONS:
            if self.cards.place_of(card) != Place.DISCARD_PILE:
                raise self.cards.error(card, Problem("can't be taken from the discard pile"))
            self.cards.enter_hand(card, side)
        else:
            self.cards.show(card, side)

    # Events

    def _take_event(self, card: Card, following: list[Line]) -> int:
        """Take an event, and return how many of the next lines belong to its handling of cards."""
        self._begin_event(card)
        if card in _SHOWS_HAND_OF:
            self._take_shown_hand(_SHOWS_HAND_OF[card], following, scoring_only=False)
        elif card == THE_CAMBRIDGE_FIVE:
            self._take_shown_hand(US, following, scoring_only=True)
        elif card == MISSILE_ENVY:
            if following and following[0].entry.kind != LineKind.REVEALS:
                self.cards.restrict(1 - self.player, SCORING.__getitem__)
        elif card == ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU:
            discards = _leading(following, LineKind.DISCARDS)
            self._take_lines(discards)
            self.cards.draw(US, len(discards))
            return len(discards)
        elif card == OUR_MAN_IN_TEHRAN:
            return self._take_tehran(following)
        return 0

    def _begin_event(self, card: Card) -> None:
        before, self.context = self.context, card
        if card in self.headlines:
            self.cards.clear_table(but=self.headlines)
            self.player = self.headlines.pop(card)
        elif self.block.kind == BlockKind.ROUND and card == self.block.card:
            self.player = self.block.side
        elif before in _PLAYED_BY_US:
            self.player = US
        place = self.cards.place_of(card)
        if before in (STAR_WARS, FIVE_YEAR_PLAN) and place == Place.DISCARD_PILE:
            self.cards.put_on_table(card)
        elif card == UN_INTERVENTION and place != Place.TABLE:
            # The US intervenes against a card that it has bought with Grain Sales.
            self.cards.leave_hand(card, US)
        elif place != Place.TABLE:
            raise self.cards.error(card, Problem("can't have its event"))
        self.cards.occurred.add(card)

    def _take_shown_hand(self, side: Actor, following: list[Line], scoring_only: bool) -> None:
        """Restrict a hand to the cards that are shown, or their scoring cards to those."""
        lines = _leading(following, LineKind.REVEALS, LineKind.NOTHING_TO_REVEAL)
        if len(lines) == len(following) and self.block is self.log.blocks[-1]:
            # The log may be cut off in the middle of them.
            return
        shown = {line.entry.subject for line in lines if line.entry.kind == LineKind.REVEALS}
        for line in lines:
            self.cards.here = (line.number, line.text)
            if line.entry.kind == LineKind.REVEALS:
                self.cards.show(line.entry.subject, side)
        held = self.cards.held[side]
        if not scoring_only and len(shown) != held:
            problem = Problem(
                "{side} shows {shown} cards, but it holds {held}",
                side=SIDE_NAMES[side],
                shown=len(shown),
                held=held,
            )
            raise HandsError(*self.cards.here, problem)
        self.cards.restrict(
            side, lambda card: card in shown or (scoring_only and not SCORING[card])
        )

    def _take_tehran(self, following: list[Line]) -> int:
        self.cards.look_at_pile()
        lines = _leading(following, LineKind.DISCARDS, LineKind.RESHUFFLE)
        for line in lines:
            self.cards.here = (line.number, line.text)
            if line.entry.kind == LineKind.DISCARDS:
                self.cards.discard_from_pile(line.entry.subject)
        return len(lines)


# Looking at blocks


def headlines_of(block: Block, box: list[int]) -> dict[Card, Actor]:
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


def _losers_by_held_cards(log: Log) -> tuple[Actor, ...]:
    for block in log.blocks:
        for line in block.lines:
            entry = line.entry
            if entry.kind == LineKind.WINS and entry.values[0] == Reason.HELD_SCORING_CARD:
                return tuple(side for side in SIDES if side != entry.side)
    return ()


def _leading(lines: list[Line], *kinds: LineKind) -> list[Line]:
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


def _states_ends_of_effects(block: Block) -> bool:
    """Tell whether the cleanup after the last round of a turn states the end of an effect."""
    cleanup: list[Line] = []
    for line in reversed(block.lines):
        if line.entry.kind not in (LineKind.ENDS, LineKind.DISCARDS):
            break
        cleanup.insert(0, line)
        if line.blanks:
            break
    return any(
        line.entry.kind == LineKind.ENDS and is_turn_card(line.entry.subject)
        for line in cleanup
        if cleanup[0].blanks
    )
