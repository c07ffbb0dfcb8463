"""Train a small player by self-play, with nothing but numpy, and see it beat random play.

The policy is linear: each answer to each kind of decision has weights for a few facts about the
moment (DEFCON, turn, military operations), for the card in play, and for the country that the
answer names. It learns by policy gradient with a linear estimate of the final score as baseline.

    python examples/train_small.py
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.cli.arguments import OneLineParser, positive, whole
from twilight.engine.board import NUMBER_OF_COUNTRIES, STABILITY
from twilight.engine.cards import ALL_CARDS
from twilight.engine.ids import EVENT, ROLL
from twilight.envs.observation import ACTION_SPACE, SLICES
from twilight.envs.vector import VectorEnv

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

COUNTRIES = slice(0, NUMBER_OF_COUNTRIES)
CARDS = list(ALL_CARDS)
VERBS = slice(EVENT, ROLL + 1)
KINDS = SLICES["kind"].stop - SLICES["kind"].start
MOMENT_FACTS = 8
COUNTRY_FACTS = 9
PUBLIC_FACTS = 2 * NUMBER_OF_COUNTRIES + 6
NEEDED = np.array(STABILITY[:NUMBER_OF_COUNTRIES], np.float32)

TEMPERATE = 0.01  # the weight of entropy, which keeps the policy from settling too early
TRUST = 0.95  # the lambda of generalised advantage estimation
PACE = 0.02
VALUE_PACE = 0.005
ROLLOUT = 32


class Facts(NamedTuple):
    """What the policy looks at; the first axis is the game."""

    side: Numbers
    kind: Numbers
    card: Numbers
    moment: Floats
    countries: Floats
    public: Floats
    masks: NDArray[np.bool_]


def look(observations: NDArray[np.int8], masks: NDArray[np.int8]) -> Facts:
    """Take from the observations what the policy looks at."""

    def field(name: str) -> Floats:
        return observations[:, SLICES[name]].astype(np.float32)

    side = observations[:, SLICES["viewer"]].argmax(1)
    ussr, us = field("influence_ussr"), field("influence_us")
    ussr_holds, us_holds = field("controlled_ussr"), field("controlled_us")
    american = (side == 1)[:, None]
    own, enemy = np.where(american, us, ussr), np.where(american, ussr, us)
    holds, enemy_holds = (
        np.where(american, us_holds, ussr_holds),
        np.where(american, ussr_holds, us_holds),
    )
    battleground = field("battleground")
    missing = np.clip(NEEDED - own + enemy, -3, 6)
    countries = np.stack(
        [
            battleground,
            holds,
            enemy_holds,
            battleground * holds,
            battleground * enemy_holds,
            battleground * (missing == 1),
            np.minimum(own, 4) / 4,
            np.minimum(enemy, 4) / 4,
            missing / 6,
        ],
        axis=2,
    )
    defcon, turn = field("defcon")[:, 0], field("turn")[:, 0]
    rows = np.arange(len(side))
    military = field("military")[rows, side]
    phasing = field("phasing")[rows, side]
    score = field("vp")[:, 0] / 20
    one = np.ones(len(side), np.float32)
    moment = np.stack(
        [
            one,
            defcon == 2,
            defcon == 3,
            phasing,
            phasing * (defcon == 2),
            turn >= 4,
            turn >= 8,
            np.maximum(defcon - military, 0) / 5,
        ],
        axis=1,
    ).astype(np.float32)
    held = us_holds - ussr_holds
    late = turn / 10
    public = np.concatenate(
        [held, held * battleground, np.stack([one, score, score * late, late, defcon, one], 1)], 1
    )
    public[:, -1] = field("space") @ np.array([-1, 1], np.float32) / 8
    card = observations[:, SLICES["answers"]][:, CARDS].argmax(1)
    kind = observations[:, SLICES["kind"]].argmax(1)
    return Facts(side, kind, card, moment, countries, public, masks.astype(bool))


class Player:
    """A linear policy with a linear estimate of what the USSR's player will earn."""

    def __init__(self) -> None:
        self.answers = np.zeros((2, KINDS, ACTION_SPACE, MOMENT_FACTS), np.float32)
        self.places = np.zeros((2, KINDS, COUNTRY_FACTS), np.float32)
        self.uses = np.zeros((2, len(CARDS), VERBS.stop - VERBS.start), np.float32)
        self.value = np.zeros(PUBLIC_FACTS, np.float32)

    def weights(self) -> dict[str, Floats]:
        """Name the weights of the policy."""
        return {"answers": self.answers, "places": self.places, "uses": self.uses}

    def policy(self, facts: Facts) -> Floats:
        """Return the chance of every answer."""
        side, kind = facts.side, facts.kind
        logits = np.einsum("gaf,gf->ga", self.answers[side, kind], facts.moment)
        logits[:, COUNTRIES] += np.einsum("gcf,gf->gc", facts.countries, self.places[side, kind])
        logits[:, VERBS] += self.uses[side, facts.card]
        logits = np.where(facts.masks, logits, -np.inf)
        chances: Floats = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return chances

    def slope(self, facts: Facts, push: Floats) -> dict[str, Floats]:
        """Return the gradient of the weights for a push on every answer."""
        slopes = {name: np.zeros_like(weight) for name, weight in self.weights().items()}
        which = facts.side * KINDS + facts.kind
        for number in np.unique(which):
            rows = which == number
            side, kind = divmod(int(number), KINDS)
            slopes["answers"][side, kind] = push[rows].T @ facts.moment[rows]
            slopes["places"][side, kind] = np.einsum(
                "gc,gcf->f", push[rows][:, COUNTRIES], facts.countries[rows]
            )
        np.add.at(slopes["uses"], (facts.side, facts.card), push[:, VERBS])
        share = np.float32(1 / len(push))
        return {name: slope * share for name, slope in slopes.items()}


class Climber:
    """Adam: climbs along the gradient with a pace of its own for every weight."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._weights = weights
        self._means = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._steps = 0

    def climb(self, slopes: dict[str, Floats]) -> None:
        """Take one step."""
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope * slope - square)
            fair_mean = mean / (1 - 0.9**self._steps)
            fair_square = square / (1 - 0.99**self._steps)
            self._weights[name] += PACE * fair_mean / (np.sqrt(fair_square) + 1e-5)


def draw(chances: Floats, random: np.random.Generator) -> Numbers:
    """Draw an answer for every game."""
    steps = chances.cumsum(1)
    points = random.random(len(chances), np.float32)[:, None] * steps[:, -1:]
    chosen: Numbers = (steps <= points).sum(1)
    return chosen


class Trainer:
    """Lets a player play both sides of many games and learn from them."""

    def __init__(self, env: VectorEnv, player: Player, random: np.random.Generator) -> None:
        self._env = env
        self._player = player
        self._random = random
        self._climber = Climber(player.weights())
        self._seen, self._infos = env.reset()
        self.games = 0

    def learn(self) -> None:
        """Play some steps of all games, then improve the policy and the estimate."""
        seen: list[Facts] = []
        actions, earned, ended, signs = [], [], [], []
        for _ in range(ROLLOUT):
            facts = look(self._seen["observation"], self._seen["action_mask"])
            action = draw(self._player.policy(facts), self._random)
            signs.append(1 - 2 * self._infos["player"].astype(np.float32))
            self._seen, _, over, _, self._infos = self._env.step(action)
            seen.append(facts)
            actions.append(action)
            earned.append(self._infos["rewards"][:, 0] / 20)
            ended.append(over)
            self.games += int(over.sum())
        last = look(self._seen["observation"], self._seen["action_mask"])
        value = self._player.value
        values = [facts.public @ value for facts in (*seen, last)]
        advantage = np.zeros_like(values[0])
        gains = []
        for step in reversed(range(ROLLOUT)):
            goes_on = ~ended[step]
            surprise = earned[step] + values[step + 1] * goes_on - values[step]
            advantage = surprise + TRUST * advantage * goes_on
            gains.append(advantage)
        gains.reverse()
        self._improve(
            Facts(*(np.concatenate(parts) for parts in zip(*seen, strict=True))),
            np.concatenate(actions),
            np.concatenate(gains),
            np.concatenate(signs),
        )

    def _improve(self, facts: Facts, actions: Numbers, gains: Floats, signs: Floats) -> None:
        chances = self._player.policy(facts)
        own = gains * signs
        own = (own - own.mean()) / (own.std() + 1e-6)
        push = -chances * own[:, None]
        push[np.arange(len(actions)), actions] += own
        logs = np.log(chances + 1e-9)
        surprise = -(chances * logs).sum(1, keepdims=True)
        push -= TEMPERATE * chances * (logs + surprise)
        self._climber.climb(self._player.slope(facts, push.astype(np.float32)))
        self._player.value += VALUE_PACE * (gains @ facts.public) / len(gains)


def play_random(player: Player, games: int, workers: int, seed: int) -> tuple[int, int, int]:
    """Play against random answers, each side in half of the games; count wins, draws, losses."""
    random = np.random.default_rng(seed)
    places = np.arange(games)
    seats = places % 2
    results = np.full(games, np.nan)
    with VectorEnv(games, workers, "deluxe", seed, "win", skip_forced=True) as env:
        seen, infos = env.reset()
        while np.isnan(results).any():
            chances = player.policy(look(seen["observation"], seen["action_mask"]))
            stranger = infos["player"] != seats
            chances[stranger] = seen["action_mask"][stranger]
            seen, _, ended, _, infos = env.step(draw(chances, random))
            # Only the first game of each place counts, so that short games don't count more.
            first = ended & np.isnan(results)
            results[first] = infos["rewards"][places, seats][first]
    return int((results > 0).sum()), int((results == 0).sum()), int((results < 0).sum())


def report(player: Player, options: argparse.Namespace) -> None:
    """Print how the player does against random answers."""
    wins, draws, losses = play_random(player, options.evaluate, options.workers, options.seed + 1)
    share = (wins + draws / 2) / options.evaluate
    error = 1.96 * (share * (1 - share) / options.evaluate) ** 0.5
    print(
        f"against random: {wins} won, {draws} drawn, {losses} lost,"
        f" {100 * share:.1f} % ± {100 * error:.1f}",
        flush=True,
    )


def main() -> None:
    """Train, and tell how it went."""
    parser = OneLineParser(description="Train a small player by self-play.")
    parser.add_argument("--games", type=positive, default=64, help="games at once")
    parser.add_argument("--workers", type=whole, default=2, help="worker processes")
    parser.add_argument("--steps", type=positive, default=700_000, help="answers to learn from")
    parser.add_argument("--evaluate", type=positive, default=400, help="games against random")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same result")
    parser.add_argument("--save", type=Path, help="write the weights to this .npz file")
    options = parser.parse_args()
    if options.workers > min(options.games, options.evaluate):
        fewest = min(options.games, options.evaluate)
        parser.error(f"{fewest} games can't be played by {options.workers} workers")
    if options.save is not None and not options.save.parent.is_dir():
        parser.error(f"there is no folder for {str(options.save)!r}")

    started = time.monotonic()
    player = Player()
    report(player, options)
    with VectorEnv(
        options.games, options.workers, "deluxe", options.seed, "vp", skip_forced=True
    ) as env:
        trainer = Trainer(env, player, np.random.default_rng(options.seed))
        updates = -(-options.steps // (options.games * ROLLOUT))
        for update in range(1, updates + 1):
            trainer.learn()
            if update % max(1, updates // 10) == 0:
                done = update * options.games * ROLLOUT
                took = time.monotonic() - started
                print(f"{done} steps, {trainer.games} games, {took:.0f} s", flush=True)
    report(player, options)
    print(f"{time.monotonic() - started:.0f} seconds in all")
    if options.save is not None:
        np.savez_compressed(
            options.save, allow_pickle=False, value=player.value, **player.weights()
        )


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
