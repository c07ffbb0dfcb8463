"""The rest of a hand: can it still be got rid of this turn without losing the game?

Judged as things stand after a play: the enemy is supposed to leave DEFCON and the tracks alone.
A card that can't be played safely in any way but on the Space Race must be spaced, cancelled by UN
Intervention, or kept; The China Card, played in its stead, lets one more be kept.
"""

from typing import Final

from twilight.analysis.danger.search import (
    Grade,
    OutOfBudget,
    Search,
    Signature,
    board_of,
    signature_of,
)
from twilight.engine.cards import SCORING, Pile
from twilight.engine.changes import is_enemy_card, scoring_cards_in
from twilight.engine.effects import Effect
from twilight.engine.events.registry import EVENTS
from twilight.engine.ids import NO_CARD, UN_INTERVENTION, Card
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import ANIMAL_IN_SPACE, can_attempt, has_ability
from twilight.engine.state import State
from twilight.engine.turn.rounds import (
    first_side,
    has_eighth_round,
    keeps_from_holding,
    rounds_left,
)
from twilight.engine.types import USSR, Actor, Segment

# How many flows may be run for one card, and for all; what has not been looked at counts as safe.
_BUDGET_OF_ONE_CARD: Final = 80
_BUDGET: Final = 1000


def rounds_after(state: State, side: Actor) -> int:
    """Count the rounds that a side has left this turn when the current play is over."""
    left = rounds_left(state, side)
    if state.segment is Segment.ACTION_ROUND and state.phasing != side:
        return left - int(side == first_side(state))
    return left - 1


class HandJudge:
    """Judges the hand that is left after a play; what it finds out about a card it keeps."""

    __slots__ = ("_extra_round", "_known", "_left", "_me", "_rounds", "cards")

    def __init__(self, start: State, me: Actor) -> None:
        self._me = me
        self._rounds = rounds_after(start, me)
        self._extra_round = has_eighth_round(start, me)
        self._left = _BUDGET
        self._known: dict[Signature, bool] = {}
        # The cards for which no way was found, in the last judgement that found such.
        self.cards: Pile = ()

    def forget_cards(self) -> None:
        """Forget the cards of earlier judgements."""
        self.cards = ()

    def grade(self, state: State) -> Grade:
        """Grade a position after the play by the rest of the hand."""
        me = self._me
        hand = state.hands[me]
        if not hand or state.segment not in (Segment.ACTION_ROUND, Segment.HEADLINE_EVENT):
            return Grade.SAFE
        rounds = self._rounds + int(has_eighth_round(state, me)) - int(self._extra_round)
        scoring = scoring_cards_in(hand)
        if len(scoring) > rounds and not keeps_from_holding(state):
            self.cards = scoring
            # After the last round only the enemy could still take the card away.
            return Grade.HAND_STUCK if rounds > 0 else Grade.MAY_LOSE
        if rounds <= 0 or state.effects[Effect.BEAR_TRAP + me]:
            return Grade.SAFE
        unsafe = self._unsafe_cards(state, rounds)
        if can_dispose(state, me, rounds, unsafe):
            return Grade.SAFE
        self.cards = unsafe
        return Grade.HAND_STUCK

    def _unsafe_cards(self, state: State, rounds: int) -> Pile:
        """List the cards that can't be played safely but on the Space Race.

        None are named if the doubtful ones could be disposed of in any case.
        """
        hand = state.hands[self._me]
        signature = signature_of(state, self._me)
        unsafe = [
            card
            for card in hand
            if SCORING[card] and not self._can_be_played(state, card, (card, *board_of(state)))
        ]
        doubtful = []
        plain = True
        for card in hand:
            if SCORING[card]:
                continue
            if is_enemy_card(card, self._me) or EVENTS[card].after_play is not None:
                doubtful.append(card)
            elif plain:
                # Without an event all cards are alike, so one stands for the others.
                plain = self._can_be_played(state, card, (signature, NO_CARD))
        if not plain:
            doubtful = [card for card in hand if not SCORING[card]]
        if not unsafe and can_dispose(state, self._me, rounds, tuple(doubtful)):
            return ()
        unsafe += [
            card for card in doubtful if not self._can_be_played(state, card, (signature, card))
        ]
        return tuple(unsafe)

    def _can_be_played(self, state: State, card: Card, signature: Signature) -> bool:
        """Tell whether a card can be played safely in some way but on the Space Race."""
        with_hand = (*signature, state.hands[self._me])
        for key in (signature, with_hand):
            if key in self._known:
                return self._known[key]
        if self._left <= 0:
            return True
        search = Search(self._me, _BUDGET_OF_ONE_CARD, None, only=card)
        try:
            safe = search.grade(_next_round(state, self._me, card)) < Grade.MAY_LOSE
        except OutOfBudget:
            safe = False
        self._left -= search.spent(_BUDGET_OF_ONE_CARD)
        self._known[with_hand if search.reads_hands else signature] = safe
        return safe


def _next_round(state: State, me: Actor, card: Card) -> State:
    """Make it the own round again, early in the turn, with a free choice of the card."""
    table = state.copy()
    table.segment = Segment.ACTION_ROUND
    table.round = 1
    table.phasing = me
    if not SCORING[card]:
        table.hands[me] = tuple(one for one in table.hands[me] if not SCORING[one])
    table.effects[Effect.MISSILE_ENVY_OWED_BY_USSR + me] = 0
    if me == USSR:
        table.effects[Effect.KREMLIN_FLU] = 0
    return table


def can_dispose(state: State, me: Actor, rounds: int, unsafe: Pile) -> bool:
    """Tell whether these cards of a hand can be spaced, cancelled or kept in so many rounds."""
    if not unsafe:
        return True
    if any(SCORING[card] for card in unsafe):
        return False
    hand = state.hands[me]
    scoring = len(scoring_cards_in(hand))
    allowed = 2 if has_ability(state, me, ANIMAL_IN_SPACE) else 1
    attempts = allowed - state.attempts[me]
    spaceable = [card for card in unsafe if can_attempt(state, me, card_value(state, me, card))]
    enemy_cards = [card for card in unsafe if is_enemy_card(card, me)]
    may_cancel = UN_INTERVENTION in hand and bool(enemy_cards)
    has_china = state.china_holder == me and state.china_face_up and scoring < rounds
    for china in range(1 + int(has_china)):
        for cancelled in range(1 + int(may_cancel)):
            plays = rounds - china
            # A card that can be spaced is cancelled only if there is no other.
            left_over = len(spaceable)
            if cancelled and len(spaceable) == len(unsafe):
                left_over -= 1
            spaced = max(0, min(left_over, attempts, plays - scoring - cancelled))
            kept = max(0, len(hand) - plays - cancelled)
            if plays >= cancelled and len(unsafe) - cancelled - spaced <= kept:
                return True
    return False
