"""A room: one game behind one lock, and everyone who is there."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

from twilight.engine.plain_data.states import state_to_dict
from twilight.engine.text.language import Language
from twilight.engine.types import ACTOR_NAMES, CHANCE, Actor
from twilight.server.errors import Conflict, Refusal, StorageError
from twilight.server.metrics import ANSWERS, COMMIT_SECONDS, GAMES_FINISHED, STORAGE_ERRORS
from twilight.server.notices.herald import Seen
from twilight.server.play.entries import Entry, EntryKind, Seat
from twilight.server.play.late import Late
from twilight.server.play.loading import snapshot_of
from twilight.server.play.outcome import Ending
from twilight.server.play.referee import Referee
from twilight.server.play.standing import standing_of, standing_to_text
from twilight.server.storage.store import ABORTED, ACTIVE, FINISHED, HOT_SEAT, OPEN, Stored
from twilight.server.storage.writer import Append
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import Think

if TYPE_CHECKING:
    from twilight.server.play.hub import Hub

_LOG: Final = logging.getLogger("twilight.room")
# A snapshot is written after so many entries: it costs more than the entries themselves.
SNAPSHOT_EVERY: Final = 40
# How long to wait before the computer tries again after a failure of the database.
RETRY_SECONDS: Final = 2.0

Command = Callable[[Referee, int], list[Entry]]


class Watcher(Protocol):
    """Somebody who is connected to a room."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that they play; none for a spectator."""
        ...

    def wake(self) -> None:
        """Tell them that something has changed."""
        ...


class Room:
    """A game in memory; whatever changes it is durable before anyone is told."""

    def __init__(self, hub: "Hub", stored: Stored, referee: Referee) -> None:
        self.hub: Final = hub
        self.id: Final = stored.row.id
        self.stored = stored
        self.referee = referee
        self.lock: Final = asyncio.Lock()
        self._refreshing: Final = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        # Who is connected through other processes: seats and spectators.
        self.elsewhere: dict[str, tuple[tuple[Seat, ...], int]] = {}
        # Counts changes of all that is not in the log: presence, the row of the game, chat.
        self.presence_version = 0
        self.info_version = 0
        self.chat_number = 0
        # The level that gave the last answer of the computer, if it was not the one agreed on.
        self.stand_in: str | None = None
        # The game as spectators of a rated one see it.
        self._late: Late | None = None
        self._catching_up: Final = asyncio.Lock()
        self.used_at = time.monotonic()
        self.changed_at = time.perf_counter()
        self._snapshot_at = referee.number
        self._is_stale = False
        self._thinking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.seen: Seen = hub.herald.look(self)
        self._take_wishes()
        now = hub.now()
        for seat in (0, 1):
            if referee.setup.human[seat]:
                referee.clock.disconnect(seat, min(now, referee.clock.since[seat] or now))

    # Changes

    async def act(self, command: Command) -> int:
        """Carry out a command and return the number of the last entry when all is durable.

        A Refusal tells that nothing has changed. Who asked may go away meanwhile: a command that
        has begun is finished.
        """
        return await asyncio.shield(self.hub.spawn(self._act(command)))

    async def _act(self, command: Command) -> int:
        self.used_at = time.monotonic()
        async with self.lock:
            await self.freshen()
            before = self.referee.number
            refusal = await self._carry_out(command)
            while isinstance(refusal, Conflict):
                # Another process wrote first, perhaps only a sealed choice that nobody may
                # notice: whether the command still stands is for the log as it is now to say.
                self.hub.loop.call_soon(self.tell)
                refusal = await self._carry_out(command)
            number = self.referee.number
        if number != before:
            self.tell()
        if refusal is not None:
            raise refusal
        return number

    async def _carry_out(self, command: Command) -> Refusal | Conflict | None:
        """Try a command; the lock must be held.

        A Refusal is returned when the log has gone on in spite of it: time was up.
        """
        await self.freshen()
        before = self.referee.number
        now = self.hub.now()
        refusal: Refusal | None = None
        try:
            entries = command(self.referee, now)
        except Refusal as error:
            entries = self.referee.time_out(now)
            if not entries:
                raise
            refusal = error
        except Exception:
            self._is_stale = True
            _LOG.exception("command failed", extra={"game": self.id, "number": before})
            raise
        try:
            if entries:
                await self._commit(entries, now)
        except Conflict as conflict:
            await self.freshen()
            if self.referee.number == before:
                raise self._not_stored(str(conflict)) from conflict
            return conflict
        return refusal

    async def freshen(self) -> None:
        """Read the log again after a failure; the lock must be held."""
        if not self._is_stale:
            return
        referee = await self.hub.load_referee(self.stored)
        for seat in (0, 1):
            referee.clock.away_since[seat] = self.referee.clock.away_since[seat]
        self.referee = referee
        self._take_wishes()
        self._is_stale = False

    async def _commit(self, entries: list[Entry], now: int) -> None:
        referee = self.referee
        snapshot = None
        if referee.number - self._snapshot_at >= SNAPSHOT_EVERY or referee.is_over:
            snapshot = snapshot_of(referee)
        began = time.perf_counter()
        changes = self._changes(now)
        try:
            await self.hub.writer.append(Append(self.id, entries, changes, snapshot))
        except StorageError as error:
            self._is_stale = True
            if isinstance(error, Conflict):
                raise
            raise self._not_stored(str(error)) from error
        self.changed_at = time.perf_counter()
        COMMIT_SECONDS.observe(self.changed_at - began)
        if snapshot is not None:
            self._snapshot_at = snapshot.number
        for name, value in changes.items():
            setattr(self.stored.row, name, value)
        self._count(entries)
        if "status" in changes:
            self.info_version += 1
        if changes.get("status") == FINISHED:
            if self.stored.row.rated:
                self.hub.spawn(self.hub.rate(self.id))
            if self.stored.row.mode != HOT_SEAT:
                self.hub.spawn(self.hub.count_cards(self.id, referee))

    def _not_stored(self, reason: str) -> Refusal:
        STORAGE_ERRORS.inc()
        _LOG.error("entries not stored", extra={"game": self.id, "reason": reason})
        return Refusal("storage_failed", "The answer could not be stored; nothing has changed.")

    def _changes(self, now: int) -> dict[str, Any]:
        """Work out what the row of the game must say now."""
        referee, row, state = self.referee, self.stored.row, self.referee.game.state
        changes: dict[str, Any] = {
            # A sealed choice is not to be noticed, not even by the time of the last change.
            "updated_at": row.updated_at if any(referee.sealed) else now,
            "entries": referee.number,
            "turn": state.turn,
            "deadline": referee.clock.deadline(now),
            "seats_swapped": state.seats_swapped,
            "handicap_us": state.handicap[1],
            "handicap_ussr": state.handicap[0],
            "standing": standing_to_text(standing_of(referee, now)),
        }
        if referee.result is not None and row.status in (OPEN, ACTIVE):
            result = referee.result
            aborted = result.ending is Ending.ABORTED
            changes |= {
                "status": ABORTED if aborted else FINISHED,
                "finished_at": now,
                "winner": ACTOR_NAMES[result.winner],
                "ending": result.ending.value,
                "final_vp": result.vp,
            }
        elif referee.started and row.status == OPEN:
            changes["status"] = ACTIVE
        return changes

    def _count(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.kind is EntryKind.ANSWER:
                actor = entry.actor
                human = actor != CHANCE and self.referee.setup.human[self.referee.seat_of(actor)]
                ANSWERS.labels("chance" if actor == CHANCE else "human" if human else "bot").inc()
        result = self.referee.result
        if result is not None:
            GAMES_FINISHED.labels(result.ending.value).inc()

    # Telling

    def tell(self) -> None:
        """Tell everyone of a change of the log, here and in other processes, and go on."""
        note = {"game": self.id, "number": self.referee.number, "status": self.stored.row.status}
        self.hub.publish(note)
        self.hub.herald.changed(self)
        self.wake()
        self.go_on()

    def wake(self) -> None:
        """Wake everyone who watches through this process."""
        for watcher in self.watchers:
            watcher.wake()

    def go_on(self) -> None:
        """Let the computer think, and set the alarm of the clock."""
        referee = self.referee
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if referee.is_over:
            return
        now = self.hub.now()
        deadline = referee.clock.deadline(now)
        if deadline is not None:
            delay = max(0.01, (deadline - now) / 1000)
            self._timer = self.hub.loop.call_later(delay, self._ring)
        if not referee.started or self._computer_asked() is None:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = self.hub.spawn(self._think())

    def _ring(self) -> None:
        self._timer = None
        self.hub.spawn(self._time_out())

    async def _time_out(self) -> None:
        try:
            await self.act(lambda referee, now: referee.time_out(now))
        except (Refusal, StorageError):
            # The hub looks for games whose time is up as well.
            return
        if not self.referee.is_over and self._timer is None:
            # A lost connection has moved the deadline.
            self.go_on()

    async def _think(self) -> None:
        """Let the computer answer until a person has to, or the game is over."""
        while True:
            try:
                if not await self._think_once():
                    return
            except (StorageError, WorkerFailed) as error:
                _LOG.error("no answer yet", extra={"game": self.id, "reason": str(error)})
                await asyncio.sleep(RETRY_SECONDS)

    async def _think_once(self) -> bool:
        """Let the computer answer once; False tells that it has nothing to answer."""
        async with self.lock:
            await self.freshen()
            referee = self.referee
            seat = self._computer_asked()
            if seat is None:
                return False
            decision = referee.decision_of(referee.side_of(seat))
            pending = referee.question_of(seat)
            assert pending is not None
            task = self._thought(seat)
        asker = self.hub.asker(self.stored.seats[1 - seat].user_id)
        is_awaited = any(referee.setup.human)
        thought = await self.hub.thinking.think(task, pending, asker, is_awaited=is_awaited)
        # Told with the answer; whoever stands in is forgotten when the level itself answers again.
        before, self.stand_in = self.stand_in, thought.stand_in
        try:
            await self._act(_answer_of(seat, decision, thought.action))
        except Refusal as refusal:
            self.stand_in = before
            if refusal.code == "storage_failed":
                await asyncio.sleep(RETRY_SECONDS)
        return True

    def _computer_asked(self) -> Seat | None:
        """Return a seat of a computer player that has to answer, perhaps beside a person."""
        referee = self.referee
        if referee.paused:
            return None
        return next((seat for seat in referee.asked_seats if not referee.setup.human[seat]), None)

    def position_task(self, side: Actor) -> dict[str, Any]:
        """Write down the position that a side is shown, for a worker; the lock must be held."""
        game = self.referee.game_for(side)
        return {
            "game": self.id,
            "rules": self.stored.row.rules,
            "origin": state_to_dict(game.origin) if self.referee.is_repaired else None,
            "record": list(game.record or ()),
        }

    def _thought(self, seat: Seat) -> Think:
        """Write down what a computer player has to think about."""
        name = self.stored.seats[seat].bot or ""
        bot = self.hub.settings.levels.get(name, name)
        side = self.referee.side_of(seat)
        return Think(**self.position_task(side), bot=bot, seed=f"{self.stored.row.seed}/{seat}")

    # People

    async def come(self, watcher: Watcher) -> None:
        """Let somebody in."""
        self.watchers.add(watcher)
        self.used_at = time.monotonic()
        now = self.hub.now()
        for seat in watcher.seats:
            self.referee.clock.reconnect(seat, now)
        self._presence_changed()

    async def leave(self, watcher: Watcher) -> None:
        """Let somebody out."""
        self.watchers.discard(watcher)
        self.used_at = time.monotonic()
        now = self.hub.now()
        for seat in set(watcher.seats) - set(self.connected):
            self.referee.clock.disconnect(seat, now)
        self._presence_changed()

    @property
    def connected(self) -> list[Seat]:
        """The seats that have a connection, here or elsewhere."""
        seats = {seat for watcher in self.watchers for seat in watcher.seats}
        for others, _ in self.elsewhere.values():
            seats.update(others)
        return sorted(seats)

    @property
    def spectators(self) -> int:
        """How many people watch."""
        here = sum(not watcher.seats for watcher in self.watchers)
        return here + sum(number for _, number in self.elsewhere.values())

    def _presence_changed(self) -> None:
        self.presence_version += 1
        self.publish_presence()
        self.wake()
        self.go_on()

    def publish_presence(self) -> None:
        """Tell the other processes who is connected through this one."""
        seats = sorted({seat for watcher in self.watchers for seat in watcher.seats})
        spectators = sum(not watcher.seats for watcher in self.watchers)
        self.hub.publish({"game": self.id, "seats": seats, "spectators": spectators})

    def hear_presence(self, server: str, seats: tuple[Seat, ...], spectators: int) -> None:
        """Learn who is connected through another process."""
        before = self.connected
        if seats or spectators:
            self.elsewhere[server] = (seats, spectators)
        else:
            self.elsewhere.pop(server, None)
        now = self.hub.now()
        after = self.connected
        for seat in (0, 1):
            if seat in after and seat not in before:
                self.referee.clock.reconnect(seat, now)
            elif seat in before and seat not in after:
                self.referee.clock.disconnect(seat, now)
        self.presence_version += 1
        self.wake()
        self.go_on()

    # Spectators

    def is_late_for(self, seats: tuple[Seat, ...]) -> bool:
        """Tell whether somebody with these seats sees the game later than the players."""
        return self.stored.is_late_for(seats)

    async def shown_to(self, seats: tuple[Seat, ...]) -> Referee:
        """Return the game as somebody with these seats may see it now."""
        if not self.is_late_for(seats):
            return self.referee
        async with self._catching_up:
            if self._late is None:
                self._late = Late(self.stored, self.hub.uptime.downtime)
            delay = int(self.hub.settings.watch_delay * 1000)
            return await self._late.catch_up(self.hub.store, self.hub.now(), delay)

    # Other processes, and leaving memory

    async def hear(self, number: int, status: str = "") -> None:
        """Catch up with entries that another process has written."""
        async with self.lock:
            await self.freshen()
            if number <= self.referee.number:
                return
            entries = await self.hub.store.entries_after(self.id, self.referee.number)
            try:
                for entry in entries:
                    self.referee.apply(entry)
            except Exception:
                self._is_stale = True
                raise
            if status != self.stored.row.status:
                await self.refresh()
        self.changed_at = time.perf_counter()
        self.wake()
        self.go_on()

    async def refresh(self) -> None:
        """Read the row and the seats of the game again."""
        # One after the other: what was read first must not come last.
        async with self._refreshing:
            stored = await self.hub.store.load(self.id)
            if stored is None:
                return
            self.stored = stored
            self._take_wishes()
            self.info_version += 1
            self.wake()

    def _take_wishes(self) -> None:
        """Let vacations and what need not be asked be those of the players now."""
        self.referee.clock.vacations = self.stored.vacations_by_seat
        self.referee.spared = self.stored.spared_seats

    async def look_at_vacations(self) -> None:
        """Read the vacations of the players again, and write down what they change."""
        await self.refresh()
        now = self.hub.now()
        await self.hub.store.change(
            self.id,
            deadline=self.referee.clock.deadline(now),
            standing=standing_to_text(standing_of(self.referee, now)),
        )
        self.hub.publish({"game": self.id, "info": True})
        self.go_on()

    @property
    def may_leave_memory(self) -> bool:
        """Whether nobody is here, nothing is being thought about, and no clock is about to ring."""
        if self.watchers or self.lock.locked():
            return False
        if self._thinking is not None and not self._thinking.done():
            return False
        return time.monotonic() - self.used_at > self.hub.settings.idle_seconds

    async def close(self) -> None:
        """Keep a snapshot and stop everything."""
        if self._timer is not None:
            self._timer.cancel()
        if self._thinking is not None:
            self._thinking.cancel()
        async with self.lock:
            referee = self.referee
            if self._is_stale or referee.is_over or referee.number == self._snapshot_at:
                return
            try:
                await self.hub.writer.append(Append(self.id, [], {}, snapshot_of(referee)))
            except StorageError as error:
                _LOG.warning("no snapshot", extra={"game": self.id, "reason": str(error)})


def _answer_of(seat: Seat, decision: int, action: int) -> Command:
    return lambda referee, now: referee.answer(seat, decision, action, now)


def answer(seat: Seat, decision: int, action: int, language: Language) -> Command:
    """Make the command of a person's answer."""
    return lambda referee, now: referee.answer(seat, decision, action, now, language)
