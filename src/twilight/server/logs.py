"""Structured logs: one line of JSON for each event, without secrets."""

import json
import logging
import sys
import time
from typing import Any, Final

from twilight.server.config import Settings

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_SECRET: Final = ("cookie", "password", "token", "authorization", "secret", "invite")


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON: time, level, event, and what was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line.update(extras(record))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """Writes a record for a person at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one line, and the traceback below it."""
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        more = " ".join(f"{name}={value}" for name, value in extras(record).items())
        line = f"{clock} {record.levelname.lower():7} {record.getMessage()} {more}".rstrip()
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def extras(record: logging.LogRecord) -> dict[str, object]:
    """Return what was given with a record, secrets blanked."""
    return {
        name: "***" if any(part in name.lower() for part in _SECRET) else value
        for name, value in vars(record).items()
        if name not in _USUAL and name != "color_message"
    }


def set_up_logs(settings: Settings) -> None:
    """Send everything to standard error in the wanted form."""
    at_terminal = sys.stderr.isatty()
    level, form = settings.log_level, settings.log_format
    if level == "auto":
        level = "warning" if at_terminal else "info"
    if form == "auto":
        form = "text" if at_terminal else "json"
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Libraries tell addresses with their queries, headers and parameters, so only their warnings
    # are heard; ours tells the path alone.
    root.setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    logging.getLogger("uvicorn").setLevel(root.level)
    # It warns of every request that can't be read; the door counts them.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    logging.getLogger("twilight").setLevel(level.upper())
