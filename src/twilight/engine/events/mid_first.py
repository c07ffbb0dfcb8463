"""The first half of the Mid War events: 036 to 058."""

from typing import Final

from twilight.engine.board import (
    BIT,
    NUMBER_OF_COUNTRIES,
    mask_of,
    region_mask,
)
from twilight.engine.cards import SCORING
from twilight.engine.changes import (
    MAXIMUM_DEFCON,
    MAXIMUM_MILITARY,
    award_points,
    change_influence,
    clear_from_table,
    degrade_defcon,
    end_effect,
    hidden_from,
    improve_defcon,
    is_enemy_card,
    learn,
    leave_hand,
    move_to_hand,
    note,
    pass_china_card,
    put_on_table,
    set_defcon,
    set_military,
    show_card,
    start_effect,
    take_from_discard_pile,
)
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    ABM_TREATY,
    ACCEPT,
    ALLENDE,
    ANGOLA,
    ARMS_RACE,
    BEAR_TRAP,
    BREZHNEV_DOCTRINE,
    BRUSH_WAR,
    CHILE,
    CUBAN_MISSILE_CRISIS,
    CULTURAL_REVOLUTION,
    DECLINE,
    DEGRADE,
    EGYPT,
    EVENT,
    HOW_I_LEARNED_TO_STOP_WORRYING,
    IMPROVE,
    IRAN,
    IRAQ,
    JORDAN,
    JUNTA,
    KEEP,
    KITCHEN_DEBATES,
    LIBYA,
    MISSILE_ENVY,
    MUSLIM_REVOLUTION,
    NO_CARD,
    NUCLEAR_SUBS,
    NUMBER,
    PORTUGUESE_EMPIRE_CRUMBLES,
    QUAGMIRE,
    SALT_NEGOTIATIONS,
    SAUDI_ARABIA,
    SE_AFRICAN_STATES,
    SOUTH_AFRICA,
    SOUTH_AFRICAN_UNREST,
    SUDAN,
    SUMMIT,
    SYRIA,
    UN_INTERVENTION,
    WE_WILL_BURY_YOU,
    WEST_GERMANY,
    WILLY_BRANDT,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations import grant_operations
from twilight.engine.points import card_value
from twilight.engine.scoring import DOMINATION, region_levels
from twilight.engine.state import State
from twilight.engine.targets import nato_protects
from twilight.engine.turn.play import is_prevented, use_card, use_for_operations_only
from twilight.engine.types import (
    CENTRAL_AMERICA,
    SCORED_REGIONS,
    SIDES,
    SOUTH_AMERICA,
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
    may_coup_or_realign_freely,
    neighbours,
    remove_all_from,
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
def cuban_missile_crisis(state: State, player: Actor) -> None:
    """Set DEFCON to 2; a coup by the enemy this turn loses him the game unless he pays before."""
    set_defcon(state, 2)
    start_effect(state, Effect.CUBAN_MISSILE_CRISIS_ON_USSR + enemy_of(player))


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


@event(SUMMIT)
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


@event(MISSILE_ENVY)
def missile_envy(state: State, player: Actor) -> Flow[None]:
    """Swap this card for the enemy's most valuable one, and use that at once.

    A card of the enemy gives its operations, any other its event. The enemy must use Missile
    Envy for operations in his next round.
    """
    giver = enemy_of(player)
    card = yield from _give_highest_card(state, giver)
    if card == NO_CARD:
        return
    move_to_hand(state, MISSILE_ENVY, giver)
    start_effect(state, Effect.MISSILE_ENVY_OWED_BY_USSR + giver)
    put_on_table(state, card)
    if is_enemy_card(card, player):
        yield from use_for_operations_only(state, player, card)
    elif card == UN_INTERVENTION and state.segment == Segment.ACTION_ROUND:
        yield from _may_use_un_intervention(state, player)
    else:
        yield from use_card(state, player, card, EVENT)


def _give_highest_card(state: State, giver: Actor) -> Flow[Card]:
    """Let a side give up one of its cards of the highest value, NO_CARD if it has none."""
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


@event(WE_WILL_BURY_YOU)
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


def _wall_is_down(state: State, player: Actor) -> bool:
    return state.effects[Effect.TEAR_DOWN_THIS_WALL] != 0


@event(WILLY_BRANDT, forbidden=_wall_is_down)
def willy_brandt(state: State, player: Actor) -> None:
    """Score 1 point and add 1 influence for the USSR in West Germany, which NATO leaves open."""
    award_points(state, USSR, 1)
    change_influence(state, USSR, WEST_GERMANY, 1)
    start_effect(state, Effect.WILLY_BRANDT)


def _awacs_are_sold(state: State, player: Actor) -> bool:
    return state.effects[Effect.AWACS_SALE_TO_SAUDIS] != 0


@event(MUSLIM_REVOLUTION, forbidden=_awacs_are_sold)
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
