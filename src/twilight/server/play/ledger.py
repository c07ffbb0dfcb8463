"""The ledger of a game: what follows from its log.

The log is all that is stored of a game in progress. Everything at the table (the position, the
offers, the clocks, the result) follows from applying its entries in order, so a restart, another
process and a test that reads the database all see the same table.
"""

from typing import Final

from twilight.engine.decision import DIE_FACES, Decision
from twilight.engine.game import Game, IllegalUndo
from twilight.engine.ids import NO_CARD
from twilight.engine.types import CHANCE, NOBODY, SIDES, Actor, Kind, across
from twilight.server.errors import Refusal
from twilight.server.play.clock import ANIMATION, MOVES, NO_TIME, Clock, Downtime, never_down
from twilight.server.play.entries import (
    SEATS,
    Entry,
    EntryKind,
    Given,
    HintNote,
    Offer,
    OfferKind,
    Sealed,
    Seat,
    Setup,
)
from twilight.server.play.joint import Joint, joint_moment
from twilight.server.play.outcome import Ending, Result, result_of
from twilight.study.lines import CARD_CHOICES


class Ledger:
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
        self.clock = Clock(setup.clock, downtime, vacations=setup.vacations)
        # The seats of people whose questions with one answer are answered by themselves.
        self.spared: tuple[Seat, ...] = ()
        self.chance_answers = 0
        self.dice_rolled = 0
        # How many facts there were after each entry, and after each answer of the record.
        self.facts_after: list[int] = [len(self.game.facts)]
        self.facts_by_length: list[int] = [len(self.game.facts)]
        self.given: list[Given] = []
        self.hints: list[HintNote] = []
        self._dice_shown = 0
        # Both sides choose at once: the choices that wait for each other, and the entries that
        # the other side must not notice before both are there.
        self.joint: Joint | None = None
        self.sealed: tuple[list[Sealed], list[Sealed]] = ([], [])
        self._secret_entries: tuple[list[int], list[int]] = ([], [])
        # Since when both choose, and what each clock showed then.
        self.joint_clock: tuple[int, tuple[int, int]] = (0, (0, 0))

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
        return across(seat, self.game.state.seats_swapped)

    def seat_of(self, side: Actor) -> Seat:
        """Tell the seat that plays a side now; the same swap leads both ways."""
        return self.side_of(side)

    @property
    def asked_seats(self) -> tuple[Seat, ...]:
        """The seats that have to answer: both where both choose at once, until each has."""
        return tuple(seat for seat in SEATS if self.question_of(seat) is not None)

    def question_of(self, seat: Seat) -> Decision | None:
        """Tell what a seat is asked now, or None."""
        side = self.side_of(seat)
        pending = self.game.pending
        if pending is None or self.is_over:
            return None
        if self.joint is not None:
            return self.joint.question(side, self._actions(side))
        return pending if pending.actor == side else None

    def decision_of(self, side: Actor) -> int:
        """Number the question of a side: an answer must name it."""
        if side in SIDES and self._secret_entries[side]:
            return self._secret_entries[side][-1]
        return self.decision

    def number_for(self, viewer: Actor) -> int:
        """Number the log as a viewer may know it: a sealed choice of somebody else is not there."""
        hidden = sum(len(self._secret_entries[side]) for side in SIDES if side != viewer)
        return self.number - hidden

    def game_for(self, viewer: Actor) -> Game:
        """Return the game as it is shown to a viewer, who may be asked before the engine asks."""
        if self.joint is None or viewer not in SIDES:
            return self.game
        chosen = self._actions(viewer)
        if self.joint.question(viewer, chosen) is None and viewer != self.joint.first:
            # The engine would go on with the second choice; the viewer waits for the first one.
            return self.game
        return self.joint.after(viewer, chosen)

    def _actions(self, side: Actor) -> list[int]:
        return [one.action for one in self.sealed[side]]

    def may_undo(self, seat: Seat) -> bool:
        """Tell whether a seat can take back its last answer, or its sealed choice."""
        if self.joint is not None:
            return bool(self.sealed[self.side_of(seat)])
        try:
            self.length_after_undo(seat)
        except Refusal:
            return False
        return True

    def length_after_undo(self, seat: Seat) -> int:
        """Return how long the record is when the last choice of a seat is taken back."""
        if self.is_over or not self.started:
            raise Refusal("no_undo", "Nothing can be taken back in a game that is not played.")
        reveals = self.game.state.reveals
        for length in range(self.length - 1, -1, -1):
            given = self.given[length]
            if given.actor == CHANCE:
                raise Refusal("no_undo", "Dice and drawn cards can't be taken back.")
            if given.actor != self.side_of(seat) and not self.setup.shared:
                raise Refusal("no_undo", "The other side has answered since.")
            if given.reveals != reveals:
                raise Refusal("no_undo", "Cards have been shown since.")
            if given.had_choice:
                return length
        raise Refusal("no_undo", "There is nothing to take back.")

    def free_play(self, seat: Seat) -> int | None:
        """Count the answers of the play that a seat is making, from the choice of its card on;
        None where they can't all be taken back.
        """
        side = self.side_of(seat)
        pending = self.question_of(seat)
        if pending is None or pending.kind in CARD_CHOICES:
            return None if pending is None else 0
        reveals = self.game.state.reveals
        for length in range(self.length - 1, -1, -1):
            given = self.given[length]
            if given.actor != side or given.reveals != reveals:
                return None
            if given.kind in CARD_CHOICES:
                return self.length - length
        return None

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
        # At one screen the players choose one after the other.
        may_be_joint = self.result is None and not self.setup.shared
        self.joint = joint_moment(self.game) if may_be_joint else None
        self.sealed = ([], [])
        self._secret_entries = ([], [])
        self.joint_clock = (entry.at + free, (self.clock.left[0], self.clock.left[1]))
        self._run_clock(entry.at, free)

    def _run_clock(self, now: int, free: int = 0) -> None:
        runs = self.started and not self.paused
        seats = tuple(seat for seat in self.asked_seats if self.setup.human[seat])
        self.clock.run(seats if runs else (), now, free)

    def _apply_start(self, entry: Entry) -> None:
        self.started = True
        self._moved(entry)

    def _apply_answer(self, entry: Entry) -> None:
        pending = self.game.pending
        assert pending is not None, f"entry {entry.number} answers nothing"
        earned = 0
        if entry.actor == CHANCE:
            self.chance_answers += 1
            self.dice_rolled += entry.value in DIE_FACES
            self._dice_shown += ANIMATION if pending.kind is Kind.DIE else 0
        else:
            self._dice_shown = 0
            self.offers.pop(OfferKind.TAKEBACK, None)
            if entry.left != NO_TIME:
                seat = self.seat_of(entry.actor)
                earned = self._earned(seat, pending, entry)
                self.clock.left[seat] = entry.left
        reveals = self.game.state.reveals
        had_choice = len(pending.options) > 1
        self.given.append(
            Given(pending.actor, pending.kind, pending.card, had_choice, reveals, earned)
        )
        self.game.answer(entry.value)
        self.facts_by_length.append(self._count_facts())
        self._moved(entry, self._dice_shown)

    def _earned(self, seat: Seat, pending: Decision, entry: Entry) -> int:
        """Tell what an answer adds to the clock, since an undo takes that back."""
        if pending.kind not in MOVES:
            return 0
        rules = self.setup.clock
        if rules.is_slow:
            # As much as is missing to the cap, or to the whole time.
            return max(0, entry.left - self.clock.remaining(seat, entry.at))
        return rules.increment

    def _apply_seal(self, entry: Entry) -> None:
        assert self.joint is not None, f"entry {entry.number} seals nothing"
        pending = self.joint.question(entry.actor, self._actions(entry.actor))
        assert pending is not None, f"entry {entry.number} seals one choice too many"
        earned = 0
        seat = self.seat_of(entry.actor)
        if entry.left != NO_TIME:
            earned = self._earned(seat, pending, entry)
            self.clock.left[seat] = entry.left
        self.sealed[entry.actor].append(Sealed(entry.value, pending.kind, earned))
        self._seal_moved(entry)

    def _apply_unseal(self, entry: Entry) -> None:
        if entry.left != NO_TIME:
            self.clock.left[self.seat_of(entry.actor)] = entry.left
        self.sealed[entry.actor].pop()
        self._seal_moved(entry)

    def _seal_moved(self, entry: Entry) -> None:
        """Let the clock of a seat follow its sealed choices; the other one notices nothing."""
        self._secret_entries[entry.actor].append(entry.number)
        seat = self.seat_of(entry.actor)
        if seat in self.clock.seats:
            self.clock.stop(seat, entry.at)
        if self.setup.human[seat] and not self.paused and self.question_of(seat) is not None:
            self.clock.start(seat, entry.at)

    def _apply_time(self, entry: Entry) -> None:
        self._note_time(entry.actor, entry)

    def _note_time(self, seat: Seat, entry: Entry) -> None:
        """Note what a running clock shows, and let it go on from there."""
        self.clock.left[seat] = entry.left
        self.clock.stop(seat, entry.at)
        self.clock.start(seat, entry.at)

    def _apply_hint(self, entry: Entry) -> None:
        self.hints.append(HintNote(entry.actor, self.length, entry.value))

    def _apply_undo(self, entry: Entry) -> None:
        self.game = self._rewound(entry.value)
        del self.facts_by_length[entry.value + 1 :]
        del self.given[entry.value :]
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
        if self.clock.seats and entry.left != NO_TIME:
            self._note_time(self.clock.seats[0], entry)
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
            if entry.kind is EntryKind.HINT:
                self.hints.append(HintNote(entry.actor, 0, entry.value))
            if entry.left != NO_TIME and entry.actor in SEATS:
                is_answer = entry.kind is EntryKind.ANSWER
                self.clock.left[self.seat_of(entry.actor) if is_answer else entry.actor] = (
                    entry.left
                )
        by_chance = [
            entry.value
            for entry in entries
            if entry.kind is EntryKind.ANSWER and entry.actor == CHANCE
        ]
        self.chance_answers = len(by_chance)
        self.dice_rolled = sum(one in DIE_FACES for one in by_chance)
        facts = self._count_facts()
        self.facts_after = [0] * self.number + [facts]
        self.facts_by_length = [facts] * (self.length + 1)
        # Nothing behind the repair can be taken back.
        self.given = [Given(CHANCE, Kind.DIE, NO_CARD, False, 0, 0)] * self.length
        if entries:
            self._moved(entries[-1])


_ENDINGS: Final = {
    EntryKind.RESIGN: Ending.FORFEIT,
    EntryKind.TIMEOUT: Ending.TIMER,
    EntryKind.DRAW: Ending.AGREED_DRAW,
    EntryKind.ABORT: Ending.ABORTED,
}
_APPLY: Final = {
    EntryKind.START: Ledger._apply_start,
    EntryKind.ANSWER: Ledger._apply_answer,
    EntryKind.UNDO: Ledger._apply_undo,
    EntryKind.OFFER: Ledger._apply_offer,
    EntryKind.ACCEPT: Ledger._apply_answered_offer,
    EntryKind.DECLINE: Ledger._apply_answered_offer,
    EntryKind.TAKEBACK: Ledger._apply_undo,
    EntryKind.PAUSE: Ledger._apply_pause,
    EntryKind.RESUME: Ledger._apply_resume,
    EntryKind.RESIGN: Ledger._apply_end,
    EntryKind.TIMEOUT: Ledger._apply_end,
    EntryKind.DRAW: Ledger._apply_end,
    EntryKind.ABORT: Ledger._apply_end,
    EntryKind.SEAL: Ledger._apply_seal,
    EntryKind.UNSEAL: Ledger._apply_unseal,
    EntryKind.TIME: Ledger._apply_time,
    EntryKind.HINT: Ledger._apply_hint,
}
