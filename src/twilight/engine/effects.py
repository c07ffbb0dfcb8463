"""Lasting effects: whose they are, how long they last, and what ends them."""

from enum import IntEnum
from typing import Final, NamedTuple

from twilight.engine.ids import (
    ALDRICH_AMES_REMIX,
    AN_EVIL_EMPIRE,
    AWACS_SALE_TO_SAUDIS,
    BEAR_TRAP,
    BREZHNEV_DOCTRINE,
    CAMP_DAVID_ACCORDS,
    CHERNOBYL,
    CONTAINMENT,
    CUBAN_MISSILE_CRISIS,
    DE_GAULLE_LEADS_FRANCE,
    FLOWER_POWER,
    FORMOSAN_RESOLUTION,
    IRAN_CONTRA_SCANDAL,
    IRANIAN_HOSTAGE_CRISIS,
    JOHN_PAUL_II_ELECTED_POPE,
    KREMLIN_FLU,
    LATIN_AMERICAN_DEATH_SQUADS,
    MARSHALL_PLAN,
    MISSILE_ENVY,
    NATO,
    NORAD,
    NORTH_SEA_OIL,
    NUCLEAR_SUBS,
    QUAGMIRE,
    RED_SCARE_PURGE,
    SALT_NEGOTIATIONS,
    SHUTTLE_DIPLOMACY,
    TEAR_DOWN_THIS_WALL,
    THE_CHINA_CARD,
    THE_IRON_LADY,
    THE_REFORMER,
    U2_INCIDENT,
    US_JAPAN_MUTUAL_DEFENSE_PACT,
    VIETNAM_REVOLTS,
    WARSAW_PACT_FORMED,
    WE_WILL_BURY_YOU,
    WILLY_BRANDT,
    YURI_AND_SAMANTHA,
    Card,
)
from twilight.engine.types import NOBODY, US, USSR, Actor


class Duration(IntEnum):
    """How long an effect lasts if nothing ends it before."""

    TURN = 0
    GAME = 1
    UNTIL_ENDED = 2


class Effect(IntEnum):
    """Everything that an event leaves behind; `State.effects` holds a number for each.

    Zero means not in effect. Where an effect bears on one side, there is one for each side and
    the US one follows the USSR one, so that `Effect.RED_SCARE_ON_USSR + side` names it.
    """

    VIETNAM_REVOLTS = 0
    WARSAW_PACT_FORMED = 1
    DE_GAULLE_LEADS_FRANCE = 2
    NATO = 3
    MARSHALL_PLAN = 4
    CONTAINMENT = 5
    US_JAPAN_MUTUAL_DEFENSE_PACT = 6
    RED_SCARE_ON_USSR = 7
    RED_SCARE_ON_US = 8
    FORMOSAN_RESOLUTION = 9
    CUBAN_MISSILE_CRISIS_ON_USSR = 10
    CUBAN_MISSILE_CRISIS_ON_US = 11
    NUCLEAR_SUBS = 12
    BEAR_TRAP = 13
    QUAGMIRE = 14
    SALT_NEGOTIATIONS = 15
    MISSILE_ENVY_OWED_BY_USSR = 16
    MISSILE_ENVY_OWED_BY_US = 17
    WE_WILL_BURY_YOU = 18
    BREZHNEV_DOCTRINE = 19
    WILLY_BRANDT = 20
    FLOWER_POWER = 21
    U2_INCIDENT = 22
    CAMP_DAVID_ACCORDS = 23
    JOHN_PAUL_II_ELECTED_POPE = 24
    DEATH_SQUADS_FOR_USSR = 25
    DEATH_SQUADS_FOR_US = 26
    SHUTTLE_DIPLOMACY = 27
    IRANIAN_HOSTAGE_CRISIS = 28
    THE_IRON_LADY = 29
    NORTH_SEA_OIL = 30
    NORTH_SEA_OIL_ROUND = 31
    THE_REFORMER = 32
    CHERNOBYL = 33  # the number is the region named, plus one
    TEAR_DOWN_THIS_WALL = 34
    AN_EVIL_EMPIRE = 35
    ALDRICH_AMES_REMIX = 36
    IRAN_CONTRA_SCANDAL = 37
    YURI_AND_SAMANTHA = 38
    AWACS_SALE_TO_SAUDIS = 39
    NORAD = 40
    KREMLIN_FLU = 41


NUMBER_OF_EFFECTS: Final = len(Effect)


class EffectFacts(NamedTuple):
    """The card that brings an effect, the side it serves, its duration and what ends it early."""

    card: Card
    owner: Actor
    duration: Duration
    ended_by: tuple[Card, ...] = ()


TURN, GAME, UNTIL_ENDED = Duration.TURN, Duration.GAME, Duration.UNTIL_ENDED

EFFECT_FACTS: Final[dict[Effect, EffectFacts]] = {
    Effect.VIETNAM_REVOLTS: EffectFacts(VIETNAM_REVOLTS, USSR, TURN),
    Effect.WARSAW_PACT_FORMED: EffectFacts(WARSAW_PACT_FORMED, NOBODY, GAME),
    Effect.DE_GAULLE_LEADS_FRANCE: EffectFacts(DE_GAULLE_LEADS_FRANCE, USSR, GAME),
    Effect.NATO: EffectFacts(NATO, US, GAME),
    Effect.MARSHALL_PLAN: EffectFacts(MARSHALL_PLAN, NOBODY, GAME),
    Effect.CONTAINMENT: EffectFacts(CONTAINMENT, US, TURN),
    Effect.US_JAPAN_MUTUAL_DEFENSE_PACT: EffectFacts(US_JAPAN_MUTUAL_DEFENSE_PACT, US, GAME),
    Effect.RED_SCARE_ON_USSR: EffectFacts(RED_SCARE_PURGE, US, TURN),
    Effect.RED_SCARE_ON_US: EffectFacts(RED_SCARE_PURGE, USSR, TURN),
    Effect.FORMOSAN_RESOLUTION: EffectFacts(
        FORMOSAN_RESOLUTION, US, UNTIL_ENDED, (THE_CHINA_CARD,)
    ),
    Effect.CUBAN_MISSILE_CRISIS_ON_USSR: EffectFacts(CUBAN_MISSILE_CRISIS, US, TURN),
    Effect.CUBAN_MISSILE_CRISIS_ON_US: EffectFacts(CUBAN_MISSILE_CRISIS, USSR, TURN),
    Effect.NUCLEAR_SUBS: EffectFacts(NUCLEAR_SUBS, US, TURN),
    Effect.BEAR_TRAP: EffectFacts(BEAR_TRAP, US, UNTIL_ENDED),
    Effect.QUAGMIRE: EffectFacts(QUAGMIRE, USSR, UNTIL_ENDED),
    Effect.SALT_NEGOTIATIONS: EffectFacts(SALT_NEGOTIATIONS, NOBODY, TURN),
    Effect.MISSILE_ENVY_OWED_BY_USSR: EffectFacts(MISSILE_ENVY, US, UNTIL_ENDED),
    Effect.MISSILE_ENVY_OWED_BY_US: EffectFacts(MISSILE_ENVY, USSR, UNTIL_ENDED),
    Effect.WE_WILL_BURY_YOU: EffectFacts(WE_WILL_BURY_YOU, USSR, UNTIL_ENDED),
    Effect.BREZHNEV_DOCTRINE: EffectFacts(BREZHNEV_DOCTRINE, USSR, TURN),
    Effect.WILLY_BRANDT: EffectFacts(WILLY_BRANDT, USSR, UNTIL_ENDED, (TEAR_DOWN_THIS_WALL,)),
    Effect.FLOWER_POWER: EffectFacts(FLOWER_POWER, USSR, UNTIL_ENDED, (AN_EVIL_EMPIRE,)),
    Effect.U2_INCIDENT: EffectFacts(U2_INCIDENT, USSR, TURN),
    Effect.CAMP_DAVID_ACCORDS: EffectFacts(CAMP_DAVID_ACCORDS, US, GAME),
    Effect.JOHN_PAUL_II_ELECTED_POPE: EffectFacts(JOHN_PAUL_II_ELECTED_POPE, US, GAME),
    Effect.DEATH_SQUADS_FOR_USSR: EffectFacts(LATIN_AMERICAN_DEATH_SQUADS, USSR, TURN),
    Effect.DEATH_SQUADS_FOR_US: EffectFacts(LATIN_AMERICAN_DEATH_SQUADS, US, TURN),
    Effect.SHUTTLE_DIPLOMACY: EffectFacts(SHUTTLE_DIPLOMACY, US, UNTIL_ENDED),
    Effect.IRANIAN_HOSTAGE_CRISIS: EffectFacts(IRANIAN_HOSTAGE_CRISIS, USSR, GAME),
    Effect.THE_IRON_LADY: EffectFacts(THE_IRON_LADY, US, GAME),
    Effect.NORTH_SEA_OIL: EffectFacts(NORTH_SEA_OIL, US, GAME),
    Effect.NORTH_SEA_OIL_ROUND: EffectFacts(NORTH_SEA_OIL, US, TURN),
    Effect.THE_REFORMER: EffectFacts(THE_REFORMER, USSR, GAME),
    Effect.CHERNOBYL: EffectFacts(CHERNOBYL, US, TURN),
    Effect.TEAR_DOWN_THIS_WALL: EffectFacts(TEAR_DOWN_THIS_WALL, US, GAME),
    Effect.AN_EVIL_EMPIRE: EffectFacts(AN_EVIL_EMPIRE, US, GAME),
    Effect.ALDRICH_AMES_REMIX: EffectFacts(ALDRICH_AMES_REMIX, USSR, TURN),
    Effect.IRAN_CONTRA_SCANDAL: EffectFacts(IRAN_CONTRA_SCANDAL, USSR, TURN),
    Effect.YURI_AND_SAMANTHA: EffectFacts(YURI_AND_SAMANTHA, USSR, TURN),
    Effect.AWACS_SALE_TO_SAUDIS: EffectFacts(AWACS_SALE_TO_SAUDIS, US, GAME),
    Effect.NORAD: EffectFacts(NORAD, US, UNTIL_ENDED, (QUAGMIRE,)),
    Effect.KREMLIN_FLU: EffectFacts(KREMLIN_FLU, US, UNTIL_ENDED),
}

TURN_EFFECTS: Final = tuple(
    effect for effect in Effect if EFFECT_FACTS[effect].duration is Duration.TURN
)
