"""Blocks of text side by side; rich's own tables and columns measure too much to be quick."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.console import Console, ConsoleOptions
from rich.text import Text


def fitted(text: Text, width: int) -> Text:
    """Return a text with exactly this width, cut or filled up."""
    copy = text.copy()
    copy.truncate(width, overflow="ellipsis", pad=True)
    return copy


def side_by_side(blocks: Sequence[Sequence[Text]], width: int, gap: int = 1) -> Text:
    """Write blocks of lines beside each other, each as wide as the others."""
    rows = []
    for row in zip_longest(*blocks, fillvalue=Text()):
        line = Text(" " * gap).join(fitted(cell, width) for cell in row)
        line.rstrip()
        rows.append(line)
    return Text("\n").join(rows)


class Entries:
    """Short texts in as many columns as the place for them allows, after an optional heading."""

    def __init__(
        self, entries: Sequence[Text], *, heading: Text | None = None, gap: int = 3
    ) -> None:
        self.entries = entries
        self.heading = heading or Text()
        self.gap = gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        indent = len(self.heading)
        widest = max(map(len, self.entries), default=0)
        room = max(options.max_width - indent, 1)
        columns = max(1, (room + self.gap) // (widest + self.gap))
        rows = -(-len(self.entries) // columns)
        blocks = [self.entries[start : start + rows] for start in range(0, len(self.entries), rows)]
        body = side_by_side(blocks, min(widest, room), self.gap).split("\n")
        for number, line in enumerate(body):
            yield Text.assemble(self.heading if number == 0 else " " * indent, line)
