"""What lies beside the map is worth: score, military operations, space, China, lasting effects."""

from typing import Final

from twilight.engine.cards import SCORING
from twilight.engine.effects import Effect
from twilight.engine.state import State
from twilight.engine.turn.rounds import EIGHTH_ROUND, has_eighth_round, regular_rounds
from twilight.engine.turn.start_and_end import LAST_TURN
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Outcome, Segment

# A won game, in points.
WIN: Final = 40.0
# What a point of operations, and a card in the hand, are worth.
OPERATION: Final = 0.8
CARD: Final = 1.3

_BOX_ABILITY: Final = ((2, 0.6), (4, 0.9), (6, 0.9), (8, 1.2))

# Effects that last: worth to the US.
_LASTING: Final = (
    (Effect.NATO, 1.5),
    (Effect.US_JAPAN_MUTUAL_DEFENSE_PACT, 0.6),
    (Effect.DE_GAULLE_LEADS_FRANCE, -0.3),
    (Effect.SHUTTLE_DIPLOMACY, 1.5),
    (Effect.WILLY_BRANDT, -0.4),
    (Effect.FLOWER_POWER, -1.0),
    (Effect.CAMP_DAVID_ACCORDS, 0.4),
    (Effect.JOHN_PAUL_II_ELECTED_POPE, 0.4),
    (Effect.IRANIAN_HOSTAGE_CRISIS, -0.6),
    (Effect.THE_IRON_LADY, 0.4),
    (Effect.NORTH_SEA_OIL, 0.3),
    (Effect.THE_REFORMER, 0.2),
    (Effect.TEAR_DOWN_THIS_WALL, 0.2),
    (Effect.AN_EVIL_EMPIRE, 0.3),
    (Effect.AWACS_SALE_TO_SAUDIS, 0.5),
    (Effect.NORAD, 0.9),
    (Effect.WE_WILL_BURY_YOU, -2.7),
    (Effect.BEAR_TRAP, 3.2),
    (Effect.QUAGMIRE, -3.2),
    (Effect.MISSILE_ENVY_OWED_BY_USSR, 0.5),
    (Effect.MISSILE_ENVY_OWED_BY_US, -0.5),
    (Effect.NORTH_SEA_OIL_ROUND, 1.6),
    (Effect.U2_INCIDENT, -0.1),
    (Effect.ALDRICH_AMES_REMIX, -1.0),
)
# Effects of a turn: worth to the US for each round that the side concerned has left.
_FOR_ROUNDS: Final = (
    (Effect.RED_SCARE_ON_USSR, USSR, 0.8 * OPERATION),
    (Effect.RED_SCARE_ON_US, US, -0.8 * OPERATION),
    (Effect.CONTAINMENT, US, 0.7 * OPERATION),
    (Effect.BREZHNEV_DOCTRINE, USSR, -0.7 * OPERATION),
    (Effect.VIETNAM_REVOLTS, USSR, -0.15),
    (Effect.NUCLEAR_SUBS, US, 0.35),
    (Effect.SALT_NEGOTIATIONS, USSR, 0.05),
    (Effect.YURI_AND_SAMANTHA, US, -0.25),
    (Effect.IRAN_CONTRA_SCANDAL, US, -0.05),
    (Effect.DEATH_SQUADS_FOR_US, US, 0.12),
    (Effect.DEATH_SQUADS_FOR_USSR, USSR, -0.12),
    (Effect.CUBAN_MISSILE_CRISIS_ON_USSR, USSR, 0.3),
    (Effect.CUBAN_MISSILE_CRISIS_ON_US, US, -0.3),
)
# Looked up for every position: plain numbers are faster than members of the enumeration.
_LASTING_EFFECTS: Final = tuple(int(effect) for effect, _ in _LASTING)
_EFFECTS_FOR_ROUNDS: Final = tuple(int(effect) for effect, _, _ in _FOR_ROUNDS)
_CHERNOBYL: Final = int(Effect.CHERNOBYL)


def outcome_value(outcome: Outcome) -> float:
    """Return the worth of a finished game."""
    if outcome.winner == NOBODY:
        return 0.0
    return WIN if outcome.winner == US else -WIN


def rounds_to_come(state: State, side: Actor) -> int:
    """Count the rounds of a side that have not begun yet in this turn."""
    if state.segment == Segment.TURN_END:
        return 0
    rounds = regular_rounds(state.turn)
    if state.segment != Segment.ACTION_ROUND:
        return 0 if state.segment == Segment.DEAL else rounds
    left = 0 if state.round >= EIGHTH_ROUND else rounds - state.round
    if side == US and state.phasing == USSR:
        left += 1
    return left + int(has_eighth_round(state, side) and state.round < EIGHTH_ROUND)


def track_value(state: State) -> float:
    """Return the worth to the US of everything beside the map."""
    left = [rounds_to_come(state, side) for side in SIDES]
    value = float(state.vp)
    value += _military(state, left)
    value += _china(state)
    value += _space(state)
    effects = state.effects
    for place, effect in enumerate(_LASTING_EFFECTS):
        if effects[effect]:
            value += _LASTING[place][1]
    for place, effect in enumerate(_EFFECTS_FOR_ROUNDS):
        if effects[effect]:
            _, side, worth = _FOR_ROUNDS[place]
            value += worth * effects[effect] * left[side]
    if effects[_CHERNOBYL]:
        value += 0.3 * left[USSR]
    # Before a deal a card in the hand is only one that is not dealt.
    if state.segment == Segment.DEAL:
        return value
    return value + CARD * (_cards(state, US) - _cards(state, USSR))


def _military(state: State, left: list[int]) -> float:
    """Return the points that missing military operations will probably cost."""
    if state.segment == Segment.DEAL or state.segment == Segment.SETUP:
        return 0.0
    value = 0.0
    for side in SIDES:
        short = state.defcon - state.military[side]
        if short > 0:
            risk = short / (1 + 0.3 * left[side])
            value += risk if side == USSR else -risk
    return value


def _china(state: State) -> float:
    if state.china_holder == NOBODY:
        return 0.0
    worth = 1.0 if state.turn == LAST_TURN else 2.0
    if state.china_face_up and state.turn < LAST_TURN:
        worth += 0.6
    return worth if state.china_holder == US else -worth


def _space(state: State) -> float:
    us, ussr = state.space[US], state.space[USSR]
    value = 0.35 * (us - ussr)
    for box, worth in _BOX_ABILITY:
        if us >= box > ussr:
            value += worth
        elif ussr >= box > us:
            value -= worth
    return value


def _cards(state: State, side: Actor) -> int:
    return sum(not SCORING[card] for card in state.hands[side])
