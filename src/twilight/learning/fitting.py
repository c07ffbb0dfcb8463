"""Fitting by example: the answers of players, and who won in the end."""

from collections.abc import Callable
from math import cos, isnan, nan, pi
from typing import Final, Literal, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from twilight.judgement.net.features import make_features
from twilight.learning.dataset import NO_ANSWER, Positions
from twilight.learning.model import Model

# Every so many games one is left out of fitting, to measure on.
LEFT_OUT: Final = 12


# The answers, the win chance that people are told, and the one between programs.
Part = Literal["answers", "victory", "expectation"]


class Fit(NamedTuple):
    """How a fit is conducted, and what learns; the other parts stay as they are."""

    parts: tuple[Part, ...]

    passes: int = 4
    batch: int = 512
    rate: float = 1.5e-3
    # How much the loss of the win chance counts beside that of the answers.
    weight_of_chance: float = 0.5
    decay: float = 1e-4


class Measure(NamedTuple):
    """Loss and share of right answers, loss and Brier score of the chance between programs.

    Where there was nothing to measure on they are not a number.
    """

    answers: float
    right: float
    chance: float
    brier: float

    def known(self) -> dict[str, float]:
        """Return what could be measured, by name."""
        return {name: value for name, value in self._asdict().items() if not isnan(value)}

    def words(self) -> str:
        """Say it in one line."""
        known = self.known()
        words = [f"right {self.right:.1%} of answers"] if "right" in known else []
        words += [f"Brier {self.brier:.4f}"] if "brier" in known else []
        return f"{', '.join(words)} on games left out" if words else "no game was left out"


Report = Callable[[str, float], None]


def split(positions: Positions) -> tuple[Positions, Positions]:
    """Set the games that are left out of fitting apart."""
    out = positions.games % LEFT_OUT == 0
    return positions.take(np.flatnonzero(~out)), positions.take(np.flatnonzero(out))


def fit(model: Model, positions: Positions, how: Fit, seed: int, report: Report) -> None:
    """Fit a model to positions; the same seed gives the same weights on one thread."""
    random = np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(model.parameters(), how.rate, weight_decay=how.decay)
    steps = how.passes * (positions.number // how.batch)
    step = 0
    for _ in range(how.passes):
        order = random.permutation(positions.number)
        for first in range(0, len(order) - how.batch + 1, how.batch):
            rows = np.sort(order[first : first + how.batch])
            for group in optimiser.param_groups:
                group["lr"] = how.rate * min(1.0, (step + 1) / 100) * _cosine(step / steps)
            answers, chance = losses(model, positions.take(rows), how.parts)
            optimiser.zero_grad()
            loss = answers + how.weight_of_chance * chance
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 200 == 0:
                report(f"answers {answers.item():.3f}, chance {chance.item():.3f}", step / steps)


def losses(
    model: Model, positions: Positions, parts: tuple[Part, ...]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the loss of the answers and that of the win chances, as far as they learn."""
    loss = chance = torch.zeros(())
    if "answers" in parts:
        # Where only the result is known, only the win chances are worked out.
        known = positions.take(np.flatnonzero(positions.answers != NO_ANSWER))
        wanted = torch.from_numpy(known.answers.astype(np.int64))
        weights = torch.from_numpy(known.weights)
        each = functional.cross_entropy(model(make_features(known.data)), wanted, reduction="none")
        loss = each @ weights / weights.sum().clamp(min=1.0)
    told = {"victory": model.victory, "expectation": model.expectation}
    learning = [tell for name, tell in told.items() if name in parts]
    if learning:
        shown = make_features(positions.data)
        results = torch.from_numpy(positions.results)
        weights = torch.from_numpy(positions.weights)
        for tell in learning:
            chance = chance + functional.binary_cross_entropy_with_logits(
                tell(shown), results, weights, reduction="sum"
            )
        chance = chance / weights.sum()
    return loss, chance


@torch.no_grad()
def measure(model: Model, positions: Positions, batch: int = 2048) -> Measure:
    """Measure a model on positions."""
    loss = right = asked = chance = brier = whole = 0.0
    for first in range(0, positions.number, batch):
        part = positions.take(np.arange(first, min(first + batch, positions.number)))
        known = part.take(np.flatnonzero(part.answers != NO_ANSWER))
        if known.number:
            answers = model(make_features(known.data))
            wanted = torch.from_numpy(known.answers.astype(np.int64))
            weights = torch.from_numpy(known.weights)
            loss += (functional.cross_entropy(answers, wanted, reduction="none") @ weights).item()
            right += (weights * (answers.argmax(1) == wanted)).sum().item()
            asked += weights.sum().item()
        expected = model.expectation(make_features(part.data))
        every, results = torch.from_numpy(part.weights), torch.from_numpy(part.results)
        chance += functional.binary_cross_entropy_with_logits(
            expected, results, every, reduction="sum"
        ).item()
        brier += (every * (torch.sigmoid(expected) - results) ** 2).sum().item()
        whole += every.sum().item()
    asked, whole = asked or nan, whole or nan
    return Measure(loss / asked, right / asked, chance / whole, brier / whole)


def _cosine(done: float) -> float:
    """Let the rate sink to a twentieth."""
    return 0.05 + 0.95 * 0.5 * (1 + cos(pi * min(1.0, done)))


def reliability(
    chances: "NDArray[np.float32]", results: "NDArray[np.float32]", bins: int = 10
) -> "list[tuple[float, float, int]]":
    """Return for each bin of predicted chances the mean prediction, the share won, the number."""
    table = []
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        here = (chances >= low) & ((chances < high) | (number == bins - 1))
        count = int(here.sum())
        if count:
            table.append((float(chances[here].mean()), float(results[here].mean()), count))
        else:
            table.append(((low + high) / 2, float("nan"), 0))
    return table
