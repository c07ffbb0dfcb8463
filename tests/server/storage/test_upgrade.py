"""What a server of version 0.1 has left behind is played on by this one."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, Table

from tests.server.live_server import Client, LiveServer, play_answers, settings_for
from tests.server.processes import postgres
from tests.server.storage.test_storage import differences
from twilight.server.config import Settings
from twilight.server.storage.database import Database

# The tables of a real server with a game of two guests, one against the computer and a whole one.
LEFT: dict[str, Any] = json.loads(
    (Path(__file__).parent / "version_0_1.json").read_text(encoding="utf-8")
)
SCHEMA = "0002"
SECRET = "of version 0.1"


def fill(connection: Connection) -> None:
    for name, content in LEFT["tables"].items():
        table = Table(name, MetaData(), autoload_with=connection)
        kinds = {column.name: column.type.python_type for column in table.columns}
        rows = [
            {
                column: json.loads(value) if kinds[column] is dict else value
                for column, value in zip(content["columns"], row, strict=True)
            }
            for row in content["rows"]
        ]
        for row in rows:
            row |= {column: bool(row[column]) for column in row if kinds[column] is bool}
        if rows:
            connection.execute(table.insert(), rows)


async def leave_behind_and_upgrade(settings: Settings) -> None:
    database = Database(settings)
    await database.migrate(SCHEMA)
    async with database.engine.begin() as connection:
        await connection.run_sync(fill)
    await database.migrate()
    assert await differences(database) == []
    await database.close()


def returning(server: LiveServer, name: str) -> Client:
    client = server.client()
    client.http.cookies.set("twilight", LEFT["cookies"][name])
    return client


def play_on(settings: Settings) -> None:
    games, shown = LEFT["games"], LEFT["shown"]
    with LiveServer(settings) as server:
        host, guest = returning(server, "host"), returning(server, "guest")
        # Everybody is still signed in, and sees the table that they left.
        assert host.get("/me")["user"]["name"] == "Old hand"
        for client, game, name in (
            (host, "online", "host"),
            (guest, "online", "guest"),
            (guest, "computer", "computer"),
            (host, "whole", "alone"),
        ):
            table = client.table(games[game])
            for key in ("vp", "turn", "influence"):
                assert table["view"][key] == shown[name][key], (name, key)
            assert (table["number"], table["status"]) == (
                shown[name]["number"],
                shown[name]["status"],
            )
        # The games go on to their ends, and the whole one can be studied.
        assert play_answers([host, guest], games["online"], Random(4)) > 5
        assert host.table(games["online"])["status"] == "finished"
        assert play_answers([guest], games["computer"], Random(5), 3) == 3
        assert host.get(f"/games/{games['whole']}/journal")
        body = {"name": "old hand", "password": "version nought one"}
        assert server.client().post("/sign-in", body)["user"]["name"] == "Old hand"


def test_games_of_version_0_1_go_on(folder: Path) -> None:
    settings = settings_for(folder, secret=SECRET)
    asyncio.run(leave_behind_and_upgrade(settings))
    play_on(settings)


@pytest.mark.slow
def test_games_of_version_0_1_go_on_with_postgresql(tmp_path: Path) -> None:
    with postgres() as database:
        settings = settings_for(tmp_path / "data", database=database.url, secret=SECRET)
        asyncio.run(leave_behind_and_upgrade(settings))
        play_on(settings)


def test_games_with_a_date_for_a_moment_are_listed_again(folder: Path) -> None:
    settings = settings_for(folder, secret=SECRET)

    async def spoil_and_upgrade() -> None:
        database = Database(settings)
        await database.migrate(SCHEMA)
        async with database.engine.begin() as connection:
            await connection.run_sync(fill)
            await connection.exec_driver_sql("UPDATE games SET updated_at = '2026-11-17 23:00:00'")
        await database.migrate()
        await database.close()

    asyncio.run(spoil_and_upgrade())
    with LiveServer(settings) as server:
        listed = returning(server, "host").get("/me/games")["games"]
        assert listed
        assert all(isinstance(game["updated_at"], int) for game in listed)
        returning(server, "host").get("/me/games/standing")
