"""The second half of the Mid War events: 059 to 080."""

from typing import Final

from twilight.engine.board import ALL_COUNTRIES, REGION_MASKS, mask_of, region_mask
from twilight.engine.changes import (
    award_difference,
    award_points,
    change_influence,
    clear_from_table,
    discard_from_hand,
    is_enemy_card,
    leave_hand,
    move_to_front,
    note,
    pass_china_card,
    put_on_table,
    remove_all_influence,
    show_card,
    show_hand,
    start_effect,
    strengthen_effect,
)
from twilight.engine.decision import Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.events.early_second import use_under_intervention
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    ALLIANCE_FOR_PROGRESS,
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU,
    CAMP_DAVID_ACCORDS,
    COLONIAL_REAR_GUARDS,
    COSTA_RICA,
    DONE,
    EGYPT,
    FLOWER_POWER,
    GRAIN_SALES_TO_SOVIETS,
    GULF_STATES,
    IRAN,
    IRAQ,
    ISRAEL,
    JOHN_PAUL_II_ELECTED_POPE,
    JORDAN,
    LATIN_AMERICAN_DEATH_SQUADS,
    LIBERATION_THEOLOGY,
    LIBYA,
    LONE_GUNMAN,
    NIXON_PLAYS_THE_CHINA_CARD,
    OAS_FOUNDED,
    ONE_SMALL_STEP,
    OPEC,
    PANAMA,
    PANAMA_CANAL_RETURNED,
    PLAY_IT,
    POLAND,
    PUPPET_GOVERNMENTS,
    RETURN_IT,
    SADAT_EXPELS_SOVIETS,
    SAUDI_ARABIA,
    SHUTTLE_DIPLOMACY,
    THE_VOICE_OF_AMERICA,
    U2_INCIDENT,
    UN_INTERVENTION,
    USSURI_RIVER_SKIRMISH,
    VENEZUELA,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations import grant_operations
from twilight.engine.space import advance
from twilight.engine.state import State
from twilight.engine.turn.play import usable_modes, use_card
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    SOUTH_AMERICA,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    Kind,
    Segment,
    enemy_of,
)
from twilight.engine.vocabulary import (
    add_influence,
    choose,
    draw_card,
    random_card,
    remove_influence,
)

_OIL_PRODUCERS: Final = mask_of((EGYPT, IRAN, LIBYA, SAUDI_ARABIA, IRAQ, GULF_STATES, VENEZUELA))
_LATIN_AMERICA: Final = region_mask(CENTRAL_AMERICA, SOUTH_AMERICA)


def evil_empire_has_occurred(state: State, player: Actor) -> bool:
    """Tell whether An Evil Empire rules Flower Power out."""
    return state.effects[Effect.AN_EVIL_EMPIRE] != 0


@event(FLOWER_POWER, forbidden=evil_empire_has_occurred)
def flower_power(state: State, player: Actor) -> None:
    """From now on the USSR gains 2 points whenever the US plays a war card."""
    start_effect(state, Effect.FLOWER_POWER)


@event(U2_INCIDENT)
def u2_incident(state: State, player: Actor) -> None:
    """Give the USSR 1 point, and 1 more if UN Intervention is played as an event this turn."""
    award_points(state, USSR, 1)
    start_effect(state, Effect.U2_INCIDENT)


def north_sea_oil_has_occurred(state: State, player: Actor) -> bool:
    """Tell whether North Sea Oil rules OPEC out."""
    return state.effects[Effect.NORTH_SEA_OIL] != 0


@event(OPEC, forbidden=north_sea_oil_has_occurred)
def opec(state: State, player: Actor) -> None:
    """Give the USSR 1 point for each of seven oil producers that it controls."""
    award_points(state, USSR, (_OIL_PRODUCERS & state.controlled[USSR]).bit_count())


@event(LONE_GUNMAN)
def lone_gunman(state: State, player: Actor) -> Flow[None]:
    """Show the US hand to the USSR, which then may conduct operations of value 1."""
    show_hand(state, US)
    yield from grant_operations(state, USSR, 1)


@event(COLONIAL_REAR_GUARDS)
def colonial_rear_guards(state: State, player: Actor) -> Flow[None]:
    """Add 1 US influence in each of four countries of Africa or Southeast Asia."""
    yield from add_influence(state, US, 4, region_mask(AFRICA, SOUTHEAST_ASIA), most_each=1)


@event(PANAMA_CANAL_RETURNED)
def panama_canal_returned(state: State, player: Actor) -> None:
    """Add 1 US influence in Panama, Costa Rica and Venezuela."""
    for country in (PANAMA, COSTA_RICA, VENEZUELA):
        change_influence(state, US, country, 1)


@event(CAMP_DAVID_ACCORDS)
def camp_david_accords(state: State, player: Actor) -> None:
    """Give the US 1 point and 1 influence in three countries; Arab-Israeli War is ruled out."""
    award_points(state, US, 1)
    for country in (ISRAEL, JORDAN, EGYPT):
        change_influence(state, US, country, 1)
    start_effect(state, Effect.CAMP_DAVID_ACCORDS)


@event(PUPPET_GOVERNMENTS)
def puppet_governments(state: State, player: Actor) -> Flow[None]:
    """Let the US add 1 influence in up to three countries that hold no influence at all."""
    empty = ALL_COUNTRIES & ~(state.presence[US] | state.presence[USSR])
    yield from add_influence(state, US, 3, empty, most_each=1, up_to=True)


@event(GRAIN_SALES_TO_SOVIETS)
def grain_sales_to_soviets(state: State, player: Actor) -> Flow[None]:
    """Show a random USSR card, which the US plays; or it conducts operations of value 2."""
    if state.hands[USSR]:
        card = yield from random_card(state, USSR)
        show_card(state, USSR, card)
        answer = yield from choose(US, PLAY_IT, RETURN_IT)
        if answer == PLAY_IT:
            yield from _play_bought_card(state, card)
            return
        note(state, FactKind.RETURN, USSR, card)
    yield from grant_operations(state, US, 2)


def _play_bought_card(state: State, card: Card) -> Flow[None]:
    """Let the US play a card of the USSR hand as its own, in a round also with UN Intervention."""
    leave_hand(state, USSR, card)
    put_on_table(state, card)
    note(state, FactKind.CARD_PLAYED, US, card)
    modes = usable_modes(state, US, card)
    if (
        state.segment == Segment.ACTION_ROUND
        and UN_INTERVENTION in state.hands[US]
        and is_enemy_card(card, US)
    ):
        modes = (UN_INTERVENTION, *modes)
    mode = yield from choose(US, *modes, kind=Kind.PLAY_MODE)
    if mode != UN_INTERVENTION:
        yield from use_card(state, US, card, mode)
        return
    leave_hand(state, US, UN_INTERVENTION)
    put_on_table(state, UN_INTERVENTION)
    note(state, FactKind.EVENT, US, UN_INTERVENTION)
    yield from use_under_intervention(state, US, card)
    note(state, FactKind.EVENT_OVER, US, UN_INTERVENTION)
    clear_from_table(state, UN_INTERVENTION, occurred=True)


@event(JOHN_PAUL_II_ELECTED_POPE)
def john_paul_ii_elected_pope(state: State, player: Actor) -> None:
    """Remove 2 USSR influence from Poland and add 1 of the US; Solidarity becomes possible."""
    change_influence(state, USSR, POLAND, -2)
    change_influence(state, US, POLAND, 1)
    start_effect(state, Effect.JOHN_PAUL_II_ELECTED_POPE)


@event(LATIN_AMERICAN_DEATH_SQUADS)
def latin_american_death_squads(state: State, player: Actor) -> None:
    """Help the player's coups in Latin America this turn and hinder those of the enemy."""
    strengthen_effect(state, Effect.DEATH_SQUADS_FOR_USSR + player)


@event(OAS_FOUNDED)
def oas_founded(state: State, player: Actor) -> Flow[None]:
    """Add 2 US influence in Central or South America."""
    yield from add_influence(state, US, 2, _LATIN_AMERICA)


@event(NIXON_PLAYS_THE_CHINA_CARD)
def nixon_plays_the_china_card(state: State, player: Actor) -> None:
    """Bring The China Card to the US face down, or give it 2 points if it has the card."""
    if state.china_holder == USSR:
        pass_china_card(state, US, face_up=False)
    else:
        award_points(state, US, 2)


@event(SADAT_EXPELS_SOVIETS)
def sadat_expels_soviets(state: State, player: Actor) -> None:
    """Remove all USSR influence from Egypt and add 1 of the US."""
    remove_all_influence(state, USSR, EGYPT)
    change_influence(state, US, EGYPT, 1)


@event(SHUTTLE_DIPLOMACY)
def shuttle_diplomacy(state: State, player: Actor) -> None:
    """Keep the card in front of the US until Asia or the Middle East is scored by a card."""
    move_to_front(state, SHUTTLE_DIPLOMACY)
    start_effect(state, Effect.SHUTTLE_DIPLOMACY)


@event(THE_VOICE_OF_AMERICA)
def the_voice_of_america(state: State, player: Actor) -> Flow[None]:
    """Remove 4 USSR influence outside Europe, at most 2 from a country."""
    outside_europe = ALL_COUNTRIES & ~REGION_MASKS[EUROPE]
    yield from remove_influence(state, US, USSR, 4, outside_europe, most_each=2)


@event(LIBERATION_THEOLOGY)
def liberation_theology(state: State, player: Actor) -> Flow[None]:
    """Add 3 USSR influence in Central America, at most 2 in a country."""
    yield from add_influence(state, USSR, 3, REGION_MASKS[CENTRAL_AMERICA], most_each=2)


@event(USSURI_RIVER_SKIRMISH)
def ussuri_river_skirmish(state: State, player: Actor) -> Flow[None]:
    """Bring The China Card to the US face up, or add 4 US influence in Asia if it has the card."""
    if state.china_holder == USSR:
        pass_china_card(state, US, face_up=True)
    else:
        yield from add_influence(state, US, 4, REGION_MASKS[ASIA], most_each=2)


@event(ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU)
def ask_not_what_your_country_can_do_for_you(state: State, player: Actor) -> Flow[None]:
    """Let the US discard any cards of its hand and draw as many new ones."""
    discarded = 0
    while state.hands[US]:
        card = yield Decision(US, Kind.DISCARD, (*state.hands[US], DONE))
        if card == DONE:
            break
        discard_from_hand(state, US, card)
        discarded += 1
    for _ in range(discarded):
        yield from draw_card(state, US)


@event(ALLIANCE_FOR_PROGRESS)
def alliance_for_progress(state: State, player: Actor) -> None:
    """Give the US 1 point for each battleground that it controls in Latin America."""
    held = _LATIN_AMERICA & state.battlegrounds & state.controlled[US]
    award_difference(state, 0, held.bit_count())


def is_behind_in_space(state: State, player: Actor) -> bool:
    """Tell whether the enemy of a side is ahead in the Space Race."""
    return state.space[player] < state.space[enemy_of(player)]


@event(ONE_SMALL_STEP, condition=is_behind_in_space)
def one_small_step(state: State, player: Actor) -> None:
    """Move the player two boxes on in the Space Race and score the second one only."""
    advance(state, player, 2)
