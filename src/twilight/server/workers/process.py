"""A worker process: it thinks for computer players and reads logs, away from the server's loop.

It reads frames (four bytes of length, then MessagePack) from its standard input and writes one
frame for each to its standard output. It knows nothing of the server, so it can be killed at any
moment and replaced.
"""

import os
import signal
import struct
import sys
from collections import OrderedDict
from typing import Any, BinaryIO, Final, Literal

import msgspec

from twilight.bots.programs.program import Program
from twilight.bots.registry import make_bot
from twilight.engine.driver import AnyPlayer, ask
from twilight.engine.game import Game
from twilight.engine.plain_data.states import state_from_dict
from twilight.engine.rules import OptionValue, rules_from_dict
from twilight.engine.text.language import load_language
from twilight.engine.turn.start_and_end import new_state
from twilight.engine.view import observe

HEADER: Final = struct.Struct(">I")
# Games and players that are kept ready for the next question.
KEPT_GAMES: Final = 64
NICENESS: Final = 5


class PositionTask(msgspec.Struct):
    """A position: the game as rules and answers so far."""

    game: str
    rules: dict[str, OptionValue]
    # Where the record begins, if not with a new game.
    origin: dict[str, Any] | None
    record: list[int]


class Think(PositionTask, tag="think"):
    """Ask for the answer of a computer player."""

    bot: str
    seed: str


class Grade(PositionTask, tag="grade"):
    """Ask how dangerous the answers of a side are."""

    side: int
    language: str


class ReviewPart(PositionTask, tag="review"):
    """Ask for the win chances of a whole game, and to judge some of its card choices."""

    first: int = 0
    last: int = 0
    seconds: float = 0.1


class FindBest(PositionTask, tag="best"):
    """Ask for the best plays after the record; what came next may be told, to be measured too.

    `every` asks for all plays instead of the best ones.
    """

    seconds: float
    language: str
    followed_by: list[int] = []
    every: bool = False


class Advise(PositionTask, tag="advise"):
    """Ask for one step of a hint to the side that decides."""

    step: Literal["danger", "idea", "best"]
    language: str


class JudgePlay(PositionTask, tag="judge_play"):
    """Ask what a play loses that is about to be made after the record."""

    answers: list[int]
    language: str


class ReadLog(msgspec.Struct, tag="read_log"):
    """Ask to turn a text into a game to study."""

    text: str
    name: str
    language: str


class Answer(msgspec.Struct):
    """What the worker found: an action or the JSON of a game, or why there is none.

    `problem` tells in the reader's language what is wrong with a text; `error` is for the host.
    """

    action: int = -1
    data: str = ""
    problem: str = ""
    error: str = ""


Task = Think | Grade | ReviewPart | FindBest | Advise | JudgePlay | ReadLog


class Thinker:
    """Keeps the games that it was asked about, so that only the new answers are played."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._players: dict[tuple[str, str, str], AnyPlayer] = {}

    def think(self, task: Think) -> int:
        """Choose an answer to the pending decision."""
        game = self.game(task)
        decision = game.pending
        if decision is None:
            raise ValueError("the game is over")
        key = (task.game, task.bot, task.seed)
        player = self._players.get(key)
        if player is None:
            player = self._players[key] = make_bot(task.bot, task.seed)
        return ask(game, player, decision)

    def game(self, task: PositionTask) -> Game:
        """Bring the game of a task to where its answers lead."""
        game = self._games.pop(task.game, None)
        known = game.record if game is not None and game.record is not None else []
        if game is None or task.record[: len(known)] != known:
            game = Game(
                new_state(rules_from_dict(task.rules))
                if task.origin is None
                else state_from_dict(task.origin)
            )
            known = []
        for action in task.record[len(known) :]:
            game.answer(action)
        self._games[task.game] = game
        while len(self._games) > KEPT_GAMES:
            oldest, _ = self._games.popitem(last=False)
            for key in [one for one in self._players if one[0] == oldest]:
                player = self._players.pop(key)
                # Its reader would keep it alive.
                if isinstance(player, Program):
                    player.close()
        return game


def solve(thinker: Thinker, task: Task) -> Answer:
    """Carry out a task; whatever goes wrong becomes part of the answer."""
    try:
        # Only workers that are asked for it load what grades and reads.
        if isinstance(task, Think):
            return Answer(action=thinker.think(task))
        if isinstance(task, Grade):
            from twilight.server.present.analysis import dangers

            seen = observe(thinker.game(task), task.side)
            found = dangers(seen, load_language(task.language))
            return Answer(data=msgspec.json.encode(found).decode())
        if isinstance(task, ReviewPart | FindBest):
            from twilight.server.workers.study import find_best, review_part

            if isinstance(task, ReviewPart):
                return Answer(data=review_part(thinker.game(task), task))
            return Answer(data=find_best(thinker.game(task), task))
        if isinstance(task, Advise | JudgePlay):
            from twilight.server.workers.coach import advise, judge_play

            if isinstance(task, Advise):
                return Answer(data=advise(thinker.game(task), task))
            return Answer(data=judge_play(thinker.game(task), task))
        from twilight.server.workers.read_log import read_log

        return read_log(task)
    except Exception as error:
        return Answer(error=f"{type(error).__name__}: {error}")


def read_frame(stream: BinaryIO) -> bytes | None:
    """Read one frame, or None at the end of the stream."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    body = stream.read(length)
    return body if len(body) == length else None


def main() -> None:
    """Answer frames until the stream ends."""
    requests = sys.stdin.buffer
    # Nothing that a player prints may get between the frames.
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Players who wait for the server itself come first.
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    # Ctrl+C is for the server, which then closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    decoder = msgspec.msgpack.Decoder(Task)
    thinker = Thinker()
    while (frame := read_frame(requests)) is not None:
        body = msgspec.msgpack.encode(solve(thinker, decoder.decode(frame)))
        try:
            replies.write(HEADER.pack(len(body)) + body)
            replies.flush()
        except BrokenPipeError:
            # The server was killed meanwhile; what is left in the buffer is for nobody.
            os._exit(0)


if __name__ == "__main__":
    main()
