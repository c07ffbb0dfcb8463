"""The entries of a game's log, and what they build on."""

from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from twilight.engine.ids import Card
from twilight.engine.rules import Rules
from twilight.engine.types import Actor, Kind
from twilight.server.play.clock import NO_TIME, ClockRules, Spans

Seat: TypeAlias = int
SEATS: Final = (0, 1)
# A request that is not made for a seat but by the server itself.
SERVER: Final = 3


class EntryKind(IntEnum):
    """What an entry of the log says; the comments tell what `actor` and `value` hold."""

    START = 0  # both seats are taken
    ANSWER = 1  # engine's actor; the action
    UNDO = 2  # seat; the length of the record after it
    OFFER = 3  # seat; what is offered
    ACCEPT = 4  # seat; the number of the offer
    DECLINE = 5  # seat, also the one that takes its own offer back; the number of the offer
    TAKEBACK = 6  # seat that had asked; the length of the record after it
    PAUSE = 7
    RESUME = 8  # seat
    RESIGN = 9  # seat
    TIMEOUT = 10  # seat whose time is up
    DRAW = 11
    ABORT = 12  # seat, or the server
    SEAL = 13  # engine's actor; the action that it chooses while the other side chooses too
    UNSEAL = 14  # engine's actor, who takes the last sealed choice back
    TIME = 15  # seat whose running clock is noted
    HINT = 16  # seat that has asked for a hint; its step


class OfferKind(IntEnum):
    """What a player can ask the other one for."""

    DRAW = 0
    TAKEBACK = 1
    PAUSE = 2


class Entry(NamedTuple):
    """One line of the log; `left` is the time of the seat that it concerns, if a clock runs."""

    number: int
    kind: EntryKind
    actor: int
    value: int
    at: int
    left: int = NO_TIME


class Given(NamedTuple):
    """What is kept of an answer: by whom, to what, with which card, and what an undo must know."""

    actor: Actor
    kind: Kind
    card: Card
    had_choice: bool
    reveals: int
    earned: int


class Sealed(NamedTuple):
    """A choice that waits for the other side's, and what it earned on the clock."""

    action: int
    kind: Kind
    earned: int


class HintNote(NamedTuple):
    """A hint that was given: to whom, after how many answers, and which step of it."""

    seat: Seat
    length: int
    step: int


class Offer(NamedTuple):
    """An offer that is not answered yet."""

    number: int
    kind: OfferKind
    seat: Seat
    length: int


class Setup(NamedTuple):
    """What was agreed before the game: all that the log builds on."""

    rules: Rules
    seed: str
    clock: ClockRules = ClockRules()
    rated: bool = False
    # Which seats are played by people; the time of a computer player never counts.
    human: tuple[bool, bool] = (True, True)
    # One person plays both seats.
    shared: bool = False
    # When the players of a game of days were, are and will be on vacation.
    vacations: tuple[Spans, Spans] = ((), ())
    # What is rolled first, in its order: a variation may have the dice of the game that it leaves.
    dice: tuple[int, ...] = ()
