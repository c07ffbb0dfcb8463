"""A game at a table: what follows from its log, and what may be added to it.

The log is all that is stored of a game in progress. Everything at the table (the position, the
offers, the clocks, the result) follows from applying its entries in order, so a restart, another
process and a test that reads the database all see the same table.
"""

from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.chance import SeededChance
from twilight.engine.decision import DIE_DECISION, Decision
from twilight.engine.game import Game, IllegalUndo
from twilight.engine.language import Language, load_language
from twilight.engine.reasons import explain_refusal
from twilight.engine.types import CHANCE, NOBODY, SIDES, Actor, Kind
from twilight.engine.view import observe
from twilight.server.clock import ANIMATION, MOVES, NO_TIME, Clock, Downtime, never_down
from twilight.server.entries import (
    SEATS,
    SERVER,
    Entry,
    EntryKind,
    Given,
    Offer,
    OfferKind,
    Seat,
    Setup,
)
from twilight.server.errors import Refusal
from twilight.server.outcome import Ending, Result, result_of


class Table:
    """A game with everything that its log says."""

    def __init__(self, setup: Setup, downtime: Downtime = never_down) -> None:
        self.setup: Final = setup
        self.game = Game.new(setup.rules, journal=True)
        self.number = 0
        # The number of the entry that led to the pending decision: an answer must name it.
        self.decision = 0
        self.started = False
        self.paused = False
        self.is_repaired = False
        self.offers: dict[OfferKind, Offer] = {}
        self.result: Result | None = None
        self.clock = Clock(setup.clock, downtime)
        self.chance_answers = 0
        # How many facts there were after each entry, and after each answer of the record.
        self.facts_after: list[int] = [len(self.game.facts)]
        self.facts_by_length: list[int] = [len(self.game.facts)]
        self._given: list[Given] = []
        self._dice_shown = 0
        self._chance: SeededChance | None = None

    # What is the case

    @property
    def length(self) -> int:
        """How many answers led to the position."""
        return len(self.game.record or ())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in whatever way."""
        return self.result is not None

    def side_of(self, seat: Seat) -> Actor:
        """Tell the side that a seat plays now."""
        return 1 - seat if self.game.state.seats_swapped else seat

    def seat_of(self, side: Actor) -> Seat:
        """Tell the seat that plays a side now; the same swap leads both ways."""
        return self.side_of(side)

    @property
    def deciding_seat(self) -> Seat | None:
        """The seat that has to answer, or None."""
        pending = self.game.pending
        if pending is None or self.is_over or pending.actor not in SIDES:
            return None
        return self.seat_of(pending.actor)

    def may_undo(self, seat: Seat) -> bool:
        """Tell whether a seat can take back its last answer."""
        try:
            self._length_after_undo(seat)
        except Refusal:
            return False
        return True

    def facts_missed_since(self, number: int) -> int:
        """Tell from which fact on a client that has last seen an entry must read the journal."""
        if not 0 <= number <= self.number:
            return 0
        return min(self.facts_after[number:])

    # Applying the log

    def apply(self, entry: Entry) -> None:
        """Bring the table to where an entry leads."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        self.number = entry.number
        _APPLY[entry.kind](self, entry)
        self.facts_after.append(self._count_facts())

    def _count_facts(self) -> int:
        game = self.game
        return len(game.journal or ()) + len(game.state.facts or ())

    def _moved(self, entry: Entry, free: int = 0) -> None:
        """Note that the position is another one: who decides, whose time runs."""
        self.decision = entry.number
        if self.game.outcome is not None and self.result is None:
            self.result = result_of(self.game)
        self._run_clock(entry.at, free)

    def _run_clock(self, now: int, free: int = 0) -> None:
        seat = self.deciding_seat
        runs = self.started and not self.paused and seat is not None and self.setup.human[seat]
        self.clock.run(seat if runs else None, now, free)

    def _apply_start(self, entry: Entry) -> None:
        self.started = True
        self._moved(entry)

    def _apply_answer(self, entry: Entry) -> None:
        pending = self.game.pending
        assert pending is not None, f"entry {entry.number} answers nothing"
        earned = 0
        if entry.actor == CHANCE:
            self.chance_answers += 1
            self._dice_shown += ANIMATION if pending.kind is Kind.DIE else 0
        else:
            self._dice_shown = 0
            self.offers.pop(OfferKind.TAKEBACK, None)
            if entry.left != NO_TIME:
                self.clock.left[self.seat_of(entry.actor)] = entry.left
                earned = self.setup.clock.increment if pending.kind in MOVES else 0
        reveals = self.game.state.reveals
        self._given.append(Given(pending.actor, len(pending.options) > 1, reveals, earned))
        self.game.answer(entry.value)
        self.facts_by_length.append(self._count_facts())
        self._moved(entry, self._dice_shown)

    def _apply_undo(self, entry: Entry) -> None:
        self.game = self._rewound(entry.value)
        del self.facts_by_length[entry.value + 1 :]
        del self._given[entry.value :]
        if entry.left != NO_TIME:
            self.clock.left[entry.actor] = entry.left
        self.offers.clear()
        self._dice_shown = 0
        self._moved(entry)

    def _rewound(self, length: int) -> Game:
        if length != self.length - 1:
            return self.game.rewound(length)
        # A fresh game is slower to make than one step back.
        try:
            self.game.undo()
        except IllegalUndo:
            return self.game.rewound(length)
        return self.game

    def _apply_offer(self, entry: Entry) -> None:
        kind = OfferKind(entry.value)
        self.offers[kind] = Offer(entry.number, kind, entry.actor, self.length)

    def _apply_answered_offer(self, entry: Entry) -> None:
        if self.clock.seat is not None and entry.left != NO_TIME:
            self.clock.left[self.clock.seat] = entry.left
            self.clock.run(self.clock.seat, entry.at)
        for kind, offer in list(self.offers.items()):
            if offer.number == entry.value:
                del self.offers[kind]

    def _apply_pause(self, entry: Entry) -> None:
        self.paused = True
        self._run_clock(entry.at)

    def _apply_resume(self, entry: Entry) -> None:
        self.paused = False
        self._run_clock(entry.at)

    def _apply_end(self, entry: Entry) -> None:
        if entry.left != NO_TIME:
            self.clock.left[entry.actor] = entry.left
        loser = self.side_of(entry.actor) if entry.actor in SEATS else NOBODY
        self.result = result_of(self.game, _ENDINGS[entry.kind], loser)
        self.offers.clear()
        self.paused = False
        self._moved(entry)

    def take_over(self, game: Game, entries: list[Entry]) -> None:
        """Begin in the middle of a log: at a position that its entries no longer lead to."""
        self.is_repaired = True
        self.game = game
        self.number = entries[-1].number if entries else 0
        self.decision = self.number
        self.started = bool(entries)
        for entry in entries:
            if entry.kind in (EntryKind.PAUSE, EntryKind.RESUME):
                self.paused = entry.kind is EntryKind.PAUSE
            if entry.left != NO_TIME and entry.actor in SEATS:
                is_answer = entry.kind is EntryKind.ANSWER
                self.clock.left[self.seat_of(entry.actor) if is_answer else entry.actor] = (
                    entry.left
                )
        self.chance_answers = sum(
            entry.kind is EntryKind.ANSWER and entry.actor == CHANCE for entry in entries
        )
        facts = self._count_facts()
        self.facts_after = [0] * self.number + [facts]
        self.facts_by_length = [facts] * (self.length + 1)
        # Nothing behind the repair can be taken back.
        self._given = [Given(CHANCE, False, 0, 0)] * self.length
        if entries:
            self._moved(entries[-1])

    # Adding to the log: every method checks, applies and returns the new entries

    def start(self, now: int) -> list[Entry]:
        """Begin, when both seats are taken."""
        return [self._add(EntryKind.START, SERVER, 0, now), *self._go_on(now)]

    def answer(
        self, seat: Seat, decision: int, action: int, now: int, language: Language | None = None
    ) -> list[Entry]:
        """Let a seat answer the pending decision, and chance what follows."""
        pending = self._check_answer(seat, decision)
        words = language or load_language()
        if not 0 <= action < len(ACTION_KEYS) or not ACTION_KEYS[action]:
            raise Refusal("unknown_action", f"{action} is the id of no action.")
        if action not in pending.options:
            state = observe(self.game, pending.actor).state
            raise Refusal("illegal_action", explain_refusal(state, pending, action, words))
        left = self._time_after_answer(seat, pending, now)
        added = [self._add(EntryKind.ANSWER, pending.actor, action, now, left)]
        return added + self._go_on(now)

    def _check_answer(self, seat: Seat, decision: int) -> Decision:
        self._check_playing()
        if self.paused:
            raise Refusal("paused", "The game is paused; it must be resumed first.")
        if decision != self.decision:
            raise Refusal(
                "stale_decision",
                f"The answer is for decision {decision}, but decision {self.decision} is pending.",
            )
        pending = self.game.pending
        assert pending is not None
        if seat != self.deciding_seat:
            raise Refusal("not_your_decision", "The other side has to decide now.")
        return pending

    def _check_playing(self) -> None:
        if self.is_over:
            raise Refusal("game_over", "The game is over.")
        if not self.started:
            raise Refusal("not_started", "The game has not begun: a seat is still free.")

    def _time_after_answer(self, seat: Seat, pending: Decision, now: int) -> int:
        if self.clock.seat != seat:
            return NO_TIME
        left = self.clock.remaining(seat, now)
        if left <= 0:
            raise Refusal("time_over", "The time is up.")
        return self.setup.clock.after_move(left) if pending.kind in MOVES else left

    def _go_on(self, now: int) -> list[Entry]:
        """Let chance answer, and a computer player where there is nothing to choose."""
        added = []
        while (pending := self.game.pending) is not None:
            if pending.actor == CHANCE:
                action = self._chance_source().choose(pending)
            elif not self.setup.human[self.seat_of(pending.actor)] and len(pending.options) == 1:
                action = pending.options[0]
            else:
                break
            added.append(self._add(EntryKind.ANSWER, pending.actor, action, now))
        return added

    def _chance_source(self) -> SeededChance:
        """Return the source of chance, brought to where the log left it."""
        if self._chance is None:
            self._chance = SeededChance(f"{self.setup.seed}/chance")
            for _ in range(self.chance_answers):
                self._chance.choose(DIE_DECISION)
        return self._chance

    def undo(self, seat: Seat, now: int) -> list[Entry]:
        """Take back the last answer of a seat, up to a decision that left a choice."""
        self._check_playing()
        if self.paused:
            raise Refusal("paused", "The game is paused; it must be resumed first.")
        length = self._length_after_undo(seat)
        left = NO_TIME
        if self.clock.is_used:
            left = self.clock.remaining(seat, now)
            if left <= 0:
                raise Refusal("time_over", "The time is up.")
            left -= sum(given.earned for given in self._given[length:])
        return [self._add(EntryKind.UNDO, seat, length, now, left)]

    def _length_after_undo(self, seat: Seat) -> int:
        """Return how long the record is when the last choice of a seat is taken back."""
        if self.is_over or not self.started:
            raise Refusal("no_undo", "Nothing can be taken back in a game that is not played.")
        reveals = self.game.state.reveals
        for length in range(self.length - 1, -1, -1):
            given = self._given[length]
            if given.actor == CHANCE:
                raise Refusal("no_undo", "Dice and drawn cards can't be taken back.")
            if given.actor != self.side_of(seat) and not self.setup.shared:
                raise Refusal("no_undo", "The other side has answered since.")
            if given.reveals != reveals:
                raise Refusal("no_undo", "Cards have been shown since.")
            if given.had_choice:
                return length
        raise Refusal("no_undo", "There is nothing to take back.")

    def offer(self, seat: Seat, kind: OfferKind, now: int) -> list[Entry]:
        """Ask the other player for something."""
        self._check_playing()
        if kind is OfferKind.TAKEBACK:
            if self.setup.rated:
                raise Refusal("only_casual", "Takebacks are for casual games.")
            self._takeback_length(seat)
        if kind is OfferKind.PAUSE and self.paused:
            raise Refusal("paused", "The game is paused already.")
        other = self.offers.get(kind)
        if other is not None and other.seat == seat:
            raise Refusal("offer_pending", "This is offered already.")
        if other is not None:
            return self.respond(1 - seat if self.setup.shared else seat, other.number, True, now)
        against_computer = not self.setup.human[1 - seat]
        if against_computer and kind is OfferKind.DRAW:
            raise Refusal("no_offer", "The computer plays on.")
        added = [self._add(EntryKind.OFFER, seat, int(kind), now)]
        if self.setup.shared or against_computer:
            added += self.respond(1 - seat, self.number, True, now)
        return added

    def _takeback_length(self, seat: Seat) -> int:
        """Find the position before the last answer of a seat that was a choice."""
        for length in range(self.length - 1, -1, -1):
            given = self._given[length]
            if given.actor == self.side_of(seat) and given.had_choice:
                return length
        raise Refusal("no_undo", "There is no answer of yours to take back.")

    def respond(self, seat: Seat, number: int, accept: bool, now: int) -> list[Entry]:
        """Accept or decline an offer of the other player, or withdraw one's own."""
        self._check_playing()
        offer = next((one for one in self.offers.values() if one.number == number), None)
        if offer is None or (accept and offer.seat == seat):
            raise Refusal("no_offer", f"There is no offer {number} to answer.")
        if not accept:
            return [self._add(EntryKind.DECLINE, seat, number, now)]
        length = self._takeback_length(offer.seat) if offer.kind is OfferKind.TAKEBACK else 0
        running = self.clock.seat
        left = NO_TIME if running is None else self.clock.remaining(running, now)
        added = [self._add(EntryKind.ACCEPT, seat, number, now, left)]
        if offer.kind is OfferKind.DRAW:
            added.append(self._add(EntryKind.DRAW, SERVER, 0, now))
        elif offer.kind is OfferKind.PAUSE:
            added.append(self._add(EntryKind.PAUSE, SERVER, 0, now))
        else:
            added.append(self._add(EntryKind.TAKEBACK, offer.seat, length, now))
        return added

    def resume(self, seat: Seat, now: int) -> list[Entry]:
        """Go on with a paused game; either player may do that."""
        self._check_playing()
        if not self.paused:
            raise Refusal("not_paused", "The game is not paused.")
        return [self._add(EntryKind.RESUME, seat, 0, now)]

    def resign(self, seat: Seat, now: int) -> list[Entry]:
        """Give the game up."""
        self._check_playing()
        return [self._add(EntryKind.RESIGN, seat, 0, now)]

    def time_out(self, now: int) -> list[Entry]:
        """End the game if the time of the deciding seat is up; else add nothing."""
        seat = self.clock.seat
        if seat is None or self.is_over or self.clock.remaining(seat, now) > 0:
            return []
        return [self._add(EntryKind.TIMEOUT, seat, 0, now, 0)]

    def abort(self, seat: int, now: int) -> list[Entry]:
        """End a game without a result."""
        if self.is_over:
            raise Refusal("game_over", "The game is over.")
        return [self._add(EntryKind.ABORT, seat, 0, now)]

    def _add(self, kind: EntryKind, actor: int, value: int, at: int, left: int = NO_TIME) -> Entry:
        entry = Entry(self.number + 1, kind, actor, value, at, left)
        self.apply(entry)
        return entry


_ENDINGS: Final = {
    EntryKind.RESIGN: Ending.FORFEIT,
    EntryKind.TIMEOUT: Ending.TIMER,
    EntryKind.DRAW: Ending.AGREED_DRAW,
    EntryKind.ABORT: Ending.ABORTED,
}
_APPLY: Final = {
    EntryKind.START: Table._apply_start,
    EntryKind.ANSWER: Table._apply_answer,
    EntryKind.UNDO: Table._apply_undo,
    EntryKind.OFFER: Table._apply_offer,
    EntryKind.ACCEPT: Table._apply_answered_offer,
    EntryKind.DECLINE: Table._apply_answered_offer,
    EntryKind.TAKEBACK: Table._apply_undo,
    EntryKind.PAUSE: Table._apply_pause,
    EntryKind.RESUME: Table._apply_resume,
    EntryKind.RESIGN: Table._apply_end,
    EntryKind.TIMEOUT: Table._apply_end,
    EntryKind.DRAW: Table._apply_end,
    EntryKind.ABORT: Table._apply_end,
}
