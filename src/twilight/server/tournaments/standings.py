"""How a tournament stands: points, and what decides between equal ones."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from twilight.server.tournaments.pairing import BYE

SWISS: Final = "swiss"
ROUND_ROBIN: Final = "round_robin"
# What decides between equal points, in this order; at last the number at the start.
TIE_BREAKS: Final = {
    SWISS: ("buchholz", "between", "sonneborn_berger", "wins"),
    ROUND_ROBIN: ("wins", "between", "sonneborn_berger"),
}


class Score(NamedTuple):
    """One result from the view of a player: points in halves, and whether it was played."""

    player: int
    opponent: int
    points: int
    was_played: bool


class Standing(NamedTuple):
    """The place of a player; points and what breaks ties in halves."""

    place: int
    player: int
    points: int
    played: int
    wins: int
    buchholz: int
    sonneborn_berger: int


class _Table:
    """All scores, ready to be asked."""

    def __init__(self, players: Sequence[int], scores: Sequence[Score]) -> None:
        self.of: dict[int, list[Score]] = {player: [] for player in players}
        for score in scores:
            if score.player in self.of:
                self.of[score.player].append(score)
        self.points = {
            player: sum(score.points for score in mine) for player, mine in self.of.items()
        }

    def wins(self, player: int, _group: Sequence[int]) -> int:
        """Count the games that were won at the board."""
        return sum(score.points == 2 and score.was_played for score in self.of[player])

    def between(self, player: int, group: Sequence[int]) -> int:
        """Count the points against those with whom a player is equal so far."""
        return sum(
            score.points
            for score in self.of[player]
            if score.opponent in group and score.was_played
        )

    def buchholz(self, player: int, _group: Sequence[int]) -> int:
        """Add up the points of the opponents; a game that was not played counts as one's own."""
        return sum(
            self.points.get(score.opponent, 0) if score.was_played else self.points[player]
            for score in self.of[player]
        )

    def sonneborn_berger(self, player: int, _group: Sequence[int]) -> int:
        """Add up the points of those who were beaten, and half of those who were drawn with."""
        return sum(
            self.points.get(score.opponent, 0) * score.points
            for score in self.of[player]
            if score.was_played and score.opponent != BYE
        )


def standings(form: str, players: Sequence[int], scores: Sequence[Score]) -> list[Standing]:
    """Put the players of a tournament in order; they come in that of their numbers."""
    table = _Table(players, scores)
    criteria: list[Callable[[int, Sequence[int]], int]] = [lambda one, _: table.points[one]]
    criteria += [getattr(table, name) for name in TIE_BREAKS[form]]
    groups: list[list[int]] = [list(players)] if players else []
    for criterion in criteria:
        groups = [part for group in groups for part in _split(group, criterion)]
    order = [player for group in groups for player in group]
    return [
        Standing(
            place=place,
            player=player,
            points=table.points[player],
            played=len(table.of[player]),
            wins=table.wins(player, ()),
            buchholz=table.buchholz(player, ()),
            sonneborn_berger=table.sonneborn_berger(player, ()),
        )
        for place, player in enumerate(order, 1)
    ]


def _split(group: list[int], criterion: Callable[[int, Sequence[int]], int]) -> list[list[int]]:
    """Divide players who are equal so far, the best first."""
    values = {player: criterion(player, group) for player in group}
    return [
        [player for player in group if values[player] == value]
        for value in sorted(set(values.values()), reverse=True)
    ]
