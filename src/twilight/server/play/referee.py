"""A table: what may be added to the log of a game.

Every method checks, applies, and returns the new entries; a Refusal tells that nothing has changed.
"""

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.chance import Chance, SeededChance
from twilight.engine.decision import Decision
from twilight.engine.text.language import Language, load_language
from twilight.engine.text.refusals import explain_refusal
from twilight.engine.types import CHANCE, enemy_of
from twilight.engine.view import observe
from twilight.server.errors import Refusal
from twilight.server.play.clock import MOVES, NO_TIME, Downtime, never_down
from twilight.server.play.entries import (
    SERVER,
    Entry,
    EntryKind,
    HintNote,
    OfferKind,
    Seat,
    Setup,
)
from twilight.server.play.ledger import Ledger
from twilight.study.what_if import SameDice


class Referee(Ledger):
    """A game that is being played."""

    def __init__(self, setup: Setup, downtime: Downtime = never_down) -> None:
        super().__init__(setup, downtime)
        self._chance: Chance | None = None

    def start(self, now: int) -> list[Entry]:
        """Begin, when both seats are taken."""
        return [self._add(EntryKind.START, SERVER, 0, now), *self._go_on(now)]

    def answer(
        self, seat: Seat, decision: int, action: int, now: int, language: Language | None = None
    ) -> list[Entry]:
        """Let a seat answer the pending decision, and chance what follows."""
        pending = self._check_answer(seat, decision)
        side = self.side_of(seat)
        words = language or load_language()
        if not 0 <= action < len(ACTION_KEYS) or not ACTION_KEYS[action]:
            raise Refusal("unknown_action", "{action} is the id of no action.", action=action)
        if action not in pending.options:
            state = observe(self.game_for(side), side).state
            raise Refusal("illegal_action", explain_refusal(state, pending, action, words))
        left = self._time_after_answer(seat, pending, now)
        if self.joint is not None:
            added = [self._add(EntryKind.SEAL, side, action, now, left)]
            return added + self._open_sealed(now)
        added = [self._add(EntryKind.ANSWER, side, action, now, left)]
        return added + self._go_on(now)

    def _open_sealed(self, now: int) -> list[Entry]:
        """Give both sealed choices to the engine when both are there."""
        joint = self.joint
        if joint is None or self.asked_seats:
            return []
        order = (joint.first, enemy_of(joint.first))
        choices = [(side, one.action) for side in order for one in self.sealed[side]]
        added = [self._add(EntryKind.ANSWER, side, action, now) for side, action in choices]
        return added + self._go_on(now)

    def _check_answer(self, seat: Seat, decision: int) -> Decision:
        self._check_playing()
        if self.paused:
            raise Refusal("paused", "The game is paused; it must be resumed first.")
        expected = self.decision_of(self.side_of(seat))
        if decision != expected:
            raise Refusal(
                "stale_decision",
                "The answer is for decision {decision}, but decision {expected} is pending.",
                decision=decision,
                expected=expected,
            )
        pending = self.question_of(seat)
        if pending is None:
            raise Refusal("not_your_decision", "The other side has to decide now.")
        return pending

    def _check_playing(self) -> None:
        if self.is_over:
            raise Refusal("game_over", "The game is over.")
        if not self.started:
            raise Refusal("not_started", "The game has not begun: a seat is still free.")

    def _time_after_answer(self, seat: Seat, pending: Decision, now: int) -> int:
        if seat not in self.clock.seats:
            return NO_TIME
        left = self.clock.remaining(seat, now)
        if left <= 0:
            raise Refusal("time_over", "The time is up.")
        return self.setup.clock.after_move(left) if pending.kind in MOVES else left

    def _go_on(self, now: int) -> list[Entry]:
        """Let chance answer, and a seat that need not be asked where there is nothing to choose."""
        added = []
        while (pending := self.game.pending) is not None and self.joint is None:
            left = NO_TIME
            if pending.actor == CHANCE:
                action = self._chance_source().choose(pending)
            elif len(pending.options) == 1 and self._need_not_ask(pending):
                action = pending.options[0]
                left = self._time_after_answer(self.seat_of(pending.actor), pending, now)
            else:
                break
            added.append(self._add(EntryKind.ANSWER, pending.actor, action, now, left))
        return added

    def _need_not_ask(self, pending: Decision) -> bool:
        """Tell whether a question with one answer is not asked.

        Of a person it is not asked where it comes out of what the other side has done: who is
        there, in the middle of their own move, may still want to take something back.
        """
        seat = self.seat_of(pending.actor)
        if not self.setup.human[seat]:
            return True
        last = next((one.actor for one in reversed(self.given) if one.actor != CHANCE), None)
        return seat in self.spared and last != pending.actor

    def _chance_source(self) -> Chance:
        """Return the source of chance, brought to where the log left it."""
        if self._chance is None:
            dice = self.setup.dice
            again = min(len(dice), self.dice_rolled)
            new = SeededChance(f"{self.setup.seed}/chance", used=self.chance_answers - again)
            self._chance = SameDice(dice[again:], new)
        return self._chance

    def undo(self, seat: Seat, now: int) -> list[Entry]:
        """Take back the last answer of a seat, up to a decision that left a choice.

        At one screen it is the last answer of whoever gave it.
        """
        self._check_playing()
        if self.paused:
            raise Refusal("paused", "The game is paused; it must be resumed first.")
        if self.joint is not None:
            return self._unseal(seat, now)
        length = self.length_after_undo(seat)
        if self.setup.shared:
            seat = self.seat_of(self.given[length].actor)
        left = NO_TIME
        if self.clock.is_used:
            left = self.clock.remaining(seat, now)
            if left <= 0:
                raise Refusal("time_over", "The time is up.")
            left -= sum(given.earned for given in self.given[length:])
        return [self._add(EntryKind.UNDO, seat, length, now, left)]

    def _unseal(self, seat: Seat, now: int) -> list[Entry]:
        side = self.side_of(seat)
        if not self.sealed[side]:
            raise Refusal("no_undo", "There is no choice to take back yet.")
        left = NO_TIME
        if self.clock.is_used:
            left = self.clock.remaining(seat, now) - self.sealed[side][-1].earned
        return [self._add(EntryKind.UNSEAL, side, 0, now, left)]

    def check_coach(self, seat: Seat) -> None:
        """Refuse a hint where another person sits at the other side of the table."""
        self._check_playing()
        if self.setup.rated or (self.setup.human[1 - seat] and not self.setup.shared):
            raise Refusal(
                "only_casual", "Hints are for games against the computer and at one screen."
            )

    def hint(self, seat: Seat, step: int, now: int) -> list[Entry]:
        """Note that a hint is given; the same one is noted once."""
        self.check_coach(seat)
        if HintNote(seat, self.length, step) in self.hints:
            return []
        return [self._add(EntryKind.HINT, seat, step, now)]

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
            given = self.given[length]
            if given.actor == self.side_of(seat) and given.had_choice:
                return length
        raise Refusal("no_undo", "There is no answer of yours to take back.")

    def respond(self, seat: Seat, number: int, accept: bool, now: int) -> list[Entry]:
        """Accept or decline an offer of the other player, or withdraw one's own."""
        self._check_playing()
        offer = next((one for one in self.offers.values() if one.number == number), None)
        if offer is None or (accept and offer.seat == seat):
            raise Refusal("no_offer", "There is no offer {number} to answer.", number=number)
        if not accept:
            return [self._add(EntryKind.DECLINE, seat, number, now)]
        length = self._takeback_length(offer.seat) if offer.kind is OfferKind.TAKEBACK else 0
        running = self.clock.seats
        left = self.clock.remaining(running[0], now) if running else NO_TIME
        added = [self._add(EntryKind.ACCEPT, seat, number, now, left)]
        for other in running[1:]:
            left = self.clock.remaining(other, now)
            added.append(self._add(EntryKind.TIME, other, 0, now, left))
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
        """End the game if the time of a seat that decides is up; else add nothing."""
        for seat in () if self.is_over else self.clock.seats:
            if self.clock.remaining(seat, now) <= 0:
                return [self._add(EntryKind.TIMEOUT, seat, 0, now, 0)]
        return []

    def abort(self, seat: int, now: int) -> list[Entry]:
        """End a game without a result."""
        if self.is_over:
            raise Refusal("game_over", "The game is over.")
        return [self._add(EntryKind.ABORT, seat, 0, now)]

    def _add(self, kind: EntryKind, actor: int, value: int, at: int, left: int = NO_TIME) -> Entry:
        entry = Entry(self.number + 1, kind, actor, value, at, left)
        self.apply(entry)
        return entry
