"""The events of the Late War."""

from typing import Final

from twilight.engine.board import BIT, NEIGHBOURS, REGION_MASKS, Mask, mask_of
from twilight.engine.cards import SCORING, Pile, without_card
from twilight.engine.changes import (
    award_points,
    change_influence,
    degrade_defcon,
    discard_from_hand,
    end_effect,
    improve_defcon,
    note,
    remove_all_influence,
    show_hand,
    start_effect,
)
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    ACCEPT,
    ALDRICH_AMES_REMIX,
    AN_EVIL_EMPIRE,
    ARGENTINA,
    CHERNOBYL,
    COSTA_RICA,
    CUBA,
    DECLINE,
    EAST_GERMANY,
    GLASNOST,
    HONDURAS,
    INFLUENCE,
    IRAN,
    IRAN_CONTRA_SCANDAL,
    IRAN_IRAQ_WAR,
    IRANIAN_HOSTAGE_CRISIS,
    IRAQ,
    LATIN_AMERICAN_DEBT_CRISIS,
    LEBANON,
    LIBYA,
    MARINE_BARRACKS_BOMBING,
    NAME_AFRICA,
    NAME_ASIA,
    NAME_CENTRAL_AMERICA,
    NAME_EUROPE,
    NAME_MIDDLE_EAST,
    NAME_SOUTH_AMERICA,
    NICARAGUA,
    NORTH_SEA_OIL,
    ORTEGA_ELECTED_IN_NICARAGUA,
    PERSHING_II_DEPLOYED,
    POLAND,
    REAGAN_BOMBS_LIBYA,
    REALIGNMENT,
    SOLIDARITY,
    SOUTH_KOREA,
    SOVIETS_SHOOT_DOWN_KAL_007,
    STAR_WARS,
    TEAR_DOWN_THIS_WALL,
    TERRORISM,
    THE_IRON_LADY,
    THE_REFORMER,
    UK,
    WARGAMES,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.conducting import grant_operations
from twilight.engine.state import State
from twilight.engine.turn.play import is_prevented, play_event
from twilight.engine.types import (
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
    SOUTH_AMERICA,
    US,
    USSR,
    WESTERN_EUROPE,
    Actor,
    GameOver,
    Kind,
    Reason,
    enemy_of,
)
from twilight.engine.variants import late_war
from twilight.engine.vocabulary import (
    add_influence,
    choose,
    choose_card,
    choose_country,
    discard_at_random,
    may_coup_freely,
    may_coup_or_realign_freely,
    may_discard,
    remove_from_countries,
    remove_influence,
    war,
)

_AROUND_NICARAGUA: Final[Mask] = mask_of((CUBA, HONDURAS, COSTA_RICA))


@event(IRANIAN_HOSTAGE_CRISIS)
def iranian_hostage_crisis(state: State, player: Actor) -> None:
    """Clear Iran of the US and add 2 USSR influence; from now on Terrorism hits the US twice."""
    remove_all_influence(state, US, IRAN)
    change_influence(state, USSR, IRAN, 2)
    start_effect(state, Effect.IRANIAN_HOSTAGE_CRISIS)


@event(THE_IRON_LADY)
def the_iron_lady(state: State, player: Actor) -> None:
    """Give the US 1 point, the USSR a foothold in Argentina, and clear the UK of the USSR.

    Socialist Governments can't occur any more.
    """
    award_points(state, US, 1)
    change_influence(state, USSR, ARGENTINA, 1)
    remove_all_influence(state, USSR, UK)
    start_effect(state, Effect.THE_IRON_LADY)


@event(REAGAN_BOMBS_LIBYA)
def reagan_bombs_libya(state: State, player: Actor) -> None:
    """Give the US 1 point for every two USSR influence in Libya."""
    award_points(state, US, state.influence[USSR][LIBYA] // 2)


def us_leads_in_space(state: State, player: Actor) -> bool:
    """Tell whether the US is ahead in the Space Race."""
    return state.space[US] > state.space[USSR]


def star_wars_choices(state: State) -> Pile:
    """List the discarded cards, scoring cards aside, whose event the US could bring about now."""
    return tuple(
        card
        for card in state.discard_pile
        if not SCORING[card] and not is_prevented(state, card, US)
    )


@event(STAR_WARS, condition=us_leads_in_space, risks_war=True)
def star_wars(state: State, player: Actor) -> Flow[None]:
    """If the US leads in space, it brings about the event of a card from the discard pile."""
    cards = star_wars_choices(state)
    if cards:
        card = yield from choose_card(US, cards)
        state.discard_pile = without_card(state.discard_pile, card)
        yield from play_event(state, card, US)


@event(NORTH_SEA_OIL)
def north_sea_oil(state: State, player: Actor) -> None:
    """Rule OPEC out for good, and allow the US an eighth round this turn."""
    start_effect(state, Effect.NORTH_SEA_OIL)
    start_effect(state, Effect.NORTH_SEA_OIL_ROUND)


def glasnost_ends_reformer(state: State) -> bool:
    """Tell whether Glasnost takes back what The Reformer forbids."""
    return state.rules.glasnost_ends_reformer


@event(THE_REFORMER)
def the_reformer(state: State, player: Actor) -> Flow[None]:
    """Add 4 USSR influence in Europe, or 6 if the USSR leads, at most 2 in a country.

    The USSR makes no coups in Europe any more.
    """
    if not (glasnost_ends_reformer(state) and GLASNOST in state.removed_pile):
        start_effect(state, Effect.THE_REFORMER)
    markers = 6 if state.vp < 0 else 4
    yield from add_influence(state, USSR, markers, REGION_MASKS[EUROPE], most_each=2, or_only=4)


@event(MARINE_BARRACKS_BOMBING)
def marine_barracks_bombing(state: State, player: Actor) -> Flow[None]:
    """Clear Lebanon of the US, then remove 2 more US influence from the Middle East."""
    remove_all_influence(state, US, LEBANON)
    yield from remove_influence(state, USSR, US, 2, REGION_MASKS[MIDDLE_EAST])


@event(SOVIETS_SHOOT_DOWN_KAL_007, risks_war=True)
def soviets_shoot_down_kal_007(state: State, player: Actor) -> Flow[None]:
    """Lower DEFCON and give the US 2 points, and 4 operations if it controls South Korea.

    The operations are influence or realignment.
    """
    degrade_defcon(state)
    award_points(state, US, 2)
    if state.controls(US, SOUTH_KOREA):
        yield from grant_operations(state, US, 4, (INFLUENCE, REALIGNMENT))


@event(GLASNOST)
def glasnost(state: State, player: Actor) -> Flow[None]:
    """Give the USSR 2 points and raise DEFCON; after The Reformer the USSR gets 4 operations.

    The operations are influence or realignment.
    """
    award_points(state, USSR, 2)
    improve_defcon(state)
    if state.effects[Effect.THE_REFORMER]:
        yield from grant_operations(state, USSR, 4, (INFLUENCE, REALIGNMENT))
    if glasnost_ends_reformer(state):
        end_effect(state, Effect.THE_REFORMER)


@event(ORTEGA_ELECTED_IN_NICARAGUA, risks_war=True)
def ortega_elected_in_nicaragua(state: State, player: Actor) -> Flow[None]:
    """Clear Nicaragua of the US, then allow the USSR a free coup in a country next to it."""
    remove_all_influence(state, US, NICARAGUA)
    yield from may_coup_freely(state, USSR, 2, _AROUND_NICARAGUA)


@event(TERRORISM)
def terrorism(state: State, player: Actor) -> Flow[None]:
    """Make the opponent discard a random card, and the US two after Iranian Hostage Crisis."""
    victim = enemy_of(player)
    yield from discard_at_random(state, victim)
    if victim == US and state.effects[Effect.IRANIAN_HOSTAGE_CRISIS] and state.hands[US]:
        yield from discard_at_random(state, US)


@event(IRAN_CONTRA_SCANDAL)
def iran_contra_scandal(state: State, player: Actor) -> None:
    """Take 1 off the US die in every realignment roll this turn."""
    start_effect(state, Effect.IRAN_CONTRA_SCANDAL)


@event(CHERNOBYL)
def chernobyl(state: State, player: Actor) -> Flow[None]:
    """Let the US name a region where the USSR can't place influence with operations this turn."""
    name = yield from choose(
        US,
        DECLINE,
        NAME_EUROPE,
        NAME_ASIA,
        NAME_MIDDLE_EAST,
        NAME_AFRICA,
        NAME_CENTRAL_AMERICA,
        NAME_SOUTH_AMERICA,
        kind=Kind.REGION,
    )
    if name != DECLINE:
        note(state, FactKind.CHOICE, US, name)
        start_effect(state, Effect.CHERNOBYL, name - NAME_EUROPE + 1)


@event(LATIN_AMERICAN_DEBT_CRISIS)
def latin_american_debt_crisis(state: State, player: Actor) -> Flow[None]:
    """Double USSR influence in 2 South American countries unless the US discards a 3."""
    paid = yield from may_discard(state, US, 3)
    if paid:
        return
    targets = REGION_MASKS[SOUTH_AMERICA] & state.presence[USSR]
    for _ in range(2):
        if not targets:
            return
        country = yield from choose_country(USSR, targets)
        change_influence(state, USSR, country, state.influence[USSR][country])
        targets &= ~BIT[country]


@event(TEAR_DOWN_THIS_WALL, risks_war=True)
def tear_down_this_wall(state: State, player: Actor) -> Flow[None]:
    """Add 3 US influence in East Germany, then a free coup or free realignments in Europe.

    Willy Brandt ends and can't occur any more.
    """
    end_effect(state, Effect.WILLY_BRANDT)
    start_effect(state, Effect.TEAR_DOWN_THIS_WALL)
    change_influence(state, US, EAST_GERMANY, 3)
    yield from may_coup_or_realign_freely(state, US, 3, REGION_MASKS[EUROPE])


@event(AN_EVIL_EMPIRE)
def an_evil_empire(state: State, player: Actor) -> None:
    """Give the US 1 point and put an end to Flower Power."""
    end_effect(state, Effect.FLOWER_POWER)
    award_points(state, US, 1)
    start_effect(state, Effect.AN_EVIL_EMPIRE)


@event(ALDRICH_AMES_REMIX)
def aldrich_ames_remix(state: State, player: Actor) -> Flow[None]:
    """Lay the US hand open for the turn and let the USSR discard one card of it."""
    start_effect(state, Effect.ALDRICH_AMES_REMIX)
    show_hand(state, US)
    if state.hands[US]:
        card = yield from choose_card(USSR, state.hands[US], Kind.DISCARD)
        discard_from_hand(state, US, card)


@event(PERSHING_II_DEPLOYED)
def pershing_ii_deployed(state: State, player: Actor) -> Flow[None]:
    """Give the USSR 1 point and remove 1 US influence from up to 3 Western European countries."""
    award_points(state, USSR, 1)
    yield from remove_from_countries(
        state, USSR, US, 3, REGION_MASKS[WESTERN_EUROPE], 1, up_to=True
    )


def is_defcon_2(state: State, player: Actor) -> bool:
    """Tell whether DEFCON stands at 2."""
    return state.defcon == 2


@event(WARGAMES, condition=is_defcon_2)
def wargames(state: State, player: Actor) -> Flow[None]:
    """At DEFCON 2, let the player give the opponent 6 points and end the game."""
    answer = yield from choose(player, ACCEPT, DECLINE)
    note(state, FactKind.CHOICE, player, answer)
    if answer == ACCEPT:
        award_points(state, enemy_of(player), 6)
        raise GameOver(wargames_winner(state, player), Reason.WARGAMES)


def wargames_winner(state: State, player: Actor) -> Actor:
    """Name who wins when Wargames has ended the game (R19.5, V4.9)."""
    if late_war.decides_wargames(state, player):
        return late_war.winner_by_score(state)
    if state.vp == 0:
        return NOBODY
    return US if state.vp > 0 else USSR


def pope_is_missing(state: State, player: Actor) -> bool:
    """Tell whether John Paul II Elected Pope has not occurred yet."""
    return state.effects[Effect.JOHN_PAUL_II_ELECTED_POPE] == 0


@event(SOLIDARITY, forbidden=pope_is_missing)
def solidarity(state: State, player: Actor) -> None:
    """Once there is a Polish pope, add 3 US influence in Poland."""
    change_influence(state, US, POLAND, 3)


@event(IRAN_IRAQ_WAR)
def iran_iraq_war(state: State, player: Actor) -> Flow[None]:
    """Fight a war on Iran or Iraq, hindered by its neighbours that the opponent controls."""
    target = yield from choose_country(player, mask_of((IRAN, IRAQ)), Kind.WAR_TARGET)
    yield from war(
        state,
        player,
        target,
        succeeds_at=4,
        points=2,
        military=2,
        hindered_by=NEIGHBOURS[target],
    )
