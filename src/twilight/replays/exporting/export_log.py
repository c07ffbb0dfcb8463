"""The export: a game of ours as a text of the public format, style B with all its lines."""

from collections.abc import Mapping

from twilight.engine.game import Game
from twilight.engine.ids import DECLINE, NAME_USSR
from twilight.engine.journal import FactKind
from twilight.engine.text.problems import Problem
from twilight.engine.types import SIDES, US, USSR, Actor, across
from twilight.replays.exporting.render import Renderer, Section
from twilight.replays.format.lines import spell
from twilight.replays.format.names import CARD_NAMES, SIDE_NAMES
from twilight.replays.format.parser import BlockKind
from twilight.replays.importing.rulesets import clock_text


class ExportError(Problem):
    """A game that the format has no words for."""


def export_log(
    game: Game, players: Mapping[Actor, str] | None = None, clock: str | None = None
) -> str:
    """Write a game as a log; without a text for the clock that line tells the rules."""
    if game.journal is None:
        raise ExportError("the game keeps no journal, so nothing tells how it went")
    if game.rules.turn_zero:
        raise ExportError("the format has no words for the crises of Turn Zero")
    text = _setup_lines(game, players or {}, clock or clock_text(game))
    for section in Renderer().render(game.facts):
        if section.kind != BlockKind.SETUP:
            text.extend(("", "") if section.kind == BlockKind.CLEANUP else ("",))
        text.extend(_section_lines(section))
    return "\n".join(text) + "\n"


def _setup_lines(game: Game, players: Mapping[Actor, str], clock: str) -> list[str]:
    rules = game.rules
    names = {USSR: "Player A", US: "Player B", **players}
    lines = [*_bids(game, names)]
    lines.append(f"{names[USSR]} will play as USSR.")
    lines.append(f"{names[US]} will play as USA.")
    lines[0] = f"SETUP: {lines[0]}"
    handicap = "Additional Influence from bidding" if len(lines) > 2 else "Handicap influence"
    lines.extend(
        f"{handicap}: {SIDE_NAMES[side]} +{game.state.handicap[side]}"
        for side in SIDES
        if game.state.handicap[side]
    )
    lines.append(f"Scenario: {'Standard' if rules.scenario == 'full' else 'Late War'}")
    if rules.optional_cards:
        lines.append("Optional Cards Added")
    lines.append(f"Time per Player: {clock}")
    return lines


def _bids(game: Game, names: Mapping[Actor, str]) -> list[str]:
    """Write what was bid for the sides; a seat may have got the other side."""
    lines = []
    for fact in game.facts:
        if fact.kind == FactKind.BID and fact.subject != DECLINE:
            side = across(fact.side, game.state.seats_swapped)
            wanted = SIDE_NAMES[fact.subject - NAME_USSR]
            lines.append(f"{names[side]} bids {fact.values[0]} Influence for {wanted}")
    return lines


def _section_lines(section: Section) -> list[str]:
    body = ["" if item is None else spell(item) for item in section.items]
    while body and not body[-1]:
        body.pop()
    parts = _header_parts(section)
    if not parts:
        return body
    # The first line stands on the header, but not where it would be taken for a card.
    has_card = section.kind == BlockKind.CLEANUP or len(parts) > 1
    first = [body.pop(0)] if body and has_card else []
    return [": ".join((*parts, *first)), *body]


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
