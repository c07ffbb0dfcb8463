"""The Late War scenario: a fixed position at the start of turn 8 (V4)."""

from typing import Final

from twilight.engine.board import COUNTRY_BY_KEY
from twilight.engine.cards import STARRED
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    BEAR_TRAP,
    CAMP_DAVID_ACCORDS,
    CANADA,
    JOHN_PAUL_II_ELECTED_POPE,
    PANAMA_CANAL_RETURNED,
    Card,
)
from twilight.engine.operations.space import EAGLE_HAS_LANDED, MAN_IN_EARTH_ORBIT
from twilight.engine.rules import Rules
from twilight.engine.state import State
from twilight.engine.types import US, USSR, Actor

FIRST_TURN: Final = 8
POINTS_NEEDED: Final = 20

# US/USSR, as everywhere; Canada is an option.
_INFLUENCE: Final = """
uk 5/0, italy 2/0, benelux 3/0, west_germany 5/1, denmark 3/0, norway 4/0, turkey 2/0,
spain_portugal 1/0, france 3/1, east_germany 0/3, poland 0/3, hungary 0/3, czechoslovakia 0/3,
bulgaria 0/3, romania 1/3, yugoslavia 1/2, finland 1/2,
israel 4/0, iran 2/0, egypt 1/0, saudi_arabia 2/0, jordan 2/2, iraq 0/3, syria 0/3, libya 0/2,
pakistan 2/0, japan 4/0, south_korea 3/0, taiwan 3/0, philippines 3/1, thailand 2/0,
indonesia 1/0, australia 4/0, malaysia 3/1, north_korea 0/3, india 0/3, afghanistan 0/2,
laos_cambodia 0/2, vietnam 0/5, burma 0/1,
zaire 1/0, somalia 2/0, kenya 2/0, nigeria 1/0, south_africa 2/1, algeria 0/2, ethiopia 0/1,
zimbabwe 0/1, angola 1/3, se_african_states 0/2,
nicaragua 1/0, panama 2/0, haiti 1/0, honduras 2/0, dominican_republic 1/0, cuba 0/3,
venezuela 2/0, chile 3/0, argentina 2/0, colombia 2/1, peru 2/1
"""
_EVENTS_IN_EFFECT: Final = (
    Effect.US_JAPAN_MUTUAL_DEFENSE_PACT,
    Effect.MARSHALL_PLAN,
    Effect.NATO,
    Effect.WARSAW_PACT_FORMED,
    Effect.DE_GAULLE_LEADS_FRANCE,
    Effect.FLOWER_POWER,
)
# Starred cards of earlier periods that are still to come.
_STARRED_CARDS_KEPT: Final = (
    BEAR_TRAP,
    PANAMA_CANAL_RETURNED,
    CAMP_DAVID_ACCORDS,
    JOHN_PAUL_II_ELECTED_POPE,
)


def is_played(rules: Rules) -> bool:
    """Tell whether this is a game of the scenario."""
    return rules.scenario == "late_war"


def first_turn(rules: Rules) -> int:
    """Return the turn with which a game begins."""
    return FIRST_TURN if is_played(rules) else 1


def lay_out(state: State) -> None:
    """Turn a table before the first deal into that of the scenario (V4.1-V4.6)."""
    state.turn = FIRST_TURN
    state.defcon = 4
    state.vp = -4
    state.space[US] = EAGLE_HAS_LANDED
    state.space[USSR] = MAN_IN_EARTH_ORBIT
    for effect in _EVENTS_IN_EFFECT:
        state.effects[effect] = 1
    for entry in _INFLUENCE.split(","):
        key, influence = entry.split()
        us, ussr = influence.split("/")
        state.set_influence(US, COUNTRY_BY_KEY[key], int(us))
        state.set_influence(USSR, COUNTRY_BY_KEY[key], int(ussr))
    state.set_influence(US, CANADA, state.rules.late_war_canada)
    state.china_holder = USSR
    earlier = (*state.draw_pile, *state.mid_deck)
    kept = [card for card in earlier if _is_still_to_come(card)]
    state.removed_pile = tuple(sorted(card for card in earlier if not _is_still_to_come(card)))
    state.draw_pile = tuple(sorted((*kept, *state.late_deck)))
    state.mid_deck = ()
    state.late_deck = ()


def _is_still_to_come(card: Card) -> bool:
    return not STARRED[card] or card in _STARRED_CARDS_KEPT


def winner_by_score(state: State) -> Actor:
    """Name who wins by the score: the US needs twenty points (V4.8)."""
    return US if state.vp >= POINTS_NEEDED else USSR


def decides_wargames(state: State, player: Actor) -> bool:
    """Tell whether a player's Wargames is judged as the scenario demands (V4.9)."""
    if not is_played(state.rules):
        return False
    return player == US or state.rules.late_war_wargames == "any"
