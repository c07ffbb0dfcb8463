"""Whose thought is next: everyone gets a turn, however much another one asks for."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

# Who has had a turn is forgotten when so many are remembered and nothing of theirs is here.
MOST_REMEMBERED: Final = 10_000


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom somebody thinks: a person, and the address that they were last seen at."""

    person: str
    address: str


class NoTurn(Exception):
    """So many others came first that it took too long."""


@dataclass(eq=False, slots=True)
class _Waiting:
    asker: Asker
    is_quick: bool
    turn: "asyncio.Future[None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Turns:
    """Some places, given first to the address and then to the person who has had the least.

    One place is only for quick thoughts, so that they never wait for a slow one to end. Nobody has
    more than their share of places at once.
    """

    def __init__(self, places: int, most_each: int) -> None:
        self.places: Final = max(2, places)
        self._most_each: Final = most_each
        self._running: list[_Waiting] = []
        self._waiting: list[_Waiting] = []
        # When each address and each person had the last turn.
        self._last_turn: dict[str, int] = {}
        self._given = 0

    @asynccontextmanager
    async def turn(
        self, asker: Asker, *, is_quick: bool, patience: float | None = None
    ) -> AsyncIterator[None]:
        """Wait for a place and hold it; NoTurn tells that none came within the patience."""
        mine = _Waiting(asker, is_quick)
        self._waiting.append(mine)
        self._give()
        try:
            try:
                async with asyncio.timeout(patience):
                    await mine.turn
            except TimeoutError:
                raise NoTurn(f"no turn within {patience} s") from None
            yield
        finally:
            for place in (self._waiting, self._running):
                if mine in place:
                    place.remove(mine)
            self._give()

    def _give(self) -> None:
        """Give the free places."""
        while ready := self._ready():
            chosen = min(ready, key=self._order)
            self._waiting.remove(chosen)
            self._running.append(chosen)
            self._given += 1
            self._remember(chosen.asker)
            if not chosen.turn.done():
                chosen.turn.set_result(None)

    def _ready(self) -> list[_Waiting]:
        """List who may have a place now."""
        if len(self._running) >= self.places:
            return []
        slow = sum(not one.is_quick for one in self._running)
        busy = Counter(one.asker.person for one in self._running)
        return [
            one
            for one in self._waiting
            if (one.is_quick or slow < self.places - 1) and busy[one.asker.person] < self._most_each
        ]

    def _order(self, one: _Waiting) -> tuple[int, int, int, int]:
        address, person = one.asker.address, one.asker.person
        return (
            sum(other.asker.address == address for other in self._running),
            self._last_turn.get(f"@{address}", 0),
            sum(other.asker.person == person for other in self._running),
            self._last_turn.get(person, 0),
        )

    def _remember(self, asker: Asker) -> None:
        if len(self._last_turn) >= MOST_REMEMBERED:
            here = {key for one in self._waiting for key in _keys(one.asker)}
            self._last_turn = {key: at for key, at in self._last_turn.items() if key in here}
        for key in _keys(asker):
            self._last_turn[key] = self._given


def _keys(asker: Asker) -> tuple[str, str]:
    return f"@{asker.address}", asker.person
