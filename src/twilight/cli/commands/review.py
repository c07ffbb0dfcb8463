"""`twilight review`: who was winning, where it turned, what was better."""

import argparse
import json
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from twilight.bots.registry import make_bot
from twilight.cli.arguments import (
    BOT,
    GAME_FILE,
    BadInput,
    add_language_argument,
    check_player,
    game_file,
    thinking_seconds,
)
from twilight.cli.terminal.console import make_console
from twilight.cli.terminal.progress import progress_bar
from twilight.cli.terminal.screen import SIDE_STYLES
from twilight.cli.terminal.words import Words
from twilight.engine.types import NOBODY, US, USSR, Actor
from twilight.replays.files import load_any
from twilight.study.judge import shipped_judge
from twilight.study.review import MARKS, Moment, Review, review
from twilight.study.review_data import to_dict
from twilight.study.words import play_text, reasons_text

_SIDES: Final = (US, USSR)
# In lists the marks of the browser's plot become letters.
_SIGNS: Final = {"blunder": "??", "mistake": "?", "inaccuracy": "?!", "only": "!"}
_BAR: Final = 20


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "review",
        help="tell who was winning, and what was better",
        description="Show the win chance over a recorded game and how much of it was luck. With"
        " --seconds, compare every card choice with the best plays that its side could find; with"
        " --bot, also with what a bot or an engine of your own would have played.",
    )
    parser.add_argument("file", type=game_file, metavar="FILE", help=GAME_FILE)
    parser.add_argument(
        "--seconds",
        type=thinking_seconds,
        metavar="S",
        help="compare every card choice for about so many seconds",
    )
    parser.add_argument(
        "--bot",
        metavar="BOT",
        help=f"ask a bot what it would have played: {BOT}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_language_argument(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, console: Console | None = None) -> int:
    """Review a game and print what was found."""
    words = Words(arguments.lang)
    game = load_any(arguments.file).game
    if not game.record:
        raise BadInput(f"{arguments.file} is a position without a record of how it came about")
    player = None
    if arguments.bot is not None:
        player = make_bot(check_player(arguments.bot, humans=False))
    with progress_bar(words.text("review.looking")) as progress:
        task = progress.add_task("review", total=None)
        found = review(
            game,
            shipped_judge(),
            arguments.seconds,
            lambda done, of: progress.update(task, completed=done, total=of),
            player,
        )
    if arguments.json:
        print(json.dumps(to_dict(found)))
        return 0
    console = console or make_console()
    console.print(*_page(found, words, arguments.lang), sep="\n")
    return 0


def _page(found: Review, words: Words, code: str) -> list[RenderableType]:
    if found.winner == NOBODY:
        result = words.text("review.no_winner")
    else:
        result = words.text("review.winner", side=words.the_side(found.winner))
        result = result[0].upper() + result[1:]
    if not found.moments:
        return [Text(result, style="bold"), Text(words.text("review.nothing"))]
    parts: list[RenderableType] = [Text(result, style="bold"), _curve(found, words, code)]
    judged = [moment for moment in found.moments if moment.loss is not None]
    if judged:
        parts += [_accuracy(side, found, words) for side in _SIDES]
        parts += [Text(words.text("review.moments"), style="bold")]
        parts += [_key_moment(moment, words, code) for moment in found.key_moments()]
    same, asked = found.agreement()
    if asked:
        parts += [Text(words.text("review.same", same=same, asked=asked))]
    parts += [Text(words.text("review.luck"), style="bold"), _luck(found, words)]
    return parts


def _curve(found: Review, words: Words, code: str) -> Table:
    table = Table(box=None, padding=(0, 1))
    columns = ["place", "side", "play", "chance"]
    if any(moment.opinion is not None for moment in found.moments):
        columns.insert(3, "opinion")
    for name in columns:
        table.add_column(words.text(f"review.{name}"), no_wrap=name not in ("play", "opinion"))
    for moment in found.moments:
        side, chance = moment.side, moment.point.open_hands
        played = moment.played
        text = Text(play_text(played, code))
        if moment.mark is not None:
            text.append(f" {_SIGNS[moment.mark]}", style=f"bold {SIDE_STYLES[side]}")
        row: list[RenderableType] = [_place(moment, words), words.side(side), text, _bar(chance)]
        if "opinion" in columns:
            row.insert(3, _opinion(moment, words, code))
        table.add_row(*row)
    return table


def _opinion(moment: Moment, words: Words, code: str) -> str:
    """Write what the asked player would have played, where that is something else."""
    opinion = moment.opinion
    if opinion is None or opinion.key == moment.played.key:
        return words.text("review.as_played")
    text = play_text(opinion, code)
    if moment.opinion_loss is None or moment.loss is None:
        return text
    points = round(100 * (moment.loss - moment.opinion_loss))
    return f"{text} ({points:+d})" if points else text


def _place(moment: Moment, words: Words) -> str:
    point = moment.point
    if point.headline:
        return words.text("review.headline", turn=point.turn)
    return f"{point.turn}.{point.round}"


def _bar(chance: float) -> Text:
    """Draw the chance of the US as a bar of both colours, with its number."""
    filled = round(_BAR * chance)
    bar = Text("█" * filled, style=SIDE_STYLES[US])
    bar.append("█" * (_BAR - filled), style=SIDE_STYLES[USSR])
    bar.append(f" {100 * chance:3.0f} %", style="default")
    return bar


def _accuracy(side: Actor, found: Review, words: Words) -> Text:
    accuracy = found.accuracy(side)
    number = "–" if accuracy is None else f"{accuracy:.0f}"
    counts = {name: found.count(side, name) for _, name in MARKS}
    return Text(
        words.text("review.accuracy", side=words.side(side), number=number, **counts),
        style=SIDE_STYLES[side],
    )


def _key_moment(moment: Moment, words: Words, code: str) -> Text:
    played, best = moment.played, moment.best
    text = Text(
        words.text(
            "review.moment",
            place=_place(moment, words),
            side=words.side(moment.side),
            play=play_text(played, code),
            before=round(100 * moment.point.open_hands),
            after=round(100 * moment.after),
        )
    )
    if moment.loss and best is not None and best.key != played.key:
        better = play_text(best, code)
        text.append(
            "\n    "
            + words.text(
                "review.better",
                play=better,
                points=round(100 * moment.loss),
                why=reasons_text(moment.reasons, code),
            ).rstrip()
        )
    return text


def _luck(found: Review, words: Words) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    luck = found.curve.luck
    for name, change in (
        ("start", found.curve.start - 0.5),
        ("dice", luck.dice),
        ("draws", luck.draws),
        ("headlines", luck.headlines),
        ("plays", luck.plays),
    ):
        table.add_row(words.text(f"review.parts.{name}"), _points(change, words))
    table.add_row(words.text("review.parts.end"), f"{100 * found.curve.end:.0f} %")
    return table


def _points(change: float, words: Words) -> Text:
    side = US if change >= 0 else USSR
    return Text(f"{words.side(side)} +{100 * abs(change):.1f}", style=SIDE_STYLES[side])
