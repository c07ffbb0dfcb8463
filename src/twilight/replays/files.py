"""Game files of any kind that can be replayed."""

from pathlib import Path

from twilight.replays.saves import SavedGame, load_game


def load_any(path: str | Path, *, journal: bool | None = None) -> SavedGame:
    """Read a game from a file of any known kind; SaveError says what is wrong with it."""
    return load_game(path, journal=journal)
