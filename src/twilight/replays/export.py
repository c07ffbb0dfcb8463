"""The export: a game of ours as a text of the public format, style B with all its lines."""

from collections.abc import Mapping

from twilight.engine.game import Game
from twilight.engine.types import US, USSR, Actor
from twilight.replays.lines import spell
from twilight.replays.names import CARD_NAMES, SIDE_NAMES
from twilight.replays.parser import BlockKind
from twilight.replays.render import Renderer, Section
from twilight.replays.rulesets import clock_text


class ExportError(ValueError):
    """A game that the format has no words for."""


def export_log(
    game: Game, players: Mapping[Actor, str] | None = None, clock: str | None = None
) -> str:
    """Write a game as a log; without a text for the clock that line tells the rules."""
    if game.journal is None:
        raise ExportError("the game keeps no journal, so nothing tells how it went")
    if game.rules.turn_zero:
        raise ExportError("the format has no words for the crises of Turn Zero")
    text = _setup_lines(game, players or {}, clock or clock_text(game.rules))
    for section in Renderer().render(game.facts):
        if section.kind != BlockKind.SETUP:
            text.extend(("", "") if section.kind == BlockKind.CLEANUP else ("",))
        text.extend(_section_lines(section))
    return "\n".join(text) + "\n"


def _setup_lines(game: Game, players: Mapping[Actor, str], clock: str) -> list[str]:
    rules = game.rules
    lines = [
        f"SETUP: {players.get(USSR, 'Player A')} will play as USSR.",
        f"{players.get(US, 'Player B')} will play as USA.",
    ]
    if rules.handicap_side != "none":
        side = SIDE_NAMES[US if rules.handicap_side == "us" else USSR]
        lines.append(f"Handicap influence: {side} +{rules.handicap_amount}")
    lines.append(f"Scenario: {'Standard' if rules.scenario == 'full' else 'Late War'}")
    if rules.optional_cards:
        lines.append("Optional Cards Added")
    lines.append(f"Time per Player: {clock}")
    return lines


def _section_lines(section: Section) -> list[str]:
    body = ["" if item is None else spell(item) for item in section.items]
    while body and not body[-1]:
        body.pop()
    parts = _header_parts(section)
    if parts:
        # The first line stands on the header.
        first = [body.pop(0)] if body else []
        return [": ".join((*parts, *first)), *body]
    return body


def _header_parts(section: Section) -> list[str]:
    turn = f"Turn {section.turn}, "
    names = [CARD_NAMES[card] for card in section.cards]
    if section.kind == BlockKind.HEADLINE:
        return [f"{turn}Headline Phase", *([" & ".join(names)] if names else [])]
    if section.kind == BlockKind.ROUND:
        return [f"{turn}{SIDE_NAMES[section.side]} AR{section.round}", *names[:1]]
    if section.kind == BlockKind.CLEANUP:
        return [f"{turn}Cleanup"]
    return []
