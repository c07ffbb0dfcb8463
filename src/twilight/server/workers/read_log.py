"""Reading a public log or a saved game; this runs in a worker, never in the server itself."""

import json

from twilight.replays.files import load_text
from twilight.replays.saves import game_to_dict


def read_log(text: str, name: str) -> str:
    """Turn a text into a saved game; SaveError says what is wrong with it."""
    saved = load_text(text, journal=True)
    # A public log names its players in its first lines.
    named = saved.meta.get("names")
    players = saved.players or (named if isinstance(named, dict) else {})
    return json.dumps(game_to_dict(saved.game, players, {**saved.meta, "name": name}))
