"""Datasets of games: `read_games` and `write_games`, one row for each game."""

from twilight.data.games import DatasetError, GameRow, read_games, write_games

__all__ = ["DatasetError", "GameRow", "read_games", "write_games"]
