"""The import of a log: a game of ours that has gone as the log tells."""

from twilight.engine.rules import Rules
from twilight.engine.types import ACTOR_NAMES
from twilight.replays.format.parser import Log
from twilight.replays.importing.playthrough import replay
from twilight.replays.saves import SavedGame, SaveError


def import_log(log: Log, rules: Rules | None = None) -> SavedGame:
    """Play a log and return the game; SaveError names the first line that can't be played."""
    result = replay(log, rules)
    if result.disagreement is not None:
        raise SaveError("{error}", error=result.disagreement.problem)
    names = {ACTOR_NAMES[side]: name for side, name in log.players.items()}
    meta: dict[str, object] = {"names": names}
    if rules is None:
        # With this line the setup of an export tells the same rules again.
        meta["time_per_player"] = log.time
    return SavedGame(result.game, meta=meta)
