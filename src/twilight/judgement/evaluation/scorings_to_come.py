"""How often each region will still be scored, as far as one side can know."""

from typing import Final

from twilight.engine.cards import SCORING_REGION
from twilight.engine.ids import SOUTHEAST_ASIA_SCORING, Card
from twilight.engine.state import State
from twilight.engine.turn.start_and_end import FIRST_LATE_TURN, FIRST_MID_TURN, LAST_TURN
from twilight.engine.types import SOUTHEAST_ASIA, enemy_of
from twilight.engine.view import Observation

# The six regions, two subregions that are never scored, and Southeast Asia.
NUMBER_OF_REGIONS: Final = SOUTHEAST_ASIA + 1
# How much of a position outlasts a turn.
LASTING: Final = 0.82
# Cards dealt in a turn, with one card held over by each side.
DEALT_EARLY: Final = 14
DEALT_LATER: Final = 16


class ScoringsToCome:
    """For each region the chance of a scoring this turn, and the worth of all later ones."""

    __slots__ = ("later", "this_turn")

    def __init__(self) -> None:
        self.this_turn = [0.0] * NUMBER_OF_REGIONS
        self.later = [0.0] * NUMBER_OF_REGIONS

    def copy(self) -> "ScoringsToCome":
        """Copy it, to go on from another moment."""
        other = ScoringsToCome()
        other.this_turn = self.this_turn[:]
        other.later = self.later[:]
        return other


def scorings_to_come(seen: Observation) -> ScoringsToCome:
    """Work out from what a side sees how often each region will still be scored."""
    scorings = ScoringsToCome()
    state = seen.state
    viewer = seen.viewer
    enemy = enemy_of(viewer)
    hidden = seen.hand_counts[enemy] - len(state.hands[enemy])
    unseen = len(seen.unseen)
    in_hand = hidden / unseen if unseen else 0.0
    from_pile, from_discards = _later_scorings(state, state.turn, seen.draw_count)
    on_the_way = (*state.headlines, *state.table)
    for card, region in SCORING_REGION.items():
        if card in state.hands[viewer] or card in state.hands[enemy] or card in on_the_way:
            scorings.this_turn[region] = 1.0
            scorings.later[region] = from_discards
        elif card in seen.unseen:
            scorings.this_turn[region] = in_hand
            scorings.later[region] = in_hand * from_discards + (1 - in_hand) * from_pile
        elif card in state.discard_pile:
            scorings.later[region] = from_discards
        elif card in state.mid_deck:
            scorings.later[region] = first_in_mid_war(state.turn)
        if card == SOUTHEAST_ASIA_SCORING:
            scorings.later[region] *= _once(card, seen)
        else:
            scorings.later[region] += LASTING ** (LAST_TURN - state.turn)
    return scorings


def _once(card: Card, seen: Observation) -> float:
    """Southeast Asia is scored only once, so a later scoring must be the first."""
    return 0.0 if card in seen.state.hands[seen.viewer] else 0.6


def first_in_mid_war(turn: int) -> float:
    """Return the worth of the scorings of a card that joins the pile in the mid war."""
    return LASTING ** (FIRST_MID_TURN + 1 - turn) * 1.4


def scorings_between_turns(state: State) -> ScoringsToCome:
    """Work out before a deal how often each region will still be scored."""
    scorings = ScoringsToCome()
    turn = state.turn - 1
    from_pile, from_discards = _later_scorings(state, turn, len(state.draw_pile))
    for card, region in SCORING_REGION.items():
        if card in state.draw_pile:
            scorings.later[region] = from_pile
        elif card in state.discard_pile:
            scorings.later[region] = from_discards
        elif card in state.mid_deck:
            scorings.later[region] = first_in_mid_war(turn)
        if card != SOUTHEAST_ASIA_SCORING:
            scorings.later[region] += LASTING ** (LAST_TURN - turn)
    return scorings


def _later_scorings(state: State, turn: int, in_pile: int) -> tuple[float, float]:
    discarded, mid, late = len(state.discard_pile), len(state.mid_deck), len(state.late_deck)
    return later_scorings(turn, in_pile, discarded, mid, late)


def later_scorings(
    turn: int, in_pile: int, discarded: int, mid: int, late: int
) -> tuple[float, float]:
    """Return the worth of later scorings of a card that lies in the pile, and on the discards.

    The numbers are the cards in the pile, on the discards, and in the decks of the mid and late
    war as far as they have not joined the pile.
    """
    pile = float(in_pile)
    discards = float(discarded)
    # Chances that the card is in the pile, starting there or among the discards.
    first, second = 1.0, 0.0
    worths = [0.0, 0.0]
    lasting = 1.0
    while turn < LAST_TURN:
        turn += 1
        lasting *= LASTING
        if turn == FIRST_MID_TURN:
            pile += mid
        if turn == FIRST_LATE_TURN:
            pile += late
        dealt = DEALT_EARLY if turn < FIRST_MID_TURN else DEALT_LATER
        if pile <= dealt:
            # All of the pile is dealt; the rest comes out of the reshuffled discards.
            rest = (dealt - pile) / discards if discards else 0.0
            chances = (first + (1 - first) * rest, second + (1 - second) * rest)
            pile, discards = pile + discards - dealt, 0.0
            first, second = 1.0 - chances[0], 1.0 - chances[1]
        else:
            drawn = dealt / pile
            chances = (first * drawn, second * drawn)
            pile -= dealt
            first, second = first - chances[0], second - chances[1]
        discards += 0.8 * dealt
        worths[0] += lasting * chances[0]
        worths[1] += lasting * chances[1]
    return worths[0], worths[1]
