"""The review of a game: every card choice against the best that was found, and luck apart.

A choice is judged with the whole play that followed it (card, use, targets) by what its side knew;
the chance that is told beside it is that with open hands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from twilight.engine.decision import Decision
from twilight.engine.driver import AnyPlayer
from twilight.engine.game import Game
from twilight.engine.types import NOBODY, SIDES, US, Actor, Kind
from twilight.engine.view import observe
from twilight.study.changes import WORLDS
from twilight.study.comparison import Comparison
from twilight.study.curve import ChancePoint, Curve, chance_curve
from twilight.study.judge import Judge
from twilight.study.lines import Line, candidate_lines, played_line
from twilight.study.opinion import opinion_of
from twilight.study.reasons import Reason, reasons_for

# Points of win chance from which a loss is called by these names.
MARKS: Final = ((0.12, "blunder"), (0.06, "mistake"), (0.03, "inaccuracy"))
# A play is the only one if all others lose so much.
ONLY: Final = 0.12
# The plays that are looked at beside the one that was played.
CANDIDATES: Final = 8
# The mean loss of the general, which makes an accuracy of 95; docs/analysis.md says how measured.
GENERAL_LOSS: Final = 0.0114
GENERAL_ACCURACY: Final = 95.0
# With fewer turns there is too little to measure.
LEAST_TURNS: Final = 3
KEY_MOMENTS: Final = 3


@dataclass
class Moment:
    """A card choice: the chance before and after it, and what it lost."""

    point: ChancePoint
    side: Actor
    played: Line
    # The chance of the US with open hands when the next card is chosen.
    after: float = 0.5
    loss: float | None = None
    mark: str | None = None
    best: Line | None = None
    best_chance: float | None = None
    played_chance: float | None = None
    reasons: list[Reason] = field(default_factory=list)
    # What another player would have played, where one was asked, and what that would have lost.
    opinion: Line | None = None
    opinion_loss: float | None = None


@dataclass
class Review:
    """What was found out about a game."""

    winner: Actor
    curve: Curve
    moments: list[Moment]
    turns: int

    def accuracy(self, side: Actor) -> float | None:
        """Return how close a side came to the best plays; None if that was not measured."""
        losses = [
            moment.loss
            for moment in self.moments
            if moment.side == side and moment.loss is not None
        ]
        if not losses or self.turns < LEAST_TURNS:
            return None
        mean = sum(losses) / len(losses)
        return max(0.0, 100 - (100 - GENERAL_ACCURACY) * mean / GENERAL_LOSS)

    def count(self, side: Actor, mark: str) -> int:
        """Count the marks of a kind."""
        return sum(moment.side == side and moment.mark == mark for moment in self.moments)

    def agreement(self) -> tuple[int, int]:
        """Count how often the asked player would have played alike, and how often it was asked."""
        asked = [moment for moment in self.moments if moment.opinion is not None]
        same = [one for one in asked if one.opinion and one.opinion.choice == one.played.choice]
        return len(same), len(asked)

    def key_moments(self) -> list[Moment]:
        """Return the worst decision of each side and the best one of the winner, in their order."""
        found = []
        judged = [moment for moment in self.moments if moment.loss is not None]
        for side in SIDES:
            own = [moment for moment in judged if moment.side == side and moment.loss]
            if own:
                found.append(max(own, key=lambda one: one.loss or 0.0))
        own = [one for one in self.moments if one.side == self.winner and one not in found]
        if own:
            found.append(max(own, key=_gain))
        return sorted(found[:KEY_MOMENTS], key=lambda one: one.point.answer)


def _gain(moment: Moment) -> float:
    """Return what a play brought its side; a play that lost something is no good example."""
    change = moment.after - moment.point.open_hands
    return (change if moment.side == US else -change) - 2 * (moment.loss or 0.0)


Progress = Callable[[int, int], None]


def review(
    game: Game,
    judge: Judge,
    seconds: float | None = None,
    progress: Progress | None = None,
    player: AnyPlayer | None = None,
) -> Review:
    """Review a recorded game; with seconds, every card choice is compared for about so long.

    A player is asked at each of them what it would have played.
    """
    curve = chance_curve(game, judge)
    moments = [
        Moment(point, point.side, played)
        for point, (_, _, _, played) in zip(curve.points, card_choices(game), strict=False)
    ]
    for moment, later in zip(moments, curve.points[1:], strict=False):
        moment.after = later.open_hands
    winner = NOBODY if game.outcome is None else game.outcome.winner
    found = Review(winner, curve, moments, game.state.turn)
    if player is not None:
        for moment, (_, before, _, _) in zip(moments, card_choices(game), strict=True):
            moment.opinion = opinion_of(player, before, moment.side)
    if seconds is not None:
        for place in judge_choices(game, found, judge, seconds, 0, len(moments)):
            if progress is not None:
                progress(place + 1, len(moments))
    return found


def judge_choices(
    game: Game, found: Review, judge: Judge, seconds: float, first: int, last: int
) -> Iterator[int]:
    """Judge some of the card choices of a game, and yield the place of each when it is done."""
    for place, (_, before, decision, _) in enumerate(card_choices(game)):
        if place >= last:
            break
        if place >= first:
            judge_choice(found.moments[place], before, decision, judge, seconds)
            yield place


def card_choices(game: Game) -> Iterator[tuple[int, Game, Decision, Line]]:
    """Go through the card choices of a record: how many answers lie before each, the game there,
    what is asked, and what was played.
    """
    walker = Game(game.origin, record=False)
    record = game.record or []
    for number, action in enumerate(record):
        decision = walker.pending
        assert decision is not None
        if decision.kind in (Kind.HEADLINE, Kind.ROUND_CARD):
            yield number, walker, decision, played_line(walker, record[number:])
        walker.answer(action)


def judge_choice(
    moment: Moment, game: Game, decision: Decision, judge: Judge, seconds: float
) -> None:
    """Compare what was played with the best plays that its side could find."""
    moment.loss = 0.0
    moment.opinion_loss = None if moment.opinion is None else 0.0
    if len(decision.options) == 1 and decision.kind is Kind.HEADLINE:
        return
    comparison = compare_choice(game, decision, judge, seconds, moment.played, moment.opinion)
    if len(comparison.lines) < 2:
        return
    keys = [line.key for line in comparison.lines]
    place = keys.index(moment.played.key)
    best = comparison.order()[0]
    moment.loss = 0.0 if best == place else comparison.loss(place)
    moment.mark = mark_of(moment.loss)
    if moment.mark is None and is_only_play(comparison, place):
        moment.mark = "only"
    moment.best = comparison.lines[best if moment.loss > 0 else place]
    moment.played_chance = comparison.chance(place)
    moment.best_chance = min(1.0, moment.played_chance + moment.loss)
    if moment.opinion is not None:
        other = keys.index(moment.opinion.key)
        moment.opinion_loss = 0.0 if best == other else comparison.loss(other)
    if moment.mark is not None:
        shown = place if moment.mark == "only" else best
        results = comparison.results(shown, WORLDS)
        moment.reasons = reasons_for(comparison, shown, results)


def compare_choice(
    game: Game,
    decision: Decision,
    judge: Judge,
    seconds: float,
    *wanted: Line | None,
    every: bool = False,
) -> Comparison:
    """Play the promising plays of a card choice out, or every one, and those that are wanted."""
    seen = observe(game, decision.actor)
    candidates = candidate_lines(seen, decision)
    lines = candidates if every else candidates[:CANDIDATES]
    keep: list[int] = []
    for play in wanted:
        if play is None or any(lines[place].key == play.key for place in keep):
            continue
        # What was answered inside events belongs to the play, so it takes the candidate's place.
        lines = [play if line.key == play.key else line for line in lines]
        if play not in lines:
            lines.append(play)
        keep.append(lines.index(play))
    seed = f"{seen.state.turn}/{seen.state.round}/{decision.actor}"
    comparison = Comparison(seen, lines, judge, seed)
    compared = {line.key for line in lines}
    comparison.left_out = sum(line.key not in compared for line in candidates)
    comparison.run(seconds, keep, last=min(4, len(lines)))
    return comparison


def mark_of(loss: float) -> str | None:
    """Name a loss of win chance, if it is worth a name."""
    return next((name for least, name in MARKS if loss >= least), None)


def is_only_play(comparison: Comparison, place: int) -> bool:
    """Tell whether all other plays lose much more."""
    others = [one for one in range(len(comparison.lines)) if one != place]
    return bool(others) and all(
        comparison.chance(place) - comparison.chance(one) >= ONLY for one in others
    )
