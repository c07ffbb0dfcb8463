"""Train a small neural network against a bot with PyTorch, by proximal policy optimisation.

The network reads the whole observation. The mask takes what may not be answered out of its choice,
both when it plays and when it learns. It plays the USSR in one half of the games and the US in the
other. Needs `pip install "twilight-struggle[envs,train]"`.

    python examples/train_torch.py --opponent recruit
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

try:
    import torch
except ModuleNotFoundError:
    raise SystemExit('this needs PyTorch: pip install "twilight-struggle[envs,train]"') from None
from torch import Tensor, nn

from twilight.bots.registry import UnknownBot, make_bot
from twilight.cli.arguments import OneLineParser, positive, whole
from twilight.envs.observation import ACTION_SPACE, OBSERVATION_SIZE
from twilight.envs.vector import VectorEnv

HIDDEN = 256
ROLLOUT = 64  # answers in each game between two rounds of learning
ROUNDS = 3  # how often each answer is learnt from
BATCH = 512
PACE = 5e-4
DISCOUNT = 0.999
TRUST = 0.95  # the lambda of generalised advantage estimation
CLIP = 0.2  # how far one round of learning may move the chance of an answer
ENTROPY = 0.01
MOST_VP = 20


class Network(nn.Module):
    """A policy and an estimate of what the player will still earn, on the same two layers."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(OBSERVATION_SIZE, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()
        )
        self.policy = nn.Linear(HIDDEN, ACTION_SPACE)
        self.value = nn.Linear(HIDDEN, 1)

    def forward(
        self, observations: Tensor, masks: Tensor
    ) -> tuple[torch.distributions.Categorical, Tensor]:
        """Return the chances of the answers, and the estimate."""
        numbers = observations.float()
        # Most places are flags; this keeps the few larger numbers from drowning them.
        hidden = self.body(numbers.sign() * numbers.abs().log1p())
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def tensors(seen: dict[str, Any]) -> tuple[Tensor, Tensor]:
    """Turn what the environment shows into tensors."""
    return torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"]).bool()


class Experience(NamedTuple):
    """Answers with what was seen, and what came of them; the first axis is the answer."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # logarithms, of when the answer was given
    gains: Tensor  # how much better it went than was estimated
    returns: Tensor


class Trainer:
    """Plays many games at once and learns from them."""

    def __init__(self, env: VectorEnv, network: Network) -> None:
        self._env = env
        self._network = network
        self._optimiser = torch.optim.Adam(network.parameters(), PACE)
        self._seen, _ = env.reset()
        self.games = 0

    def learn(self) -> None:
        """Play some steps of all games, then improve the network."""
        experience = self._play()
        answers = len(experience.actions)
        for _ in range(ROUNDS):
            for rows in torch.randperm(answers).split(BATCH):
                self._improve(Experience(*(part[rows] for part in experience)))

    @torch.no_grad()
    def _play(self) -> Experience:
        steps: list[tuple[Tensor, ...]] = []
        values, rewards, goes_on = [], [], []
        for _ in range(ROLLOUT):
            observations, masks = tensors(self._seen)
            policy, value = self._network(observations, masks)
            actions = policy.sample()
            self._seen, reward, ended, _, _ = self._env.step(actions.numpy())
            steps.append((observations, masks, actions, policy.log_prob(actions)))
            values.append(value)
            rewards.append(torch.from_numpy(reward / MOST_VP).float())
            goes_on.append(torch.from_numpy(~ended).float())
            self.games += int(ended.sum())
        values.append(self._network(*tensors(self._seen))[1])
        gains: list[Tensor] = []
        gain = torch.zeros_like(values[0])
        for step in reversed(range(ROLLOUT)):
            hoped = rewards[step] + DISCOUNT * values[step + 1] * goes_on[step]
            gain = hoped - values[step] + DISCOUNT * TRUST * gain * goes_on[step]
            gains.insert(0, gain)
        earned = torch.cat(gains)
        parts = [torch.cat(part) for part in zip(*steps, strict=True)]
        return Experience(*parts, earned, earned + torch.cat(values[:-1]))

    def _improve(self, some: Experience) -> None:
        policy, value = self._network(some.observations, some.masks)
        ratio = (policy.log_prob(some.actions) - some.chances).exp()
        gains = (some.gains - some.gains.mean()) / (some.gains.std(correction=0) + 1e-6)
        gained = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        missed = (value - some.returns).square().mean()
        loss = 0.5 * missed - gained - ENTROPY * policy.entropy().mean()
        self._optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), 0.5)
        self._optimiser.step()


@torch.no_grad()
def report(network: Network, options: argparse.Namespace) -> None:
    """Print how the network does against the bot, in games that it has not learnt from."""
    results = np.full(options.evaluate, np.nan)
    with make_env(options, options.evaluate, options.seed + 1_000_000, "win") as env:
        seen, _ = env.reset()
        while np.isnan(results).any():
            policy, _ = network(*tensors(seen))
            seen, rewards, ended, _, _ = env.step(policy.sample().numpy())
            # Only the first game of each place counts, so that short games don't count more.
            first = ended & np.isnan(results)
            results[first] = rewards[first]
    share = (results.mean() + 1) / 2
    error = 1.96 * (share * (1 - share) / len(results)) ** 0.5
    print(f"against {options.opponent}: {100 * share:.1f} % ± {100 * error:.1f}", flush=True)


def make_env(options: argparse.Namespace, games: int, seed: int, reward: str) -> VectorEnv:
    """Make the games, each side in half of them."""
    return VectorEnv(
        games,
        options.workers,
        seed=seed,
        reward=reward,
        opponent=options.opponent,
        side="both",
        skip_forced=True,
    )


def main() -> None:
    """Train, and tell how it went."""
    parser = OneLineParser(description="Train a small neural network against a bot.")
    parser.add_argument("--opponent", default="random", help="the bot to play against")
    parser.add_argument("--games", type=positive, default=64, help="games at once")
    parser.add_argument("--workers", type=whole, default=2, help="worker processes")
    parser.add_argument("--steps", type=positive, default=400_000, help="answers to learn from")
    parser.add_argument("--evaluate", type=positive, default=200, help="games to measure it in")
    parser.add_argument("--seed", type=int, default=1, help="what chance follows from")
    parser.add_argument("--save", type=Path, help="write the weights to this file")
    options = parser.parse_args()
    fewest = min(options.games, options.evaluate)
    if options.workers > fewest:
        parser.error(f"{fewest} games can't be played by {options.workers} workers")
    if options.save is not None and not options.save.parent.is_dir():
        parser.error(f"there is no folder for {str(options.save)!r}")
    try:
        make_bot(options.opponent)
    except UnknownBot as error:
        parser.error(str(error))

    started = time.monotonic()
    torch.manual_seed(options.seed)
    network = Network()
    report(network, options)
    with make_env(options, options.games, options.seed, "vp") as env:
        trainer = Trainer(env, network)
        updates = -(-options.steps // (options.games * ROLLOUT))
        for update in range(1, updates + 1):
            trainer.learn()
            if update % max(1, updates // 10) == 0:
                done = update * options.games * ROLLOUT
                took = time.monotonic() - started
                print(f"{done} steps, {trainer.games} games, {took:.0f} s", flush=True)
    report(network, options)
    if options.save is not None:
        torch.save(network.state_dict(), options.save)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
