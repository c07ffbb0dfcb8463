"""The hub: all rooms of this process, what they share, and what happens by the clock."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Coroutine, Mapping
from typing import Any, Final, TypeVar

import msgspec
from litestar.channels import ChannelsPlugin

from twilight.server.config import Settings
from twilight.server.errors import Refusal, StorageError
from twilight.server.http.limits import Limits, Rate
from twilight.server.http.shared_limits import make_limits
from twilight.server.metrics import ROOMS
from twilight.server.notices.herald import Herald
from twilight.server.notices.mail import Mailer
from twilight.server.people.identity import Identities
from twilight.server.people.whereabouts import Whereabouts
from twilight.server.play.channels import CHANNEL
from twilight.server.play.loading import LostGame, load_referee
from twilight.server.play.referee import Referee
from twilight.server.play.room import Room
from twilight.server.play.seat_card_uses import seat_card_uses
from twilight.server.storage.database import Database
from twilight.server.storage.history import keep_card_uses, uncounted_games
from twilight.server.storage.lock import DatabaseLock
from twilight.server.storage.ratings import rate_game, unrated_games
from twilight.server.storage.readiness import Readiness
from twilight.server.storage.store import STUDY, Store, Stored
from twilight.server.storage.uptime import Uptime
from twilight.server.storage.writer import Append, Writer
from twilight.server.workers.pool import WorkerPool
from twilight.server.workers.thinking import Thinking
from twilight.server.workers.turns import Asker

_LOG: Final = logging.getLogger("twilight.hub")
_T = TypeVar("_T")

TICK_SECONDS: Final = 2.0
REMIND_EVERY: Final = 20_000


def _rates(settings: Settings) -> dict[str, Rate]:
    games, logins = settings.games_per_hour, settings.logins_per_minute
    requests = settings.requests_per_minute
    return {
        "create": Rate(max(10, games / 4), games / 3600),
        "password": Rate(logins, logins / 60),
        "request": Rate(max(60, requests / 4), requests / 60),
        "mail": Rate(5, 5 / 3600),
        "notice": Rate(logins, logins / 60),
        "export": Rate(5, 5 / 3600),
        "live": Rate(max(60, requests / 4), requests / 60),
    }


class Hub:
    """Everything that the handlers of requests work with."""

    def __init__(self, settings: Settings, channels: ChannelsPlugin) -> None:
        self.settings: Final = settings
        self.database: Final = Database(settings)
        self.terms: Final = settings.read_terms()
        self.store: Final = Store(self.database)
        self.writer: Final = Writer(self.database)
        self.workers: Final = WorkerPool(
            settings.bot_workers,
            settings.bot_seconds,
            settings.thoughts_per_person,
            settings.compiled,
        )
        self.thinking: Final = Thinking(self.workers, settings.bot_patience)
        self.mailer: Final = Mailer(settings)
        self.identities: Final = Identities(settings, self.database)
        self.herald: Final = Herald(self, self.identities)
        self.whereabouts: Final = Whereabouts()
        self.uptime: Final = Uptime(self.database, secrets.token_hex(8))
        self.readiness: Final = Readiness(self.uptime)
        self.limits: Final[Limits] = make_limits(settings, _rates(settings), self.database)
        self.rooms: dict[str, Room] = {}
        # How many live connections there are from each address.
        self.connections: Counter[str] = Counter()
        self._lock = DatabaseLock(settings.sqlite_file) if settings.uses_sqlite else None
        self.is_ready = False
        self._is_prepared = False
        self._reminded_at = 0
        self._channels: Final = channels
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop that everything runs in."""
        assert self._loop is not None
        return self._loop

    @staticmethod
    def now() -> int:
        """The time in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    # Life

    async def prepare(self) -> None:
        """Bring the database up to date, once."""
        if not self._is_prepared:
            if self._lock is not None:
                self._lock.take()
            await self.database.migrate()
            self._is_prepared = True

    async def start(self) -> None:
        """Open the database and begin."""
        self._loop = asyncio.get_running_loop()
        await self.prepare()
        await self.uptime.start(self.now())
        self.writer.start()
        await self.herald.start()
        self.spawn(self._listen())
        self.spawn(self._tick())
        self.spawn(self._count_leftovers())
        self.is_ready = True

    async def stop(self) -> None:
        """Keep snapshots of all games and end."""
        self.is_ready = False
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        self.rooms.clear()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.writer.stop()
        await self.workers.stop()
        with contextlib.suppress(StorageError):
            await self.uptime.stop(self.now())
        await self.close()

    async def close(self) -> None:
        """Close the database and let another server have it."""
        await self.herald.stop()
        await self.limits.close()
        await self.database.close()
        if self._lock is not None:
            self._lock.give_back()

    def spawn(self, coroutine: Coroutine[Any, Any, _T]) -> "asyncio.Task[_T]":
        """Run something beside; what goes wrong is logged and nothing else."""
        task = self.loop.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, StorageError):
            _LOG.warning("database does not answer", extra={"reason": str(error)})
        elif error is not None and not isinstance(error, Refusal):
            _LOG.error("task failed", exc_info=error)

    # Rooms

    async def room(self, game_id: str) -> Room:
        """Return the room of a game, loading it on demand."""
        room = self.rooms.get(game_id)
        if room is not None:
            room.used_at = time.monotonic()
            return room
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        try:
            async with lock:
                room = self.rooms.get(game_id)
                if room is None:
                    room = await self._open(game_id)
                return room
        finally:
            self._loading.pop(game_id, None)

    async def _open(self, game_id: str) -> Room:
        stored = await self.store.load(game_id)
        if stored is None or stored.row.mode == STUDY:
            raise Refusal("not_found", "There is no such game.")
        room = Room(self, stored, await self.load_referee(stored))
        self.rooms[game_id] = room
        ROOMS.set(len(self.rooms))
        self.publish({"game": game_id, "who": True})
        if stored.is_full and not room.referee.started and not room.referee.is_over:
            # The server went down between the seat being taken and the beginning.
            with contextlib.suppress(Refusal):
                await room.act(lambda referee, now: [] if referee.started else referee.start(now))
        room.go_on()
        return room

    async def load_referee(self, stored: Stored) -> Referee:
        """Read a log and replay it, in a thread, so that the loop goes on."""
        entries = await self.store.entries_after(stored.row.id, 0)
        snapshot = await self.store.snapshot_of(stored.row.id)
        downtime = self.uptime.downtime
        loaded = await asyncio.to_thread(load_referee, stored, entries, snapshot, downtime)
        if loaded.repair is not None:
            _LOG.warning("game repaired after a change of rules", extra={"game": stored.row.id})
            await self.writer.append(Append(stored.row.id, [], {}, loaded.repair))
        return loaded.referee

    async def _let_go(self) -> None:
        for room in list(self.rooms.values()):
            if room.may_leave_memory:
                del self.rooms[room.id]
                await room.close()
        ROOMS.set(len(self.rooms))

    # Thinking

    def asker(self, user_id: str | None) -> Asker:
        """Tell for whom somebody thinks."""
        person = user_id or ""
        return Asker(person, self.whereabouts.of(person))

    # Notes

    def publish(self, note: Mapping[str, object]) -> None:
        """Tell the other processes."""
        self._channels.publish({"server": self.uptime.server_id, **note}, CHANNEL)

    async def _listen(self) -> None:
        async with self._channels.start_subscription([CHANNEL]) as subscriber:
            async for event in subscriber.iter_events():
                try:
                    await self._hear(msgspec.json.decode(event))
                except StorageError as error:
                    _LOG.warning("note not followed", extra={"reason": str(error)})
                except Exception:
                    _LOG.exception("bad note")

    async def _hear(self, note: dict[str, Any]) -> None:
        server = str(note["server"])
        room = self.rooms.get(str(note["game"]))
        if server == self.uptime.server_id or room is None:
            return
        if "number" in note:
            # Beside, so that one slow game does not keep the others waiting.
            self.spawn(room.hear(int(note["number"]), str(note["status"])))
        elif "seats" in note:
            room.hear_presence(server, tuple(note["seats"]), int(note["spectators"]))
        elif "who" in note:
            room.publish_presence()
        elif "info" in note:
            await room.refresh()
        elif "chat" in note:
            room.chat_number = max(room.chat_number, int(note["chat"]))
            room.wake()

    # What happens by the clock

    async def _tick(self) -> None:
        """Sign that we live, end games whose time is up, let go of idle ones, catch up."""
        await self._rate_leftovers()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            try:
                await self.uptime.sign(self.now())
                await self._end_overdue()
                await self._remind()
                await self._catch_up()
                await self._let_go()
            except StorageError as error:
                _LOG.warning("database does not answer", extra={"reason": str(error)})
            except Exception:
                _LOG.exception("tick failed")

    async def _end_overdue(self) -> None:
        for game_id in await self.store.overdue(self.now()):
            with contextlib.suppress(Refusal):
                room = await self.room(game_id)
                await room.act(lambda referee, now: referee.time_out(now))

    async def _remind(self) -> None:
        """Remind players of their time, now and then."""
        if self.now() - self._reminded_at >= REMIND_EVERY:
            self._reminded_at = self.now()
            await self.herald.remind()

    async def _catch_up(self) -> None:
        """Follow games whose notes got lost; a file has no other process that writes to it."""
        if self.database.is_sqlite:
            return
        watched = [room for room in self.rooms.values() if room.watchers]
        if not watched:
            return
        numbers = await self.store.numbers_of([room.id for room in watched])
        for room in watched:
            if numbers.get(room.id, 0) > room.referee.number:
                await room.hear(numbers[room.id])

    async def rate(self, game_id: str) -> None:
        """Let a rated game change the ratings of its players, once."""
        try:
            await rate_game(self.database, game_id, self.now(), self.settings.levels)
        except StorageError as error:
            _LOG.warning("not rated yet", extra={"game": game_id, "reason": str(error)})

    async def count_cards(self, game_id: str, referee: Referee) -> None:
        """Keep what the cards of a finished game were used for."""
        try:
            await keep_card_uses(self.database, game_id, seat_card_uses(referee))
        except StorageError as error:
            _LOG.warning("cards not counted yet", extra={"game": game_id, "reason": str(error)})

    async def _rate_leftovers(self) -> None:
        with contextlib.suppress(StorageError):
            for game_id in await unrated_games(self.database):
                await self.rate(game_id)

    async def _count_leftovers(self) -> None:
        """Count the cards of games that ended while nobody did, one after the other."""
        with contextlib.suppress(StorageError):
            for game_id in await uncounted_games(self.database):
                stored = await self.store.load(game_id)
                if stored is None:
                    continue
                try:
                    await self.count_cards(game_id, await self.load_referee(stored))
                except LostGame as error:
                    _LOG.warning("cards not counted", extra={"reason": str(error)})
