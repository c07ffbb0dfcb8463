"""The events of the promotional cards P1 to P8."""

from typing import Final

from twilight.engine.board import BIT, Mask, countries_in, region_mask
from twilight.engine.cards import OPS, Pile
from twilight.engine.changes import (
    award_points,
    change_influence,
    clear_from_table,
    degrade_defcon,
    is_enemy_card,
    leave_hand,
    note,
    put_on_discard_pile,
    put_on_table,
    remove_all_influence,
    set_defcon,
    set_military,
    start_effect,
)
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    BERLIN_WALL,
    DONT_WAIT_FOR_THE_TRANSLATION,
    EAST_GERMANY,
    FIRST_LIGHTNING,
    INDIA,
    KREMLIN_FLU,
    MOBUTU_SESE_SEKO,
    NO_CARD,
    NON_ALIGNED_MOVEMENT,
    NUMBER,
    STANISLAV_PETROV,
    WHO_LOST_CHINA,
    ZAIRE,
)
from twilight.engine.journal import FactKind
from twilight.engine.operations.conducting import grant_operations
from twilight.engine.operations.space import advance
from twilight.engine.state import State
from twilight.engine.turn.play import use_for_operations_only
from twilight.engine.types import (
    AFRICA,
    MIDDLE_EAST,
    SIDES,
    SOUTH_AMERICA,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    Kind,
    Segment,
)
from twilight.engine.variants import civil_war
from twilight.engine.vocabulary import (
    choose,
    choose_card,
    choose_card_or_decline,
    choose_country,
    take_from_pile,
)

_NON_ALIGNED: Final = region_mask(AFRICA, SOUTHEAST_ASIA, MIDDLE_EAST, SOUTH_AMERICA) | BIT[INDIA]
_CARDS_TURNED_OVER: Final = 4
_ZAIRE_UNDER_MOBUTU: Final = 3


def _contested_countries(state: State) -> Mask:
    contested = 0
    for country in countries_in(_NON_ALIGNED & state.presence[USSR] & state.presence[US]):
        if min(state.influence[side][country] for side in SIDES) >= 2:
            contested |= BIT[country]
    return contested


def _somebody_can_leave(state: State, player: Actor) -> bool:
    return _contested_countries(state) != 0


@event(NON_ALIGNED_MOVEMENT, condition=_somebody_can_leave)
def non_aligned_movement(state: State, player: Actor) -> Flow[None]:
    """Clear a contested country of all influence; then four cards of the pile are thrown away."""
    country = yield from choose_country(player, _contested_countries(state))
    for side in SIDES:
        remove_all_influence(state, side, country)
    for _ in range(_CARDS_TURNED_OVER):
        card = yield from take_from_pile(state)
        if card == NO_CARD:
            return
        note(state, FactKind.TURNED_OVER, player, card)
        state.reveals += 1
        put_on_discard_pile(state, card)


@event(MOBUTU_SESE_SEKO)
def mobutu_sese_seko(state: State, player: Actor) -> None:
    """Raise the stability of Zaire to 3 for good and add 2 US influence there."""
    state.set_stability(ZAIRE, _ZAIRE_UNDER_MOBUTU)
    change_influence(state, US, ZAIRE, 2)


@event(BERLIN_WALL)
def berlin_wall(state: State, player: Actor) -> None:
    """Add 2 USSR influence in East Germany; not ahead in space, the USSR also moves on there."""
    change_influence(state, USSR, EAST_GERMANY, 2)
    if state.space[USSR] <= state.space[US]:
        advance(state, USSR)


def _war_is_near(state: State, player: Actor) -> bool:
    return state.defcon == 2


@event(STANISLAV_PETROV, condition=_war_is_near)
def stanislav_petrov(state: State, player: Actor) -> Flow[None]:
    """At DEFCON 2, let the player set DEFCON to 4 or 5."""
    answer = yield from choose(player, NUMBER + 4, NUMBER + 5, kind=Kind.DEFCON_LEVEL)
    set_defcon(state, answer - NUMBER)


@event(KREMLIN_FLU, risks_war=True)
def kremlin_flu(state: State, player: Actor) -> Flow[None]:
    """Let the US conduct operations; the USSR's next round is for a scoring card or lost."""
    yield from grant_operations(state, US, OPS[KREMLIN_FLU])
    start_effect(state, Effect.KREMLIN_FLU)


def lightning_partners(state: State) -> Pile:
    """List the cards of the USSR's hand that First Lightning could be played together with."""
    return tuple(card for card in state.hands[USSR] if is_enemy_card(card, USSR))


def _cannot_strike(state: State, player: Actor) -> bool:
    """Outside its own hand the card is never refused for want of a partner: that would betray."""
    if state.segment != Segment.ACTION_ROUND:
        return True
    return FIRST_LIGHTNING in state.hands[USSR] and not lightning_partners(state)


@event(FIRST_LIGHTNING, forbidden=_cannot_strike, after_play=degrade_defcon, risks_war=True)
def first_lightning(state: State, player: Actor) -> Flow[None]:
    """Let the USSR use a US card of its hand for the operations alone.

    Whoever plays this card, DEFCON falls when it has been used.
    """
    partners = lightning_partners(state)
    if state.phasing == USSR and partners:
        partner = yield from choose_card(USSR, partners)
    else:
        partner = yield from choose_card_or_decline(USSR, partners)
    if partner == NO_CARD:
        clear_from_table(state, FIRST_LIGHTNING, occurred=False)
        return
    leave_hand(state, USSR, partner)
    put_on_table(state, partner)
    note(state, FactKind.PAIRED, USSR, partner)
    state.reveals += 1
    yield from use_for_operations_only(state, USSR, partner, is_played=True)


def _ussr_holds_china(state: State, player: Actor) -> bool:
    return state.china_holder == USSR


def _in_civil_war(state: State, player: Actor) -> bool:
    return civil_war.is_undecided(state)


@event(WHO_LOST_CHINA, condition=_ussr_holds_china, forbidden=_in_civil_war)
def who_lost_china(state: State, player: Actor) -> None:
    """With The China Card in the USSR's hands, US military operations fall to 0."""
    set_military(state, US, 0)


def _us_is_behind(state: State, player: Actor) -> bool:
    return state.military[US] < state.military[USSR]


@event(DONT_WAIT_FOR_THE_TRANSLATION, condition=_us_is_behind)
def dont_wait_for_the_translation(state: State, player: Actor) -> None:
    """Give the US 2 points if it has fewer military operations than the USSR."""
    award_points(state, US, 2)
