"""The WebSocket protocol of uvicorn, made to let go of its buffers when a connection ends."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class LiveProtocol(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the parser: one that waits for more refers to itself, and stays in memory."""
        super().connection_lost(exc)
        self.conn.parser.close()
