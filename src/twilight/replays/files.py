"""Game files of any kind that can be replayed: saved games, and logs in the public format."""

from pathlib import Path

from twilight.replays.format.parser import LogError, parse
from twilight.replays.importing.import_log import import_log
from twilight.replays.saves import SavedGame, SaveError, from_text, game_from_dict, read_text

_LOG_BEGINS = "SETUP: "


def load_any(path: str | Path, *, journal: bool | None = None) -> SavedGame:
    """Read a game from a file of any known kind; SaveError says what is wrong with it.

    A game that comes from a log keeps its journal.
    """
    text = read_text(path)
    try:
        if text.startswith(_LOG_BEGINS):
            return import_log(parse(text))
        return game_from_dict(from_text(text), journal=journal)
    except (LogError, SaveError) as error:
        raise SaveError(f"{path}: {error}") from error
