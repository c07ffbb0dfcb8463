"""Where a game stands, in a few words: kept in its row, so that a list needs to open no game."""

from typing import Final

import msgspec
from msgspec import Struct

from twilight.engine.board import countries_in
from twilight.engine.journal import Fact, FactKind
from twilight.engine.types import SIDES
from twilight.server.play.entries import SEATS
from twilight.server.play.referee import Referee

# Facts that begin a play; the last one may have begun without anything to see yet.
_BEGINNINGS: Final = frozenset(
    (FactKind.TURN, FactKind.SETUP, FactKind.HEADLINE_EVENT, FactKind.ROUND, FactKind.CLEANUP)
)
_PLAYS: Final = 3
MOST_FACTS: Final = 80

FactData = tuple[int, int, int, tuple[int, ...], int]


class Standing(Struct, frozen=True):
    """What a list of games tells; whoever shows it to a player leaves out what they may not see.

    `asked` are the seats that have to answer since entry `decision`, `deadlines` when the time of
    each runs out if it runs, and `control` the countries of each side, as numbers of the board.
    `facts` are those of the last plays.
    """

    asked: list[int]
    decision: int
    paused: bool
    deadlines: list[int | None]
    round: int
    segment: str
    vp: int
    defcon: int
    control: list[list[int]]
    facts: list[FactData]

    def last_facts(self) -> list[Fact]:
        """Return the facts of the last plays."""
        return [
            Fact(FactKind(kind), side, subject, tuple(values), hidden_from)
            for kind, side, subject, values, hidden_from in self.facts
        ]


def standing_of(referee: Referee, now: int) -> Standing:
    """Write down where a game stands."""
    state, clock = referee.game.state, referee.clock
    asked = list(referee.asked_seats) if referee.started else []
    return Standing(
        asked=asked,
        decision=referee.decision,
        paused=referee.paused,
        deadlines=[clock.deadline_of(seat, now) if seat in clock.seats else None for seat in SEATS],
        round=state.round,
        segment=state.segment.name.lower(),
        vp=state.vp,
        defcon=state.defcon,
        control=[list(countries_in(state.controlled[side])) for side in SIDES],
        facts=[fact.as_tuple() for fact in _last_plays(referee.game.facts)],
    )


def _last_plays(facts: list[Fact]) -> list[Fact]:
    found = 0
    for index in range(len(facts) - 1, -1, -1):
        if facts[index].kind in _BEGINNINGS:
            found += 1
            if found == _PLAYS:
                return facts[max(index, len(facts) - MOST_FACTS) :]
    return facts[-MOST_FACTS:]


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Standing)


def standing_to_text(standing: Standing) -> str:
    """Write it for the database."""
    return _ENCODER.encode(standing).decode()


def standing_from_text(text: str) -> Standing | None:
    """Read it again; None for one that an older version wrote in another way."""
    try:
        return _DECODER.decode(text)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return None
