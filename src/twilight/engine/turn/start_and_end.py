"""The beginning and the end of a turn: deal, setup, checks, new decks (R3-R5, R21)."""

from functools import lru_cache
from typing import Final

from twilight.engine.board import (
    BIT,
    NUMBER_OF_COUNTRIES,
    STARTING_INFLUENCE,
    Mask,
    countries_in,
)
from twilight.engine.cards import (
    ALL_CARDS,
    PERIOD,
    SET,
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
    learn_no_scoring_cards,
    note,
    reshuffle,
    reshuffle_emptied_pile,
    scoring_cards_in,
    show_hand,
    show_scoring_flags,
)
from twilight.engine.decision import Change, Decision, Flow
from twilight.engine.effects import TURN_EFFECTS
from twilight.engine.ids import CANADA, DECLINE, THE_CHINA_CARD
from twilight.engine.journal import Award, FactKind
from twilight.engine.operations.space import EAGLE_HAS_LANDED, has_ability
from twilight.engine.rules import Rules
from twilight.engine.scoring import final_scoring, shuttle_targets
from twilight.engine.state import State
from twilight.engine.turn.rounds import keeps_from_holding
from twilight.engine.types import (
    ASIA,
    CHANCE,
    EARLY,
    LATE,
    MID,
    MIDDLE_EAST,
    NOBODY,
    SIDES,
    US,
    USSR,
    Actor,
    GameOver,
    Kind,
    Period,
    Reason,
    Segment,
    enemy_of,
)
from twilight.engine.variants import civil_war, late_war
from twilight.engine.variants.crises import Share, setup_shares
from twilight.engine.variants.handicap import SETUP_REGION, agreed_handicap, place_handicap

FIRST_MID_TURN: Final = 4
FIRST_LATE_TURN: Final = 8
LAST_TURN: Final = 10


def period_of(turn: int) -> Period:
    """Name the period of a turn."""
    if turn >= FIRST_LATE_TURN:
        return LATE
    return MID if turn >= FIRST_MID_TURN else EARLY


def hand_size(turn: int) -> int:
    """Return up to how many cards a hand is filled (R5.1)."""
    return 8 if turn < FIRST_MID_TURN else 9


def is_late_war(state: State) -> bool:
    """Tell whether the Late War has begun."""
    return state.turn >= FIRST_LATE_TURN


# The start


def deck_of(rules: Rules, period: Period) -> Pile:
    """List the cards of a period that are in the game; The China Card is in no deck."""
    sets = sets_in_game(rules)
    return tuple(
        card
        for card in ALL_CARDS
        if PERIOD[card] == period and SET[card] in sets and card != THE_CHINA_CARD
    )


def sets_in_game(rules: Rules) -> tuple[str, ...]:
    """Name the sets of cards that are shuffled; those of Turn Zero come through a crisis only."""
    chosen = {
        "standard": True,
        "optional": rules.optional_cards,
        "promo_1": rules.promo_1,
        "promo_2": rules.promo_2,
    }
    return tuple(name for name, is_in_game in chosen.items() if is_in_game)


def new_state(rules: Rules) -> State:
    """Set up the table before anything is decided (R3)."""
    return _laid_out(rules).copy()


@lru_cache(maxsize=64)
def _laid_out(rules: Rules) -> State:
    state = State(rules)
    state.segment = Segment.BIDDING
    state.draw_pile = deck_of(rules, EARLY)
    state.mid_deck = deck_of(rules, MID)
    state.late_deck = deck_of(rules, LATE)
    state.handicap = agreed_handicap(rules)
    if late_war.is_played(rules):
        late_war.lay_out(state)
        return state
    if not civil_war.is_played(rules):
        state.china_holder = USSR
    _place_starting_influence(state)
    return state


def _place_starting_influence(state: State) -> None:
    style = state.rules.starting_influence
    if style == "none":
        return
    for side in SIDES:
        for country in range(NUMBER_OF_COUNTRIES):
            if STARTING_INFLUENCE[side][country]:
                state.set_influence(side, country, STARTING_INFLUENCE[side][country])
    if style == "manual":
        state.set_influence(US, CANADA, 1)


def setup(state: State) -> Flow[None]:
    """Let the USSR, then the US, then the side with a handicap place influence (R3.7-R3.8)."""
    usual = (state.rules.free_influence_ussr, state.rules.free_influence_us)
    for side in SIDES:
        shares = [Share(usual[side], SETUP_REGION[side]), *setup_shares(state, side)]
        note(state, FactKind.SETUP, side, -1, (sum(share.markers for share in shares),))
        for share in shares:
            yield from _place_share(state, side, share)
    yield from place_handicap(state)
    state.segment = Segment.HEADLINE


def _place_share(state: State, side: Actor, share: Share) -> Flow[None]:
    placed = [0] * NUMBER_OF_COUNTRIES
    among = share.among
    changes: tuple[Change, ...] = ()
    for number in range(share.markers):
        left = share.markers - number
        options = countries_in(among)
        country = yield Decision(side, Kind.SETUP_INFLUENCE, options, left=left, changes=changes)
        change_influence(state, side, country, 1)
        changes += ((side, country, 1),)
        placed[country] += 1
        if placed[country] == share.most_each:
            among &= ~BIT[country]


# The deal


def deal(state: State) -> Flow[None]:
    """Begin a turn and fill both hands, card by card, the USSR first (R4.2, R5)."""
    note(state, FactKind.TURN, NOBODY, -1, (state.turn,))
    if state.turn > late_war.first_turn(state.rules):
        _improve_defcon_at(state, "turn_start")
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
            reshuffle_emptied_pile(state)
        side = 1 - side
    state.segment = Segment.SETUP if state.turn == 1 else Segment.HEADLINE


def _improve_defcon_at(state: State, moment: str) -> None:
    """Improve DEFCON for the turn, at the moment that the rules name (R14.6)."""
    if state.rules.defcon_improve == moment:
        improve_defcon(state)


# The end


def end_turn(state: State) -> Flow[None]:
    """Check, clean up, and go on to the next turn or the final scoring (R4.2, R4.3)."""
    state.phasing = NOBODY
    note(state, FactKind.CLEANUP, NOBODY, -1, (state.turn,))
    yield from _discard_held_cards(state, "before_checks")
    if state.rules.end_turn_check_order == "milops_first":
        check_military(state)
        check_held_cards(state)
    else:
        check_held_cards(state)
        check_military(state)
    state.military = [0, 0]
    yield from _discard_held_cards(state, "after_checks")
    state.china_face_up = True
    for effect in TURN_EFFECTS:
        end_effect(state, effect)
    state.attempts = [0, 0]
    _improve_defcon_at(state, "turn_end")
    if state.turn == LAST_TURN:
        ignored = yield from _final_shuttle(state)
        final_scoring(state, ignored)
    _go_to_next_turn(state)


def check_military(state: State) -> None:
    """Award what the sides fall short of the required military operations (R15.4)."""
    short = [missing_military(state, side) for side in SIDES]
    if short[USSR] != short[US]:
        award_difference(state, short[US], short[USSR], Award.MILITARY_OPERATIONS)


def missing_military(state: State, side: Actor) -> int:
    """Return how many military operations a side lacks of what DEFCON demands."""
    return max(0, state.defcon - state.military[side])


def check_held_cards(state: State) -> None:
    """Show held cards where that is played, and end the game for a held scoring card (R21)."""
    reveal = state.rules.reveal_held_cards
    for side in SIDES:
        if reveal == "all":
            show_hand(state, side)
        elif reveal == "scoring_flag":
            show_scoring_flags(state, side)
    if keeps_from_holding(state):
        return
    holders = [side for side in SIDES if scoring_cards_in(state.hands[side])]
    if not holders:
        # Both sides now know of the other that no scoring card was kept.
        for side in SIDES:
            learn_no_scoring_cards(state, side)
        return
    # The end of the game shows who holds one.
    state.reveals += 1
    if len(holders) == 1:
        raise GameOver(enemy_of(holders[0]), Reason.HELD_SCORING_CARD)
    ussr_loses = state.rules.both_hold_scoring == "ussr_loses"
    raise GameOver(US if ussr_loses else NOBODY, Reason.HELD_SCORING_CARD)


def _discard_held_cards(state: State, moment: str) -> Flow[None]:
    """Let a side with that ability discard a card, at the moment that the rules name (R13.7)."""
    if state.rules.eagle_bear_discard != moment:
        return
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
