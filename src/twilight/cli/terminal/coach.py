"""The coach at the terminal: hints step by step, and a word in time before a blunder."""

from typing import Final, NamedTuple

from twilight.engine.game import Game
from twilight.engine.types import Actor
from twilight.study.coach import STEPS, Verdict, hint, verdict
from twilight.study.judge import shipped_judge
from twilight.study.words import hint_text, play_text, reasons_text


class Begun(NamedTuple):
    """A play that somebody is making: after how many answers its card was chosen, and by whom."""

    length: int
    side: Actor


class TerminalCoach:
    """Remembers which steps of a hint were given, and which play is still to be judged."""

    def __init__(self, code: str, *, warns: bool) -> None:
        self._code: Final = code
        self._warns: Final = warns
        self._hinted: tuple[int, int] = (-1, 0)
        self._begun: Begun | None = None

    def next_hint(self, game: Game) -> tuple[str, str]:
        """Give the next step of a hint for the pending decision: its name, and what it says."""
        length = len(game.record or ())
        given = self._hinted[1] if self._hinted[0] == length else 0
        step = STEPS[min(given, len(STEPS) - 1)]
        self._hinted = (length, given + 1)
        return step, hint_text(hint(game, shipped_judge(), step), self._code)

    def begin(self, length: int, side: Actor) -> None:
        """Note that a card is chosen."""
        self._begun = Begun(length, side) if self._warns else None

    def judge(self, game: Game) -> tuple[Begun, Verdict] | None:
        """Judge the play that was just made, before anybody else goes on; None if it is fine.

        Nothing is said where something has come to light, because that can't be taken back.
        """
        begun, decision = self._begun, game.pending
        if begun is None or (decision is not None and decision.actor == begun.side):
            return None
        self._begun = None
        before = game.rewound(begun.length)
        if before.state.reveals != game.state.reveals:
            return None
        answers = (game.record or [])[begun.length :]
        found = verdict(before, answers, shipped_judge())
        return (begun, found) if found is not None and found.mark == "blunder" else None

    def explain(self, found: Verdict) -> tuple[str, str]:
        """Name the best play and the one that was made, each with its reasons."""
        played, best = (
            f"{play_text(one.line, self._code)}. {reasons_text(one.reasons, self._code)}"
            for one in (found.played, found.best)
        )
        return played, best
