"""Played games on disk: one line of JSON for each, compressed."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from twilight.engine.ids import Action
from twilight.engine.types import Actor


class Target(NamedTuple):
    """What a search thought: how likely each answer should be."""

    answers: list[Action]
    shares: list[float]


class Record(NamedTuple):
    """A game: who played it, all answers, what the players would have answered, and the end.

    `labels` names, by the place of the answer, what a player wanted where noise had it answer
    something else; `targets` what a search thought where it chose.
    """

    bots: tuple[str, str]
    answers: list[Action]
    labels: dict[int, Action]
    winner: Actor
    reason: int
    turn: int
    targets: "dict[int, Target]"


def append_record(path: Path, record: Record) -> None:
    """Add a game to a file."""
    with gzip.open(path, "at", encoding="utf-8") as file:
        file.write(json.dumps(record._asdict()) + "\n")


def read_records(path: Path) -> Iterator[Record]:
    """Read the games of a file; a line that was cut off by a kill ends them."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        while True:
            try:
                line = file.readline()
            except EOFError:
                return
            if not line.endswith("\n"):
                return
            fields = json.loads(line)
            yield Record(
                tuple(fields["bots"]),
                fields["answers"],
                {int(place): action for place, action in fields["labels"].items()},
                fields["winner"],
                fields["reason"],
                fields["turn"],
                {
                    int(place): Target(*target)
                    for place, target in fields.get("targets", {}).items()
                },
            )
