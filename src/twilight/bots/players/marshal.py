"""The marshal: what it has learnt says where to look, the search says what comes of it."""

from math import log
from typing import Final

from twilight.bots.choosing.caution import Caution
from twilight.bots.choosing.foresight import Foresight
from twilight.bots.choosing.habits import Style
from twilight.bots.players.general import REGIONS, STYLE, General, elsewhere
from twilight.bots.players.officer import Play
from twilight.bots.search.halving import Candidate, Settings, Tournament
from twilight.bots.search.judged import JudgedTournament
from twilight.bots.search.playout_weights import CAREFUL
from twilight.bots.search.proposals import Proposals
from twilight.engine.board import Mask
from twilight.engine.decision import Decision
from twilight.engine.ids import COUP, INFLUENCE, Action, Card
from twilight.engine.view import Observation
from twilight.judgement.judge import judge

SECONDS: Final = 2.0
# Answers of played-out games in a second, with what it costs to judge where they end: about what
# one core of a small server does with everything compiled.
ANSWERS_PER_SECOND: Final = 40_000
# More time looks at more plays.
_CANDIDATES: Final = 10
_CANDIDATES_PER_SECOND: Final = 4
_PLACES: Final = 3
# A point is worth more than the general thinks: by this scale chances were fitted.
SETTINGS: Final = Settings(margin=4.0, decisive=7.2, midway=0.5, playout=CAREFUL)
# By how much a play is liked less if the net would choose it less often: points for each unit of
# the logarithm, and the least share that counts. With the net of today little more than a tie is
# decided by it: more of it foretold the choices of a long search worse (docs/judgement.md).
PRIOR: Final = 0.05
_LEAST_SHARE: Final = 0.03


class Marshal(General):
    """Learnt judgement and search together; without time the judgement alone."""

    def __init__(
        self,
        seed: int | str = 0,
        seconds: float = SECONDS,
        style: Style | None = None,
        settings: Settings | None = None,
    ) -> None:
        candidates = _CANDIDATES + _CANDIDATES_PER_SECOND * seconds
        settings = (settings or SETTINGS)._replace(candidates=candidates)
        # What people usually do is a good guide where there is no time to find out.
        super().__init__(seed, seconds, style or (STYLE if seconds else Style()), settings)
        self._budget = int(seconds * ANSWERS_PER_SECOND)

    def candidates(
        self, seen: Observation, foresight: Foresight, caution: Caution, plays: list[Play]
    ) -> list[Play]:
        """Weigh the plays by the net's favour, and add places where it would act."""
        proposals = Proposals(seen)
        if self._budget:
            found = elsewhere(foresight, caution, plays, REGIONS)
            known = {(play.card, play.mode, tuple(sorted(play.countries))) for play in found}
            for play in elsewhere(foresight, caution, plays, self._places(proposals, plays)):
                if (play.card, play.mode, tuple(sorted(play.countries))) not in known:
                    found.append(play)
            plays = plays + found
        return [
            play._replace(score=play.score + PRIOR * _favour(proposals, play)) for play in plays
        ]

    def rated_headlines(self, seen: Observation, decision: Decision) -> list[tuple[float, Card]]:
        """Rate every card as a headline, weighed by the net's favour."""
        rated = super().rated_headlines(seen, decision)
        shares = judge(seen).scores
        weighed = [(score + PRIOR * _logarithm(shares[card]), card) for score, card in rated]
        return sorted(weighed, key=lambda one: -one[0])

    def _places(self, proposals: Proposals, plays: list[Play]) -> dict[Action, tuple[Mask, ...]]:
        places: dict[Action, tuple[Mask, ...]] = {}
        for mode in (INFLUENCE, COUP):
            play = next((play for play in plays if play.mode == mode and play.countries), None)
            if play is not None:
                places[mode] = proposals.places(play.card, mode, _PLACES)
        return places

    def tournament(self, seen: Observation, candidates: list[Candidate], seed: str) -> Tournament:
        """Prepare to play candidates out, to be judged where they end."""
        return JudgedTournament(seen, candidates, self._budget, self._settings, seed)


def _favour(proposals: Proposals, play: Play) -> float:
    return _logarithm(proposals.share(play.card, play.mode))


def _logarithm(share: float) -> float:
    return log(max(_LEAST_SHARE, share))
