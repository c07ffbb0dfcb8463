"""A bot of ours as an engine: it reads questions from one stream and answers on another."""

from collections.abc import Callable, Iterable
from typing import TextIO

from twilight.bots.programs.protocol import (
    ANSWER,
    CHOOSE,
    ERROR,
    HELLO,
    PROTOCOL,
    QUIT,
    READY,
    START,
    Message,
    ProtocolError,
    field,
    read_line,
    write_line,
)
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.driver import AnyPlayer, is_blind
from twilight.engine.plain_data.forms import StateError
from twilight.engine.plain_data.observations import decision_from_dict, observation_from_dict

MakeBot = Callable[[str], AnyPlayer]


def serve_engine(lines: Iterable[str], out: TextIO, name: str, make: MakeBot) -> None:
    """Answer questions until `quit` or the end of the input; a bad line is refused in words."""
    engine = _Engine(make)
    _say(out, {"type": HELLO, "protocol": PROTOCOL, "name": name, "wants": ["observation"]})
    for line in lines:
        if not line.strip():
            continue
        try:
            message = read_line(line)
            if message["type"] == QUIT:
                return
            reply = engine.reply(message)
        except (ProtocolError, StateError) as error:
            reply = {"type": ERROR, "message": str(error)}
        _say(out, reply)


def _say(out: TextIO, message: Message) -> None:
    out.write(write_line(message))
    out.flush()


class _Engine:
    def __init__(self, make: MakeBot) -> None:
        self._make = make
        self._bot: AnyPlayer | None = None

    def reply(self, message: Message) -> Message:
        kind = message["type"]
        if kind == START:
            protocol = field(message, "protocol", int)
            if protocol != PROTOCOL:
                raise ProtocolError(f"start: protocol {protocol} is not spoken here, {PROTOCOL} is")
            self._bot = self._make(field(message, "seed", str))
            return {"type": READY}
        if kind == CHOOSE:
            return self._choose(message)
        raise ProtocolError(f"a message of type {kind!r} is not known")

    def _choose(self, message: Message) -> Message:
        if self._bot is None:
            raise ProtocolError("choose: no game has been started")
        identity = field(message, "id", int)
        seen = observation_from_dict(message.get("observation"))
        decision = decision_from_dict(message.get("decision"))
        if seen.decision != decision:
            raise ProtocolError("choose: the decision is not the one of the observation")
        action = self._bot.choose(None if is_blind(self._bot) else seen, decision)  # type: ignore[arg-type]
        return {"type": ANSWER, "id": identity, "action": ACTION_KEYS[action]}
