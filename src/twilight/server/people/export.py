"""All that the server keeps of one person, as a file for that person."""

import asyncio
import io
import json
import zipfile
from typing import Any, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.server.play.hub import Hub
from twilight.server.present.info import game_info
from twilight.server.storage.models import (
    ChatRow,
    EntrantRow,
    NoteRow,
    PushRow,
    PuzzleTryRow,
    RatingRow,
    SignIn,
    SnapshotRow,
    TournamentRow,
    User,
    VacationRow,
    WishRow,
)
from twilight.server.storage.ratings import rating_point, user_info
from twilight.server.storage.store import ABORTED, ACTIVE, FINISHED, OPEN
from twilight.server.tournaments.present import entrants
from twilight.server.tournaments.record import read

_MOST_GAMES: Final = 10_000


async def exported(hub: Hub, user_id: str) -> bytes:
    """Pack the account into `account.json`, and every finished game into a file of its own.

    The programs that it answers for are in it as it is itself. Of games that are running there is
    only what a list tells: their log holds the enemy's cards.
    """
    account = await _account(hub, user_id)
    finished = await _add_games(hub, user_id, account)
    programs = []
    for program in await _programs(hub, user_id):
        about = {"user": _plain(user_info(program)), "created_at": program.created_at}
        finished |= await _add_games(hub, program.id, about)
        programs.append({**about, "may_play": program.token_hash is not None})
    account["programs"] = programs
    saved: dict[str, str] = {}
    async with hub.database.read() as session:
        for game_id in sorted(finished):
            row = await session.get(SnapshotRow, game_id)
            if row is not None:
                saved[game_id] = row.data
    return await asyncio.to_thread(_packed, account, saved)


def _plain(thing: object) -> Any:
    return msgspec.to_builtins(thing)


async def _programs(hub: Hub, user_id: str) -> list[User]:
    query = select(User).where(User.owner_id == user_id).order_by(User.created_at)
    async with hub.database.read() as session:
        return list((await session.scalars(query)).all())


async def _add_games(hub: Hub, user_id: str, account: dict[str, Any]) -> set[str]:
    """Add the games, ratings and tournaments of a player; returns the games that are finished."""
    statuses = [OPEN, ACTIVE, FINISHED, ABORTED]
    stored = await hub.store.games_of(user_id, statuses, None, _MOST_GAMES)
    account["games"] = [_plain(game_info(one, one.seats_of(user_id))) for one in stored]
    async with hub.database.read() as session:
        ratings = await session.scalars(select(RatingRow).where(RatingRow.user_id == user_id))
        account["ratings"] = [_plain(rating_point(one)) for one in ratings]
        entered = select(EntrantRow).where(EntrantRow.user_id == user_id)
        account["tournaments"] = [
            await _entry(session, one) for one in (await session.scalars(entered)).all()
        ]
    return {one.row.id for one in stored if one.row.status == FINISHED}


async def _entry(session: AsyncSession, entrant: EntrantRow) -> dict[str, Any]:
    """Tell of an entry what a table tells."""
    record = await read(session, entrant.tournament_id)
    [mine] = [one for one in entrants(record) if one.number == entrant.number]
    about = {"id": record.row.id, "name": record.row.name, "status": record.row.status}
    return {**about, "joined_at": entrant.joined_at, "standing": _plain(mine)}


async def _account(hub: Hub, user_id: str) -> dict[str, Any]:
    async with hub.database.read() as session:
        user = await session.get(User, user_id)
        assert user is not None
        devices = await session.scalars(select(SignIn).where(SignIn.user_id == user_id))
        chat = await session.scalars(select(ChatRow).where(ChatRow.user_id == user_id))
        notes = await session.scalars(select(NoteRow).where(NoteRow.user_id == user_id))
        browsers = await session.scalars(select(PushRow).where(PushRow.user_id == user_id))
        vacations = await session.scalars(select(VacationRow).where(VacationRow.user_id == user_id))
        tries = await session.scalars(select(PuzzleTryRow).where(PuzzleTryRow.user_id == user_id))
        wishes = await session.get(WishRow, user_id)
        announced = await session.scalars(
            select(TournamentRow).where(TournamentRow.organiser_id == user_id)
        )
        return {
            "user": _plain(user_info(user)),
            "email": user.email,
            "created_at": user.created_at,
            "answers_single_questions": user.spares_single,
            "devices": [
                {"device": one.device, "created_at": one.created_at, "seen_at": one.seen_at}
                for one in devices
            ],
            "chat": [{"game": one.game_id, "at": one.at, "text": one.text} for one in chat],
            "notes": [
                {"game": one.game_id, "answer": one.answer, "mark": one.mark, "text": one.text}
                for one in notes
            ],
            "puzzles": [
                {
                    "puzzle": one.puzzle_id,
                    "card": one.card,
                    "use": one.use,
                    "solved": one.solved,
                    "vote": one.vote,
                    "at": one.at,
                }
                for one in tries
            ],
            "notices": None if wishes is None else json.loads(wishes.data),
            "browsers": [
                {"endpoint": one.endpoint, "created_at": one.created_at} for one in browsers
            ],
            "organised": [
                {
                    "id": one.id,
                    "name": one.name,
                    "about": one.about,
                    "status": one.status,
                    "created_at": one.created_at,
                }
                for one in announced
            ],
            "vacations": [{"began_at": one.began_at, "ends_at": one.ends_at} for one in vacations],
        }


def _packed(account: dict[str, Any], games: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("account.json", json.dumps(account, ensure_ascii=False, indent=1))
        for game_id, data in games.items():
            archive.writestr(f"games/{game_id}.json", data)
    return out.getvalue()
