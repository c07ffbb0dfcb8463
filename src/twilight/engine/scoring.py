"""Scoring of regions and the final scoring (R18, R22)."""

from typing import Final, NamedTuple

from twilight.engine.board import BIT, NEXT_TO_SUPERPOWER, REGION_MASKS, Mask
from twilight.engine.changes import award_difference, move_score, note
from twilight.engine.effects import Effect
from twilight.engine.ids import TAIWAN, THAILAND
from twilight.engine.journal import Award, FactKind
from twilight.engine.state import State
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
    Reason,
    Region,
    enemy_of,
)
from twilight.engine.variants import late_war
from twilight.engine.variants.crises import berlin_is_allied

NOTHING: Final = 0
PRESENCE: Final = 1
DOMINATION: Final = 2
CONTROL: Final = 3
# Points for nothing, presence, domination and control; control of Europe wins by itself.
LEVEL_POINTS: Final[tuple[tuple[int, int, int, int], ...]] = (
    (0, 3, 7, 100),
    (0, 3, 7, 9),
    (0, 3, 5, 7),
    (0, 1, 4, 6),
    (0, 1, 3, 5),
    (0, 2, 5, 6),
)
ALLIED_BERLIN_POINTS: Final = (0, 3, 6, 6)


class RegionScore(NamedTuple):
    """What a region gives now; each pair is indexed by side."""

    levels: tuple[int, int]
    countries: tuple[int, int]
    battlegrounds: tuple[int, int]
    neighbours: tuple[int, int]
    points: tuple[int, int]

    @property
    def controller(self) -> Actor:
        """The side that controls the whole region, or NOBODY."""
        for side in SIDES:
            if self.levels[side] == CONTROL:
                return side
        return NOBODY


def region_battlegrounds(state: State, region: Region) -> Mask:
    """Join the battlegrounds that count when a region is scored (R18.6)."""
    battlegrounds = state.battlegrounds & REGION_MASKS[region]
    if region == ASIA and state.effects[Effect.FORMOSAN_RESOLUTION] and state.controls(US, TAIWAN):
        battlegrounds |= BIT[TAIWAN]
    return battlegrounds


def level_in(
    countries: int, battlegrounds: int, enemy_countries: int, enemy_battlegrounds: int, all_of: int
) -> int:
    """Name the highest level that a side has reached in a region (R18.1)."""
    if countries == 0:
        return NOTHING
    if countries > enemy_countries:
        if battlegrounds == all_of:
            return CONTROL
        if battlegrounds > enemy_battlegrounds and countries > battlegrounds:
            return DOMINATION
    return PRESENCE


def region_levels(state: State, region: Region) -> tuple[int, int]:
    """Tell the level of each side in a region by the board alone, without scoring effects."""
    return _levels(
        state.controlled[USSR] & REGION_MASKS[region],
        state.controlled[US] & REGION_MASKS[region],
        state.battlegrounds & REGION_MASKS[region],
    )


def _levels(ussr: Mask, us: Mask, battlegrounds: Mask) -> tuple[int, int]:
    all_of = battlegrounds.bit_count()
    ussr_countries, us_countries = ussr.bit_count(), us.bit_count()
    ussr_battlegrounds = (ussr & battlegrounds).bit_count()
    us_battlegrounds = (us & battlegrounds).bit_count()
    return (
        level_in(ussr_countries, ussr_battlegrounds, us_countries, us_battlegrounds, all_of),
        level_in(us_countries, us_battlegrounds, ussr_countries, ussr_battlegrounds, all_of),
    )


def region_score(state: State, region: Region, ignored: Mask = 0) -> RegionScore:
    """Work out a region; what Shuttle Diplomacy takes from the USSR is in `ignored`."""
    battlegrounds = region_battlegrounds(state, region)
    held = (
        state.controlled[USSR] & REGION_MASKS[region] & ~ignored,
        state.controlled[US] & REGION_MASKS[region],
    )
    levels = _levels(held[USSR], held[US], battlegrounds)
    counts = [(held[side] & battlegrounds).bit_count() for side in SIDES]
    neighbours = [(held[side] & NEXT_TO_SUPERPOWER[enemy_of(side)]).bit_count() for side in SIDES]
    level_points = points_of_levels(state, region)
    points = [level_points[levels[side]] + counts[side] + neighbours[side] for side in SIDES]
    return RegionScore(
        levels,
        (held[USSR].bit_count(), held[US].bit_count()),
        (counts[USSR], counts[US]),
        (neighbours[USSR], neighbours[US]),
        (points[USSR], points[US]),
    )


def points_of_levels(state: State, region: Region) -> tuple[int, int, int, int]:
    """Return what nothing, presence, domination and control give in a region."""
    if region == EUROPE and berlin_is_allied(state):
        return ALLIED_BERLIN_POINTS
    return LEVEL_POINTS[region]


def control_wins(state: State, region: Region) -> bool:
    """Tell whether the control of a region wins the game when it is scored (R18.5)."""
    return (
        region == EUROPE and state.rules.europe_control != "vp_100" and not berlin_is_allied(state)
    )


def southeast_asia_points(state: State) -> tuple[int, int]:
    """Count one point a country and one more for Thailand (R18.3)."""
    region = REGION_MASKS[SOUTHEAST_ASIA]
    ussr, us = (
        (state.controlled[side] & region).bit_count() + int(state.controls(side, THAILAND))
        for side in SIDES
    )
    return ussr, us


def award_region(state: State, region: Region, ignored: Mask = 0) -> None:
    """Score a region as its card does."""
    score = region_score(state, region, ignored)
    note(state, FactKind.REGION_SCORED, NOBODY, region, score.points)
    if region == EUROPE:
        check_europe(state, score)
    award_difference(state, *score.points, Award.SCORING)


def check_europe(state: State, score: RegionScore) -> None:
    """End the game when a side controls Europe, unless that only gives points (R18.5)."""
    if control_wins(state, EUROPE) and score.controller != NOBODY:
        raise GameOver(score.controller, Reason.EUROPE_CONTROL)


def award_southeast_asia(state: State) -> None:
    """Score Southeast Asia by its card."""
    points = southeast_asia_points(state)
    note(state, FactKind.REGION_SCORED, NOBODY, SOUTHEAST_ASIA, points)
    award_difference(state, *points, Award.SCORING)


def shuttle_targets(state: State, region: Region) -> Mask:
    """Join the battlegrounds of which Shuttle Diplomacy may take one from the USSR."""
    if region not in (ASIA, MIDDLE_EAST) or not state.effects[Effect.SHUTTLE_DIPLOMACY]:
        return 0
    return state.controlled[USSR] & region_battlegrounds(state, region)


def final_scoring(state: State, ignored: Mask = 0) -> None:
    """Score all regions together and end the game (R22)."""
    scores = [region_score(state, region, ignored) for region in SCORED_REGIONS]
    difference = 0
    for region, score in zip(SCORED_REGIONS, scores, strict=True):
        note(state, FactKind.REGION_SCORED, NOBODY, region, score.points)
        difference += score.points[US] - score.points[USSR]
    check_europe(state, scores[EUROPE])
    held = state.rules.china_final_vp
    if state.china_holder != NOBODY and held:
        note(state, FactKind.CHINA_SCORED, state.china_holder, -1, (held,))
        difference += held if state.china_holder == US else -held
    move_score(state, US if difference >= 0 else USSR, abs(difference), Award.FINAL_SCORING)
    if late_war.is_played(state.rules):
        raise GameOver(late_war.winner_by_score(state), Reason.FINAL_SCORING)
    if state.vp == 0:
        draw = state.rules.final_tie == "draw"
        raise GameOver(NOBODY, Reason.FINAL_SCORING if draw else Reason.NO_WINNER)
    raise GameOver(US if state.vp > 0 else USSR, Reason.FINAL_SCORING)
