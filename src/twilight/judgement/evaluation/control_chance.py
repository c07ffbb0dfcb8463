"""The chance that a side will control a country when its region is scored next.

It follows from the lead of influence, the stability, access, and whether a coup is open there.
"""

from math import log
from typing import Final

from twilight.engine.board import ALL_COUNTRIES, Mask
from twilight.engine.effects import Effect
from twilight.engine.ids import NATO
from twilight.engine.operations.targets import bans, nato_members
from twilight.engine.state import State
from twilight.engine.types import US, USSR

WIDEST_LEAD: Final = 12

# Chances of control by how far the lead is above (or the enemy's lead below) what is needed.
_HELD: Final = (0.80, 0.87, 0.91, 0.93)
_ENEMY_HELD: Final = (0.11, 0.07, 0.05, 0.04)
# What an open coup takes from a held country, by stability.
_COUP_RISK: Final = (0.0, 0.14, 0.11, 0.05, 0.0, 0.0)
_WITHOUT_ACCESS: Final = 0.4
# The chance of control when the last marker for it is missing only just.
_WITHIN_REACH: Final = 0.59


def control_chance(lead: int, stability: int, access: bool, exposed: bool, open_: bool) -> float:
    """Return the chance that a side will control a country.

    `exposed` says that the enemy could make a coup there, `open_` that the side itself could.
    """
    above = lead - stability
    if above >= 0:
        chance = _HELD[min(above, 3)]
        return chance - _COUP_RISK[stability] / (1 + above) if exposed else chance
    below = max(0, -stability - lead)
    chance = _ENEMY_HELD[min(below, 3)]
    if open_:
        chance += 0.6 * _COUP_RISK[stability] / (1 + below)
    if lead > -stability:
        progress = (lead + stability) / (2 * stability)
        chance += (_WITHIN_REACH - chance) * progress**1.5
    return chance if access else chance * _WITHOUT_ACCESS


class Chances:
    """The chances in a country, with what the sums of a region need of them.

    `variance` is that of the difference of control, the others are logarithms.
    """

    __slots__ = ("log_not_us", "log_not_ussr", "log_us", "log_ussr", "us", "ussr", "variance")

    def __init__(self, us: float, ussr: float) -> None:
        self.us = us
        self.ussr = ussr
        self.variance = us + ussr - (us - ussr) ** 2
        self.log_not_us = log(1 - us)
        self.log_not_ussr = log(1 - ussr)
        self.log_us = log(us) if us else 0.0
        self.log_ussr = log(ussr) if ussr else 0.0

    def numbers(self) -> tuple[float, ...]:
        """List them all, for those who calculate with tables."""
        return (
            self.us,
            self.ussr,
            self.variance,
            self.log_not_us,
            self.log_not_ussr,
            self.log_us,
            self.log_ussr,
        )


# A country that nobody can control adds nothing to any sum.
NO_CHANCES: Final = Chances(0.0, 0.0)


def _chances(stability: int, flags: int, lead: int) -> Chances:
    us_access, ussr_access = bool(flags & 1), bool(flags & 2)
    # A coup of the USSR, and of the US, is open.
    ussr_coup, us_coup = bool(flags & 4), bool(flags & 8)
    us = control_chance(lead, stability, us_access, ussr_coup, us_coup)
    return Chances(us, control_chance(-lead, stability, ussr_access, us_coup, ussr_coup))


CHANCES_BY_LEAD: Final = tuple(
    tuple(
        tuple(
            _chances(stability, flags, lead) if stability else NO_CHANCES
            for lead in range(-WIDEST_LEAD, WIDEST_LEAD + 1)
        )
        for flags in range(16)
    )
    for stability in range(6)
)


def look_up(stability: int, flags: int, lead: int) -> Chances:
    """Return the chances in a country, by who has access and may make a coup (`Board.flags`)."""
    if lead > WIDEST_LEAD:
        lead = WIDEST_LEAD
    elif lead < -WIDEST_LEAD:
        lead = -WIDEST_LEAD
    return CHANCES_BY_LEAD[stability][flags][lead + WIDEST_LEAD]


_BALANCES: Final = tuple(
    tuple(tuple(chances.us - chances.ussr for chances in row) for row in rows)
    for rows in CHANCES_BY_LEAD
)


def control_balance(stability: int, flags: int) -> tuple[float, ...]:
    """Return for each lead the chance of the US less that of the USSR; the middle is no lead."""
    return _BALANCES[stability][flags]


def closed_to_coups(state: State) -> list[Mask]:
    """Join, for each side, the countries where a coup is forbidden or would lose the game.

    What NATO protects is left out, since that changes with control: see `guarded_by_nato`.
    """
    closed = [0, 0]
    for side in (USSR, US):
        for ban in bans(state, side, is_coup=True, is_free=False):
            if ban.card != NATO:
                closed[side] |= ban.countries
        if state.defcon <= 2 and not (side == US and state.effects[Effect.NUCLEAR_SUBS]):
            closed[side] |= state.battlegrounds
        if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]:
            closed[side] = ALL_COUNTRIES
    return closed


def guarded_by_nato(state: State) -> Mask:
    """Join the countries that are closed to coups of the USSR while the US controls them."""
    return nato_members(state) if state.effects[Effect.NATO] else 0
