"""Fits what people would play: a conditional logistic regression over the uses of their cards."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from twilight.bots.arena.agreement import TOP, Agreement, Question, questions
from twilight.bots.choosing.caution import Caution
from twilight.bots.choosing.people import terms
from twilight.bots.players.marshal import use_of
from twilight.bots.players.officer import Officer
from twilight.engine.game import Game
from twilight.engine.ids import PASS, Action, Card
from twilight.engine.view import observe

# How many times everything is fitted, each time without the games that are then foretold.
FOLDS: Final = 8
# By how much a weight of the size 1 is punished: of a term in units of how far it spreads, and of
# one that is rare, as those of single cards are, as it stands.
_PENALTY: Final = 3.0
_PENALTY_OF_RARE: Final = 6.0
_RARE: Final = 0.3
_STEPS: Final = 100
# What people do in spite of danger tells how they see it; nothing of it is kept.
_DANGER: Final = "danger"
_LARGEST_DANGER: Final = 3.0
_DIGITS: Final = 4


class Example(NamedTuple):
    """A choice of a person: the terms of every use of the shown cards, and which it was."""

    game: int
    uses: list[dict[str, float]]
    played: int


def examples_of(game: Game, number: int) -> list[Example]:
    """List the choices of a recorded game in which there was something to choose."""
    found = [_example(question, number) for question in questions(game)]
    return [one for one in found if one is not None]


def _example(question: Question, number: int) -> Example | None:
    seen = observe(question.game, question.decision.actor)
    state, side = seen.state, seen.viewer
    officer = Officer()
    foresight, caution = officer.foresight(seen, side), Caution(seen)
    best: dict[tuple[Card, Action], float] = {}
    uses: dict[tuple[Card, Action], dict[str, float]] = {}
    for card in question.decision.options:
        if card == PASS or card not in question.cards:
            continue
        about = officer.look_at(foresight, caution, card)
        for play, danger in about.rated:
            # Of the two orders of event and operations the better one stands for the use.
            key = (card, play.use)
            if key in best and best[key] >= play.score - danger:
                continue
            best[key] = play.score - danger
            uses[key] = terms(state, side, use_of(about, play))
            uses[key][_DANGER] = min(danger / 10, _LARGEST_DANGER)
    if len(uses) < 2:
        return None
    places = list(uses)
    played = places.index(question.played) if question.played in uses else -1
    return Example(number, list(uses.values()), played)


class _Table(NamedTuple):
    """Examples as numbers: terms of every use, which uses there are, what was played."""

    terms: Tensor  # (examples, uses, terms)
    there: Tensor  # (examples, uses)
    played: Tensor
    games: NDArray[np.intp]


def _table(examples: Sequence[Example], names: list[str]) -> _Table:
    places = {name: place for place, name in enumerate(names)}
    widest = max(len(example.uses) for example in examples)
    found = torch.zeros(len(examples), widest, len(names))
    there = torch.zeros(len(examples), widest, dtype=torch.bool)
    for row, example in enumerate(examples):
        for column, use in enumerate(example.uses):
            there[row, column] = True
            for name, value in use.items():
                found[row, column, places[name]] = value
    played = torch.tensor([example.played for example in examples])
    return _Table(found, there, played, np.array([example.game for example in examples]))


def _fit(table: _Table, rows: Tensor, penalties: Tensor) -> Tensor:
    """Fit the weights to some of the examples."""
    rows = rows & (table.played >= 0)
    uses, there, played = table.terms[rows], table.there[rows], table.played[rows]
    weights = torch.zeros(uses.shape[2], requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimiser.zero_grad()
        scores = (uses @ weights).masked_fill(~there, -torch.inf)
        total = functional.cross_entropy(scores, played, reduction="sum")
        total = total + penalties @ (weights * weights) / 2
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    return weights.detach()


class Imitation(NamedTuple):
    """Weights fitted to all games, and how often people were foretold in games left out."""

    weights: dict[str, float]
    left_out: Agreement


def imitate(examples: Sequence[Example], folds: int = FOLDS) -> Imitation:
    """Fit what people would play, and measure it on each part of the games by the others."""
    names = sorted({name for example in examples for use in example.uses for name in use})
    table = _table(examples, names)
    spread = table.terms[table.there].std(0)
    rare = spread < _RARE
    units = torch.where(rare, torch.ones_like(spread), spread)
    penalties = torch.where(rare, _PENALTY_OF_RARE, _PENALTY)
    table = table._replace(terms=table.terms / units)
    left_out = Agreement()
    for fold in range(folds):
        out = torch.from_numpy(table.games % folds == fold)
        if out.any() and not out.all():
            left_out.add(_foretold(table, _fit(table, ~out, penalties), out))
    weights = _fit(table, torch.ones(len(examples), dtype=torch.bool), penalties) / units
    kept = zip(names, weights.tolist(), strict=True)
    rounded = {name: round(weight, _DIGITS) for name, weight in kept if name != _DANGER}
    return Imitation({name: weight for name, weight in rounded.items() if weight}, left_out)


def _foretold(table: _Table, weights: Tensor, rows: Tensor) -> Agreement:
    scores = (table.terms[rows] @ weights).masked_fill(~table.there[rows], -torch.inf)
    order = scores.argsort(dim=1, descending=True, stable=True)
    played = table.played[rows, None]
    return Agreement(
        len(scores), int((order[:, :1] == played).sum()), int((order[:, :TOP] == played).sum())
    )


def write_imitation(path: Path, weights: dict[str, float]) -> None:
    """Write the weights, a line for each term."""
    path.write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", encoding="utf-8")
