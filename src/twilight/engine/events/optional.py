"""The events of the seven optional cards."""

from typing import Final

from twilight.engine.board import BIT, REGION_MASKS, Mask, mask_of, region_mask
from twilight.engine.cards import SCORING_REGION, with_card, without_card
from twilight.engine.changes import (
    award_points,
    change_influence,
    hidden_from,
    learn,
    learn_no_scoring_cards,
    note,
    put_on_discard_pile,
    reshuffle_emptied_pile,
    scoring_cards_in,
    show_card,
    start_effect,
)
from twilight.engine.decision import Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    AWACS_SALE_TO_SAUDIS,
    BENELUX,
    CANADA,
    CHE,
    COUP,
    DONE,
    FRANCE,
    NO_CARD,
    NORAD,
    NORWAY,
    OUR_MAN_IN_TEHRAN,
    SAUDI_ARABIA,
    SPECIAL_RELATIONSHIP,
    THE_CAMBRIDGE_FIVE,
    UK,
    YURI_AND_SAMANTHA,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.coups import coup
from twilight.engine.operations.points import Points, event_value
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.turn.start_and_end import is_late_war
from twilight.engine.types import (
    AFRICA,
    CENTRAL_AMERICA,
    MIDDLE_EAST,
    SOUTH_AMERICA,
    US,
    USSR,
    WESTERN_EUROPE,
    Actor,
    Kind,
)
from twilight.engine.vocabulary import add_influence, choose_country, take_from_pile

_OLD_FRIENDS: Final[Mask] = mask_of((CANADA, NORWAY, BENELUX, FRANCE))
_GUERRILLA_REGIONS: Final[Mask] = region_mask(CENTRAL_AMERICA, SOUTH_AMERICA, AFRICA)


def spies_are_caught(state: State, player: Actor) -> bool:
    """Tell whether the Late War has begun."""
    return is_late_war(state)


@event(THE_CAMBRIDGE_FIVE, forbidden=spies_are_caught)
def the_cambridge_five(state: State, player: Actor) -> Flow[None]:
    """Show the scoring cards in the US hand; the USSR may add 1 influence in one such region."""
    shown = scoring_cards_in(state.hands[US])
    if not shown:
        note(state, FactKind.NOTHING_TO_REVEAL, US)
    countries: Mask = 0
    for card in shown:
        show_card(state, US, card)
        countries |= REGION_MASKS[SCORING_REGION[card]]
    learn_no_scoring_cards(state, USSR)
    yield from add_influence(state, USSR, 1, countries, up_to=True)


@event(SPECIAL_RELATIONSHIP)
def special_relationship(state: State, player: Actor) -> Flow[None]:
    """While the US controls the UK, add 1 US influence nearby.

    Under NATO these are 2 influence in one Western European country and 2 points.
    """
    if not state.controls(US, UK):
        return
    if state.effects[Effect.NATO]:
        country = yield from choose_country(US, REGION_MASKS[WESTERN_EUROPE], Kind.ADD_INFLUENCE)
        change_influence(state, US, country, 2)
        award_points(state, US, 2)
    else:
        yield from add_influence(state, US, 1, _OLD_FRIENDS)


@event(NORAD)
def norad(state: State, player: Actor) -> None:
    """From now on the US may add 1 influence after a round in which DEFCON has fallen to 2."""
    start_effect(state, Effect.NORAD)


@event(CHE)
def che(state: State, player: Actor) -> Flow[None]:
    """Allow the USSR a coup in a lesser country of Latin America or Africa.

    If it removes US influence, a second one in another such country may follow.
    """
    among = _GUERRILLA_REGIONS & ~state.battlegrounds
    for _ in range(2):
        if not coup_targets(state, USSR, among):
            return
        value = event_value(state, USSR, 3)
        note(state, FactKind.OPERATION, USSR, COUP, (3, value))
        country = yield from coup(
            state, USSR, Points(state, USSR, value, CHE), among, optional=True
        )
        note(state, FactKind.OPERATION_OVER, USSR, COUP)
        if country < 0:
            return
        among &= ~BIT[country]


def us_controls_middle_east_country(state: State, player: Actor) -> bool:
    """Tell whether the US controls at least one country in the Middle East."""
    return state.controlled[US] & REGION_MASKS[MIDDLE_EAST] != 0


@event(OUR_MAN_IN_TEHRAN, condition=us_controls_middle_east_country)
def our_man_in_tehran(state: State, player: Actor) -> Flow[None]:
    """Let the US look at 5 cards of the draw pile, discard some, and shuffle the rest back in."""
    for _ in range(5):
        card = yield from take_from_pile(state, hidden_from=USSR)
        if card == NO_CARD:
            break
        state.looked_at = with_card(state.looked_at, card)
        note(state, FactKind.LOOKED_AT, US, card, (), USSR)
        reshuffle_emptied_pile(state)
    while state.looked_at:
        card = yield Decision(US, Kind.DISCARD, (*state.looked_at, DONE))
        if card == DONE:
            break
        state.looked_at = without_card(state.looked_at, card)
        note(state, FactKind.DISCARD, US, card)
        state.reveals += 1
        put_on_discard_pile(state, card)
    if state.looked_at:
        # What goes back into the pile is in no hand, and the US knows it.
        learn(state, US, hidden_from(state, US))
        state.draw_pile = tuple(sorted((*state.draw_pile, *state.looked_at)))
        state.looked_at = ()


@event(YURI_AND_SAMANTHA)
def yuri_and_samantha(state: State, player: Actor) -> None:
    """Give the USSR 1 point for every coup that the US makes this turn."""
    start_effect(state, Effect.YURI_AND_SAMANTHA)


@event(AWACS_SALE_TO_SAUDIS)
def awacs_sale_to_saudis(state: State, player: Actor) -> None:
    """Add 2 US influence in Saudi Arabia; Muslim Revolution can't occur any more."""
    change_influence(state, US, SAUDI_ARABIA, 2)
    start_effect(state, Effect.AWACS_SALE_TO_SAUDIS)
