"""Reading a public log or a saved game; this runs in a worker, never in the server itself."""

from typing import Final

import msgspec

from twilight.engine.text.problems import problem_text
from twilight.replays.files import load_text
from twilight.replays.saves import SaveError
from twilight.server.play.study_game import study_game
from twilight.server.workers.process import Answer, ReadLog

LONGEST_NAME: Final = 40


def read_log(task: ReadLog) -> Answer:
    """Turn a text into a game to study, or tell what is wrong with it."""
    try:
        saved = load_text(task.text, journal=True)
    except SaveError as error:
        return Answer(problem=problem_text(error, task.language))
    # A public log names its players in its first lines.
    named = saved.meta.get("names")
    players = saved.players or (named if isinstance(named, dict) else {})
    names = [str(players.get(side) or task.name)[:LONGEST_NAME] for side in ("ussr", "us")]
    game = study_game(saved.game, names, {**saved.meta, "name": task.name})
    return Answer(data=msgspec.json.encode(game).decode())
