"""Running the `twilight` command within a test."""

from twilight.cli.main import main


def exit_code(arguments: list[str]) -> int:
    """Run the command and return its exit code, also when the parser of arguments stops it."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
