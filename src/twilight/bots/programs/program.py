"""A player that is a program of its own: started once, asked by lines, ended with its game."""

import contextlib
import shlex
import shutil
import subprocess
from queue import Empty, Queue
from threading import Thread
from typing import Final, NoReturn

from twilight.bots.programs.protocol import (
    ANSWER,
    CHOOSE,
    ERROR,
    HELLO,
    PROTOCOL,
    QUIT,
    READY,
    START,
    Message,
    ProtocolError,
    field,
    read_line,
    shortened,
    write_line,
)
from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.decision import Decision
from twilight.engine.ids import Action
from twilight.engine.plain_data.observations import decision_to_dict, observation_to_dict
from twilight.engine.text.briefing import briefing
from twilight.engine.text.language import load_language
from twilight.engine.types import ACTOR_NAMES
from twilight.engine.view import Observation

# How long a program may take to start, and for one answer, before it is given up.
START_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 600.0


class ProgramError(RuntimeError):
    """A program that could not be started, broke the protocol, or was silent too long."""


def check_command(command: str) -> None:
    """Refuse a command line that names no program, before anything is begun with it."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(f"{command!r} is no command line: {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise ProgramError(f"{command!r} can't be started: there is no such program")


class Program:
    """Asks a program of any language, over lines of JSON (docs/engine-protocol.md)."""

    def __init__(self, command: str, seed: str = "0") -> None:
        self._command = command
        self._asked = 0
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise ProgramError(f"{command!r} can't be started: {error}") from error
        self._lines: Queue[str] = Queue()
        # A pipe can't be read with a time limit on every system; a thread and a queue can.
        Thread(target=self._read_on, daemon=True).start()
        hello = self._expect(HELLO, START_SECONDS)
        if hello.get("protocol") != PROTOCOL:
            self._fail(f"speaks protocol {hello.get('protocol')!r}, not {PROTOCOL}")
        self.name = str(hello.get("name", command))
        wants = hello.get("wants", ["observation"])
        self._wants: Final = [str(one) for one in wants] if isinstance(wants, list) else []
        self._say({"type": START, "protocol": PROTOCOL, "seed": seed})
        self._expect(READY, START_SECONDS)

    def choose(self, seen: Observation, decision: Decision) -> Action:
        """Ask the program; an answer that is not among the options ends the game with an error."""
        self._asked += 1
        question: Message = {
            "type": CHOOSE,
            "id": self._asked,
            "side": ACTOR_NAMES[decision.actor],
            "decision": decision_to_dict(decision),
        }
        if "observation" in self._wants:
            question["observation"] = observation_to_dict(seen)
        if "text" in self._wants:
            question["text"] = briefing(seen, decision, load_language())
        self._say(question)
        answer = self._expect(ANSWER, ANSWER_SECONDS)
        try:
            if field(answer, "id", int) != self._asked:
                self._fail(f"answered question {answer['id']}, not {self._asked}")
            key = field(answer, "action", str)
        except ProtocolError as error:
            self._fail(str(error))
        action = ACTION_BY_KEY.get(key)
        if action not in decision.options:
            options = ", ".join(ACTION_KEYS[option] for option in decision.options)
            self._fail(f"answered {key!r}; the options are {options}")
        return action

    def close(self) -> None:
        """End the program."""
        if self._process.poll() is None:
            try:
                self._say({"type": QUIT})
                self._process.wait(timeout=2)
            except (ProgramError, subprocess.TimeoutExpired):
                self._process.kill()
                self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                # What a program that has ended did not read any more is still to be written.
                with contextlib.suppress(OSError):
                    stream.close()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()

    def _say(self, message: Message) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(write_line(message))
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._fail(f"has ended with code {self._process.poll()}")

    def _expect(self, kind: str, seconds: float) -> Message:
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            self._fail(f"said nothing for {seconds:g} s")
        if not line:
            self._fail(f"ended with code {self._process.wait()} instead of saying {kind!r}")
        try:
            message = read_line(line)
        except ProtocolError as error:
            self._fail(f"wrote {error}")
        if message["type"] == ERROR:
            self._fail(f"refused: {message.get('message')}")
        if message["type"] != kind:
            self._fail(f"wrote {shortened(line)!r} instead of {kind!r}")
        return message

    def _fail(self, what: str) -> NoReturn:
        self._process.kill()
        raise ProgramError(f"program {self._command!r} {what}")

    def _read_on(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except ValueError:
            # The stream was closed: the game is over.
            return
        self._lines.put("")
