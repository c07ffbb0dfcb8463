"""What several commands have in common: rules, players, seeds, and how they refuse bad input."""

import argparse
import sys
from pathlib import Path
from typing import Final, NoReturn

from twilight.bots.programs.program import ProgramError, check_command
from twilight.bots.registry import BOTS, PROGRAM, UnknownBot, make_bot
from twilight.data.games import DatasetError, check_file
from twilight.engine.rules import PRESETS, Rules, RulesError, make_rules, parse_setting
from twilight.engine.text.language import LANGUAGES, LanguageError
from twilight.replays.files import SAMPLE
from twilight.replays.saves import SaveError

HUMAN = "human"
# The longest that a computer thinks about one decision.
MOST_SECONDS: Final = 600.0
# What a user can get wrong; every command turns these into one line and exit code 2.
BAD_INPUT = (DatasetError, LanguageError, ProgramError, RulesError, SaveError, UnknownBot)


# What study commands take; `sample` is the game between bots that comes with the program.
GAME_FILE = "a saved game or a log in the public format, or `sample`: a game between bots"
LOG_FILE = "a log in the public format, or `sample`: a game between bots"
# What a bot may be beside the levels.
OTHER_BOTS = f"an entry point `twilight.bots`, MODULE:CLASS or {PROGRAM}COMMAND"
BOT = f"a bot with its options (NAME:OPTION=VALUE, MODULE:CLASS) or {PROGRAM}COMMAND"


class BadInput(ValueError):
    """Something that the user asked for and that can't be done."""


def not_installed(error: ModuleNotFoundError, extra: str) -> BadInput:
    """Say which package is missing, and what brings it along."""
    return BadInput(f"{error.name} is not installed: pip install 'twilight-struggle[{extra}]'")


def check_folder(path: Path) -> None:
    """Make sure that there is a folder for a file before work has gone into it."""
    if not path.absolute().parent.is_dir():
        raise BadInput(f"there is no folder for {path}")


class OneLineParser(argparse.ArgumentParser):
    """A parser that names what was wrong in one line, without repeating how it is used."""

    def error(self, message: str) -> NoReturn:
        """Print the message and stop with the exit code for bad input."""
        self.exit(2, f"{self.prog}: {message}\n")


def fail(message: object) -> int:
    """Print one line that names what was wrong, and return the exit code for bad input."""
    print(f"twilight: {message}", file=sys.stderr)
    return 2


def add_rules_arguments(parser: argparse.ArgumentParser, default: str = "deluxe") -> None:
    """Let a command take a preset and single options; what is the default is only told here."""
    parser.add_argument(
        "--rules",
        metavar="PRESET",
        help=f"the rules to play by: {', '.join(PRESETS)} (default: {default})",
    )
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="change one option of the rules, as `twilight rules` lists them; can be repeated",
    )
    parser.add_argument(
        "--repair-oversights",
        action="store_true",
        help="give the probable oversights of a literal preset the value of deluxe",
    )


def names_rules(arguments: argparse.Namespace) -> bool:
    """Tell whether the arguments say anything about the rules."""
    return bool(arguments.rules or arguments.settings or arguments.repair_oversights)


def rules_from(arguments: argparse.Namespace) -> Rules:
    """Build the rules that the arguments name."""
    return make_rules(
        arguments.rules or "deluxe",
        dict(parse_setting(one) for one in arguments.settings),
        repair_oversights=arguments.repair_oversights,
    )


def add_player_arguments(
    parser: argparse.ArgumentParser, us: str, ussr: str, *, humans: bool
) -> None:
    """Let a command take a player for each side; which is the default is only told here."""
    known = ", ".join([HUMAN, *BOTS] if humans else BOTS)
    known += f", {OTHER_BOTS}"
    parser.add_argument("--us", metavar="PLAYER", help=f"{known} (default: {us})")
    parser.add_argument("--ussr", metavar="PLAYER", help=f"{known} (default: {ussr})")


def check_player(name: str, *, humans: bool) -> str:
    """Return a player, a bot with its options, or refuse one that can't be had."""
    if humans and name == HUMAN:
        return name
    if name.startswith(PROGRAM):
        check_command(name.removeprefix(PROGRAM))
        return name
    # Made once here: what is wrong with a bot should show before the first game.
    make_bot(name)
    return name


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """Let a command take a language."""
    parser.add_argument(
        "--lang",
        metavar="CODE",
        default="en",
        help=f"the language: {', '.join(LANGUAGES)} (default: en)",
    )


def positive(text: str) -> int:
    """Read a whole number from 1."""
    return _whole_from(1, text)


def whole(text: str) -> int:
    """Read a whole number from 0."""
    return _whole_from(0, text)


def _whole_from(least: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least}")
    return number


def positive_seconds(text: str) -> float:
    """Read a time in seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return number


def thinking_seconds(text: str) -> float:
    """Read how long a computer may think about one decision."""
    number = positive_seconds(text)
    if number > MOST_SECONDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of seconds above 0 and up to {MOST_SECONDS:g}"
        )
    return number


def existing_directory(text: str) -> Path:
    """Read the name of a directory that is there."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is no directory")
    return path


def dataset_file(text: str) -> Path:
    """Read the name of a dataset that can be written."""
    try:
        return check_file(Path(text))
    except DatasetError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def game_file(text: str) -> Path:
    """Read the name of a file that is there, or take the game that comes with the program."""
    path = Path(text)
    if text == "sample" and not path.exists():
        return SAMPLE
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    return path


def file_name(text: str) -> str:
    """Make a text fit to be part of the name of a file."""
    return "".join(letter if letter.isalnum() else "_" for letter in text)
