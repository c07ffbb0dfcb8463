"""Trying a puzzle: answers are given one by one until the play is whole; no die is rolled."""

from collections.abc import Sequence
from typing import Final

from twilight.engine.game import Game
from twilight.engine.ids import INFLUENCE, NO_CARD, PASS, Action, Card, Country
from twilight.engine.types import Kind
from twilight.study.changes import Change, usual_changes
from twilight.study.lines import CARD_CHOICES, moment_of
from twilight.study.puzzles.puzzle import Puzzle, RatedPlay, judge_answer

# The questions that make up a play: card, use, targets.
_PLACES: Final = (Kind.PLACE_INFLUENCE, Kind.COUP_TARGET)
_PARTS: Final = (*CARD_CHOICES, Kind.PLAY_MODE, *_PLACES)


class Attempt:
    """What somebody has answered to a puzzle so far."""

    def __init__(self, puzzle: Puzzle, answers: Sequence[Action] = ()) -> None:
        self.puzzle: Final = puzzle
        self.game: Final[Game] = puzzle.game()
        self._begun = moment_of(self.game.state)
        self.card: Card = NO_CARD
        self.use: Action = PASS
        self.countries: list[Country] = []
        self._has_answered = False
        for action in answers:
            self.answer(action)

    @property
    def is_whole(self) -> bool:
        """Whether nothing more is to be chosen for the play itself."""
        pending = self.game.pending
        if not self._has_answered:
            return False
        return (
            pending is None
            or not self._is_here
            or pending.actor != self.puzzle.side
            or pending.kind not in _PARTS
            or bool(self.game.state.resolving)
            or (pending.kind in CARD_CHOICES and self.card != NO_CARD)
        )

    @property
    def _is_here(self) -> bool:
        return moment_of(self.game.state) == self._begun

    def answer(self, action: Action) -> None:
        """Choose the next part; IllegalAction tells why something can't be chosen."""
        decision = self.game.pending
        assert decision is not None
        self.game.answer(action)
        self._has_answered = True
        if decision.kind in CARD_CHOICES:
            self.card = NO_CARD if action == PASS else action
        elif decision.kind is Kind.PLAY_MODE:
            self.use = action
        else:
            self.countries.append(action)

    @property
    def rated(self) -> RatedPlay | None:
        """The play of the puzzle with this card and use; None if it was not compared."""
        choice = (self.card, self.use)
        return next((play for play in self.puzzle.plays if play.choice == choice), None)

    def changes(self) -> tuple[Change, ...]:
        """List what the solution usually does to the influence, or the own points if they went
        elsewhere.
        """
        solution = self.puzzle.solution
        if self.use != INFLUENCE or sorted(self.countries) == sorted(solution.countries):
            return solution.changes
        return usual_changes([(self.puzzle.game().state, self.game)])

    def verdict(self) -> str:
        """Tell whether the play is the answer: "solved", "half" or "not"."""
        return judge_answer(self.puzzle, self.card, self.use, self.countries)
