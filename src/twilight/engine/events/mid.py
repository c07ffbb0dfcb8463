"""The events of the Mid War."""

from typing import Final

from twilight.engine.board import (
    ALL_COUNTRIES,
    BIT,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    mask_of,
    region_mask,
)
from twilight.engine.cards import SCORING
from twilight.engine.changes import (
    MAXIMUM_DEFCON,
    MAXIMUM_MILITARY,
    award_difference,
    award_points,
    change_influence,
    clear_from_table,
    degrade_defcon,
    discard_from_hand,
    end_effect,
    hidden_from,
    improve_defcon,
    is_enemy_card,
    learn,
    leave_hand,
    move_to_front,
    move_to_hand,
    note,
    pass_china_card,
    put_on_table,
    remove_all_influence,
    set_defcon,
    set_military,
    show_card,
    show_hand,
    start_effect,
    strengthen_effect,
    take_from_discard_pile,
)
from twilight.engine.decision import Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.events.early import use_under_intervention
from twilight.engine.events.registry import event, in_effect
from twilight.engine.ids import (
    ABM_TREATY,
    ACCEPT,
    ALLENDE,
    ALLIANCE_FOR_PROGRESS,
    ANGOLA,
    ARMS_RACE,
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU,
    BEAR_TRAP,
    BREZHNEV_DOCTRINE,
    BRUSH_WAR,
    CAMP_DAVID_ACCORDS,
    CHILE,
    COLONIAL_REAR_GUARDS,
    COSTA_RICA,
    CUBAN_MISSILE_CRISIS,
    CULTURAL_REVOLUTION,
    DECLINE,
    DEGRADE,
    DONE,
    EGYPT,
    EVENT,
    FLOWER_POWER,
    GRAIN_SALES_TO_SOVIETS,
    GULF_STATES,
    HOW_I_LEARNED_TO_STOP_WORRYING,
    IMPROVE,
    IRAN,
    IRAQ,
    ISRAEL,
    JOHN_PAUL_II_ELECTED_POPE,
    JORDAN,
    JUNTA,
    KEEP,
    KITCHEN_DEBATES,
    LATIN_AMERICAN_DEATH_SQUADS,
    LIBERATION_THEOLOGY,
    LIBYA,
    LONE_GUNMAN,
    MISSILE_ENVY,
    MUSLIM_REVOLUTION,
    NIXON_PLAYS_THE_CHINA_CARD,
    NO_CARD,
    NUCLEAR_SUBS,
    NUMBER,
    OAS_FOUNDED,
    ONE_SMALL_STEP,
    OPEC,
    PANAMA,
    PANAMA_CANAL_RETURNED,
    PLAY_IT,
    POLAND,
    PORTUGUESE_EMPIRE_CRUMBLES,
    PUPPET_GOVERNMENTS,
    QUAGMIRE,
    RETURN_IT,
    SADAT_EXPELS_SOVIETS,
    SALT_NEGOTIATIONS,
    SAUDI_ARABIA,
    SE_AFRICAN_STATES,
    SHUTTLE_DIPLOMACY,
    SOUTH_AFRICA,
    SOUTH_AFRICAN_UNREST,
    SUDAN,
    SUMMIT,
    SYRIA,
    THE_VOICE_OF_AMERICA,
    U2_INCIDENT,
    UN_INTERVENTION,
    USSURI_RIVER_SKIRMISH,
    VENEZUELA,
    WE_WILL_BURY_YOU,
    WEST_GERMANY,
    WILLY_BRANDT,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.conducting import grant_operations
from twilight.engine.operations.coups import offer_crisis_payment
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import advance
from twilight.engine.operations.targets import nato_protects
from twilight.engine.scoring import DOMINATION, region_levels
from twilight.engine.state import State
from twilight.engine.turn.play import (
    ask_mode,
    is_prevented,
    usable_modes,
    use_card,
    use_for_operations_only,
)
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    SCORED_REGIONS,
    SIDES,
    SOUTH_AMERICA,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    Kind,
    Segment,
    enemy_of,
)
from twilight.engine.variants import civil_war
from twilight.engine.vocabulary import (
    add_influence,
    choose,
    choose_card,
    choose_card_or_decline,
    choose_country,
    draw_card,
    may_coup_or_realign_freely,
    neighbours,
    random_card,
    remove_all_from,
    remove_influence,
    roll,
    war,
)

_LATIN_AMERICA: Final = region_mask(CENTRAL_AMERICA, SOUTH_AMERICA)
_MUSLIM_COUNTRIES: Final = mask_of([SUDAN, IRAN, IRAQ, EGYPT, LIBYA, SAUDI_ARABIA, SYRIA, JORDAN])


@event(BRUSH_WAR)
def brush_war(state: State, player: Actor) -> Flow[None]:
    """Fight a war in any country of stability 1 or 2 that NATO does not protect."""
    weak = [country for country in range(NUMBER_OF_COUNTRIES) if state.stability[country] <= 2]
    targets = mask_of(weak)
    if state.effects[Effect.NATO]:
        targets &= ~nato_protects(state)
    target = yield from choose_country(player, targets, Kind.WAR_TARGET)
    yield from war(
        state,
        player,
        target,
        succeeds_at=3,
        points=1,
        military=3,
        hindered_by=neighbours(target),
    )


@event(ARMS_RACE)
def arms_race(state: State, player: Actor) -> None:
    """Score 1 point for more military operations than the enemy, 3 if they also reach DEFCON."""
    own = state.military[player]
    if own > state.military[enemy_of(player)]:
        award_points(state, player, 3 if own >= state.defcon else 1)


@event(CUBAN_MISSILE_CRISIS)
def cuban_missile_crisis(state: State, player: Actor) -> Flow[None]:
    """Set DEFCON to 2; a coup by the enemy this turn loses the game unless it pays before.

    It may do so at any time, and is asked at once for the first time.
    """
    enemy = enemy_of(player)
    set_defcon(state, 2)
    start_effect(state, Effect.CUBAN_MISSILE_CRISIS_ON_USSR + enemy)
    yield from offer_crisis_payment(state, enemy)


@event(NUCLEAR_SUBS)
def nuclear_subs(state: State, player: Actor) -> None:
    """For this turn US coups in battlegrounds leave DEFCON alone."""
    start_effect(state, Effect.NUCLEAR_SUBS)


@event(QUAGMIRE)
def quagmire(state: State, player: Actor) -> None:
    """End NORAD and trap the US: it discards and rolls in its rounds until it escapes."""
    end_effect(state, Effect.NORAD)
    start_effect(state, Effect.QUAGMIRE)


@event(SALT_NEGOTIATIONS)
def salt_negotiations(state: State, player: Actor) -> Flow[None]:
    """Improve DEFCON by 2 and hamper all coups this turn; the player may reclaim a discard."""
    improve_defcon(state, 2)
    start_effect(state, Effect.SALT_NEGOTIATIONS)
    cards = tuple(card for card in state.discard_pile if not SCORING[card])
    if cards:
        card = yield from choose_card_or_decline(player, cards)
        if card != NO_CARD:
            take_from_discard_pile(state, player, card)


@event(BEAR_TRAP)
def bear_trap(state: State, player: Actor) -> None:
    """Trap the USSR: it discards and rolls in its rounds until it escapes."""
    start_effect(state, Effect.BEAR_TRAP)


@event(SUMMIT, risks_war=True)
def summit(state: State, player: Actor) -> Flow[None]:
    """Both sides roll, helped by regions they dominate; the winner scores 2 and may move DEFCON."""
    totals = [0, 0]
    for side in SIDES:
        modifier = _dominated_regions(state, side)
        die = yield from roll(state, side, modifier)
        totals[side] = die + modifier
    if totals[USSR] == totals[US]:
        return
    winner = USSR if totals[USSR] > totals[US] else US
    award_points(state, winner, 2)
    moves = (KEEP, DEGRADE) if state.defcon == MAXIMUM_DEFCON else (IMPROVE, KEEP, DEGRADE)
    move = yield from choose(winner, *moves)
    note(state, FactKind.CHOICE, winner, move)
    if move == IMPROVE:
        improve_defcon(state)
    elif move == DEGRADE:
        degrade_defcon(state)


def _dominated_regions(state: State, side: Actor) -> int:
    """Count the regions that a side dominates or controls."""
    return sum(region_levels(state, region)[side] >= DOMINATION for region in SCORED_REGIONS)


@event(HOW_I_LEARNED_TO_STOP_WORRYING)
def how_i_learned_to_stop_worrying(state: State, player: Actor) -> Flow[None]:
    """Set DEFCON to any level and the player's military operations to 5."""
    levels = [NUMBER + level for level in range(1, MAXIMUM_DEFCON + 1)]
    answer = yield from choose(player, *levels, kind=Kind.DEFCON_LEVEL)
    set_defcon(state, answer - NUMBER)
    set_military(state, player, MAXIMUM_MILITARY)


@event(JUNTA)
def junta(state: State, player: Actor) -> Flow[None]:
    """Add 2 influence to a Latin American country, then make a free coup or realignments there."""
    country = yield from choose_country(player, _LATIN_AMERICA, Kind.ADD_INFLUENCE)
    change_influence(state, player, country, 2)
    yield from may_coup_or_realign_freely(state, player, 2, _LATIN_AMERICA)


def _us_leads_in_battlegrounds(state: State, player: Actor) -> bool:
    us, ussr = (state.controlled[side] & state.battlegrounds for side in (US, USSR))
    return us.bit_count() > ussr.bit_count()


@event(KITCHEN_DEBATES, condition=_us_leads_in_battlegrounds)
def kitchen_debates(state: State, player: Actor) -> None:
    """Score 2 points for the US if it controls more battlegrounds than the USSR."""
    award_points(state, US, 2)


@event(MISSILE_ENVY, risks_war=True)
def missile_envy(state: State, player: Actor) -> Flow[None]:
    """Swap this card for the enemy's most valuable one, and use that at once.

    A card of the enemy gives its operations, any other its event. The enemy must use Missile
    Envy for operations in the next round.
    """
    giver = enemy_of(player)
    card = yield from _give_highest_card(state, giver)
    if card == NO_CARD:
        return
    move_to_hand(state, MISSILE_ENVY, giver)
    start_effect(state, Effect.MISSILE_ENVY_OWED_BY_USSR + giver)
    put_on_table(state, card)
    if is_enemy_card(card, player):
        yield from use_for_operations_only(state, player, card, is_played=False)
    elif card == UN_INTERVENTION and state.segment == Segment.ACTION_ROUND:
        yield from _may_use_un_intervention(state, player)
    else:
        yield from use_card(state, player, card, EVENT)


def _give_highest_card(state: State, giver: Actor) -> Flow[Card]:
    """Let a side give up one of its cards of the highest value, NO_CARD if it has none.

    Whether it has one at all is learnt as soon as it is asked, or is not.
    """
    state.reveals += 1
    operations_cards = [card for card in state.hands[giver] if not SCORING[card]]
    highest = max((card_value(state, giver, card) for card in operations_cards), default=0)
    given = NO_CARD
    if operations_cards:
        tied = [card for card in operations_cards if card_value(state, giver, card) == highest]
        given = yield from choose_card(giver, tuple(tied))
        leave_hand(state, giver, given)
        show_card(state, giver, given)
    taker = enemy_of(giver)
    not_higher = [
        card
        for card in hidden_from(state, taker)
        if SCORING[card] or card_value(state, giver, card) <= highest
    ]
    learn(state, taker, tuple(not_higher))
    return given


def _may_use_un_intervention(state: State, player: Actor) -> Flow[None]:
    """Ask always, so that nothing is betrayed about a card to pair it with."""
    possible = not is_prevented(state, UN_INTERVENTION, player)
    answer = yield from choose(player, *((ACCEPT, DECLINE) if possible else (DECLINE,)))
    if answer == ACCEPT:
        yield from use_card(state, player, UN_INTERVENTION, EVENT)
    else:
        clear_from_table(state, UN_INTERVENTION, occurred=False)


@event(WE_WILL_BURY_YOU, risks_war=True)
def we_will_bury_you(state: State, player: Actor) -> None:
    """Degrade DEFCON; the next US round gives the USSR 3 points unless UN Intervention stops it."""
    degrade_defcon(state)
    start_effect(state, Effect.WE_WILL_BURY_YOU)


@event(BREZHNEV_DOCTRINE)
def brezhnev_doctrine(state: State, player: Actor) -> None:
    """For this turn cards are worth 1 more to the USSR, 4 at most."""
    start_effect(state, Effect.BREZHNEV_DOCTRINE)


@event(PORTUGUESE_EMPIRE_CRUMBLES)
def portuguese_empire_crumbles(state: State, player: Actor) -> None:
    """Add 2 USSR influence each in Angola and the SE African States."""
    change_influence(state, USSR, SE_AFRICAN_STATES, 2)
    change_influence(state, USSR, ANGOLA, 2)


@event(SOUTH_AFRICAN_UNREST)
def south_african_unrest(state: State, player: Actor) -> Flow[None]:
    """Add 2 USSR influence in South Africa, or 1 there and 2 among its neighbours."""
    around = neighbours(SOUTH_AFRICA)
    country = yield from choose_country(USSR, around | BIT[SOUTH_AFRICA], Kind.ADD_INFLUENCE)
    change_influence(state, USSR, SOUTH_AFRICA, 2 if country == SOUTH_AFRICA else 1)
    if country != SOUTH_AFRICA:
        change_influence(state, USSR, country, 1)
        yield from add_influence(state, USSR, 1, around)


@event(ALLENDE)
def allende(state: State, player: Actor) -> None:
    """Add 2 USSR influence in Chile."""
    change_influence(state, USSR, CHILE, 2)


@event(WILLY_BRANDT, forbidden=in_effect(Effect.TEAR_DOWN_THIS_WALL))
def willy_brandt(state: State, player: Actor) -> None:
    """Score 1 point and add 1 influence for the USSR in West Germany, which NATO leaves open."""
    award_points(state, USSR, 1)
    change_influence(state, USSR, WEST_GERMANY, 1)
    start_effect(state, Effect.WILLY_BRANDT)


@event(MUSLIM_REVOLUTION, forbidden=in_effect(Effect.AWACS_SALE_TO_SAUDIS))
def muslim_revolution(state: State, player: Actor) -> Flow[None]:
    """Remove all US influence from two Muslim countries of the list."""
    yield from remove_all_from(state, USSR, US, 2, _MUSLIM_COUNTRIES)


@event(ABM_TREATY)
def abm_treaty(state: State, player: Actor) -> Flow[None]:
    """Improve DEFCON, then conduct operations of value 4."""
    improve_defcon(state)
    yield from grant_operations(state, player, 4)


@event(CULTURAL_REVOLUTION, forbidden=civil_war.forbids)
def cultural_revolution(state: State, player: Actor) -> None:
    """Pass The China Card face up from the US to the USSR, which scores 1 if it has it already."""
    if state.china_holder == US:
        pass_china_card(state, USSR, face_up=True)
    else:
        award_points(state, USSR, 1)


_OIL_PRODUCERS: Final = mask_of((EGYPT, IRAN, LIBYA, SAUDI_ARABIA, IRAQ, GULF_STATES, VENEZUELA))


@event(FLOWER_POWER, forbidden=in_effect(Effect.AN_EVIL_EMPIRE))
def flower_power(state: State, player: Actor) -> None:
    """From now on the USSR gains 2 points whenever the US plays a war card."""
    start_effect(state, Effect.FLOWER_POWER)


@event(U2_INCIDENT)
def u2_incident(state: State, player: Actor) -> None:
    """Give the USSR 1 point, and 1 more if UN Intervention is played as an event this turn."""
    award_points(state, USSR, 1)
    start_effect(state, Effect.U2_INCIDENT)


@event(OPEC, forbidden=in_effect(Effect.NORTH_SEA_OIL))
def opec(state: State, player: Actor) -> None:
    """Give the USSR 1 point for each of seven oil producers that it controls."""
    award_points(state, USSR, (_OIL_PRODUCERS & state.controlled[USSR]).bit_count())


@event(LONE_GUNMAN, risks_war=True)
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


@event(GRAIN_SALES_TO_SOVIETS, risks_war=True)
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
    mode = yield ask_mode(state, US, card, modes)
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
