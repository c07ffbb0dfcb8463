"""Which card to give up, to take or to play when an event asks for one."""

from twilight.engine import ids
from twilight.engine.board import REGION_MASKS, countries_in
from twilight.engine.cards import OPS, SCORING, SCORING_REGION, is_card
from twilight.engine.changes import is_enemy_card
from twilight.engine.ids import DECLINE, DONE, NO_CARD, Action, Card
from twilight.engine.state import State
from twilight.engine.types import SCORED_REGIONS, SOUTH_AMERICA, US, USSR, Actor, Kind, enemy_of
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.event_worth import EVENT_WORTH, event_worth_in_hand
from twilight.judgement.evaluation.tracks import OPERATION


def choose_card(
    state: State, board: MapView, side: Actor, kind: Kind, options: tuple[Action, ...]
) -> Action:
    """Pick the card that an event asks for: to be discarded, taken or played."""
    event = state.resolving[-1] if state.resolving else NO_CARD
    cards = [card for card in options if is_card(card)]
    worths = [hand_worth(board, side, card) for card in cards]
    if kind is Kind.CARD and event in (ids.SALT_NEGOTIATIONS, ids.STAR_WARS):
        return _take(state, board, side, event, cards)
    if kind is Kind.CARD and event == ids.UN_INTERVENTION:
        costs = [EVENT_WORTH[card] + 0.5 * OPS[card] for card in cards]
        return cards[costs.index(max(costs))]
    if event == ids.ALDRICH_AMES_REMIX:
        worths = [hand_worth(board, enemy_of(side), card) for card in cards]
        return cards[worths.index(max(worths))]
    lowest = min(worths, default=0.0)
    worst = cards[worths.index(lowest)] if cards else options[-1]
    if DECLINE in options and kind is Kind.DISCARD:
        if not cards:
            return DECLINE
        return worst if lowest < _price(state, board, event) else DECLINE
    if DONE in options:
        limit = 0.6 if event == ids.ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU else 0.3
        return worst if lowest < limit else DONE
    if kind is Kind.HELD_DISCARD and DECLINE in options:
        return worst if lowest < 0 else DECLINE
    return worst


def _price(state: State, board: MapView, event: Card) -> float:
    """Return what it costs the US not to discard a card."""
    if event == ids.BLOCKADE:
        return -board.marker_change(US, ids.WEST_GERMANY, -99)
    if event == ids.LATIN_AMERICAN_DEBT_CRISIS:
        gains = [
            board.marker_change(USSR, country, state.influence[USSR][country])
            for country in countries_in(REGION_MASKS[SOUTH_AMERICA] & state.presence[USSR])
        ]
        return sum(sorted(gains)[-2:])
    return 1.0


def _take(state: State, board: MapView, side: Actor, event: Card, cards: list[Card]) -> Action:
    if event == ids.STAR_WARS:
        worths = [
            -EVENT_WORTH[card] if is_enemy_card(card, side) else EVENT_WORTH[card] for card in cards
        ]
    else:
        worths = [hand_worth(board, side, card) for card in cards]
    return cards[worths.index(max(worths))]


def hand_worth(board: MapView, side: Actor, card: Card) -> float:
    """Return what it is worth to a side to have a card in the hand."""
    if SCORING[card]:
        region = SCORING_REGION[card]
        if region not in SCORED_REGIONS:
            return 0.0
        value = board.score_now(region)
        return value if side == US else -value
    return event_worth_in_hand(side, card, OPERATION)
