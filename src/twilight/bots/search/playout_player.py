"""A player for playing turns out by the thousand: rough, but quick.

It knows the worth of events by heart (`playout_weights.py`), measures operations by the gain of a
marker (`QuickEvaluation.rates`), and answers everything inside a play as `answers.py` does.
"""

from typing import Final

from twilight.bots.choosing.answers import Adviser
from twilight.bots.choosing.operations import NOTHING, Coups
from twilight.bots.choosing.quick_caution import LOWERS_DEFCON_WHEN_USED, RISKY
from twilight.bots.search.playout_weights import ROUGH, PlayoutWeights
from twilight.engine.board import BIT, countries_in
from twilight.engine.cards import OPS, OWNER, SCORING, SCORING_REGION
from twilight.engine.changes import is_enemy_card
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    COUP,
    DUCK_AND_COVER,
    EVENT,
    INFLUENCE,
    NO_CARD,
    PASS,
    SOVIETS_SHOOT_DOWN_KAL_007,
    SPACE,
    THE_CHINA_CARD,
    WE_WILL_BURY_YOU,
    Action,
    Card,
    Country,
)
from twilight.engine.operations.coups import coup_modifier
from twilight.engine.operations.influence import placement_reach
from twilight.engine.operations.points import Points, card_value
from twilight.engine.operations.space import can_attempt
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.turn.play import is_prevented
from twilight.engine.turn.rounds import must_score
from twilight.engine.types import SCORED_REGIONS, US, Actor, Kind
from twilight.judgement.evaluation.quick import QuickEvaluation
from twilight.judgement.evaluation.tracks import rounds_to_come

_SUICIDE: Final = 50.0
_COUP_VALUE: Final = 3
# How many rounds before its last a turn is early.
_ROUNDS: Final = 6
_LOWER_DEFCON: Final = frozenset((DUCK_AND_COVER, WE_WILL_BURY_YOU, SOVIETS_SHOOT_DOWN_KAL_007))


class RoughCoups(Coups):
    """Rates coups by the quick evaluation, and by the military operations that are still needed."""

    def __init__(
        self, state: State, side: Actor, evaluation: QuickEvaluation, military: float
    ) -> None:
        self._state = state
        self._side = side
        self._evaluation = evaluation
        self._needed = max(0, state.defcon - state.military[side])
        self._weight = military / (1 + 0.3 * rounds_to_come(state, side))

    def gain(self, country: Country, value: int) -> float:
        """Return what a coup with a value gains in a country."""
        modified = value + coup_modifier(self._state, self._side, country)
        gain = self._evaluation.coup_gain(self._side, country, modified)
        return gain + self._weight * min(self._needed, value)


class PlayoutPlayer(Adviser):
    """Answers for both sides of a game that is played out."""

    def __init__(self, evaluation: QuickEvaluation, weights: PlayoutWeights = ROUGH) -> None:
        super().__init__(evaluation)
        self._evaluation = evaluation
        self._weights = weights
        # Whether the best coup is one that lowers DEFCON.
        self._coup_lowers = False
        self._modes: list[Action] = [PASS, PASS]

    def answer(self, state: State, decision: Decision) -> Action:
        """Pick one of the options."""
        options = decision.options
        if len(options) == 1:
            return options[0]
        kind, side = decision.kind, decision.actor
        if kind is Kind.ROUND_CARD:
            self.board.follow(state)
            card, self._modes[side] = self._play(state, side, options)
            return card
        if kind is Kind.PLAY_MODE and state.chosen[side] != NO_CARD:
            mode = self._modes[side]
            return mode if mode in options else options[0]
        if kind is Kind.HEADLINE:
            self.board.follow(state)
            return self._headline(state, side, options)
        if kind is Kind.PLACE_INFLUENCE:
            self.board.follow(state)
            return self._best_place(side, options)
        return super().answer(state, decision)

    def _best_place(self, side: Actor, options: tuple[Action, ...]) -> Action:
        rates = self._evaluation.rates[side]
        best, chosen = rates[options[0]], options[0]
        for action in options:
            if rates[action] > best:
                best, chosen = rates[action], action
        return chosen

    def _play(self, state: State, side: Actor, options: tuple[Action, ...]) -> tuple[Card, Action]:
        """Choose a card and its use."""
        weights = self._weights
        due = must_score(state, side)
        gains = self._influence_gains(state, side)
        coup = self._coup_gain(state, side)
        rounds = rounds_to_come(state, side)
        early = min(rounds, _ROUNDS) / _ROUNDS
        best, chosen = NOTHING, (options[-1], PASS)
        for card in options:
            if card == PASS:
                continue
            if SCORING[card]:
                gain = weights.scoring * self._scoring_gain(side, card)
                gain += weights.scoring_done + weights.scoring_early * early
                if due:
                    gain += 100
                if gain > best:
                    best, chosen = gain, (card, EVENT)
                continue
            gain, mode = self._best_use(state, side, card, gains, coup)
            # The last round leaves nothing to keep a card for but the next turn.
            gain -= gain * (self._kept(gain, mode) if rounds else weights.kept_in_last_round)
            gain += weights.early_points * OPS[card] * early
            if state.defcon > 2 and weights.careful and _is_dangerous(side, card):
                value = card_value(state, side, card)
                gain += weights.rid_of_spaced if can_attempt(state, side, value) else weights.rid
            if gain > best:
                best, chosen = gain, (card, mode)
        return chosen

    def _kept(self, gain: float, mode: Action) -> float:
        weights = self._weights
        if gain < 0:
            return weights.kept_harm
        if mode == COUP:
            return weights.kept_coup
        return weights.kept_influence if mode == INFLUENCE else weights.kept_event

    def _best_use(
        self, state: State, side: Actor, card: Card, gains: list[float], coup: float
    ) -> tuple[float, Action]:
        weights = self._weights
        value = card_value(state, side, card)
        gain, mode = gains[value], INFLUENCE
        # The coup was measured with one value; others are worth more or less accordingly.
        with_coup = coup + weights.coup_point * (value - _COUP_VALUE)
        if coup > 0 and with_coup > gain and not self._brings_danger(state, side, card):
            gain, mode = with_coup, COUP
        if card == THE_CHINA_CARD:
            return gain - weights.china, mode
        owner = OWNER[card]
        worth = weights.worths[card]
        if state.defcon <= 2 and card in LOWERS_DEFCON_WHEN_USED:
            if can_attempt(state, side, value):
                return weights.space, SPACE
            return gain - _SUICIDE, mode
        risky = state.defcon <= 2 and card in RISKY
        if owner == 1 - side:
            if not is_prevented(state, card, side):
                gain -= weights.harm * worth
                if risky:
                    gain -= _SUICIDE
            space = weights.space + weights.space_for_harm * worth
            if gain < space and can_attempt(state, side, value):
                return space, SPACE
            return gain, mode
        if owner == side or worth > 1:
            event = worth * (weights.own_event if owner == side else weights.neutral_event)
            if (
                event > gain
                and not (risky and (owner != side or (weights.careful and card in _LOWER_DEFCON)))
                and not is_prevented(state, card, side)
            ):
                return event, EVENT
        return gain, mode

    def _brings_danger(self, state: State, side: Actor, card: Card) -> bool:
        """Tell whether a coup would lower DEFCON to where the card's event then loses the game."""
        return (
            self._weights.careful
            and self._coup_lowers
            and state.defcon == 3
            and _is_dangerous(side, card)
            and not is_prevented(state, card, side)
        )

    def _scoring_gain(self, side: Actor, card: Card) -> float:
        region = SCORING_REGION[card]
        if region not in SCORED_REGIONS:
            return 0.0
        score = self.board.score_now(region)
        return score if side == US else -score

    def influence_gain(self, state: State, side: Actor, points: Points) -> float:
        """Return what points of influence gain."""
        return self._influence_gains(state, side)[points.value]

    def _influence_gains(self, state: State, side: Actor) -> list[float]:
        """Estimate what 0 to 4 points of influence gain: most of them in the best two countries."""
        rates = self._evaluation.rates[side]
        first, second = NOTHING, NOTHING
        for country in countries_in(placement_reach(state, side)):
            rate = rates[country]
            if rate > first:
                first, second = rate, first
            elif rate > second:
                second = rate
        first = 0.0 if first == NOTHING else first
        second = 0.0 if second == NOTHING else second
        most = self._weights.two_markers * first
        second *= self._weights.more_markers
        return [0.0, first, most, most + second, most + 2 * second]

    def coups(self, state: State, side: Actor) -> Coups:
        """Return how coups are rated from here."""
        return RoughCoups(state, side, self._evaluation, self._weights.military)

    def _coup_gain(self, state: State, side: Actor) -> float:
        """Estimate the best coup that does not lose the game."""
        if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]:
            return NOTHING
        targets = coup_targets(state, side)
        if state.defcon <= 2 and not (side == US and state.effects[Effect.NUCLEAR_SUBS]):
            targets &= ~state.battlegrounds
        if not targets:
            return NOTHING
        points = Points(state, side, _COUP_VALUE, NO_CARD)
        coups = RoughCoups(state, side, self._evaluation, self._weights.military)
        stability = state.stability
        best = NOTHING
        for country in countries_in(targets):
            if stability[country] <= _COUP_VALUE:
                gain = coups.gain(country, points.total_in(country))
                if gain > best:
                    best = gain
                    self._coup_lowers = state.battlegrounds & BIT[country] != 0
        weights = self._weights
        if weights.coup_stuck and self._coup_lowers and state.defcon == 3:
            stuck = sum(1 for card in state.hands[side] if _is_dangerous(side, card))
            best -= weights.coup_stuck * stuck
        if state.round == 1:
            best += weights.coup_first
        return best

    def _headline(self, state: State, side: Actor, options: tuple[Action, ...]) -> Action:
        weights = self._weights
        gains = self._influence_gains(state, side)
        best, chosen = NOTHING, options[0]
        for card in options:
            if SCORING[card]:
                gain = weights.headline_scoring * self._scoring_gain(side, card)
            else:
                worth = weights.worths[card]
                gain = -weights.headline_harm * worth if is_enemy_card(card, side) else worth
                gain -= weights.headline_cost * gains[max(1, OPS[card])]
                if state.defcon <= 2 and card in RISKY:
                    gain -= _SUICIDE
            if gain > best:
                best, chosen = gain, card
        return chosen


def _is_dangerous(side: Actor, card: Card) -> bool:
    """Tell whether a card loses the game at DEFCON 2 for the side that has to use it."""
    return (card in RISKY and OWNER[card] == 1 - side) or card in LOWERS_DEFCON_WHEN_USED
