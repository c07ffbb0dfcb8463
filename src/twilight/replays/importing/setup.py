"""The setup of a log: its placements, with the handicap told apart from the rest.

A log lists the markers of a side by country, the handicap among them. Any legal division gives the
same board.
"""

from collections import Counter
from itertools import combinations

from twilight.engine.board import BIT
from twilight.engine.changes import change_influence
from twilight.engine.ids import Action, Country
from twilight.engine.rules import Rules
from twilight.engine.turn.start_and_end import new_state
from twilight.engine.types import SIDES, Actor
from twilight.engine.variants.handicap import SETUP_REGION, handicap_countries
from twilight.replays.format.lines import LineKind
from twilight.replays.format.parser import Block


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
        regular.extend(country for place, country in enumerate(placed) if place not in chosen)
        extra.extend(placed[place] for place in chosen)
    return [*regular, *extra]


def _handicap_of(placed: list[Country], side: Actor, amount: int, rules: Rules) -> tuple[int, ...]:
    """Choose the places of the markers that are the handicap, as late in the order as is legal."""
    places = range(len(placed))
    # What lies outside the region of the setup can only belong to the handicap.
    outside = [place for place in places if not SETUP_REGION[side] & BIT[placed[place]]]
    inside = [place for place in places if place not in outside]
    found: tuple[int, ...] = tuple(outside[:amount])
    tried: dict[tuple[Country, ...], bool] = {}
    for others in combinations(reversed(inside), max(0, amount - len(outside))):
        chosen = tuple(sorted((*outside, *others)))[:amount]
        countries = tuple(placed[place] for place in chosen)
        if countries not in tried:
            tried[countries] = _is_legal(placed, countries, side, rules)
        if tried[countries]:
            found = chosen if len(found) < amount else found
            if _keeps_order(placed, chosen):
                return chosen
    return found


def _keeps_order(placed: list[Country], chosen: tuple[int, ...]) -> bool:
    """Tell whether the countries come in the same order when some markers are placed last."""
    regular = [country for place, country in enumerate(placed) if place not in chosen]
    new_order = dict.fromkeys([*regular, *(placed[place] for place in chosen)])
    return list(new_order) == list(dict.fromkeys(placed))


def _is_legal(
    placed: list[Country], chosen: tuple[Country, ...], side: Actor, rules: Rules
) -> bool:
    state = new_state(rules)
    for country in (Counter(placed) - Counter(chosen)).elements():
        change_influence(state, side, country, 1)
    for country in chosen:
        if not handicap_countries(state, side) & BIT[country]:
            return False
        change_influence(state, side, country, 1)
    return True
