"""The log for the terminal: facts as one side sees them, with the draws of a deal in one line."""

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from twilight.cli.terminal.screen import side_style
from twilight.cli.terminal.words import Words
from twilight.engine.journal import Fact, FactKind
from twilight.engine.types import SIDES, Actor

# What begins something new and is set off in the log.
_HEADINGS: Final = (FactKind.TURN, FactKind.ROUND, FactKind.CLEANUP, FactKind.HEADLINE_EVENT)
# What a reader sees by the next line anyway.
_UNTOLD: Final = (FactKind.EVENT_OVER, FactKind.OPERATION_OVER)


def log_lines(facts: Sequence[Fact], viewer: Actor | None, words: Words) -> list[RenderableType]:
    """Write facts as a viewer sees them; None stands for somebody who may see everything."""
    lines: list[RenderableType] = []
    drawn: list[Fact] = []
    for fact in facts:
        if fact.kind in _UNTOLD:
            continue
        seen = fact if viewer is None else fact.seen_by(viewer)
        if seen.kind is FactKind.DRAW:
            drawn.append(seen)
            continue
        lines += _draws(drawn, words)
        drawn = []
        lines.append(_line(seen, words))
    return lines + _draws(drawn, words)


def _line(fact: Fact, words: Words) -> RenderableType:
    style = side_style(fact.side)
    if fact.kind in _HEADINGS:
        return Text(words.fact(fact), style=f"bold {style}".strip())
    return _indented(words.fact(fact), style)


def _indented(line: str, style: str) -> RenderableType:
    return Padding(Text(line, style=style), (0, 0, 0, 2))


def _draws(facts: Sequence[Fact], words: Words) -> list[RenderableType]:
    lines = []
    for side in SIDES:
        cards = [fact.subject for fact in facts if fact.side == side]
        if not cards:
            continue
        name = words.side(side)
        if min(cards) < 0:
            line = words.text("draws_unseen", side=name, number=len(cards))
        else:
            line = words.text("draws", side=name, cards=", ".join(map(words.card, cards)))
        lines.append(_indented(line, side_style(side)))
    return lines
