"""Computer players: each sees an Observation and nothing else."""

from collections.abc import Callable
from typing import Final

from twilight.bots.random_bot import RandomBot
from twilight.engine.driver import AnyPlayer

BOTS: Final[dict[str, Callable[[str], AnyPlayer]]] = {"random": RandomBot}


class UnknownBot(ValueError):
    """A name that no bot has."""


def make_bot(name: str, seed: str) -> AnyPlayer:
    """Make a bot by its name."""
    if name not in BOTS:
        raise UnknownBot(f"unknown bot {name!r}; known are {', '.join(BOTS)}")
    return BOTS[name](seed)
