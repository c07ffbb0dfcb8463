"""A training from beginning to end, as stages that go on where they were interrupted.

Everything is kept in one folder: played games, nets, curves. A stage that is done is not done
again; one that was interrupted goes on from what it has written last. The same seed gives the same
net on one thread, however often it was interrupted between two rounds.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import process_time
from typing import Final

import numpy as np
import torch

from twilight.engine.rules import Rules, make_rules
from twilight.judgement.judge import use_network
from twilight.judgement.net.network import Network
from twilight.judgement.net.weights import read_weights, write_weights
from twilight.learning.curves import Curves
from twilight.learning.dataset import (
    Positions,
    join,
    positions_of,
    read_positions,
    write_positions,
)
from twilight.learning.evaluating import POLICY, Duel, calibration_of, play_duel, score_of
from twilight.learning.fitting import Fit, fit, measure, split
from twilight.learning.generating import Teachers, generate_game
from twilight.learning.model import Model
from twilight.learning.plan import BUILDS_ON, STAGES, Plan, kept_plan
from twilight.learning.quick_games import quick_positions
from twilight.learning.records import Record, append_record, read_records
from twilight.learning.returns import returns
from twilight.learning.self_play import SelfPlay, play_and_learn, play_games, results_of
from twilight.learning.working import Workers

# What the project plays its matches by.
RULES: Final = make_rules(
    "deluxe", {"handicap_side": "us", "handicap_amount": 2, "optional_cards": True}
)
# Numbers of games, set apart so that the games of one source are not taken for those of another.
_QUICK_FROM: Final = 1_000_000
_SEARCH_FROM: Final = 2_000_000
_QUICK_AT_ONCE: Final = 200
# So many games of the net side by side.
_RESULTS_AT_ONCE: Final = 256
# About 60 positions are kept of each, some with open hands and some as a side saw them.
_RESULTS: Final = SelfPlay(open_share=0.2, sureness=2.0, valued=False)
_SEEN_SHARE: Final = 0.01
# So many past selves are joined with the last one when self-play is over.
_MEAN_OF: Final = 10


Say = Callable[[str], None]


class StageMissing(ValueError):
    """A stage was asked for before those that it builds on."""


class Training:
    """One training in its folder."""

    def __init__(
        self, folder: Path, plan: Plan, workers: Workers, say: Say, rules: Rules = RULES
    ) -> None:
        self.folder = folder
        self.plan = kept_plan(folder, plan)
        self.rules = rules
        self.curves = Curves(folder)
        self._workers = workers
        self._say = say

    def run(self, stages: "tuple[str, ...]" = STAGES) -> None:
        """Do all stages that are not done yet, in their order."""
        # The same seed gives the same net only on one thread.
        torch.set_num_threads(1)
        torch.manual_seed(self.plan.seed)
        work = {
            "generate": self._generate,
            "clone": self._clone,
            "self-play": self._self_play,
            "results": self._results,
            "search": self._search,
            "fit": self._fit,
            "evaluate": self._evaluate,
        }
        for stage in STAGES:
            if stage not in stages:
                continue
            done = self.folder / stage / "done"
            if done.exists():
                self._say(f"{stage}: done before")
                continue
            for earlier in BUILDS_ON.get(stage, ()):
                if not (self.folder / earlier / "done").exists():
                    raise StageMissing(f"the stage {earlier} has to be done first")
            (self.folder / stage).mkdir(parents=True, exist_ok=True)
            started = process_time()
            work[stage]()
            self.curves.draw()
            done.write_text(f"{process_time() - started:.0f} s of the processor\n", "utf-8")

    # Stages

    def _generate(self) -> None:
        """Let teachers play, and rough games for their results."""
        plan = self.plan
        teachers = Teachers(plan.teachers, plan.shares)
        path = self._file("generate", "games.jsonl.gz")
        have = len(_records(path))
        tasks = [
            (teachers, self.rules, f"{plan.seed}/generate/{number}")
            for number in range(have, plan.games)
        ]
        for number, record in enumerate(self._workers.map(_generate, tasks), have + 1):
            append_record(path, record)
            if number % 10 == 0 or number == plan.games:
                self._say(f"generate: {number} of {plan.games} games")
        starts = [
            first
            for first in range(0, plan.quick_games, _QUICK_AT_ONCE)
            if not self._file("generate", f"quick-{first:06d}.npz").exists()
        ]
        rough = [
            (self.rules, f"{plan.seed}/quick", min(_QUICK_AT_ONCE, plan.quick_games - first), first)
            for first in starts
        ]
        for first, found in zip(starts, self._workers.map(_quick, rough), strict=True):
            write_positions(self._file("generate", f"quick-{first:06d}.npz"), found)
            self._say(f"generate: {first + _QUICK_AT_ONCE} of {plan.quick_games} rough games")

    def _clone(self) -> None:
        """Learn the answers of the teachers, and win chances from all results."""
        taught, (quick, _) = self._taught(), split(self._quick())
        use, left_out = split(taught)
        use = join([use, quick])
        model = Model(self.plan.seed)
        how = Fit(("answers", "victory"), passes=self.plan.clone_passes)
        self._learn_from("clone", model, how, use, left_out)
        # Its own body would learn so few games by heart in more than one pass.
        model.expect_as_it_answers()
        how = Fit(("expectation",), passes=1)
        self._learn_from("clone: who wins", model, how, use, left_out)
        self._write(model, "clone")

    def _self_play(self) -> None:
        """Play against itself and its past, and learn from every round."""
        plan = self.plan
        how = SelfPlay(games=plan.games_of_round)
        model = self._model("clone")
        optimiser = torch.optim.Adam(model.parameters(), how.rate)
        state_file = self._file("self-play", "state.pt")
        first = 0
        if state_file.exists():
            state = torch.load(state_file, weights_only=True)
            model.load_state_dict(state["model"])
            optimiser.load_state_dict(state["optimiser"])
            first = state["round"]
        for number in range(first, plan.rounds):
            past = [
                Network(read_weights(path).arrays)
                for path in sorted((self.folder / "self-play").glob("past-*.npz"))[-8:]
            ]
            figures = play_and_learn(
                model, optimiser, past, self.rules, how, f"{plan.seed}/self-play/{number}"
            )
            self.curves.add("self-play", number + 1, **figures._asdict())
            if (number + 1) % how.keep_every == 0:
                self._write(model, "self-play", f"past-{number + 1:05d}.npz")
            torch.save(
                {
                    "model": model.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "round": number + 1,
                },
                state_file,
            )
            self._say(
                f"self-play: round {number + 1} of {plan.rounds},"
                f" chance {figures.loss_of_chance:.3f}, entropy {figures.entropy:.2f},"
                f" lost at DEFCON 1 {figures.lost_at_defcon:.0%}"
            )
        self._write(self._steadied(model), "self-play")

    def _results(self) -> None:
        """Let the net play many more games as it is, and learn who wins them."""
        plan = self.plan
        weights = self._file("self-play", "net.npz")
        starts = [
            first
            for first in range(0, plan.result_games, _RESULTS_AT_ONCE)
            if not self._file("results", f"games-{first:06d}.npz").exists()
        ]
        tasks = [
            (
                self.rules,
                f"{plan.seed}/results/{first}",
                min(_RESULTS_AT_ONCE, plan.result_games - first),
                first,
                weights,
            )
            for first in starts
        ]
        for first, found in zip(starts, self._workers.map(_own_games, tasks), strict=True):
            write_positions(self._file("results", f"games-{first:06d}.npz"), found)
            self._say(f"results: games from {first} of {plan.result_games}")
        use, left_out = split(self._positions("results", "games"))
        model = self._model("self-play")
        how = Fit(("expectation",), passes=2, batch=1024, rate=8e-4)
        told = use._replace(results=returns(use, Network(model.export())))
        self._learn_from("results: who wins", model, how, told, left_out)
        self._write(model, "results")

    def _steadied(self, model: Model) -> Model:
        """Return the mean of the last selves: what one round has learnt the next may unlearn."""
        kept = sorted((self.folder / "self-play").glob("past-*.npz"))[-_MEAN_OF:]
        nets = [model.export(), *(read_weights(path).arrays for path in kept)]
        mean = Model(self.plan.seed)
        mean.load_state_dict(
            {
                name: torch.from_numpy(np.mean([net[name] for net in nets], 0, np.float32))
                for name in model.state_dict()
            }
        )
        return mean

    def _search(self) -> None:
        """Let the search play with the net that there is now."""
        plan = self.plan
        path = self._file("search", "games.jsonl.gz")
        have = len(_records(path))
        weights = self._file("results", "net.npz")
        teachers = Teachers((plan.searcher,), (1.0,))
        tasks = [
            (teachers, self.rules, f"{plan.seed}/search/{number}", weights)
            for number in range(have, plan.search_games)
        ]
        for number, record in enumerate(self._workers.map(_search, tasks), have + 1):
            append_record(path, record)
            self._say(f"search: {number} of {plan.search_games} games")

    def _fit(self) -> None:
        """Learn the answers of the search; the teachers have nothing to add any more."""
        path = self._file("search", "games.jsonl.gz")
        searched = positions_of(_records(path), self.rules, _SEARCH_FROM)
        # From a few hundred results win chances would learn the games by heart.
        how = Fit(("answers",), passes=self.plan.fit_passes, rate=3e-4)
        model = self._model("results")
        self._learn_from("fit", model, how, *split(searched))
        self._write(model, "fit")

    def _evaluate(self) -> None:
        """Measure the net as a player, and its win chances on games left out of fitting."""
        plan = self.plan
        weights = self._file("fit", "net.npz")
        report: dict[str, object] = {}
        for opponent in plan.opponents:
            tasks = [
                Duel(POLICY, opponent, self.rules, f"{plan.seed}/evaluate", number, weights)
                for number in range(plan.evaluation_games)
            ]
            score = score_of(list(self._workers.map(play_duel, tasks)))
            report[f"policy against {opponent}"] = score._asdict()
            self.curves.add("evaluate", len(report), **{f"against {opponent}": score.share})
            self._say(f"evaluate: the net alone against {opponent}: {score.words()}")
        _, left_out = split(self._taught())
        found = calibration_of(Network(read_weights(weights).arrays), left_out)
        report["win chance on games left out"] = found._asdict()
        self._say(f"evaluate: win chance: Brier {found.brier:.3f}, logloss {found.logloss:.3f}")
        text = json.dumps(report, indent=2)
        self._file("evaluate", "report.json").write_text(text + "\n", encoding="utf-8")

    # Files

    def _file(self, stage: str, name: str) -> Path:
        return self.folder / stage / name

    def _write(self, model: Model, stage: str, name: str = "net.npz") -> None:
        write_weights(self._file(stage, name), model.export(), stage=stage, plan=asdict(self.plan))

    def _model(self, stage: str) -> Model:
        model = Model(self.plan.seed)
        arrays = read_weights(self._file(stage, "net.npz")).arrays
        model.load_state_dict(
            {name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays.items()},
            strict=False,
        )
        return model

    def _taught(self) -> Positions:
        return positions_of(_records(self._file("generate", "games.jsonl.gz")), self.rules)

    def _quick(self) -> Positions:
        found = self._positions("generate", "quick")
        return found._replace(games=found.games + _QUICK_FROM)

    def _positions(self, stage: str, name: str) -> Positions:
        return join([*map(read_positions, sorted((self.folder / stage).glob(f"{name}-*.npz")))])

    def _learn_from(
        self, curve: str, model: Model, how: Fit, use: Positions, left_out: Positions
    ) -> None:
        """Fit a model to positions, and measure it on those that were left out."""
        self.curves.forget(curve)

        def report(words: str, done: float) -> None:
            found = measure(model, left_out.take(np.arange(0, left_out.number, 5)))
            self.curves.add(curve, done, **found.known())
            self._say(f"{curve}: {done:.0%}, {words}, {found.words()}")

        fit(model, use, how, self.plan.seed, report)
        found = measure(model, left_out)
        self.curves.add(curve, 1.0, **found.known())
        self._say(f"{curve}: {found.words()}")


def _records(path: Path) -> list[Record]:
    return list(read_records(path)) if path.exists() else []


def _generate(task: "tuple[Teachers, Rules, str]") -> Record:
    return generate_game(*task)


def _quick(task: "tuple[Rules, str, int, int]") -> Positions:
    return quick_positions(*task)


def _own_games(task: "tuple[Rules, str, int, int, Path]") -> Positions:
    rules, seed, games, first_game, weights = task
    network = Network(read_weights(weights).arrays)
    tables, _ = play_games([network], rules, _RESULTS._replace(games=games), seed)
    return results_of(tables, _SEEN_SHARE, f"{seed}/seen", first_game)


def _search(task: "tuple[Teachers, Rules, str, Path]") -> Record:
    teachers, rules, seed, weights = task
    use_network(Network(read_weights(weights).arrays))
    return generate_game(teachers, rules, seed)
