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
Spans = tuple[tuple[int, int], ...]


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
    # Every move begins with the whole time again.
    per_move: bool = False

    @property
    def is_slow(self) -> bool:
        """Whether it gives days, so that somebody may forget the game or be away."""
        return self.cap > 0 or self.per_move

    def after_move(self, left: int) -> int:
        """Add the increment for a move, up to the cap but never less than there was."""
        if self.per_move:
            return self.total
        more = left + self.increment
        return max(left, min(more, self.cap)) if self.cap else more


@dataclass(slots=True)
class Clock:
    """The time of both seats."""

    rules: ClockRules
    downtime: Downtime = never_down
    left: list[int] = field(default_factory=list)
    # Whose time runs, both seats' where both choose at once; and since when it does.
    seats: tuple[int, ...] = ()
    since: list[int] = field(default_factory=lambda: [0, 0])
    # Since when a seat is without a connection, and what is left of its grace.
    away_since: list[int | None] = field(default_factory=lambda: [None, None])
    grace: list[int] = field(default_factory=list)
    # What earlier lost connections have saved since the time runs.
    saved: list[int] = field(default_factory=lambda: [0, 0])
    # When each seat is on vacation; the spans of one seat never overlap.
    vacations: tuple[Spans, Spans] = ((), ())

    def __post_init__(self) -> None:
        self.left = [self.rules.total, self.rules.total]
        self.grace = [self.rules.grace * GRACES] * 2

    @property
    def is_used(self) -> bool:
        """Whether the game has a clock at all."""
        return self.rules.total > 0

    def run(self, seats: tuple[int, ...], now: int, free: int = 0) -> None:
        """Let the time of these seats run from now on, after so many free milliseconds."""
        for seat in self.seats:
            self.stop(seat, now)
        for seat in seats:
            self.start(seat, now, free)

    def start(self, seat: int, now: int, free: int = 0) -> None:
        """Let the time of one seat run beside what runs already."""
        if self.is_used:
            self.seats = tuple(sorted({*self.seats, seat}))
            self.since[seat] = now + min(free, LONGEST_ANIMATION)
            self.saved[seat] = 0

    def stop(self, seat: int, now: int) -> None:
        """Let the time of one seat stand still; what is left of it is for others to note."""
        # Who answers without a connection has used the grace all the same.
        self.grace[seat] -= self._saving(seat, now)
        self.seats = tuple(one for one in self.seats if one != seat)

    def remaining(self, seat: int, now: int) -> int:
        """Tell how much time a seat has left."""
        left = self.left[seat]
        since = self.since[seat]
        if seat not in self.seats or now <= since:
            return left
        elapsed = now - since - self._stood(seat, since, now)
        return left - max(0, elapsed - self.saved[seat] - self._saving(seat, now))

    def _stood(self, seat: int, since: int, now: int) -> int:
        """Tell how long the clock of a seat stood still, for an outage or a vacation."""
        stood = self.downtime(since, now)
        for began, ends in self.vacations[seat]:
            first, last = max(began, since), min(ends, now)
            if first < last:
                stood += last - first - self.downtime(first, last)
        return stood

    def _saving(self, seat: int, now: int) -> int:
        """Tell what the lost connection of now has saved so far."""
        since = self.away_since[seat]
        if since is None or seat not in self.seats:
            return 0
        away = max(0, now - max(since, self.since[seat]))
        return min(away, self.rules.grace, self.grace[seat])

    def disconnect(self, seat: int, now: int) -> None:
        """Remember that a seat has lost its last connection."""
        if self.away_since[seat] is None:
            self.away_since[seat] = now

    def reconnect(self, seat: int, now: int) -> None:
        """End the grace of a seat."""
        saving = self._saving(seat, now)
        if seat in self.seats:
            self.saved[seat] += saving
        self.grace[seat] -= saving
        self.away_since[seat] = None

    def deadline(self, now: int) -> int | None:
        """Tell when a running seat will have no time left, if nothing happens before."""
        return min((self.deadline_of(seat, now) for seat in self.seats), default=None)

    def deadline_of(self, seat: int, now: int) -> int:
        """Tell when a running seat will have no time left."""
        left = self.remaining(seat, now)
        further = 0
        if self.away_since[seat] is not None:
            allowed = min(self.rules.grace, self.grace[seat])
            further = allowed - self._saving(seat, now)
        start = max(now, self.since[seat])
        deadline = start + max(0, left) + further
        for began, ends in self.vacations[seat]:
            if ends > start and began < deadline:
                deadline += ends - max(began, start)
        return deadline
