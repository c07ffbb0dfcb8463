"""Requests to addresses that players have named; none of them leads into the host's own network.

The check is made where the connection is: a name that means another machine by then is of no use.
"""

import asyncio
import contextlib
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

import httpcore
from httpcore import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream

from twilight.server.config import ConfigError
from twilight.server.errors import Refusal

_SECONDS: Final = 15.0
LONGEST_URL: Final = 1000
# Networks of IPv6 that lead to an address of IPv4.
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")


class Unreachable(Exception):
    """A request that got no answer."""


class Closed(Unreachable):
    """An address that this server does not go to."""


class Reach:
    """Sends requests to public addresses, and to those inner ones that the owner allows."""

    def __init__(self, allowed: str) -> None:
        try:
            self._allowed: Final = [
                ip_network(one.strip(), strict=False) for one in allowed.split(",") if one.strip()
            ]
        except ValueError as error:
            raise ConfigError(f"inner_addresses: {error}") from error
        self._pool: httpcore.AsyncConnectionPool | None = None

    def may_go_to(self, address: str) -> bool:
        """Tell whether an address is public, or one that the owner allows."""
        parsed = ip_address(address.partition("%")[0])
        if any(parsed in network for network in self._allowed):
            return True
        return _is_public(parsed)

    async def check(self, url: str) -> None:
        """Refuse an address that nothing can be sent to."""
        parts = _parts(url)
        try:
            found = await resolve(parts.host, parts.port)
        except OSError:
            raise Refusal(
                "bad_address", "There is no machine called {name}.", name=parts.host
            ) from None
        if not all(self.may_go_to(one) for one in found):
            raise Refusal("bad_address", "This server does not send to inner addresses.")
        is_inner = any(not _is_public(ip_address(one.partition("%")[0])) for one in found)
        if parts.scheme != "https" and not is_inner:
            raise Refusal("bad_address", "The address must begin with https://.")

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Send a request and return its status; redirections are not followed."""
        if self._pool is None:
            backend = _Guarded(self)
            self._pool = httpcore.AsyncConnectionPool(
                max_connections=20, keepalive_expiry=5.0, network_backend=backend
            )
        timeout = dict.fromkeys(("connect", "read", "write", "pool"), _SECONDS)
        every = {"content-length": str(len(body)), "user-agent": "twilight", **headers}
        sent = [(name.encode(), value.encode()) for name, value in every.items()]
        try:
            async with (
                asyncio.timeout(2 * _SECONDS),
                self._pool.stream(
                    "POST",
                    url,
                    headers=sent,
                    content=body,
                    extensions={"timeout": timeout},
                ) as response,
            ):
                return int(response.status)
        except Closed:
            raise
        except (
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
            httpcore.UnsupportedProtocol,
            OSError,
            ValueError,
        ) as error:
            raise Unreachable(str(error) or type(error).__name__) from error

    async def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            with contextlib.suppress(Exception):
                await self._pool.aclose()


class _Parts:
    def __init__(self, scheme: str, host: str, port: int) -> None:
        self.scheme, self.host, self.port = scheme, host, port


def _parts(url: str) -> _Parts:
    bad = Refusal("bad_address", "This is no address of a web server.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise bad from None
    if parts.scheme not in ("http", "https") or not parts.hostname or len(url) > LONGEST_URL:
        raise bad
    if parts.username is not None or not url.isascii() or not url.isprintable() or " " in url:
        raise bad
    return _Parts(parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80))


async def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a name."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(one[4][0]) for one in found]


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return _is_public(address.ipv4_mapped)
        # What is packed into these could be any address of the host's network.
        if address.sixtofour is not None or address.teredo is not None or address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast


class _Guarded(AsyncNetworkBackend):
    """Connects to the very address that was checked."""

    def __init__(self, reach: Reach) -> None:
        self._reach: Final = reach
        self._inner: Final = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        """Connect, if all addresses of the name may be gone to."""
        try:
            found = await resolve(host, port)
        except OSError as error:
            raise httpcore.ConnectError(f"there is no machine called {host}") from error
        if not found or not all(self._reach.may_go_to(one) for one in found):
            raise Closed(f"{host} is an inner address")
        return await self._inner.connect_tcp(found[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._inner.sleep(seconds)
