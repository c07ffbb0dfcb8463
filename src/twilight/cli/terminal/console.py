"""The terminal: where lines come from and where they go, on a screen or through a pipe."""

import os
import sys
from typing import TextIO

from rich.console import Console, RenderableType

try:
    # With this the arrow keys work at the prompt; some builds of Python lack it.
    import readline
except ImportError:  # pragma: no cover
    readline = None  # type: ignore[assignment]

PIPE_WIDTH = 100
# Clears what has scrolled off the screen too, so that a hidden hand can't be scrolled back to.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


class Terminal:
    """A console to write to and a source of lines to read from.

    `interactive` is false when the lines come through a pipe; they are then written out too, so
    that the transcript can be read.
    """

    def __init__(
        self,
        lines: TextIO | None = None,
        console: Console | None = None,
        *,
        interactive: bool | None = None,
    ) -> None:
        self.lines = sys.stdin if lines is None else lines
        self.console = console or make_console()
        on_screen = self.lines.isatty() and self.console.is_terminal
        self.interactive = on_screen if interactive is None else interactive

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        return self.console.width

    def show(self, *things: RenderableType) -> None:
        """Print things, each beginning on a new line."""
        for thing in things:
            self.console.print(thing)

    def ask(self, prompt: str) -> str | None:
        """Read a line, or return None when there are no more."""
        if self.lines is sys.stdin and self.lines.isatty():
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        self.console.print(prompt, end="")
        line = self.lines.readline()
        if not line:
            self.console.print()
            return None
        line = line.rstrip("\n")
        self.console.print(line)
        return line

    def clear(self) -> None:
        """Clear the screen, what has scrolled off it, and the lines typed before."""
        if self.console.is_terminal:
            self.console.file.write(_CLEAR)
            self.console.file.flush()
        if readline is not None:
            readline.clear_history()


class OpenConsole(Console):
    """A console that tells when nobody reads it any more, as `print` does."""

    def on_broken_pipe(self) -> None:
        """Leave it to whoever prints; rich would end the program."""
        raise BrokenPipeError


def make_console() -> Console:
    """Make a console as wide as the terminal, and wide enough in a pipe."""
    console = OpenConsole(highlight=False, markup=False, emoji=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPE_WIDTH
    return console
