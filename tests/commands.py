"""Running the `twilight` command within a test."""

import pytest

from twilight.cli.main import main


def exit_code(arguments: list[str]) -> int:
    """Run the command and return its exit code, also when the parser of arguments stops it."""
    try:
        return main(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that can't be obeyed, and return the one line that it says."""
    assert exit_code(list(arguments)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    (line,) = printed.err.splitlines()
    return line
