"""The protocols of uvicorn, made to end what has no end and to let go of buffers.

The parser reads whatever comes for as long as it comes. Here a request line and headers have a
size, and they, a body, a pause between requests and the reading of an answer have a time.
"""

from asyncio import TimerHandle, Transport
from typing import Any, Final

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from twilight.server.http.door import Door, DoorConfig
from twilight.server.messages.error import ErrorBody

# The request line and all headers together.
LARGEST_HEAD: Final = 32 * 1024
LARGEST_BODY: Final = 1_500_000
# What a body may take on the wire, with the lengths of its chunks.
_LARGEST_SENT: Final = 2 * LARGEST_BODY
# The parser is given so much at once, so that a head is measured before it is read.
_SLICE: Final = 8 * 1024
# How long somebody may take to read what waits for them; then it is thrown away.
READ_SECONDS: Final = 60.0
_LONG_HEAD: Final = "The request line and the headers are too long."


class RequestProtocol(HttpToolsProtocol):
    """One connection with requests."""

    config: DoorConfig

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._door: Final[Door] = self.config.door
        self._is_inside = False
        self._has_begun = False
        self._is_in_head = True
        self._head_bytes = 0
        self._head_size = 0
        self._body_bytes = 0
        self._is_whole = False
        self._alarm: TimerHandle | None = None
        self._reading_alarm: TimerHandle | None = None

    # How many

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Count the connection before anything is read from it."""
        super().connection_made(transport)
        self._is_inside = self._door.enter(self.client)
        if not self._is_inside:
            transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything that would keep the connection in memory."""
        super().connection_lost(exc)
        self._leave_door()
        # An error would leave the alarm of uvicorn set.
        self._unset_keepalive_if_required()

    def handle_websocket_upgrade(self) -> None:
        """Hand the place at the door over to the live connection."""
        self._set_alarm(None)
        self._door.asks(self)
        self._is_inside = False
        super().handle_websocket_upgrade()

    def _leave_door(self) -> None:
        self._set_alarm(None)
        self._stop_reading_alarm()
        self._door.asks(self)
        if self._is_inside:
            self._is_inside = False
            self._door.leave(self.client)

    # How long

    def _wait(self) -> None:
        """Wait for a request."""
        self._begin()
        self._has_begun = False
        self._door.waits(self, self._make_room)

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if seconds is None else self.loop.call_later(seconds, self._ring)

    def _ring(self) -> None:
        """End a connection whose head or body has taken too long, or that only waits."""
        self._alarm = None
        if self._is_in_head and not self._has_begun and not self._head_bytes:
            self.transport.close()
        else:
            self._end("slow", 408, "The request took too long.")

    def _make_room(self) -> None:
        self._leave_door()
        self.transport.abort()

    def pause_writing(self) -> None:
        """Give whoever does not read the answer some time."""
        super().pause_writing()
        self._stop_reading_alarm()
        self._reading_alarm = self.loop.call_later(READ_SECONDS, self._unread)

    def resume_writing(self) -> None:
        """It has been read."""
        super().resume_writing()
        self._stop_reading_alarm()

    def _unread(self) -> None:
        self._door.turn_away("unread", self.client)
        self.transport.abort()

    def _stop_reading_alarm(self) -> None:
        if self._reading_alarm is not None:
            self._reading_alarm.cancel()
            self._reading_alarm = None

    # How much

    def data_received(self, data: bytes) -> None:
        """Read what came, as long as it keeps to its measure."""
        for start in range(0, len(data), _SLICE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            part = data[start : start + _SLICE]
            if self._is_in_head:
                self._head_bytes += len(part)
                # A line that does not end is shown to nobody, so it is measured as it comes; the
                # slice in which a request begins counts for nothing, as the last one may be body.
                if self._head_bytes > LARGEST_HEAD:
                    self._end("large", 431, _LONG_HEAD)
                    return
            else:
                self._body_bytes += len(part)
                if self._body_bytes > _LARGEST_SENT:
                    self._end("large", 413, "The body is too long.")
                    return
            super().data_received(part)

    def on_message_begin(self) -> None:
        """Begin to measure a request."""
        super().on_message_begin()
        self._begin()
        self._has_begun = True

    def _begin(self) -> None:
        self._is_in_head, self._is_whole = True, False
        self._head_bytes = self._body_bytes = self._head_size = 0
        self._set_alarm(self._door.request_seconds)

    def on_url(self, url: bytes) -> None:
        """Measure the request line."""
        self._measure(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Measure a header, or what follows a body in its place."""
        self._measure(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _measure(self, size: int) -> None:
        self._head_size += size
        if self._head_size > LARGEST_HEAD:
            raise ValueError(_LONG_HEAD)

    def send_400_response(self, msg: str) -> None:
        """Tell apart what is too long from what can't be read."""
        if self._head_size > LARGEST_HEAD:
            self._end("large", 431, _LONG_HEAD)
        else:
            self._end("bad", 400, msg)

    def on_headers_complete(self) -> None:
        """Give the body its time."""
        self._is_in_head = False
        self._door.asks(self)
        self._set_alarm(self._door.request_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the alarm: from now on it is the server that is waited for."""
        super().on_message_complete()
        self._set_alarm(None)
        self._is_whole = True
        if self.cycle is not None and self.cycle.response_complete:
            self._wait()

    def on_response_complete(self) -> None:
        """Wait for the next request, if it is not here already."""
        is_next_here = bool(self.pipeline)
        super().on_response_complete()
        if self._is_whole and not is_next_here and not self.transport.is_closing():
            self._wait()

    def _end(self, reason: str, status: int, message: str) -> None:
        """Say why, unless an answer is under way, and close."""
        self._door.turn_away(reason, self.client)
        self._set_alarm(None)
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            code = "too_slow" if status == 408 else "bad_message" if status == 400 else "too_large"
            body = msgspec.json.encode(ErrorBody(code, message))
            head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
            closing = f"{head}connection: close\r\n\r\n".encode()
            self.transport.write(STATUS_LINE[status] + closing + body)
        self.transport.close()


class LiveProtocol(WebSocketsSansIOProtocol):
    """One WebSocket."""

    config: DoorConfig

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the parser: one that waits for more refers to itself, and stays in memory."""
        super().connection_lost(exc)
        self.config.door.leave(self.client)
        self.conn.parser.close()
