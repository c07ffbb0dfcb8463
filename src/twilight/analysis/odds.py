"""Odds: the exact distribution of a coup, realignment rolls, a war event, a space attempt.

Give these functions the `state` of an `Observation`. They run the engine's own rolls over all
results of the dice, so they know every modifier and lasting effect that the engine knows.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from twilight.analysis.trials import ONE_FACE, first_decision, run
from twilight.engine.board import BIT, COUNTRY_KEYS
from twilight.engine.cards import CARD_KEYS, WAR
from twilight.engine.control import controller_of
from twilight.engine.decision import DIE_FACES
from twilight.engine.ids import DIE, NO_CARD, Action, Card, Country
from twilight.engine.journal import FactKind
from twilight.engine.operations.coups import coup, coup_change, coup_modifier, coup_result
from twilight.engine.operations.points import Points
from twilight.engine.operations.realignments import realignment_bonus, realignment_result
from twilight.engine.operations.space import NEEDED_VALUE, attempt, can_attempt
from twilight.engine.operations.targets import coup_targets, realignment_targets
from twilight.engine.state import State
from twilight.engine.turn.play import is_prevented, play_event
from twilight.engine.types import (
    ACTOR_NAMES,
    SIDES,
    US,
    USSR,
    Actor,
    Kind,
    Outcome,
)

# Realignment looks at the difference of two dice only: one pair for each, with its chance.
_DIE_PAIRS: Final = tuple(
    (max(1, 1 - difference), max(1, 1 + difference), Fraction(6 - abs(difference), 36))
    for difference in range(-5, 6)
)


class IllegalTarget(ValueError):
    """A roll that the rules do not allow here."""


# Coup


class CoupOutcome(NamedTuple):
    """One result of a coup: enemy influence removed, own influence added, who controls then."""

    chance: Fraction
    removed: int
    gained: int
    controller: Actor


class CoupOdds(NamedTuple):
    """A coup before the die is rolled.

    `value` includes the region bonuses and `needed` is the sum that die, value and modifier must
    exceed. `defcon`, `military` and `vp` are the tracks after the coup, whatever the die; `over`
    tells that the attempt alone ends the game, and then there are no outcomes.
    """

    side: Actor
    country: Country
    value: int
    modifier: int
    needed: int
    outcomes: tuple[CoupOutcome, ...]
    defcon: int
    military: int
    vp: int
    over: Outcome | None

    @property
    def success(self) -> Fraction:
        """The chance that anything changes in the country."""
        return _total(one.chance for one in self.outcomes if one.removed or one.gained)

    @property
    def control(self) -> Fraction:
        """The chance that the side controls the country afterwards."""
        return _total(one.chance for one in self.outcomes if one.controller == self.side)


def coup_odds(
    state: State,
    side: Actor,
    country: Country,
    value: int,
    card: Card = NO_CARD,
    *,
    free: bool = False,
) -> CoupOdds:
    """Work out a coup of a value, before region bonuses, with a card that may give one.

    No side buys itself out of the Cuban Missile Crisis here. Outside the rounds the side counts as
    phasing.
    """
    if not coup_targets(state, side, BIT[country], free):
        raise IllegalTarget(f"{ACTOR_NAMES[side]} can't make a coup in {COUNTRY_KEYS[country]} now")
    table = _table(state, side)
    points = Points(table, side, value, card, free)
    total = points.total_in(country)
    over = run(coup(table, side, points, BIT[country]), (country, DIE_FACES[0]))
    tracks = (table.defcon, table.military[side], table.vp)
    before = (state.influence[USSR][country], state.influence[US][country])
    found: dict[tuple[int, int], int] = {}
    if over is None:
        for face in DIE_FACES:
            result = coup_result(state, side, country, total, face - DIE)
            change = coup_change(state, side, country, result)
            found[change] = found.get(change, 0) + 1
    return CoupOdds(
        side,
        country,
        total,
        coup_modifier(state, side, country),
        2 * state.stability[country],
        tuple(
            CoupOutcome(
                ways * ONE_FACE,
                removed,
                gained,
                _controller_with(table, country, _changed(before, side, removed, gained)),
            )
            for (removed, gained), ways in sorted(found.items())
        ),
        *tracks,
        over,
    )


def _changed(influence: tuple[int, int], side: Actor, removed: int, gained: int) -> tuple[int, int]:
    ussr, us = influence
    return (ussr + gained, us - removed) if side == USSR else (ussr - removed, us + gained)


def _controller_with(table: State, country: Country, influence: tuple[int, int]) -> Actor:
    """Name who controls a country with this influence in it; the table is scratch paper."""
    for side in SIDES:
        table.set_influence(side, country, influence[side])
    return controller_of(table, country)


# Realignment


class RealignmentOutcome(NamedTuple):
    """One result: what each side has lost, indexed by side, and who controls then."""

    chance: Fraction
    lost: tuple[int, int]
    controller: Actor


class RealignmentOdds(NamedTuple):
    """One or more rolls against a country; `bonuses` are those of the first roll, by side."""

    side: Actor
    country: Country
    rolls: int
    bonuses: tuple[int, int]
    outcomes: tuple[RealignmentOutcome, ...]

    def loses(self, side: Actor) -> Fraction:
        """Return the chance that a side loses influence."""
        return _total(one.chance for one in self.outcomes if one.lost[side])

    def expected_loss(self, side: Actor) -> Fraction:
        """Return how much influence a side loses on average."""
        return _total(one.chance * one.lost[side] for one in self.outcomes)


def realignment_odds(
    state: State, side: Actor, country: Country, rolls: int = 1, *, free: bool = False
) -> RealignmentOdds:
    """Work out a series of rolls that all go against one country.

    The series ends early where the country is no target any more.
    """
    if not realignment_targets(state, side, BIT[country], free):
        raise IllegalTarget(f"{ACTOR_NAMES[side]} can't realign {COUNTRY_KEYS[country]} now")
    table = _table(state, side)
    start = (state.influence[USSR][country], state.influence[US][country])
    found = {start: Fraction(1)}
    for _ in range(rolls):
        after: dict[tuple[int, int], Fraction] = {}
        for influence, chance in found.items():
            for left, part in _one_roll(table, side, country, influence, free).items():
                after[left] = after.get(left, Fraction(0)) + chance * part
        found = after
    return RealignmentOdds(
        side,
        country,
        rolls,
        (realignment_bonus(state, USSR, country), realignment_bonus(state, US, country)),
        tuple(
            RealignmentOutcome(
                chance,
                (start[USSR] - left[USSR], start[US] - left[US]),
                _controller_with(table, country, left),
            )
            for left, chance in sorted(found.items(), reverse=True)
        ),
    )


def _one_roll(
    table: State, side: Actor, country: Country, influence: tuple[int, int], free: bool
) -> dict[tuple[int, int], Fraction]:
    """Roll once from this influence in the country; the table serves as scratch paper."""
    for owner in SIDES:
        table.set_influence(owner, country, influence[owner])
    if not realignment_targets(table, side, BIT[country], free):
        return {influence: Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for ussr_die, us_die, chance in _DIE_PAIRS:
        loser, amount = realignment_result(table, side, country, ussr_die, us_die)
        left = list(influence)
        if loser in SIDES:
            left[loser] = max(0, left[loser] - amount)
        key = (left[USSR], left[US])
        found[key] = found.get(key, Fraction(0)) + chance
    return found


# War


class WarOdds(NamedTuple):
    """A war event against one target: the die, with its modifier, must reach `succeeds_at`.

    `points` and `influence` (by side) are what success brings, `military` what the attacker has
    afterwards in any case. `over` tells how success ends the game, if it does.
    """

    card: Card
    attacker: Actor
    target: Country
    modifier: int
    succeeds_at: int
    success: Fraction
    points: int
    influence: tuple[int, int]
    military: int
    over: Outcome | None


def war_odds(state: State, side: Actor, card: Card) -> tuple[WarOdds, ...]:
    """Work out a war card played by a side as an event, for each target that it may choose."""
    if not WAR[card]:
        raise IllegalTarget(f"{CARD_KEYS[card]} is no war card")
    if is_prevented(state, card, side):
        return ()
    asked = first_decision(play_event(_table(state, side), card, side))
    if asked is None:
        return ()
    if asked.kind is not Kind.WAR_TARGET:
        return (_one_war(state, side, card, ()),)
    return tuple(_one_war(state, side, card, (target,)) for target in asked.options)


def _one_war(state: State, side: Actor, card: Card, chosen: tuple[Action, ...]) -> WarOdds:
    tables = []
    outcomes = []
    for face in DIE_FACES:
        table = _table(state, side)
        table.facts = []
        outcomes.append(run(play_event(table, card, side), (*chosen, face)))
        tables.append(table)
    # The lowest die always fails, and success differs from it by its points.
    lost, won = tables[0], tables[-1]
    rolled = next(fact for fact in won.facts or () if fact.kind is FactKind.WAR_ROLL)
    _, modifier, succeeds_at = rolled.values
    target = rolled.subject
    return WarOdds(
        card,
        rolled.side,
        target,
        modifier,
        succeeds_at,
        sum(table.vp != lost.vp for table in tables) * ONE_FACE,
        abs(won.vp - lost.vp),
        (won.influence[USSR][target], won.influence[US][target]),
        lost.military[rolled.side],
        outcomes[-1],
    )


# Space Race


class SpaceOdds(NamedTuple):
    """The next attempt in the Space Race: the box, the value it asks for, and what it brings."""

    side: Actor
    box: int
    needed_value: int
    success: Fraction
    points: int
    over: Outcome | None


def space_odds(state: State, side: Actor, value: int) -> SpaceOdds:
    """Work out an attempt with a card of this value."""
    if not can_attempt(state, side, value):
        name = ACTOR_NAMES[side]
        raise IllegalTarget(f"{name} can't make a space attempt with a value of {value} now")
    tables = []
    outcomes = []
    for face in DIE_FACES:
        table = _table(state, side)
        outcomes.append(run(attempt(table, side, NO_CARD, 0), (face,)))
        tables.append(table)
    # Low dice succeed, so the first one shows what success brings.
    reached = tables[0]
    box = reached.space[side]
    return SpaceOdds(
        side,
        box,
        NEEDED_VALUE[box],
        sum(table.space[side] == box for table in tables) * ONE_FACE,
        abs(reached.vp - state.vp),
        outcomes[0],
    )


# Scratch paper


def _table(state: State, side: Actor) -> State:
    table = state.copy()
    if table.phasing not in SIDES:
        table.phasing = side
    return table


def _total(parts: Iterable[Fraction]) -> Fraction:
    return sum(parts, Fraction(0))
