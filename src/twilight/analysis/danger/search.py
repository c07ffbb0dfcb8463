"""The search of the danger solver: the best own choices against the worst of all others.

The engine's flows are run to the end of the segment. A flow can't be copied, so every further
option of a decision is tried on a flow that is rebuilt from the start of the segment.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from twilight.analysis.danger.representatives import HAND_KINDS, representatives
from twilight.engine.board import REGION_MASKS
from twilight.engine.cards import Pile
from twilight.engine.changes import WINNING_SCORE
from twilight.engine.decision import Decision, Flow
from twilight.engine.ids import (
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    PASS,
    REALIGNMENT,
    SPACE,
    Action,
    Card,
)
from twilight.engine.state import State
from twilight.engine.turn.headlines import resolve_headline
from twilight.engine.turn.segments import SEGMENT_FLOWS
from twilight.engine.turn.start_and_end import end_turn
from twilight.engine.types import (
    NOBODY,
    SCORED_REGIONS,
    US,
    USSR,
    Actor,
    GameOver,
    Kind,
    Outcome,
    Reason,
    Segment,
    enemy_of,
)

# How many flows may be run for one option before its search is given up.
BUDGET: Final = 400
# How many full budgets all options of a decision have together, and the budget of the rest.
FULL_BUDGETS: Final = 4
SMALL_BUDGET: Final = 40
# Within so many points of its victory the enemy could win by what influence brings.
NEAR_VICTORY: Final = 10
# Losses that a side brings upon itself, and that no movement of influence or of cards in a hand
# can turn away.
BY_OWN_FAULT: Final = (Reason.DEFCON, Reason.CUBAN_MISSILE_CRISIS)
_QUIET_MODES: Final = (INFLUENCE, EVENT, EVENT_FIRST, PASS)
_END_OF_GAME: Final = (Reason.FINAL_SCORING, Reason.NO_WINNER)


# All that the danger of a card hangs on.
Signature: TypeAlias = tuple[object, ...]


class Grade(IntEnum):
    """How dangerous something is, from harmless to lost."""

    SAFE = 0
    HAND_STUCK = 1
    MAY_LOSE = 2
    LOSES_NOW = 3


class Danger(NamedTuple):
    """How dangerous an option is, and why.

    `reason` is how the game would be lost and `line` the answers that lead there, from the option
    on; `cards` are those of the hand that could not be got rid of. `proven` is false when the
    search was given up: then the option is merely not known to be safe.
    """

    grade: Grade
    reason: Reason | None = None
    line: tuple[Action, ...] = ()
    cards: Pile = ()
    proven: bool = True


class Finding(NamedTuple):
    """What was found out about an event that follows the operations."""

    grade: Grade
    lost_by: Reason | None
    line: tuple[Action, ...]
    enemy_gives: bool


class OutOfBudget(Exception):
    """The search was given up before it came to a result."""


class Line:
    """One way through a segment, and through the end of the turn if that comes next.

    `last_kind`, `last_answer` and `last_resolving` tell the last decision that was no die, and the
    events that it belonged to. `board_cut` and `hand_cut` note that some options of earlier
    decisions about influence or cards have been left out.
    """

    __slots__ = (
        "_flow",
        "answers",
        "board_cut",
        "decision",
        "hand_cut",
        "last_answer",
        "last_kind",
        "last_resolving",
        "me",
        "outcome",
        "state",
    )

    def __init__(self, base: State, answers: tuple[Action, ...], me: Actor) -> None:
        self.me = me
        self.state = base.copy()
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self.last_kind: Kind | None = None
        self.last_answer: Action = -1
        self.board_cut = False
        self.hand_cut = False
        self.last_resolving: Pile = ()
        if base.segment is Segment.TURN_END:
            self._forget_supposed_cards()
        self._flow: Flow[None] = SEGMENT_FLOWS[base.segment](self.state)
        self._step(None)
        self.answers: tuple[Action, ...] = ()
        for action in answers:
            self._divide_points(action)
            if self.is_finished():
                # The game was over before the whole plan was carried out.
                break
            self.send(action)

    def is_finished(self) -> bool:
        """Tell whether nothing is left to be decided."""
        return self.decision is None

    def send(self, action: Action) -> None:
        """Answer the pending decision."""
        self._remember(action)
        self.answers = (*self.answers, action)
        self._step(action)

    def _divide_points(self, action: Action) -> None:
        """Go on with the kind of operation at hand if a plan names the next country already.

        A plan knows nothing of the question that stands between (`mix_influence_and_realign`).
        """
        decision = self.decision
        if decision is None or decision.kind is not Kind.MIXED_POINT:
            return
        if action not in decision.options:
            placing = self.last_kind is Kind.PLACE_INFLUENCE
            self.send(INFLUENCE if placing else REALIGNMENT)

    def _step(self, action: Action | None) -> None:
        try:
            try:
                self.decision = next(self._flow) if action is None else self._flow.send(action)
            except StopIteration:
                self._end_segment()
        except GameOver as over:
            self.outcome = over.outcome
            self.decision = None

    def _remember(self, action: Action) -> None:
        decision = self.decision
        assert decision is not None
        if decision.kind is not Kind.DIE:
            self.last_kind = decision.kind
            self.last_answer = action
            self.last_resolving = self.state.resolving

    def _forget_supposed_cards(self) -> None:
        """Leave the enemy the cards that are known: none of the others is held for certain."""
        enemy = enemy_of(self.me)
        self.state.hands[enemy] = self.state.known[enemy]

    def _end_segment(self) -> None:
        """Go on to the own headline or through the end of the turn, or leave the line finished."""
        state = self.state
        self.decision = None
        if state.segment is Segment.HEADLINE_EVENT and state.headlines[self.me] != NO_CARD:
            self._flow = resolve_headline(state)
        elif state.segment is Segment.TURN_END:
            self._forget_supposed_cards()
            self._flow = end_turn(state)
        else:
            return
        try:
            self.decision = next(self._flow)
        except StopIteration:
            self._end_segment()


class Search:
    """Grades what follows from some answers; `leaf` grades the position after the segment.

    `lost_by` and `line` keep the first loss that was found, or the first by own fault: that is the
    one to be told. `reads_hands` tells that something depended on the cards of a hand,
    `enemy_gives` that it depended on what the enemy has to give.
    """

    __slots__ = (
        "_base",
        "_event",
        "_leaf",
        "_left",
        "_only",
        "_shared",
        "enemy_gives",
        "line",
        "lost_by",
        "me",
        "reads_hands",
    )

    def __init__(
        self, me: Actor, budget: int, leaf: "Callable[[State], Grade] | None", only: Card = -1
    ) -> None:
        self.me = me
        self._left = budget
        self._leaf = leaf
        # The card to play, in any way but on the Space Race; or none, when the answers name it.
        self._only = only
        self.lost_by: Reason | None = None
        self.line: tuple[Action, ...] = ()
        self.reads_hands = False
        self.enemy_gives = False
        self._event: Card = NO_CARD
        self._shared: dict[Signature, Finding] = {}

    def spent(self, budget: int) -> int:
        """Return how much of its budget the search has used."""
        return budget - max(0, self._left)

    def share(self, event: Card, findings: dict[Signature, Finding]) -> None:
        """Share what is found out about an enemy event that follows the operations.

        Whatever the operations were, from there on all goes the same way in the same position.
        """
        self._event = event
        self._shared = findings

    def grade(self, base: State, answers: tuple[Action, ...] = ()) -> Grade:
        """Grade the position that the answers lead to."""
        self._base = base
        return self._explore(self._start(answers))

    def _start(self, answers: tuple[Action, ...]) -> Line:
        self._left -= 1
        if self._left < 0:
            raise OutOfBudget
        return Line(self._base, answers, self.me)

    def _explore(self, line: Line) -> Grade:
        decision = line.decision
        if decision is None:
            return self._grade_end(line)
        if line.last_resolving or line.state.resolving != (self._event,):
            return self._decide(line, decision)
        # The event begins.
        key = (signature_of(line.state, self.me), *line.state.hands, line.board_cut)
        start = len(line.answers)
        before = self.lost_by, self.line
        finding = self._shared.get(key)
        if finding is None:
            self._keep(None, self.line)
            grade = self._decide(line, decision)
            finding = Finding(grade, self.lost_by, self.line[start:], self.enemy_gives)
            # What gets stuck in the hand is looked at anew, to name the cards.
            if grade is not Grade.HAND_STUCK:
                self._shared[key] = finding
        self._keep(*before)
        if finding.lost_by is not None:
            self._note_loss(finding.lost_by, (*line.answers[:start], *finding.line))
        self.enemy_gives = self.enemy_gives or finding.enemy_gives
        return finding.grade

    def _keep(self, lost_by: Reason | None, line: tuple[Action, ...]) -> None:
        """Keep a loss, or none: an assignment on the spot would tell the compiler which it is."""
        self.lost_by = lost_by
        self.line = line

    def _note_loss(self, reason: Reason, line: tuple[Action, ...]) -> None:
        """Keep a loss unless another one is to be told first."""
        if self.lost_by is None or (reason in BY_OWN_FAULT and self.lost_by not in BY_OWN_FAULT):
            self._keep(reason, line)

    def _decide(self, line: Line, decision: Decision) -> Grade:
        options = self._options(line, decision)
        answers = line.answers
        board_cut, hand_cut = line.board_cut, line.hand_cut
        if len(options) < len(decision.options) and decision.kind is not Kind.DIE:
            about_cards = decision.kind in HAND_KINDS or decision.kind is Kind.RANDOM_DISCARD
            hand_cut = hand_cut or about_cards
            board_cut = board_cut or not about_cards
        own = decision.actor == self.me
        enemys = decision.actor == enemy_of(self.me)
        best, worst = Grade.LOSES_NOW, Grade.SAFE
        found = self.lost_by, self.line
        for option in options:
            child = line
            if child.answers is not answers:
                child = self._start(answers)
            child.board_cut, child.hand_cut = board_cut, hand_cut
            child.send(option)
            grade = self._explore(child)
            best = min(best, grade)
            worst = max(worst, grade)
            # What is still to come could not change the result.
            if own and best < Grade.MAY_LOSE:
                # A loss that can be avoided is none to report.
                self._keep(*found)
                if best is Grade.SAFE:
                    return best
            if not own and worst >= Grade.MAY_LOSE and best < Grade.LOSES_NOW:
                # But where the enemy may win by points, it could also make it the side's own fault.
                if enemys and self.lost_by not in BY_OWN_FAULT:
                    continue
                return Grade.MAY_LOSE
        if own or best == worst:
            return best
        return min(worst, Grade.MAY_LOSE)

    def _options(self, line: Line, decision: Decision) -> tuple[Action, ...]:
        kind = decision.kind
        state = line.state
        if self._only >= 0:
            if kind is Kind.ROUND_CARD:
                return (self._only,)
            if kind is Kind.PLAY_MODE and state.chosen[self.me] == self._only:
                return _quiet_modes(decision.options)
        if kind in (Kind.RANDOM_DISCARD, Kind.CARD, Kind.DISCARD):
            self.reads_hands = True
            if kind is Kind.CARD and decision.actor != self.me:
                self.enemy_gives = True
            # Only a mere discard draws twice in a row: what a card causes comes in between.
            if line.last_kind is Kind.RANDOM_DISCARD and line.last_resolving == state.resolving:
                return decision.options[:1]
        return representatives(
            state,
            decision,
            self.me,
            line.last_kind,
            line.last_answer,
            is_critical(state, self.me),
            is_critical(state, enemy_of(self.me)),
        )

    def _grade_end(self, line: Line) -> Grade:
        outcome = line.outcome
        if outcome is None:
            return Grade.SAFE if self._leaf is None else self._leaf(line.state)
        if outcome.reason in _END_OF_GAME or outcome.winner == self.me:
            return Grade.SAFE
        # Both sides holding a scoring card is a draw, but no better a plan.
        if outcome.winner == NOBODY and outcome.reason is not Reason.HELD_SCORING_CARD:
            return Grade.SAFE
        self._note_loss(outcome.reason, line.answers)
        if outcome.reason in BY_OWN_FAULT or not (line.board_cut or line.hand_cut):
            return Grade.LOSES_NOW
        if outcome.reason is Reason.HELD_SCORING_CARD and not line.hand_cut:
            return Grade.LOSES_NOW
        return Grade.MAY_LOSE


def _quiet_modes(modes: tuple[Action, ...]) -> tuple[Action, ...]:
    """Keep the ways to use a card that are the safest beside the Space Race.

    Before an enemy event, coups and realignments are no safer than placing influence.
    """
    quiet = tuple(mode for mode in modes if mode in _QUIET_MODES)
    return quiet or tuple(mode for mode in modes if mode != SPACE)


def is_critical(state: State, me: Actor) -> bool:
    """Tell whether the enemy of a side is near to winning by points."""
    points = state.vp if me != US else -state.vp
    return points >= WINNING_SCORE - NEAR_VICTORY


def signature_of(state: State, me: Actor) -> Signature:
    """Gather what the danger of a card hangs on; the score and the board only near the end."""
    battlegrounds = state.presence[me] & state.battlegrounds
    return (
        state.defcon,
        tuple(state.effects),
        state.space[US] - state.space[USSR],
        tuple(battlegrounds & REGION_MASKS[region] != 0 for region in SCORED_REGIONS),
        board_of(state) if is_critical(state, me) else (),
    )


def board_of(state: State) -> Signature:
    """Gather the score and who controls what."""
    return (state.vp, *state.controlled)
