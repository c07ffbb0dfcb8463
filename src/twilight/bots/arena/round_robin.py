"""A round robin kept as data: it goes on where it was interrupted, and rates the levels.

`level_ratings` tells people how strong the levels are; docs/bots.md has the command that plays the
games behind it.
"""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from twilight.bots.arena.matches import Match, Result
from twilight.bots.arena.standings import Rating, ratings
from twilight.engine.rules import Rules, rules_from_dict, rules_to_dict
from twilight.engine.types import NOBODY, US, USSR, Actor

# Each game is a letter; its place tells which pair of games it belongs to.
_LETTERS: Final = {US: "+", USSR: "-", NOBODY: "="}
_WINNERS: Final = {letter: winner for winner, letter in _LETTERS.items()}
_NOT_PLAYED: Final = "."
_LEVELS: Final = "levels.json"
# The level that all others are measured by, and the number that it is given.
MEASURE: Final = "officer"
MEASURE_RATING: Final = 1500.0


class NotARoundRobin(ValueError):
    """A file that holds something else, or games by other rules or from another seed."""


class Bout(NamedTuple):
    """A game by what ratings ask of it: the bots by side, and who won."""

    bots: tuple[str, str]
    winner: Actor


class RoundRobin:
    """Games of every two of some bots, by the same rules and from the same seed."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.rules = rules
        self.seed = seed
        # By the bots as US and as USSR.
        self._results: dict[tuple[str, str], str] = {}

    def has(self, match: Match) -> bool:
        """Tell whether a game has been played."""
        results = self._results.get((match.us, match.ussr), "")
        place = match.number // 2
        return place < len(results) and results[place] != _NOT_PLAYED

    def add(self, match: Match, result: Result) -> None:
        """Keep the result of a game."""
        # Where sides are bid for, the match only says who begins as which.
        place = match.number // 2
        results = self._results.get((match.us, match.ussr), "").ljust(place + 1, _NOT_PLAYED)
        letter = _LETTERS[result.winner]
        self._results[match.us, match.ussr] = results[:place] + letter + results[place + 1 :]

    def bots(self) -> list[str]:
        """List the bots that have played."""
        return list(dict.fromkeys(bot for pair in self._results for bot in pair))

    def bouts(self) -> list[Bout]:
        """List all games that have been played."""
        return [
            Bout((ussr, us), _WINNERS[letter])
            for (us, ussr), results in self._results.items()
            for letter in results
            if letter != _NOT_PLAYED
        ]

    def to_dict(self) -> dict[str, Any]:
        """Write it as plain data."""
        return {
            "rules": rules_to_dict(self.rules),
            "seed": self.seed,
            "games": [
                {"us": us, "ussr": ussr, "results": results}
                for (us, ussr), results in sorted(self._results.items())
            ],
        }

    def write(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        beside = path.with_name(path.name + ".new")
        beside.write_text(json.dumps(self.to_dict(), indent=1) + "\n", encoding="utf-8")
        beside.replace(path)


def read_round_robin(text: str, name: str) -> RoundRobin:
    """Read what `write` wrote; a name tells where it came from."""
    try:
        data = json.loads(text)
        found = RoundRobin(rules_from_dict(data["rules"]), data["seed"])
        for row in data["games"]:
            if set(row["results"]) - {*_WINNERS, _NOT_PLAYED}:
                raise NotARoundRobin(f"{name} has results that are none of + - = .")
            found._results[row["us"], row["ussr"]] = row["results"]
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise NotARoundRobin(f"{name} is not a round robin of `twilight arena --keep`") from error
    return found


def kept_round_robin(path: Path, rules: Rules, seed: str) -> RoundRobin:
    """Go on with the round robin in a file, or begin one."""
    if not path.exists():
        return RoundRobin(rules, seed)
    found = read_round_robin(path.read_text(encoding="utf-8"), str(path))
    if found.seed != seed:
        raise NotARoundRobin(f"{path} was begun with the seed {found.seed}, not {seed}")
    if found.rules != rules:
        raise NotARoundRobin(f"{path} was begun with other rules")
    return found


def measured(table: list[Rating]) -> list[Rating]:
    """Move ratings so that the level that all are measured by has its number."""
    shift = next((MEASURE_RATING - one.elo for one in table if one.bot == MEASURE), 0.0)
    return [one._replace(elo=one.elo + shift) for one in table]


@cache
def level_ratings() -> tuple[Rating, ...]:
    """Return how strong the levels are, the strongest first; `officer` has 1500.

    They were measured by matches against each other; ratings of people are on the same scale.
    """
    text = files("twilight.bots.arena").joinpath(_LEVELS).read_text(encoding="utf-8")
    found = read_round_robin(text, _LEVELS)
    return tuple(measured(ratings(found.bouts(), found.bots())))
