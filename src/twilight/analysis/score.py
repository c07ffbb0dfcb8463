"""Score preview: what each region would score now, and what one more or one less would change.

Give these functions the `state` of an `Observation`. Differences are counted as the score is:
positive for the US.
"""

from typing import Final, NamedTuple

from twilight.engine.board import BIT, REGION_MASKS, Mask, countries_in
from twilight.engine.ids import Country
from twilight.engine.scoring import (
    CONTROL,
    LEVEL_POINTS,
    RegionScore,
    final_scoring,
    region_score,
    shuttle_targets,
    southeast_asia_points,
)
from twilight.engine.state import State
from twilight.engine.turns import LAST_TURN, check_military
from twilight.engine.types import (
    ASIA,
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
    SCORED_REGIONS,
    SIDES,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    GameOver,
    Outcome,
    Region,
    enemy_of,
)

NO_COUNTRY: Final = -1


class RegionPreview(NamedTuple):
    """A region as its card would score it now.

    The parts of `score` are indexed by side. `ignored` is the battleground that Shuttle Diplomacy
    would take from the USSR by the best choice of the US, else NO_COUNTRY. `winner` is the side
    that would win at once by control of Europe.
    """

    region: Region
    score: RegionScore
    level_points: tuple[int, int]
    difference: int
    ignored: Country
    winner: Actor


class Swing(NamedTuple):
    """What it changes in a region if a side comes to control a country, or nobody does any more.

    `controller` is who would hold the country (NOBODY when control is merely lost), `change` the
    change of the difference, `levels` the levels then, and `winner` who would then win by control
    of Europe.
    """

    country: Country
    controller: Actor
    change: int
    levels: tuple[int, int]
    winner: Actor


class MilitaryPreview(NamedTuple):
    """The check of military operations as it stands: what each side lacks, and what follows."""

    required: int
    missing: tuple[int, int]
    difference: int
    over: Outcome | None


class FinalPreview(NamedTuple):
    """The final scoring as it stands; `china` is what The China Card adds to the difference."""

    regions: tuple[RegionPreview, ...]
    china: int
    difference: int
    vp: int
    outcome: Outcome


# Regions


def preview_region(state: State, region: Region, *, final: bool = False) -> RegionPreview:
    """Work out one of the six regions as its card, or the final scoring, would score it."""
    targets = shuttle_targets(state, region)
    if final and not state.rules.shuttle_in_final:
        targets = 0
    ignored = NO_COUNTRY
    score = region_score(state, region)
    if targets:
        # The US names the battleground, and takes the one that costs the USSR most.
        best = max(countries_in(targets), key=lambda one: _without(state, region, one))
        ignored = best
        score = region_score(state, region, BIT[best])
    return RegionPreview(
        region,
        score,
        (
            score.points[USSR] - score.battlegrounds[USSR] - score.neighbours[USSR],
            score.points[US] - score.battlegrounds[US] - score.neighbours[US],
        ),
        score.points[US] - score.points[USSR],
        ignored,
        _winner(region, score),
    )


def _without(state: State, region: Region, country: Country) -> int:
    score = region_score(state, region, BIT[country])
    return score.points[US] - score.points[USSR]


def _winner(region: Region, score: RegionScore) -> Actor:
    return score.controller if region == EUROPE else NOBODY


def preview_regions(state: State) -> tuple[RegionPreview, ...]:
    """Work out all six regions."""
    return tuple(preview_region(state, region) for region in SCORED_REGIONS)


def level_value(region: Region, level: int) -> int:
    """Return what a level alone is worth in a region."""
    return LEVEL_POINTS[region][level]


# One more, one less


def swings(state: State, region: Region) -> tuple[Swing, ...]:
    """List what each country of a region would change, by who would hold it.

    A country that a side holds can be lost to nobody or to the enemy, and one that nobody holds
    can be gained by either side. Southeast Asia is counted as its own card counts it.
    """
    before = _difference(state, region)
    table = state.copy()
    found = []
    for country in countries_in(REGION_MASKS[region]):
        held = _holder(state, country)
        for controller in (*SIDES, NOBODY):
            if controller != held:
                found.append(_swing(table, region, country, controller, before))
        _give(table, country, held)
    return tuple(found)


def _holder(state: State, country: Country) -> Actor:
    for side in SIDES:
        if state.controls(side, country):
            return side
    return NOBODY


def _give(table: State, country: Country, controller: Actor) -> None:
    """Let a side hold a country, whatever the influence; only on scratch paper."""
    for side in SIDES:
        if side == controller:
            table.controlled[side] |= BIT[country]
        else:
            table.controlled[side] &= ~BIT[country]


def _swing(table: State, region: Region, country: Country, controller: Actor, before: int) -> Swing:
    _give(table, country, controller)
    if region == SOUTHEAST_ASIA:
        return Swing(country, controller, _difference(table, region) - before, (0, 0), NOBODY)
    after = preview_region(table, region)
    return Swing(
        country, controller, after.difference - before, after.score.levels, after.winner
    )


def _difference(state: State, region: Region) -> int:
    if region == SOUTHEAST_ASIA:
        ussr, us = southeast_asia_points(state)
        return us - ussr
    return preview_region(state, region).difference


def southeast_asia_difference(state: State) -> int:
    """Return what Southeast Asia Scoring would change now."""
    return _difference(state, SOUTHEAST_ASIA)


class EuropeWarning(NamedTuple):
    """How near a side is to the control of Europe, which wins when Europe is scored."""

    side: Actor
    controls: bool
    missing_battlegrounds: Mask
    missing_countries: int

    @property
    def moves(self) -> int:
        """How many countries the side would have to gain, if the enemy loses none meanwhile."""
        return max(self.missing_battlegrounds.bit_count(), self.missing_countries)


def europe_warning(state: State, side: Actor) -> EuropeWarning:
    """Tell what a side lacks to control Europe.

    A battleground taken from the enemy counts once as gained; that it is lost to the enemy too
    is considered.
    """
    score = region_score(state, EUROPE)
    missing = state.battlegrounds & REGION_MASKS[EUROPE] & ~state.controlled[side]
    enemy = enemy_of(side)
    taken = (missing & state.controlled[enemy]).bit_count()
    own = score.countries[side] + missing.bit_count()
    needed = score.countries[enemy] - taken + 1 - own
    return EuropeWarning(
        side,
        score.levels[side] == CONTROL,
        missing,
        missing.bit_count() + max(0, needed),
    )


# The ends of turn and game


def preview_military(state: State) -> MilitaryPreview:
    """Work out the check of military operations as if the turn ended now."""
    table = state.copy()
    over = None
    try:
        check_military(table)
    except GameOver as end:
        over = end.outcome
    missing = [max(0, state.defcon - state.military[side]) for side in SIDES]
    return MilitaryPreview(
        state.defcon, (missing[USSR], missing[US]), table.vp - state.vp, over
    )


def preview_final(state: State) -> FinalPreview:
    """Forecast the final scoring on the board of now."""
    regions = tuple(preview_region(state, region, final=True) for region in SCORED_REGIONS)
    table = state.copy()
    ignored = 0
    for preview in regions:
        if preview.region in (ASIA, MIDDLE_EAST) and preview.ignored != NO_COUNTRY:
            ignored |= BIT[preview.ignored]
    try:
        final_scoring(table, ignored)
    except GameOver as end:
        outcome = end.outcome
    board = sum(preview.difference for preview in regions)
    return FinalPreview(regions, table.vp - state.vp - board, table.vp - state.vp, table.vp, outcome)


def turns_left(state: State) -> int:
    """Count the turns up to the final scoring, the current one included."""
    return LAST_TURN - state.turn + 1
