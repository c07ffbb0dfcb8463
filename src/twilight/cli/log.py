"""The log for the terminal: facts as one side sees them, with the draws of a deal in one line."""

from collections.abc import Sequence

from rich.text import Text

from twilight.cli.screen import SIDE_NAMES, side_style
from twilight.engine.journal import Fact, FactKind
from twilight.engine.notation import card_name, describe_fact
from twilight.engine.types import SIDES, Actor

# What begins something new and is set off in the log.
_HEADINGS = (FactKind.TURN, FactKind.ROUND, FactKind.CLEANUP, FactKind.HEADLINE_EVENT)


def log_lines(facts: Sequence[Fact], viewer: Actor | None) -> list[Text]:
    """Write facts as a viewer sees them; None stands for somebody who may see everything."""
    lines: list[Text] = []
    drawn: list[Fact] = []
    for fact in facts:
        seen = fact if viewer is None else fact.seen_by(viewer)
        if seen.kind is FactKind.DRAW:
            drawn.append(seen)
            continue
        lines += _draws(drawn)
        drawn = []
        lines.append(_line(seen))
    return lines + _draws(drawn)


def _line(fact: Fact) -> Text:
    style = side_style(fact.side)
    if fact.kind in _HEADINGS:
        return Text(describe_fact(fact), style=f"bold {style}".strip())
    return Text(f"  {describe_fact(fact)}", style=style)


def _draws(facts: Sequence[Fact]) -> list[Text]:
    lines = []
    for side in SIDES:
        cards = [fact.subject for fact in facts if fact.side == side]
        if not cards:
            continue
        names = [card_name(card) for card in cards if card >= 0]
        what = ", ".join(names) if names else f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        lines.append(Text(f"  {SIDE_NAMES[side]} draws {what}", style=side_style(side)))
    return lines
