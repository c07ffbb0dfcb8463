"""A game at a table: what follows from its log, and what may be added to it.

The log is all that is stored of a game in progress. Everything at the table (the position, the
offers, the clocks, the result) follows from applying its entries in order, so a restart, another
process and a test that reads the database all see the same table.
"""

from enum import IntEnum
from typing import Final, NamedTuple

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.chance import SeededChance
from twilight.engine.decision import DIE_DECISION, Decision
from twilight.engine.game import Game, IllegalUndo
from twilight.engine.language import Language, load_language
from twilight.engine.reasons import explain_refusal
from twilight.engine.rules import Rules
from twilight.engine.types import CHANCE, NOBODY, SIDES, Actor, Kind
from twilight.server.clock import ANIMATION, MOVES, NO_TIME, Clock, ClockRules, Downtime, never_down
from twilight.server.errors import Refusal
from twilight.server.outcome import Ending, Result, result_of

Seat = int
SEATS: Final = (0, 1)
# A request that is not made for a seat but by the server itself.
SERVER: Final = 3


class EntryKind(IntEnum):
    """What an entry of the log says; the comments tell what `actor` and `value` hold."""

    START = 0  # both seats are taken
    ANSWER = 1  # engine's actor; the action
    UNDO = 2  # seat; the length of the record after it
    OFFER = 3  # seat; what is offered
    ACCEPT = 4  # seat; the number of the offer
    DECLINE = 5  # seat, also the one that takes its own offer back; the number of the offer
    TAKEBACK = 6  # seat that had asked; the length of the record after it
    PAUSE = 7
    RESUME = 8  # seat
    RESIGN = 9  # seat
    TIMEOUT = 10  # seat whose time is up
    DRAW = 11
    ABORT = 12  # seat, or the server


class OfferKind(IntEnum):
    """What a player can ask the other one for."""

    DRAW = 0
    TAKEBACK = 1
    PAUSE = 2


class Entry(NamedTuple):
    """One line of the log; `left` is the time of the seat that it concerns, if a clock runs."""

    number: int
    kind: EntryKind
    actor: int
    value: int
    at: int
    left: int = NO_TIME


class Offer(NamedTuple):
    """An offer that is not answered yet."""

    number: int
    kind: OfferKind
    seat: Seat
    length: int


class Setup(NamedTuple):
    """What was agreed before the game: all that the log builds on."""

    rules: Rules
    seed: str
    clock: ClockRules = ClockRules()
    rated: bool = False
    # Which seats are played by people; the time of a computer player never counts.
    human: tuple[bool, bool] = (True, True)
    # One person plays both seats.
    shared: bool = False


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
        self.offers: dict[OfferKind, Offer] = {}
        self.result: Result | None = None
        self.clock = Clock(setup.clock, downtime)
        self.chance_answers = 0
        # How many facts there were after each entry, and after each answer of the record.
        self.facts_after: list[int] = [len(self.game.facts)]
        self.facts_by_length: list[int] = [len(self.game.facts)]
        # Which answers of the record have earned an increment, and how much.
        self._earned: dict[int, int] = {}
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
            self._undone(seat)
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
        if entry.actor == CHANCE:
            self.chance_answers += 1
            self._dice_shown += ANIMATION if pending.kind is Kind.DIE else 0
        else:
            self._dice_shown = 0
            self.offers.pop(OfferKind.TAKEBACK, None)
            self._apply_time(self.seat_of(entry.actor), pending, entry)
        self.game.answer(entry.value)
        self.facts_by_length.append(self._count_facts())
        self._moved(entry, self._dice_shown)

    def _apply_time(self, seat: Seat, pending: Decision, entry: Entry) -> None:
        if entry.left == NO_TIME:
            return
        self.clock.left[seat] = entry.left
        if pending.kind in MOVES:
            self._earned[self.length] = self.setup.clock.increment

    def _apply_undo(self, entry: Entry) -> None:
        self.game = self._rewound(entry.value)
        del self.facts_by_length[entry.value + 1 :]
        self._earned = {place: one for place, one in self._earned.items() if place < entry.value}
        if entry.left != NO_TIME and self.clock.seat is not None:
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
        for kind, offer in list(self.offers.items()):
            if offer.number == entry.value:
                del self.offers[kind]

    def _apply_pause(self, entry: Entry) -> None:
        seat = self.clock.seat
        if seat is not None and entry.left != NO_TIME:
            self.clock.left[seat] = entry.left
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
            state = self.game.state
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
        length, earned = self._undone(seat)
        left = NO_TIME
        if self.clock.is_used and self.clock.seat is not None:
            left = self.clock.remaining(seat, now) - earned
        return [self._add(EntryKind.UNDO, seat, length, now, left)]

    def _undone(self, seat: Seat) -> tuple[int, int]:
        """Return how long the record is after an undo, and the increments that it gives up."""
        if self.is_over or not self.started:
            raise Refusal("no_undo", "Nothing can be taken back in a game that is not played.")
        game = self.game.copy()
        game.journal = None
        side = None if self.setup.shared else self.side_of(seat)
        try:
            while True:
                game.undo(side)
                if game.pending is not None and len(game.pending.options) > 1:
                    break
        except IllegalUndo as error:
            raise Refusal("no_undo", f"This can't be taken back: {error}.") from error
        length = len(game.record or ())
        return length, sum(one for place, one in self._earned.items() if place >= length)

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
        added = [self._add(EntryKind.OFFER, seat, int(kind), now)]
        if self.setup.shared:
            added += self.respond(1 - seat, self.number, True, now)
        return added

    def _takeback_length(self, seat: Seat) -> int:
        """Find the position before the last answer of a seat that was a choice."""
        side = self.side_of(seat)
        for length in range(self.length - 1, -1, -1):
            pending = self.game.rewound(length).pending
            if pending is not None and pending.actor == side and len(pending.options) > 1:
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
        added = [self._add(EntryKind.ACCEPT, seat, number, now)]
        if offer.kind is OfferKind.DRAW:
            added.append(self._add(EntryKind.DRAW, SERVER, 0, now))
        elif offer.kind is OfferKind.PAUSE:
            running = self.clock.seat
            left = NO_TIME if running is None else self.clock.remaining(running, now)
            added.append(self._add(EntryKind.PAUSE, SERVER, 0, now, left))
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
