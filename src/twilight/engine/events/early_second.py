"""The second half of the Early War events: 020 to 035 and 103."""

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
from twilight.engine.cards import Pile
from twilight.engine.changes import (
    award_points,
    degrade_defcon,
    end_effect,
    improve_defcon,
    is_enemy_card,
    leave_hand,
    note,
    put_on_discard_pile,
    put_on_table,
    raise_influence_to,
    show_hand,
    start_effect,
    strengthen_effect,
)
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    BOYCOTT,
    BULGARIA,
    CIA_CREATED,
    CONTAINMENT,
    CZECHOSLOVAKIA,
    DE_STALINIZATION,
    DECOLONIZATION,
    DEFECTORS,
    EAST_EUROPEAN_UNREST,
    FIVE_YEAR_PLAN,
    FORMOSAN_RESOLUTION,
    FRANCE,
    HUNGARY,
    INDEPENDENT_REDS,
    INDIA,
    INDO_PAKISTANI_WAR,
    ISRAEL,
    JAPAN,
    MARSHALL_PLAN,
    NATO,
    NO_CARD,
    NUCLEAR_TEST_BAN,
    OLYMPIC_GAMES,
    PAKISTAN,
    PARTICIPATE,
    RED_SCARE_PURGE,
    ROMANIA,
    SUEZ_CRISIS,
    UK,
    UN_INTERVENTION,
    US_JAPAN_MUTUAL_DEFENSE_PACT,
    YUGOSLAVIA,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations import grant_operations
from twilight.engine.state import State
from twilight.engine.turn.play import use_for_operations_only
from twilight.engine.turn.start_and_end import is_late_war
from twilight.engine.types import (
    AFRICA,
    EASTERN_EUROPE,
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
    remove_from_countries,
    remove_influence,
    roll,
    war,
)

_REDS: Final = mask_of((CZECHOSLOVAKIA, HUNGARY, YUGOSLAVIA, ROMANIA, BULGARIA))
_SPONSOR_BONUS: Final = 2


@event(OLYMPIC_GAMES)
def olympic_games(state: State, player: Actor) -> Flow[None]:
    """The enemy takes part in a contest for two points or stays away.

    In the contest the sponsor adds two to his die and ties are rolled again. A boycott degrades
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


@event(CIA_CREATED)
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
        award_points(state, USSR, 1)
    yield from use_for_operations_only(state, player, partner)


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
        state.headlines[USSR] = NO_CARD
        put_on_discard_pile(state, headline)
