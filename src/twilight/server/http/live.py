"""The live connection of a game: a WebSocket that tells one viewer what changes."""

import asyncio
import contextlib
import logging
import time
from typing import Final, Never

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from twilight.server.errors import Refusal, StorageError
from twilight.server.http.access import Access, check_access, enter, language_asked, language_of
from twilight.server.http.address import address_of
from twilight.server.http.limits import Bucket, Rate
from twilight.server.http.routes.common import GameId, Invite, Lang, MaybeNumber, TheHub
from twilight.server.http.security import check_origin, check_token
from twilight.server.messages.live import (
    Chat,
    ClientMessage,
    Refused,
    ServerMessage,
)
from twilight.server.metrics import CONNECTIONS, REFUSALS, UPDATE_SECONDS
from twilight.server.people.identity import Identity
from twilight.server.play.chat import lines_after
from twilight.server.play.commands import obey
from twilight.server.play.room import Room
from twilight.server.present.update import info_for, presence_for, update_for

_LOG: Final = logging.getLogger("twilight.live")
_DECODER: Final = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()
# Close codes of ours: 4000 + the last digits of the HTTP status.
CLOSE_REFUSED: Final = 4003
CLOSE_SIGNED_OUT: Final = 4001
# What is refused only now: whoever gets this code comes again.
CLOSE_LATER: Final = 1013
PASSING: Final = ("storage_failed", "rate_limited", "busy")
LARGEST_MESSAGE: Final = 8 * 1024
SEND_SECONDS: Final = 20.0
CHECK_SECONDS: Final = 30.0
# Whoever sees a game late looks so often whether it has gone on.
LATE_SECONDS: Final = 2.0
# A connection that breaks while something is sent ends in any of these.
BROKEN: Final = (WebSocketDisconnect, OSError, RuntimeError)


class Connection:
    """One open connection: it is woken when something changes, and then sends what is new.

    Nothing is queued: a slow client gets the latest table and all facts that it has missed.
    """

    def __init__(
        self,
        socket: "WebSocket[Identity | None, str, State]",
        room: Room,
        access: Access,
        who: Identity | None,
        language: str,
        last: int | None,
        invite: str = "",
    ) -> None:
        self._socket: Final = socket
        self._room = room
        self._access = access
        self._who: Final = who
        self._invite: Final = invite
        self._language: Final = language_of(language)
        # Two who share a screen may not read each other's part of the journal.
        self._last = last if len(access.seats) < 2 else None
        self._viewer = ""
        self._presence = -1
        self._info = -1
        self._chat = -1
        self._is_over = False
        self._woken: Final = asyncio.Event()
        self._sending: Final = asyncio.Lock()
        settings = room.hub.settings
        self._bucket: Final = Bucket(
            Rate(settings.messages_per_second * 5, settings.messages_per_second)
        )

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats of this connection."""
        return self._access.seats

    def wake(self) -> None:
        """Look whether something is new."""
        self._woken.set()

    async def run(self) -> None:
        """Talk until the client goes away."""
        CONNECTIONS.inc()
        _LOG.info("connected", extra={"game": self._room.id, "seats": self.seats})
        await self._room.come(self)
        sender = asyncio.create_task(self._send_news())
        receiver = asyncio.create_task(self._receive())
        try:
            await asyncio.wait({sender, receiver}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Not cancelled if it can end by itself: it may be reading from the database, and a
            # read that is broken off costs the connection to it.
            self._is_over = True
            self.wake()
            await asyncio.wait({sender}, timeout=SEND_SECONDS)
            for task in (sender, receiver):
                task.cancel()
            # Looked at, not raised: an error that is raised here would keep this call, which holds
            # the tasks, which hold the error, and with them the whole game in memory.
            ends = await asyncio.gather(sender, receiver, return_exceptions=True)
            await self._room.leave(self)
            _LOG.info("disconnected", extra={"game": self._room.id, "seats": self.seats})
            CONNECTIONS.dec()
        for end in ends:
            if isinstance(end, BROKEN):
                _LOG.debug("connection ends", extra={"game": self._room.id, "reason": repr(end)})
            elif isinstance(end, Exception):
                raise end

    # Out

    async def _send_news(self) -> None:
        self._woken.set()
        checked = time.monotonic()
        while True:
            with contextlib.suppress(TimeoutError):
                late = self._room.is_late_for(self.seats)
                async with asyncio.timeout(LATE_SECONDS if late else CHECK_SECONDS):
                    await self._woken.wait()
            self._woken.clear()
            if self._is_over:
                return
            try:
                if time.monotonic() - checked > CHECK_SECONDS:
                    checked = time.monotonic()
                    if not await self._is_signed_in():
                        await self._socket.close(CLOSE_SIGNED_OUT, "signed out")
                        return
                await self._send_what_is_new()
            except (Refusal, StorageError) as error:
                if isinstance(error, Refusal) and error.code == "not_found":
                    await self._socket.close(CLOSE_REFUSED, error.code)
                    return
                # The database is away; the next change or check tries again.
                _LOG.warning("update delayed", extra={"reason": str(error)})

    async def _is_signed_in(self) -> bool:
        if self._who is None:
            return True
        try:
            signed_in: bool = await self._socket.app.state.identities.is_signed_in(self._who)
        except StorageError as error:
            # Whoever was let in stays until somebody can tell, and misses no news meanwhile.
            _LOG.warning("sign-in not checked", extra={"reason": str(error)})
            return True
        return signed_in

    async def _number(self) -> int:
        """Return the number of the log as this viewer may know it."""
        referee = await self._room.shown_to(self._access.seats)
        return referee.number_for(self._access.viewer(referee))

    async def _send_what_is_new(self) -> None:
        room = self._room
        if room.info_version != self._info:
            self._info = room.info_version
            # A player may have ended the link by which somebody watches.
            check_access(room.stored, self._who, self._invite)
            await self._send(await info_for(room, self._access))
        if not self._viewer or await self._number() != self._last:
            changed_at = room.changed_at
            async with room.lock:
                await room.freshen()
                update = await update_for(room, self._access, self._language, self._last)
                if self._viewer and update.view.viewer != self._viewer:
                    update = await update_for(room, self._access, self._language, None)
            is_first, self._viewer = not self._viewer, update.view.viewer
            self._last = update.number
            await self._send(update)
            if not is_first:
                UPDATE_SECONDS.observe(time.perf_counter() - changed_at)
        if room.presence_version != self._presence:
            self._presence = room.presence_version
            await self._send(presence_for(room, self._access))
        if room.chat_number > self._chat:
            # A new client has read nothing, and a room does not know how much there is.
            lines = await lines_after(room.hub.database, room.id, max(0, self._chat))
            self._chat = max([room.chat_number, *(line.number for line in lines)])
            if lines:
                await self._send(Chat(room.id, lines))

    async def _send(self, message: ServerMessage) -> None:
        async with self._sending, asyncio.timeout(SEND_SECONDS):
            await self._socket.send_data(_ENCODER.encode(message), mode="text")

    # In

    async def _receive(self) -> None:
        while True:
            data = await self._socket.receive_data(mode="text")
            await self._handle(data)

    async def _handle(self, data: str) -> None:
        reference = ""
        try:
            if not self._bucket.take():
                raise Refusal("rate_limited", "Too many messages; please wait a little.")
            message = decode(data)
            reference = message.ref
            reply = await obey(self._room, self._access, self._who, message, self._language)
            await self._send(reply)
        except (Refusal, StorageError) as error:
            refusal = error if isinstance(error, Refusal) else error.refusal
            REFUSALS.labels(refusal.code).inc()
            await self._send(Refused(reference, refusal.code, refusal.text(self._language.code)))


def decode(data: str | bytes) -> ClientMessage:
    """Read a message of a client, or refuse it."""
    if len(data) > LARGEST_MESSAGE:
        raise Refusal("too_large", "A message has at most {most} bytes.", most=LARGEST_MESSAGE)
    try:
        message: ClientMessage = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(
            "bad_message", "The message can't be read: {detail}.", detail=error
        ) from error
    return message


@websocket("/api/v1/games/{game_id:str}/live")
async def live(
    socket: WebSocket[Identity | None, str, State],
    hub: TheHub,
    game_id: GameId,
    last: MaybeNumber = None,
    lang: Lang = "en",
    invite: Invite = "",
) -> None:
    """Connect to a game; `last` is the number of the last entry that the client has seen."""
    try:
        check_origin(socket, hub.settings)
        check_token(socket)
        who = socket.user
        address = address_of(socket.client)
        await hub.limits.check("live", address)
        if hub.connections[address] >= hub.settings.connections_per_address:
            raise Refusal("rate_limited", "There are too many connections from this address.")
        room, access = await enter(hub, game_id, who, invite)
    except (Refusal, StorageError) as error:
        refusal = error if isinstance(error, Refusal) else error.refusal
        code = refusal.code
        refused = Refused("", code, refusal.text(language_asked(socket)))
        REFUSALS.labels(code).inc()
        await socket.accept()
        await socket.send_data(_ENCODER.encode(refused), mode="text")
        await socket.close(CLOSE_LATER if code in PASSING else CLOSE_REFUSED, code)
        return
    await socket.accept()
    hub.connections[address] += 1
    try:
        await Connection(socket, room, access, who, lang, last, invite).run()
    finally:
        hub.connections[address] -= 1
        if not hub.connections[address]:
            del hub.connections[address]
        # By these a socket refers to itself; it would keep its buffers until somebody searches.
        socket.receive = socket.send = _gone


async def _gone(*_: object) -> Never:
    raise WebSocketDisconnect(detail="The connection has ended.")
