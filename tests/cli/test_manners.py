"""How every command behaves at its edges: interrupts, closed pipes, and what is no file."""

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from websockets.sync.server import ServerConnection, serve

from tests.commands import complaint, exit_code
from twilight.cli import parallel
from twilight.cli.main import make_parser
from twilight.replays.files import SAMPLE, load_any

BEGIN = "import sys; from twilight.cli.start import main; sys.exit(main())"
TWILIGHT = [sys.executable, "-c", BEGIN]
ROOT = Path(__file__).parent.parent.parent


# Plays the first game of a series at once, and thinks about the others for ever.
PATIENT = """
import pathlib, time
from twilight.bots.players.random_bot import RandomBot

class Patient:
    def __init__(self, seed):
        self.bot = RandomBot(seed)
        self.quick = seed == "0" or seed.startswith("0/0/")

    def choose(self, seen, decision):
        if not self.quick:
            pathlib.Path("waiting").touch()
            time.sleep(3600)
        return self.bot.choose(seen, decision)
"""


# Writes down how many threads numpy is allowed when it is loaded.
THREADED = """
import os, pathlib
from twilight.bots.players.random_bot import RandomBot as Threaded

pathlib.Path("threads").write_text(os.environ["OPENBLAS_NUM_THREADS"])
"""


def start(*arguments: str, folder: Path = ROOT) -> "subprocess.Popen[str]":
    """Start the command as a terminal would."""
    return begin([*TWILIGHT, *arguments], folder)


def begin(command: list[str], folder: Path = ROOT) -> "subprocess.Popen[str]":
    """Start a program in a session of its own."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Where the tests run in the background, interrupts are ignored, and children inherit it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


# Interrupts


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_an_interrupt_gives_the_results_so_far(command: str, jobs: str, tmp_path: Path) -> None:
    (tmp_path / "patient.py").write_text(PATIENT, encoding="utf-8")
    bots = ["--us", "patient:Patient"] if command == "simulate" else ["patient:Patient", "random"]
    process = start(command, *bots, "--games", "6", "--jobs", jobs, "--json", folder=tmp_path)
    # In a worker the endless game may begin before the quick one is over; then nothing is done yet.
    while not (tmp_path / "waiting").exists():
        assert process.poll() is None, process.communicate()
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in err
    told = re.fullmatch(r"twilight: interrupted after (\d) of 6 games", err.strip())
    assert told is not None, err
    assert json.loads(out)["games"] == int(told[1])
    assert jobs == "2" or int(told[1]) >= 1


def test_an_interrupt_during_the_start_is_silent() -> None:
    process = start("simulate", "--games", "100000")
    sleep(0.3)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    # Before the first line of ours runs Python ends by the signal itself.
    assert process.returncode in (130, -signal.SIGINT)
    assert process.returncode != 130 or "Traceback" not in err


@pytest.mark.parametrize(("asked", "given"), [(None, "1"), ("3", "3")])
def test_numpy_takes_one_thread_unless_told_otherwise(
    asked: str | None, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if asked:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", asked)
    (tmp_path / "threaded.py").write_text(THREADED, encoding="utf-8")
    arguments = ["simulate", "--us", "threaded:Threaded", "--ussr", "random", "--games", "1"]
    process = start(*arguments, folder=tmp_path)
    out, err = process.communicate()
    assert process.returncode == 0, out + err
    assert (tmp_path / "threads").read_text(encoding="utf-8") == given


def test_one_job_stays_in_this_process() -> None:
    assert list(parallel.run_in_processes(lambda number: number + 1, [1, 2], 1)) == [2, 3]


def test_many_jobs_give_every_answer() -> None:
    assert sorted(parallel.run_in_processes(abs, [-1, 2, -3], 2)) == [1, 2, 3]


def test_who_stops_listening_ends_the_workers() -> None:
    answers = parallel.run_in_processes(abs, list(range(1000)), 2)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert not active_children()


# Pipes


PIPED = [
    "--help",
    "--version",
    "agree officer sample",
    "arena random recruit --games 2",
    "bench --seconds 0.01",
    "calibrate sample",
    "card fidel",
    "cards",
    "check sample",
    "export sample",
    "imitate sample sample",
    "odds coup iran --value 3 --side ussr",
    "play --us random --ussr random",
    "puzzles solve",
    "replay --help",
    "replay sample --at T2",
    "review sample",
    "rulebook R10.2",
    "rules deluxe",
    "score sample",
    "simulate --games 1",
]
# They print next to nothing, or talk to programs.
SILENT = {"account", "backup", "engine", "import", "mcp", "restore", "serve", "train"}


@pytest.mark.parametrize("command", PIPED)
def test_a_closed_pipe_is_no_error(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where the streak of puzzles is kept.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    process = start(*command.split(), folder=tmp_path)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate()
    assert (process.returncode, err) == (0, "")


def test_every_command_was_tried_with_a_closed_pipe() -> None:
    (commands,) = (
        action.choices
        for action in make_parser()._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    assert {command.split()[0] for command in PIPED} | SILENT == {*commands, "--help", "--version"}


# Files


def test_the_sample_is_a_log_that_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["check", "sample"]) == 0
    assert capsys.readouterr().out.startswith(f"{SAMPLE}: ")
    assert load_any(SAMPLE).game.outcome is not None


READING_GAMES = {
    "replay": ["replay"],
    "score": ["score"],
    "export": ["export"],
    "check": ["check"],
    "review": ["review"],
    "calibrate": ["calibrate"],
    "agree": ["agree", "random"],
    "imitate": ["imitate"],
    "import": ["import", "-o", "game.json"],
    "puzzles": ["puzzles", "make", "out.jsonl", "--from"],
    "odds": ["odds", "coup", "iran", "--value", "1", "--side", "us", "--file"],
}


@pytest.mark.parametrize("command", READING_GAMES)
def test_every_command_that_reads_games_takes_the_sample(command: str) -> None:
    read = vars(make_parser().parse_args([*READING_GAMES[command], "sample"]))
    assert any(value in (SAMPLE, [SAMPLE]) for value in read.values())


@pytest.mark.parametrize("command", READING_GAMES)
def test_what_is_no_file_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = complaint(capsys, *READING_GAMES[command], "missing.txt")
    assert "there is no file 'missing.txt'" in line


def test_what_is_no_log_is_refused_before_the_others_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "note.txt"
    for content in (b"Dear diary,\n", b"", b"SETUP: \n", b"\xff\xfe\x00"):
        file.write_bytes(content)
        for command in (["check", "sample"], ["import", "-o", str(tmp_path / "game.json")]):
            line = complaint(capsys, *command, str(file))
            # An import tells where the log stops being one, where there are lines at all.
            where = "line 1: " if command[0] == "import" and content != b"\xff\xfe\x00" else ""
            assert line.startswith(f"twilight: {file}: {where}this is no ")


@pytest.mark.parametrize("command", ["replay", "score", "export", "review"])
def test_what_is_neither_a_game_nor_a_log_is_told_so(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "note.txt"
    file.write_text("Dear diary,\n")
    assert complaint(capsys, command, str(file)) == (
        f"twilight: {file}: this is no saved game and no log: a log begins with 'SETUP: '"
    )


@pytest.mark.parametrize("command", ["play", "simulate", "arena", "review"])
def test_help_tells_of_programs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code([command, "--help"]) == 0
    assert "program:COMMAND" in capsys.readouterr().out


def test_help_of_import_tells_whose_rules_a_log_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["import", "--help"]) == 0
    help_text = " ".join(capsys.readouterr().out.split())
    assert "(default: those that the log names, else app)" in help_text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is full")
def test_a_full_disk_is_told_without_a_number() -> None:
    with open("/dev/full", "w") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "twilight.cli.main", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert (finished.returncode, finished.stderr) == (2, "twilight: No space left on device\n")


@pytest.mark.parametrize("seconds", ["-1", "0", "nan", "inf", "soon"])
def test_bench_wants_some_time(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(["bench", "--seconds", seconds]) == 2
    assert f"{seconds!r} is no number of seconds above 0" in capsys.readouterr().err


# Ray


@pytest.mark.parametrize("command", ["simulate", "arena", "train"])
def test_a_cluster_that_is_not_there_is_told(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work = {
        "simulate": ["--games", "2"],
        "arena": ["random", "recruit", "--games", "2"],
        "train": ["--small", str(tmp_path)],
    }
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert exit_code([command, *work[command], "--ray", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"twilight: no Ray cluster answers at {address}: ")


# Examples


@pytest.mark.parametrize(
    ("script", "arguments", "said"),
    [
        ("remote_bot.py", [], "the following arguments are required"),
        ("remote_bot.py", ["nonsense", "game", "token"], "'nonsense' is no address"),
        ("remote_bot.py", ["http://127.0.0.1:1", "game", "token"], "http://127.0.0.1:1"),
        ("program.py", ["nonsense", "token", "--seek"], "'nonsense' is no address"),
        ("program.py", ["http://127.0.0.1:1", "token", "--seek"], "http://127.0.0.1:1"),
        ("program.py", ["http://127.0.0.1:1", "token", "--seek", "--games", "0"], "'0' is"),
        ("train_small.py", ["--games", "0"], "'0' is not a whole number from 1"),
        ("train_small.py", ["--workers", "-1"], "'-1' is not a whole number from 0"),
        ("train_small.py", ["--games", "1", "--workers", "2"], "1 games can't be played by 2"),
        ("train_small.py", ["--save", "nowhere/here.npz"], "'nowhere/here.npz'"),
        ("train_torch.py", ["--opponent", "nobody"], "unknown bot 'nobody'"),
        ("train_torch.py", ["--save", "nowhere/here.npz"], "'nowhere/here.npz'"),
        ("vector_speed.py", ["--steps", "none"], "'none' is not a whole number from 1"),
        ("vector_speed.py", ["--games", "1", "--workers", "3"], "1 games can't be played by 3"),
    ],
)
def test_examples_refuse_in_one_line(script: str, arguments: list[str], said: str) -> None:
    finished = subprocess.run(
        [sys.executable, str(ROOT / "examples" / script), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert finished.returncode == 2
    assert "Traceback" not in finished.stderr
    assert said in finished.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("script", "arguments"),
    [
        ("train_small.py", ["--games", "2", "--evaluate", "2", "--workers", "0"]),
        ("train_torch.py", ["--games", "2", "--evaluate", "2", "--workers", "0"]),
        ("vector_speed.py", ["--games", "2", "--steps", "1", "--workers", *["0"] * 9999]),
    ],
    ids=["train_small", "train_torch", "vector_speed"],
)
def test_an_interrupt_ends_an_example_without_a_word(script: str, arguments: list[str]) -> None:
    process = begin([sys.executable, "-u", str(ROOT / "examples" / script), *arguments])
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, "")


def test_an_interrupt_ends_a_remote_bot_without_a_word() -> None:
    update = {"type": "update", "facts": [], "status": "active", "view": {"prompt": None}}

    def tell(connection: ServerConnection) -> None:
        connection.send(json.dumps(update))
        for _ in connection:
            pass

    with serve(tell, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        script = str(ROOT / "examples" / "remote_bot.py")
        process = begin([sys.executable, "-u", script, address, "game", "token"])
        assert process.stdout is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate()
        server.shutdown()
    assert (process.returncode, err) == (130, "")
