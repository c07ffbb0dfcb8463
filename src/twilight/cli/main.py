"""The `twilight` command: one module for each subcommand, and errors without tracebacks."""

import argparse
import os
import sys
from collections.abc import Sequence

from twilight.cli.arguments import BAD_INPUT, BadInput, OneLineParser, fail
from twilight.cli.commands import (
    account,
    agree,
    arena,
    backup,
    bench,
    calibrate,
    cards,
    check,
    imitate,
    import_export,
    odds,
    play,
    programs,
    puzzles,
    replay,
    review,
    rulebook,
    rules,
    score,
    serve,
    simulate,
    train,
)
from twilight.cli.start import INTERRUPTED
from twilight.engine.game import is_compiled
from twilight.server.version import package_version

# Each has add_parser(subparsers), which registers its run(arguments) -> exit code.
COMMANDS = (
    play,
    serve,
    backup,
    account,
    simulate,
    arena,
    agree,
    calibrate,
    replay,
    review,
    check,
    import_export,
    cards,
    rulebook,
    rules,
    odds,
    puzzles,
    score,
    programs,
    train,
    imitate,
    bench,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 2 stands for bad input."""
    try:
        try:
            arguments = make_parser().parse_args(argv)
            code: int = arguments.run(arguments)
        finally:
            # Whoever reads the output may be gone, and this is the last moment to notice.
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except (*BAD_INPUT, BadInput) as error:
        return fail(error)
    except OSError as error:
        # Its own text begins with a number, and names a file only where there is one.
        what = error.strerror or str(error)
        return fail(what if error.filename is None else f"{error.filename}: {what}")
    return code


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    parser = OneLineParser(
        prog="twilight",
        description="Twilight Struggle: play it, serve it, replay it, look things up, simulate it.",
    )
    parser.add_argument("--version", action="version", version=f"twilight {installed_version()}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser


def installed_version() -> str:
    """Return the version of the package and which engine runs."""
    engine = "compiled engine" if is_compiled() else "engine in plain Python"
    return f"{package_version()}, {engine}"


if __name__ == "__main__":
    sys.exit(main())
