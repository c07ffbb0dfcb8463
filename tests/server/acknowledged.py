"""Answers that a server has acknowledged, and the log in which they must be."""

import asyncio
from collections.abc import Mapping, Sequence

from sqlalchemy import text

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.types import ACTOR_NAMES
from twilight.server.config import load_settings
from twilight.server.play.entries import Entry, EntryKind
from twilight.server.storage.database import Database
from twilight.server.storage.store import Store, Stored


async def until_alone(url: str) -> None:
    """Wait until PostgreSQL has done what a killed server had sent: it may yet be committed."""
    database = Database(load_settings({"database": url}, environment={}))
    others = text(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    left = 0 if database.is_sqlite else 1
    while left:
        async with database.read() as session:
            left = (await session.scalars(others)).one()
        await asyncio.sleep(0.05)
    await database.close()


async def stored_games(url: str, ids: list[str]) -> dict[str, tuple[Stored, list[Entry]]]:
    database = Database(load_settings({"database": url}, environment={}))
    store = Store(database)
    found = {}
    for game in ids:
        stored = await store.load(game)
        assert stored is not None
        found[game] = (stored, await store.entries_after(game, 0))
    await database.close()
    return found


def lost_answers(
    acknowledged: Mapping[tuple[int, str], str], entries: Sequence[Entry]
) -> list[tuple[int, str]]:
    """List the answers, by question and side, that are not in the log as they were given."""
    lost = []
    for (decision, side), action in acknowledged.items():
        # Where both choose at once, the sealed choice of the other side may come between.
        kept = (
            entry
            for entry in entries[decision:]
            if entry.kind in (EntryKind.ANSWER, EntryKind.SEAL) and ACTOR_NAMES[entry.actor] == side
        )
        entry = next(kept, None)
        in_place = entry is not None and (
            entry.kind is EntryKind.SEAL or entry.number == decision + 1
        )
        if not in_place or entry is None or ACTION_KEYS[entry.value] != action:
            lost.append((decision, side))
    return lost
