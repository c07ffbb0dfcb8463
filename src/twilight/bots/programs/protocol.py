"""The line protocol of engines: one JSON object a line, as docs/engine-protocol.md tells it.

A host asks, a program answers. The host never sends anything that the asked side may not know.
"""

import json
from typing import Any, Final, TypeAlias

Message: TypeAlias = dict[str, Any]

PROTOCOL: Final = 1
# A line of a whole position has about ten thousand characters.
LONGEST_LINE: Final = 4_000_000

HELLO: Final = "hello"
START: Final = "start"
READY: Final = "ready"
CHOOSE: Final = "choose"
ANSWER: Final = "answer"
ERROR: Final = "error"
QUIT: Final = "quit"


class ProtocolError(ValueError):
    """A line that is not what the protocol asks for; the message says what was wrong."""


def write_line(message: Message) -> str:
    """Write a message as one line, with its end."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False) + "\n"


def read_line(line: str) -> Message:
    """Read one line; ProtocolError says what is wrong with it."""
    if len(line) > LONGEST_LINE:
        raise ProtocolError(f"a line of {len(line)} characters; {LONGEST_LINE} is the most")
    try:
        message = json.loads(line)
    except ValueError as error:
        raise ProtocolError(f"no JSON: {shortened(line)!r} ({error})") from error
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise ProtocolError(f"no object with a type: {shortened(line)!r}")
    return message


def field(message: Message, name: str, kind: type) -> Any:
    """Take a field of a message, of the one type that it may have."""
    value = message.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ProtocolError(f"{message['type']}: {name} is {value!r}, not a {kind.__name__}")
    return value


def shortened(line: str) -> str:
    """Cut a line to what an error message can show."""
    return line.strip()[:80]
