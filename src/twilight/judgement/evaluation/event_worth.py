"""A rough worth of every event to the side it serves, for where nothing better is at hand."""

from typing import Final

from twilight.engine import ids
from twilight.engine.cards import OPS, OWNER, SCORING
from twilight.engine.ids import CARD_SLOTS, NO_CARD, Card
from twilight.engine.types import NOBODY, Actor

_ANY_EVENT: Final = 1.5
# In victory points; to its player where the card is neutral.
_WORTHS: Final = {
    ids.DUCK_AND_COVER: 0.8,
    ids.FIVE_YEAR_PLAN: 1.3,
    ids.SOCIALIST_GOVERNMENTS: 2.5,
    ids.FIDEL: 1.5,
    ids.VIETNAM_REVOLTS: 2.0,
    ids.BLOCKADE: 1.0,
    ids.KOREAN_WAR: 1.2,
    ids.ROMANIAN_ABDICATION: 0.8,
    ids.ARAB_ISRAELI_WAR: 1.0,
    ids.COMECON: 2.0,
    ids.NASSER: 1.5,
    ids.WARSAW_PACT_FORMED: 2.0,
    ids.DE_GAULLE_LEADS_FRANCE: 2.5,
    ids.CAPTURED_NAZI_SCIENTIST: 1.5,
    ids.TRUMAN_DOCTRINE: 1.3,
    ids.OLYMPIC_GAMES: 0.6,
    ids.NATO: 1.0,
    ids.INDEPENDENT_REDS: 1.2,
    ids.MARSHALL_PLAN: 3.5,
    ids.INDO_PAKISTANI_WAR: 1.3,
    ids.CONTAINMENT: 2.5,
    ids.CIA_CREATED: 0.8,
    ids.US_JAPAN_MUTUAL_DEFENSE_PACT: 2.2,
    ids.SUEZ_CRISIS: 2.0,
    ids.EAST_EUROPEAN_UNREST: 1.8,
    ids.DECOLONIZATION: 3.5,
    ids.RED_SCARE_PURGE: 3.0,
    ids.UN_INTERVENTION: 0.8,
    ids.DE_STALINIZATION: 3.5,
    ids.NUCLEAR_TEST_BAN: 1.2,
    ids.FORMOSAN_RESOLUTION: 0.6,
    ids.DEFECTORS: 1.0,
    ids.BRUSH_WAR: 2.0,
    ids.ARMS_RACE: 1.0,
    ids.CUBAN_MISSILE_CRISIS: 0.8,
    ids.NUCLEAR_SUBS: 0.8,
    ids.QUAGMIRE: 3.2,
    ids.SALT_NEGOTIATIONS: 0.8,
    ids.BEAR_TRAP: 3.2,
    ids.SUMMIT: 0.5,
    ids.HOW_I_LEARNED_TO_STOP_WORRYING: 1.0,
    ids.JUNTA: 2.0,
    ids.KITCHEN_DEBATES: 1.0,
    ids.MISSILE_ENVY: 0.6,
    ids.WE_WILL_BURY_YOU: 2.7,
    ids.BREZHNEV_DOCTRINE: 2.5,
    ids.PORTUGUESE_EMPIRE_CRUMBLES: 2.0,
    ids.ALLENDE: 1.5,
    ids.WILLY_BRANDT: 1.4,
    ids.MUSLIM_REVOLUTION: 3.0,
    ids.ABM_TREATY: 2.5,
    ids.CULTURAL_REVOLUTION: 1.8,
    ids.FLOWER_POWER: 1.3,
    ids.U2_INCIDENT: 1.2,
    ids.OPEC: 3.0,
    ids.LONE_GUNMAN: 1.0,
    ids.COLONIAL_REAR_GUARDS: 3.0,
    ids.PANAMA_CANAL_RETURNED: 1.8,
    ids.CAMP_DAVID_ACCORDS: 1.8,
    ids.PUPPET_GOVERNMENTS: 2.5,
    ids.GRAIN_SALES_TO_SOVIETS: 2.0,
    ids.LATIN_AMERICAN_DEATH_SQUADS: 0.5,
    ids.OAS_FOUNDED: 2.0,
    ids.NIXON_PLAYS_THE_CHINA_CARD: 2.0,
    ids.SADAT_EXPELS_SOVIETS: 1.8,
    ids.THE_VOICE_OF_AMERICA: 3.5,
    ids.LIBERATION_THEOLOGY: 2.5,
    ids.USSURI_RIVER_SKIRMISH: 3.0,
    ids.ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU: 1.8,
    ids.ALLIANCE_FOR_PROGRESS: 2.0,
    ids.ONE_SMALL_STEP: 1.8,
    ids.IRANIAN_HOSTAGE_CRISIS: 2.5,
    ids.THE_IRON_LADY: 1.2,
    ids.REAGAN_BOMBS_LIBYA: 1.2,
    ids.THE_REFORMER: 3.0,
    ids.MARINE_BARRACKS_BOMBING: 2.3,
    ids.SOVIETS_SHOOT_DOWN_KAL_007: 3.0,
    ids.GLASNOST: 3.0,
    ids.ORTEGA_ELECTED_IN_NICARAGUA: 1.2,
    ids.TERRORISM: 1.2,
    ids.IRAN_CONTRA_SCANDAL: 0.4,
    ids.CHERNOBYL: 1.8,
    ids.LATIN_AMERICAN_DEBT_CRISIS: 1.8,
    ids.TEAR_DOWN_THIS_WALL: 3.0,
    ids.AN_EVIL_EMPIRE: 1.2,
    ids.ALDRICH_AMES_REMIX: 2.3,
    ids.PERSHING_II_DEPLOYED: 2.2,
    ids.WARGAMES: 0.2,
    ids.SOLIDARITY: 2.0,
    ids.THE_CAMBRIDGE_FIVE: 0.8,
    ids.NORAD: 1.0,
    ids.CHE: 2.0,
    ids.OUR_MAN_IN_TEHRAN: 1.0,
    ids.YURI_AND_SAMANTHA: 1.0,
    ids.AWACS_SALE_TO_SAUDIS: 1.8,
}

EVENT_WORTH: Final = tuple(
    0.0 if card <= NO_CARD or SCORING[card] else _WORTHS.get(card, _ANY_EVENT)
    for card in range(CARD_SLOTS)
)


def event_worth_in_hand(side: Actor, card: Card, operation: float) -> float:
    """Return what it is worth to hold a card: its operations, less what its event would cost."""
    worth = operation * OPS[card]
    if OWNER[card] == side:
        return max(worth, EVENT_WORTH[card]) + 0.2
    if OWNER[card] == NOBODY:
        return max(worth, 0.7 * EVENT_WORTH[card])
    return worth - 0.8 * EVENT_WORTH[card]
