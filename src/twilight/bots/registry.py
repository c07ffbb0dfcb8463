"""Bots by name: the levels, and those of other authors.

`make_bot("general:seconds=0.3", seed)` makes one by its name and options, `make_bot("mine:Bold")`
one of another author; docs/bots.md tells how strong the levels are, docs/writing-a-bot.md how to
write one.
"""

from typing import Any, Final, NamedTuple

from twilight.bots.players.baseline import Baseline
from twilight.bots.players.general import SECONDS as GENERAL_SECONDS
from twilight.bots.players.general import General
from twilight.bots.players.marshal import SECONDS as MARSHAL_SECONDS
from twilight.bots.players.marshal import Marshal
from twilight.bots.players.officer import Officer
from twilight.bots.players.random_bot import RandomBot
from twilight.bots.players.recruit import Recruit
from twilight.bots.plugged_in import (
    CannotPlugIn,
    Maker,
    load_class,
    load_entry,
    make_foreign,
    options_of,
    plugged_in,
    read_value,
)
from twilight.bots.programs.program import Program
from twilight.engine.driver import AnyPlayer

# From the weakest to the strongest.
BOTS: Final[dict[str, Maker]] = {
    "random": RandomBot,
    "recruit": Recruit,
    "baseline": Baseline,
    "officer": Officer,
    "general": General,
    "marshal": Marshal,
}
# What people are told of each; a compiled class has no docstring to ask.
ABOUT: Final[dict[str, str]] = {
    "random": "Answers at random: every option with the same chance.",
    "recruit": "Plays like the baseline, but now and then takes a lesser option.",
    "baseline": "Adds up a few plain terms and takes the highest sum; described in public.",
    "officer": "Weighs every whole play by what it scores, and keeps out of nuclear war.",
    "general": "Plays its best ideas out to the end of the turn before it decides.",
    "marshal": "Learnt judgement and search together; without time the judgement alone.",
}
# Those that search before they answer, and for how long; the others answer at once.
SEARCH_SECONDS: Final[dict[str, float]] = {
    "general": GENERAL_SECONDS,
    "marshal": MARSHAL_SECONDS,
}
SLOW: Final = frozenset(SEARCH_SECONDS)
# The options of each bot beside its seed: numbers, with the lowest and the highest.
OPTIONS: Final[dict[str, dict[str, tuple[float, float]]]] = {
    "recruit": {"temperature": (0.01, 100.0)},
    "general": {"seconds": (0.01, 3600.0)},
    # No time at all is the judgement alone.
    "marshal": {"seconds": (0.0, 3600.0)},
}
SEED: Final = "seed"
PROGRAM: Final = "program:"


class UnknownBot(ValueError):
    """A name that no bot has, or an option that it does not take."""


class Spec(NamedTuple):
    """A bot as it is named: its name, its options, and a seed if one is given."""

    name: str
    options: dict[str, Any]
    seed: str | None


def about_bot(name: str) -> str:
    """Say in a sentence what a bot is; one of another author by its docstring."""
    if name in ABOUT:
        return ABOUT[name]
    return (maker_of(name).__doc__ or name).strip().splitlines()[0]


def usual_seconds(bot: Spec) -> float | None:
    """Tell how long a bot usually thinks about an answer; of another author's nobody knows."""
    if bot.name not in BOTS:
        return None
    return float(bot.options.get("seconds", SEARCH_SECONDS.get(bot.name, 0.0)))


def known_bots() -> list[str]:
    """List what a bot can be called, for messages and help."""
    return [*BOTS, *(name for name in plugged_in() if name not in BOTS), "MODULE:CLASS"]


def is_installed(text: str) -> bool:
    """Tell whether a bot is a level or one of an installed package.

    Any other is a class or a command that whoever names it may have made up; only who sits at the
    command line may name those.
    """
    name = text.partition(":")[0]
    return name in BOTS or name in plugged_in()


def parse_spec(text: str) -> Spec:
    """Read `name` or `name:option=value,option=value`; a name may be `module:Class`."""
    name, colon, settings = text.partition(":")
    if name not in BOTS and name not in plugged_in():
        class_name, colon, settings = settings.partition(":")
        if not name or not class_name or "=" in class_name:
            known = ", ".join([*known_bots(), f"{PROGRAM}COMMAND"])
            raise UnknownBot(f"unknown bot {name!r}; known are {known}")
        name = f"{name}:{class_name}"
    options: dict[str, Any] = {}
    seed = None
    for setting in settings.split(",") if colon else ():
        option, equals, value = setting.partition("=")
        if not equals:
            raise UnknownBot(f"an option of a bot is written option=value, not {setting!r}")
        if option == SEED:
            seed = value
        else:
            options[option] = _option(name, option, value)
    return Spec(name, options, seed)


def maker_of(name: str) -> Maker:
    """Return the class of a bot, whoever has written it."""
    if name in BOTS:
        return BOTS[name]
    try:
        entry = plugged_in().get(name)
        return load_entry(entry) if entry is not None else load_class(*name.split(":", 1))
    except CannotPlugIn as error:
        raise UnknownBot(str(error)) from error


def _option(name: str, option: str, text: str) -> Any:
    known = list(OPTIONS.get(name, {})) if name in BOTS else options_of(maker_of(name))
    if known is not None and option not in known:
        raise UnknownBot(f"bot {name} has no option {option!r}; it has {', '.join([*known, SEED])}")
    return _number(name, option, text) if name in BOTS else read_value(text)


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
    seed = seed if spec.seed is None else spec.seed
    make = maker_of(spec.name)
    if spec.name in BOTS:
        return make(seed, **spec.options)
    try:
        return make_foreign(spec.name, make, seed, spec.options)
    except CannotPlugIn as error:
        raise UnknownBot(str(error)) from error
