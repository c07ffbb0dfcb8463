"""The first half of the Early War events: 004 to 019."""

from typing import Final

from twilight.engine.board import REGION_MASKS, mask_of
from twilight.engine.cards import OWNER, without_card
from twilight.engine.changes import (
    award_points,
    change_influence,
    degrade_defcon,
    discard_from_hand,
    note,
    remove_all_influence,
    start_effect,
)
from twilight.engine.decision import Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    ADD,
    ARAB_ISRAELI_WAR,
    BLOCKADE,
    CAPTURED_NAZI_SCIENTIST,
    COMECON,
    CUBA,
    DE_GAULLE_LEADS_FRANCE,
    DUCK_AND_COVER,
    EGYPT,
    FIDEL,
    FIVE_YEAR_PLAN,
    FRANCE,
    ISRAEL,
    JAPAN,
    JORDAN,
    KOREAN_WAR,
    LEBANON,
    NASSER,
    NORTH_KOREA,
    REMOVE,
    ROMANIA,
    ROMANIAN_ABDICATION,
    SOCIALIST_GOVERNMENTS,
    SOUTH_KOREA,
    SYRIA,
    TAIWAN,
    TRUMAN_DOCTRINE,
    VIETNAM,
    VIETNAM_REVOLTS,
    WARSAW_PACT_FORMED,
    WEST_GERMANY,
)
from twilight.engine.journal import FactKind
from twilight.engine.space import advance
from twilight.engine.state import State
from twilight.engine.turn.play import play_event
from twilight.engine.types import EASTERN_EUROPE, EUROPE, US, USSR, WESTERN_EUROPE, Actor
from twilight.engine.variants import civil_war
from twilight.engine.vocabulary import (
    add_influence,
    choose,
    choose_country,
    gain_control,
    may_discard,
    random_card,
    remove_all_from,
    remove_influence,
    war,
)

_EASTERN_EUROPE: Final = REGION_MASKS[EASTERN_EUROPE]
_KOREAN_NEIGHBOURS: Final = mask_of((JAPAN, TAIWAN, NORTH_KOREA))
_ISRAEL_AND_NEIGHBOURS: Final = mask_of((ISRAEL, EGYPT, JORDAN, LEBANON, SYRIA))


@event(DUCK_AND_COVER)
def duck_and_cover(state: State, player: Actor) -> None:
    """Degrade DEFCON; the US gains a point for each level that is now missing to five."""
    degrade_defcon(state)
    award_points(state, US, 5 - state.defcon)


@event(FIVE_YEAR_PLAN)
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


def _after_the_iron_lady(state: State, player: Actor) -> bool:
    return state.effects[Effect.THE_IRON_LADY] != 0


@event(SOCIALIST_GOVERNMENTS, forbidden=_after_the_iron_lady)
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


def _after_camp_david(state: State, player: Actor) -> bool:
    return state.effects[Effect.CAMP_DAVID_ACCORDS] != 0


@event(ARAB_ISRAELI_WAR, forbidden=_after_camp_david)
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
