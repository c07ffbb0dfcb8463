"""The net: a score for every answer, and the chances to win.

There are two bodies: one for the answers, and one for the win chance between programs. The same
sums as `twilight.learning.model`, with numpy and without gradients. A test holds the two against
each other.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.ids import NUMBER_OF_ACTIONS
from twilight.judgement.net.body import BODY, COUNTRY_WIDTH, TRUNK_WIDTH, Body
from twilight.judgement.net.features import (
    AREA_FEATURES,
    AREAS,
    KINDS,
    MOMENT_ROWS,
    PLAIN_FEATURES,
    Features,
    Floats,
    Whole,
)

# The win chance has a small part of its own: results are few beside answers, and a large one would
# learn the games by heart.
CHANCE_WIDTH: Final = 48
MASKED: Final = -1e9
# What the weights of the two bodies are called begins with this.
ANSWERING: Final = ""
# What to expect of players like itself has seen far more results than the win chance of people, and
# sees all that the answers come from.
EXPECTING: Final = "expected_"


def _shapes() -> dict[str, tuple[int, ...]]:
    country, trunk = COUNTRY_WIDTH, TRUNK_WIDTH
    bodies = {body + name: shape for body in (ANSWERING, EXPECTING) for name, shape in BODY.items()}
    return {
        **bodies,
        "answers": (trunk, NUMBER_OF_ACTIONS),
        "answers_kind": (KINDS, NUMBER_OF_ACTIONS),
        "target_country": (country, country),
        "target_trunk": (trunk, country),
        "target_kind": (KINDS, country),
        "chance_areas": (AREAS * AREA_FEATURES, CHANCE_WIDTH),
        "chance_inner": (PLAIN_FEATURES, CHANCE_WIDTH),
        "chance_moment": (MOMENT_ROWS, CHANCE_WIDTH),
        "chance": (CHANCE_WIDTH, 1),
        "chance_plain": (PLAIN_FEATURES, 1),
        "chance_bias": (1,),
        "expected": (trunk, 1),
        "expected_plain": (PLAIN_FEATURES, 1),
        "expected_bias": (1,),
    }


SHAPES: Final = _shapes()
_CHANCE_FEATURES: Final = AREAS * AREA_FEATURES + PLAIN_FEATURES
# So many positions stay in the processor's cache.
_AT_ONCE: Final = 64


class Output(NamedTuple):
    """Logits for each answer, and for a victory of the viewer."""

    answers: Floats  # (batch, actions), MASKED where an answer is not legal
    victory: Floats  # (batch,)


class Network:
    """A net with its weights."""

    def __init__(self, weights: "dict[str, NDArray[np.floating]]") -> None:
        for name, shape in SHAPES.items():
            if name not in weights or weights[name].shape != shape:
                raise ValueError(f"the weights have no {name} of the shape {shape}")
        self.weights = {name: weights[name].astype(np.float32) for name in SHAPES}
        self._answering = Body(self.weights, ANSWERING)
        self._expecting = Body(self.weights, EXPECTING)
        joined = self.weights
        # The last column goes past the inner layer.
        self._chance_in = np.zeros((_CHANCE_FEATURES, CHANCE_WIDTH + 1), np.float32)
        self._chance_in[:, :-1] = np.concatenate((joined["chance_areas"], joined["chance_inner"]))
        self._chance_in[-PLAIN_FEATURES:, -1:] = joined["chance_plain"]

    def run(self, shown: Features) -> Output:
        """Score all answers and the chance to win in a batch of positions."""
        parts = [self._run(part) for part in _in_parts(shown)]
        if len(parts) == 1:
            return parts[0]
        return Output(
            np.concatenate([part.answers for part in parts]),
            np.concatenate([part.victory for part in parts]),
        )

    def _run(self, shown: Features) -> Output:
        weights = self.weights
        number = len(shown.viewer)
        areas = shown.areas.reshape(number, -1)
        countries, trunk = self._answering.run(shown, areas)
        answers = trunk @ weights["answers"]
        answers += weights["answers_kind"][shown.kind]
        named = shown.legal[:, :NUMBER_OF_COUNTRIES].any(1)
        if named.any():
            rows = np.flatnonzero(named)
            answers[rows, :NUMBER_OF_COUNTRIES] += self._named(
                countries[rows], trunk[rows], shown.kind[rows]
            )
        np.copyto(answers, MASKED, where=~shown.legal)
        return Output(answers, self._victory(shown, areas))

    def victory(self, shown: Features) -> Floats:
        """Return the logit of the viewer's victory alone."""
        return self._victory(shown, shown.areas.reshape(len(shown.viewer), -1))

    def expectation(self, shown: Features) -> Floats:
        """Return the logit of the viewer's victory among players like the net itself."""
        parts = [self._expectation(part) for part in _in_parts(shown)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _expectation(self, shown: Features) -> Floats:
        weights = self.weights
        _, trunk = self._expecting.run(shown, shown.areas.reshape(len(shown.viewer), -1))
        expected = trunk @ weights["expected"] + shown.plain @ weights["expected_plain"]
        return np.asarray(expected[:, 0] + weights["expected_bias"], np.float32)

    def _victory(self, shown: Features, areas: Floats) -> Floats:
        both = np.concatenate((areas, shown.plain), 1) @ self._chance_in
        inner, outer = both[:, :-1], both[:, -1]
        inner += self.weights["chance_moment"][shown.moment].sum(1)
        np.maximum(inner, 0, out=inner)
        victory = inner @ self.weights["chance"][:, 0] + outer
        return np.asarray(victory + self.weights["chance_bias"], np.float32)

    def _named(self, countries: Floats, trunk: Floats, kind: Whole) -> Floats:
        """Score the countries themselves."""
        weights = self.weights
        flat = countries.reshape(-1, COUNTRY_WIDTH) @ weights["target_country"]
        target = flat.reshape(countries.shape)
        target += (trunk @ weights["target_trunk"])[:, None]
        np.maximum(target, 0, out=target)
        scores = (target @ weights["target_kind"][kind][:, :, None])[..., 0]
        return np.asarray(scores, np.float32)


def _in_parts(shown: Features) -> list[Features]:
    number = len(shown.viewer)
    if number <= _AT_ONCE:
        return [shown]
    return [
        Features._make(each[first : first + _AT_ONCE] for each in shown)
        for first in range(0, number, _AT_ONCE)
    ]
