"""The check: logs replayed and compared, with a report for people and one for programs."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from twilight.engine.game import Game
from twilight.engine.text.problems import Phrase
from twilight.replays.checking.compare import Disagreement, UnreadableLine
from twilight.replays.format.lines import LineKind, Statement, spell
from twilight.replays.format.parser import LogError, read_log
from twilight.replays.importing.playthrough import replay


@dataclass
class FileReport:
    """What the check of one file has found."""

    file: str
    lines: int = 0
    facts: int = 0
    agreed: int = 0
    disagreement: Disagreement | None = None
    game: Game | None = None

    def __str__(self) -> str:
        if self.disagreement is None:
            return f"{self.file}: {self.lines} lines, all {self.facts} facts agree{self._end()}"
        return f"{self.file}: {self.disagreement}"

    def _end(self) -> str:
        outcome = self.game.outcome if self.game is not None else None
        if outcome is None:
            return ""
        return f"; {spell(Statement(LineKind.WINS, outcome.winner, -1, (outcome.reason,)))}"


@dataclass
class Report:
    """What the check of several files has found."""

    files: list[FileReport] = field(default_factory=list)

    @property
    def agrees(self) -> bool:
        """Tell whether every stated fact of every file agrees."""
        return all(file.disagreement is None for file in self.files)

    def as_dict(self) -> dict[str, object]:
        """Write the report as plain data."""
        return {
            "files": len(self.files),
            "files_agreed": sum(file.disagreement is None for file in self.files),
            "lines": sum(file.lines for file in self.files),
            "facts": sum(file.facts for file in self.files),
            "facts_agreed": sum(file.agreed for file in self.files),
            "disagreements": [
                {
                    "file": file.file,
                    "line": file.disagreement.number,
                    "text": file.disagreement.text,
                    "expected": str(file.disagreement.expected),
                    "got": str(file.disagreement.got),
                }
                for file in self.files
                if file.disagreement is not None
            ],
        }


def check_file(path: str | Path) -> FileReport:
    """Check one file; one that is no log disagrees at the line that shows it."""
    report = FileReport(str(path))
    try:
        log = read_log(path)
        report.lines = log.length
        result = replay(log)
    except LogError as error:
        report.disagreement = UnreadableLine(
            error.number, error.text, Phrase("a line of a log"), error.problem
        )
        return report
    report.facts = result.facts
    report.agreed = result.agreed
    report.disagreement = result.disagreement
    report.game = result.game
    return report


def check_files(paths: Iterable[str | Path]) -> Report:
    """Check several files."""
    return Report([check_file(path) for path in paths])
