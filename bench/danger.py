"""How long the danger solver takes, on positions of games in which both sides follow it.

    PYTHONPATH=src python bench/danger.py [games] [first seed]

The sides answer at random among the safest, so the games reach all turns and stay at a low DEFCON.
Times are processor time in milliseconds.
"""

import sys
from random import Random
from time import process_time

from twilight.analysis.danger.search import Danger, Grade
from twilight.analysis.danger.solver import assess, assess_plays
from twilight.engine.game import Game
from twilight.engine.types import CHANCE, Kind
from twilight.engine.view import observe

MOVES_INFLUENCE = (
    Kind.PLACE_INFLUENCE,
    Kind.ADD_INFLUENCE,
    Kind.REMOVE_INFLUENCE,
    Kind.REALIGNMENT_TARGET,
    Kind.SETUP_INFLUENCE,
)


def play(seed: int, times: dict[str, list[float]], unproven: list[int]) -> None:
    random = Random(seed)
    game = Game.new(record=False)
    while game.pending is not None:
        decision = game.pending
        if decision.actor == CHANCE or decision.kind in MOVES_INFLUENCE:
            game.answer(random.choice(decision.options))
            continue
        seen = observe(game, decision.actor)
        started = process_time()
        ways: dict[tuple[int, ...], Danger]
        if decision.kind is Kind.ROUND_CARD:
            name = "plays of a round"
            ways = {(one.card, one.mode): one.danger for one in assess_plays(seen)}
        else:
            name = "headlines" if decision.kind is Kind.HEADLINE else "other decisions"
            ways = {(option,): danger for option, danger in assess(seen).items()}
        times.setdefault(name, []).append(1000 * (process_time() - started))
        unproven[0] += sum(not danger.proven for danger in ways.values())
        unproven[1] += len(ways)
        best = min(danger.grade for danger in ways.values())
        way = random.choice([way for way, danger in ways.items() if danger.grade is Grade(best)])
        for action in way:
            if game.pending is not None and action in game.pending.options:
                game.answer(action)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    times: dict[str, list[float]] = {}
    unproven = [0, 0]
    for seed in range(first, first + games):
        play(seed, times, unproven)
    for name, found in sorted(times.items()):
        found.sort()
        at = [found[int(len(found) * part)] for part in (0.5, 0.9, 0.95, 0.99)]
        shown = "  ".join(f"{value:6.1f}" for value in (*at, found[-1]))
        print(f"{name:<18} {len(found):>6}  median, p90, p95, p99, max (ms): {shown}")
    print(f"not proven: {unproven[0]} of {unproven[1]} options")


if __name__ == "__main__":
    main()
