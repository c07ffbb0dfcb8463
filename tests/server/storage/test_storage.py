"""Migrations, backups, settings."""

import asyncio
import socket
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from advanced_alchemy.base import DefaultBase
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from tests.server.live_server import LiveServer, play_answers, settings_for, two_players
from tests.server.processes import ServerProcess, postgres, running
from twilight.cli.main import main
from twilight.server.config import ConfigError, Settings, load_settings
from twilight.server.storage.backups import BackupError, make_backup, restore_backup
from twilight.server.storage.database import Database

# What a server of the first version has left behind.
OLDER = """
INSERT INTO users (id, name, created_at) VALUES ('u1', 'Old hand', 1);
INSERT INTO games (id, mode, status, public, rated, host_id, invite, preset, rules, seed,
  seed_chosen, clock, created_at, updated_at, entries, turn, seats_swapped)
  VALUES ('g1', 'hotseat', 'active', false, false, 'u1', 'i', 'deluxe', '{}', 's', false,
  '{"total": 0, "increment": 0, "cap": 0, "grace": 0}', 1, 1, 1, 0, false);
INSERT INTO seats (game_id, seat, user_id, name) VALUES ('g1', 0, 'u1', 'Old hand');
INSERT INTO seats (game_id, seat, user_id, name) VALUES ('g1', 1, 'u1', 'Old hand');
INSERT INTO entries (game_id, number, kind, actor, value, at, time_left)
  VALUES ('g1', 1, 0, 3, 0, 1, -1);
"""


async def differences(database: Database) -> list[Any]:
    def compare(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, DefaultBase.metadata))

    async with database.engine.connect() as connection:
        return await connection.run_sync(compare)


async def migrate_from_empty_and_older(settings: Settings) -> None:
    database = Database(settings)
    await database.migrate("0001")
    async with database.engine.begin() as connection:
        for statement in OLDER.strip().split(";\n"):
            await connection.execute(text(statement.rstrip(";")))
    await database.migrate()
    await database.migrate()
    assert await differences(database) == []
    async with database.engine.connect() as connection:
        row = (await connection.execute(text("SELECT name, rating_mu FROM users"))).one()
        assert tuple(row) == ("Old hand", 25.0)
    await database.close()


def test_migrations_up_from_empty_and_from_older(folder: Path) -> None:
    settings = settings_for(folder)
    asyncio.run(migrate_from_empty_and_older(settings))
    with LiveServer(settings) as server:
        referee = server.call(lambda: server.hub.room("g1")).referee
        assert referee.started
        assert referee.number == 1
        assert referee.game.pending is not None


@pytest.mark.slow
def test_migrations_on_postgresql(tmp_path: Path) -> None:
    with postgres() as database:
        settings = settings_for(tmp_path / "data", database=database.url)
        asyncio.run(migrate_from_empty_and_older(settings))
        backup = tmp_path / "backup.dump"
        make_backup(settings, backup)
        restore_backup(settings, backup)
        with LiveServer(settings) as server:
            assert server.call(lambda: server.hub.room("g1")).referee.started


def test_backup_while_the_server_runs_and_restore(folder: Path) -> None:
    settings = settings_for(folder / "data")
    backup = folder / "backup.db"
    with LiveServer(settings) as server:
        host, guest, game = two_players(server)
        play_answers([host, guest], game, Random(1), 12)
        referee = host.table(game)
        assert main(["backup", str(backup), "--data", str(folder / "data")]) == 0
        play_answers([host, guest], game, Random(2), 6)
        cookies = dict(host.http.cookies)
        with pytest.raises(BackupError, match="in use"):
            restore_backup(settings, backup)
    assert main(["restore", str(backup), "--data", str(folder / "data")]) == 0
    with LiveServer(settings) as server:
        client = server.client(cookies=cookies)
        assert client.table(game) == referee


def test_bad_backups(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(folder / "data")
    assert main(["backup", str(folder / "x"), "--data", data]) == 2
    assert "there is no database" in capsys.readouterr().err
    (folder / "noise").write_bytes(b"noise" * 1000)
    assert main(["restore", str(folder / "noise"), "--data", data]) == 2
    sqlite3.connect(folder / "empty").execute("CREATE TABLE t (x)").connection.close()
    assert main(["restore", str(folder / "empty"), "--data", data]) == 2
    assert main(["restore", str(folder / "missing"), "--data", data]) == 2


def test_settings_from_flags_environment_and_file(folder: Path) -> None:
    file = folder / "server.toml"
    file.write_text('port = 1\nhost = "a"\nidle_seconds = 7\n')
    environment = {"TWILIGHT_PORT": "2", "TWILIGHT_BOT_SECONDS": "1.5", "OTHER": "x"}
    settings = load_settings({"port": None, "log_level": "debug"}, environment, file)
    assert (settings.port, settings.host, settings.idle_seconds) == (2, "a", 7.0)
    assert (settings.bot_seconds, settings.log_level) == (1.5, "debug")
    assert load_settings({"port": "3"}, environment, file).port == 3
    named = load_settings({}, {"TWILIGHT_CONFIG": str(file)})
    assert named.port == 1


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"port": "many"}, "no whole number"),
        ({"log_level": "loud"}, "it can be auto"),
        ({"bot_seconds": "-1"}, "too little"),
        ({"bot_seconds": "0"}, "too little"),
        ({"no_such": 1}, "unknown setting"),
        ({"port": True}, "no whole number"),
        ({"public_url": "twilight.example.org"}, "no address like https://"),
        ({"public_url": "https://[::1"}, "no address like https://"),
    ],
)
def test_bad_settings(flags: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        load_settings(flags, {})


def test_bad_databases_and_channels(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match="neither sqlite"):
        _ = load_settings({"database": "mysql://x"}, {}).database_url
    assert main(["serve", "--database=mysql://x"]) == 2
    assert "neither sqlite" in capsys.readouterr().err
    assert main(["serve", "--channels=carrier-pigeon", "--data", str(folder)]) == 2
    with pytest.raises(ConfigError, match="no such file"):
        load_settings({}, {}, folder / "missing.toml")
    (folder / "bad.toml").write_text("port = ")
    with pytest.raises(ConfigError, match="can't be read"):
        load_settings({}, {}, folder / "bad.toml")


def test_what_keeps_a_server_from_starting_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = Database(settings_for(folder / "newer"))
    asyncio.run(database.migrate())
    asyncio.run(database.close())
    with sqlite3.connect(folder / "newer" / "twilight.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    (folder / "noise.db").write_bytes(b"noise" * 1000)
    with socket.create_server(("127.0.0.1", 0)) as other:
        for flags, words in (
            ([f"--port={other.getsockname()[1]}"], "another program uses this port"),
            (["--port=70000"], "0-65535"),
            (["--port=0", f"--database=sqlite:///{folder}/noise.db"], "not a database"),
            (["--port=0", "--database=postgresql://x@127.0.0.1:1/x"], "can't be reached"),
            (["--port=0", f"--data={folder}/newer"], "newer version"),
            (["--port=0", f"--data={folder}/noise.db"], "noise.db"),
        ):
            assert main(["serve", "--log-level=error", f"--data={folder}/data", *flags]) == 2
            error = capsys.readouterr().err
            assert words in error
            assert error.startswith("twilight: ")
            assert error.count("\n") == 1, error


def test_a_second_server_on_one_file_refuses_to_start(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = settings_for(folder / "data")
    elsewhere = f"--database=sqlite:///{folder}/data/twilight.db"
    with LiveServer(settings) as server:
        host, guest, game = two_players(server)
        for place in (f"--data={folder}/data", elsewhere):
            assert main(["serve", "--port=0", "--log-level=error", place]) == 2
            error = capsys.readouterr().err
            assert "twilight.db is in use by another server" in error
            assert error.count("\n") == 1, error
        play_answers([host, guest], game, Random(1), 4)
    process = ServerProcess(folder / "data")
    with running(process):
        assert main(["serve", "--port=0", "--log-level=error", f"--data={folder}/data"]) == 2
        # A killed server leaves nothing that would have to be cleared away.
        process.kill()
        process.start()


def test_the_secret_is_kept_and_closed(folder: Path) -> None:
    from twilight.server.people.identity import Identities

    settings = settings_for(folder)
    database = Database(settings)
    cookie, _ = Identities(settings, database).new_cookie()
    key = folder / "secret.key"
    assert key.stat().st_mode & 0o777 == 0o600
    again = Identities(settings, database)
    token, _, signature = cookie.partition(".")
    assert again._sign(token) == signature
