"""The general: the officer's best plays, played out to the end of the turn in many worlds."""

from math import exp
from random import Random
from typing import Final, NamedTuple

from twilight.bots.caution import MAY_BE_LOST
from twilight.bots.drill import Drill
from twilight.bots.evaluation import Board
from twilight.bots.habits import Style
from twilight.bots.officer import Officer, Play
from twilight.bots.outlook import outlook_between_turns, outlook_of
from twilight.bots.sketch import Sketch, Weights
from twilight.bots.tracks import outcome_value, track_value
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import INFLUENCE, NO_CARD, PASS
from twilight.engine.types import CHANCE, US, Kind
from twilight.engine.view import Observation

SECONDS: Final = 2.0
# Answers of played-out games in a second, by which the time is measured so that a seed gives the
# same moves everywhere: about what this takes uncompiled on one core of a small server.
ANSWERS_PER_SECOND: Final = 12_000
# What a played-out game costs beside its answers: a world, a copy, an evaluation.
OVERHEAD: Final = 8


class Settings(NamedTuple):
    """How the search is conducted."""

    candidates: float = 8
    # Plays that the officer likes so much less than the best are not looked at.
    margin: float = 3.0
    # What a point of the officer's own opinion counts beside the share of games won.
    opinion: float = 0.01
    # So many points make a game as good as won or lost.
    decisive: float = 12.0


class General(Officer):
    """Plays its best ideas out to the end of the turn before it decides."""

    def __init__(
        self,
        seed: int | str = 0,
        seconds: float = SECONDS,
        style: Style | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(seed, style)
        self._budget = int(seconds * ANSWERS_PER_SECOND)
        self._settings = settings or Settings()

    def plays(self, seen: Observation, decision: Decision) -> list[Play]:
        """Order the plays by what comes of them; those not looked at follow."""
        plays = super().plays(seen, decision)
        least = max(plays[0].score - self._settings.margin, -MAY_BE_LOST / 2)
        candidates = [
            play for play in plays[: int(self._settings.candidates)] if play.score > least
        ]
        if len(candidates) < 2:
            return plays
        seed = f"{self._seed}/{seen.state.turn}/{seen.state.round}/{decision.actor}"
        tournament = _Tournament(seen, candidates, self._budget, self._settings, seed)
        ordered = tournament.run()
        return [*ordered, *(play for play in plays if play not in candidates)]


class _Tournament:
    """Sequential halving: all candidates in the same worlds with the same dice, half go on."""

    def __init__(
        self,
        seen: Observation,
        candidates: list[Play],
        budget: int,
        settings: Settings,
        seed: str,
    ) -> None:
        self._seen = seen
        self._side = seen.viewer
        self._settings = settings
        self._weights = Weights(Board(seen.state, outlook_of(seen)))
        self._seed = f"{seed}/worlds"
        self._random = Random(self._seed)
        self._worlds: list[Game] = []
        self._budget = budget
        self._used = 0
        self._candidates = candidates
        self._totals = [0.0] * len(candidates)
        self._numbers = [0] * len(candidates)

    def run(self) -> list[Play]:
        """Return the candidates, the best first."""
        left = list(range(len(self._candidates)))
        order: list[int] = []
        stages = max(1, (len(left) - 1).bit_length())
        for stage in range(stages):
            limit = self._budget * (stage + 1) // stages
            number = 0 if not self._numbers else self._numbers[left[0]]
            while self._used < limit:
                for one in left:
                    self._try(one, number)
                number += 1
            left.sort(key=lambda one: -self._value(one))
            keep = max(1, (len(left) + 1) // 2)
            order = [*left[keep:], *order]
            left = left[:keep]
        return [self._candidates[one] for one in [*left, *order]]

    def _value(self, one: int) -> float:
        number = self._numbers[one]
        mean = self._totals[one] / number if number else 0.5
        return mean + self._settings.opinion * self._candidates[one].score

    def _try(self, one: int, number: int) -> None:
        while len(self._worlds) <= number:
            self._worlds.append(self._seen.sample(self._random))
        game = self._worlds[number].copy()
        chance = SeededChance(f"{self._seed}/{number}")
        self._totals[one] += self._play_out(game, self._candidates[one], chance)
        self._numbers[one] += 1
        self._used += OVERHEAD

    def _play_out(self, game: Game, play: Play, chance: SeededChance) -> float:
        turn = game.state.turn
        side = self._side
        game.answer(PASS if play.card == NO_CARD else play.card)
        if play.card != NO_CARD:
            game.answer(play.mode)
        drill = Drill(Sketch(game.state, self._weights))
        plan = list(play.countries) if play.mode == INFLUENCE else []
        pending = game.pending
        while pending is not None and game.state.turn == turn:
            if pending.actor == CHANCE:
                action = chance.choose(pending)
            elif plan and pending.kind is Kind.PLACE_INFLUENCE and pending.actor == side:
                action = plan.pop(0)
                if action not in pending.options:
                    plan.clear()
                    action = drill.answer(game.state, pending)
            else:
                action = drill.answer(game.state, pending)
            game.answer(action)
            self._used += 1
            pending = game.pending
        if game.outcome is not None:
            value = outcome_value(game.outcome)
        else:
            board = Board(game.state, outlook_between_turns(game.state))
            value = board.value + track_value(game.state)
        return 1 / (1 + exp((-value if side == US else value) / self._settings.decisive))
