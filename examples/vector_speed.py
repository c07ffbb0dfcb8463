"""Measure how many answers a second the vectorised environment takes, at random.

python examples/vector_speed.py --workers 1 2
"""

import argparse
import time

import numpy as np

from twilight.envs.vector import VectorEnv


def steps_per_second(games: int, workers: int, steps: int) -> float:
    """Step so many games so many times, choosing at random from the masks."""
    random = np.random.default_rng(1)
    with VectorEnv(games, workers, seed=1) as env:
        batch = env.reset()
        started = time.perf_counter()
        for _ in range(steps):
            luck = random.random(batch.masks.shape, np.float32)
            batch = env.step((batch.masks * luck).argmax(1))
        return games * steps / (time.perf_counter() - started)


def main() -> None:
    """Measure with each number of workers."""
    parser = argparse.ArgumentParser(description="Measure the vectorised environment.")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--games", type=int, default=128, help="games at once")
    parser.add_argument("--steps", type=int, default=100, help="steps of each game")
    parser.add_argument("--repeat", type=int, default=5, help="measure so often, tell the best")
    options = parser.parse_args()
    for workers in options.workers:
        speeds = [
            steps_per_second(options.games, workers, options.steps) for _ in range(options.repeat)
        ]
        print(f"{workers} workers: {max(speeds):.0f} steps per second", flush=True)


if __name__ == "__main__":
    main()
