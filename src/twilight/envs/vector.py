"""Many games at once, stepped in worker processes that write into shared memory.

Each game asks whoever has to decide, so that one learner can play both sides, or leave one of them
to somebody else. A game that ends begins anew in the same step. Started from a script, this needs
the usual `if __name__ == "__main__":`, since the workers import the script.
"""

import multiprocessing
import signal
import traceback
import weakref
from collections.abc import Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.game import IllegalAction
from twilight.engine.rules import Rules
from twilight.envs.episode import (
    PLAYERS,
    AnyRules,
    Episode,
    Seeds,
    check_reward,
    rules_of,
    side_of,
)
from twilight.envs.observation import ACTION_SPACE, OBSERVATION_SIZE, VERSION
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


class _Arrays(NamedTuple):
    """The memory that the workers share with their master."""

    batch: Batch
    actions: NDArray[np.int16]


class _Settings(NamedTuple):
    """What all games have in common."""

    rules: Rules
    reward: str
    skip_forced: bool
    layout: Layout


def _shapes(games: int, layout: Layout) -> list[tuple[type[Any], tuple[int, ...]]]:
    return [
        (layout.kind, (games, layout.size)),
        (np.int8, (games, ACTION_SPACE)),
        (np.int8, (games,)),
        (np.float32, (games, len(PLAYERS))),
        (np.bool_, (games,)),
        (np.int16, (games,)),
    ]


def _lay_out(memory: "memoryview[int] | bytearray | None", games: int, layout: Layout) -> _Arrays:
    """Make arrays over a stretch of memory."""
    assert memory is not None
    arrays: list[NDArray[Any]] = []
    place = 0
    for kind, shape in _shapes(games, layout):
        array: NDArray[Any] = np.ndarray(shape, kind, memory, place)
        arrays.append(array)
        place = _aligned(place + array.nbytes)
    return _Arrays(Batch(*arrays[:-1]), arrays[-1])


def _memory_size(games: int, layout: Layout) -> int:
    size = 0
    for kind, shape in _shapes(games, layout):
        size = _aligned(size + int(np.prod(shape)) * np.dtype(kind).itemsize)
    return size


def _aligned(place: int) -> int:
    return (place + 7) // 8 * 8


class _Games:
    """Some of the games, and where their results are written."""

    def __init__(self, arrays: _Arrays, games: range, settings: _Settings) -> None:
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
        self._episodes = [self._begin(seeds) for seeds in self._seeds]
        self._batch.rewards.fill(0)
        self._batch.ended.fill(False)
        self._show()

    def step(self) -> None:
        """Answer in all games, and begin anew where that ends one."""
        rewards, ended = self._batch.rewards, self._batch.ended
        rewards.fill(0)
        ended.fill(False)
        for place, action in enumerate(self._actions.tolist()):
            episode = self._episodes[place]
            episode.answer(action)
            # Most steps earn nothing, and writing a row takes as long as a few answers.
            earned = episode.take_rewards()
            if earned[0]:
                rewards[place] = earned
            if episode.decision is None:
                ended[place] = True
                self._episodes[place] = self._begin(self._seeds[place])
        self._show()

    def _begin(self, seeds: Seeds) -> Episode:
        settings = self._settings
        return Episode(
            settings.rules, seeds.take(), settings.reward, skip_forced=settings.skip_forced
        )

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


class _Crew(Protocol):
    """Whoever plays the games."""

    def reset(self, seed: int | None) -> None:
        """Begin all games."""
        ...

    def step(self) -> None:
        """Answer in all games with the actions in the shared memory."""
        ...

    def close(self) -> None:
        """Free everything."""
        ...


class _InProcess(_Games):
    """The games played by the calling process itself."""

    def close(self) -> None:
        """Nothing is held open."""


class _Workers:
    """The games played by worker processes."""

    def __init__(self, memory: SharedMemory, games: int, number: int, settings: _Settings) -> None:
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

    def step(self) -> None:
        """Answer in all games with the actions in the shared memory."""
        self._order(("step", None))

    def close(self) -> None:
        """End the processes and free the memory."""
        self._end()

    def _order(self, order: tuple[str, int | None]) -> None:
        reports = []
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
            if report is not None:
                reports.append(report)
        if reports:
            raise WorkerFailed("\n".join(reports))


def _work(
    connection: Connection, memory_name: str, games: int, own: range, settings: _Settings
) -> None:
    """Do what the master orders until it closes the connection; report errors as text."""
    # An interrupt from the keyboard reaches all processes; the master ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    memory = SharedMemory(memory_name)
    crew = _Games(_lay_out(memory.buf, games, settings.layout), own, settings)
    while True:
        try:
            order, seed = connection.recv()
        except EOFError:
            break
        try:
            if order == "reset":
                crew.reset(seed)
            else:
                crew.step()
        except Exception:
            connection.send(f"games {own.start} to {own.stop - 1}:\n{traceback.format_exc()}")
            break
        connection.send(None)
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


class VectorEnv:
    """Many games at once.

    With `workers=0` the calling process plays them itself, which is easier to debug; the games are
    the same with any number of workers. Game `i` is the game that the other environments play with
    the seed `seed + i`. With `layout="compact"` the observations are the bytes of
    `judgement.encoding`, which take half the time; `env.layout` tells their version. The other
    options are those of the PettingZoo environment.
    """

    def __init__(
        self,
        games: int,
        workers: int = 1,
        rules: AnyRules = None,
        seed: int | None = None,
        reward: str = "win",
        *,
        skip_forced: bool = False,
        layout: str = "full",
    ) -> None:
        if layout not in LAYOUTS:
            raise ValueError(f"layout can't be {layout!r}; it can be {' or '.join(LAYOUTS)}")
        if games < 1 or not 0 <= workers <= games:
            raise ValueError(f"{games} games can't be played by {workers} workers")
        self.layout = LAYOUTS[layout]
        settings = _Settings(rules_of(rules), check_reward(reward), skip_forced, self.layout)
        self.games = games
        self.workers = workers
        self._seed: int | None = Seeds(seed).seed
        self._arrays: _Arrays | None
        self._crew: _Crew
        size = _memory_size(games, self.layout)
        if workers == 0:
            self._arrays = _lay_out(bytearray(size), games, self.layout)
            self._crew = _InProcess(self._arrays, range(games), settings)
        else:
            memory = SharedMemory(create=True, size=size)
            self._arrays = _lay_out(memory.buf, games, self.layout)
            self._crew = _Workers(memory, games, workers, settings)

    def reset(self, seed: int | None = None) -> Batch:
        """Begin all games anew; without a seed with those that follow from the last ones."""
        self._open_arrays()
        # The first games follow from the seed of the environment.
        first_seed, self._seed = self._seed, None
        try:
            self._crew.reset(first_seed if seed is None else seed)
        except WorkerFailed:
            self.close()
            raise
        return self._batch()

    def step(self, actions: "Sequence[int] | NDArray[Any]") -> Batch:
        """Answer in every game; if one answer is illegal, nothing changes in any game."""
        arrays = self._open_arrays()
        if self._seed is not None:
            raise RuntimeError("call reset() before step()")
        chosen = np.asarray(actions)
        self._refuse_illegal(chosen)
        arrays.actions[:] = chosen
        try:
            self._crew.step()
        except WorkerFailed:
            self.close()
            raise
        return self._batch()

    def close(self) -> None:
        """End the workers and free the shared memory; a second time does nothing."""
        # The arrays have to let go of the memory first.
        self._arrays = None
        self._crew.close()

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _batch(self) -> Batch:
        observations, masks, players, rewards, ended = self._open_arrays().batch
        return Batch(
            observations.copy(), masks.copy(), players.copy(), rewards.copy(), ended.copy()
        )

    def _open_arrays(self) -> _Arrays:
        if self._arrays is None:
            raise RuntimeError("this environment has been closed")
        return self._arrays

    def _refuse_illegal(self, actions: NDArray[Any]) -> None:
        if actions.shape != (self.games,) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(f"there must be {self.games} whole numbers, one action for each game")
        masks = self._open_arrays().batch.masks
        inside = (actions >= 0) & (actions < ACTION_SPACE)
        legal = inside & (masks[np.arange(self.games), np.where(inside, actions, 0)] == 1)
        if not legal.all():
            game = int(np.argmin(legal))
            action = int(actions[game])
            name = ACTION_KEYS[action] if inside[game] else ""
            message = f"game {game} does not offer action {action} {name}".rstrip()
            raise IllegalAction(message, action)
