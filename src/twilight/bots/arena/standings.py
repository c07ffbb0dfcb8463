"""Standings: what the results of many matches say about each bot, and about their strength."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Final, NamedTuple, Protocol

from twilight.bots.arena.matches import Result
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Reason

# Two standard deviations hold 95 of 100.
_DEVIATIONS: Final = 1.96
ELO: Final = 400 / log(10)


@dataclass
class Standing:
    """What one bot has done; lists are indexed by the side that it played."""

    games: list[int] = field(default_factory=lambda: [0, 0])
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    vp: int = 0
    losses: dict[str, int] = field(default_factory=dict)
    # Games lost at DEFCON 1 beside a safe play, None as long as nobody looked into them.
    avoidable_suicides: int | None = None
    times: "array[float]" = field(default_factory=lambda: array("f"))
    # The results with luck taken out, as far as it was weighed; each may lie outside 0 and 1.
    without_luck: "array[float]" = field(default_factory=lambda: array("d"))

    @property
    def played(self) -> int:
        """The number of games."""
        return sum(self.games)

    @property
    def win_rate(self) -> float:
        """The share of games won, draws as half."""
        return sum(self.points) / self.played if self.played else 0.0

    def rate_as(self, side: int) -> float | None:
        """Return the share of games won on a side, None if there were none."""
        return self.points[side] / self.games[side] if self.games[side] else None

    def to_dict(self) -> dict[str, object]:
        """Write it as plain data."""
        low, high = interval(self.win_rate, self.played)
        without_luck = mean_with_interval(self.without_luck)
        median, slow = quantile(self.times, 0.5), quantile(self.times, 0.95)
        return {
            "games": self.played,
            "win_rate": round(self.win_rate, 4),
            "as_us": _rounded(self.rate_as(US)),
            "as_ussr": _rounded(self.rate_as(USSR)),
            "interval": [round(low, 4), round(high, 4)],
            "without_luck": without_luck and [round(number, 4) for number in without_luck],
            "mean_vp": round(self.vp / self.played, 2) if self.played else None,
            "losses": self.losses,
            "avoidable_suicides": self.avoidable_suicides,
            "held_scoring": self.losses.get(Reason.HELD_SCORING_CARD.name.lower(), 0),
            "ms_mean": _rounded(sum(self.times) / len(self.times) if self.times else None),
            "ms_median": _rounded(median),
            "ms_p95": _rounded(slow),
        }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 4)


def standings(results: Iterable[Result]) -> dict[str, Standing]:
    """Count the results for each bot by its name."""
    found: dict[str, Standing] = {}
    for result in results:
        for side in SIDES:
            add_result(found.setdefault(result.bots[side], Standing()), result, side)
    return found


def add_result(standing: Standing, result: Result, side: int) -> None:
    """Count a result for the bot that played a side."""
    standing.games[side] += 1
    points = 0.5 if result.winner == NOBODY else float(result.winner == side)
    standing.points[side] += points
    if result.luck is not None:
        standing.without_luck.append(points - (result.luck if side == US else -result.luck))
    if not points:
        reason = result.reason.name.lower()
        standing.losses[reason] = standing.losses.get(reason, 0) + 1
    standing.vp += result.vp if side == US else -result.vp
    if result.graded[side]:
        counted = standing.avoidable_suicides or 0
        standing.avoidable_suicides = counted + int(result.avoidable_suicide == side)
    standing.times.extend(result.times[side])


def interval(rate: float, games: int) -> tuple[float, float]:
    """Return where the true rate lies with 95% confidence (Wilson's interval)."""
    if not games:
        return 0.0, 1.0
    square = _DEVIATIONS**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = _DEVIATIONS * sqrt(rate * (1 - rate) / games + square / (4 * games**2))
    spread /= 1 + square / games
    return max(0.0, middle - spread), min(1.0, middle + spread)


def mean_with_interval(results: "array[float]") -> tuple[float, float, float] | None:
    """Return the mean of results, and between what the true one lies with 95% confidence."""
    number = len(results)
    if number < 2:
        return None
    mean = sum(results) / number
    variance = sum((result - mean) ** 2 for result in results) / (number - 1)
    margin = _DEVIATIONS * sqrt(variance / number)
    return mean, mean - margin, mean + margin


def quantile(times: "array[float]", share: float) -> float | None:
    """Return the time below which a share of the times lies."""
    if not times:
        return None
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


# Ratings


class Played(Protocol):
    """A game by what ratings ask of it: the bots by side, and who won."""

    @property
    def bots(self) -> tuple[str, str]:
        """The bots by the side that they played."""
        ...

    @property
    def winner(self) -> Actor:
        """The side that won."""
        ...


class Rating(NamedTuple):
    """The strength of a bot on the Elo scale, with the half width of its 95% interval."""

    bot: str
    elo: float
    margin: float
    games: int
    score: float


def can_be_rated(results: Iterable[Played], bots: list[str]) -> bool:
    """Tell whether the games join all bots, so that each can be compared with each."""
    joined = {bot: {bot} for bot in bots}
    for result in results:
        group = joined[result.bots[USSR]] | joined[result.bots[US]]
        for bot in group:
            joined[bot] = group
    return len(joined[bots[0]]) == len(bots)


def ratings(results: Iterable[Played], bots: list[str]) -> list[Rating]:
    """Rate the bots by the model of Bradley and Terry, the strongest first.

    The strengths are those that make the results likeliest, with one imagined draw between every
    two bots that met, so that a bot that has lost every game still has one. Their mean is 0.
    """
    places = {bot: place for place, bot in enumerate(bots)}
    number = len(bots)
    points = [[0.0] * number for _ in bots]
    for result in results:
        ussr, us = places[result.bots[USSR]], places[result.bots[US]]
        if us == ussr:
            continue
        share = 0.5 if result.winner == NOBODY else float(result.winner == US)
        points[us][ussr] += share
        points[ussr][us] += 1 - share
    played = [
        [points[one][other] + points[other][one] for other in range(number)]
        for one in range(number)
    ]
    for one in range(number):
        for other in range(number):
            if played[one][other] and one != other:
                points[one][other] += 0.5
    strengths = _maximise(points)
    errors = _errors(points, strengths)
    found = [
        Rating(
            bot,
            ELO * strengths[place],
            ELO * _DEVIATIONS * errors[place],
            round(sum(played[place])),
            sum(points[place]) - 0.5 * sum(games > 0 for games in played[place]),
        )
        for bot, place in places.items()
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def _maximise(points: list[list[float]]) -> list[float]:
    """Find the strengths (logarithms) with the method of Zermelo."""
    number = len(points)
    values = [1.0] * number
    for _ in range(2000):
        after = []
        for one in range(number):
            won = sum(points[one])
            met = sum(
                (points[one][other] + points[other][one]) / (values[one] + values[other])
                for other in range(number)
                if other != one
            )
            after.append(won / met if met else values[one])
        mean = exp(sum(log(value) for value in after) / number)
        after = [value / mean for value in after]
        if max(abs(log(a) - log(b)) for a, b in zip(after, values, strict=True)) < 1e-9:
            values = after
            break
        values = after
    return [log(value) for value in values]


def _errors(points: list[list[float]], strengths: list[float]) -> list[float]:
    """Return the standard errors of the strengths from the information in the results."""
    number = len(points)
    information = [[1.0 / number] * number for _ in range(number)]
    for one in range(number):
        for other in range(number):
            if one != other:
                chance = 1 / (1 + exp(strengths[other] - strengths[one]))
                games = points[one][other] + points[other][one]
                weight = games * chance * (1 - chance)
                information[one][one] += weight
                information[one][other] -= weight
    inverse = _invert(information)
    # The added constant fixes the mean; it is no uncertainty of a strength.
    return [sqrt(max(0.0, inverse[one][one] - 1.0 / number)) for one in range(number)]


def _invert(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a small matrix by elimination."""
    number = len(matrix)
    rows = [
        row[:] + [float(one == place) for one in range(number)] for place, row in enumerate(matrix)
    ]
    for place in range(number):
        pivot = max(range(place, number), key=lambda one: abs(rows[one][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = rows[place][place]
        rows[place] = [value / head for value in rows[place]]
        for other in range(number):
            if other != place:
                factor = rows[other][place]
                rows[other] = [
                    value - factor * pivot_value
                    for value, pivot_value in zip(rows[other], rows[place], strict=True)
                ]
    return [row[number:] for row in rows]
