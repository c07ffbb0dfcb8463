"""Measure how many answers a second the vectorised environment takes, at random.

python examples/vector_speed.py --workers 1 2 --layout compact
"""

import sys
import time

import numpy as np

from twilight.cli.arguments import OneLineParser, positive, whole
from twilight.envs.crew import LAYOUTS
from twilight.envs.vector import VectorEnv


def steps_per_second(games: int, workers: int, steps: int, layout: str) -> float:
    """Step so many games so many times, choosing at random from the masks."""
    random = np.random.default_rng(1)
    with VectorEnv(games, workers, seed=1, layout=layout) as env:
        masks = env.reset()[0]["action_mask"]
        started = time.perf_counter()
        for _ in range(steps):
            luck = random.random(masks.shape, np.float32)
            masks = env.step((masks * luck).argmax(1))[0]["action_mask"]
        return games * steps / (time.perf_counter() - started)


def main() -> None:
    """Measure with each number of workers."""
    parser = OneLineParser(description="Measure the vectorised environment.")
    parser.add_argument("--workers", type=whole, nargs="+", default=[1, 2])
    parser.add_argument("--games", type=positive, default=128, help="games at once")
    parser.add_argument("--steps", type=positive, default=100, help="steps of each game")
    parser.add_argument("--layout", choices=sorted(LAYOUTS), default="full")
    parser.add_argument("--repeat", type=positive, default=5, help="measure so often")
    options = parser.parse_args()
    if max(options.workers) > options.games:
        parser.error(f"{options.games} games can't be played by {max(options.workers)} workers")
    for workers in options.workers:
        speeds = [
            steps_per_second(options.games, workers, options.steps, options.layout)
            for _ in range(options.repeat)
        ]
        print(f"{workers} workers: {max(speeds):.0f} steps per second", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
