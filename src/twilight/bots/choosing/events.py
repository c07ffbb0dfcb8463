"""What to answer to the questions of events: wars, named countries, regions, DEFCON, offers."""

from twilight.bots.choosing.operations import NOTHING
from twilight.engine import ids
from twilight.engine.board import (
    BIT,
    NEIGHBOURS,
    NEXT_TO_SUPERPOWER,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    countries_in,
)
from twilight.engine.cards import OPS
from twilight.engine.ids import (
    ACCEPT,
    ADD,
    BOYCOTT,
    DECLINE,
    DEGRADE,
    KEEP,
    NAME_EUROPE,
    NO_CARD,
    NUMBER,
    PARTICIPATE,
    PLAY_IT,
    REMOVE,
    RETURN_IT,
    Action,
    Country,
)
from twilight.engine.state import State
from twilight.engine.types import US, USSR, Actor, enemy_of
from twilight.judgement.evaluation.country_worth import MapView
from twilight.judgement.evaluation.tracks import track_value


def war_gain(state: State, board: MapView, side: Actor, target: Country) -> float:
    """Return what a war event against a country promises."""
    enemy = enemy_of(side)
    modifier = (NEIGHBOURS[target] & state.controlled[enemy]).bit_count()
    if NEXT_TO_SUPERPOWER[enemy] & BIT[target]:
        modifier += 1
    event = state.resolving[-1] if state.resolving else NO_CARD
    needed = 3 if event == ids.BRUSH_WAR else 4
    chance = max(0, 7 - needed - modifier) / 6
    us, ussr = state.influence[US][target], state.influence[USSR][target]
    if side == US:
        return chance * (2 + board.lead_change(target, us + ussr, 0))
    return chance * (2 - board.lead_change(target, 0, us + ussr))


def naming_gain(state: State, board: MapView, side: Actor, country: Action) -> float:
    """Return what it gains to name a country, by the event that asks."""
    if country >= NUMBER_OF_COUNTRIES:
        return 0.0
    event = state.resolving[-1] if state.resolving else NO_CARD
    us, ussr = state.influence[US][country], state.influence[USSR][country]
    if event == ids.TRUMAN_DOCTRINE:
        change = board.lead_change(country, us, 0)
    elif event == ids.INDEPENDENT_REDS:
        change = board.lead_change(country, ussr, ussr)
    elif event == ids.LATIN_AMERICAN_DEBT_CRISIS:
        change = board.lead_change(country, us, 2 * ussr)
    else:
        return board.marker_change(side, country, 1)
    return change if side == US else -change


def choose_region(board: MapView, side: Actor, options: tuple[Action, ...]) -> Action:
    """Close the region where the enemy would gain most (Chernobyl)."""
    best, chosen = NOTHING, options[0]
    enemy = enemy_of(side)
    for name in options:
        if name == DECLINE:
            continue
        mask = REGION_MASKS[name - NAME_EUROPE]
        gains = [board.marker_change(enemy, one, 1) for one in countries_in(mask)]
        gain = sum(sorted(gains)[-3:])
        if gain > best:
            best, chosen = gain, name
    return chosen


def choose_defcon(state: State, side: Actor, options: tuple[Action, ...]) -> Action:
    """Set DEFCON where it serves a side best; to 1 only in the enemy's round."""
    best, chosen = NOTHING, options[-1]
    for option in options:
        level = option - NUMBER
        if level == 1:
            if state.phasing != side:
                return option
            continue
        table = state.copy()
        table.defcon = level
        table.military[side] = 5
        value = track_value(table)
        value = value if side == US else -value
        if value > best:
            best, chosen = value, option
    return chosen


def choose_in_event(state: State, side: Actor, options: tuple[Action, ...]) -> Action:
    """Answer what only one event asks."""
    deadly = state.defcon <= 2
    theirs = state.phasing != side
    if BOYCOTT in options:
        return BOYCOTT if deadly and theirs else PARTICIPATE
    if DEGRADE in options:
        if deadly:
            return DEGRADE if theirs else KEEP
        return KEEP
    if RETURN_IT in options:
        card = state.known[USSR][-1] if state.known[USSR] else NO_CARD
        return PLAY_IT if OPS[card] >= 3 else RETURN_IT
    if REMOVE in options:
        return ADD
    if ACCEPT in options and state.resolving and state.resolving[-1] == ids.WARGAMES:
        lead = state.vp if side == US else -state.vp
        return ACCEPT if lead > 6 else DECLINE
    if ACCEPT in options:
        return ACCEPT
    return options[0]
