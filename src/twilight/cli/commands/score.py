"""`twilight score`: what a saved game would score now, and what is dangerous in it."""

import argparse
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from twilight.analysis.danger.search import Danger, Grade
from twilight.analysis.danger.solver import assess, assess_plays
from twilight.analysis.knowledge import next_reshuffle, unseen_by_period
from twilight.analysis.score import (
    NO_COUNTRY,
    RegionPreview,
    europe_warning,
    preview_final,
    preview_military,
    preview_regions,
    southeast_asia_difference,
    swings,
)
from twilight.cli.arguments import GAME_FILE, game_file
from twilight.cli.commands.odds import titled
from twilight.cli.terminal.console import make_console
from twilight.cli.terminal.screen import side_style, status
from twilight.cli.terminal.words import Words
from twilight.engine.ids import PASS
from twilight.engine.scoring import CONTROL, DOMINATION, PRESENCE
from twilight.engine.state import State
from twilight.engine.types import (
    NOBODY,
    SCORED_REGIONS,
    SIDES,
    US,
    USSR,
    Kind,
    Outcome,
    Region,
)
from twilight.engine.view import Observation, observe
from twilight.replays.files import load_any

_LEVELS = {PRESENCE: "presence", DOMINATION: "domination", CONTROL: "control"}
_GRADES = {
    Grade.SAFE: "safe",
    Grade.HAND_STUCK: "hand gets stuck",
    Grade.MAY_LOSE: "may lose",
    Grade.LOSES_NOW: "loses now",
}
_GRADE_STYLES = {
    Grade.SAFE: "green",
    Grade.HAND_STUCK: "yellow",
    Grade.MAY_LOSE: "red",
    Grade.LOSES_NOW: "bold red",
}
_MOST_SWINGS = 4


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "score",
        help="preview the scoring of a saved game or a log, and its dangers",
        description="Preview all scoring at the end of a saved game or a log, and grade the plays"
        " of who is to move.",
    )
    parser.add_argument("file", type=game_file, help=GAME_FILE)
    parser.add_argument(
        "--all", action="store_true", help="list the safe plays too, and every swing of a country"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the previews and the dangers."""
    game = load_any(arguments.file).game
    words = Words()
    console = make_console()
    public = observe(game, NOBODY)
    console.print(status(public, words))
    if game.outcome is not None:
        console.print(words.outcome(game.outcome))
        return 0
    console.print(regions_table(public.state, words))
    for line in notes(public.state, words):
        console.print(line)
    console.print(swings_table(public.state, words, show_all=arguments.all))
    if game.pending is not None and game.pending.actor in SIDES:
        seen = observe(game, game.pending.actor)
        _print_knowledge(console, seen, words)
        console.print(dangers_table(seen, words, show_all=arguments.all))
    return 0


# Scoring


def difference_text(difference: int, words: Words) -> Text:
    """Write a difference as points of a side."""
    if difference == 0:
        return Text("even", style="dim")
    side = US if difference > 0 else USSR
    return Text(f"{words.side(side)} +{abs(difference)}", style=side_style(side))


def regions_table(state: State, words: Words) -> RenderableType:
    """Draw what each region would score, with its parts."""
    table = Table("region", words.side(US), words.side(USSR), "now")
    for preview in preview_regions(state):
        now = difference_text(preview.difference, words)
        if preview.winner in SIDES:
            now = Text(f"{words.side(preview.winner)} wins", style=side_style(preview.winner))
        table.add_row(words.region(preview.region), _parts(preview, US), _parts(preview, USSR), now)
    southeast = difference_text(southeast_asia_difference(state), words)
    table.add_row("Southeast Asia", "", "", southeast)
    below = "level + battlegrounds + countries next to the enemy superpower"
    return titled("If it were scored now", table, below)


def _parts(preview: RegionPreview, side: int) -> str:
    score = preview.score
    if not score.points[side]:
        return ""
    parts = [preview.level_points[side], score.battlegrounds[side], score.neighbours[side]]
    sums = " + ".join(str(part) for part in parts)
    return f"{_LEVELS[score.levels[side]]}: {sums} = {score.points[side]}"


def notes(state: State, words: Words) -> list[Text]:
    """Write what else is to be known about the score: Shuttle, Europe, military, the end."""
    lines = []
    for preview in preview_regions(state):
        if preview.ignored != NO_COUNTRY:
            country = words.country(preview.ignored)
            lines.append(Text(f"Shuttle Diplomacy takes {country} out of the next scoring there."))
    for side in SIDES:
        warning = europe_warning(state, side)
        if warning.controls:
            lines.append(Text(f"The {words.side(side)} controls Europe.", style="bold red"))
        elif warning.countries <= 2:
            text = f"The {words.side(side)} lacks {warning.countries} for the control of Europe."
            lines.append(Text(text, style="yellow"))
    military = preview_military(state)
    line = Text(
        f"Military operations: {words.side(US)} lacks {military.missing[US]}, "
        f"{words.side(USSR)} {military.missing[USSR]} of {military.required}: "
    )
    lines.append(line.append_text(_with_outcome(military.difference, military.over, words)))
    final = preview_final(state)
    line = Text("The final scoring on this board: ")
    line.append_text(difference_text(final.difference, words))
    lines.append(line.append(f", and the score {final.vp:+}. {words.outcome(final.outcome)}"))
    return lines


def _with_outcome(difference: int, over: Outcome | None, words: Words) -> Text:
    text = difference_text(difference, words)
    return text if over is None else text.append(f". {words.outcome(over)}")


def swings_table(state: State, words: Words, *, show_all: bool) -> RenderableType:
    """Draw which countries would change the score of their region most."""
    table = Table("region", *(words.side(side) for side in (US, USSR)))
    for region in SCORED_REGIONS:
        cells = [_gains(state, region, side, words, show_all) for side in (US, USSR)]
        table.add_row(words.region(region), *cells)
    return titled("One country more", table, "what the region would give beyond what it gives now")


def _gains(state: State, region: Region, side: int, words: Words, show_all: bool) -> str:
    sign = 1 if side == US else -1
    found = [
        (sign * swing.change, -swing.country, swing.winner == side)
        for swing in swings(state, region)
        if swing.controller == side and sign * swing.change > 0
    ]
    found.sort(reverse=True)
    shown = found if show_all else found[:_MOST_SWINGS]
    return ", ".join(
        f"{words.country(-country)} {'wins' if wins else f'+{change}'}"
        for change, country, wins in shown
    )


# Cards and dangers


def _print_knowledge(console: Console, seen: Observation, words: Words) -> None:
    counts = unseen_by_period(seen)
    unseen = ", ".join(
        f"{number} {words.period(period)}" for period, number in counts.items() if number
    )
    text = f"The {words.side(seen.viewer)} has not seen {len(seen.unseen)} cards"
    reshuffle = next_reshuffle(seen)
    when = "; no reshuffle is to come."
    if reshuffle is not None:
        when = (
            f"; the reshuffle comes in the deal of turn {reshuffle.turn}, "
            f"after {reshuffle.cards_before} cards."
        )
    console.print(text + (f" ({unseen})" if unseen else "") + when)


def dangers_table(seen: Observation, words: Words, *, show_all: bool) -> RenderableType:
    """Draw what is dangerous for the side to move."""
    assert seen.decision is not None
    rows: list[tuple[str, Danger]]
    known = 1
    if seen.decision.kind is Kind.ROUND_CARD:
        rows = [
            (
                words.action(play.card)
                if play.card == PASS
                else f"{words.card(play.card)}: {words.action(play.mode)}",
                play.danger,
            )
            for play in assess_plays(seen)
        ]
        known = 2
    else:
        rows = [
            (words.option(seen.state, seen.decision, option), danger)
            for option, danger in assess(seen).items()
        ]
    safe = sum(danger.grade is Grade.SAFE for _, danger in rows)
    title = f"Dangers for the {words.side(seen.viewer)}"
    below = f"{safe} of {len(rows)} are safe"
    if safe == len(rows) and not show_all:
        return Text(f"{title}: none, {below}")
    table = Table("play", "grade", "why")
    for name, danger in sorted(rows, key=lambda row: -row[1].grade):
        if danger.grade is not Grade.SAFE or show_all:
            grade = Text(_GRADES[danger.grade], style=_GRADE_STYLES[danger.grade])
            table.add_row(name, grade, why(danger, words, known))
    return titled(title, table, below)


def why(danger: Danger, words: Words, known: int) -> str:
    """Say how a danger comes about after so many answers that the row names already."""
    if not danger.proven:
        return "not proven safe"
    if danger.reason is None:
        return ", ".join(words.card(card) for card in danger.cards)
    steps = " > ".join(words.action(action) for action in danger.line[known:])
    reason = danger.reason.name.lower().replace("_", " ")
    return f"{reason}: {steps}" if steps else reason
