"""Self-play: the net plays whole games against itself and its past, and learns by PPO.

Proximal policy optimisation with clipped steps, both sides of every game learning from their own
decisions. A share of the games is played against a past self. Options that probably lose at once
are left out everywhere, or such losses would drown everything else there is to learn.
"""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from twilight.bots.choosing.quick_caution import cautious
from twilight.engine.chance import SeededChance
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules
from twilight.engine.types import CHANCE, NOBODY, SIDES, US, Actor, Reason
from twilight.judgement import encoding
from twilight.judgement.encoding import encode_game
from twilight.judgement.net.features import Bytes, Floats, make_features, stack
from twilight.judgement.net.network import MASKED, Network
from twilight.learning.dataset import NO_ANSWER, Positions, is_landmark
from twilight.learning.model import Model

NO_PAST: Final = -1


class SelfPlay(NamedTuple):
    """How self-play is conducted."""

    # Games of one round of learning, and the share of them against a past self.
    games: int = 64
    past_share: float = 0.2
    passes: int = 2
    batch: int = 1024
    rate: float = 3e-4
    clip: float = 0.2
    entropy: float = 0.0015
    weight_of_chance: float = 0.5
    smoothing: float = 0.97
    # A round ends early when the answers have moved so far from what was played.
    farthest: float = 0.02
    # So often a past self is kept.
    keep_every: int = 10
    # The share of card choices and deals that the win chance with open hands learns from.
    open_share: float = 0.25
    # How much surer of its answers the net is than it has learnt to be; learning takes it as it is.
    sureness: float = 1.0
    # Whether every decision is valued, which only learning to answer needs.
    valued: bool = True


class Experience(NamedTuple):
    """Decisions of learning sides, in no order, with what they were worth."""

    data: Bytes
    answers: NDArray[np.int64]
    logarithms: Floats
    advantages: Floats
    returns: Floats
    # Positions with open hands, and whether their viewers won.
    open_data: Bytes
    open_results: Floats


class Figures(NamedTuple):
    """What a round of self-play looked like."""

    decisions: int
    us_wins: float
    lost_at_defcon: float
    against_past: float
    loss_of_chance: float
    entropy: float
    moved: float


class Seat:
    """One side of a game: what it has decided so far."""

    def __init__(self) -> None:
        self.data: list[bytearray] = []
        self.answers: list[Action] = []
        self.logarithms: list[float] = []
        self.values: list[float] = []
        self.open_data: list[bytearray] = []


class Table:
    """A game, its chance, and who learns from it."""

    def __init__(
        self, rules: Rules, seed: str, past: int, past_side: Actor, open_share: float
    ) -> None:
        self.game = Game.new(rules, record=False)
        self.past = past
        self.past_side = past_side
        self.seats = (Seat(), Seat())
        self._chance = SeededChance(seed)
        self._open_share = open_share
        self._random = Random(f"{seed}/open")
        self.go_on()

    def go_on(self) -> None:
        """Answer whatever needs no player, with a look at what the win chance is asked about."""
        game = self.game
        while (pending := game.pending) is not None:
            if is_landmark(game) and self._random.random() < self._open_share:
                for side in SIDES:
                    view = encode_game(game, side, open_hands=True)
                    self.seats[side].open_data.append(view)
            if pending.actor == CHANCE:
                game.answer(self._chance.choose(pending))
            elif len(pending.options) == 1:
                game.answer(pending.options[0])
            else:
                return

    def result(self, side: Actor) -> float:
        """Return what the game has brought a side; a draw is half a victory."""
        assert self.game.outcome is not None
        winner = self.game.outcome.winner
        return 0.5 if winner == NOBODY else float(winner == side)


def play_games(
    networks: list[Network], rules: Rules, how: SelfPlay, seed: str
) -> tuple[list[Table], int]:
    """Play games of the last network against itself, some of them against one of the others."""
    random = Random(seed)
    tables = []
    for number in range(how.games):
        past = NO_PAST
        if len(networks) > 1 and random.random() < how.past_share:
            past = int(random.random() * (len(networks) - 1))
        side = SIDES[number % 2]
        tables.append(Table(rules, f"{seed}/{number}", past, side, how.open_share))
    dice = np.random.default_rng(abs(hash_of(seed)))
    decisions = 0
    running = tables
    while running:
        groups: dict[int, list[Table]] = {}
        for table in running:
            pending = table.game.pending
            assert pending is not None
            is_past = table.past != NO_PAST and pending.actor == table.past_side
            groups.setdefault(table.past if is_past else NO_PAST, []).append(table)
        for past, group in sorted(groups.items()):
            _answer(networks[past], group, dice, how, learning=past == NO_PAST)
            decisions += len(group) if past == NO_PAST else 0
        running = [table for table in running if table.game.pending is not None]
    return tables, decisions


def hash_of(text: str) -> int:
    """Return a number that follows from a text, the same in every process."""
    return int.from_bytes(text.encode()[-8:].rjust(8, b"."), "little")


def _answer(
    network: Network,
    group: list[Table],
    dice: np.random.Generator,
    how: SelfPlay,
    *,
    learning: bool,
) -> None:
    views = []
    for table in group:
        pending = table.game.pending
        assert pending is not None
        view = encode_game(table.game, pending.actor)
        kept = cautious(table.game.state, pending)
        if len(kept) < len(pending.options):
            view[encoding.OPTIONS : encoding.OPTIONS + encoding.OPTION_BYTES] = bytes(
                encoding.OPTION_BYTES
            )
            for action in kept:
                view[encoding.OPTIONS + (action >> 3)] |= 1 << (action & 7)
        views.append(view)
    shown = make_features(stack(views))
    logits = how.sureness * network.run(shown).answers
    valued = learning and how.valued
    values = np.tanh(network.expectation(shown) / 2).tolist() if valued else []
    # The highest of the logits with Gumbel noise is a sample of the softmax.
    noise = -np.log(-np.log(dice.random(logits.shape, np.float32) + 1e-20) + 1e-20)
    chosen = np.where(logits > MASKED / 2, logits + noise, MASKED).argmax(1)
    shares = logits - logits.max(1, keepdims=True)
    logarithms = shares - np.log(np.exp(shares).sum(1, keepdims=True))
    for row, (table, view, action) in enumerate(zip(group, views, chosen.tolist(), strict=True)):
        pending = table.game.pending
        assert pending is not None
        if learning:
            seat = table.seats[pending.actor]
            seat.data.append(view)
            seat.answers.append(action)
            seat.logarithms.append(float(logarithms[row, action]))
            seat.values += values[row : row + 1]
        table.game.answer(action)
        table.go_on()


def experience_of(tables: list[Table], smoothing: float) -> Experience:
    """Work out what the decisions were worth: from the end of each game back to its beginning."""
    data: list[bytearray] = []
    answers: list[Action] = []
    logarithms: list[float] = []
    advantages: list[Floats] = []
    returns: list[Floats] = []
    open_data: list[bytearray] = []
    open_results: list[float] = []
    for side in SIDES:
        first = len(advantages)
        for table in tables:
            seat = table.seats[side]
            result = table.result(side)
            open_data += seat.open_data
            open_results += [result] * len(seat.open_data)
            if not seat.data:
                continue
            advantage = _advantages(seat.values, 2 * result - 1, smoothing)
            data += seat.data
            answers += seat.answers
            logarithms += seat.logarithms
            advantages.append(advantage)
            returns.append(np.array(seat.values, np.float32) + advantage)
        # One side may be better off than the other: each is measured by itself.
        advantages[first:] = [_standardised(np.concatenate(advantages[first:]))]
    return Experience(
        stack(data),
        np.array(answers, np.int64),
        np.array(logarithms, np.float32),
        np.concatenate(advantages),
        np.concatenate(returns),
        stack(open_data),
        np.array(open_results, np.float32),
    )


def results_of(tables: list[Table], seen_share: float, seed: str, first_game: int) -> Positions:
    """Return what win chances learn from: open positions, and a share of what the sides saw."""
    random = Random(seed)
    data: list[bytearray] = []
    results: list[float] = []
    games: list[int] = []
    for number, table in enumerate(tables, first_game):
        for side in SIDES:
            seat = table.seats[side]
            seen = [view for view in seat.data if random.random() < seen_share]
            data += [*seat.open_data, *seen]
            results += [table.result(side)] * (len(data) - len(results))
        games += [number] * (len(data) - len(games))
    return Positions(
        stack(data),
        np.full(len(data), NO_ANSWER, np.int16),
        np.array(results, np.float32),
        np.array(games, np.int32),
        np.ones(len(data), np.float32),
    )


def _advantages(seat_values: list[float], reward: float, smoothing: float) -> Floats:
    values = np.array([*seat_values, reward], np.float32)
    steps = values[1:] - values[:-1]
    advantage = np.empty_like(steps)
    carried = 0.0
    for place in range(len(steps) - 1, -1, -1):
        carried = float(steps[place]) + smoothing * carried
        advantage[place] = carried
    return advantage


def _standardised(advantages: Floats) -> Floats:
    return np.asarray((advantages - advantages.mean()) / (advantages.std() + 1e-6), np.float32)


def learn(
    model: Model,
    optimiser: torch.optim.Optimizer,
    experience: Experience,
    how: SelfPlay,
    seed: int,
) -> tuple[float, float, float]:
    """Take the steps of one round; return loss of the chance, entropy, and how far it moved."""
    random = np.random.default_rng(seed)
    number = len(experience.answers)
    loss_of_chance = entropy = moved = 0.0
    steps = 0
    for _ in range(how.passes):
        order = random.permutation(number)
        shown = random.permutation(len(experience.open_results))
        batches = -(-number // how.batch)
        far = 0.0
        taken = 0
        for first in range(0, number, how.batch):
            rows = order[first : first + how.batch]
            opened = shown[taken::batches]
            seen = make_features(experience.data[rows])
            logarithms = functional.log_softmax(model(seen), 1)
            chosen = logarithms.gather(1, torch.from_numpy(experience.answers[rows])[:, None])[:, 0]
            before = torch.from_numpy(experience.logarithms[rows])
            ratio = torch.exp(chosen - before)
            worth = torch.from_numpy(experience.advantages[rows])
            clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
            gain = torch.minimum(ratio * worth, clipped * worth).mean()
            wanted = torch.from_numpy((experience.returns[rows] + 1) / 2).clamp(0, 1)
            chance = functional.binary_cross_entropy_with_logits(model.expectation(seen), wanted)
            open_chance = functional.binary_cross_entropy_with_logits(
                model.expectation(make_features(experience.open_data[opened])),
                torch.from_numpy(experience.open_results[opened]),
                reduction="sum",
            ) / max(1, len(opened))
            spread = -(logarithms.exp() * logarithms.clamp(min=-30)).sum(1).mean()
            loss = how.weight_of_chance * (chance + open_chance) - gain - how.entropy * spread
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimiser.step()
            distance = (ratio - 1 - (chosen - before)).mean().item()
            loss_of_chance += chance.item()
            entropy += spread.item()
            moved += distance
            far += distance
            steps += 1
            taken += 1
        if far / taken > how.farthest:
            break
    return loss_of_chance / steps, entropy / steps, moved / steps


def play_and_learn(
    model: Model,
    optimiser: torch.optim.Optimizer,
    past: list[Network],
    rules: Rules,
    how: SelfPlay,
    seed: str,
    play: "Callable[..., tuple[list[Table], int]]" = play_games,
) -> Figures:
    """Play one round of games and learn from it."""
    networks = [*past, Network(model.export())]
    tables, decisions = play(networks, rules, how, seed)
    experience = experience_of(tables, how.smoothing)
    figures = learn(model, optimiser, experience, how, hash_of(seed))
    outcomes = [(table, table.game.outcome) for table in tables]
    decided = [outcome for _, outcome in outcomes if outcome is not None]
    challenged = [
        outcome.winner == 1 - table.past_side
        for table, outcome in outcomes
        if outcome is not None and table.past != NO_PAST
    ]
    return Figures(
        decisions,
        sum(outcome.winner == US for outcome in decided) / len(decided),
        sum(outcome.reason is Reason.DEFCON for outcome in decided) / len(decided),
        sum(challenged) / len(challenged) if challenged else float("nan"),
        *figures,
    )
