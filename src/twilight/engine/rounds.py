"""Action rounds: which card may be played, traps and duties, the end of a round (R7, R20)."""

from twilight.engine.board import countries_in
from twilight.engine.cards import SCORING, Pile
from twilight.engine.changes import (
    award_points,
    change_influence,
    discard_from_hand,
    end_effect,
    hidden_from,
    learn,
    leave_hand,
    note,
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
    SPACE,
    THE_CHINA_CARD,
    UN_INTERVENTION,
    Action,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations import card_value, offer_crisis_payment
from twilight.engine.play import play_china_card, usable_modes, use_card
from twilight.engine.space import SPACE_STATION, has_ability
from twilight.engine.state import State
from twilight.engine.types import US, USSR, Actor, Kind, Segment, enemy_of
from twilight.engine.vocabulary import worth_at_least

LAST_EARLY_TURN = 3
EIGHTH_ROUND = 8


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


def must_score(state: State, side: Actor) -> bool:
    """Tell whether a side has no round to spare for anything but its scoring cards."""
    held = len(scoring_cards_in(state.hands[side]))
    return held > 0 and held >= rounds_left(state, side)


def owes_missile_envy(state: State, side: Actor) -> bool:
    """Tell whether a side must play Missile Envy next."""
    return state.effects[Effect.MISSILE_ENVY_OWED_BY_USSR + side] != 0


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
    state.reach = state.presence[:]
    state.norad_due = False
    note(state, FactKind.ROUND, state.phasing, -1, (state.round,))


def _take_round(state: State, player: Actor) -> Flow[None]:
    if state.effects[Effect.BEAR_TRAP + player]:
        yield from _trapped_round(state, player)
        return
    card, mode = yield from _choose_play(state, player, playable_cards(state, player))
    yield from _carry_out(state, player, card, mode)


def playable_cards(state: State, player: Actor) -> tuple[Action, ...]:
    """List the cards that a player may play in this round, with PASS where that is allowed."""
    hand = state.hands[player]
    pressed = must_score(state, player)
    if pressed and (state.rules.held_scoring_card == "prevent" or owes_missile_envy(state, player)):
        return scoring_cards_in(hand)
    if owes_missile_envy(state, player):
        options: tuple[Action, ...] = (MISSILE_ENVY,)
    else:
        options = hand
        if (
            state.china_holder == player
            and state.china_face_up
            and not (pressed and state.rules.china_blocked_by_scoring)
        ):
            options = tuple(sorted((*hand, THE_CHINA_CARD)))
    if not hand or may_skip_round(state, player):
        options = (*options, PASS)
    return options


def may_skip_round(state: State, player: Actor) -> bool:
    """Tell whether a player may take no card in this round although he has some (R7.4)."""
    if state.round < EIGHTH_ROUND:
        return False
    prevents = state.rules.held_scoring_card == "prevent"
    return not (prevents and scoring_cards_in(state.hands[player]))


def _choose_play(
    state: State, player: Actor, options: tuple[Action, ...]
) -> "Flow[tuple[Card, Action]]":
    # The enemy sees the card only together with its use.
    card = yield Decision(player, Kind.ROUND_CARD, options, enemy_of(player))
    if card == PASS:
        return NO_CARD, PASS
    state.chosen[player] = card
    modes = usable_modes(state, player, card)
    if card == MISSILE_ENVY and owes_missile_envy(state, player):
        barred = (EVENT,) if state.rules.event_ops_space else (EVENT, SPACE)
        modes = tuple(mode for mode in modes if mode not in barred) or (PASS,)
    mode = yield Decision(player, Kind.PLAY_MODE, modes)
    state.chosen[player] = NO_CARD
    return card, mode


def _carry_out(state: State, player: Actor, card: Card, mode: Action) -> Flow[None]:
    if card == NO_CARD:
        note(state, FactKind.ROUND_PASSED, player)
        _pay_we_will_bury_you(state, player)
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


def _pay_we_will_bury_you(state: State, player: Actor) -> None:
    if player == US and state.effects[Effect.WE_WILL_BURY_YOU]:
        state.effects[Effect.WE_WILL_BURY_YOU] = 0
        award_points(state, USSR, 3)


# Quagmire and Bear Trap


def trap_discards(state: State, player: Actor) -> Pile:
    """List the cards that a trapped player may discard to roll for his way out (R20.5)."""
    cards = worth_at_least(state, player, 2)
    if owes_missile_envy(state, player) and MISSILE_ENVY in cards:
        return (MISSILE_ENVY,)
    return cards


def _trapped_round(state: State, player: Actor) -> Flow[None]:
    scoring = scoring_cards_in(state.hands[player])
    discards = () if must_score(state, player) else trap_discards(state, player)
    skip = (PASS,) if _may_skip_trapped_round(state, player) else ()
    if scoring and not discards:
        card, mode = yield from _choose_play(state, player, (*scoring, *skip))
        yield from _carry_out(state, player, card, mode)
        return
    card = yield Decision(player, Kind.TRAP_DISCARD, (*discards, *skip) or (PASS,))
    _pay_we_will_bury_you(state, player)
    if card == PASS:
        note(state, FactKind.ROUND_PASSED, player)
        if not skip:
            _learn_nothing_to_discard(state, player)
        return
    discard_from_hand(state, player, card)
    die = (yield DIE_DECISION) - DIE
    note(state, FactKind.TRAP_ROLL, player, QUAGMIRE if player == US else BEAR_TRAP, (die,))
    if die <= 4:
        end_effect(state, Effect.BEAR_TRAP + player)


def _may_skip_trapped_round(state: State, player: Actor) -> bool:
    return state.rules.eighth_round == "optional_round" and may_skip_round(state, player)


def _learn_nothing_to_discard(state: State, player: Actor) -> None:
    """Let the enemy learn that the hand holds only cards of value 1."""
    observer = enemy_of(player)
    small = tuple(
        card
        for card in hidden_from(state, observer)
        if not SCORING[card] and card_value(state, player, card) < 2
    )
    learn(state, observer, small)


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
    return USSR


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
