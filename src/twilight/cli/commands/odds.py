"""`twilight odds`: the exact chances of a coup, realignment rolls, a war or a space attempt."""

import argparse
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from twilight.analysis.odds import (
    CoupOdds,
    IllegalTarget,
    RealignmentOdds,
    SpaceOdds,
    WarOdds,
    coup_odds,
    realignment_odds,
    space_odds,
    war_odds,
)
from twilight.cli.arguments import (
    GAME_FILE,
    BadInput,
    add_rules_arguments,
    game_file,
    positive,
    rules_from,
)
from twilight.cli.commands.cards import find_card
from twilight.cli.terminal.console import make_console
from twilight.cli.terminal.matching import pick
from twilight.cli.terminal.screen import side_style
from twilight.cli.terminal.words import Words
from twilight.engine.board import COUNTRY_KEYS, NUMBER_OF_COUNTRIES
from twilight.engine.effects import Effect
from twilight.engine.ids import NO_CARD, Card, Country
from twilight.engine.operations.points import card_value
from twilight.engine.state import State
from twilight.engine.testing import pair
from twilight.engine.text.language import space_box_name
from twilight.engine.turn.start_and_end import new_state
from twilight.engine.types import ACTOR_NAMES, NOBODY, SIDES, US, USSR, Actor
from twilight.engine.view import observe
from twilight.replays.files import load_any

_SIDE_NAMES = [ACTOR_NAMES[side] for side in SIDES]


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command and its four kinds of roll."""
    parser = subparsers.add_parser(
        "odds",
        help="the exact chances of a roll",
        description="Work out a roll: by default at the start of the game, else as told.",
    )
    rolls = parser.add_subparsers(dest="roll", metavar="ROLL", required=True)
    coup = rolls.add_parser("coup", help="a coup in a country")
    coup.add_argument("country")
    _add_value_arguments(coup)
    coup.add_argument("--free", action="store_true", help="a free coup, as some events grant")
    realign = rolls.add_parser("realign", help="realignment rolls against a country")
    realign.add_argument("country")
    realign.add_argument("--rolls", type=positive, default=1, metavar="N", help="default: 1")
    realign.add_argument("--free", action="store_true", help="free rolls, as some events grant")
    war = rolls.add_parser("war", help="a war card as an event")
    war.add_argument("card")
    war.add_argument("--target", metavar="COUNTRY", help="one target only")
    space = rolls.add_parser("space", help="the next space attempt")
    _add_value_arguments(space)
    for roll in (coup, realign, war, space):
        roll.add_argument("--side", choices=_SIDE_NAMES, required=True, help="who rolls")
        _add_position_arguments(roll)
        roll.set_defaults(run=run)


def _add_value_arguments(parser: argparse.ArgumentParser) -> None:
    worth = parser.add_mutually_exclusive_group(required=True)
    worth.add_argument("--value", type=positive, metavar="N", help="operations, bonuses aside")
    worth.add_argument("--card", metavar="CARD", help="the card that is used")


def _add_position_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", type=game_file, metavar="FILE", help=GAME_FILE)
    parser.add_argument(
        "--board", metavar="TEXT", default="", help='influence US/USSR: "iran 2/0, iraq 0/1"'
    )
    parser.add_argument(
        "--effects", metavar="TEXT", default="", help='lasting effects: "salt_negotiations"'
    )
    parser.add_argument("--defcon", type=int, choices=range(2, 6), metavar="N", help="2 to 5")
    add_rules_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the chances of a roll."""
    words = Words()
    side = _SIDE_NAMES.index(arguments.side)
    state = position(arguments, words, side)
    console = make_console()
    try:
        if arguments.roll == "coup":
            country = find_country(arguments.country, words)
            value, card = _worth(arguments, words, state, side)
            found = coup_odds(state, side, country, value, card, free=arguments.free)
            console.print(coup_table(found, words))
        elif arguments.roll == "realign":
            country = find_country(arguments.country, words)
            rolls = realignment_odds(state, side, country, arguments.rolls, free=arguments.free)
            console.print(realignment_table(rolls, words))
        elif arguments.roll == "war":
            card = find_card(arguments.card, words.language)
            wars = war_odds(state, side, card)
            console.print(war_table(_chosen_wars(wars, arguments, words), card, words))
        else:
            value, _ = _worth(arguments, words, state, side)
            console.print(space_table(space_odds(state, side, value), words))
    except IllegalTarget as error:
        raise BadInput(str(error)) from error
    return 0


# What was asked for


def position(arguments: argparse.Namespace, words: Words, side: Actor) -> State:
    """Take the position from a saved game or the start of one, and change what the user says."""
    if arguments.file is not None:
        state = observe(load_any(arguments.file).game, NOBODY).state
    else:
        state = new_state(rules_from(arguments))
    state.phasing = side
    for entry in _entries(arguments.board):
        name, _, influence = entry.rpartition(" ")
        amounts = _both(influence, entry)
        country = find_country(name, words)
        for owner, amount in zip(SIDES, amounts, strict=True):
            state.set_influence(owner, country, amount)
    for entry in _entries(arguments.effects):
        name, _, number = entry.partition("=")
        if name.upper() not in Effect.__members__:
            known = ", ".join(effect.name.lower() for effect in Effect)
            raise BadInput(f"unknown effect {name!r}; known are {known}")
        state.effects[Effect[name.upper()]] = int(number) if number.isdecimal() else 1
    if arguments.defcon is not None:
        state.defcon = arguments.defcon
    return state


def _entries(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _both(influence: str, entry: str) -> list[int]:
    us, _, ussr = influence.partition("/")
    if not (us.isdecimal() and ussr.isdecimal()):
        raise BadInput(f"{entry!r} should name a country and its influence, like 'iran 2/0'")
    return pair(influence)


def find_country(text: str, words: Words) -> Country:
    """Return the country that a text means."""
    names = {
        country: (words.country(country), COUNTRY_KEYS[country])
        for country in range(NUMBER_OF_COUNTRIES)
    }
    return pick(text, names, words)


def _worth(
    arguments: argparse.Namespace, words: Words, state: State, side: Actor
) -> tuple[int, Card]:
    if arguments.card is None:
        return arguments.value, NO_CARD
    card = find_card(arguments.card, words.language)
    return card_value(state, side, card), card


def _chosen_wars(
    wars: tuple[WarOdds, ...], arguments: argparse.Namespace, words: Words
) -> list[WarOdds]:
    if not wars:
        raise BadInput("this war can't be fought now")
    if arguments.target is None:
        return list(wars)
    target = find_country(arguments.target, words)
    chosen = [war for war in wars if war.target == target]
    if not chosen:
        raise BadInput(f"{words.country(target)} is no target of this war")
    return chosen


# Tables


def percent(chance: Fraction) -> str:
    """Write a chance as a whole percentage, unless that would hide that it is not certain."""
    rounded = round(100 * chance)
    if rounded in (0, 100) and chance.denominator != 1:
        return f"{float(100 * chance):.1f} %"
    return f"{rounded} %"


def _controller(side: Actor, words: Words) -> Text:
    return Text(words.side(side) if side in SIDES else "nobody", style=side_style(side))


def titled(title: str, table: Table, below: str) -> RenderableType:
    """Put a title above a table and a line below it; both may be wider than the table."""
    return Group(Text(title, style="bold"), table, Text(below, style="dim"))


def coup_table(odds: CoupOdds, words: Words) -> RenderableType:
    """Draw the results of a coup."""
    modifier = f" {odds.modifier:+}" if odds.modifier else ""
    title = (
        f"{words.side(odds.side)} coup in {words.country(odds.country)}: "
        f"die + {odds.value}{modifier} against {odds.needed}"
    )
    if odds.over is not None:
        return Text(f"{title}. The attempt alone ends the game. {words.outcome(odds.over)}")
    below = (
        f"success {percent(odds.success)}, control {percent(odds.control)}; "
        f"DEFCON {odds.defcon}, military operations {odds.military}, score {odds.vp:+}"
    )
    table = Table("chance", "removed", "added", "control")
    for one in odds.outcomes:
        table.add_row(
            percent(one.chance),
            str(one.removed),
            str(one.gained),
            _controller(one.controller, words),
        )
    return titled(title, table, below)


def realignment_table(odds: RealignmentOdds, words: Words) -> RenderableType:
    """Draw the results of realignment rolls."""
    us, ussr = words.side(US), words.side(USSR)
    rolls = "a roll" if odds.rolls == 1 else f"{odds.rolls} rolls"
    title = (
        f"{words.side(odds.side)} realigns {words.country(odds.country)}, {rolls}: "
        f"{us} die {odds.bonuses[US]:+}, {ussr} die {odds.bonuses[USSR]:+}"
    )
    table = Table("chance", f"{us} loses", f"{ussr} loses", "control")
    for one in odds.outcomes:
        table.add_row(
            percent(one.chance),
            str(one.lost[US]),
            str(one.lost[USSR]),
            _controller(one.controller, words),
        )
    loses = [float(odds.expected_loss(side)) for side in SIDES]
    return titled(
        title, table, f"on average the {us} loses {loses[US]:.2f}, the {ussr} {loses[USSR]:.2f}"
    )


def war_table(wars: list[WarOdds], card: Card, words: Words) -> RenderableType:
    """Draw a war, a row for each target."""
    then = f"{words.side(US)}/{words.side(USSR)} then"
    table = Table("target", "die", "needed", "success", "points", then)
    for war in sorted(wars, key=lambda one: (-one.success, one.target)):
        table.add_row(
            words.country(war.target),
            f"{war.modifier:+}" if war.modifier else "",
            f"{war.succeeds_at}+",
            percent(war.success),
            f"{war.points}, wins" if war.over is not None else str(war.points),
            f"{war.influence[US]}/{war.influence[USSR]}",
        )
    title = f"{words.card(card)}, fought by the {words.side(wars[0].attacker)}"
    return titled(title, table, f"military operations {wars[0].military} in any case")


def space_table(odds: SpaceOdds, words: Words) -> Table:
    """Draw a space attempt."""
    table = Table("box", "value needed", "success", "points")
    table.add_row(
        f"{odds.box} {space_box_name(odds.box, words.language)}",
        str(odds.needed_value),
        percent(odds.success),
        str(odds.points),
    )
    return table
