"""The log for the terminal: facts as one side sees them, with the draws of a deal in one line."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from twilight.cli.screen import side_style
from twilight.cli.words import Words
from twilight.engine.journal import Fact, FactKind
from twilight.engine.types import SIDES, Actor

# What begins something new and is set off in the log.
_HEADINGS: Final = (FactKind.TURN, FactKind.ROUND, FactKind.CLEANUP, FactKind.HEADLINE_EVENT)


def log_lines(facts: Sequence[Fact], viewer: Actor | None, words: Words) -> list[Text]:
    """Write facts as a viewer sees them; None stands for somebody who may see everything."""
    lines: list[Text] = []
    drawn: list[Fact] = []
    for fact in facts:
        seen = fact if viewer is None else fact.seen_by(viewer)
        if seen.kind is FactKind.DRAW:
            drawn.append(seen)
            continue
        lines += _draws(drawn, words)
        drawn = []
        lines.append(_line(seen, words))
    return lines + _draws(drawn, words)


def _line(fact: Fact, words: Words) -> Text:
    style = side_style(fact.side)
    if fact.kind in _HEADINGS:
        return Text(words.fact(fact), style=f"bold {style}".strip())
    return Text(f"  {words.fact(fact)}", style=style)


def _draws(facts: Sequence[Fact], words: Words) -> list[Text]:
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
        lines.append(Text(f"  {line}", style=side_style(side)))
    return lines
