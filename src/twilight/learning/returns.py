"""What win chances learn from beside bare results: what was told of the same game a little later.

A result says little of a position ten turns before it, for dice and cards lie between, and a net
learns such luck by heart. What is told a turn later knows most of what can be known of the end, and
has far less luck in it. So each position learns from what was told later on the way to the result:
the sooner it was told, the more it counts (temporal differences, Sutton's lambda).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from twilight.engine.types import US, USSR
from twilight.judgement.encoding import HANDS_OPEN, ROUND, TURN, VIEWER
from twilight.judgement.net.features import Bytes, Floats, make_features
from twilight.judgement.net.network import Network
from twilight.learning.dataset import Positions

# How much is left for what comes a turn later to tell.
KEPT_OF_A_TURN: Final = 0.4
# Rounds of a turn, and what lies at least between two moments.
_ROUNDS: Final = 10
_LEAST: Final = 0.5
_BATCH: Final = 1024


def returns(positions: Positions, network: Network, kept: float = KEPT_OF_A_TURN) -> Floats:
    """Return what every position should tell its viewer, by what the net tells of later ones.

    The positions of a game follow each other, those of a side in the order of time; with open
    hands both sides have the same moments.
    """
    found = positions.results.copy()
    is_open = positions.data[:, HANDS_OPEN] == 1
    logits = np.zeros(positions.number, np.float32)
    logits[is_open] = _expected(network, positions.data[is_open])
    edges = np.flatnonzero(np.diff(positions.games)) + 1
    for rows in np.split(np.arange(positions.number), edges):
        found[rows] = _of_a_game(positions.take(rows), is_open[rows], logits[rows], kept)
    return found


def _expected(network: Network, data: Bytes) -> Floats:
    parts = [
        network.expectation(make_features(data[first : first + _BATCH]))
        for first in range(0, len(data), _BATCH)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)


def _of_a_game(
    game: Positions, is_open: "NDArray[np.bool_]", logits: Floats, kept: float
) -> Floats:
    of_us = game.data[:, VIEWER] == US
    seen_by = [np.flatnonzero(is_open & (game.data[:, VIEWER] == side)) for side in (USSR, US)]
    won = float(np.where(of_us, game.results, 1 - game.results)[0])
    rounds = game.data[:, ROUND].clip(0, _ROUNDS - 1)
    times: NDArray[np.float64] = _ROUNDS * game.data[:, TURN].astype(np.float64) + rounds
    moments = times[seen_by[USSR]]
    chances = 1 / (1 + np.exp((logits[seen_by[USSR]] - logits[seen_by[US]]) / 2))
    # What is known of the end on arriving at each moment, from the last one backwards.
    known = np.empty(len(moments) + 1)
    known[-1] = won
    spans = np.maximum(np.diff(moments, append=moments[-1:] + 1), _LEAST) / _ROUNDS
    for place in range(len(moments) - 1, -1, -1):
        later = kept ** spans[place]
        known[place] = (1 - later) * chances[place] + later * known[place + 1]
    found = np.empty(len(times))
    # What was seen with one hand alone learns from the next moment that all was seen of.
    found[~is_open] = known[np.searchsorted(moments, times[~is_open], side="right")]
    for rows in seen_by:
        found[rows] = known[1:]
    return np.where(of_us, found, 1 - found).astype(np.float32)
