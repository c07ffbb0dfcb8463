"""Weights as a file: half precision, with a card that tells what they were trained on."""

import json
from pathlib import Path
from typing import IO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.judgement import encoding

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
    return Weights(arrays, card)


def write_weights(path: Path, arrays: "dict[str, NDArray[np.float32]]", **facts: object) -> None:
    """Write weights with what is to be known about them."""
    card = json.dumps({"encoding": encoding.VERSION, **facts}, sort_keys=True)
    halves = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(path, **halves, **{_CARD: np.array(card)})  # type: ignore[arg-type]
