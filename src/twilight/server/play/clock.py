"""Clocks: how much time each seat has, told by the log of the game.

A move is a headline or an action round; the increment is added with the answer that begins it.
Nothing here reads the time: whoever asks says what time it is, in milliseconds since 1970.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from twilight.engine.types import Kind

NO_TIME: Final = -1
# The answers that begin a move and earn the increment.
MOVES: Final = (Kind.HEADLINE, Kind.ROUND_CARD, Kind.TRAP_DISCARD)
# The client may show each die for so long before the clock goes on.
ANIMATION: Final = 500
LONGEST_ANIMATION: Final = 2000
# How often in a game a lost connection stops the clock of a seat.
GRACES: Final = 3

Downtime = Callable[[int, int], int]


def never_down(_start: int, _end: int) -> int:
    """Know of no time in which the server did not run."""
    return 0


@dataclass(frozen=True, slots=True)
class ClockRules:
    """What the players have agreed on; all in milliseconds, and no `total` means no clock."""

    total: int = 0
    increment: int = 0
    cap: int = 0
    grace: int = 0

    def after_move(self, left: int) -> int:
        """Add the increment for a move, up to the cap but never less than there was."""
        more = left + self.increment
        return max(left, min(more, self.cap)) if self.cap else more


@dataclass(slots=True)
class Clock:
    """The time of both seats."""

    rules: ClockRules
    downtime: Downtime = never_down
    left: list[int] = field(default_factory=list)
    # Whose time runs, since when, and how long the client shows dice before it does.
    seat: int | None = None
    since: int = 0
    # Since when a seat is without a connection, and what is left of its grace.
    away_since: list[int | None] = field(default_factory=lambda: [None, None])
    grace: list[int] = field(default_factory=list)
    # What earlier lost connections have saved since the time runs.
    saved: int = 0

    def __post_init__(self) -> None:
        self.left = [self.rules.total, self.rules.total]
        self.grace = [self.rules.grace * GRACES] * 2

    @property
    def is_used(self) -> bool:
        """Whether the game has a clock at all."""
        return self.rules.total > 0

    def run(self, seat: int | None, now: int, free: int = 0) -> None:
        """Let the time of a seat run from now on, after so many free milliseconds."""
        if self.seat is not None:
            # Who answers without a connection has used his grace all the same.
            self.grace[self.seat] -= self._saving(self.seat, now)
        self.seat = seat if self.is_used else None
        self.since = now + min(free, LONGEST_ANIMATION)
        self.saved = 0

    def remaining(self, seat: int, now: int) -> int:
        """Tell how much time a seat has left."""
        left = self.left[seat]
        if seat != self.seat or now <= self.since:
            return left
        elapsed = now - self.since - self.downtime(self.since, now)
        return left - max(0, elapsed - self.saved - self._saving(seat, now))

    def _saving(self, seat: int, now: int) -> int:
        """Tell what the lost connection of now has saved so far."""
        since = self.away_since[seat]
        if since is None or self.seat != seat:
            return 0
        return min(max(0, now - max(since, self.since)), self.rules.grace, self.grace[seat])

    def disconnect(self, seat: int, now: int) -> None:
        """Remember that a seat has lost its last connection."""
        if self.away_since[seat] is None:
            self.away_since[seat] = now

    def reconnect(self, seat: int, now: int) -> None:
        """End the grace of a seat."""
        saving = self._saving(seat, now)
        if seat == self.seat:
            self.saved += saving
        self.grace[seat] -= saving
        self.away_since[seat] = None

    def deadline(self, now: int) -> int | None:
        """Tell when the running seat will have no time left, if nothing happens before."""
        if self.seat is None:
            return None
        left = self.remaining(self.seat, now)
        further = 0
        if self.away_since[self.seat] is not None:
            allowed = min(self.rules.grace, self.grace[self.seat])
            further = allowed - self._saving(self.seat, now)
        return max(now, self.since) + max(0, left) + further
