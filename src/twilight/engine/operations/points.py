"""The value of a card, and the points that an operation spends (R9)."""

from typing import Final

from twilight.engine.board import BIT, CIVIL_WAR_MASK, REGION_MASKS, Mask, without
from twilight.engine.cards import OPS
from twilight.engine.decision import Change, Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import THE_CHINA_CARD, Action, Card, Country
from twilight.engine.state import State
from twilight.engine.types import ASIA, SOUTHEAST_ASIA, USSR, Actor, Kind

# The box of the civil war lies in Asia, but not in Southeast Asia.
_ASIA: Final = REGION_MASKS[ASIA] | CIVIL_WAR_MASK
_SOUTHEAST_ASIA: Final = REGION_MASKS[SOUTHEAST_ASIA]
# Read for every card that is looked at: plain numbers are faster than members of the enumeration.
_RED_SCARE: Final = int(Effect.RED_SCARE_ON_USSR)
_RAISED_BY: Final[tuple[int, ...]] = (int(Effect.BREZHNEV_DOCTRINE), int(Effect.CONTAINMENT))
_VIETNAM_REVOLTS: Final = int(Effect.VIETNAM_REVOLTS)


def modified_value(state: State, player: Actor, printed: int) -> int:
    """Apply Containment or Brezhnev Doctrine and Red Scare/Purge to a printed value (R9.1)."""
    effects = state.effects
    value = printed - effects[_RED_SCARE + player]
    if effects[_RAISED_BY[player]]:
        value += 1
    return 1 if value < 1 else 4 if value > 4 else value


def card_value(state: State, player: Actor, card: Card) -> int:
    """Return the value of a card in the hands of a player, region bonuses aside."""
    return modified_value(state, player, OPS[card])


def event_value(state: State, player: Actor, printed: int) -> int:
    """Return the value of operations that an event grants (R9.6)."""
    return modified_value(state, player, printed) if state.rules.modify_event_ops else printed


class Points:
    """The points of one operation and the region bonuses that may still be claimed (R9.2)."""

    __slots__ = (
        "asia_bonus",
        "card",
        "changes",
        "free",
        "player",
        "southeast_asia_bonus",
        "spent",
        "value",
    )

    def __init__(
        self, state: State, player: Actor, value: int, card: Card, free: bool = False
    ) -> None:
        self.player: Final = player
        self.value: Final = value
        self.card: Final = card
        # A free coup or free realignment rolls heed no DEFCON level (C5).
        self.free: Final = free
        self.spent = 0
        self.changes: tuple[Change, ...] = ()
        self.asia_bonus = int(card == THE_CHINA_CARD)
        self.southeast_asia_bonus = int(player == USSR and state.effects[_VIETNAM_REVOLTS] != 0)

    def ask(self, kind: Kind, options: tuple[Action, ...], left: int = 0) -> Decision:
        """Ask the player what these points are used for."""
        return Decision(
            self.player,
            kind,
            options,
            left=left,
            card=self.card,
            value=self.value,
            changes=self.changes,
            free=self.free,
        )

    def total_in(self, country: Country) -> int:
        """Return the value when all points are used in one country."""
        total = self.value
        if self.asia_bonus and _ASIA & BIT[country]:
            total += 1
        if self.southeast_asia_bonus and _SOUTHEAST_ASIA & BIT[country]:
            total += 1
        return total

    def spend(self, country: Country, cost: int) -> None:
        """Use points in a country; outside a region its bonus is gone."""
        self.spent += cost
        if self.asia_bonus and not _ASIA & BIT[country]:
            self.asia_bonus = 0
        if self.southeast_asia_bonus and not _SOUTHEAST_ASIA & BIT[country]:
            self.southeast_asia_bonus = 0

    def may_stop(self, state: State, within_value: Mask) -> bool:
        """Tell whether the player may stop although there are countries left to choose.

        A region bonus need not be claimed, and the rules may allow to leave points unspent.
        """
        return not within_value or (self.spent > 0 and not state.rules.spend_all_points)

    def ways_to_spend(self, among: Mask) -> "list[tuple[Mask, int]]":
        """List where so many points can still be spent: anywhere, or more within a region."""
        left = self.value - self.spent
        ways = [(among, left)]
        if self.asia_bonus:
            ways.append((among & _ASIA, left + 1))
        if self.southeast_asia_bonus:
            ways.append((among & _SOUTHEAST_ASIA, left + 1 + self.asia_bonus))
        return ways

    def bonus_left(self) -> bool:
        """Tell whether a region bonus can still be claimed."""
        return self.asia_bonus + self.southeast_asia_bonus > 0

    def affordable(self, among: Mask, dear: Mask, with_bonus: bool) -> Mask:
        """Keep the countries that can be paid for; those in `dear` cost two points."""
        open_countries = self._within(self.value, among, dear)
        if with_bonus and self.bonus_left():
            limit = self.value + self.asia_bonus
            open_countries |= self._within(limit, among & _ASIA, dear)
            limit += self.southeast_asia_bonus
            open_countries |= self._within(limit, among & _SOUTHEAST_ASIA, dear)
        return open_countries

    def _within(self, limit: int, among: Mask, dear: Mask) -> Mask:
        left = limit - self.spent
        if left >= 2:
            return among
        return without(among, dear) if left == 1 else 0
