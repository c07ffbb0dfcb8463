"""Card knowledge: where each card can be as far as a side can know, and how likely.

A card is unseen when it may be in the enemy's hand or in the draw pile. What a side has learnt
without seeing a card is in `State.clues`; the chances count every deal of the unseen cards that
agrees with them, each as likely as the others.
"""

from enum import IntEnum
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from twilight.engine.cards import PERIOD
from twilight.engine.ids import NO_CARD, THE_CHINA_CARD, Card
from twilight.engine.state import Clue, State
from twilight.engine.turn.rounds import first_side, regular_rounds, rounds_left
from twilight.engine.turn.start_and_end import (
    FIRST_LATE_TURN,
    FIRST_MID_TURN,
    LAST_TURN,
    deck_of,
    hand_size,
)
from twilight.engine.types import EARLY, LATE, MID, SIDES, Actor, Period, Segment, enemy_of
from twilight.engine.view import Observation

# With more kinds of cards than this, the loosest clues are left out of the count.
_MOST_CLASSES: Final = 6


class Place(IntEnum):
    """Where a card is as far as a side can know."""

    OWN_HAND = 0
    ENEMY_HAND = 1
    UNSEEN = 2
    DISCARDED = 3
    REMOVED = 4
    OPEN = 5
    LOOKED_AT = 6
    NOT_YET = 7


class Reshuffle(NamedTuple):
    """The deal in which the discard pile is shuffled: the turn, and the cards dealt before."""

    turn: int
    cards_before: int


def places(seen: Observation) -> dict[Card, Place]:
    """Say of every card of the game where it is; OPEN is on the table, in front, or China."""
    state = seen.state
    found: dict[Card, Place] = {THE_CHINA_CARD: Place.OPEN}
    for period in (EARLY, MID, LATE):
        for card in deck_of(state.rules, period):
            found[card] = Place.REMOVED
    piles = (
        (state.hands[seen.viewer] if seen.viewer in SIDES else (), Place.OWN_HAND),
        (state.hands[enemy_of(seen.viewer)] if seen.viewer in SIDES else (), Place.ENEMY_HAND),
        (seen.unseen, Place.UNSEEN),
        (state.discard_pile, Place.DISCARDED),
        (state.removed_pile, Place.REMOVED),
        ((*state.table, *state.front, *state.headlines), Place.OPEN),
        (state.looked_at, Place.LOOKED_AT),
        ((*state.mid_deck, *state.late_deck), Place.NOT_YET),
    )
    for pile, place in piles:
        for card in pile:
            found[card] = place
    found.pop(NO_CARD, None)
    return found


def unseen_by_period(seen: Observation) -> dict[Period, int]:
    """Count the unseen cards of each period."""
    counts = {EARLY: 0, MID: 0, LATE: 0}
    for card in seen.unseen:
        counts[PERIOD[card]] += 1
    return counts


# The enemy's hand


def hidden_slots(seen: Observation) -> int:
    """Count the cards of the enemy's hand that the viewer does not know."""
    enemy = enemy_of(seen.viewer)
    return seen.hand_counts[enemy] - len(seen.state.hands[enemy])


def enemy_chances(seen: Observation) -> dict[Card, Fraction]:
    """Return the chance that the enemy holds each card that may be in its hand.

    Known cards are certain. Where many clues overlap, the loosest are left out.
    """
    chances = {card: Fraction(1) for card in seen.state.hands[enemy_of(seen.viewer)]}
    slots = hidden_slots(seen)
    clues = _telling_clues(seen, slots)
    classes = _classes(seen, clues)
    while len(classes) > _MOST_CLASSES:
        clues = clues[:-1]
        classes = _classes(seen, clues)
    sizes = [len(cards) for cards in classes.values()]
    ways, held = _count(list(classes), sizes, slots, [least for _, least in clues])
    for cards, expected in zip(classes.values(), held, strict=True):
        chance = Fraction(expected, ways * len(cards)) if ways else Fraction(0)
        chances.update(dict.fromkeys(cards, chance))
    return chances


def possible_in_enemy_hand(seen: Observation) -> tuple[Card, ...]:
    """List the cards that may be in the enemy's hand, known ones included."""
    return tuple(sorted(card for card, chance in enemy_chances(seen).items() if chance))


def _telling_clues(seen: Observation, slots: int) -> list[Clue]:
    """Keep the clues that rule a deal out, the tightest first."""
    unseen = frozenset(seen.unseen)
    telling = []
    for candidates, least in seen.state.clues[seen.viewer]:
        left = tuple(card for card in candidates if card in unseen)
        if len(left) < len(unseen) and least > slots - (len(unseen) - len(left)):
            telling.append((left, min(least, slots, len(left))))
    return sorted(telling, key=lambda clue: (len(clue[0]) - clue[1], clue))


def _classes(seen: Observation, clues: list[Clue]) -> dict[tuple[bool, ...], list[Card]]:
    """Sort the unseen cards by the clues that they belong to."""
    members = [frozenset(candidates) for candidates, _ in clues]
    classes: dict[tuple[bool, ...], list[Card]] = {}
    for card in seen.unseen:
        key = tuple(card in candidates for candidates in members)
        classes.setdefault(key, []).append(card)
    return classes


def _count(
    classes: list[tuple[bool, ...]], sizes: list[int], slots: int, least: list[int]
) -> tuple[int, list[int]]:
    """Count the hands that agree with the clues, and over all of them the cards of each class."""
    ways = 0
    held = [0] * len(sizes)
    for taken, weight in _hands(sizes, slots):
        have = [
            sum(number for key, number in zip(classes, taken, strict=True) if key[clue])
            for clue in range(len(least))
        ]
        if all(number >= bound for number, bound in zip(have, least, strict=True)):
            ways += weight
            for place, number in enumerate(taken):
                held[place] += number * weight
    return ways, held


def _hands(sizes: list[int], slots: int) -> list[tuple[tuple[int, ...], int]]:
    """List how many cards of each class a hand can hold, with the number of such hands."""
    if not sizes:
        return [((), 1)] if slots == 0 else []
    found = []
    for number in range(min(sizes[0], slots) + 1):
        ways = comb(sizes[0], number)
        found += [
            ((number, *rest), ways * weight) for rest, weight in _hands(sizes[1:], slots - number)
        ]
    return found


# The reshuffle


def next_reshuffle(seen: Observation) -> Reshuffle | None:
    """Foretell in which deal the draw pile runs out, or None if it lasts to the end of the game.

    It is assumed that both sides play a card in every round and that events draw none.
    """
    state = seen.state
    pile = seen.draw_count
    held = [max(0, seen.hand_counts[side] - _plays_left(state, side)) for side in SIDES]
    for turn in range(state.turn + 1, LAST_TURN + 1):
        if turn == FIRST_MID_TURN:
            pile += len(state.mid_deck)
        elif turn == FIRST_LATE_TURN:
            pile += len(state.late_deck)
        size = hand_size(turn)
        needed = sum(max(0, size - number) for number in held)
        if needed > pile:
            return Reshuffle(turn, pile)
        pile -= needed
        held = [size - 1 - regular_rounds(turn)] * len(SIDES)
    return None


def _plays_left(state: State, side: Actor) -> int:
    """Count the cards that a side will still play this turn."""
    if state.segment is Segment.TURN_END:
        return 0
    if state.segment is not Segment.ACTION_ROUND:
        chooses = int(state.segment is not Segment.HEADLINE_EVENT)
        return regular_rounds(state.turn) + chooses
    # In its own round the card of a side is on the table once it has been played.
    used = state.phasing == side and bool(state.table)
    passed = side == first_side(state) and state.phasing != side
    return rounds_left(state, side) - int(used or passed)
