"""Bots of other authors: a class named as `module:Class`, or an entry point `twilight.bots`."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import Parameter, signature
from typing import Any, Final

from twilight.engine.driver import AnyPlayer

GROUP: Final = "twilight.bots"
Maker = Callable[..., AnyPlayer]


class CannotPlugIn(ValueError):
    """Why a bot of another author can't be had, in words for whoever asked for it."""


def plugged_in() -> dict[str, EntryPoint]:
    """List the bots that installed packages offer by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def load_entry(entry: EntryPoint) -> Maker:
    """Return the class behind an entry point."""
    try:
        found = entry.load()
    except Exception as error:
        raise CannotPlugIn(
            f"bot {entry.name} can't be loaded from {entry.value}: {error}"
        ) from error
    return _checked(entry.name, found)


def load_class(module_name: str, class_name: str) -> Maker:
    """Import a class; modules in the present folder count too."""
    name = f"{module_name}:{class_name}"
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        # At the end, so that nothing in the folder hides an installed package.
        sys.path.append(here)
    try:
        module = import_module(module_name)
    except Exception as error:
        raise CannotPlugIn(f"bot {name} can't be imported: {error}") from error
    try:
        found = getattr(module, class_name)
    except AttributeError:
        raise CannotPlugIn(f"bot {name}: the module has no {class_name!r}") from None
    return _checked(name, found)


def _checked(name: str, found: object) -> Maker:
    if not callable(found):
        raise CannotPlugIn(f"bot {name} is no class, but {found!r}")
    if isinstance(found, type) and not callable(getattr(found, "choose", None)):
        raise CannotPlugIn(f"bot {name} has no method choose(seen, decision)")
    return found


def options_of(make: Maker) -> list[str] | None:
    """Name the options that a bot takes beside its seed; None if it takes any."""
    parameters = list(signature(make).parameters.values())[1:]
    if any(one.kind is Parameter.VAR_KEYWORD for one in parameters):
        return None
    return [one.name for one in parameters if one.kind is not Parameter.VAR_POSITIONAL]


def read_value(text: str) -> Any:
    """Read an option as a whole number, a number, or else as text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def make_foreign(name: str, make: Maker, seed: str, options: dict[str, Any]) -> AnyPlayer:
    """Make a bot from its seed and options; one that takes nothing gets nothing."""
    try:
        takes_seed = bool(signature(make).parameters)
        bot = make(seed, **options) if takes_seed else make()
    except Exception as error:
        raise CannotPlugIn(f"bot {name} can't be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise CannotPlugIn(f"bot {name} has no method choose(seen, decision)")
    return bot
