"""The general: the officer's best plays, played out to the end of the turn in many worlds."""

from typing import Final

from twilight.bots.caution import MAY_BE_LOST
from twilight.bots.habits import Style
from twilight.bots.officer import Officer, Play
from twilight.bots.tournament import Candidate, Settings, Tournament
from twilight.engine.decision import Decision
from twilight.engine.ids import INFLUENCE, NO_CARD, PASS, Card
from twilight.engine.view import Observation

SECONDS: Final = 2.0
# Answers of played-out games in a second, by which the time is measured so that a seed gives the
# same moves everywhere: about what this takes uncompiled on one core of a small server.
ANSWERS_PER_SECOND: Final = 16_000
# The general has seen more than people's habits.
STYLE: Final = Style(habits=0.4, scoring=0.5)


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

    def plays(self, seen: Observation, decision: Decision) -> list[Play]:
        """Order the plays by what comes of them; those not looked at follow."""
        plays = super().plays(seen, decision)
        # Of the two orders of event and operations the better one is enough.
        first = {(play.card, play.use): play for play in reversed(plays)}
        plays.sort(key=lambda play: first[play.card, play.use] is not play)
        candidates = [_opened(play) for play in plays[: len(first)]]
        ordered = self._search(seen, candidates)
        return [*(plays[place] for place in ordered), *plays[len(first) :]]

    def headlines(self, seen: Observation, decision: Decision) -> list[tuple[float, Card]]:
        """Order the headlines by what comes of them; those not looked at follow."""
        rated = super().headlines(seen, decision)
        candidates = [Candidate(score, (card,)) for score, card in rated]
        return [rated[place] for place in self._search(seen, candidates)]

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
        if len(promising) < 2:
            return order
        state = seen.state
        seed = f"{self._seed}/{state.turn}/{state.round}/{state.segment}/{seen.viewer}"
        ordered = Tournament(seen, promising, self._budget, settings, seed).run()
        return [*ordered, *order[len(promising) :]]


def _opened(play: Play) -> Candidate:
    if play.card == NO_CARD:
        return Candidate(play.score, (PASS,))
    markers = play.countries if play.mode == INFLUENCE else ()
    return Candidate(play.score, (play.card, play.mode), markers)
