"""`twilight calibrate`: how far the win chances can be trusted."""

import argparse
import json
import sys
from typing import Any

from twilight.bots.registry import make_bot
from twilight.cli.arguments import (
    GAME_FILE,
    BadInput,
    add_rules_arguments,
    check_player,
    game_file,
    positive,
    positive_seconds,
    rules_from,
)
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.replays.files import load_any
from twilight.study.calibration import (
    Forecast,
    Sample,
    best_scale,
    brier,
    log_loss,
    reliability,
    rescaled,
)
from twilight.study.comparison import average, standard_error
from twilight.study.judge import EvaluationJudge, LearnedJudge, shipped_judge
from twilight.study.review import review

DEFAULT_BOT = "officer"


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "calibrate",
        help="measure how far the win chances can be trusted",
        description="Judge every card choice of finished games and compare the win chances with"
        " the results: Brier score and a table of reliability, beside the evaluation with the"
        " scale that fits these very games best.",
    )
    parser.add_argument("files", nargs="*", type=game_file, metavar="FILE", help=GAME_FILE)
    parser.add_argument("--games", type=positive, help="play so many games between bots instead")
    parser.add_argument(
        "--bot", default=DEFAULT_BOT, help=f"who plays them (default: {DEFAULT_BOT})"
    )
    parser.add_argument("--seed", default="calibrate", help="the seed of the games")
    parser.add_argument(
        "--seconds",
        type=positive_seconds,
        help="review the games too, so long for each card choice, and tell the mean loss",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge games whose end is known, and print how well."""
    if bool(arguments.files) == bool(arguments.games):
        raise BadInput("give files, or --games and a number")
    sample = Sample()
    if arguments.files:
        for path in arguments.files:
            if not sample.add(load_any(path).game):
                print(f"{path} has no end; it is left out", file=sys.stderr)
    else:
        bot = check_player(arguments.bot, humans=False)
        rules = rules_from(arguments)
        for number in range(arguments.games):
            game = Game.new(rules)
            seeds = [f"{arguments.seed}/{number}/{side}" for side in ("ussr", "us")]
            chance = SeededChance(f"{arguments.seed}/{number}")
            play_out(game, [make_bot(bot, seed) for seed in seeds], chance)
            sample.add(game)
    if not sample.moments:
        raise BadInput("none of these games has an end")
    loss = mean_loss(sample.games, arguments.seconds) if arguments.seconds else None
    report(sample, loss, programs=bool(arguments.games), as_json=arguments.json)
    return 0


def mean_loss(games: list[Game], allowed: float) -> tuple[float, float]:
    """Review games and return what a card choice loses on average, and how far that may be off."""
    judge = shipped_judge()
    losses = [
        moment.loss
        for game in games
        for moment in review(game, judge, allowed).moments
        if moment.loss is not None
    ]
    return average(losses), standard_error(losses)


def report(
    sample: Sample, loss: tuple[float, float] | None, *, programs: bool, as_json: bool
) -> None:
    """Print scores and the table."""
    rows: dict[str, list[Forecast]] = {}
    for name, judge in (
        ("judgement", LearnedJudge("people")),
        ("for programs", LearnedJudge("programs")),
    ):
        rows[f"{name}, open hands"] = sample.with_open_hands(judge)
        rows[f"{name}, own knowledge"] = sample.as_seen(judge)
    plain = sample.with_open_hands(EvaluationJudge())
    rows["evaluation, best scale"] = rescaled(plain, best_scale(plain))
    # Of games that bots have just played, what is told of programs is to be trusted.
    table = reliability(rows["for programs, open hands" if programs else "judgement, open hands"])
    if as_json:
        result: dict[str, object] = {
            "games": len(sample.games),
            "moments": len(sample.moments),
            "scores": {
                name: {"brier": round(brier(one), 4), "log_loss": round(log_loss(one), 4)}
                for name, one in rows.items()
            },
            "reliability": [bin_._asdict() for bin_ in table],
        }
        if loss is not None:
            result["loss"] = {"mean": round(loss[0], 5), "error": round(loss[1], 5)}
        print(json.dumps(result))
        return
    print(f"{len(sample.moments)} card choices of {len(sample.games)} games")
    print(f"{'':28}{'Brier':>8}{'log loss':>10}")
    for name, one in rows.items():
        print(f"{name:28}{brier(one):8.4f}{log_loss(one):10.4f}")
    if loss is not None:
        print(f"mean loss of a card choice: {100 * loss[0]:.2f} points, error {100 * loss[1]:.2f}")
    print("\nthe US was told to win   moments   told   won")
    for bin_ in table:
        span = f"{100 * bin_.low:3.0f} to {100 * bin_.high:3.0f} %"
        print(f"{span:24}{bin_.number:8}{100 * bin_.told:6.0f} %{100 * bin_.came_true:5.0f} %")
