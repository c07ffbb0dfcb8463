"""Positions to learn from: games replayed and encoded."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules
from twilight.engine.types import CHANCE, NOBODY, SIDES, Actor, Kind, Segment
from twilight.judgement import encoding
from twilight.judgement.encoding import encode_game
from twilight.judgement.net.features import Bytes
from twilight.learning.records import Record

# Where a play is chosen, and win chances are asked for.
CHOICES: Final = (Kind.ROUND_CARD, Kind.HEADLINE)
NO_ANSWER: Final = -1
# Answers that should be rarer are not taught.
_LEAST_SHARE: Final = 0.03


def is_landmark(game: Game) -> bool:
    """Tell whether a round or a headline is chosen now, or a deal begins.

    There win chances are asked for, so there they are learnt with open hands as well.
    """
    pending = game.pending
    if pending is None:
        return False
    if pending.actor == CHANCE:
        return game.state.segment is Segment.DEAL and not game.answers
    return pending.kind in CHOICES


class Positions(NamedTuple):
    """Encoded positions, the answer to be learnt or none, the viewer's result, and the game.

    A position for which several answers are taught stands there once for each of them, and counts
    as much as that answer should be likely.
    """

    data: Bytes
    answers: NDArray[np.int16]
    results: NDArray[np.float32]
    games: NDArray[np.int32]
    weights: NDArray[np.float32]

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.data)

    def take(self, rows: "NDArray[np.intp]") -> "Positions":
        """Keep some of them."""
        return Positions._make(each[rows] for each in self)


def positions_of(records: Iterable[Record], rules: Rules, first_game: int = 0) -> Positions:
    """Replay games and keep every real decision; a game that can't be replayed is left out."""
    data: list[bytearray] = []
    answers: list[Action] = []
    results: list[float] = []
    weights: list[float] = []
    games: list[int] = []
    for number, record in enumerate(records, first_game):
        game = Game.new(rules, record=False)
        before = len(data)
        for place, action in enumerate(record.answers):
            pending = game.pending
            if pending is None or action not in pending.options:
                # Played by rules that have been corrected since: it tells nothing any more.
                for kept in (data, answers, results, weights):
                    del kept[before:]
                break
            if pending.actor != CHANCE and len(pending.options) > 1:
                encoded = encode_game(game, pending.actor)
                for answer, share in _taught(record, place, action):
                    data.append(encoded)
                    answers.append(answer)
                    results.append(_result(record, pending.actor))
                    weights.append(share)
            if is_landmark(game):
                for side in SIDES:
                    data.append(encode_game(game, side, open_hands=True))
                    answers.append(NO_ANSWER)
                    results.append(_result(record, side))
                    weights.append(1.0)
            game.answer(action)
        games += [number] * (len(data) - before)
    joined = np.frombuffer(b"".join(data), np.uint8).reshape(len(data), encoding.SIZE)
    return Positions(
        joined,
        np.array(answers, np.int16),
        np.array(results, np.float32),
        np.array(games, np.int32),
        np.array(weights, np.float32),
    )


def _taught(record: Record, place: int, action: Action) -> list[tuple[Action, float]]:
    """Return the answers to be learnt at a place of a game, with how likely each should be."""
    target = record.targets.get(place)
    if target is None:
        return [(record.labels.get(place, action), 1.0)]
    shared = zip(target.answers, target.shares, strict=True)
    return [(answer, share) for answer, share in shared if share >= _LEAST_SHARE]


def _result(record: Record, side: Actor) -> float:
    return 0.5 if record.winner == NOBODY else float(record.winner == side)


def join(parts: "list[Positions]") -> Positions:
    """Lay positions one after another."""
    return Positions._make(np.concatenate(each) for each in zip(*parts, strict=True))


def write_positions(path: Path, positions: Positions) -> None:
    """Write positions to a file, whole or not at all."""
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        np.savez(file, **positions._asdict())
    beside.replace(path)


def read_positions(path: Path) -> Positions:
    """Read what `write_positions` wrote."""
    with np.load(path) as data:
        return Positions(*(data[name] for name in Positions._fields))
