"""Game files of any kind that can be replayed: saved games, and logs in the public format."""

from pathlib import Path
from typing import Final

from twilight.replays.format.parser import LOG_BEGINS, LogError, parse
from twilight.replays.importing.import_log import import_log
from twilight.replays.saves import SavedGame, SaveError, from_text, game_from_dict, read_text

# A log of a game between two bots, for those who have none at hand.
SAMPLE: Final = Path(__file__).parent / "data" / "sample.txt"


def load_any(path: str | Path, *, journal: bool | None = None) -> SavedGame:
    """Read a game from a file of any known kind; SaveError says what is wrong with it.

    A game that comes from a log keeps its journal.
    """
    text = read_text(path)
    try:
        return load_text(text, journal=journal)
    except SaveError as error:
        raise SaveError("{path}: {error}", path=path, error=error) from error


def load_text(text: str, *, journal: bool | None = None) -> SavedGame:
    """Read a game from the text of such a file."""
    if not text.startswith(LOG_BEGINS):
        if not text.lstrip().startswith("{"):
            raise SaveError(
                "this is no saved game and no log: a log begins with {start!r}", start=LOG_BEGINS
            )
        return game_from_dict(from_text(text), journal=journal)
    try:
        return import_log(parse(text))
    except LogError as error:
        raise SaveError("{error}", error=error) from error
