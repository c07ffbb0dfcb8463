"""The marshal: what it has learnt says where to look, the search says what comes of it."""

from math import log
from typing import Final

from twilight.bots.choosing.caution import MAY_BE_LOST, Caution, safest
from twilight.bots.choosing.foresight import Foresight
from twilight.bots.choosing.habits import Style
from twilight.bots.choosing.people import CardUse, liking
from twilight.bots.choosing.quick_caution import cautious
from twilight.bots.players.general import REGIONS, STYLE, General, elsewhere
from twilight.bots.players.officer import Found, Play
from twilight.bots.search.halving import Candidate, Settings, Tournament
from twilight.bots.search.judged import JudgedTournament
from twilight.bots.search.playout_weights import CAREFUL
from twilight.bots.search.proposals import Proposals
from twilight.engine.decision import Decision
from twilight.engine.ids import COUP, INFLUENCE, Action, Card, Country
from twilight.engine.operations.coups import crisis_payments
from twilight.engine.state import State
from twilight.engine.types import NOBODY, Actor, Kind
from twilight.engine.view import Observation
from twilight.judgement.judge import judge, training_for

SECONDS: Final = 2.0
# Answers of played-out games in a second, by which the time is measured so that a seed gives the
# same moves everywhere: about half of what one core does with everything compiled.
ANSWERS_PER_SECOND: Final = 40_000
# Much time is enough to look at what events ask, too.
_MUCH_TIME: Final = ANSWERS_PER_SECOND
# More time looks at more plays.
_CANDIDATES: Final = 15
_CANDIDATES_PER_SECOND: Final = 10
# With so many uses of cards that the net likes best, so many plans of its own are tried.
_LIKED: Final = 4
_PLANS: Final = 2
# A point is worth more than the general thinks: by this scale chances were fitted.
SETTINGS: Final = Settings(margin=4.0, decisive=7.2, playout=CAREFUL, negligible=0.05)
# By how much a play is liked less if the net would choose it less often: points for each unit of
# the logarithm, and the least share that counts (docs/bots.md has what was tried).
PRIOR: Final = 0.5
# The same beside what people would play, in units of the logarithm of their odds.
_PRIOR_BESIDE_PEOPLE: Final = 0.1
_LEAST_SHARE: Final = 0.03
# With much time what events ask is searched as well: the answers that the net likes best, with a
# part of the time for each question.
_PART_FOR_EVENTS: Final = 0.25
_LIKELY: Final = 4


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
        super().__init__(seed, seconds, style or STYLE, settings)
        self._budget = int(seconds * ANSWERS_PER_SECOND)
        # When cards were last exchanged, and how many the hand had then.
        self._exchanging = (0, 0, NOBODY)
        self._hand_before = 0

    def opinion(self, state: State, side: Actor, found: Found, play: Play) -> float:
        """Weigh a use of a card; where there is no time to find out, as people do."""
        if self._budget:
            return super().opinion(state, side, found, play)
        return liking(state, side, use_of(found, play))

    def candidates(
        self, seen: Observation, foresight: Foresight, caution: Caution, plays: list[Play]
    ) -> list[Play]:
        """Weigh the plays by the net's favour, and add those in the places where it would act."""
        if self._budget:
            plays = plays + elsewhere(foresight, caution, plays, REGIONS)
        if not training_for(seen.state.rules).trained:
            return plays
        proposals = Proposals(seen)
        prior = PRIOR if self._budget else _PRIOR_BESIDE_PEOPLE
        plays = [
            play._replace(score=play.score + prior * _favour(proposals, play)) for play in plays
        ]
        if crisis_payments(seen.state, seen.viewer):
            return plays
        return self._ideas(proposals, caution, plays) + plays

    def _ideas(self, proposals: Proposals, caution: Caution, plays: list[Play]) -> list[Play]:
        """Carry the best plays out where the net would: the first of each use as good as it was."""
        best: dict[tuple[Card, Action], Play] = {}
        for play in plays:
            if play.mode in (INFLUENCE, COUP) and play.score > -MAY_BE_LOST / 2:
                best.setdefault((play.card, play.mode), play)
        liked = sorted(best.values(), key=lambda play: -play.score)[:_LIKED]
        known = {_whole(play) for play in plays}
        ideas = []
        uses = [(play.card, play.mode) for play in liked]
        plans_of_uses = proposals.plans(uses, _PLANS if self._budget else 1)
        for play, plans in zip(liked, plans_of_uses, strict=True):
            for plan in plans:
                idea = play._replace(countries=plan)
                if _whole(idea) not in known and not caution.play(play.card, play.mode, *plan):
                    known.add(_whole(idea))
                    ideas.append(idea)
        return ideas

    def within_play(self, seen: Observation, decision: Decision) -> Action:
        """Answer what a play or an event asks as the net likes it best, if that is safe.

        With much time its favourites are played out.
        """
        # To pay for a crisis comes before the coup that would lose the game.
        crisis = decision.kind is Kind.CRISIS_PAYMENT
        if crisis or not training_for(seen.state.rules).trained:
            return super().within_play(seen, decision)
        options = cautious(seen.state, safest(seen, decision), self._hand_of_exchange(seen))
        scores = judge(seen).scores
        liked = sorted(options, key=lambda option: -scores[option])
        likely = [option for option in liked[:_LIKELY] if scores[option] >= _LEAST_SHARE]
        # What is asked before the first turn has no turn to be played out in.
        has_begun = decision.kind.value >= Kind.HEADLINE.value
        if self._budget >= _MUCH_TIME and has_begun and len(likely) > 1:
            return self._best_of(seen, decision.kind, likely, scores)
        return liked[0]

    def _best_of(
        self, seen: Observation, kind: Kind, likely: list[Action], scores: dict[Action, float]
    ) -> Action:
        """Play out what an event is answered with, each option as good as the net likes it."""
        candidates = [Candidate(PRIOR * _logarithm(scores[one]), (one,)) for one in likely]
        budget = int(self._budget * _PART_FOR_EVENTS)
        seed = f"{self.seed_of(seen)}/{kind.name}"
        tournament = JudgedTournament(seen, candidates, budget, self._settings, seed)
        best = tournament.run()[0]
        self.thoughts = tournament.thoughts(best)
        return likely[best]

    def _hand_of_exchange(self, seen: Observation) -> int:
        """Return how many cards the hand had before the event of now took the first of them."""
        state = seen.state
        now = (state.turn, state.round, state.phasing)
        hand = len(state.hands[seen.viewer])
        if now != self._exchanging or hand > self._hand_before:
            self._exchanging = now
            self._hand_before = hand
        return self._hand_before

    def rated_headlines(self, seen: Observation, decision: Decision) -> list[tuple[float, Card]]:
        """Rate every card as a headline, weighed by the net's favour."""
        rated = super().rated_headlines(seen, decision)
        if not training_for(seen.state.rules).trained:
            return rated
        shares = judge(seen).scores
        weighed = [(score + PRIOR * _logarithm(shares[card]), card) for score, card in rated]
        return sorted(weighed, key=lambda one: -one[0])

    def tournament(self, seen: Observation, candidates: list[Candidate], seed: str) -> Tournament:
        """Prepare to play candidates out, to be judged where they end."""
        return JudgedTournament(seen, candidates, self._budget, self._settings, seed)


def use_of(found: Found, play: Play) -> CardUse:
    """Gather what was found out about a use of a card."""
    best = found.best
    trapped = found.trapped >= MAY_BE_LOST
    return CardUse(found.card, play.use, play.score, best.use, best.score, found.later, trapped)


def _whole(play: Play) -> tuple[Card, Action, tuple[Country, ...]]:
    return play.card, play.mode, tuple(sorted(play.countries))


def _favour(proposals: Proposals, play: Play) -> float:
    return _logarithm(proposals.share(play.card, play.mode))


def _logarithm(share: float) -> float:
    return log(max(_LEAST_SHARE, share))
