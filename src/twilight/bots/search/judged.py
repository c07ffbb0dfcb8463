"""The tournament with learnt win chances: where play-outs end, net and evaluation are asked."""

from typing import Final

from twilight.bots.search.halving import (
    Candidate,
    Ended,
    Playout,
    Settings,
    Tournament,
    points_between_turns,
)
from twilight.bots.search.together import play_together
from twilight.engine.types import US
from twilight.engine.view import Observation
from twilight.judgement.chance import logistic, scale_of, settled
from twilight.judgement.judge import open_logits, training_for

# How much the net's opinion counts beside that of the evaluation; together they are better than
# each alone.
NET_SHARE: Final = 0.5
# In one world the quick player plays both sides, in the next one the net until the side chooses its
# next card, and where there is time for it, in a third one the net plays the whole turn. They err
# in different places, and together less than each alone.
_UNTIL_NEXT_CARD: Final = 1
_WHOLE_TURN: Final = 2
_KINDS: Final = 2
_KINDS_WITH_TIME: Final = 3
# So many answers are time for it.
MUCH_TIME: Final = 60_000
# What an answer of the net costs beside one of the quick player, and what a play-out does before
# any has been played.
_NET_ANSWER: Final = 3
_PLAYOUT: Final = 75.0


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
        self._kinds = _KINDS_WITH_TIME if budget >= MUCH_TIME else _KINDS
        # How many play-outs there were, and what they have cost.
        self._number = 0
        self._spent = 0

    def play_round(self, left: list[int], limit: int) -> None:
        """Play candidates out side by side, in as many worlds more as there is time for."""
        if not self._share:
            super().play_round(left, limit)
            return
        before, first = self._used, self.played(left)
        each = self._spent / self._number if self._number else _PLAYOUT
        worlds = max(1, round((limit - self._used) / (each * len(left))))
        begun: list[tuple[int, Playout]] = []
        learnt: list[Playout] = []
        thorough: list[tuple[int, Playout]] = []
        for number in range(first, first + worlds):
            kind = number % self._kinds
            for one in left:
                playout = self.begin(one, number)
                if kind in (_UNTIL_NEXT_CARD, _WHOLE_TURN):
                    learnt.append(playout)
                (thorough if kind == _WHOLE_TURN else begun).append((one, playout))
        self._used += _NET_ANSWER * play_together(learnt, self._side)
        for one, playout in begun:
            self.finish(one, playout)
        self._play_thoroughly(thorough)
        self._number += len(begun) + len(thorough)
        self._spent += self._used - before

    def _play_thoroughly(self, begun: list[tuple[int, Playout]]) -> None:
        """Let the net play on to the end of the turn, with a look back at the next choice."""
        midway = [None if one.is_over() else one.game.copy() for _, one in begun]
        playouts = [playout for _, playout in begun]
        asked = play_together(playouts, self._side, whole_turn=True)
        self._used += _NET_ANSWER * asked
        for (one, playout), before in zip(begun, midway, strict=True):
            self._ended[one].append(Ended(playout.game, before))

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
