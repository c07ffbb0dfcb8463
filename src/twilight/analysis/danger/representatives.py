"""Which options of a decision the danger solver has to try, and why the others don't matter.

A loss within one segment can come from five things only: DEFCON falls to 1, a side under the Cuban
Missile Crisis makes a coup, the enemy reaches twenty points or scores a controlled Europe, Wargames
ends the game, or a scoring card is held when the turn ends. So a decision matters

- if it chooses between kinds of action (an event's alternatives, a card to be used, a level of
  DEFCON): all options are tried;
- if it chooses a kind of operation: influence and realignment only move influence, so for the enemy
  one of them, or declining, stands for all, beside a coup and whatever brings about an event; a
  space attempt brings points only, and counts when points are critical;
- if it names the target of a coup: what counts for DEFCON is whether the target is a battleground,
  so one of each sort is tried for the enemy, and one for each region for the own side, since its
  own new markers may be the next target;
- if it merely moves influence (placing, removing, realigning, a war): nothing lowers DEFCON or
  forbids a coup because of influence, except that a coup needs influence of its victim. (NATO hangs
  on control too, but where it protects, no coup is open when DEFCON is low.) An enemy decision is
  therefore represented by one that leaves the own influence in battlegrounds where it is, since
  any other only takes targets from it; an own decision by one that brings no influence into a new
  battleground. Influence also bears on points. When the enemy is so near to twenty that this could
  matter (`critical`), all targets of wars and events are tried, and of the own placements also
  those that break enemy control. What is left out is noted, and then a loss by points is never
  called certain;
- if a card is drawn or discarded without its event: it can't be played within the segment. One
  option is tried, and a held scoring card is then not called certain either;
- if a die is rolled: every rule compares a die with a bound, or two dice with each other, so the
  extremes bring about all that any die can, except a tie, which does nothing. For a coup or a war
  the highest die moves most influence, and the others matter only for points: to the enemy when it
  is near to twenty, and to the own side when it is, since a victory that a die may bring is none to
  count on.

That leaves one way to be surprised: an enemy event could make every country in reach so dear that
an own card of value 1 allows nothing but a coup in a battleground.
"""

from typing import Final

from twilight.engine.board import BIT, NUMBER_OF_COUNTRIES, REGION_OF
from twilight.engine.decision import DIE_FACES, Decision
from twilight.engine.ids import COUP, DECLINE, INFLUENCE, REALIGNMENT, SPACE, Action
from twilight.engine.state import State
from twilight.engine.types import Actor, Kind, enemy_of

# Board decisions, and decisions about cards that can't be played within the segment.
BOARD_KINDS: Final = frozenset(
    (
        Kind.PLACE_INFLUENCE,
        Kind.ADD_INFLUENCE,
        Kind.REMOVE_INFLUENCE,
        Kind.COUP_TARGET,
        Kind.REALIGNMENT_TARGET,
        Kind.COUNTRY,
        Kind.WAR_TARGET,
        Kind.MIXED_POINT,
    )
)
HAND_KINDS: Final = frozenset((Kind.DISCARD, Kind.DRAW))
_EXTREMES: Final = (DIE_FACES[-1], DIE_FACES[0])
_ONE_DIE: Final = (DIE_FACES[0],)
_HIGH_DIE: Final = (DIE_FACES[-1],)


def representatives(
    state: State,
    decision: Decision,
    me: Actor,
    last_kind: Kind | None,
    last_answer: Action,
    critical: bool,
    may_win: bool,
) -> tuple[Action, ...]:
    """List the options to try, those first that are likely to settle the matter.

    `critical` tells that the enemy is near to twenty points, `may_win` that the own side is.
    """
    kind = decision.kind
    options = decision.options
    if len(options) == 1:
        return options
    if kind is Kind.DIE:
        if last_kind is Kind.REALIGNMENT_TARGET:
            return _ONE_DIE
        brings_points = last_kind is Kind.WAR_TARGET or last_answer == SPACE
        if critical or (may_win and brings_points):
            return _EXTREMES
        return _HIGH_DIE if brings_points or last_kind is Kind.COUP_TARGET else _EXTREMES
    if kind in BOARD_KINDS:
        if kind is Kind.COUP_TARGET:
            return _coup_targets(state, decision, me)
        if critical and kind in (Kind.COUNTRY, Kind.WAR_TARGET):
            return options
        if critical and kind is Kind.PLACE_INFLUENCE and decision.actor == me:
            return _control_breakers(state, options, me, last_kind, last_answer)
        return (_quiet(state, decision, me),)
    if kind in HAND_KINDS:
        # A verb, if there is one, is the last option and stands for leaving the hand alone.
        return options[-1:]
    if kind is Kind.OPERATION or kind is Kind.PLAY_MODE:
        return _own_uses(options) if decision.actor == me else _enemy_uses(options, kind, critical)
    return options


def _own_uses(options: tuple[Action, ...]) -> tuple[Action, ...]:
    """Begin with influence, which is safe if anything is."""
    if INFLUENCE in options:
        return (INFLUENCE, *(option for option in options if option != INFLUENCE))
    return options


def _enemy_uses(options: tuple[Action, ...], kind: Kind, critical: bool) -> tuple[Action, ...]:
    """Begin with a coup; let one of the uses that only move influence stand for the others."""
    found = [COUP] if COUP in options else []
    quiet = False
    for option in options[::-1]:
        if option in (INFLUENCE, REALIGNMENT, DECLINE):
            if not quiet:
                found.append(option)
            quiet = True
        elif option == SPACE:
            # A card that is spaced has no event, operations granted by an event have none anyway.
            if critical or kind is Kind.PLAY_MODE:
                found.append(option)
        elif option != COUP:
            found.append(option)
    return tuple(found)


def _coup_targets(state: State, decision: Decision, me: Actor) -> tuple[Action, ...]:
    own = decision.actor == me
    found: dict[int, Action] = {}
    for option in decision.options:
        if option >= NUMBER_OF_COUNTRIES:
            sort = -2
        elif not state.is_battleground(option):
            sort = -1
        else:
            sort = REGION_OF[option] if own else 0
        found.setdefault(sort, option)
    # The own side looks for a quiet way out first, the enemy for a battleground.
    return tuple(found[sort] for sort in sorted(found, reverse=not own))


def _quiet(state: State, decision: Decision, me: Actor) -> Action:
    """Choose the option that changes least."""
    options = decision.options
    if decision.actor == me:
        return _quiet_placement(state, options, me)
    if decision.kind is Kind.REMOVE_INFLUENCE and options[-1] < NUMBER_OF_COUNTRIES:
        influence = state.influence[me]
        return max(options, key=lambda one: (not state.is_battleground(one), influence[one]))
    return options[-1]


def _quiet_placement(state: State, options: tuple[Action, ...], me: Actor) -> Action:
    if options[-1] >= NUMBER_OF_COUNTRIES:
        return options[-1]
    for option in options:
        if state.presence[me] & BIT[option]:
            return option
    for option in options:
        if not state.is_battleground(option):
            return option
    return options[0]


def _control_breakers(
    state: State, options: tuple[Action, ...], me: Actor, last_kind: Kind | None, last: Action
) -> tuple[Action, ...]:
    """Try every way to take control from the enemy, one country after the other."""
    enemy = enemy_of(me)
    held = [
        option
        for option in options
        if option < NUMBER_OF_COUNTRIES and state.controls(enemy, option)
    ]
    if last_kind is Kind.PLACE_INFLUENCE and last in held:
        return (last,)
    return (_quiet_placement(state, options, me), *held)
