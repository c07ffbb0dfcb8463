"""Quick answers to everything that is asked inside a play, by the evaluation alone.

An `Adviser` answers for both sides: each takes what the evaluation likes best from its own point
of view. It sees the state it is given, so give it one that its user may see: the state of an
observation, or a world sampled from one.
"""

from abc import ABC, abstractmethod
from typing import Final

from twilight.bots.choosing.cards import choose_card
from twilight.bots.choosing.events import (
    choose_defcon,
    choose_in_event,
    choose_region,
    naming_gain,
    war_gain,
)
from twilight.bots.choosing.operations import (
    NOTHING,
    Coups,
    best_realignment,
    loses_by_coup,
    realignment_change,
)
from twilight.engine import ids
from twilight.engine.board import (
    BIT,
    NUMBER_OF_COUNTRIES,
    countries_in,
)
from twilight.engine.changes import is_enemy_card
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    COUP,
    DECLINE,
    DONE,
    EVENT,
    INFLUENCE,
    NO_CARD,
    PASS,
    REALIGNMENT,
    ROLL,
    SPACE,
    Action,
)
from twilight.engine.operations.points import Points
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.types import ADDING_KINDS, Actor, Kind, enemy_of
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.event_worth import EVENT_WORTH

# Events whose markers come or go several at a time.
_MARKERS: Final = {
    ids.JUNTA: 2,
    ids.SOUTH_AFRICAN_UNREST: 2,
    ids.MARSHALL_PLAN: 1,
    ids.EAST_EUROPEAN_UNREST: 1,
}


class Adviser(ABC):
    """Answers decisions by an evaluation of countries, for whichever side is asked."""

    def __init__(self, board: MapView) -> None:
        self.board = board

    def answer(self, state: State, decision: Decision) -> Action:
        """Pick one of the options."""
        options = decision.options
        if len(options) == 1:
            return options[0]
        kind, side = decision.kind, decision.actor
        board = self.board
        board.follow(state)
        if kind is Kind.PLACE_INFLUENCE:
            return self._place(state, side, options)
        if kind in ADDING_KINDS:
            return self._add(state, side, options)
        if kind is Kind.REMOVE_INFLUENCE:
            return self._remove(state, side, options)
        if kind is Kind.COUP_TARGET:
            return self.coup_target(state, decision)
        if kind is Kind.REALIGNMENT_TARGET:
            return self._realign(state, side, options)
        if kind is Kind.WAR_TARGET:
            gains = [war_gain(state, board, side, country) for country in options]
            return options[gains.index(max(gains))]
        if kind is Kind.COUNTRY:
            gains = [naming_gain(state, board, side, country) for country in options]
            return options[gains.index(max(gains))]
        if kind is Kind.OPERATION:
            return self.operation(state, decision)
        if kind is Kind.REGION:
            return choose_region(board, side, options)
        if kind is Kind.DEFCON_LEVEL:
            return choose_defcon(state, side, options)
        if kind is Kind.CRISIS_PAYMENT:
            return DECLINE
        if kind is Kind.SPACE_ROLL:
            return ROLL
        if kind in (Kind.DISCARD, Kind.CARD, Kind.TRAP_DISCARD, Kind.HELD_DISCARD):
            return choose_card(state, board, side, kind, options)
        if kind is Kind.PLAY_MODE:
            return self._mode(state, decision)
        return choose_in_event(state, side, options)

    # Countries

    def _place(self, state: State, side: Actor, options: tuple[Action, ...]) -> Action:
        """Place the next marker where a point gains most."""
        board = self.board
        dear = board.controlled(enemy_of(side))
        best, chosen = NOTHING, options[0]
        for country in options:
            if country == DONE:
                gain = 0.0
            elif country >= NUMBER_OF_COUNTRIES:
                gain = 0.4
            else:
                gain = board.rate(side, country)
                if dear & BIT[country]:
                    gain /= 2
            if gain > best:
                best, chosen = gain, country
        return chosen

    def _add(self, state: State, side: Actor, options: tuple[Action, ...]) -> Action:
        card = state.resolving[-1] if state.resolving else NO_CARD
        number = _MARKERS.get(card, 0)
        best, chosen = NOTHING, options[0]
        for country in options:
            if country >= NUMBER_OF_COUNTRIES:
                gain = 0.0
            elif number:
                gain = self.board.marker_change(side, country, number)
            else:
                gain = self.board.rate(side, country)
            if gain > best:
                best, chosen = gain, country
        return chosen

    def _remove(self, state: State, side: Actor, options: tuple[Action, ...]) -> Action:
        board = self.board
        if state.resolving and state.resolving[-1] == ids.DE_STALINIZATION:
            return self._relocate(state, side, options)
        enemy = enemy_of(side)
        best, chosen = NOTHING, options[0]
        whole = state.resolving and state.resolving[-1] in (
            ids.MUSLIM_REVOLUTION,
            ids.WARSAW_PACT_FORMED,
        )
        for country in options:
            if country >= NUMBER_OF_COUNTRIES:
                gain = 0.0
            elif whole:
                gain = -board.marker_change(enemy, country, -99)
            else:
                one = -board.marker_change(enemy, country, -1)
                two = -board.marker_change(enemy, country, -2)
                gain = max(one, two / 2)
            if gain > best:
                best, chosen = gain, country
        return chosen

    def _relocate(self, state: State, side: Actor, options: tuple[Action, ...]) -> Action:
        """Take up a marker only where it does less than it would elsewhere."""
        board = self.board
        goals = state.controlled[enemy_of(side)]
        elsewhere = sorted(
            (
                board.rate(side, country)
                for country in range(NUMBER_OF_COUNTRIES)
                if not goals & BIT[country]
            ),
            reverse=True,
        )
        worth = sum(elsewhere[:4]) / 4
        best, chosen = NOTHING, DONE
        for country in options:
            if country >= NUMBER_OF_COUNTRIES:
                continue
            gain = worth + board.marker_change(side, country, -1)
            if gain > best:
                best, chosen = gain, country
        return chosen if best > 0.1 else DONE

    def _realign(self, state: State, side: Actor, options: tuple[Action, ...]) -> Action:
        best, chosen = NOTHING, options[0]
        for country in options:
            gain = 0.0
            if country < NUMBER_OF_COUNTRIES:
                gain = realignment_change(state, self.board, side, country)
            if gain > best:
                best, chosen = gain, country
        return chosen

    def coup_target(self, state: State, decision: Decision) -> Action:
        """Pick the best coup, or none where it may be declined and nothing is to be gained."""
        side, options = decision.actor, decision.options
        points = Points(state, side, decision.value, decision.card)
        coups = self.coups(state, side)
        best, chosen = NOTHING, options[-1]
        for country in options:
            gain = 0.0
            if country < NUMBER_OF_COUNTRIES:
                if loses_by_coup(state, side, country):
                    gain = 100.0 if wins_by_coup(state, side) else NOTHING / 2
                else:
                    gain = coups.gain(country, points.total_in(country))
            if gain > best:
                best, chosen = gain, country
        return chosen

    # Operations

    def operation(self, state: State, decision: Decision) -> Action:
        """Pick the kind of operation that gains most."""
        side, options = decision.actor, decision.options
        points = Points(state, side, decision.value, decision.card)
        best, chosen = NOTHING, options[-1]
        for kind in options:
            gain = self.operation_gain(state, side, kind, points)
            if gain > best:
                best, chosen = gain, kind
        return chosen

    def operation_gain(self, state: State, side: Actor, kind: Action, points: Points) -> float:
        """Return what a kind of operation gains with points that nobody has spent yet."""
        if kind == INFLUENCE:
            return self.influence_gain(state, side, points)
        if kind == COUP:
            targets = coup_targets(state, side)
            if wins_by_coup(state, side) and any(
                loses_by_coup(state, side, country) for country in countries_in(targets)
            ):
                return 100.0
            coups = self.coups(state, side)
            gains = [
                coups.gain(country, points.total_in(country))
                for country in countries_in(targets)
                if not loses_by_coup(state, side, country)
            ]
            return max(gains, default=NOTHING)
        if kind == REALIGNMENT:
            return best_realignment(state, self.board, side, points.value).gain
        if kind == SPACE:
            return 0.5
        return 0.0

    @abstractmethod
    def influence_gain(self, state: State, side: Actor, points: Points) -> float:
        """Return what points of influence gain."""

    @abstractmethod
    def coups(self, state: State, side: Actor) -> Coups:
        """Return how coups are rated from here."""

    def _mode(self, state: State, decision: Decision) -> Action:
        """Use a card that an event has brought: its own event, or the best operation."""
        side, card, options = decision.actor, decision.card, decision.options
        best, chosen = NOTHING, options[0]
        for mode in options:
            gain = 0.0
            if mode == EVENT:
                gain = EVENT_WORTH[card]
            elif mode in (INFLUENCE, COUP, REALIGNMENT, SPACE):
                points = Points(state, side, decision.value, card)
                gain = self.operation_gain(state, side, mode, points)
                if mode != SPACE and is_enemy_card(card, side):
                    gain -= EVENT_WORTH[card]
            elif mode == PASS:
                gain = -1.0
            if gain > best:
                best, chosen = gain, mode
        return chosen


def wins_by_coup(state: State, side: Actor) -> bool:
    """Tell whether a coup that ends the game would end it for the enemy."""
    crisis = state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]
    return state.phasing != side and not crisis
