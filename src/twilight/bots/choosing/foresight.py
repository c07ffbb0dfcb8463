"""What a card does: its event played out on sampled worlds, its operations at their best."""

from random import Random
from typing import Final, NamedTuple

from twilight.bots.choosing.answers import Adviser
from twilight.bots.choosing.operations import (
    NOTHING,
    CoupRater,
    Coups,
    Plan,
    best_influence,
    best_realignment,
)
from twilight.engine.board import ALL_COUNTRIES, Mask
from twilight.engine.changes import leave_hand, pass_china_card, put_on_table
from twilight.engine.decision import Decision, Flow
from twilight.engine.ids import (
    COUP,
    DIE,
    INFLUENCE,
    NO_CARD,
    REALIGNMENT,
    THE_CHINA_CARD,
    Action,
    Card,
    Country,
)
from twilight.engine.operations.points import Points, card_value
from twilight.engine.operations.space import POINTS_FIRST, POINTS_SECOND, SUCCESS_UP_TO
from twilight.engine.state import State
from twilight.engine.turn.play import resolve_event
from twilight.engine.types import CHANCE, US, Actor, GameOver, Kind, Outcome, enemy_of
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.scorings_to_come import ScoringsToCome
from twilight.judgement.evaluation.tracks import outcome_value, track_value

FACES: Final = 6


class Dice:
    """Answers chance: the first die as told, everything after that at random."""

    def __init__(self, first: int, seed: str) -> None:
        self._first = first
        self._random = Random(seed)
        self.asked = False

    def answer(self, decision: Decision) -> Action:
        """Pick one of the options."""
        if decision.kind is Kind.DIE and not self.asked:
            self.asked = True
            return DIE + self._first
        self.asked = True
        options = decision.options
        return options[int(self._random.random() * len(options))]


class EventWorth(NamedTuple):
    """What an event changes on average, and the best operation that can follow it, and where."""

    change: float
    gain_after: float
    kind_after: Action
    countries_after: tuple[Country, ...]


class Strategist(Adviser):
    """An adviser that plans operations with the full evaluation."""

    def __init__(self, board: Board, scorings: ScoringsToCome) -> None:
        super().__init__(board)
        self._full = board
        self._scorings = scorings

    def influence_gain(self, state: State, side: Actor, points: Points) -> float:
        """Return what points of influence gain."""
        return best_influence(state, self._full, side, points.value, NO_CARD).gain

    def coups(self, state: State, side: Actor) -> Coups:
        """Return how coups are rated from here."""
        return CoupRater(state, self._full, side, self._scorings)


def run_flow(flow: Flow[object], state: State, adviser: Adviser, dice: Dice) -> Outcome | None:
    """Run a flow to its end, the adviser answering for both sides."""
    try:
        decision = next(flow)
        while True:
            if decision.actor == CHANCE:
                action = dice.answer(decision)
            else:
                action = adviser.answer(state, decision)
            decision = flow.send(action)
    except StopIteration:
        return None
    except GameOver as over:
        return over.outcome


class Foresight:
    """The position of a side before it acts, with all that has been worked out about it."""

    def __init__(
        self, state: State, side: Actor, scorings: ScoringsToCome, worlds: list[State], seed: str
    ) -> None:
        self.state = state
        self.side = side
        self.scorings = scorings
        self.worlds = worlds
        self.seed = seed
        self.board = Board(state, scorings)
        self._operations: dict[tuple[Action, int, Card, Mask], Plan] = {}
        self._events: dict[Card, EventWorth] = {}

    def worth(self, state: State, outcome: Outcome | None, board: Board) -> float:
        """Return the value of a state for the side."""
        if outcome is not None:
            value = outcome_value(outcome)
        else:
            board.follow(state)
            value = board.value + track_value(state)
        return value if self.side == US else -value

    def operation(self, kind: Action, value: int, card: Card, among: Mask = ALL_COUNTRIES) -> Plan:
        """Return the best operation of a kind with so many points."""
        key = (kind, value, card if card == THE_CHINA_CARD else NO_CARD, among)
        if key not in self._operations:
            self._operations[key] = plan_operation(
                self.state, self.board, self.side, kind, value, key[2], self.scorings, among
            )
        return self._operations[key]

    def event(self, card: Card) -> EventWorth:
        """Return what the event of a card changes, and the best operations that can follow it."""
        if card not in self._events:
            self._events[card] = self._play_event(card)
        return self._events[card]

    def _play_event(self, card: Card) -> EventWorth:
        total, number = 0.0, 0
        after, kind = Plan(NOTHING, ()), INFLUENCE
        for place, world in enumerate(self.worlds):
            base = world.copy()
            if card in base.hands[self.side]:
                leave_hand(base, self.side, card)
                put_on_table(base, card)
            board = Board(base, self.scorings)
            adviser = Strategist(board, self.scorings)
            before = self.worth(base, None, board)
            for first in range(1, FACES + 1):
                state = base.copy()
                dice = Dice(first, f"{self.seed}/{card}/{place}/{first}")
                flow = resolve_event(state, card, self.side)
                outcome = run_flow(flow, state, adviser, dice)
                total += self.worth(state, outcome, board) - before
                number += 1
                if after.gain == NOTHING and outcome is None:
                    after, kind = self._operations_after(state, board, card)
                if not dice.asked:
                    # No die, nothing drawn: the other faces would give the same.
                    break
        return EventWorth(total / number, after.gain, kind, after.countries)

    def _operations_after(self, state: State, board: Board, card: Card) -> tuple[Plan, Action]:
        value = card_value(state, self.side, card)
        best, chosen = Plan(NOTHING, ()), INFLUENCE
        for kind in (INFLUENCE, COUP):
            plan = plan_operation(state, board, self.side, kind, value, NO_CARD, self.scorings)
            if plan.gain > best.gain:
                best, chosen = plan, kind
        return best, chosen

    def space(self, card: Card) -> float:
        """Return what an attempt in the Space Race promises."""
        state = self.state
        box = state.space[self.side] + 1
        table = state.copy()
        first = box > state.space[enemy_of(self.side)]
        points = POINTS_FIRST[box] if first else POINTS_SECOND[box]
        before = track_value(table)
        table.space[self.side] = box
        gain = track_value(table) - before
        gain = (gain if self.side == US else -gain) + points
        return gain * SUCCESS_UP_TO[box] / FACES

    def china(self) -> float:
        """Return what it costs to pass The China Card on."""
        table = self.state.copy()
        before = track_value(table)
        pass_china_card(table, enemy_of(self.side), face_up=False)
        change = track_value(table) - before
        return change if self.side == US else -change


def plan_operation(
    state: State,
    board: Board,
    side: Actor,
    kind: Action,
    value: int,
    card: Card,
    scorings: ScoringsToCome,
    among: Mask = ALL_COUNTRIES,
) -> Plan:
    """Plan one kind of operation in one's own round."""
    if kind == INFLUENCE:
        return best_influence(state, board, side, value, card, among)
    if kind == REALIGNMENT:
        return best_realignment(state, board, side, value, among)
    points = Points(state, side, value, card)
    return CoupRater(state, board, side, scorings).best(points, among)
