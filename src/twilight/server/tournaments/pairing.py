"""Who plays whom: everybody against everybody, or by the Swiss system.

A Swiss round is a matching of all players that costs least, found exactly (networkx). What counts,
from the most to the least: nobody meets anybody twice or has two byes; nobody has had one side
more than once more often than the other; players have about the same points; nobody is paired
down twice in a row; within a group of equal points the upper half plays the lower one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import networkx as nx

# Stands for nobody: who is paired with it has a bye.
BYE: Final = 0
# Each concern weighs more than all that come after it can add up to.
_WEIGHT: Final = 10**7


class Pair(NamedTuple):
    """Two players by number and the sides that they have; without an opponent it is a bye."""

    ussr: int
    us: int


@dataclass(frozen=True, slots=True)
class Contender:
    """A player before a round: number, points in halves, and what happened to them so far."""

    number: int
    points: int
    sides: tuple[str, ...] = ()
    opponents: tuple[int, ...] = ()
    was_paired_down: bool = False

    @property
    def lean(self) -> int:
        """How many games more they have had as the US than as the USSR."""
        return self.sides.count("us") - self.sides.count("ussr")

    @property
    def last_side(self) -> str:
        """The side of the last game, or nothing."""
        return self.sides[-1] if self.sides else ""


def most_swiss_rounds(players: int) -> int:
    """Tell how many rounds can surely be paired without a rematch.

    A graph in which each of n (even) players still may meet n / 2 others has a perfect matching.
    """
    return (players + 1) // 2


def swiss_round(players: Sequence[Contender], *, balance_sides: bool = True) -> list[Pair]:
    """Pair a round; the order of the players is their rank where points are equal."""
    ranked = sorted(players, key=lambda one: -one.points)
    graph = nx.Graph()
    groups = _groups(ranked)
    for place, one in enumerate(ranked):
        for other in ranked[place + 1 :]:
            cost = _cost(one, other, groups, balance_sides)
            graph.add_edge(one.number, other.number, weight=-cost)
        if len(ranked) % 2:
            graph.add_edge(one.number, BYE, weight=-_bye_cost(one, ranked[-1].points))
    found = nx.max_weight_matching(graph, maxcardinality=True)
    by_number = {one.number: one for one in ranked}
    places = {one.number: place for place, one in enumerate(ranked)}
    order = sorted(sorted(pair, key=lambda one: places.get(one, len(places))) for pair in found)
    order.sort(key=lambda pair: (pair[1] == BYE, places[pair[0]]))
    return [
        Pair(first, BYE) if second == BYE else _sides(by_number[first], by_number[second], board)
        for board, (first, second) in enumerate(order)
    ]


def _groups(ranked: Sequence[Contender]) -> dict[int, tuple[int, int]]:
    """Tell for each player the place in the group of equal points, and half the group's size."""
    groups: dict[int, list[int]] = {}
    for one in ranked:
        groups.setdefault(one.points, []).append(one.number)
    return {
        number: (place, len(group) // 2)
        for group in groups.values()
        for place, number in enumerate(group)
    }


def _cost(
    one: Contender, other: Contender, groups: dict[int, tuple[int, int]], balance_sides: bool
) -> int:
    met = one.opponents.count(other.number)
    tilt = min(_tilt(one, other), _tilt(other, one)) if balance_sides else 0
    gap = abs(one.points - other.points)
    higher = one if one.points > other.points else other
    again = int(gap > 0 and higher.was_paired_down)
    fold = 0
    if gap == 0:
        (place, half), (other_place, _) = groups[one.number], groups[other.number]
        fold = abs(abs(place - other_place) - half)
    return _weigh(met, tilt, gap * gap, again, fold)


def _bye_cost(one: Contender, lowest: int) -> int:
    gap = one.points - lowest
    return _weigh(one.opponents.count(BYE), 0, gap * gap, 0, 0)


def _weigh(*concerns: int) -> int:
    total = 0
    for concern in concerns:
        total = total * _WEIGHT + concern
    return total


def _tilt(us: Contender, ussr: Contender) -> int:
    """Tell by how much two players would have had one side too often."""
    leans = us.lean + 1, ussr.lean - 1
    return sum(max(0, abs(lean) - 1) ** 2 for lean in leans)


def _sides(first: Contender, second: Contender, board: int) -> Pair:
    """Give two players their sides; the first has the better rank."""
    options = Pair(first.number, second.number), Pair(second.number, first.number)
    tilts = _tilt(second, first), _tilt(first, second)
    leans = abs(second.lean + 1) + abs(first.lean - 1), abs(first.lean + 1) + abs(second.lean - 1)
    # Equal so far: the other side than last time, the better rank first; else by turns.
    repeats = int(first.last_side == "ussr"), int(first.last_side == "us")
    turns = board % 2, 1 - board % 2
    return min(zip(tilts, leans, repeats, turns, options, strict=True))[-1]


def round_robin(players: Sequence[int], cycles: int = 1) -> list[list[Pair]]:
    """Pair all rounds of everybody against everybody, each side equally often (but for one game).

    One player stays, the others go round; in a second cycle all sides are swapped.
    """
    circle = list(players)
    if len(circle) % 2:
        circle.append(BYE)
    *moving, fixed = circle
    number = len(moving)
    rounds = []
    for turn in range(number):
        middle = moving[turn]
        first = Pair(middle, fixed) if turn % 2 or fixed == BYE else Pair(fixed, middle)
        others = [
            Pair(moving[(turn - step) % number], moving[(turn + step) % number])
            for step in range(1, (number + 1) // 2)
        ]
        rounds.append([first, *others] if fixed != BYE else [*others, first])
    swapped = [
        [pair if pair.us == BYE else Pair(*reversed(pair)) for pair in one] for one in rounds
    ]
    return [one for cycle in range(cycles) for one in (swapped if cycle % 2 else rounds)]
