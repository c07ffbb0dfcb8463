"""Why a play is good or bad, taken from what it changes on the table."""

from collections import Counter
from typing import Final, NamedTuple

from twilight.analysis.score import preview_region, southeast_asia_difference
from twilight.engine.board import BIT, COUNTRY_KEYS, REGION_OF, countries_in
from twilight.engine.cards import CARD_KEYS, SCORING_REGION
from twilight.engine.changes import is_enemy_card
from twilight.engine.game import Game
from twilight.engine.ids import SPACE
from twilight.engine.state import State
from twilight.engine.types import (
    NOBODY,
    REGION_NAMES,
    SCORED_REGIONS,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    enemy_of,
)
from twilight.study.changes import MOSTLY, Results
from twilight.study.comparison import Comparison

MOST_REASONS: Final = 3
# Points per battleground and country by which reasons are put in order.
_BATTLEGROUND: Final = 3.0


class Reason(NamedTuple):
    """Something that a play does, with the names and numbers that belong to it."""

    code: str
    values: tuple[str | int, ...] = ()


def reasons_for(comparison: Comparison, place: int, results: Results) -> list[Reason]:
    """List the most important changes that a play brings in most of the worlds it was tried in."""
    side = comparison.side
    counted: Counter[Reason] = Counter()
    weights: dict[Reason, float] = {}
    for before, game in results:
        for reason, weight in _changes(before, game, side):
            counted[reason] += 1
            weights[reason] = max(weight, weights.get(reason, 0.0))
    usual = [one for one, number in counted.items() if number >= MOSTLY * len(results)]
    # What happens only in the rare worlds is worth a word if the game hangs on it.
    risks = [one for one, number in counted.items() if one.code == "may_lose" and one not in usual]
    usual.sort(key=lambda one: (-weights[one], one))
    found = [*_of_the_card(comparison, place), *risks, *usual][:MOST_REASONS]
    return found or [Reason("quiet")]


def _of_the_card(comparison: Comparison, place: int) -> list[Reason]:
    """Say what follows from the card alone: what it scores, or what is kept from happening."""
    line, state = comparison.lines[place], comparison.state
    region = SCORING_REGION.get(line.card)
    if region is not None:
        if region == SOUTHEAST_ASIA:
            return [Reason("scores", (REGION_NAMES[region], southeast_asia_difference(state)))]
        if region in SCORED_REGIONS:
            points = preview_region(state, region).difference
            return [Reason("scores", (REGION_NAMES[region], points))]
    if line.use == SPACE and is_enemy_card(line.card, comparison.side):
        return [Reason("keeps_from", (CARD_KEYS[line.card],))]
    return []


def _changes(before: State, game: Game, side: Actor) -> list[tuple[Reason, float]]:
    """List what has changed on a table, each with its weight."""
    after = game.state
    if game.outcome is not None and game.outcome.winner != NOBODY:
        code = "wins" if game.outcome.winner == side else "may_lose"
        return [(Reason(code, (game.outcome.reason.name.lower(),)), 100.0)]
    found = [*_control(before, after, side), *_regions(before, after, side)]
    if after.turn != before.turn:
        # The end of the turn moves the tracks, whatever was played.
        return found
    if after.vp != before.vp:
        gain = after.vp - before.vp if side == US else before.vp - after.vp
        code = "gains_vp" if gain > 0 else "gives_vp"
        found.append((Reason(code, (abs(gain),)), 4.0 * abs(gain)))
    if after.defcon != before.defcon:
        found.append((Reason("defcon", (before.defcon, after.defcon)), 2.5))
    if after.space[side] > before.space[side]:
        found.append((Reason("space", (after.space[side],)), 3.0))
    short = [max(0, state.defcon - state.military[side]) for state in (before, after)]
    if short[0] > 0 and short[1] == 0:
        found.append((Reason("military"), 2.0))
    if before.china_holder == side and after.china_holder == enemy_of(side):
        found.append((Reason("china_passes"), 1.5))
    return found


def _control(before: State, after: State, side: Actor) -> list[tuple[Reason, float]]:
    found = []
    for actor, gained, lost in (
        (side, "takes", "gives_up"),
        (enemy_of(side), "gives", "breaks"),
    ):
        for code, mask in (
            (gained, after.controlled[actor] & ~before.controlled[actor]),
            (lost, before.controlled[actor] & ~after.controlled[actor]),
        ):
            for country in countries_in(mask):
                if code in ("breaks", "gives_up") and after.controlled[1 - actor] & BIT[country]:
                    continue
                weight = _BATTLEGROUND if before.is_battleground(country) else 1.0
                found.append((Reason(code, (COUNTRY_KEYS[country],)), weight))
    return found


def _regions(before: State, after: State, side: Actor) -> list[tuple[Reason, float]]:
    """List regions whose score changes, and the scoring cards that are known to come."""
    found = []
    changed = 0
    for actor in (USSR, US):
        changed |= before.controlled[actor] ^ after.controlled[actor]
    regions = {REGION_OF[country] for country in countries_in(changed)}
    for card, region in SCORING_REGION.items():
        if region != SOUTHEAST_ASIA and region not in regions:
            continue
        if region in SCORED_REGIONS:
            was = preview_region(before, region).difference
            now = preview_region(after, region).difference
        elif region == SOUTHEAST_ASIA and card not in before.removed_pile:
            was, now = southeast_asia_difference(before), southeast_asia_difference(after)
        else:
            continue
        if was == now:
            continue
        gain = now - was if side == US else was - now
        # In the hand, or about to be scored: it counts in full.
        due = card in after.hands[side]
        reason = Reason("region", (REGION_NAMES[region], was, now))
        found.append((reason, (2.0 if due else 0.8) * abs(gain)))
        if due and gain > 0:
            found.append((Reason("before", (CARD_KEYS[card],)), 2.0 * abs(gain) - 0.1))
    return found
