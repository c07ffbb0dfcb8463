"""The words that events are written in.

Each is a flow that asks the named side and changes the table. What a card says in one phrase is
one call here; a number is compulsory as far as possible (R16.8) unless `up_to` is set.
"""

from typing import Final

from twilight.engine.board import BIT, NEIGHBOURS, NEXT_TO_SUPERPOWER, Mask, countries_in
from twilight.engine.cards import SCORING, Pile, without_card
from twilight.engine.changes import (
    add_military,
    award_points,
    change_influence,
    discard_from_hand,
    has_open_hand,
    note,
    raise_influence_to,
    reshuffle,
    reshuffle_emptied_pile,
    take_into_hand,
)
from twilight.engine.decision import DIE_DECISION, Change, Decision, Flow
from twilight.engine.ids import (
    COUP,
    DECLINE,
    DIE,
    DONE,
    NO_CARD,
    REALIGNMENT,
    Action,
    Card,
    Country,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.coups import coup
from twilight.engine.operations.points import Points, card_value, event_value
from twilight.engine.operations.realignments import realign
from twilight.engine.operations.targets import coup_targets, realignment_targets
from twilight.engine.state import State
from twilight.engine.types import CHANCE, NOBODY, Actor, Kind, enemy_of

NO_LIMIT: Final = 10_000


# Choosing


def choose(side: Actor, *answers: Action, kind: Kind = Kind.EVENT_CHOICE) -> Flow[Action]:
    """Ask a side for one of several answers."""
    answer = yield Decision(side, kind, tuple(sorted(answers)))
    return answer


def choose_country(side: Actor, among: Mask, kind: Kind = Kind.COUNTRY) -> Flow[Country]:
    """Ask a side for a country; there must be one."""
    country = yield Decision(side, kind, countries_in(among))
    return country


def choose_card(side: Actor, cards: Pile, kind: Kind = Kind.CARD) -> Flow[Card]:
    """Ask a side for one of these cards; there must be one."""
    card = yield Decision(side, kind, cards)
    return card


def choose_card_or_decline(side: Actor, cards: Pile, kind: Kind = Kind.CARD) -> Flow[Card]:
    """Ask a side for one of these cards or none; declining gives NO_CARD."""
    card = yield Decision(side, kind, (*cards, DECLINE))
    return NO_CARD if card == DECLINE else card


# Influence


def gain_control(state: State, side: Actor, country: Country) -> None:
    """Add the markers that a side lacks to control a country; what is above that stays."""
    enough = state.influence[enemy_of(side)][country] + state.stability[country]
    raise_influence_to(state, side, country, enough)


def add_influence(
    state: State,
    side: Actor,
    markers: int,
    among: Mask,
    most_each: int = NO_LIMIT,
    up_to: bool = False,
    or_only: int = NO_LIMIT,
) -> Flow[None]:
    """Let a side add markers of its own one by one, at most so many in each country.

    `or_only` is a smaller number that the side may leave it at.
    """
    placed: dict[Country, int] = {}
    changes: tuple[Change, ...] = ()
    markers = min(markers, most_each * among.bit_count())
    for number in range(markers):
        options = countries_in(among)
        may_stop = up_to or number == or_only
        country = yield Decision(
            side,
            Kind.ADD_INFLUENCE,
            (*options, DONE) if may_stop else options,
            left=markers - number,
            changes=changes,
        )
        if country == DONE:
            return
        change_influence(state, side, country, 1)
        changes += ((side, country, 1),)
        placed[country] = placed.get(country, 0) + 1
        if placed[country] == most_each:
            among &= ~BIT[country]


def remove_influence(
    state: State,
    chooser: Actor,
    victim: Actor,
    markers: int,
    among: Mask,
    most_each: int = NO_LIMIT,
    up_to: bool = False,
) -> Flow[int]:
    """Let a side remove a side's markers one by one; returns how many it removed."""
    taken: dict[Country, int] = {}
    changes: tuple[Change, ...] = ()
    influence = state.influence[victim]
    present = countries_in(among & state.presence[victim])
    markers = min(markers, sum([min(influence[country], most_each) for country in present]))
    for removed in range(markers):
        options = countries_in(among & state.presence[victim])
        country = yield Decision(
            chooser,
            Kind.REMOVE_INFLUENCE,
            (*options, DONE) if up_to else options,
            left=markers - removed,
            changes=changes,
        )
        if country == DONE:
            return removed
        change_influence(state, victim, country, -1)
        changes += ((victim, country, -1),)
        taken[country] = taken.get(country, 0) + 1
        if taken[country] == most_each:
            among &= ~BIT[country]
    return markers


def remove_from_countries(
    state: State,
    chooser: Actor,
    victim: Actor,
    number: int,
    among: Mask,
    markers_each: int,
    up_to: bool = False,
) -> Flow[None]:
    """Let a side remove markers from several different countries, as many in each."""
    changes: tuple[Change, ...] = ()
    number = min(number, (among & state.presence[victim]).bit_count())
    for cleared in range(number):
        options = countries_in(among & state.presence[victim])
        country = yield Decision(
            chooser,
            Kind.REMOVE_INFLUENCE,
            (*options, DONE) if up_to else options,
            left=number - cleared,
            changes=changes,
        )
        if country == DONE:
            return
        removed = min(markers_each, state.influence[victim][country])
        change_influence(state, victim, country, -removed)
        changes += ((victim, country, -removed),)
        among &= ~BIT[country]


def remove_all_from(
    state: State, chooser: Actor, victim: Actor, number: int, among: Mask
) -> Flow[None]:
    """Let a side clear several countries of all influence of a side."""
    yield from remove_from_countries(state, chooser, victim, number, among, NO_LIMIT)


# Dice


def roll(state: State, side: Actor, modifier: int = 0) -> Flow[int]:
    """Roll a die for a side and return it without the modifier."""
    die = (yield DIE_DECISION) - DIE
    note(state, FactKind.DIE, side, -1, (die, modifier))
    return die


def war(
    state: State,
    attacker: Actor,
    target: Country,
    *,
    succeeds_at: int,
    points: int,
    military: int,
    hindered_by: Mask,
    modifier: int = 0,
) -> Flow[None]:
    """Fight a war event (C8): each enemy-controlled country of the mask takes 1 off the die."""
    defender = enemy_of(attacker)
    modifier -= (hindered_by & state.controlled[defender]).bit_count()
    if NEXT_TO_SUPERPOWER[defender] & BIT[target]:
        modifier -= 1
    note(state, FactKind.WAR, attacker, target)
    die = (yield DIE_DECISION) - DIE
    note(state, FactKind.WAR_ROLL, attacker, target, (die, modifier, succeeds_at))
    if die + modifier >= succeeds_at:
        taken = state.influence[defender][target]
        change_influence(state, defender, target, -taken)
        change_influence(state, attacker, target, taken)
        award_points(state, attacker, points)
    add_military(state, attacker, military)


def neighbours(country: Country) -> Mask:
    """Return the countries next to a country."""
    return NEIGHBOURS[country]


# Free coups and realignments


def may_coup_freely(state: State, side: Actor, printed: int, among: Mask) -> Flow[None]:
    """Let a side make one free coup of a printed value among these countries, or none (C5)."""
    if coup_targets(state, side, among, free=True):
        points = _free_points(state, side, printed)
        note(state, FactKind.OPERATION, side, COUP, (printed, points.value))
        yield from coup(state, side, points, among, optional=True)
        note(state, FactKind.OPERATION_OVER, side, COUP)


def may_coup_or_realign_freely(state: State, side: Actor, printed: int, among: Mask) -> Flow[None]:
    """Let a side make one free coup or free realignment rolls among these countries (C5)."""
    kinds = []
    if coup_targets(state, side, among, free=True):
        kinds.append(COUP)
    if realignment_targets(state, side, among, free=True):
        kinds.append(REALIGNMENT)
    if not kinds:
        return
    points = _free_points(state, side, printed)
    kind = yield points.ask(Kind.OPERATION, (*kinds, DECLINE))
    if kind == DECLINE:
        return
    note(state, FactKind.OPERATION, side, kind, (printed, points.value))
    if kind == COUP:
        yield from coup(state, side, points, among)
    else:
        yield from realign(state, side, points, among)
    note(state, FactKind.OPERATION_OVER, side, kind)


def _free_points(state: State, side: Actor, printed: int) -> Points:
    value = event_value(state, side, printed)
    return Points(state, side, value, state.resolving[-1], free=True)


# Cards


def draw_card(state: State, side: Actor) -> Flow[Card]:
    """Draw a card at random into a hand, reshuffling first if need be; NO_CARD if none is left."""
    hidden_from = NOBODY if has_open_hand(state, side) else enemy_of(side)
    card = yield from take_from_pile(state, hidden_from)
    if card != NO_CARD:
        take_into_hand(state, side, card, shown=False)
        note(state, FactKind.DRAW, side, card, (), hidden_from)
        reshuffle_emptied_pile(state)
    return card


def take_from_pile(state: State, hidden_from: Actor = NOBODY) -> Flow[Card]:
    """Take a card at random off the draw pile, reshuffling first if need be (R5.3, R5.5)."""
    if not state.draw_pile:
        if not state.discard_pile:
            return NO_CARD
        reshuffle(state)
    card = yield Decision(CHANCE, Kind.DRAW, state.draw_pile, hidden_from)
    state.draw_pile = without_card(state.draw_pile, card)
    return card


def random_card(state: State, side: Actor) -> Flow[Card]:
    """Name a card of a hand at random; the hand must not be empty."""
    card = yield Decision(CHANCE, Kind.RANDOM_DISCARD, state.hands[side])
    return card


def discard_at_random(state: State, side: Actor) -> Flow[None]:
    """Let a side discard a random card without its event."""
    if not state.hands[side]:
        note(state, FactKind.NOTHING_TO_DISCARD, side)
        return
    card = yield from random_card(state, side)
    discard_from_hand(state, side, card)


def worth_at_least(state: State, side: Actor, value: int) -> Pile:
    """List the cards of a hand that count at least so much for their holder."""
    return tuple(
        card
        for card in state.hands[side]
        if not SCORING[card] and card_value(state, side, card) >= value
    )


def may_discard(state: State, side: Actor, value: int) -> Flow[bool]:
    """Ask whether a side discards a card of at least this value, and tell whether it did."""
    cards = worth_at_least(state, side, value)
    card = yield from choose_card_or_decline(side, cards, Kind.DISCARD)
    if card == NO_CARD:
        return False
    discard_from_hand(state, side, card)
    return True
