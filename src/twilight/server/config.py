"""Settings of the server: from flags, the environment (TWILIGHT_...) and one TOML file."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from platformdirs import user_config_path, user_data_path

from twilight.bots.registry import BOTS

ENVIRONMENT_PREFIX: Final = "TWILIGHT_"
DEFAULT_FILE: Final = "server.toml"


class ConfigError(ValueError):
    """A setting that is unknown or has a value that it can't have."""


def setting(default: Any, text: str) -> Any:
    """Declare a setting with its default and one sentence for `--help`."""
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything about a server that its owner decides."""

    host: str = setting("127.0.0.1", "the address to listen on")
    port: int = setting(8000, "the port to listen on")
    data: str = setting("", "the folder for the database and the secret key; the user's by default")
    database: str = setting(
        "", "postgresql://... or sqlite:///file; by default a file in the folder"
    )
    channels: str = setting(
        "memory", "memory, redis://... or postgresql://...: tells other processes"
    )
    secret: str = setting("", "signs the cookies; by default made once and kept in the folder")
    public_url: str = setting(
        "", "the address that players use, if a proxy stands before the server"
    )
    origins: str = setting("", "further origins that may use the interface, divided by commas")
    proxies: str = setting("127.0.0.1", "addresses of proxies whose X-Forwarded-For is believed")
    bot_workers: int = setting(2, "how many processes think for the computer players, at least 2")
    bot_seconds: float = setting(20.0, "how long a computer player may think about one answer")
    bot_patience: float = setting(
        4.0, "how long a computer player waits for its turn before a weaker one stands in"
    )
    thoughts_per_person: int = setting(2, "how many thoughts one player may have at once")
    bots: str = setting(
        "",
        "further computer players, divided by commas: an entry point, NAME=MODULE:CLASS, or"
        " NAME=program:COMMAND for an engine",
    )
    compiled: str = setting(
        "", "a folder where a compiled build of the package is or will be, for the computer players"
    )
    idle_seconds: float = setting(120.0, "how long a game that nobody watches stays in memory")
    grace_seconds: float = setting(120.0, "how long a clock stands still after a lost connection")
    watch_delay: float = setting(
        180.0, "how many seconds late spectators see a rated game that is being played"
    )
    lobby_days: float = setting(7.0, "how long the lobby lists a game in which nothing happens")
    games_per_hour: int = setting(60, "how many games one address may create in an hour")
    logins_per_minute: int = setting(10, "how often one address may try a password in a minute")
    messages_per_second: float = setting(20.0, "how many messages a live connection may send")
    requests_per_minute: int = setting(1200, "how many requests one address may make in a minute")
    connections_per_address: int = setting(200, "how many connections one address may have open")
    open_connections: int = setting(4000, "how many connections may be open in all")
    request_seconds: float = setting(
        15.0, "how long the headers of a request may take, its body, and the pause after it"
    )
    smtp: str = setting(
        "", "smtp://user:password@host or smtps://...: sends mail: ways back into accounts, notices"
    )
    mail_from: str = setting("", "the address that mails come from")
    notice_seconds: float = setting(
        10.0,
        "how long a notice waits for its player to come back, and the first pause between tries",
    )
    vacation_days: int = setting(30, "how many days of vacation a player has in a year")
    inner_addresses: str = setting(
        "", "inner networks that webhooks may go to, divided by commas: 10.0.0.0/8, 127.0.0.1"
    )
    terms: str = setting("", "a text file with the terms of this server, shown to its players")
    contact: str = setting("", "where players reach the host: an address of mail or of a page")
    admin_token: str = setting("", "opens the calls of the administrator; closed if empty")
    metrics_token: str = setting("", "opens /metrics to others than this machine")
    log_level: str = setting("auto", "debug, info, warning or error; auto is quiet at a terminal")
    log_format: str = setting("auto", "json or text; auto is text at a terminal")

    @property
    def folder(self) -> Path:
        """The folder where the server keeps its files."""
        return Path(self.data) if self.data else user_data_path("twilight", appauthor=False)

    def read_terms(self) -> str | None:
        """Return the terms that the host has written, if any."""
        if not self.terms:
            return None
        try:
            return Path(self.terms).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"terms: {self.terms} can't be read: {error}") from error

    @property
    def database_url(self) -> str:
        """The address of the database, with the driver that the server uses."""
        url = self.database or f"sqlite:///{self.folder / 'twilight.db'}"
        for scheme, driver in _DRIVERS.items():
            if url.startswith(f"{scheme}://"):
                return url.replace(f"{scheme}://", f"{driver}://", 1)
        if url.startswith(tuple(f"{driver}://" for driver in _DRIVERS.values())):
            return url
        raise ConfigError(f"database is {url!r}, neither sqlite:///file nor postgresql://...")

    @property
    def uses_sqlite(self) -> bool:
        """Whether the database is a file."""
        return self.database_url.startswith("sqlite")

    @property
    def sqlite_file(self) -> Path:
        """The file of an SQLite database."""
        return Path(self.database_url.partition(":///")[2])

    @property
    def levels(self) -> dict[str, str]:
        """The computer players by the name that people see, each as the registry takes it."""
        offered = {name: name for name in BOTS}
        for one in self.bots.split(","):
            if one.strip():
                name, equals, bot = one.strip().partition("=")
                offered[name.strip()] = bot.strip() if equals else name.strip()
        return offered

    @property
    def address(self) -> str:
        """The address that the server listens on."""
        return address_at(self.host, self.port)

    @property
    def home(self) -> str:
        """The address that links lead to; empty where the server can't know any."""
        is_anywhere = self.host in _ANYWHERE or not self.port
        return self.public_url.rstrip("/") or ("" if is_anywhere else self.address)

    @property
    def is_secure(self) -> bool:
        """Whether players reach the server through https."""
        return self.public_url.startswith("https://")

    @property
    def further_origins(self) -> tuple[str, ...]:
        """The origins besides the server's own."""
        given = [self.public_url, *self.origins.split(",")]
        return tuple(one.strip().rstrip("/") for one in given if one.strip())


def address_at(host: str, port: int) -> str:
    """Write an address as a browser takes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# A server that listens everywhere does not know by which of its names players call it.
_ANYWHERE: Final = ("", "0.0.0.0", "::")
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_CHOICES: Final = {
    "log_level": ("auto", "debug", "info", "warning", "error"),
    "log_format": ("auto", "json", "text"),
}
_LEAST: Final = {"port": 0, "bot_workers": 0, "vacation_days": 0}
# Never shown in `--help` with their value, never logged.
SECRETS: Final = ("secret", "admin_token", "metrics_token", "database", "channels", "smtp")


def load_settings(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Join all sources: flags win over the environment, and that over the file."""
    variables = os.environ if environment is None else environment
    values: dict[str, object] = {}
    named = file or (Path(variables[_FILE_VARIABLE]) if _FILE_VARIABLE in variables else None)
    values.update(_from_file(named))
    for one in fields(Settings):
        name = ENVIRONMENT_PREFIX + one.name.upper()
        if name in variables:
            values[one.name] = variables[name]
    values.update({name: value for name, value in (flags or {}).items() if value is not None})
    read: dict[str, Any] = {name: _read(name, value) for name, value in values.items()}
    return replace(Settings(), **read)


_FILE_VARIABLE: Final = ENVIRONMENT_PREFIX + "CONFIG"


def _from_file(named: Path | None) -> dict[str, object]:
    path = named or user_config_path("twilight", appauthor=False) / DEFAULT_FILE
    try:
        with path.open("rb") as stream:
            return tomllib.load(stream)
    except FileNotFoundError:
        if named is not None:
            raise ConfigError(f"{path} can't be read: there is no such file") from None
        return {}
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path} can't be read: {error}") from error


def _read(name: str, value: object) -> object:
    """Give a value the type of its setting."""
    kinds: dict[str, Any] = {one.name: type(one.default) for one in fields(Settings)}
    if name not in kinds:
        raise ConfigError(f"unknown setting {name!r}; known are {', '.join(kinds)}")
    kind = kinds[name]
    shown = "***" if name in SECRETS else repr(value)
    try:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise ValueError
        read: str | int | float = kind(value)
    except ValueError:
        raise ConfigError(f"{name} is {shown}, which is no {_KIND_NAMES[kind]}") from None
    if isinstance(read, str):
        choices = _CHOICES.get(name)
        if choices and read not in choices:
            raise ConfigError(f"{name} is {shown}; it can be {', '.join(choices)}")
        if name == "public_url" and read and not _is_address(read):
            raise ConfigError(f"{name} is {shown}, which is no address like https://example.org")
    elif read < _LEAST.get(name, 0) or (name not in _LEAST and read == 0):
        raise ConfigError(f"{name} is {shown}, which is too little")
    return read


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


_KIND_NAMES: Final[dict[type, str]] = {str: "text", int: "whole number", float: "number"}
