"""Reading a public log or a saved game; this runs in a worker, never in the server itself."""

import json
import tempfile
from pathlib import Path

from twilight.replays.files import load_any
from twilight.replays.saves import SaveError, game_to_dict


def read_log(text: str, name: str) -> str:
    """Turn a text into a saved game; SaveError says what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_text(text, encoding="utf-8")
        try:
            saved = load_any(path, journal=True)
        except SaveError as error:
            # Where the text has lain meanwhile is nobody's business.
            raise SaveError(str(error).removeprefix(f"{path}: ")) from error
    # A public log names its players in its first lines.
    named = saved.meta.get("names")
    players = saved.players or (named if isinstance(named, dict) else {})
    return json.dumps(game_to_dict(saved.game, players, {**saved.meta, "name": name}))
