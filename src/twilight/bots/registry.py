"""The levels by name.

`make_bot("general:seconds=0.3", seed)` makes one by its name and options; docs/bots.md tells how
strong they are.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from twilight.bots.players.baseline import Baseline
from twilight.bots.players.general import General
from twilight.bots.players.officer import Officer
from twilight.bots.players.random_bot import RandomBot
from twilight.bots.players.recruit import Recruit
from twilight.bots.programs.program import Program
from twilight.engine.driver import AnyPlayer

# From the weakest to the strongest; the first line of each docstring is what people are told.
BOTS: Final[dict[str, Callable[..., AnyPlayer]]] = {
    "random": RandomBot,
    "recruit": Recruit,
    "baseline": Baseline,
    "officer": Officer,
    "general": General,
}
# Those that search for seconds before they answer; the others answer at once.
SLOW: Final = frozenset({"general"})
# The options of each bot beside its seed: numbers, with the lowest and the highest.
OPTIONS: Final[dict[str, dict[str, tuple[float, float]]]] = {
    "recruit": {"temperature": (0.01, 100.0)},
    "general": {"seconds": (0.01, 3600.0)},
}
SEED: Final = "seed"
PROGRAM: Final = "program:"


class UnknownBot(ValueError):
    """A name that no bot has, or an option that it does not take."""


class Spec(NamedTuple):
    """A bot as it is named: its name, its options, and a seed if one is given."""

    name: str
    options: dict[str, float]
    seed: str | None


def parse_spec(text: str) -> Spec:
    """Read `name` or `name:option=value,option=value`."""
    name, colon, settings = text.partition(":")
    if name not in BOTS:
        raise UnknownBot(f"unknown bot {name!r}; known are {', '.join(BOTS)}")
    known = OPTIONS.get(name, {})
    options: dict[str, float] = {}
    seed = None
    for setting in settings.split(",") if colon else ():
        option, equals, value = setting.partition("=")
        if not equals:
            raise UnknownBot(f"an option of a bot is written option=value, not {setting!r}")
        if option == SEED:
            seed = value
        elif option in known:
            options[option] = _number(name, option, value)
        else:
            raise UnknownBot(
                f"bot {name} has no option {option!r}; it has {', '.join([*known, SEED])}"
            )
    return Spec(name, options, seed)


def _number(name: str, option: str, text: str) -> float:
    lowest, highest = OPTIONS[name][option]
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not lowest <= number <= highest:
        raise UnknownBot(
            f"option {option} of bot {name} is a number from {lowest:g} to {highest:g},"
            f" not {text!r}"
        )
    return number


def make_bot(text: str, seed: str = "0") -> AnyPlayer:
    """Make a bot by its name, with options after a colon; a seed among them comes first.

    `program:COMMAND` starts a program that speaks the line protocol of engines.
    """
    if text.startswith(PROGRAM):
        return Program(text.removeprefix(PROGRAM), seed)
    spec = parse_spec(text)
    return BOTS[spec.name](seed if spec.seed is None else spec.seed, **spec.options)
