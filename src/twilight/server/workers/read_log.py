"""Reading a public log or a saved game; this runs in a worker, never in the server itself."""

from typing import Final

import msgspec

from twilight.replays.files import load_text
from twilight.server.play.study_game import study_game

LONGEST_NAME: Final = 40


def read_log(text: str, name: str) -> str:
    """Turn a text into a game to study; SaveError says what is wrong with it."""
    saved = load_text(text, journal=True)
    # A public log names its players in its first lines.
    named = saved.meta.get("names")
    players = saved.players or (named if isinstance(named, dict) else {})
    names = [str(players.get(side) or name)[:LONGEST_NAME] for side in ("ussr", "us")]
    return msgspec.json.encode(study_game(saved.game, names, {**saved.meta, "name": name})).decode()
