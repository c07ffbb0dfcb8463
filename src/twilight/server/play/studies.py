"""Games to study: imported, complete and open from the first moment."""

import asyncio
import json
import secrets
from typing import Any, Final

import msgspec

from twilight.engine.game import RULES_VERSION, Game
from twilight.engine.rules import rules_to_dict
from twilight.engine.types import ACTOR_NAMES, NOBODY
from twilight.replays.saves import SaveError, game_from_dict
from twilight.server.errors import Refusal
from twilight.server.messages.game import ImportLog
from twilight.server.people.identity import Identity
from twilight.server.play.clock import ClockRules
from twilight.server.play.games import new_game_id
from twilight.server.play.hub import Hub
from twilight.server.play.outcome import ENDING_OF
from twilight.server.storage.models import GameRow, SeatRow, SnapshotRow
from twilight.server.storage.store import FINISHED, STUDY, Stored
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import ReadLog
from twilight.server.workers.turns import NoTurn

READ_SECONDS: Final = 60.0


async def import_log(hub: Hub, who: Identity, wish: ImportLog) -> Stored:
    """Read a log in a worker and keep it as a game to study."""
    try:
        text = wish.text.replace("\x00", "")
        task = ReadLog(text, wish.name)
        answer = await hub.workers.solve(
            task, hub.asker(who.user_id), patience=READ_SECONDS, tries=1, seconds=READ_SECONDS
        )
    except NoTurn as error:
        raise Refusal("busy", "The server has too much to read; please try again.") from error
    except WorkerFailed as error:
        raise Refusal("bad_log", "Reading this log takes too long.") from error
    if answer.error:
        raise Refusal("bad_log", answer.error.partition(": ")[2] or answer.error)
    try:
        saved = await asyncio.to_thread(lambda: game_from_dict(json.loads(answer.data)))
    except SaveError as error:
        raise Refusal("bad_log", str(error)) from error
    names = [str(saved.players.get(side) or wish.name)[:40] for side in ("ussr", "us")]
    return await keep_study(hub, who, saved.game, names, answer.data)


async def keep_study(
    hub: Hub, who: Identity, game: Game, names: list[str], data: str, **branch: Any
) -> Stored:
    """Keep a game to be studied; `branch` says what it is a variation of."""
    now = hub.now()
    state, outcome = game.state, game.outcome
    row = GameRow(
        id=new_game_id(),
        mode=STUDY,
        status=FINISHED,
        # Whoever has its address may look; nobody can guess one, and no list shows it.
        public=True,
        rated=False,
        host_id=who.user_id,
        invite=secrets.token_urlsafe(12),
        preset="",
        rules=rules_to_dict(game.rules),
        seed="",
        seed_chosen=False,
        clock=msgspec.to_builtins(ClockRules()),
        created_at=now,
        updated_at=now,
        finished_at=now,
        entries=0,
        turn=state.turn,
        seats_swapped=False,
        winner=ACTOR_NAMES[outcome.winner if outcome else NOBODY],
        ending=ENDING_OF[outcome.reason].value if outcome else None,
        final_vp=state.vp,
        handicap_us=state.handicap[1],
        handicap_ussr=state.handicap[0],
        rematch_wanted=0,
        **branch,
    )
    seats = [SeatRow(game_id=row.id, seat=seat, name=names[seat]) for seat in (0, 1)]
    async with hub.database.write() as session:
        session.add(row)
        await session.flush()
        session.add_all(seats)
        session.add(SnapshotRow(game_id=row.id, number=0, rules_version=RULES_VERSION, data=data))
    return Stored(row, seats)
