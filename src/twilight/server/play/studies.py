"""Games to study: imported, complete and open from the first moment."""

from typing import Any, Final

import msgspec

from twilight.engine.game import RULES_VERSION
from twilight.server.errors import Refusal
from twilight.server.messages.game import ImportLog
from twilight.server.people.identity import Identity
from twilight.server.play.clock import ClockRules
from twilight.server.play.games import add_game, new_row
from twilight.server.play.hub import Hub
from twilight.server.play.study_game import StudyGame
from twilight.server.storage.models import SeatRow, SnapshotRow
from twilight.server.storage.store import FINISHED, STUDY, Stored
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import ReadLog
from twilight.server.workers.turns import NoTurn

READ_SECONDS: Final = 60.0


async def import_log(hub: Hub, who: Identity, wish: ImportLog, language: str) -> Stored:
    """Read a log in a worker and keep it as a game to study."""
    try:
        text = wish.text.replace("\x00", "")
        task = ReadLog(text, wish.name, language)
        answer = await hub.workers.solve(
            task, hub.asker(who.user_id), patience=READ_SECONDS, tries=1, seconds=READ_SECONDS
        )
    except NoTurn as error:
        raise Refusal("busy", "The server has too much to read; please try again.") from error
    except WorkerFailed as error:
        raise Refusal("bad_log", "Reading this log takes too long.") from error
    if answer.problem:
        raise Refusal("bad_log", answer.problem)
    if answer.error:
        raise Refusal("bad_log", "This text can't be read as a game.")
    return await keep_study(hub, who, msgspec.json.decode(answer.data, type=StudyGame))


async def keep_study(hub: Hub, who: Identity, game: StudyGame, **branch: Any) -> Stored:
    """Keep a game to be studied; `branch` says what it is a variation of."""
    now = hub.now()
    row = new_row(who.user_id, now, STUDY, game.rules, "", ClockRules())
    # Whoever has its address may look; nobody can guess one, and no list shows it.
    row.status, row.public = FINISHED, True
    row.finished_at = now
    row.turn, row.final_vp = game.turn, game.vp
    row.winner, row.ending = game.winner, game.ending
    row.handicap_ussr, row.handicap_us = game.handicap
    for name, value in branch.items():
        setattr(row, name, value)
    seats = [SeatRow(game_id=row.id, seat=seat, name=game.names[seat]) for seat in (0, 1)]
    snapshot = SnapshotRow(game_id=row.id, number=0, rules_version=RULES_VERSION, data=game.data)
    async with hub.database.write() as session:
        await add_game(session, row, seats)
        session.add(snapshot)
    return Stored(row, seats)
