"""Weights as a file: half precision, with a card that tells what they were trained on.

A net that was trained before the game got more cards reads them as nothing, and judges games
without them as ever.
"""

import json
from pathlib import Path
from typing import IO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.engine.ids import NUMBER_OF_ACTIONS
from twilight.judgement import encoding
from twilight.judgement.net.features import CARD_PLANES, SIDED_FEATURES

_CARD: Final = "card"


class Weights(NamedTuple):
    """The arrays of a net and the facts about its training."""

    arrays: "dict[str, NDArray[np.floating]]"
    card: "dict[str, object]"


def read_weights(file: "IO[bytes] | Path") -> Weights:
    """Read weights, refusing those of another encoding."""
    with np.load(file, allow_pickle=False) as data:
        arrays = {name: data[name] for name in data.files if name != _CARD}
        card = json.loads(str(data[_CARD]))
    if card.get("encoding") != encoding.VERSION:
        raise ValueError(
            f"these weights read positions in version {card.get('encoding')} of the encoding, "
            f"and this is version {encoding.VERSION}"
        )
    return Weights({name: _widened(name, array) for name, array in arrays.items()}, card)


def _widened(name: str, array: "NDArray[np.floating]") -> "NDArray[np.floating]":
    """Give cards that came later their places among the weights, as zeros."""
    if name in ("answers", "answers_kind"):
        lacking = NUMBER_OF_ACTIONS - array.shape[1]
        return np.pad(array, ((0, 0), (0, max(0, lacking))))
    lacking = SIDED_FEATURES - array.shape[1] if name.endswith("trunk_sided") else 0
    if lacking <= 0:
        return array
    # The planes of the cards, each with more cards; then the effects.
    sides, _, width = array.shape
    cards, effects = np.split(array, [array.shape[1] - encoding.EFFECT_PLACES], 1)
    planes = cards.reshape(sides, CARD_PLANES, -1, width)
    planes = np.pad(planes, ((0, 0), (0, 0), (0, lacking // CARD_PLANES), (0, 0)))
    return np.concatenate((planes.reshape(sides, -1, width), effects), 1)


def write_weights(path: Path, arrays: "dict[str, NDArray[np.float32]]", **facts: object) -> None:
    """Write weights with what is to be known about them."""
    card = json.dumps({"encoding": encoding.VERSION, **facts}, sort_keys=True)
    halves = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(path, **halves, **{_CARD: np.array(card)})  # type: ignore[arg-type]
