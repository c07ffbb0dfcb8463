"""Action rounds: which card may be played, traps and duties, the end of a round (R7, R20)."""

from typing import Final

from twilight.engine.board import countries_in
from twilight.engine.cards import SCORING, Pile, with_card
from twilight.engine.changes import (
    award_points,
    change_influence,
    discard_from_hand,
    end_effect,
    hidden_from,
    learn,
    learn_no_scoring_cards,
    leave_hand,
    note,
    number_of_scoring_cards,
    put_on_table,
    scoring_cards_in,
)
from twilight.engine.decision import DIE_DECISION, Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    BEAR_TRAP,
    CANADA,
    DECLINE,
    DIE,
    EVENT,
    MISSILE_ENVY,
    NO_CARD,
    PASS,
    QUAGMIRE,
    THE_CHINA_CARD,
    UN_INTERVENTION,
    WE_WILL_BURY_YOU,
    Action,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.conducting import kinds_on_demand
from twilight.engine.operations.coups import offer_crisis_payment
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import SPACE_STATION, has_ability
from twilight.engine.state import State
from twilight.engine.turn.play import ask_mode, play_china_card, usable_modes, use_card
from twilight.engine.types import US, USSR, Actor, Kind, Segment, enemy_of
from twilight.engine.variants.crises import us_acts_first
from twilight.engine.vocabulary import worth_at_least

LAST_EARLY_TURN: Final = 3
EIGHTH_ROUND: Final = 8
# Read in every round: plain numbers are faster than members of the enumeration.
_MISSILE_ENVY_OWED: Final = int(Effect.MISSILE_ENVY_OWED_BY_USSR)
_TRAP: Final = int(Effect.BEAR_TRAP)


def regular_rounds(turn: int) -> int:
    """Return how many rounds each side has in a turn."""
    return 6 if turn <= LAST_EARLY_TURN else 7


def has_eighth_round(state: State, side: Actor) -> bool:
    """Tell whether a side may take an eighth round this turn (R7.4)."""
    return has_ability(state, side, SPACE_STATION) or (
        side == US and state.effects[Effect.NORTH_SEA_OIL_ROUND] != 0
    )


def rounds_left(state: State, side: Actor) -> int:
    """Count the rounds of a side from now on, its current or next one included."""
    if state.round == EIGHTH_ROUND:
        return 1
    return regular_rounds(state.turn) - state.round + 1 + int(has_eighth_round(state, side))


def rounds_to_play(state: State, side: Actor) -> int:
    """Count the rounds that a side still has this turn, the one that it is in included."""
    if state.segment is Segment.TURN_END:
        return 0
    if state.segment is not Segment.ACTION_ROUND:
        return regular_rounds(state.turn) + int(has_eighth_round(state, side))
    if state.phasing == side:
        return rounds_left(state, side)
    is_first = side == first_side(state)
    if state.round == EIGHTH_ROUND:
        return int(not is_first and has_eighth_round(state, side))
    return rounds_left(state, side) - int(is_first)


def must_score(state: State, side: Actor) -> bool:
    """Tell whether a side has no round to spare for anything but its scoring cards."""
    held = number_of_scoring_cards(state.hands[side])
    return held > 0 and held >= rounds_left(state, side)


def owes_missile_envy(state: State, side: Actor) -> bool:
    """Tell whether a side must play Missile Envy next."""
    return state.effects[_MISSILE_ENVY_OWED + side] != 0


def keeps_from_holding(state: State) -> bool:
    """Tell whether a side is kept from holding a scoring card instead of losing by it (R20.3)."""
    return state.rules.held_scoring_card == "prevent"


def may_leave_out_round(state: State) -> bool:
    """Tell whether this is an eighth round that need not take place at all (R7.4)."""
    return state.round == EIGHTH_ROUND and state.rules.eighth_round == "optional_round"


def is_bound(state: State, side: Actor) -> bool:
    """Tell whether an event binds what a side does in its next round (R7.7)."""
    return (
        state.effects[_TRAP + side] != 0
        or owes_missile_envy(state, side)
        or (side == USSR and state.effects[Effect.KREMLIN_FLU] != 0)
    )


def action_round(state: State) -> Flow[None]:
    """Play one action round of the phasing player."""
    player = state.phasing
    begin_round(state)
    yield from offer_crisis_payment(state, player)
    yield from _take_round(state, player)
    yield from _offer_norad(state)
    go_to_next_round(state)


def begin_round(state: State) -> None:
    """Take the placement snapshot and note the round (R7.6)."""
    state.reach = state.presence
    state.norad_due = False
    state.bought = state.realigned = 0
    note(state, FactKind.ROUND, state.phasing, -1, (state.round,))


def _take_round(state: State, player: Actor) -> Flow[None]:
    if player == USSR and state.effects[Effect.KREMLIN_FLU]:
        yield from _round_with_flu(state, player)
    elif state.effects[_TRAP + player]:
        yield from _trapped_round(state, player)
    else:
        card, mode = yield from _choose_play(state, player, playable_cards(state, player))
        yield from _carry_out(state, player, card, mode)


def playable_cards(state: State, player: Actor) -> tuple[Action, ...]:
    """List the cards that a player may play in this round, with PASS where that is allowed."""
    hand = state.hands[player]
    skip = (PASS,) if not hand or may_skip_round(state, player) else ()
    pressed = must_score(state, player)
    if pressed and (keeps_from_holding(state) or owes_missile_envy(state, player)):
        return scoring_cards_in(hand) + skip
    if owes_missile_envy(state, player):
        return (MISSILE_ENVY, *skip)
    if (
        state.china_holder == player
        and state.china_face_up
        and not (pressed and state.rules.china_blocked_by_scoring)
    ):
        return with_card(hand, THE_CHINA_CARD) + skip
    return hand + skip


def may_skip_round(state: State, player: Actor) -> bool:
    """Tell whether a player may take no card in an eighth round although there are some (R7.4)."""
    if state.round < EIGHTH_ROUND:
        return False
    if keeps_from_holding(state) and scoring_cards_in(state.hands[player]):
        return False
    return may_leave_out_round(state) or not is_bound(state, player)


def modes_in_round(state: State, player: Actor, card: Card) -> tuple[Action, ...]:
    """List the ways in which a player may use a card that is its play of a round, sorted."""
    modes = usable_modes(state, player, card)
    if card == MISSILE_ENVY and owes_missile_envy(state, player):
        demanded = kinds_on_demand(state, modes, card_is_played=True)
        return tuple(mode for mode in demanded if mode != EVENT) or (PASS,)
    return modes


def _choose_play(
    state: State, player: Actor, options: tuple[Action, ...]
) -> "Flow[tuple[Card, Action]]":
    # The enemy sees the card only together with its use.
    card = yield Decision(player, Kind.ROUND_CARD, options, enemy_of(player))
    if card == PASS:
        return NO_CARD, PASS
    state.chosen[player] = card
    mode = yield ask_mode(state, player, card, modes_in_round(state, player, card))
    state.chosen[player] = NO_CARD
    return card, mode


def _carry_out(state: State, player: Actor, card: Card, mode: Action) -> Flow[None]:
    if card == NO_CARD:
        _pass_round(state, player)
        return
    note(state, FactKind.CARD_PLAYED, player, card)
    if card != UN_INTERVENTION or mode != EVENT:
        _pay_we_will_bury_you(state, player)
    elif player == US:
        end_effect(state, Effect.WE_WILL_BURY_YOU)
    if card == THE_CHINA_CARD:
        yield from play_china_card(state, player, mode)
        return
    leave_hand(state, player, card)
    put_on_table(state, card)
    yield from use_card(state, player, card, mode)


def _pass_round(state: State, player: Actor) -> None:
    note(state, FactKind.ROUND_PASSED, player)
    if not may_leave_out_round(state):
        _pay_we_will_bury_you(state, player)


def _pay_we_will_bury_you(state: State, player: Actor) -> None:
    if player == US and state.effects[Effect.WE_WILL_BURY_YOU]:
        end_effect(state, Effect.WE_WILL_BURY_YOU)
        award_points(state, USSR, 3, card=WE_WILL_BURY_YOU)


# Quagmire and Bear Trap


def trap_discards(state: State, player: Actor) -> Pile:
    """List the cards that a trapped player may discard to roll for a way out (R20.5)."""
    cards = worth_at_least(state, player, 2)
    if owes_missile_envy(state, player) and MISSILE_ENVY in cards:
        return (MISSILE_ENVY,)
    return cards


def _trapped_round(state: State, player: Actor) -> Flow[None]:
    """Let a trapped player discard and roll, play a scoring card, or lose the round (R20.5).

    It is one question, whatever the hand holds: its kind must not tell the enemy what that is.
    """
    scoring = scoring_cards_in(state.hands[player])
    pressed = must_score(state, player)
    discards = () if pressed else trap_discards(state, player)
    may_choose = state.rules.trapped_scoring_play == "allowed"
    cards = tuple(sorted((*discards, *scoring))) if may_choose or not discards else discards
    may_skip = may_skip_round(state, player)
    must_wait = not discards and not pressed and (may_choose or not scoring)
    skip = (PASS,) if may_skip or must_wait else ()
    card = yield Decision(player, Kind.TRAP_DISCARD, (*cards, *skip))
    if card == PASS:
        _pass_round(state, player)
        if not may_skip:
            _learn_nothing_to_discard(state, player, may_hold_scoring=may_choose)
        return
    if card in scoring:
        yield from _carry_out(state, player, card, EVENT)
        return
    _pay_we_will_bury_you(state, player)
    discard_from_hand(state, player, card)
    die = (yield DIE_DECISION) - DIE
    note(state, FactKind.TRAP_ROLL, player, QUAGMIRE if player == US else BEAR_TRAP, (die,))
    if die <= 4:
        end_effect(state, _TRAP + player)


def _learn_nothing_to_discard(state: State, player: Actor, *, may_hold_scoring: bool) -> None:
    """Let the enemy learn that no card of the hand is worth a discard."""
    observer = enemy_of(player)
    small = tuple(
        card
        for card in hidden_from(state, observer)
        if (may_hold_scoring if SCORING[card] else card_value(state, player, card) < 2)
    )
    learn(state, observer, small)


# Kremlin Flu


def _round_with_flu(state: State, player: Actor) -> Flow[None]:
    """Let the USSR play a scoring card or nothing at all."""
    scoring = scoring_cards_in(state.hands[player])
    skip = (PASS,) if not scoring or may_skip_round(state, player) else ()
    end_effect(state, Effect.KREMLIN_FLU)
    card, mode = yield from _choose_play(state, player, (*scoring, *skip))
    if not scoring:
        learn_no_scoring_cards(state, enemy_of(player))
    yield from _carry_out(state, player, card, mode)


# NORAD and the order of rounds


def _offer_norad(state: State) -> Flow[None]:
    if not (state.norad_due and state.effects[Effect.NORAD] and state.controls(US, CANADA)):
        return
    country = yield Decision(US, Kind.ADD_INFLUENCE, (*countries_in(state.presence[US]), DECLINE))
    if country != DECLINE:
        note(state, FactKind.NORAD, US, country)
        change_influence(state, US, country, 1)


def first_side(state: State) -> Actor:
    """Name the side that acts first in each round."""
    return US if us_acts_first(state) else USSR


def start_rounds(state: State) -> None:
    """Begin the first action round of the turn."""
    state.segment = Segment.ACTION_ROUND
    state.round = 1
    state.phasing = first_side(state)


def go_to_next_round(state: State) -> None:
    """Move on to the next side or round, or to the end of the turn."""
    first = first_side(state)
    second = enemy_of(first)
    if state.round < EIGHTH_ROUND:
        if state.phasing == first:
            state.phasing = second
            return
        if state.round < regular_rounds(state.turn):
            state.round += 1
            state.phasing = first
            return
    elif state.phasing == second:
        state.segment = Segment.TURN_END
        return
    # All regular rounds are over, or the first side has just had its eighth.
    sides = (first, second) if state.round < EIGHTH_ROUND else (second,)
    for side in sides:
        if has_eighth_round(state, side):
            state.round = EIGHTH_ROUND
            state.phasing = side
            return
    state.segment = Segment.TURN_END
