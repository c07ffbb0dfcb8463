"""The setup of a log: its placements, with the handicap told apart from the rest.

A log lists the markers of a side by country, the handicap among them. Any legal division gives the
same board.
"""

from itertools import combinations_with_replacement

from twilight.engine.board import BIT
from twilight.engine.changes import change_influence
from twilight.engine.ids import Action, Country
from twilight.engine.rules import Rules
from twilight.engine.turns import new_state
from twilight.engine.types import SIDES, Actor
from twilight.engine.variants.handicap import SETUP_REGION, handicap_countries
from twilight.replays.lines import LineKind
from twilight.replays.parser import Block


def setup_answers(block: Block, rules: Rules) -> list[Action]:
    """List the countries of all setup markers in the order in which the engine asks for them."""
    handicap = new_state(rules).handicap
    regular: list[Action] = []
    extra: list[Action] = []
    for side in SIDES:
        placed = [
            line.entry.subject
            for line in block.lines
            if line.entry.kind == LineKind.INFLUENCE and line.entry.side == side
            for _ in range(max(0, line.entry.values[0]))
        ]
        chosen = _handicap_of(placed, side, handicap[side], rules)
        for country in chosen:
            placed.remove(country)
        regular.extend(placed)
        extra.extend(chosen)
    return [*regular, *extra]


def _handicap_of(placed: list[Country], side: Actor, amount: int, rules: Rules) -> list[Country]:
    """Choose the markers of the handicap so that it and the rest are legal."""
    # What lies outside the region of the setup can only belong to the handicap.
    outside = [country for country in placed if not SETUP_REGION[side] & BIT[country]]
    inside = sorted(set(placed) - set(outside))
    missing = amount - len(outside)
    if missing < 0:
        return outside[:amount]
    for others in combinations_with_replacement(inside, missing):
        chosen = [*outside, *others]
        if _is_legal(placed, chosen, side, rules):
            return chosen
    return outside


def _is_legal(placed: list[Country], chosen: list[Country], side: Actor, rules: Rules) -> bool:
    state = new_state(rules)
    rest = list(placed)
    for country in chosen:
        if country not in rest:
            return False
        rest.remove(country)
    for country in rest:
        change_influence(state, side, country, 1)
    for country in chosen:
        if not handicap_countries(state, side) & BIT[country]:
            return False
        change_influence(state, side, country, 1)
    return True
