"""A dataset of games: one row a game, as JSON lines or as one Parquet file.

docs/research.md has the columns. A row holds the rules and every answer, those of chance too, so
that the game can be played again to any moment.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from twilight.engine.game import Game
from twilight.engine.rules import OptionValue, RulesError, rules_from_dict

JSON_LINES: Final = ".jsonl"
PARQUET: Final = ".parquet"


class DatasetError(ValueError):
    """A file that is no dataset, or that can't be written."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game: who played by which rules, how it ended, and every answer by its action id."""

    number: int
    seed: str
    us: str
    ussr: str
    winner: str
    reason: str
    vp: int
    turn: int
    rules: dict[str, OptionValue]
    answers: list[int]

    def game(self, answers: int | None = None) -> Game:
        """Play the game again, to its end or up to so many answers."""
        played = Game.new(rules_from_dict(self.rules))
        for action in self.answers[:answers]:
            played.answer(action)
        return played


def check_file(path: Path) -> Path:
    """Refuse a file of a kind that can't be written, before any game is played for it."""
    if path.suffix not in (JSON_LINES, PARQUET):
        raise DatasetError(f"{path} is neither a {JSON_LINES} nor a {PARQUET} file")
    if not path.absolute().parent.is_dir():
        raise DatasetError(f"there is no folder for {path}")
    if path.suffix == PARQUET:
        _pyarrow("pyarrow")
    return path


def write_games(path: str | Path, rows: Iterable[GameRow]) -> None:
    """Write a dataset; the ending of its name says how."""
    file = check_file(Path(path))
    if file.suffix == JSON_LINES:
        with file.open("w", encoding="utf-8") as lines:
            for row in rows:
                lines.write(json.dumps(asdict(row), separators=(",", ":")) + "\n")
        return
    arrow = _pyarrow("pyarrow")
    plain = [asdict(row) | {"rules": json.dumps(row.rules)} for row in rows]
    table = arrow.Table.from_pylist(plain, schema=_schema(arrow))
    _pyarrow("pyarrow.parquet").write_table(table, file, compression="zstd")


def read_games(path: str | Path) -> Iterator[GameRow]:
    """Read a dataset row by row; DatasetError says what is wrong with it."""
    file = check_file(Path(path))
    reading = _read_lines(file) if file.suffix == JSON_LINES else _read_parquet(file)
    for place, data in enumerate(reading, 1):
        try:
            yield _row(data)
        except (KeyError, TypeError, ValueError) as error:
            raise DatasetError(f"{file}: row {place} is no game: {error}") from error


def _row(data: dict[str, Any]) -> GameRow:
    row = GameRow(**{one.name: data[one.name] for one in fields(GameRow)})
    for one in fields(GameRow):
        kind = one.type if isinstance(one.type, type) else None
        if kind is not None and not isinstance(getattr(row, one.name), kind):
            raise TypeError(f"{one.name} is {getattr(row, one.name)!r}")
    try:
        rules_from_dict(row.rules)
    except RulesError as error:
        raise ValueError(f"rules: {error}") from error
    return row


def _read_lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                data = json.loads(line)
                if not isinstance(data, dict):
                    raise DatasetError(f"{file}: line {number} is no game")
                yield data
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise DatasetError(f"{file} can't be read: {error}") from error


def _read_parquet(file: Path) -> Iterator[dict[str, Any]]:
    arrow = _pyarrow("pyarrow")
    try:
        opened = _pyarrow("pyarrow.parquet").ParquetFile(file)
    except (OSError, arrow.ArrowException) as error:
        raise DatasetError(f"{file} can't be read: {error}") from error
    with opened:
        for batch in opened.iter_batches(batch_size=256):
            for data in batch.to_pylist():
                yield data | {"rules": json.loads(data.get("rules", "null"))}


def _schema(arrow: Any) -> Any:
    whole = {"number", "vp", "turn"}
    columns = [
        (one.name, arrow.int32() if one.name in whole else arrow.string())
        for one in fields(GameRow)[:-1]
    ]
    return arrow.schema([*columns, ("answers", arrow.list_(arrow.int16()))])


def _pyarrow(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise DatasetError(
            "pyarrow is not installed: pip install 'twilight-struggle[data]'"
        ) from None
