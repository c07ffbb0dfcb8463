"""The file that a crash leaves behind."""

from pathlib import Path

from twilight.engine.game import Game
from twilight.replays.saves import save_game


def write_down(game: Game, seed: str, error: Exception) -> str:
    """Save the game as it was before the answer that broke it, and tell what happened where."""
    record = game.record or []
    path = Path("crash-" + "".join(c if c.isalnum() else "-" for c in seed) + ".json")
    before = Game(game.origin, record[:-1], journal=game.journal is not None)
    last = record[-1] if record else None
    save_game(path, before, meta={"seed": seed, "error": repr(error), "last_answer": last})
    return f"{path}: {error!r}"
