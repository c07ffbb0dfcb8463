"""How good a net is: as a player against others, and its win chances against results."""

from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from twilight.bots.registry import make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.driver import AnyPlayer, play_out
from twilight.engine.game import Game
from twilight.engine.rules import Rules
from twilight.engine.types import NOBODY, SIDES, US, Reason
from twilight.judgement.judge import use_network
from twilight.judgement.net.features import make_features
from twilight.judgement.net.network import Network
from twilight.judgement.net.weights import read_weights
from twilight.learning.dataset import Positions
from twilight.learning.fitting import reliability
from twilight.learning.policy import PolicyPlayer

# The name of the net alone, beside the names of bots.
POLICY: Final = "policy"
_BATCH: Final = 2048


class Duel(NamedTuple):
    """One game of a paired match: whose seed, who begins as the US, and the weights to use."""

    one: str
    other: str
    rules: Rules
    seed: str
    number: int
    weights: Path


class Score(NamedTuple):
    """What became of a match, for the first of the two."""

    games: int
    share: float
    low: float
    high: float
    as_us: float
    as_ussr: float
    lost_at_defcon: int

    def words(self) -> str:
        """Say it in one line."""
        return (
            f"{self.share:.1%} of {self.games} ({self.low:.1%} to {self.high:.1%}), as US"
            f" {self.as_us:.1%}, as USSR {self.as_ussr:.1%}, lost at DEFCON 1:"
            f" {self.lost_at_defcon}"
        )


def play_duel(duel: Duel) -> tuple[int, float, bool]:
    """Play one game: the side of the first player, its result, and whether it lost at DEFCON 1."""
    network = Network(read_weights(duel.weights).arrays)
    use_network(network)
    side = SIDES[duel.number % 2]
    seed = f"{duel.seed}/{duel.number // 2}"
    names = (duel.one, duel.other) if side == 0 else (duel.other, duel.one)
    players = [_player(name, network, f"{seed}/{place}") for place, name in enumerate(names)]
    game = Game.new(duel.rules, record=False)
    play_out(game, players, SeededChance(f"{seed}/chance"), answer_single=True)
    outcome = game.outcome
    assert outcome is not None
    result = 0.5 if outcome.winner == NOBODY else float(outcome.winner == side)
    return side, result, result == 0.0 and outcome.reason is Reason.DEFCON


def _player(name: str, network: Network, seed: str) -> AnyPlayer:
    return PolicyPlayer(network) if name == POLICY else make_bot(name, seed)


def score_of(results: "list[tuple[int, float, bool]]") -> Score:
    """Sum up the games of a match, with Wilson's interval."""
    number = len(results)
    share = sum(result for _, result, _ in results) / number
    by_side = [
        [result for side, result, _ in results if side == one] or [float("nan")] for one in SIDES
    ]
    z = 1.96
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    margin = z * sqrt(share * (1 - share) / number + z * z / (4 * number**2))
    margin /= 1 + z * z / number
    means = [sum(one) / len(one) for one in by_side]
    return Score(
        number,
        share,
        max(0.0, middle - margin),
        min(1.0, middle + margin),
        means[US],
        means[1 - US],
        sum(lost for _, _, lost in results),
    )


class Calibration(NamedTuple):
    """How well chances tell results."""

    positions: int
    brier: float
    logloss: float
    bins: "list[tuple[float, float, int]]"


def calibration_of(network: Network, positions: Positions) -> Calibration:
    """Hold the net's win chances against the results."""
    parts = [
        network.victory(make_features(positions.data[first : first + _BATCH]))
        for first in range(0, positions.number, _BATCH)
    ]
    chances = (1 / (1 + np.exp(-np.concatenate(parts)))).clip(1e-4, 1 - 1e-4).astype(np.float32)
    results = positions.results
    logs = results * np.log(chances) + (1 - results) * np.log(1 - chances)
    return Calibration(
        positions.number,
        float(((chances - results) ** 2).mean()),
        float(-logs.mean()),
        reliability(chances, results),
    )
