"""The tournament with learnt judgement: the net plays the turns out, and says who is winning."""

from typing import Final

from twilight.bots.search.halving import (
    Candidate,
    Playout,
    Settings,
    Tournament,
    points_between_turns,
)
from twilight.bots.search.together import play_together
from twilight.engine.game import Game
from twilight.engine.types import US
from twilight.engine.view import Observation
from twilight.judgement.chance import logistic, scale_of, settled
from twilight.judgement.judge import open_logits, training_for

# How much the net's opinion counts beside that of the evaluation; together they are better than
# each alone.
NET_SHARE: Final = 0.5
# What an answer of the net costs beside one of the quick player, and what a play-out does before
# any has been played.
_NET_ANSWER: Final = 4
_PLAYOUT: Final = 140.0


class JudgedTournament(Tournament):
    """Sequential halving over candidates that the net plays out to the end of the turn."""

    def __init__(
        self,
        seen: Observation,
        candidates: list[Candidate],
        budget: int,
        settings: Settings,
        seed: str,
    ) -> None:
        super().__init__(seen, candidates, budget, settings, seed)
        self._trained = training_for(seen.state.rules).trained
        # How many play-outs there were, and what they have cost.
        self._number = 0
        self._spent = 0

    def play_round(self, left: list[int], limit: int) -> None:
        """Play candidates out side by side, in as many worlds more as there is time for."""
        if not self._trained:
            super().play_round(left, limit)
            return
        before, first = self._used, self.played(left)
        each = self._spent / self._number if self._number else _PLAYOUT
        worlds = max(1, round((limit - self._used) / (each * len(left))))
        playouts: list[Playout] = []
        for number in range(first, first + worlds):
            for one in left:
                playout = self.begin(one, number)
                playouts.append(playout)
                self._ended[one].append(playout.game)
        self._used += _NET_ANSWER * play_together(playouts, self._side)
        self._number += len(playouts)
        self._spent += self._used - before

    def worths(self, ended: list[Game]) -> list[float]:
        """Return for each play-out the share of games that the side wins from there, about."""
        running = [game for game in ended if game.outcome is None]
        learnt: list[float] = [0.0] * len(running)
        share = NET_SHARE if self._trained else 0.0
        if share and running:
            learnt = open_logits(running, "programs").tolist()
        worths: list[float] = []
        place = 0
        for game in ended:
            if game.outcome is not None:
                us = settled(game.outcome).us
            else:
                points = points_between_turns(game.state) / scale_of(game.state.turn)
                us = logistic(share * learnt[place] + (1 - share) * points)
                place += 1
            worths.append(us if self._side == US else 1 - us)
        return worths
