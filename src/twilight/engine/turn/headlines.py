"""The headline phase: the secret choice and the resolution of both cards (R6)."""

from typing import Final

from twilight.engine.cards import OPS, Pile, without_card
from twilight.engine.changes import clear_from_table, leave_hand, note, put_on_table
from twilight.engine.decision import Decision, Flow
from twilight.engine.ids import (
    DEFECTORS,
    FIRST_LIGHTNING,
    MISSILE_ENVY,
    NO_CARD,
    UN_INTERVENTION,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.space import MAN_IN_EARTH_ORBIT, has_ability
from twilight.engine.state import State, with_side
from twilight.engine.turn.play import pay_flower_power, resolve_event
from twilight.engine.turn.rounds import owes_missile_envy, start_rounds
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Kind, Segment, enemy_of

# Why a headline comes next: it is the only one left, Defectors goes first, its printed value is
# higher, or the values are equal and it is that of the US (R6.5).
ALONE: Final = 0
DEFECTORS_FIRST: Final = 1
HIGHER_VALUE: Final = 2
EQUAL_VALUES: Final = 3


def headline_cards(state: State, side: Actor) -> Pile:
    """List the cards that a side may headline (R6.3, R6.10)."""
    cards = state.hands[side]
    for barred in _barred_headlines(state, side):
        if barred in cards:
            cards = without_card(cards, barred)
    return cards


def _barred_headlines(state: State, side: Actor) -> Pile:
    if owes_missile_envy(state, side):
        return (UN_INTERVENTION, FIRST_LIGHTNING, MISSILE_ENVY)
    return (UN_INTERVENTION, FIRST_LIGHTNING)


def choose_headlines(state: State) -> Flow[None]:
    """Let both sides choose a headline in secret and reveal them together."""
    state.phasing = NOBODY
    watcher = _side_that_sees_first(state)
    order = SIDES if watcher == NOBODY else (enemy_of(watcher), watcher)
    for side in order:
        options = headline_cards(state, side)
        if not options:
            continue
        # Against Man in Earth Orbit the choice is made face up (R6.2).
        is_open = watcher == enemy_of(side)
        card = yield Decision(side, Kind.HEADLINE, options, NOBODY if is_open else enemy_of(side))
        if is_open:
            _show_headline(state, side, card)
        else:
            state.chosen[side] = card
        if len(state.hands[enemy_of(side)]) <= len(_barred_headlines(state, enemy_of(side))):
            # So few cards may all be barred: whether the enemy is asked tells something of them.
            state.reveals += 1
    for side in order:
        if state.chosen[side] != NO_CARD:
            _show_headline(state, side, state.chosen[side])
            state.chosen[side] = NO_CARD
    state.segment = Segment.HEADLINE_EVENT
    if state.headlines == [NO_CARD, NO_CARD]:
        start_rounds(state)


def _side_that_sees_first(state: State) -> Actor:
    for side in SIDES:
        if has_ability(state, side, MAN_IN_EARTH_ORBIT):
            return side
    return NOBODY


def _show_headline(state: State, side: Actor, card: Card) -> None:
    leave_hand(state, side, card)
    state.headlines = with_side(state.headlines, side, card)
    state.reveals += 1
    note(state, FactKind.HEADLINE, side, card)


def resolve_headline(state: State) -> Flow[None]:
    """Resolve the next of the headlines."""
    side, why = next_headline(state)
    card = state.headlines[side]
    state.phasing = side
    state.reach = state.presence
    state.bought = state.realigned = 0
    state.headlines = with_side(state.headlines, side, NO_CARD)
    note(state, FactKind.HEADLINE_EVENT, side, card, (why,))
    put_on_table(state, card)
    if state.rules.headline_counts_as_play:
        pay_flower_power(state, card, side)
    occurred = yield from resolve_event(state, card, side)
    clear_from_table(state, card, occurred)
    if state.headlines == [NO_CARD, NO_CARD]:
        state.phasing = NOBODY
        start_rounds(state)


def next_headline(state: State) -> tuple[Actor, int]:
    """Name whose headline comes next, and why: Defectors, the higher printed value, the US."""
    ussr_card, us_card = state.headlines
    if ussr_card == NO_CARD or us_card == NO_CARD:
        return (US if ussr_card == NO_CARD else USSR), ALONE
    if us_card == DEFECTORS:
        return US, DEFECTORS_FIRST
    if OPS[us_card] == OPS[ussr_card]:
        return US, EQUAL_VALUES
    return (US if OPS[us_card] > OPS[ussr_card] else USSR), HIGHER_VALUE
