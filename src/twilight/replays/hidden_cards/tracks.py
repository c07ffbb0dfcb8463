"""Tracks and effects that a log states and that hands depend on."""

from collections import Counter
from typing import Final

from twilight.engine.cards import OPS
from twilight.engine.effects import EFFECT_FACTS, Duration
from twilight.engine.ids import (
    BEAR_TRAP,
    BREZHNEV_DOCTRINE,
    CONTAINMENT,
    QUAGMIRE,
    RED_SCARE_PURGE,
    Card,
)
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor
from twilight.replays.format.lines import LineKind, Statement

_TURN_CARDS: Final = frozenset(
    facts.card for facts in EFFECT_FACTS.values() if facts.duration is Duration.TURN
)
_TRAPS: Final = {BEAR_TRAP: USSR, QUAGMIRE: US}


class Tracks:
    """What the lines so far have stated."""

    def __init__(self) -> None:
        self.box = [0, 0]
        self.trapped = [False, False]
        self._military = [0, 0]
        self._defcon = 5
        self._plus = [0, 0]
        self._minus = [0, 0]
        # Effects of this turn whose end has not been stated yet.
        self._in_play: Counter[Card] = Counter()

    def take(self, entry: Statement, player: Actor) -> None:
        """Take in what a line states; the player is who has brought about the last event."""
        kind, side, subject, values = entry
        if kind == LineKind.SPACE:
            self.box[side] = values[0]
        elif kind == LineKind.MILITARY:
            self._military[side] = values[0]
        elif kind == LineKind.DEFCON:
            self._defcon = values[1]
        elif kind == LineKind.STARTS:
            self._start(subject, player)
        elif kind == LineKind.ENDS:
            if subject in _TURN_CARDS:
                self._in_play[subject] -= 1
            if subject in _TRAPS:
                self.trapped[_TRAPS[subject]] = False

    def _start(self, card: Card, player: Actor) -> None:
        if card in _TURN_CARDS:
            self._in_play[card] += 1
        if card in _TRAPS:
            self.trapped[_TRAPS[card]] = True
        elif card == CONTAINMENT:
            self._plus[US] = 1
        elif card == BREZHNEV_DOCTRINE:
            self._plus[USSR] = 1
        elif card == RED_SCARE_PURGE and player != NOBODY:
            self._minus[1 - player] += 1

    def end_turn(self) -> None:
        """Forget what does not outlast a turn."""
        self._military = [0, 0]
        self._plus = [0, 0]
        self._minus = [0, 0]
        self._in_play.clear()

    def value(self, card: Card, side: Actor) -> int:
        """Return what a card is worth to a side now."""
        return max(1, min(4, OPS[card] + self._plus[side] - self._minus[side]))

    def is_alone_in(self, box: int, side: Actor) -> bool:
        """Tell whether a side alone has reached a box of the Space Race."""
        return self.box[side] >= box > self.box[1 - side]

    def all_ends_are_stated(self) -> bool:
        """Tell whether no points for military operations and no end of an effect are missing."""
        short = [max(0, self._defcon - self._military[side]) for side in SIDES]
        return short[USSR] == short[US] and not self._in_play.total()


def is_turn_card(card: Card) -> bool:
    """Tell whether a card is in play for a turn."""
    return card in _TURN_CARDS
