"""Score preview: what each region would score now, and what one more or one less would change.

Give these functions the `state` of an `Observation`. Differences are counted as the score is:
positive for the US.
"""

from typing import Final, NamedTuple

from twilight.engine.board import BIT, REGION_MASKS, countries_in
from twilight.engine.control import controller_of
from twilight.engine.ids import Country
from twilight.engine.scoring import (
    CONTROL,
    RegionScore,
    final_scoring,
    region_battlegrounds,
    region_score,
    shuttle_targets,
    southeast_asia_points,
)
from twilight.engine.state import State
from twilight.engine.turn.start_and_end import check_military, missing_military
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
    Reason,
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


def preview_region(state: State, region: Region) -> RegionPreview:
    """Work out one of the six regions as its card would score it."""
    targets = shuttle_targets(state, region)
    ignored = NO_COUNTRY
    if targets:
        # The US names the battleground, and takes the one that costs the USSR most.
        ignored = max(countries_in(targets), key=lambda one: _without(state, region, one))
    return _preview(state, region, ignored)


def _preview(state: State, region: Region, ignored: Country) -> RegionPreview:
    score = region_score(state, region, 0 if ignored == NO_COUNTRY else BIT[ignored])
    levels = [
        score.points[side] - score.battlegrounds[side] - score.neighbours[side] for side in SIDES
    ]
    return RegionPreview(
        region,
        score,
        (levels[USSR], levels[US]),
        score.points[US] - score.points[USSR],
        ignored,
        score.controller if region == EUROPE else NOBODY,
    )


def _without(state: State, region: Region, country: Country) -> int:
    score = region_score(state, region, BIT[country])
    return score.points[US] - score.points[USSR]


def preview_regions(state: State) -> tuple[RegionPreview, ...]:
    """Work out all six regions."""
    return tuple(preview_region(state, region) for region in SCORED_REGIONS)


# One more, one less


def swings(state: State, region: Region) -> tuple[Swing, ...]:
    """List what each country of a region would change, by who would hold it.

    A country that a side holds can be lost to nobody or to the enemy, and one that nobody holds
    can be gained by either side. Southeast Asia is counted as its own card counts it.
    """
    before = _difference(state, region)
    table = state.copy()
    found: list[Swing] = []
    for country in countries_in(REGION_MASKS[region]):
        held = controller_of(state, country)
        found.extend(
            _swing(table, region, country, controller, before)
            for controller in (*SIDES, NOBODY)
            if controller != held
        )
        _give(table, country, held)
    return tuple(found)


def swing(state: State, region: Region, country: Country, controller: Actor) -> Swing:
    """Tell what a region would score more or less if a country came to be held by another side."""
    return _swing(state.copy(), region, country, controller, _difference(state, region))


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
    return Swing(country, controller, after.difference - before, after.score.levels, after.winner)


def _difference(state: State, region: Region) -> int:
    if region == SOUTHEAST_ASIA:
        ussr, us = southeast_asia_points(state)
        return us - ussr
    return preview_region(state, region).difference


def southeast_asia_difference(state: State) -> int:
    """Return what Southeast Asia Scoring would change now."""
    return _difference(state, SOUTHEAST_ASIA)


class EuropeWarning(NamedTuple):
    """How near a side is to the control of Europe, which wins when Europe is scored.

    `battlegrounds` are those that it lacks, `countries` how many it would have to gain at least,
    the battlegrounds among them, if the enemy gained none meanwhile.
    """

    side: Actor
    controls: bool
    battlegrounds: tuple[Country, ...]
    countries: int


def europe_warning(state: State, side: Actor) -> EuropeWarning:
    """Tell what a side lacks to control Europe."""
    table = state.copy()
    missing = countries_in(
        region_battlegrounds(state, EUROPE) & ~state.controlled[side],
    )
    controls = region_score(state, EUROPE).levels[side] == CONTROL
    for country in missing:
        _give(table, country, side)
    # With all battlegrounds only the number of countries is left to look at, and there a country
    # taken from the enemy counts twice.
    countries = len(missing)
    others = REGION_MASKS[EUROPE] & ~table.controlled[side]
    taken = others & table.controlled[enemy_of(side)]
    for country in (*countries_in(taken), *countries_in(others & ~taken)):
        if region_score(table, EUROPE).levels[side] == CONTROL:
            break
        _give(table, country, side)
        countries += 1
    return EuropeWarning(side, controls, missing, countries)


# The ends of turn and game


def preview_military(state: State) -> MilitaryPreview:
    """Work out the check of military operations as if the turn ended now."""
    table = state.copy()
    over = None
    try:
        check_military(table)
    except GameOver as end:
        over = end.outcome
    missing = [missing_military(state, side) for side in SIDES]
    return MilitaryPreview(state.defcon, (missing[USSR], missing[US]), table.vp - state.vp, over)


def preview_final(state: State) -> FinalPreview:
    """Forecast the final scoring on the board of now."""
    ignored = _final_shuttle(state)
    regions = tuple(_preview(state, region, ignored) for region in SCORED_REGIONS)
    board = sum(preview.difference for preview in regions)
    table = state.copy()
    try:
        final_scoring(table, 0 if ignored == NO_COUNTRY else BIT[ignored])
    except GameOver as end:
        outcome = end.outcome
    # Control of Europe ends the game before the score has moved.
    moved = table.vp - state.vp
    china = moved - board if outcome.reason is not Reason.EUROPE_CONTROL else 0
    return FinalPreview(regions, china, board + china, table.vp, outcome)


def _final_shuttle(state: State) -> Country:
    """Name the battleground that the US would leave out of the final scoring."""
    if not state.rules.shuttle_in_final:
        return NO_COUNTRY
    found = [
        (_without(state, region, country) - preview.difference, country)
        for region in (ASIA, MIDDLE_EAST)
        for preview in (_preview(state, region, NO_COUNTRY),)
        for country in countries_in(shuttle_targets(state, region))
    ]
    return max(found)[1] if found else NO_COUNTRY
