"""Who may read the files of the server, and what a restore does to them."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import LiveServer, play_answers, settings_for, two_players
from twilight.cli.main import main
from twilight.server.storage.backups import BackupError, restore_backup


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def others_may(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def played(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        host, guest, game = two_players(server)
        play_answers([host, guest], game, Random(1), 5)
        here = [folder, *folder.iterdir()]
        assert {"twilight.db", "twilight.db-wal", "secret.key"} <= {one.name for one in here}
        assert [one for one in here if others_may(one)] == []


def test_nobody_else_reads_the_files(folder: Path) -> None:
    data, backup = folder / "data", folder / "backup.db"
    played(data)
    assert main(["backup", str(backup), "--data", str(data)]) == 0
    assert not others_may(backup)
    # What an earlier version has left open is closed.
    for one in (data, *data.iterdir()):
        one.chmod(0o755)
    played(data)
    assert main(["restore", str(backup), "--data", str(data)]) == 0
    assert [one for one in data.iterdir() if others_may(one)] == []


def test_a_folder_of_everybody_stays_open(folder: Path) -> None:
    shared = folder / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    with LiveServer(settings_for(shared)):
        pass
    with LiveServer(settings_for(shared)):
        assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
        assert not others_may(shared / "twilight.db")


def test_a_restore_keeps_every_earlier_copy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, backup = folder / "data", folder / "backup.db"
    played(data)
    assert main(["backup", str(backup), "--data", str(data)]) == 0
    monkeypatch.setattr("time.strftime", lambda *_: "20261117-000000")
    settings = settings_for(data)
    kept = [restore_backup(settings, backup) for _ in range(3)]
    assert len(set(kept)) == 3
    assert all(one is not None and one.stat().st_size > 0 for one in kept)


def database(path: Path, *statements: str) -> Path:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


def test_what_is_no_backup_of_ours_is_refused(folder: Path) -> None:
    data, backup = folder / "data", folder / "backup.db"
    played(data)
    assert main(["backup", str(backup), "--data", str(data)]) == 0
    before = (data / "twilight.db").read_bytes()
    version = "CREATE TABLE alembic_version (version_num TEXT)"
    known = "INSERT INTO alembic_version VALUES ('0002')"
    newer = database(folder / "newer.db")
    newer.write_bytes(backup.read_bytes())
    database(newer, "UPDATE alembic_version SET version_num = '9999'")
    for source, words in (
        (database(folder / "alien.db", version, known), "no entries, games, seats"),
        (database(folder / "empty.db", version), "no entries"),
        (newer, "newer version"),
    ):
        with pytest.raises(BackupError, match=words):
            restore_backup(settings_for(data), source)
        assert (data / "twilight.db").read_bytes() == before


def test_a_restore_under_a_running_server_is_refused(folder: Path) -> None:
    data, backup = folder / "data", folder / "backup.db"
    played(data)
    assert main(["backup", str(backup), "--data", str(data)]) == 0
    with LiveServer(settings_for(data)), pytest.raises(BackupError, match="in use"):
        restore_backup(settings_for(data), backup)
