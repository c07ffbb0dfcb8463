"""Turn Zero: six crises before the first deal, each met with secret statecraft (V3)."""

from collections.abc import Callable
from typing import Final

from twilight.engine.board import BIT, REGION_MASKS
from twilight.engine.cards import Pile, with_card, without_card
from twilight.engine.changes import (
    change_influence,
    note,
    pass_china_card,
    raise_influence_to,
    take_into_hand,
)
from twilight.engine.decision import DIE_DECISION, Decision, Flow
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    ARAB_ISRAELI_WAR,
    AUSTRIA,
    CRISIS_CHINESE_CIVIL_WAR,
    CRISIS_ISRAEL,
    CRISIS_UK_ELECTION,
    CRISIS_VE_DAY,
    CRISIS_VJ_DAY,
    CRISIS_YALTA_AND_POTSDAM,
    DIE,
    EAST_GERMANY,
    EUROPE_SCORING,
    EUROPE_SCORING_ALLIED_BERLIN,
    FORMOSAN_RESOLUTION,
    ISRAEL,
    JAPAN,
    JORDAN,
    KOREAN_WAR,
    LEBANON,
    MARSHALL_PLAN,
    NATIONALIST_CHINA,
    NO_CARD,
    PASS,
    SOCIALIST_GOVERNMENTS,
    SOUTH_KOREA,
    STATECRAFT_CANCEL,
    STATECRAFT_DUMMY,
    STATECRAFT_MAJOR,
    STATECRAFT_MINOR,
    STATECRAFT_SECOND_MINOR,
    SYRIA,
    TAIWAN,
    UK,
    US_JAPAN_MUTUAL_DEFENSE_PACT,
    USSURI_RIVER_SKIRMISH,
    VIETNAM_REVOLTS,
    WEST_GERMANY,
    Action,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.scoring import award_region
from twilight.engine.state import NO_CRISES, State
from twilight.engine.types import (
    ASIA,
    CHANCE,
    EUROPE,
    NOBODY,
    SIDES,
    US,
    USSR,
    Actor,
    Kind,
    Segment,
    enemy_of,
)
from twilight.engine.variants import civil_war
from twilight.engine.variants.crises import FIRST_PILE, SECOND_PILE, total_of
from twilight.engine.vocabulary import add_influence, choose_card_or_decline

ALL_STATECRAFT: Final[Pile] = (
    STATECRAFT_MINOR,
    STATECRAFT_SECOND_MINOR,
    STATECRAFT_MAJOR,
    STATECRAFT_CANCEL,
    STATECRAFT_DUMMY,
)
# The cards that a crisis puts in place of others: the set `turn_zero`.
REPLACEMENTS: Final = {
    EUROPE_SCORING: EUROPE_SCORING_ALLIED_BERLIN,
    FORMOSAN_RESOLUTION: NATIONALIST_CHINA,
}
STRENGTH: Final = {STATECRAFT_MINOR: 1, STATECRAFT_SECOND_MINOR: 1, STATECRAFT_MAJOR: 2}


def turn_zero(state: State) -> Flow[None]:
    """Hand out the statecraft cards, resolve the next crisis, or go on to the deal."""
    if not state.rules.turn_zero:
        state.segment = Segment.DEAL
    elif not statecraft_is_out(state):
        yield from _hand_out_statecraft(state)
    elif open_crises(state):
        yield from _meet_crisis(state)
    else:
        # A segment of its own: the decks that the last crisis has changed lie in its base.
        yield from _take_promised_card(state)
        state.statecraft = ((), ())
        state.segment = Segment.DEAL


# Statecraft


def statecraft_is_out(state: State) -> bool:
    """Tell whether the statecraft cards have been handed out and crises are being met."""
    if state.segment != Segment.TURN_ZERO:
        return False
    return state.crises != NO_CRISES or state.statecraft != ((), ())


def _hand_out_statecraft(state: State) -> Flow[None]:
    """Give both sides their five cards; with the civil war box each loses one unseen (V3.10)."""
    hands = [ALL_STATECRAFT, ALL_STATECRAFT]
    if civil_war.is_played(state.rules):
        for side in SIDES:
            card = yield Decision(CHANCE, Kind.LOT, ALL_STATECRAFT, enemy_of(side))
            note(state, FactKind.STATECRAFT_LOST, side, card, (), enemy_of(side))
            hands[side] = without_card(ALL_STATECRAFT, card)
            state.chosen[side] = card
        state.chosen = [NO_CARD, NO_CARD]
    state.statecraft = (hands[USSR], hands[US])


def possible_statecraft(state: State, side: Actor) -> list[Pile]:
    """List the statecraft cards that a side may have left, as far as the enemy can tell."""
    shown = state.statecraft_shown[side]
    left = tuple(card for card in ALL_STATECRAFT if card == STATECRAFT_DUMMY or card not in shown)
    if not civil_war.is_played(state.rules):
        return [left]
    return [without_card(left, card) for card in left if card not in shown]


def _choose_statecraft(state: State) -> Flow[None]:
    """Let both sides choose a card in secret; who has none left chooses none (V3.6)."""
    for side in SIDES:
        options = state.statecraft[side] or (PASS,)
        state.chosen[side] = yield Decision(side, Kind.STATECRAFT, options, enemy_of(side))


def statecraft_shift(side: Actor, card: Action) -> int:
    """Return what a statecraft card of a side adds to the die (V3.5)."""
    strength = STRENGTH.get(card, 0)
    return strength if side == US else -strength


def _reveal_statecraft(state: State) -> int:
    """Show both cards, put the spent ones away, and return what they add to the die (V3.5)."""
    modifiers = [0, 0]
    for side in SIDES:
        if state.chosen[enemy_of(side)] != STATECRAFT_CANCEL:
            modifiers[side] = statecraft_shift(side, state.chosen[side])
    left = list(state.statecraft)
    shown = list(state.statecraft_shown)
    for side in SIDES:
        card = state.chosen[side]
        state.chosen[side] = NO_CARD
        if card == PASS:
            continue
        note(state, FactKind.STATECRAFT, side, card, (modifiers[side],))
        if card != STATECRAFT_DUMMY:
            left[side] = without_card(left[side], card)
        if card not in shown[side]:
            shown[side] = with_card(shown[side], card)
    state.statecraft = (left[USSR], left[US])
    state.statecraft_shown = (shown[USSR], shown[US])
    state.reveals += 1
    return modifiers[USSR] + modifiers[US]


# Crises


def open_crises(state: State) -> tuple[Action, ...]:
    """List the crises of which the next one comes: the first pile, then the second (V3.3)."""
    for pile in (FIRST_PILE, SECOND_PILE):
        left = [crisis for crisis in pile if not total_of(state, crisis)]
        if civil_war.is_played(state.rules) and CRISIS_CHINESE_CIVIL_WAR in left:
            left.remove(CRISIS_CHINESE_CIVIL_WAR)
        if left:
            return tuple(left)
    return ()


def _meet_crisis(state: State) -> Flow[None]:
    """Reveal a crisis, let both sides answer it, and roll for its outcome (V3.4)."""
    crisis = yield Decision(CHANCE, Kind.LOT, open_crises(state))
    state.crisis = crisis
    note(state, FactKind.CRISIS, NOBODY, crisis)
    yield from _choose_statecraft(state)
    modifier = _reveal_statecraft(state)
    die = (yield DIE_DECISION) - DIE
    total = min(max(die + modifier, 1), 6)
    note(state, FactKind.CRISIS, NOBODY, crisis, (die, total))
    place = crisis - CRISIS_VE_DAY
    state.crises = (*state.crises[:place], total, *state.crises[place + 1 :])
    state.crisis = NO_CARD
    OUTCOMES[crisis](state, total)


def _ve_day(state: State, total: int) -> None:
    if total == 1:
        change_influence(state, USSR, WEST_GERMANY, 1)
        change_influence(state, USSR, AUSTRIA, 1)
    elif total == 6:
        change_influence(state, USSR, EAST_GERMANY, 2 - state.influence[USSR][EAST_GERMANY])
        raise_influence_to(state, US, EAST_GERMANY, 2)
        _replace_card(state, EUROPE_SCORING)


def _uk_election(state: State, total: int) -> None:
    if total == 1:
        change_influence(state, US, UK, -2)
    elif total == 6:
        _move_to_mid_war(state, SOCIALIST_GOVERNMENTS)


def _israel(state: State, total: int) -> None:
    if total <= 3:
        change_influence(state, USSR, SYRIA, 1)
    elif total == 6:
        for country in (ISRAEL, LEBANON, JORDAN):
            change_influence(state, US, country, 1)


def _vj_day(state: State, total: int) -> None:
    if total <= 3:
        change_influence(state, USSR, SOUTH_KOREA, 1)
    if total == 1:
        change_influence(state, USSR, JAPAN, 1)
        change_influence(state, USSR, SOUTH_KOREA, 1)
        _move_to_mid_war(state, US_JAPAN_MUTUAL_DEFENSE_PACT)
    elif total == 6:
        state.draw_pile = without_card(state.draw_pile, KOREAN_WAR)
        _remove_card(state, KOREAN_WAR)


def _chinese_civil_war(state: State, total: int) -> None:
    if total == 1:
        state.mid_deck = without_card(state.mid_deck, USSURI_RIVER_SKIRMISH)
        _remove_card(state, USSURI_RIVER_SKIRMISH)
    elif total >= 4:
        pass_china_card(state, USSR, face_up=False)
    if total == 6:
        state.battlegrounds |= BIT[TAIWAN]
        change_influence(state, US, TAIWAN, 3)
        _replace_card(state, FORMOSAN_RESOLUTION)


def _yalta_and_potsdam(state: State, total: int) -> None:
    """Leave everything for later: the setup, the card to take, the order of the rounds."""


OUTCOMES: Final[dict[Action, Callable[[State, int], None]]] = {
    CRISIS_VE_DAY: _ve_day,
    CRISIS_YALTA_AND_POTSDAM: _yalta_and_potsdam,
    CRISIS_UK_ELECTION: _uk_election,
    CRISIS_ISRAEL: _israel,
    CRISIS_VJ_DAY: _vj_day,
    CRISIS_CHINESE_CIVIL_WAR: _chinese_civil_war,
}


def _replace_card(state: State, card: Card) -> None:
    state.draw_pile = with_card(without_card(state.draw_pile, card), REPLACEMENTS[card])


def _move_to_mid_war(state: State, card: Card) -> None:
    state.draw_pile = without_card(state.draw_pile, card)
    state.mid_deck = with_card(state.mid_deck, card)


def _remove_card(state: State, card: Card) -> None:
    state.removed_pile = with_card(state.removed_pile, card)
    note(state, FactKind.CARD_REMOVED, NOBODY, card)


def _take_promised_card(state: State) -> Flow[None]:
    """Let the side that Yalta and Potsdam favours take its card before the deal (V3.8)."""
    total = total_of(state, CRISIS_YALTA_AND_POTSDAM)
    if 2 <= total <= 3:
        return
    side = USSR if total == 1 else US
    cards: Pile = (VIETNAM_REVOLTS, ARAB_ISRAELI_WAR) if side == USSR else (MARSHALL_PLAN,)
    card = yield from choose_card_or_decline(side, cards, Kind.TAKE_CARD)
    if card != NO_CARD:
        state.draw_pile = without_card(state.draw_pile, card)
        take_into_hand(state, side, card, shown=True)
        note(state, FactKind.TAKE, side, card)


# The two cards that take the place of others


@event(EUROPE_SCORING_ALLIED_BERLIN)
def europe_scoring_allied_berlin(state: State, player: Actor) -> None:
    """Score Europe, where domination and control are worth 6 and control wins nothing more."""
    award_region(state, EUROPE)


@event(NATIONALIST_CHINA)
def nationalist_china(state: State, player: Actor) -> Flow[None]:
    """Add 1 US influence in each of three countries of Asia."""
    yield from add_influence(state, US, 3, REGION_MASKS[ASIA], most_each=1)
