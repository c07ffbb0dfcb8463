"""Every change of the table that the rules know, each leaving its fact in the journal."""

from typing import Final

from twilight.engine.cards import OWNER, SCORING, STARRED, Pile, with_card, without_card
from twilight.engine.effects import EFFECT_FACTS, Effect
from twilight.engine.ids import (
    MISSILE_ENVY,
    NO_CARD,
    Card,
    Country,
)
from twilight.engine.journal import Award, Fact, FactKind
from twilight.engine.state import Clue, State, with_side
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, GameOver, Reason, enemy_of
from twilight.engine.variants.crises import lowest_defcon

MAXIMUM_DEFCON: Final = 5
MAXIMUM_MILITARY: Final = 5
WINNING_SCORE: Final = 20


def note(
    state: State,
    kind: FactKind,
    side: Actor = NOBODY,
    subject: int = -1,
    values: tuple[int, ...] = (),
    hidden_from: Actor = NOBODY,
) -> None:
    """Write a fact into the journal, if one is kept."""
    if state.facts is not None:
        state.facts.append(Fact(kind, side, subject, values, hidden_from))


# Influence


def change_influence(state: State, side: Actor, country: Country, change: int) -> None:
    """Add influence, or take away as much as is there."""
    before = state.influence[side][country]
    after = before + change
    if after < 0:
        after = 0
    if after == before:
        return
    state.set_influence(side, country, after)
    if state.facts is not None:
        influence = state.influence
        values = (after - before, influence[US][country], influence[USSR][country])
        state.facts.append(Fact(FactKind.INFLUENCE, side, country, values))


def remove_all_influence(state: State, side: Actor, country: Country) -> None:
    """Take away all influence of a side in a country."""
    change_influence(state, side, country, -state.influence[side][country])


def raise_influence_to(state: State, side: Actor, country: Country, amount: int) -> None:
    """Add the missing markers up to an amount; what is above it stays."""
    missing = amount - state.influence[side][country]
    if missing > 0:
        change_influence(state, side, country, missing)


# Tracks


def award_points(
    state: State, side: Actor, points: int, why: Award = Award.CARD, card: Card = NO_CARD
) -> None:
    """Give one complete award to a side; twenty points win at once (R19.2).

    The card is that of a lasting effect; an event that is being resolved need not name itself.
    """
    if points:
        move_score(state, side, points, why, card)
        check_score(state)


def award_difference(
    state: State, ussr_points: int, us_points: int, why: Award = Award.CARD
) -> None:
    """Award what both sides earn together: only the difference moves the score (R18.4)."""
    if us_points == ussr_points:
        note(state, FactKind.NO_VICTORY_POINTS, NOBODY, -1, (state.vp,))
    elif us_points > ussr_points:
        award_points(state, US, us_points - ussr_points, why)
    else:
        award_points(state, USSR, ussr_points - us_points, why)


def move_score(
    state: State, side: Actor, points: int, why: Award = Award.CARD, card: Card = NO_CARD
) -> None:
    """Move the score marker without testing for victory."""
    state.vp += points if side == US else -points
    if state.facts is None:
        return
    if why is Award.CARD and card == NO_CARD and state.resolving:
        card = state.resolving[-1]
    subject = -1 if card == NO_CARD else card
    note(state, FactKind.VICTORY_POINTS, side, subject, (points, state.vp, int(why)))


def check_score(state: State) -> None:
    """End the game when a side is twenty points ahead."""
    if state.vp >= WINNING_SCORE:
        raise GameOver(US, Reason.VICTORY_POINTS)
    if state.vp <= -WINNING_SCORE:
        raise GameOver(USSR, Reason.VICTORY_POINTS)


def set_defcon(state: State, level: int) -> None:
    """Move the DEFCON marker; at level 1 the phasing player has lost (R14.4)."""
    level = max(min(level, MAXIMUM_DEFCON), lowest_defcon(state))
    if level == state.defcon:
        return
    note(state, FactKind.DEFCON, NOBODY, -1, (state.defcon, level))
    state.defcon = level
    if level == 2:
        state.norad_due = True
    if level <= 1:
        raise GameOver(enemy_of(state.phasing), Reason.DEFCON)


def improve_defcon(state: State, steps: int = 1) -> None:
    """Raise DEFCON, to 5 at most."""
    set_defcon(state, state.defcon + steps)


def degrade_defcon(state: State) -> None:
    """Lower DEFCON by one."""
    set_defcon(state, state.defcon - 1)


def add_military(state: State, side: Actor, operations: int) -> None:
    """Count military operations; the track ends at five."""
    set_military(state, side, min(state.military[side] + operations, MAXIMUM_MILITARY))


def set_military(state: State, side: Actor, operations: int) -> None:
    """Set the military operations of a side."""
    state.military = with_side(state.military, side, operations)
    note(state, FactKind.MILITARY_OPERATIONS, side, -1, (operations,))


# Lasting effects


def start_effect(state: State, effect: int, number: int = 1) -> None:
    """Bring a lasting effect into play."""
    _set_effect(state, effect, number)
    if state.facts is not None:
        card = EFFECT_FACTS[Effect(effect)].card
        state.facts.append(Fact(FactKind.EFFECT_STARTS, NOBODY, card, (effect,)))


def strengthen_effect(state: State, effect: int) -> None:
    """Bring an effect into play once more; it counts how often."""
    start_effect(state, effect, state.effects[effect] + 1)


def end_effect(state: State, effect: int) -> None:
    """End a lasting effect if it is in play."""
    if state.effects[effect]:
        _set_effect(state, effect, 0)
        if state.facts is not None:
            card = EFFECT_FACTS[Effect(effect)].card
            state.facts.append(Fact(FactKind.EFFECT_ENDS, NOBODY, card, (effect,)))


def _set_effect(state: State, effect: int, number: int) -> None:
    effects = state.effects[:]
    effects[effect] = number
    state.effects = effects


# The China Card


def pass_china_card(state: State, side: Actor, face_up: bool) -> None:
    """Hand The China Card to a side."""
    state.china_holder = side
    state.china_face_up = face_up
    note(state, FactKind.CHINA_CARD, side, -1, (int(face_up),))


# Hands and piles


def has_open_hand(state: State, side: Actor) -> bool:
    """Tell whether Aldrich Ames Remix lays the hand of a side open to the enemy."""
    return side == US and state.effects[Effect.ALDRICH_AMES_REMIX] != 0


def take_into_hand(state: State, side: Actor, card: Card, shown: bool) -> None:
    """Put a card into a hand; a shown one stays known to the enemy while it is there."""
    state.hands[side] = with_card(state.hands[side], card)
    if shown or has_open_hand(state, side):
        _come_to_know(state, side, with_card(state.known[side], card))


def leave_hand(state: State, side: Actor, card: Card) -> None:
    """Take a card out of a hand, and with it the duty to play Missile Envy next."""
    state.hands[side] = without_card(state.hands[side], card)
    if card in state.known[side]:
        _come_to_know(state, side, without_card(state.known[side], card))
    elif state.clues[enemy_of(side)]:
        _use_up_clues(state, side, card)
    if card == MISSILE_ENVY:
        _set_effect(state, Effect.MISSILE_ENVY_OWED_BY_USSR + side, 0)


def _come_to_know(state: State, side: Actor, cards: Pile) -> None:
    """Let these be the cards of a hand that the enemy knows."""
    state.known = with_side(state.known, side, cards)


def _hold_clues(state: State, side: Actor, clues: tuple[Clue, ...]) -> None:
    """Let this be what a side knows of the hidden cards of the enemy."""
    state.clues = with_side(state.clues, side, clues)


def _use_up_clues(state: State, side: Actor, card: Card) -> None:
    clues: list[Clue] = []
    for candidates, least in state.clues[enemy_of(side)]:
        left = least - 1 if card in candidates else least
        if left > 0:
            clues.append((candidates, left))
    _hold_clues(state, enemy_of(side), tuple(clues))


def show_card(state: State, side: Actor, card: Card) -> None:
    """Show a card of a hand, or one that has just left it, to the enemy."""
    note(state, FactKind.REVEAL, side, card)
    state.reveals += 1
    if card in state.hands[side] and card not in state.known[side]:
        _use_up_clues(state, side, card)
        _come_to_know(state, side, with_card(state.known[side], card))


def show_hand(state: State, side: Actor) -> None:
    """Show a whole hand to the enemy."""
    if not state.hands[side]:
        note(state, FactKind.NOTHING_TO_REVEAL, side)
    for card in state.hands[side]:
        show_card(state, side, card)


def show_scoring_flags(state: State, side: Actor) -> None:
    """Let the enemy see how many cards of a hand are scoring cards, but not which (R21.4)."""
    hand = state.hands[side]
    note(state, FactKind.HELD, side, -1, (len(hand), number_of_scoring_cards(hand)))
    state.reveals += 1
    observer = enemy_of(side)
    unknown = tuple(card for card in hand if card not in state.known[side])
    candidates = hidden_from(state, observer)
    for is_scoring in (True, False):
        number = sum(SCORING[card] == is_scoring for card in unknown)
        if number:
            among = tuple(card for card in candidates if SCORING[card] == is_scoring)
            _hold_clues(state, observer, (*state.clues[observer], (among, number)))


def hidden_from(state: State, side: Actor) -> Pile:
    """List the cards of which a side can't know where they are."""
    enemy = enemy_of(side)
    cards = [card for card in state.hands[enemy] if card not in state.known[enemy]]
    if side == USSR:
        cards.extend(state.looked_at)
    return tuple(sorted((*cards, *state.draw_pile)))


def learn(state: State, side: Actor, candidates: Pile) -> None:
    """Let a side learn that all hidden cards in the enemy's hand are among these.

    Also to learn that something is absent can't be undone.
    """
    enemy = enemy_of(side)
    unknown = len(state.hands[enemy]) - len(state.known[enemy])
    if unknown:
        state.reveals += 1
        _hold_clues(state, side, (*state.clues[side], (candidates, unknown)))


def learn_no_scoring_cards(state: State, side: Actor) -> None:
    """Let a side learn that the enemy's hand holds no scoring card beyond the known ones."""
    learn(state, side, tuple(card for card in hidden_from(state, side) if not SCORING[card]))


def discard_from_hand(state: State, side: Actor, card: Card) -> None:
    """Discard a card of a hand without its event."""
    leave_hand(state, side, card)
    note(state, FactKind.DISCARD, side, card)
    state.reveals += 1
    put_on_discard_pile(state, card)


def put_on_discard_pile(state: State, card: Card) -> None:
    """Lay a card on the discard pile."""
    state.discard_pile = with_card(state.discard_pile, card)


def take_from_discard_pile(state: State, side: Actor, card: Card) -> None:
    """Let a side take a card of the discard pile into its hand, openly."""
    state.discard_pile = without_card(state.discard_pile, card)
    take_into_hand(state, side, card, shown=True)
    note(state, FactKind.TAKE, side, card)


def reshuffle(state: State) -> None:
    """Make the discard pile the new draw pile (R5.3).

    With the old pile used up a side that counts cards knows the enemy's hand, unless somebody
    is just looking at cards of the pile.
    """
    for side in SIDES:
        enemy = enemy_of(side)
        if side == USSR and state.looked_at:
            learn(state, side, hidden_from(state, side))
        else:
            _come_to_know(state, enemy, state.hands[enemy])
            _hold_clues(state, side, ())
    state.draw_pile = state.discard_pile
    state.discard_pile = ()
    note(state, FactKind.RESHUFFLE)


def reshuffle_emptied_pile(state: State) -> None:
    """Reshuffle at once after the last card has been drawn, where that is played."""
    if not state.draw_pile and state.discard_pile and state.rules.reshuffle == "when_emptied":
        reshuffle(state)


def add_deck(state: State, deck: Pile, period: int) -> None:
    """Shuffle the cards of a period into the draw pile (R5.4)."""
    for side in SIDES:
        learn(state, side, hidden_from(state, side))
    state.draw_pile = tuple(sorted((*state.draw_pile, *deck)))
    note(state, FactKind.DECK_ADDED, NOBODY, -1, (period,))


def is_enemy_card(card: Card, player: Actor) -> bool:
    """Tell whether a card carries an event of the enemy of a player."""
    return OWNER[card] == 1 - player


def scoring_cards_in(pile: Pile) -> Pile:
    """List the scoring cards of a pile."""
    return tuple(card for card in pile if SCORING[card])


def number_of_scoring_cards(pile: Pile) -> int:
    """Count the scoring cards of a pile."""
    number = 0
    for card in pile:
        if SCORING[card]:
            number += 1
    return number


def put_on_table(state: State, card: Card) -> None:
    """Lay a card on the table for as long as it is in use."""
    state.table = with_card(state.table, card)


def clear_from_table(state: State, card: Card, occurred: bool) -> None:
    """Put a used card away, unless its own event has already sent it elsewhere."""
    if card in state.table:
        state.table = without_card(state.table, card)
        if occurred and STARRED[card]:
            state.removed_pile = with_card(state.removed_pile, card)
            note(state, FactKind.CARD_REMOVED, NOBODY, card)
        else:
            put_on_discard_pile(state, card)


def move_to_front(state: State, card: Card) -> None:
    """Leave a card in front of its player instead of discarding it."""
    state.table = without_card(state.table, card)
    state.front = with_card(state.front, card)


def move_to_hand(state: State, card: Card, side: Actor) -> None:
    """Hand a card that is in use over to a side, openly."""
    state.table = without_card(state.table, card)
    take_into_hand(state, side, card, shown=True)
