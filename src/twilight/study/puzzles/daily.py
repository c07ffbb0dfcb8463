"""The puzzle of the day: the same for everybody, and another one every day."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from twilight.study.puzzles.puzzle import Puzzle


def daily_puzzle(day: date, puzzles: Sequence[Puzzle]) -> Puzzle:
    """Choose the puzzle of a day; none comes again until all have had their day."""
    shuffled = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)]
