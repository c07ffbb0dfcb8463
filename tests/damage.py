"""What may be wrong with fields that were written down: damage to be done to good ones."""

from collections.abc import Callable
from typing import Any

Fields = dict[str, Any]


def set_to(path: str, value: object) -> Callable[[Fields], None]:
    """Return a damage that puts a value at a place like `hands.us`."""
    *parents, last = path.split(".")

    def damage(fields: Fields) -> None:
        for name in parents:
            fields = fields[name]
        fields[last] = value

    return damage


def without(name: str) -> Callable[[Fields], None]:
    def damage(fields: Fields) -> None:
        del fields[name]

    return damage
