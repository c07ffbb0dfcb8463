"""The general: the officer's best plays, played out to the end of the turn in many worlds."""

from typing import Final

from twilight.bots.choosing.caution import MAY_BE_LOST, Caution
from twilight.bots.choosing.foresight import Foresight
from twilight.bots.choosing.habits import Style
from twilight.bots.players.officer import Officer, Play, rate_play
from twilight.bots.search.halving import Candidate, Settings, Thought, Tournament
from twilight.engine.board import REGION_MASKS, Mask
from twilight.engine.decision import Decision
from twilight.engine.ids import COUP, INFLUENCE, NO_CARD, PASS, Action, Card
from twilight.engine.types import SCORED_REGIONS
from twilight.engine.view import Observation

SECONDS: Final = 2.0
# Answers of played-out games in a second, by which the time is measured so that a seed gives the
# same moves everywhere: about what plain Python does on one core. Compiled it is four times as
# quick and so done sooner; its choice does not gain from more (docs/bots.md).
ANSWERS_PER_SECOND: Final = 20_000
# The general has seen more than people's habits.
STYLE: Final = Style(habits=0.4, scoring=0.5)
# Other places for an operation are looked at if they promise at most so many points less.
_NEAR: Final = 2.0


class General(Officer):
    """Plays its best ideas out to the end of the turn before it decides."""

    def __init__(
        self,
        seed: int | str = 0,
        seconds: float = SECONDS,
        style: Style | None = None,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(seed, style or STYLE)
        self._budget = int(seconds * ANSWERS_PER_SECOND)
        self._settings = settings or Settings()
        # What the last search found of its candidates; a net can learn from it.
        self.thoughts: list[Thought] = []

    def plays(self, seen: Observation, decision: Decision) -> list[Play]:
        """Order the plays by what comes of them; those not looked at follow."""
        foresight, caution = self.foresight(seen, decision.actor), Caution(seen)
        plays = self.rate_all(decision, foresight, caution)
        # Of the two orders of event and operations the better one is enough.
        best = {(play.card, play.use): play for play in reversed(plays)}
        promising = [play for play in plays if best[play.card, play.use] is play]
        promising = self.candidates(seen, foresight, caution, promising)
        promising.sort(key=lambda play: -play.score)
        ordered = [
            promising[place] for place in self._search(seen, [_opened(play) for play in promising])
        ]
        return [*ordered, *(play for play in plays if play not in promising)]

    def candidates(
        self, seen: Observation, foresight: Foresight, caution: Caution, plays: list[Play]
    ) -> list[Play]:
        """Add to the plays, the best first, others with the same card in other places."""
        return plays + elsewhere(foresight, caution, plays, REGIONS)

    def headlines(self, seen: Observation, decision: Decision) -> list[tuple[float, Card]]:
        """Order the headlines by what comes of them; those not looked at follow."""
        rated = self.rated_headlines(seen, decision)
        candidates = [Candidate(score, (card,)) for score, card in rated]
        return [rated[place] for place in self._search(seen, candidates)]

    def rated_headlines(self, seen: Observation, decision: Decision) -> list[tuple[float, Card]]:
        """Rate every card as a headline before any is played out, the best first."""
        return super().headlines(seen, decision)

    def _search(self, seen: Observation, candidates: list[Candidate]) -> list[int]:
        """Order candidates, given with the best first, by playing the promising ones out."""
        settings = self._settings
        least = max(candidates[0].opinion - settings.margin, -MAY_BE_LOST / 2)
        promising = [
            candidate
            for candidate in candidates[: int(settings.candidates)]
            if candidate.opinion > least
        ]
        order = list(range(len(candidates)))
        self.thoughts = []
        if len(promising) < 2 or not self._budget:
            return order
        tournament = self.tournament(seen, promising, self.seed_of(seen))
        ordered = tournament.run()
        self.thoughts = tournament.thoughts(ordered[0])
        return [*ordered, *order[len(promising) :]]

    def seed_of(self, seen: Observation) -> str:
        """Return what all chance of a search follows from."""
        state = seen.state
        return f"{self._seed}/{state.turn}/{state.round}/{state.segment}/{seen.viewer}"

    def tournament(self, seen: Observation, candidates: list[Candidate], seed: str) -> Tournament:
        """Prepare to play candidates out."""
        return Tournament(seen, candidates, self._budget, self._settings, seed)


REGIONS: Final = {
    mode: tuple(REGION_MASKS[region] for region in SCORED_REGIONS) for mode in (INFLUENCE, COUP)
}


def elsewhere(
    foresight: Foresight,
    caution: Caution,
    plays: list[Play],
    places: "dict[Action, tuple[Mask, ...]]" = REGIONS,
) -> list[Play]:
    """Find other places for the best influence and the best coup: the best in each set."""
    found = []
    for mode, masks in places.items():
        play = next((play for play in plays if play.mode == mode and play.countries), None)
        if play is None or play.score < plays[0].score - _NEAR:
            continue
        whole = rate_play(foresight, play.card, mode).score
        seen_plans = {tuple(sorted(play.countries))}
        for mask in masks:
            other = rate_play(foresight, play.card, mode, mask)
            plan = tuple(sorted(other.countries))
            if not plan or plan in seen_plans or other.score < whole - _NEAR:
                continue
            seen_plans.add(plan)
            if not caution.play(other.card, mode, *other.countries):
                found.append(other._replace(score=play.score + other.score - whole))
    return found


def _opened(play: Play) -> Candidate:
    if play.card == NO_CARD:
        return Candidate(play.score, (PASS,))
    countries = play.countries if play.mode in (INFLUENCE, COUP) else ()
    return Candidate(play.score, (play.card, play.mode), countries)
