"""By which rules a log is played: what its setup says, and what a game of ours adds to it.

The public format names only the handicap and the optional cards. A game of ours writes its ruleset
into the free text of the clock line, where other readers pass over it.
"""

from dataclasses import replace
from typing import Final

from twilight.engine.game import Game
from twilight.engine.rules import (
    PRESETS,
    HandicapSide,
    OptionValue,
    Rules,
    RulesError,
    make_rules,
    parse_setting,
    rules_to_dict,
    spell,
)
from twilight.engine.text.problems import Problem
from twilight.engine.types import NOBODY, US, USSR
from twilight.replays.format.parser import Log, LogError

# The official program's own ways, by which a log without a ruleset is played.
DEFAULT_PRESET: Final = "app"
_NO_CLOCK: Final = "Unlimited, rules "


def clock_text(game: Game) -> str:
    """Write the text of the clock line for a game of ours."""
    rules = rules_to_dict(_settled(game))
    best, fewest = "deluxe", rules
    for preset in PRESETS:
        base = rules_to_dict(make_rules(preset))
        changes = {name: value for name, value in rules.items() if base[name] != value}
        if len(changes) < len(fewest):
            best, fewest = preset, changes
    settings = [f"{name}={spell(value)}" for name, value in fewest.items()]
    return _NO_CLOCK + " ".join([best, *settings])


def _settled(game: Game) -> Rules:
    """Return the rules of a game after its sides have been settled."""
    handicap = game.state.handicap
    side: HandicapSide = "ussr" if handicap[USSR] else "us" if handicap[US] else "none"
    return replace(
        game.rules, side_selection="agreed", handicap_side=side, handicap_amount=max(handicap)
    )


def rules_of(log: Log) -> Rules:
    """Read the rules of a log out of its setup."""
    block = log.blocks[0]
    preset, changes = DEFAULT_PRESET, _stated_changes(log)
    if log.time.startswith(_NO_CLOCK):
        preset, *settings = log.time.removeprefix(_NO_CLOCK).split(" ")
        changes = {}
    else:
        settings = []
    try:
        for setting in settings:
            option, value = parse_setting(setting)
            changes[option] = value
        return make_rules(preset, changes)
    except RulesError as error:
        problem = Problem(
            "its rules can't be played: {error}", error=Problem(error.sentence, **error.values)
        )
        raise LogError(block.number, block.text, problem) from error


def _stated_changes(log: Log) -> dict[str, OptionValue]:
    changes: dict[str, OptionValue] = {"optional_cards": log.optional_cards}
    if log.scenario != "Standard":
        changes["scenario"] = log.scenario.lower().replace(" ", "_")
    if log.handicap_side != NOBODY and log.handicap:
        changes["handicap_side"] = "us" if log.handicap_side == US else "ussr"
        changes["handicap_amount"] = log.handicap
    return changes
