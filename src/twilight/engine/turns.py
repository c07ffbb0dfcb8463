"""The beginning and the end of a turn: deal, setup, checks, new decks (R3-R5, R21)."""

from typing import Final

from twilight.engine.board import (
    BIT,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    STARTING_INFLUENCE,
    Mask,
    countries_in,
)
from twilight.engine.cards import (
    OPTIONAL,
    PERIOD,
    SCORING_CARDS,
    STANDARD_CARDS,
    Pile,
    with_card,
    without_card,
)
from twilight.engine.changes import (
    add_deck,
    award_difference,
    change_influence,
    discard_from_hand,
    end_effect,
    improve_defcon,
    learn_absent,
    note,
    reshuffle,
    scoring_cards_in,
    show_hand,
)
from twilight.engine.decision import Decision, Flow
from twilight.engine.effects import TURN_EFFECTS
from twilight.engine.ids import CANADA, DECLINE, DONE, THE_CHINA_CARD
from twilight.engine.journal import FactKind
from twilight.engine.rules import Rules
from twilight.engine.scoring import final_scoring, shuttle_targets
from twilight.engine.space import EAGLE_HAS_LANDED, has_ability
from twilight.engine.state import State
from twilight.engine.types import (
    ASIA,
    CHANCE,
    EARLY,
    EASTERN_EUROPE,
    LATE,
    MID,
    MIDDLE_EAST,
    NOBODY,
    SIDES,
    US,
    USSR,
    WESTERN_EUROPE,
    Actor,
    GameOver,
    Kind,
    Period,
    Reason,
    Segment,
    enemy_of,
)

FIRST_MID_TURN: Final = 4
FIRST_LATE_TURN: Final = 8
LAST_TURN: Final = 10
_SETUP_REGION: Final = (REGION_MASKS[EASTERN_EUROPE], REGION_MASKS[WESTERN_EUROPE])


def hand_size(turn: int) -> int:
    """Return up to how many cards a hand is filled (R5.1)."""
    return 8 if turn < FIRST_MID_TURN else 9


def is_late_war(state: State) -> bool:
    """Tell whether the Late War has begun."""
    return state.turn >= FIRST_LATE_TURN


# The start


def deck_of(rules: Rules, period: Period) -> Pile:
    """List the cards of a period that are in the game; The China Card is in no deck."""
    return tuple(
        card
        for card in STANDARD_CARDS
        if PERIOD[card] == period
        and card != THE_CHINA_CARD
        and (rules.optional_cards or not OPTIONAL[card])
    )


def new_state(rules: Rules) -> State:
    """Set up the table before the first deal (R3)."""
    state = State(rules)
    state.draw_pile = deck_of(rules, EARLY)
    state.mid_deck = deck_of(rules, MID)
    state.late_deck = deck_of(rules, LATE)
    if not rules.chinese_civil_war:
        state.china_holder = USSR
    if rules.starting_influence != "none":
        for side in SIDES:
            for country in range(NUMBER_OF_COUNTRIES):
                if STARTING_INFLUENCE[side][country]:
                    state.set_influence(side, country, STARTING_INFLUENCE[side][country])
    if rules.starting_influence == "manual":
        state.set_influence(US, CANADA, 1)
    return state


def setup(state: State) -> Flow[None]:
    """Let the USSR, then the US, then the side with a handicap place influence (R3.7-R3.8)."""
    rules = state.rules
    for side, markers in zip(
        SIDES, (rules.free_influence_ussr, rules.free_influence_us), strict=True
    ):
        note(state, FactKind.SETUP, side, -1, (markers,))
        options = countries_in(_SETUP_REGION[side])
        for _ in range(markers):
            country = yield Decision(side, Kind.SETUP_INFLUENCE, options)
            change_influence(state, side, country, 1)
    if rules.handicap_side != "none":
        side = US if rules.handicap_side == "us" else USSR
        yield from place_handicap(state, side, rules.handicap_amount)
    state.segment = Segment.HEADLINE


def place_handicap(state: State, side: Actor, markers: int) -> Flow[None]:
    """Place the extra influence of one side (V2.1-V2.4)."""
    for _ in range(markers):
        options = countries_in(handicap_countries(state, side))
        if not state.rules.handicap_full:
            options = (*options, DONE)
        if not options:
            return
        country = yield Decision(side, Kind.HANDICAP_INFLUENCE, options)
        if country == DONE:
            return
        change_influence(state, side, country, 1)


def handicap_countries(state: State, side: Actor) -> Mask:
    """Join the countries that may take a marker of the handicap."""
    eligible = state.presence[side]
    if state.rules.handicap_target == "setup_eligible":
        eligible = _SETUP_REGION[side]
        for country in range(NUMBER_OF_COUNTRIES):
            if STARTING_INFLUENCE[side][country]:
                eligible |= BIT[country]
    if state.rules.handicap_cap == "stability_plus_2":
        for country in countries_in(eligible):
            if state.influence[side][country] >= state.stability[country] + 2:
                eligible &= ~BIT[country]
    return eligible


# The deal


def deal(state: State) -> Flow[None]:
    """Begin a turn and fill both hands, card by card, the USSR first (R4.2, R5)."""
    note(state, FactKind.TURN, NOBODY, -1, (state.turn,))
    if state.turn > 1 and state.rules.defcon_improve == "turn_start":
        improve_defcon(state)
    size = hand_size(state.turn)
    hands = state.hands
    side = USSR
    while len(hands[USSR]) < size or len(hands[US]) < size:
        if len(hands[side]) < size:
            if not state.draw_pile:
                if not state.discard_pile:
                    break
                reshuffle(state)
            pile = state.draw_pile
            card = yield Decision(CHANCE, Kind.DRAW, pile, 1 - side)
            state.draw_pile = without_card(pile, card)
            hands[side] = with_card(hands[side], card)
            note(state, FactKind.DRAW, side, card, (), 1 - side)
        side = 1 - side
    state.segment = Segment.SETUP if state.turn == 1 else Segment.HEADLINE


# The end


def end_turn(state: State) -> Flow[None]:
    """Check, clean up, and go on to the next turn or the final scoring (R4.2, R4.3)."""
    rules = state.rules
    state.phasing = NOBODY
    note(state, FactKind.CLEANUP, NOBODY, -1, (state.turn,))
    if rules.eagle_bear_discard == "before_checks":
        yield from _discard_held_cards(state)
    if rules.end_turn_check_order == "milops_first":
        check_military(state)
        check_held_cards(state)
    else:
        check_held_cards(state)
        check_military(state)
    state.military = [0, 0]
    if rules.eagle_bear_discard == "after_checks":
        yield from _discard_held_cards(state)
    state.china_face_up = True
    for effect in TURN_EFFECTS:
        end_effect(state, effect)
    state.attempts = [0, 0]
    if rules.defcon_improve == "turn_end":
        improve_defcon(state)
    if state.turn == LAST_TURN:
        ignored = yield from _final_shuttle(state)
        final_scoring(state, ignored)
    _go_to_next_turn(state)


def check_military(state: State) -> None:
    """Award what the sides fall short of the required military operations (R15.4)."""
    short = [max(0, state.defcon - state.military[side]) for side in SIDES]
    if short[USSR] != short[US]:
        award_difference(state, short[US], short[USSR])


def check_held_cards(state: State) -> None:
    """Show held cards where that is played, and end the game for a held scoring card (R21)."""
    if state.rules.reveal_held_cards == "all":
        for side in SIDES:
            show_hand(state, side)
    holders = [side for side in SIDES if scoring_cards_in(state.hands[side])]
    if state.rules.reveal_held_cards == "scoring_flag":
        for side in SIDES:
            held = (len(state.hands[side]), len(scoring_cards_in(state.hands[side])))
            note(state, FactKind.HELD, side, -1, held)
    if state.rules.held_scoring_card == "prevent":
        return
    if not holders:
        # Both sides now know of the other that no scoring card was kept.
        for side in SIDES:
            learn_absent(state, side, SCORING_CARDS)
        return
    if len(holders) == 1:
        raise GameOver(enemy_of(holders[0]), Reason.HELD_SCORING_CARD)
    ussr_loses = state.rules.both_hold_scoring == "ussr_loses"
    raise GameOver(US if ussr_loses else NOBODY, Reason.HELD_SCORING_CARD)


def _discard_held_cards(state: State) -> Flow[None]:
    for side in SIDES:
        if has_ability(state, side, EAGLE_HAS_LANDED) and state.hands[side]:
            card = yield Decision(side, Kind.HELD_DISCARD, (*state.hands[side], DECLINE))
            if card != DECLINE:
                discard_from_hand(state, side, card)


def _final_shuttle(state: State) -> Flow[Mask]:
    if not state.rules.shuttle_in_final:
        return 0
    targets = shuttle_targets(state, ASIA) | shuttle_targets(state, MIDDLE_EAST)
    if not targets:
        return 0
    country = yield Decision(US, Kind.COUNTRY, countries_in(targets))
    return BIT[country]


def _go_to_next_turn(state: State) -> None:
    state.turn += 1
    state.round = 0
    state.segment = Segment.DEAL
    if state.turn == FIRST_MID_TURN:
        add_deck(state, state.mid_deck, MID)
        state.mid_deck = ()
    elif state.turn == FIRST_LATE_TURN:
        add_deck(state, state.late_deck, LATE)
        state.late_deck = ()
