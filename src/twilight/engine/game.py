"""Game: the snapshot at the last segment boundary plus the answers since."""

from collections.abc import Iterable

from twilight.engine import events
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.cards import place_in
from twilight.engine.decision import Decision
from twilight.engine.ids import Action
from twilight.engine.journal import Fact, FactKind
from twilight.engine.rules import Rules
from twilight.engine.state import State
from twilight.engine.turn.segments import SegmentFlow, play_segment
from twilight.engine.turn.start_and_end import new_state
from twilight.engine.types import ACTOR_NAMES, CHANCE, Actor, GameOver, Outcome

# Raised whenever a rule changes so that recorded answers could mean something else.
RULES_VERSION = 2

events.load()


def is_compiled() -> bool:
    """Tell whether this is the engine compiled by mypyc or plain Python."""
    return not __file__.endswith(".py")


class IllegalAction(ValueError):
    """An answer that the pending decision does not offer; nothing has changed.

    `decision` is what was asked, None where the game is over, and `action` the answer. The message
    has their keys; `twilight.engine.text.refusals.explain_refusal` says why in any language.
    """

    def __init__(self, message: str, action: Action = -1, decision: Decision | None = None) -> None:
        super().__init__(message)
        self.action = action
        self.decision = decision


def _refusal(decision: Decision, action: Action) -> str:
    """Say by keys that an action is not offered, and what is."""
    known = 0 <= action < len(ACTION_KEYS) and ACTION_KEYS[action] != ""
    name = ACTION_KEYS[action] if known else f"{action}, the id of no action,"
    offered = ", ".join([ACTION_KEYS[option] for option in decision.options])
    return f"{name} is no answer to {decision.kind.name.lower()}; it offers {offered}"


class IllegalUndo(ValueError):
    """An undo that would go behind chance, a reveal or the other side; nothing has changed."""


class Game:
    """A game in progress.

    Flows can't be copied, so a copy, an undo or a loaded game rebuilds the flow of the current
    segment from `base` by replaying `answers`. A copy does so only when it is first answered.
    """

    __slots__ = (
        "_flow",
        "_undone",
        "answers",
        "base",
        "hidden",
        "journal",
        "origin",
        "outcome",
        "pending",
        "record",
        "state",
    )

    def __init__(
        self,
        base: State,
        answers: Iterable[Action] = (),
        *,
        journal: bool = False,
        record: bool = True,
        start: bool = True,
    ) -> None:
        self.origin = base
        self.base = base
        self.state = base
        self.answers: list[Action] = []
        # From whom each answer of the segment is hidden.
        self.hidden: list[Actor] = []
        # The facts of all earlier segments; those of the current one are in the state.
        self.journal: list[Fact] | None = [] if journal else None
        # Every answer since `origin`, or None when only the position matters.
        self.record: list[Action] | None = [] if record else None
        self.pending: Decision | None = None
        self.outcome: Outcome | None = None
        self._undone: list[Action] = []
        self._flow: SegmentFlow | None = None
        # Only copy() leaves a game unstarted, to fill it by hand.
        if start:
            self._begin_segment()
            self._run(None)
            for action in answers:
                self.answer(action)

    @classmethod
    def new(
        cls, rules: Rules | None = None, *, journal: bool = False, record: bool = True
    ) -> "Game":
        """Start a new game."""
        return cls(new_state(rules or Rules()), journal=journal, record=record)

    @property
    def rules(self) -> Rules:
        """The rules that the game is played by."""
        return self.state.rules

    @property
    def facts(self) -> list[Fact]:
        """All facts so far; empty when no journal is kept."""
        if self.journal is None:
            return []
        return [*self.journal, *(self.state.facts or ())]

    def answer(self, action: Action) -> None:
        """Answer the pending decision; an illegal answer changes nothing."""
        pending = self.pending
        if pending is None:
            raise IllegalAction("the game is over, nothing is to be decided", action)
        options = pending.options
        place = place_in(options, action)
        if place == len(options) or options[place] != action:
            raise IllegalAction(_refusal(pending, action), action, pending)
        if self._flow is None:
            self._rebuild_flow()
        self.answers.append(action)
        self.hidden.append(pending.hidden_from)
        if self.record is not None:
            self.record.append(action)
            self._undone.clear()
        self._run(action)

    def copy(self) -> "Game":
        """Copy the game; both go on independently."""
        other = Game(self.base, record=False, start=False)
        other.origin = self.origin
        other.state = self.state.successor()
        other.answers = self.answers[:]
        other.hidden = self.hidden[:]
        other.record = None if self.record is None else self.record[:]
        other.pending = self.pending
        other.outcome = self.outcome
        if self.journal is not None:
            other.journal = self.journal[:]
            other.state.facts = list(self.state.facts or ())
        return other

    def undo(self, actor: Actor | None = None) -> None:
        """Take back the last answer, if a player gave it and nothing came to light since."""
        earlier = self._before_last_answer()
        given_by = earlier.pending.actor if earlier.pending is not None else CHANCE
        if given_by == CHANCE:
            raise IllegalUndo("the last answer was given by chance and can't be taken back")
        if actor is not None and given_by != actor:
            raise IllegalUndo(f"the last answer was given by {ACTOR_NAMES[given_by]}")
        if earlier.state.reveals != self.state.reveals:
            raise IllegalUndo("the last answer has revealed cards and can't be taken back")
        taken = self.record[-1] if self.record else self.answers[-1]
        undone = [*self._undone, taken]
        self._become(earlier)
        self._undone = undone

    def redo(self) -> None:
        """Give the answer again that the last undo took back."""
        if not self._undone:
            raise IllegalUndo("nothing has been taken back")
        undone = self._undone[:]
        self.answer(undone.pop())
        self._undone = undone

    def rewound(self, length: int) -> "Game":
        """Return the game as it was after the first so many answers of its record."""
        if self.record is None:
            raise IllegalUndo("this game keeps no record to go back in")
        if not 0 <= length <= len(self.record):
            raise IllegalUndo(f"the record has {len(self.record)} answers, not {length}")
        return Game(self.origin, self.record[:length], journal=self.journal is not None)

    def _before_last_answer(self) -> "Game":
        if not self.answers:
            if not self.record:
                raise IllegalUndo("there is no answer to take back")
            return self.rewound(len(self.record) - 1)
        earlier = self.copy()
        earlier.answers.pop()
        earlier.hidden.pop()
        if earlier.record is not None:
            earlier.record.pop()
        earlier.outcome = None
        earlier._rebuild_flow()
        return earlier

    def _become(self, other: "Game") -> None:
        self.base = other.base
        self.state = other.state
        self.answers = other.answers
        self.hidden = other.hidden
        self.journal = other.journal
        self.record = other.record
        self.pending = other.pending
        self.outcome = other.outcome
        self._flow = other._flow

    def _begin_segment(self) -> SegmentFlow:
        """Make the state of now the base, and go on with a copy."""
        base = self.state
        if self.journal is not None:
            self.journal.extend(base.facts or ())
            base.facts = None
        self.base = base
        self.answers = []
        self.hidden = []
        return self._start_flow()

    def _start_flow(self) -> SegmentFlow:
        state = self.base.successor()
        if self.journal is not None:
            state.facts = []
        self.state = state
        flow = play_segment(state)
        self._flow = flow
        return flow

    def _rebuild_flow(self) -> None:
        """Bring the flow of the segment to where the answers have led."""
        flow = self._start_flow()
        decision = flow.send(None)
        for action in self.answers:
            decision = flow.send(action)
        self.pending = decision

    def _run(self, action: Action | None) -> None:
        """Send an answer into the flow and run on to the next decision or the end."""
        flow = self._flow
        assert flow is not None
        try:
            decision = flow.send(action)
            while decision is None:
                decision = self._begin_segment().send(None)
            self.pending = decision
        except GameOver as over:
            self.pending = None
            self.outcome = over.outcome
            if self.state.facts is not None:
                values = (int(over.outcome.reason),)
                self.state.facts.append(Fact(FactKind.GAME_OVER, over.outcome.winner, -1, values))
