"""The tournament with learnt win chances: where play-outs end, net and evaluation are asked."""

from typing import Final

from twilight.bots.search.halving import (
    Candidate,
    Ended,
    Settings,
    Tournament,
    points_between_turns,
)
from twilight.engine.types import US
from twilight.engine.view import Observation
from twilight.judgement.chance import logistic, scale_of, settled
from twilight.judgement.judge import open_logits, training_for

# How much the net's opinion counts beside that of the evaluation; together they are better than
# each alone.
NET_SHARE: Final = 0.5


class JudgedTournament(Tournament):
    """Sequential halving over candidates whose play-outs the judgement values."""

    def __init__(
        self,
        seen: Observation,
        candidates: list[Candidate],
        budget: int,
        settings: Settings,
        seed: str,
    ) -> None:
        trained = training_for(seen.state.rules).trained
        if not trained:
            # The evaluation alone is made for the ends of turns.
            settings = settings._replace(midway=0.0)
        super().__init__(seen, candidates, budget, settings, seed)
        self._share = NET_SHARE if trained else 0.0

    def worths(self, ended: list[Ended]) -> list[float]:
        """Return for each play-out the share of games that the side wins from there, about."""
        running = [one.game for one in ended if one.game.outcome is None]
        midway = [one.midway for one in ended if one.midway is not None]
        learnt: list[float] = [0.0] * (len(running) + len(midway))
        if self._share and learnt:
            learnt = open_logits(running + midway, "programs").tolist()
        worths: list[float] = []
        place, place_midway = 0, len(running)
        for one in ended:
            game = one.game
            if game.outcome is not None:
                us = settled(game.outcome).us
            else:
                points = points_between_turns(game.state) / scale_of(game.state.turn)
                us = logistic(self._share * learnt[place] + (1 - self._share) * points)
                place += 1
            if one.midway is not None:
                us += self._settings.midway * (logistic(learnt[place_midway]) - us)
                place_midway += 1
            worths.append(us if self._side == US else 1 - us)
        return worths
