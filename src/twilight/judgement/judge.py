"""The one place to ask who is winning and what to answer: for people, hints, reviews and bots.

`judge` sees what one side sees. `open_chance` sees a whole game with both hands, and is for those
who may: a replay, a finished game, a search in a world that it has dealt itself.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

import numpy as np

from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules
from twilight.engine.types import SIDES, US, Segment
from twilight.engine.view import Observation
from twilight.judgement.chance import (
    Chance,
    chance_for_us,
    evaluated_chance,
    evaluated_open_chance,
    logistic,
    settled,
)
from twilight.judgement.encoding import encode, encode_game
from twilight.judgement.net.features import Features, Floats, make_features, stack
from twilight.judgement.net.network import Network, Output
from twilight.judgement.net.weights import Weights, read_weights

WEIGHTS: Final = "weights.npz"
# Whose game it is: people err and score otherwise than programs, so that each win chance is fitted
# to its own players.
Players = Literal["people", "programs"]
# What is worked out of so many positions stays in the processor's cache until it is read.
_AT_ONCE: Final = 48


class Training(NamedTuple):
    """Whether the net was trained for a kind of game, and what it means that it was not."""

    trained: bool
    words: str


class Judgement(NamedTuple):
    """What is thought of a position from what one side sees."""

    # For each legal answer of the viewer how likely a good player gives it; together 1.
    scores: dict[Action, float]
    chance: Chance
    training: Training


_TRAINED: Final = Training(True, "The net was trained for this game.")


def training_for(rules: Rules) -> Training:
    """Tell whether the net was trained for games by these rules."""
    missing = [
        name
        for name, plays in (
            ("Turn Zero", rules.turn_zero),
            ("the Late War scenario", rules.scenario != "full"),
            ("the Chinese Civil War", rules.chinese_civil_war),
            ("promotional cards", rules.promo_1 or rules.promo_2),
        )
        if plays
    ]
    if not missing:
        return _TRAINED
    return Training(
        False,
        f"The net was not trained for {' and '.join(missing)}:"
        " the win chance is that of the evaluation.",
    )


def judge(seen: Observation) -> Judgement:
    """Judge a position from what one side sees."""
    return judge_many([seen])[0]


def judge_many(positions: Sequence[Observation]) -> list[Judgement]:
    """Judge many positions at once, which takes far less time for each."""
    found: list[Judgement] = []
    for first in range(0, len(positions), _AT_ONCE):
        group = positions[first : first + _AT_ONCE]
        output = current_network().run(make_features(stack([encode(seen) for seen in group])))
        found += map(_judgement, group, shares_of(output), output.victory.tolist())
    return found


def chances(positions: Sequence[Observation], between: Players = "people") -> list[Chance]:
    """Return the chances by what one side sees, without scores: that takes less time."""
    found: list[Chance] = []
    for first in range(0, len(positions), _AT_ONCE):
        group = positions[first : first + _AT_ONCE]
        shown = make_features(stack([encode(seen) for seen in group]))
        found += map(_chance, group, _victory(between)(shown).tolist())
    return found


def shares_of(output: Output) -> Floats:
    """Return how likely each answer is in each position; those that are not legal have nothing."""
    shares = np.exp(output.answers - output.answers.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return np.asarray(shares, np.float32)


def open_chance(game: Game, between: Players = "people") -> Chance:
    """Return the chance of each side with both hands open."""
    return open_chances([game], between)[0]


def open_chances(games: Sequence[Game], between: Players = "people") -> list[Chance]:
    """Return the chances of many games at once."""
    asked = [game for game in games if _is_for_net(game)]
    logits = iter(open_logits(asked, between).tolist() if asked else [])
    return [
        chance_for_us(logistic(next(logits))) if _is_for_net(game) else evaluated_open_chance(game)
        for game in games
    ]


def open_logits(games: Sequence[Game], between: Players) -> Floats:
    """Return the logits of a victory of the US with both hands open: the mean of both views."""
    views = [encode_game(game, side, open_hands=True) for game in games for side in SIDES]
    ussr, us = _victory(between)(make_features(stack(views))).reshape(-1, 2).T
    return np.asarray((us - ussr) / 2, np.float32)


def _victory(between: Players) -> Callable[[Features], Floats]:
    network = current_network()
    return network.victory if between == "people" else network.expectation


@cache
def shipped_weights() -> Weights:
    """Read the weights that the package carries."""
    with files("twilight.judgement.net").joinpath(WEIGHTS).open("rb") as file:
        return read_weights(file)


@cache
def _shipped_network() -> Network:
    return Network(shipped_weights().arrays)


# Training tries other nets out in the place of the shipped one.
_in_use: list[Network] = []


def current_network() -> Network:
    """Return the net that judges: the one that the package carries, or another in its place."""
    return _in_use[-1] if _in_use else _shipped_network()


def use_network(network: Network | None) -> None:
    """Let another net judge in this process from now on; None brings back the shipped one."""
    _in_use.clear()
    if network is not None:
        _in_use.append(network)


def _is_for_net(game: Game) -> bool:
    return (
        game.outcome is None and training_for(game.rules).trained and _has_begun(game.state.segment)
    )


def _has_begun(segment: Segment) -> bool:
    """Before the deal a bid decides what game it will be."""
    return segment not in (Segment.BIDDING, Segment.TURN_ZERO)


def _judgement(seen: Observation, shares: Floats, victory: float) -> Judgement:
    scores: dict[Action, float] = {}
    if seen.decision is not None:
        options = seen.decision.options
        scores = dict(zip(options, shares[list(options)].tolist(), strict=True))
    return Judgement(scores, _chance(seen, victory), training_for(seen.state.rules))


def _chance(seen: Observation, victory: float) -> Chance:
    """Return the chance by the net's logit of the viewer's victory, where it may speak."""
    if seen.outcome is not None:
        return settled(seen.outcome)
    if not training_for(seen.state.rules).trained or not _has_begun(seen.state.segment):
        return evaluated_chance(seen)
    chance = logistic(victory)
    return chance_for_us(chance if seen.viewer == US else 1 - chance)
