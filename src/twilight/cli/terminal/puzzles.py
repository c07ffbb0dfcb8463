"""Puzzles at the terminal: one decision after the other, with a streak that is kept."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from rich.text import Text

from twilight.cli.arguments import BadInput
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.prompt import options_view, read_answer
from twilight.cli.terminal.screen import board, effects_line, hand, status
from twilight.cli.terminal.words import Words
from twilight.engine.text.refusals import explain_refusal
from twilight.engine.view import observe
from twilight.study.coach import puzzle_hint
from twilight.study.puzzles.attempt import Attempt
from twilight.study.puzzles.puzzle import Puzzle
from twilight.study.words import hint_text, play_text, reasons_text

TRIES: Final = 2


@dataclass
class Progress:
    """Which puzzles were seen, and how many were solved in a row."""

    seen: list[str] = field(default_factory=list)
    streak: int = 0
    best: int = 0

    @classmethod
    def read(cls, path: Path) -> "Progress":
        """Read what was kept; a file that is damaged begins anew."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            seen = [str(one) for one in data["seen"]]
            return cls(seen, int(data["streak"]), int(data["best"]))
        except (OSError, ValueError, KeyError, TypeError):
            return cls()

    def write(self, path: Path) -> None:
        """Keep it; a place that can't be written to is no reason to stop."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(asdict(self)), encoding="utf-8")
        except OSError:
            return

    def note(self, puzzle: str, *, solved: bool) -> None:
        """Note how a puzzle ended; each counts once."""
        if puzzle in self.seen:
            return
        self.seen.append(puzzle)
        self.streak = self.streak + 1 if solved else 0
        self.best = max(self.best, self.streak)

    def next_of(self, puzzles: Sequence[Puzzle], random: Random) -> Puzzle:
        """Choose a puzzle that was not seen; when all were, they begin again."""
        fresh = [one for one in puzzles if one.id not in self.seen]
        if not fresh:
            self.seen = []
            fresh = list(puzzles)
        return fresh[int(random.random() * len(fresh))]


class PuzzleSession:
    """Asks puzzles until somebody has enough of them."""

    def __init__(self, terminal: Terminal, words: Words, progress: Progress, path: Path) -> None:
        self._terminal: Final = terminal
        self._words: Final = words
        self._progress: Final = progress
        self._path: Final = path

    def solve(self, puzzle: Puzzle) -> bool:
        """Ask one puzzle; False tells that there are no more answers."""
        words = self._words
        title = words.text(f"puzzle.{puzzle.kind}")
        about = words.text("puzzle.title", kind=title, id=puzzle.id, rating=puzzle.rating)
        self._terminal.show("", Text(about, style="bold"))
        self._show(Attempt(puzzle))
        for _ in range(TRIES):
            attempt = Attempt(puzzle)
            verdict = self._try(attempt)
            if verdict is None:
                return False
            if verdict == "solved":
                return self._end(puzzle, solved=True)
            if verdict == "given_up":
                break
            self._say("puzzle.half" if verdict == "half" else "puzzle.not", "yellow")
            self._say_why_not(attempt)
        return self._end(puzzle, solved=False)

    def _try(self, attempt: Attempt) -> str | None:
        """Let somebody answer until the play is whole; None at the end of the lines."""
        puzzle = attempt.puzzle
        while not attempt.is_whole:
            decision = attempt.game.pending
            assert decision is not None
            seen = observe(attempt.game, puzzle.side)
            question = self._words.question(seen.state, decision)
            self._terminal.show(Text(question), options_view(seen, decision, self._words))
            line = self._terminal.ask(self._words.text("puzzle.prompt"))
            if line is None or line.strip().lower() in ("quit", "exit", "q"):
                return None
            if line.strip().lower() == "solution":
                return "given_up"
            if line.strip().lower() == "hint":
                self._hint(puzzle)
                continue
            try:
                action = read_answer(line, seen.state, decision, self._words)
            except BadInput as error:
                self._terminal.show(Text(str(error), style="yellow"))
                continue
            if action in decision.options:
                attempt.answer(action)
            else:
                why = explain_refusal(seen.state, decision, action, self._words.language)
                self._terminal.show(Text(why, style="yellow"))
        return attempt.verdict()

    def _say_why_not(self, attempt: Attempt) -> None:
        """Tell what a wrong play loses and does, as far as it was compared."""
        play, solution = attempt.rated, attempt.puzzle.solution
        if play is None or play is solution:
            return
        reasons = reasons_text(play.reasons, self._words.language.code)
        self._say("puzzle.loses", "dim", n=round(100 * (solution.chance - play.chance)))
        self._terminal.show(Text(reasons, style="dim"))

    def _hint(self, puzzle: Puzzle) -> None:
        """Tell the idea of the answer, which ends the streak."""
        self._progress.note(puzzle.id, solved=False)
        code = self._words.language.code
        self._terminal.show(Text(hint_text(puzzle_hint(puzzle), code), style="cyan"))

    def _show(self, attempt: Attempt) -> None:
        seen = observe(attempt.game, attempt.puzzle.side)
        self._terminal.show(board(seen, self._words, self._terminal.width))
        effects = effects_line(seen.state, self._words)
        if effects is not None:
            self._terminal.show(effects)
        self._terminal.show(hand(seen, self._words), status(seen, self._words))

    def _end(self, puzzle: Puzzle, *, solved: bool) -> bool:
        """Tell the solution and why, and how many were solved in a row."""
        code = self._words.language.code
        self._progress.note(puzzle.id, solved=solved)
        self._progress.write(self._path)
        self._say("puzzle.solved" if solved else "puzzle.solution", "green" if solved else "cyan")
        for rank, play in enumerate(puzzle.ranked, 1):
            text = play_text(play, code)
            self._terminal.show(Text(f"{rank:3} {100 * play.chance:3.0f} %  {text}"))
            self._terminal.show(Text(f"           {reasons_text(play.reasons, code)}", style="dim"))
        streak, best = self._progress.streak, self._progress.best
        self._say("puzzle.streak", streak=streak, best=best, seen=len(self._progress.seen))
        return True

    def _say(self, key: str, style: str = "", **fields: object) -> None:
        self._terminal.show(Text(self._words.text(key, **fields), style=style))
