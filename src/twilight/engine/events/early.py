"""The events of the Early War."""

from typing import Final

from twilight.engine.board import (
    ALL_COUNTRIES,
    BIT,
    NEIGHBOURS,
    REGION_MASKS,
    Mask,
    countries_in,
    mask_of,
    region_mask,
)
from twilight.engine.cards import OWNER, Pile, without_card
from twilight.engine.changes import (
    award_points,
    change_influence,
    degrade_defcon,
    discard_from_hand,
    end_effect,
    improve_defcon,
    is_enemy_card,
    leave_hand,
    note,
    put_on_discard_pile,
    put_on_table,
    raise_influence_to,
    remove_all_influence,
    show_hand,
    start_effect,
    strengthen_effect,
)
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event, in_effect
from twilight.engine.ids import (
    ADD,
    ARAB_ISRAELI_WAR,
    BLOCKADE,
    BOYCOTT,
    BULGARIA,
    CAPTURED_NAZI_SCIENTIST,
    CIA_CREATED,
    COMECON,
    CONTAINMENT,
    CUBA,
    CZECHOSLOVAKIA,
    DE_GAULLE_LEADS_FRANCE,
    DE_STALINIZATION,
    DECOLONIZATION,
    DEFECTORS,
    DUCK_AND_COVER,
    EAST_EUROPEAN_UNREST,
    EGYPT,
    FIDEL,
    FIVE_YEAR_PLAN,
    FORMOSAN_RESOLUTION,
    FRANCE,
    HUNGARY,
    INDEPENDENT_REDS,
    INDIA,
    INDO_PAKISTANI_WAR,
    ISRAEL,
    JAPAN,
    JORDAN,
    KOREAN_WAR,
    LEBANON,
    MARSHALL_PLAN,
    NASSER,
    NATO,
    NO_CARD,
    NORTH_KOREA,
    NUCLEAR_TEST_BAN,
    OLYMPIC_GAMES,
    PAKISTAN,
    PARTICIPATE,
    RED_SCARE_PURGE,
    REMOVE,
    ROMANIA,
    ROMANIAN_ABDICATION,
    SOCIALIST_GOVERNMENTS,
    SOUTH_KOREA,
    SUEZ_CRISIS,
    SYRIA,
    TAIWAN,
    TRUMAN_DOCTRINE,
    U2_INCIDENT,
    UK,
    UN_INTERVENTION,
    US_JAPAN_MUTUAL_DEFENSE_PACT,
    VIETNAM,
    VIETNAM_REVOLTS,
    WARSAW_PACT_FORMED,
    WEST_GERMANY,
    YUGOSLAVIA,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.conducting import grant_operations
from twilight.engine.operations.space import advance
from twilight.engine.state import State, with_side
from twilight.engine.turn.play import play_event, use_for_operations_only
from twilight.engine.turn.start_and_end import is_late_war
from twilight.engine.types import (
    AFRICA,
    EASTERN_EUROPE,
    EUROPE,
    SOUTHEAST_ASIA,
    US,
    USSR,
    WESTERN_EUROPE,
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
    choose_country,
    gain_control,
    may_discard,
    random_card,
    remove_all_from,
    remove_from_countries,
    remove_influence,
    roll,
    war,
)

_EASTERN_EUROPE: Final = REGION_MASKS[EASTERN_EUROPE]
_KOREAN_NEIGHBOURS: Final = mask_of((JAPAN, TAIWAN, NORTH_KOREA))
_ISRAEL_AND_NEIGHBOURS: Final = mask_of((ISRAEL, EGYPT, JORDAN, LEBANON, SYRIA))


@event(DUCK_AND_COVER, risks_war=True)
def duck_and_cover(state: State, player: Actor) -> None:
    """Degrade DEFCON; the US gains a point for each level that is now missing to five."""
    degrade_defcon(state)
    award_points(state, US, 5 - state.defcon)


@event(FIVE_YEAR_PLAN, risks_war=True)
def five_year_plan(state: State, player: Actor) -> Flow[None]:
    """The USSR loses a random card; if it carries a US event, that occurs as if the US played it.

    The card in use is not in the discard pile while its event is resolved (R8.9).
    """
    if not state.hands[USSR]:
        note(state, FactKind.NOTHING_TO_DISCARD, USSR)
        return
    card = yield from random_card(state, USSR)
    discard_from_hand(state, USSR, card)
    if OWNER[card] == US:
        state.discard_pile = without_card(state.discard_pile, card)
        yield from play_event(state, card, US)


@event(SOCIALIST_GOVERNMENTS, forbidden=in_effect(Effect.THE_IRON_LADY))
def socialist_governments(state: State, player: Actor) -> Flow[None]:
    """Remove three US influence from Western Europe, at most two in a country."""
    yield from remove_influence(
        state, USSR, US, markers=3, among=REGION_MASKS[WESTERN_EUROPE], most_each=2
    )


@event(FIDEL)
def fidel(state: State, player: Actor) -> None:
    """Remove all US influence from Cuba and let the USSR control it."""
    remove_all_influence(state, US, CUBA)
    gain_control(state, USSR, CUBA)


@event(VIETNAM_REVOLTS)
def vietnam_revolts(state: State, player: Actor) -> None:
    """Add two USSR influence in Vietnam; this turn the USSR has a bonus in Southeast Asia."""
    change_influence(state, USSR, VIETNAM, 2)
    start_effect(state, Effect.VIETNAM_REVOLTS)


@event(BLOCKADE)
def blockade(state: State, player: Actor) -> Flow[None]:
    """The US discards a card worth three or more, or loses all its influence in West Germany."""
    paid = yield from may_discard(state, US, 3)
    if not paid:
        remove_all_influence(state, US, WEST_GERMANY)


@event(KOREAN_WAR)
def korean_war(state: State, player: Actor) -> Flow[None]:
    """The USSR fights for South Korea, hindered by US control next to it."""
    yield from war(
        state,
        USSR,
        SOUTH_KOREA,
        succeeds_at=4,
        points=2,
        military=2,
        hindered_by=_KOREAN_NEIGHBOURS,
        modifier=-1 if civil_war.is_undecided(state) else 0,
    )


@event(ROMANIAN_ABDICATION)
def romanian_abdication(state: State, player: Actor) -> None:
    """Remove all US influence from Romania and let the USSR control it."""
    remove_all_influence(state, US, ROMANIA)
    gain_control(state, USSR, ROMANIA)


@event(ARAB_ISRAELI_WAR, forbidden=in_effect(Effect.CAMP_DAVID_ACCORDS))
def arab_israeli_war(state: State, player: Actor) -> Flow[None]:
    """The USSR fights for Israel, hindered by US control there and next to it."""
    yield from war(
        state,
        USSR,
        ISRAEL,
        succeeds_at=4,
        points=2,
        military=2,
        hindered_by=_ISRAEL_AND_NEIGHBOURS,
    )


@event(COMECON)
def comecon(state: State, player: Actor) -> Flow[None]:
    """Add one USSR influence in each of four Eastern European countries not under US control."""
    among = _EASTERN_EUROPE & ~state.controlled[US]
    yield from add_influence(state, USSR, markers=4, among=among, most_each=1)


@event(NASSER)
def nasser(state: State, player: Actor) -> None:
    """Add two USSR influence in Egypt and remove half of the US influence, rounded up."""
    change_influence(state, USSR, EGYPT, 2)
    change_influence(state, US, EGYPT, -((state.influence[US][EGYPT] + 1) // 2))


@event(WARSAW_PACT_FORMED)
def warsaw_pact_formed(state: State, player: Actor) -> Flow[None]:
    """In Eastern Europe the USSR clears four countries of the US or adds five influence.

    At most two of the five go into one country. From now on NATO can be formed.
    """
    answers = (REMOVE, ADD) if state.presence[US] & _EASTERN_EUROPE else (ADD,)
    answer = yield from choose(USSR, *answers)
    note(state, FactKind.CHOICE, USSR, answer)
    if answer == REMOVE:
        yield from remove_all_from(state, USSR, US, number=4, among=_EASTERN_EUROPE)
    else:
        yield from add_influence(state, USSR, markers=5, among=_EASTERN_EUROPE, most_each=2)
    start_effect(state, Effect.WARSAW_PACT_FORMED)


@event(DE_GAULLE_LEADS_FRANCE)
def de_gaulle_leads_france(state: State, player: Actor) -> None:
    """Remove two US influence from France and add one USSR; NATO no longer protects it."""
    change_influence(state, US, FRANCE, -2)
    change_influence(state, USSR, FRANCE, 1)
    start_effect(state, Effect.DE_GAULLE_LEADS_FRANCE)


@event(CAPTURED_NAZI_SCIENTIST)
def captured_nazi_scientist(state: State, player: Actor) -> None:
    """Advance the player one box in the Space Race; this is no attempt."""
    advance(state, player)


@event(TRUMAN_DOCTRINE)
def truman_doctrine(state: State, player: Actor) -> Flow[None]:
    """Remove all USSR influence from one European country that nobody controls."""
    uncontrolled = REGION_MASKS[EUROPE] & ~(state.controlled[US] | state.controlled[USSR])
    targets = uncontrolled & state.presence[USSR]
    if targets:
        country = yield from choose_country(US, targets)
        remove_all_influence(state, USSR, country)


_REDS: Final = mask_of((CZECHOSLOVAKIA, HUNGARY, YUGOSLAVIA, ROMANIA, BULGARIA))
_SPONSOR_BONUS: Final = 2


@event(OLYMPIC_GAMES, risks_war=True)
def olympic_games(state: State, player: Actor) -> Flow[None]:
    """The enemy takes part in a contest for two points or stays away.

    In the contest the sponsor adds two to the die and ties are rolled again. A boycott degrades
    DEFCON and gives the sponsor operations of value four.
    """
    enemy = enemy_of(player)
    answer = yield from choose(enemy, PARTICIPATE, BOYCOTT)
    note(state, FactKind.CHOICE, enemy, answer)
    if answer == BOYCOTT:
        degrade_defcon(state)
        yield from grant_operations(state, player, 4)
        return
    lead = 0
    while lead == 0:
        die = yield from roll(state, player, _SPONSOR_BONUS)
        enemy_die = yield from roll(state, enemy)
        lead = die + _SPONSOR_BONUS - enemy_die
    award_points(state, player if lead > 0 else enemy, 2)


def _without_allies(state: State, player: Actor) -> bool:
    effects = state.effects
    return not (effects[Effect.MARSHALL_PLAN] or effects[Effect.WARSAW_PACT_FORMED])


@event(NATO, forbidden=_without_allies)
def nato(state: State, player: Actor) -> None:
    """Protect US-controlled countries of Europe from the USSR's coups and realignments."""
    start_effect(state, Effect.NATO)


@event(INDEPENDENT_REDS)
def independent_reds(state: State, player: Actor) -> Flow[None]:
    """In one of five Eastern European countries the US draws level with the USSR."""
    targets: Mask = 0
    for country in countries_in(_REDS):
        if state.influence[USSR][country] > state.influence[US][country]:
            targets |= BIT[country]
    if targets:
        country = yield from choose_country(US, targets)
        raise_influence_to(state, US, country, state.influence[USSR][country])


@event(MARSHALL_PLAN)
def marshall_plan(state: State, player: Actor) -> Flow[None]:
    """Add one US influence in each of seven Western European countries not under USSR control.

    From now on NATO can be formed.
    """
    among = REGION_MASKS[WESTERN_EUROPE] & ~state.controlled[USSR]
    yield from add_influence(state, US, markers=7, among=among, most_each=1)
    start_effect(state, Effect.MARSHALL_PLAN)


@event(INDO_PAKISTANI_WAR)
def indo_pakistani_war(state: State, player: Actor) -> Flow[None]:
    """The player fights for India or Pakistan, hindered by enemy control next to it."""
    target = yield from choose_country(player, mask_of((INDIA, PAKISTAN)), Kind.WAR_TARGET)
    yield from war(
        state,
        player,
        target,
        succeeds_at=4,
        points=2,
        military=2,
        hindered_by=NEIGHBOURS[target],
    )


@event(CONTAINMENT)
def containment(state: State, player: Actor) -> None:
    """Raise the value of US cards by one this turn."""
    start_effect(state, Effect.CONTAINMENT)


@event(CIA_CREATED, risks_war=True)
def cia_created(state: State, player: Actor) -> Flow[None]:
    """Show the USSR's hand; then the US may conduct operations of value one."""
    show_hand(state, USSR)
    yield from grant_operations(state, US, 1)


@event(US_JAPAN_MUTUAL_DEFENSE_PACT)
def us_japan_mutual_defense_pact(state: State, player: Actor) -> None:
    """Let the US control Japan and close it to the USSR's coups and realignments."""
    gain_control(state, US, JAPAN)
    start_effect(state, Effect.US_JAPAN_MUTUAL_DEFENSE_PACT)


@event(SUEZ_CRISIS)
def suez_crisis(state: State, player: Actor) -> Flow[None]:
    """Remove four US influence from France, the UK and Israel, at most two in each."""
    among = mask_of((FRANCE, UK, ISRAEL))
    yield from remove_influence(state, USSR, US, markers=4, among=among, most_each=2)


@event(EAST_EUROPEAN_UNREST)
def east_european_unrest(state: State, player: Actor) -> Flow[None]:
    """Remove one USSR influence, in the Late War two, from each of three countries in the East."""
    yield from remove_from_countries(
        state,
        US,
        USSR,
        number=3,
        among=REGION_MASKS[EASTERN_EUROPE],
        markers_each=2 if is_late_war(state) else 1,
    )


@event(DECOLONIZATION)
def decolonization(state: State, player: Actor) -> Flow[None]:
    """Add one USSR influence in each of four countries of Africa and Southeast Asia."""
    among = region_mask(AFRICA, SOUTHEAST_ASIA)
    yield from add_influence(state, USSR, markers=4, among=among, most_each=1)


def _ussr_in_civil_war(state: State, player: Actor) -> bool:
    return player == USSR and civil_war.forbids(state, player)


@event(RED_SCARE_PURGE, forbidden=_ussr_in_civil_war)
def red_scare_purge(state: State, player: Actor) -> None:
    """Lower the value of the enemy's cards by one this turn; a second time adds up."""
    strengthen_effect(state, Effect.RED_SCARE_ON_USSR + enemy_of(player))


def intervention_partners(state: State, player: Actor) -> Pile:
    """List the cards of a hand whose event UN Intervention could cancel: those of the enemy."""
    return tuple(card for card in state.hands[player] if is_enemy_card(card, player))


def _cannot_intervene(state: State, player: Actor) -> bool:
    return state.segment != Segment.ACTION_ROUND or not intervention_partners(state, player)


@event(UN_INTERVENTION, forbidden=_cannot_intervene)
def un_intervention(state: State, player: Actor) -> Flow[None]:
    """The player uses a card with an enemy event for its operations alone."""
    partner = yield from choose_card(player, intervention_partners(state, player))
    leave_hand(state, player, partner)
    put_on_table(state, partner)
    yield from use_under_intervention(state, player, partner)


def use_under_intervention(state: State, player: Actor, partner: Card) -> Flow[None]:
    """Conduct operations with a card on the table whose event UN Intervention cancels."""
    note(state, FactKind.PAIRED, player, partner)
    if state.effects[Effect.U2_INCIDENT]:
        end_effect(state, Effect.U2_INCIDENT)
        award_points(state, USSR, 1, card=U2_INCIDENT)
    yield from use_for_operations_only(state, player, partner, is_played=True)


@event(DE_STALINIZATION)
def de_stalinization(state: State, player: Actor) -> Flow[None]:
    """Move up to four USSR influence into countries not under US control, at most two in each."""
    moved = yield from remove_influence(
        state, USSR, USSR, markers=4, among=ALL_COUNTRIES, up_to=True
    )
    among = ALL_COUNTRIES & ~state.controlled[US]
    yield from add_influence(state, USSR, markers=moved, among=among, most_each=2)


@event(NUCLEAR_TEST_BAN)
def nuclear_test_ban(state: State, player: Actor) -> None:
    """Give the player a point for each DEFCON level above two, then improve DEFCON by two."""
    award_points(state, player, max(0, state.defcon - 2))
    improve_defcon(state, 2)


@event(FORMOSAN_RESOLUTION, forbidden=civil_war.forbids)
def formosan_resolution(state: State, player: Actor) -> None:
    """Count a US-controlled Taiwan as a battleground of Asia until the US plays The China Card."""
    start_effect(state, Effect.FORMOSAN_RESOLUTION)


def _nobody_defects(state: State, player: Actor) -> bool:
    """In an action round only the USSR brings it about, by its play or through its own hand."""
    if state.segment != Segment.ACTION_ROUND:
        return False
    caused_by = state.resolving[-1] if state.resolving else NO_CARD
    return state.phasing == US or caused_by not in (NO_CARD, FIVE_YEAR_PLAN)


@event(DEFECTORS, forbidden=_nobody_defects)
def defectors(state: State, player: Actor) -> None:
    """Cancel a USSR headline that is not resolved yet, or in a USSR round gain the US a point."""
    if state.segment == Segment.ACTION_ROUND:
        award_points(state, US, 1)
        return
    headline = state.headlines[USSR]
    if headline != NO_CARD:
        note(state, FactKind.HEADLINE_CANCELLED, USSR, headline)
        state.headlines = with_side(state.headlines, USSR, NO_CARD)
        put_on_discard_pile(state, headline)
