"""From the database to a table: the log is replayed, and survives a change of the rules."""

import json
from dataclasses import dataclass
from typing import Final

from twilight.engine.game import RULES_VERSION, Game
from twilight.replays.saves import SaveError, game_from_dict, game_to_dict
from twilight.server.play.clock import Downtime
from twilight.server.play.entries import Entry
from twilight.server.play.referee import Referee
from twilight.server.storage.models import SnapshotRow
from twilight.server.storage.store import Stored
from twilight.server.storage.writer import Snapshot

REPAIRED: Final = "repaired"


class LostGame(Exception):
    """A log that the present rules can't replay, without a snapshot to go on from."""


@dataclass(slots=True)
class Loaded:
    """A table, and a snapshot that must be kept because the rules have changed."""

    referee: Referee
    repair: Snapshot | None = None


def load_referee(
    stored: Stored, entries: list[Entry], snapshot: SnapshotRow | None, downtime: Downtime
) -> Loaded:
    """Replay a log; where the rules have changed since, go on from the last snapshot."""
    data = json.loads(snapshot.data) if snapshot is not None else None
    if snapshot is None or data is None:
        return Loaded(_replay(stored, entries, downtime))
    repaired = bool(data.get("meta", {}).get(REPAIRED))
    if snapshot.rules_version == RULES_VERSION and not repaired:
        return Loaded(_replay(stored, entries, downtime))
    try:
        saved = game_from_dict(data, journal=True)
        if not saved.lost_history and not repaired:
            return Loaded(_replay(stored, entries, downtime))
    except (SaveError, LostGame) as error:
        raise LostGame(f"game {stored.row.id}: {error}") from error
    return _continue_from(stored, saved.game, snapshot.number, entries, downtime)


def _replay(stored: Stored, entries: list[Entry], downtime: Downtime) -> Referee:
    referee = Referee(stored.setup, downtime)
    try:
        for entry in entries:
            referee.apply(entry)
    except Exception as error:
        raise LostGame(
            f"game {stored.row.id} can't go on after entry {referee.number - 1}: {error!r}"
        ) from error
    return referee


def _continue_from(
    stored: Stored, game: Game, number: int, entries: list[Entry], downtime: Downtime
) -> Loaded:
    """Set up a table in the middle of its log, with the position of a snapshot."""
    referee = Referee(stored.setup, downtime)
    referee.take_over(game, [entry for entry in entries if entry.number <= number])
    try:
        for entry in entries:
            if entry.number > number:
                referee.apply(entry)
        return Loaded(referee)
    except Exception:
        # Some answers since the snapshot mean nothing by the new rules: they are gone.
        referee = Referee(stored.setup, downtime)
        referee.take_over(game, entries)
        return Loaded(referee, snapshot_of(referee, repaired=True))


def snapshot_of(referee: Referee, *, repaired: bool = False) -> Snapshot:
    """Save a table as it is."""
    meta = {REPAIRED: True} if repaired or referee.is_repaired else None
    data = json.dumps(game_to_dict(referee.game, meta=meta))
    return Snapshot(referee.number, RULES_VERSION, data)
