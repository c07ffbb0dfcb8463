"""Everything that is tried for hours: random games, corners, every bot, under all rules.

    python -m bench.soak --league 10000 --games 1000 --random 2000 --corners 1000 --worlds 50

Any crash or broken invariant is written to a file that `twilight replay` opens, and the exit code
is 1; so it is when the league's games do not see every event occur and every way to end.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from bench.bot_games import bot_games
from bench.corners import corner_games
from bench.crash_file import write_down
from bench.rule_sets import LEAGUE, LEAGUE_RULES, all_rules, random_rules, variant_rules
from bench.two_worlds import two_world_games

from twilight.engine.board import BATTLEGROUNDS, BIT, NUMBER_OF_COUNTRIES, REGION_MASKS
from twilight.engine.cards import BOX_CARDS, CARD_KEYS, SCORING
from twilight.engine.chance import SeededChance
from twilight.engine.game import Game
from twilight.engine.ids import CARD_SLOTS, INFLUENCE, THE_CHINA_CARD, Action
from twilight.engine.journal import FactKind
from twilight.engine.rules import Rules
from twilight.engine.testing import cards_in_game, invariants
from twilight.engine.turn.rounds import must_score
from twilight.engine.types import CHANCE, EUROPE, USSR, Kind, Reason

# Longer games than this one can't be: something goes round in circles.
MOST_ANSWERS = 20_000
GAMES_IN_A_BATCH = 25
CAREFUL_TRIES = 4
EUROPE_GOALS = BATTLEGROUNDS & REGION_MASKS[EUROPE]


class Batch(NamedTuple):
    """Some games under one set of rules; without rules each game draws its own."""

    name: str
    rules: Rules | None
    first: int
    games: int
    seed: int
    every: int


class Found(NamedTuple):
    """What some games have shown: what was wrong, which events occurred, how the games ended."""

    problems: list[str]
    events: set[int]
    reasons: set[Reason]


def choose(game: Game, random: Random, careful: bool, covetous: bool) -> Action:
    """Pick any option, or one of those that a player of some character prefers.

    A careful player avoids some that lose at once, to see the late turns; a covetous USSR goes
    for all of Europe, which chance alone never gets.
    """
    pending = game.pending
    assert pending is not None
    options = pending.options
    if careful and pending.kind is Kind.ROUND_CARD and must_score(game.state, pending.actor):
        options = tuple(card for card in options if card < CARD_SLOTS and SCORING[card])
    if covetous and pending.actor == USSR:
        options = wanted_in_europe(game, options) or options
    action = options[int(random.random() * len(options))]
    if careful and game.state.defcon == 2:
        for _ in range(CAREFUL_TRIES):
            after = game.copy()
            after.answer(action)
            if after.outcome is None or after.outcome.winner == pending.actor:
                break
            action = options[int(random.random() * len(options))]
    return action


def wanted_in_europe(game: Game, options: tuple[Action, ...]) -> tuple[Action, ...]:
    """Keep influence as the use of a card, and European battlegrounds that are not controlled."""
    if INFLUENCE in options:
        return (INFLUENCE,)
    open_goals = EUROPE_GOALS & ~game.state.controlled[USSR]
    return tuple(one for one in options if one < NUMBER_OF_COUNTRIES and open_goals & BIT[one])


def play(batch: Batch, number: int) -> Found:
    """Play one random game; a problem is told with the name of the file that holds the game."""
    seed = f"{batch.seed}/{batch.name}/{number}"
    random = Random(seed)
    rules = random_rules(random) if batch.rules is None else batch.rules
    chance = SeededChance(seed)
    game = Game.new(rules, journal=number % 4 < 2)
    cards = len(cards_in_game(game.state))
    answers = 0
    try:
        while game.pending is not None:
            pending = game.pending
            if pending.actor == CHANCE:
                action = chance.choose(pending)
            else:
                action = choose(game, random, careful=number % 2 == 0, covetous=number % 8 == 0)
            game.answer(action)
            answers += 1
            if answers % batch.every == 0 or game.pending is None:
                invariants(game)
                assert len(cards_in_game(game.state)) == cards, "a card was lost or doubled"
            assert answers < MOST_ANSWERS, "the game does not end"
    except Exception as error:
        return Found([write_down(game, seed, error)], set(), set())
    events = {fact.subject for fact in game.facts if fact.kind is FactKind.EVENT}
    assert game.outcome is not None
    return Found([], events, {game.outcome.reason})


def play_batch(batch: Batch) -> Found:
    """Play the games of a batch."""
    return joined([play(batch, batch.first + number) for number in range(batch.games)])


def joined(parts: list[Found]) -> Found:
    """Put together what several games have shown."""
    return Found(
        [problem for part in parts for problem in part.problems],
        {card for part in parts for card in part.events},
        {reason for part in parts for reason in part.reasons},
    )


def missing(found: Found) -> list[str]:
    """Name the events and the endings that the games have not seen."""
    cards = [card for card in BOX_CARDS if card != THE_CHINA_CARD and card not in found.events]
    endings = [reason for reason in Reason if reason not in found.reasons]
    return [f"{CARD_KEYS[card]} never occurred" for card in cards] + [
        # Only one option of the rules has no winner in place of a draw.
        f"no game ended by {reason.name}"
        for reason in endings
        if reason is not Reason.NO_WINNER
    ]


def batches(name: str, rules: Rules | None, games: int, seed: int, every: int) -> list[Batch]:
    """Divide games into batches for several processes."""
    return [
        Batch(name, rules, first, min(GAMES_IN_A_BATCH, games - first), seed, every)
        for first in range(0, games, GAMES_IN_A_BATCH)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Play random games under all rules.")
    parser.add_argument("--league", type=int, default=10_000, help="games by the league's rules")
    parser.add_argument("--games", type=int, default=1000, help="games for each preset and variant")
    parser.add_argument("--random", type=int, default=2000, help="games under random legal rules")
    parser.add_argument("--corners", type=int, default=1000, help="corners for each set of rules")
    parser.add_argument("--worlds", type=int, default=50, help="games of answers tried twice")
    parser.add_argument("--bots", type=int, default=1, help="games of each bot and set of rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--every", type=int, default=5, help="check the invariants after so many answers"
    )
    arguments = parser.parse_args()
    plan: list[tuple[str, Rules | None, int]] = [(LEAGUE, LEAGUE_RULES, arguments.league)]
    plan += [(name, rules, arguments.games) for name, rules in variant_rules().items()]
    plan.append(("random rules", None, arguments.random))
    everywhere = list(all_rules().items())
    problems: list[str] = []
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        for name, rules, games in plan:
            began = time.perf_counter()
            work = batches(name, rules, games, arguments.seed, arguments.every)
            found = joined(list(pool.map(play_batch, work)))
            wrong = found.problems + (missing(found) if name == LEAGUE else [])
            problems += report(f"{name}: {games} games", began, wrong)
        for what, games, task in (
            ("corners", arguments.corners, corner_games),
            ("games in two worlds", arguments.worlds, two_world_games),
            ("games of every bot", arguments.bots, bot_games),
        ):
            began = time.perf_counter()
            jobs = [
                pool.submit(task, name, rules, games, arguments.seed) for name, rules in everywhere
            ]
            wrong = [problem for job in jobs for problem in job.result()]
            title = f"{games} {what} under each of {len(everywhere)} sets of rules"
            problems += report(title, began, wrong)
    return 1 if problems else 0


def report(what: str, began: float, problems: list[str]) -> list[str]:
    """Print what was tried, how long it took, and what was found; returns the problems."""
    seconds = time.perf_counter() - began
    print(f"{what} in {seconds:.0f} s, {len(problems)} problems", flush=True)
    for problem in problems:
        print(f"  {problem}", flush=True)
    return problems


if __name__ == "__main__":
    sys.exit(main())
