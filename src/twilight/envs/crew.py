"""Who plays the many games of the vector environment: this process, or workers.

Workers write what the games show into memory that they share with the environment; only what is
rare, the end of a game or an error, goes through a pipe.
"""

import multiprocessing
import signal
import traceback
import weakref
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from twilight.engine.driver import AnyPlayer
from twilight.engine.rules import Rules
from twilight.envs.episode import (
    PLAYERS,
    Episode,
    Seeds,
    side_of,
)
from twilight.envs.observation import ACTION_SPACE, OBSERVATION_SIZE, VERSION
from twilight.envs.opponents import BotMaker, let_opponent_play, make_opponent
from twilight.judgement import encoding

SECONDS_TO_END: Final = 5.0


class Layout(NamedTuple):
    """How an observation is written: its numbers, and the version of what they mean."""

    name: str
    version: int
    size: int
    kind: type[Any]


# The vector of the other environments, and the bytes that nets read; docs/research.md shows both.
FULL: Final = Layout("full", VERSION, OBSERVATION_SIZE, np.int8)
COMPACT: Final = Layout("compact", encoding.VERSION, encoding.SIZE, np.uint8)
LAYOUTS: Final = {layout.name: layout for layout in (FULL, COMPACT)}


class WorkerFailed(RuntimeError):
    """A worker process has failed; the message holds its traceback. The environment is closed."""


class Batch(NamedTuple):
    """What all games show after a step; the first axis is the game."""

    # What the player that has to decide sees, the mask of its options, and who it is.
    observations: NDArray[Any]
    masks: NDArray[np.int8]
    players: NDArray[np.int8]
    # What the step has earned both players, and whether it has ended the game: if so, the fields
    # above belong to the next one.
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]


class Ended(NamedTuple):
    """A game that a step has ended: how, and what the player who answered last sees of it."""

    game: int
    info: dict[str, object]
    observation: NDArray[Any]


class Against(NamedTuple):
    """The bot that plays a game against the agent, and the seat of the agent."""

    opponent: BotMaker
    player: int


class Arrays(NamedTuple):
    """The memory that the workers share with their master."""

    batch: Batch
    actions: NDArray[np.int16]


class Settings(NamedTuple):
    """What all games have in common."""

    rules: Rules
    reward: str
    skip_forced: bool
    layout: Layout
    # For each game; None when the agent plays both sides.
    against: tuple[Against, ...] | None


def _shapes(games: int, layout: Layout) -> list[tuple[type[Any], tuple[int, ...]]]:
    return [
        (layout.kind, (games, layout.size)),
        (np.int8, (games, ACTION_SPACE)),
        (np.int8, (games,)),
        (np.float32, (games, len(PLAYERS))),
        (np.bool_, (games,)),
        (np.int16, (games,)),
    ]


def lay_out(memory: "memoryview[int] | bytearray | None", games: int, layout: Layout) -> Arrays:
    """Make arrays over a stretch of memory."""
    assert memory is not None
    arrays: list[NDArray[Any]] = []
    place = 0
    for kind, shape in _shapes(games, layout):
        array: NDArray[Any] = np.ndarray(shape, kind, memory, place)
        arrays.append(array)
        place = _aligned(place + array.nbytes)
    return Arrays(Batch(*arrays[:-1]), arrays[-1])


def memory_size(games: int, layout: Layout) -> int:
    """Return how many bytes the arrays of so many games need."""
    size = 0
    for kind, shape in _shapes(games, layout):
        size = _aligned(size + int(np.prod(shape)) * np.dtype(kind).itemsize)
    return size


def _aligned(place: int) -> int:
    return (place + 7) // 8 * 8


class Games:
    """Some of the games, and where their results are written."""

    def __init__(self, arrays: Arrays, games: range, settings: Settings) -> None:
        self._games = games
        self._settings = settings
        own = slice(games.start, games.stop)
        observations, masks, players, rewards, ended = arrays.batch
        self._batch = Batch(observations[own], masks[own], players[own], rewards[own], ended[own])
        self._actions = arrays.actions[own]

    def reset(self, seed: int | None) -> None:
        """Begin all games, from a seed or with the games that follow from the last ones."""
        if seed is not None:
            self._seeds = [Seeds(seed + game) for game in self._games]
            self._bots: list[AnyPlayer | None] = [None] * len(self._games)
        self._episodes = [self._begin(place) for place in range(len(self._games))]
        self._batch.rewards.fill(0)
        self._batch.ended.fill(False)
        self._show()

    def step(self) -> list[Ended]:
        """Answer in all games, and begin anew where that ends one."""
        finished: list[Ended] = []
        rewards, ended = self._batch.rewards, self._batch.ended
        rewards.fill(0)
        ended.fill(False)
        for place, action in enumerate(self._actions.tolist()):
            episode = self._episodes[place]
            player = episode.player
            assert player is not None
            episode.answer(action)
            self._let_opponent_play(place, episode)
            # Most steps earn nothing, and writing a row takes as long as a few answers.
            earned = episode.take_rewards()
            if earned[0]:
                rewards[place] = earned
            if episode.decision is None:
                ended[place] = True
                last = self._last_observation(episode, player)
                finished.append(Ended(self._games[place], episode.ending(), last))
                self._episodes[place] = self._begin(place)
        self._show()
        return finished

    def _begin(self, place: int) -> Episode:
        settings = self._settings
        seed = self._seeds[place].take()
        episode = Episode(settings.rules, seed, settings.reward, skip_forced=settings.skip_forced)
        if settings.against is not None:
            opponent = settings.against[self._games[place]].opponent
            self._bots[place] = make_opponent(opponent, seed)
            self._let_opponent_play(place, episode)
        return episode

    def _let_opponent_play(self, place: int, episode: Episode) -> None:
        bot = self._bots[place]
        if bot is not None and self._settings.against is not None:
            let_opponent_play(episode, bot, self._settings.against[self._games[place]].player)

    def _last_observation(self, episode: Episode, player: int) -> NDArray[Any]:
        if self._settings.layout == COMPACT:
            data = encoding.encode_game(episode.game, side_of(episode.game, player))
            return np.frombuffer(data, np.uint8)
        return episode.observe(player)

    def _show(self) -> None:
        """Write what the player that has to decide sees in each game, and its options."""
        if self._settings.layout == COMPACT:
            self._show_compact()
            return
        for place, episode in enumerate(self._episodes):
            decision, player = episode.decision, episode.player
            assert decision is not None
            assert player is not None
            self._batch.players[place] = player
            self._batch.observations[place] = episode.observe(player)
            mask = self._batch.masks[place]
            mask.fill(0)
            mask[list(decision.options)] = 1

    def _show_compact(self) -> None:
        observations = self._batch.observations
        data = bytearray()
        players: list[int] = []
        for episode in self._episodes:
            pending = episode.decision
            assert pending is not None
            data += encoding.encode_game(episode.game, pending.actor)
            players.append(side_of(episode.game, pending.actor))
        self._batch.players[:] = players
        observations[:] = np.frombuffer(data, np.uint8).reshape(observations.shape)
        # The options are a bit each, so all masks are opened out at once.
        options = observations[:, encoding.OPTIONS : encoding.OPTIONS + encoding.OPTION_BYTES]
        self._batch.masks[:] = np.unpackbits(options, axis=1, bitorder="little")


class Crew(Protocol):
    """Whoever plays the games."""

    def reset(self, seed: int | None) -> None:
        """Begin all games."""
        ...

    def step(self) -> list[Ended]:
        """Answer in all games with the actions in the shared memory; tell which have ended."""
        ...

    def close(self) -> None:
        """Free everything."""
        ...


class InProcess(Games):
    """The games played by the calling process itself."""

    def close(self) -> None:
        """Nothing is held open."""


class Workers:
    """The games played by worker processes."""

    def __init__(self, memory: SharedMemory, games: int, number: int, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self._connections: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        bounds = [games * worker // number for worker in range(number + 1)]
        for first, last in pairwise(bounds):
            here, there = context.Pipe()
            process = context.Process(
                target=_work,
                args=(there, memory.name, games, range(first, last), settings),
                daemon=True,
            )
            process.start()
            there.close()
            self._connections.append(here)
            self._processes.append(process)
        # Also when nobody calls close().
        self._end = weakref.finalize(self, _end, memory, self._connections, self._processes)

    def reset(self, seed: int | None) -> None:
        """Begin all games."""
        self._order(("reset", seed))

    def step(self) -> list[Ended]:
        """Answer in all games with the actions in the shared memory; tell which have ended."""
        return self._order(("step", None))

    def close(self) -> None:
        """End the processes and free the memory."""
        self._end()

    def _order(self, order: tuple[str, int | None]) -> list[Ended]:
        reports: list[str] = []
        finished: list[Ended] = []
        for worker, connection in enumerate(self._connections):
            try:
                connection.send(order)
            except OSError:
                reports.append(f"worker {worker} has gone away")
        for worker, connection in enumerate(self._connections):
            try:
                report = connection.recv()
            except (EOFError, OSError):
                self._processes[worker].join(SECONDS_TO_END)
                code = self._processes[worker].exitcode
                report = f"worker {worker} has ended without a word, with exit code {code}"
            if isinstance(report, str):
                reports.append(report)
            else:
                finished += report
        if reports:
            raise WorkerFailed("\n".join(reports))
        return finished


def _work(
    connection: Connection, memory_name: str, games: int, own: range, settings: Settings
) -> None:
    """Do what the master orders until it closes the connection; report errors as text."""
    # An interrupt from the keyboard reaches all processes; the master ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory = SharedMemory(memory_name)
    crew = Games(lay_out(memory.buf, games, settings.layout), own, settings)
    while True:
        try:
            order, seed = connection.recv()
        except EOFError:
            break
        finished: list[Ended] = []
        try:
            if order == "reset":
                crew.reset(seed)
            else:
                finished = crew.step()
        except Exception:
            connection.send(f"games {own.start} to {own.stop - 1}:\n{traceback.format_exc()}")
            break
        connection.send(finished)
    del crew
    memory.close()


def _end(
    memory: SharedMemory, connections: list[Connection], processes: list[SpawnProcess]
) -> None:
    for connection in connections:
        connection.close()
    for process in processes:
        process.join(SECONDS_TO_END)
        if process.is_alive():
            process.terminate()
            process.join()
    memory.unlink()
    memory.close()
