"""What closes a country to coups and realignments: DEFCON, and the events that protect it."""

from typing import Final

from twilight.engine.board import ALL_COUNTRIES, BIT, REGION_MASKS, Mask, region_mask
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    FRANCE,
    JAPAN,
    NATO,
    NO_CARD,
    THE_REFORMER,
    US_JAPAN_MUTUAL_DEFENSE_PACT,
    WEST_GERMANY,
    Card,
)
from twilight.engine.state import State
from twilight.engine.types import ASIA, EUROPE, MIDDLE_EAST, US, USSR, Actor, enemy_of
from twilight.engine.variants.crises import opens_all_regions

# Read for every play: plain numbers are faster than members of the enumeration.
_NATO: Final = int(Effect.NATO)
_PACT: Final = int(Effect.US_JAPAN_MUTUAL_DEFENSE_PACT)
_THE_REFORMER: Final = int(Effect.THE_REFORMER)


class Ban:
    """Countries that are closed, and the card that closes them; NO_CARD stands for DEFCON."""

    __slots__ = ("card", "countries", "leaves_open")

    def __init__(self, countries: Mask, card: Card) -> None:
        self.countries: Final = countries
        self.leaves_open: Final = ALL_COUNTRIES ^ countries
        self.card: Final = card


# What each DEFCON level closes, 0 to 5.
_NOTHING: Final = Ban(0, NO_CARD)
_STANDARD: Final[tuple[Ban, ...]] = (
    Ban(ALL_COUNTRIES, NO_CARD),
    Ban(ALL_COUNTRIES, NO_CARD),
    Ban(region_mask(EUROPE, ASIA, MIDDLE_EAST), NO_CARD),
    Ban(region_mask(EUROPE, ASIA), NO_CARD),
    Ban(region_mask(EUROPE), NO_CARD),
    _NOTHING,
)
_ASIA_FIRST: Final[tuple[Ban, ...]] = (
    *_STANDARD[:4],
    Ban(region_mask(ASIA), NO_CARD),
    _NOTHING,
)
_BAN_OF_PACT: Final = Ban(BIT[JAPAN], US_JAPAN_MUTUAL_DEFENSE_PACT)
_BAN_OF_REFORMER: Final = Ban(REGION_MASKS[EUROPE], THE_REFORMER)


def closed_by_defcon(state: State, player: Actor) -> Mask:
    """Join the countries that the DEFCON level closes to a player (R14.2)."""
    return _ban_of_defcon(state, player).countries


def _ban_of_defcon(state: State, player: Actor) -> Ban:
    if opens_all_regions(state, player):
        return _NOTHING
    closed = _STANDARD if state.rules.defcon_regions == "standard" else _ASIA_FIRST
    return closed[state.defcon]


def bans(state: State, player: Actor, *, is_coup: bool, is_free: bool) -> list[Ban]:
    """List what keeps a player from a coup or realignment, and where."""
    found = []
    if not is_free and (is_coup or not state.rules.realign_ignores_defcon):
        closed = _ban_of_defcon(state, player)
        if closed.countries:
            found.append(closed)
    if player == USSR:
        effects = state.effects
        if effects[_NATO]:
            found.append(Ban(nato_protects(state), NATO))
        if effects[_PACT]:
            found.append(_BAN_OF_PACT)
        if is_coup and effects[_THE_REFORMER]:
            found.append(_BAN_OF_REFORMER)
    return found


def nato_protects(state: State) -> Mask:
    """Join the countries that NATO protects now."""
    return state.controlled[US] & nato_members(state)


def nato_members(state: State) -> Mask:
    """Join the countries that NATO protects while the US controls them: Europe, with exceptions."""
    members = REGION_MASKS[EUROPE]
    if state.effects[Effect.DE_GAULLE_LEADS_FRANCE]:
        members &= ~BIT[FRANCE]
    if state.effects[Effect.WILLY_BRANDT]:
        members &= ~BIT[WEST_GERMANY]
    return members


def coup_targets(
    state: State, player: Actor, among: Mask = ALL_COUNTRIES, free: bool = False
) -> Mask:
    """Join the countries where a player may make a coup (R11.1)."""
    targets = state.presence[enemy_of(player)] & among
    for ban in bans(state, player, is_coup=True, is_free=free):
        targets &= ban.leaves_open
    return targets


def realignment_targets(
    state: State, player: Actor, among: Mask = ALL_COUNTRIES, free: bool = False
) -> Mask:
    """Join the countries where a player may make a realignment roll (R12.2)."""
    targets = among
    if state.rules.realign_target == "enemy_influence":
        targets &= state.presence[enemy_of(player)]
    for ban in bans(state, player, is_coup=False, is_free=free):
        targets &= ban.leaves_open
    return targets
