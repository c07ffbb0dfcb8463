"""The journal: the facts of what happened, in order, each with who may see it.

Every face of the program renders these facts: the log and the animation of the browser, the
terminal, the text export, the statistics. A game that only simulates runs without one.
"""

from enum import Enum, IntEnum
from typing import Final

from twilight.engine.types import NOBODY, Actor


class FactKind(Enum):
    """What happened. The comments say what `subject` and `values` hold."""

    TURN = 0  # values: turn
    HEADLINE = 1  # side reveals subject card
    HEADLINE_EVENT = 2  # side's subject card is resolved; values: why it comes now (headlines.py)
    ROUND = 3  # side; values: round
    CARD_PLAYED = 4  # side, card
    ROUND_PASSED = 5  # side
    EVENT = 6  # subject card occurs for side
    PREVENTED = 7  # subject card's event can't occur
    OPERATION = 8  # side; subject verb; values: printed value, modified value
    INFLUENCE = 9  # side; subject country; values: change, US after, USSR after
    COUP_TARGET = 10  # side, country
    COUP_ROLL = 11  # side, country; values: die, ops, modifier, stability, result
    REALIGNMENT_TARGET = 12  # side, country
    REALIGNMENT_ROLL = 13  # subject country; values: USSR die, USSR +, US die, US +
    SPACE_ROLL = 14  # side; values: die, needed, box tried
    SPACE = 15  # side; values: box reached
    WAR = 16  # side, target country
    WAR_ROLL = 17  # side, country; values: die, modifier, threshold
    MILITARY_OPERATIONS = 18  # side; values: now
    DEFCON = 19  # values: before, now
    VICTORY_POINTS = 20  # side gains, by subject card; values: points, score after, Award
    NO_VICTORY_POINTS = 21  # values: score
    EFFECT_STARTS = 22  # subject card; values: effect
    EFFECT_ENDS = 23  # subject card; values: effect
    REVEAL = 24  # side's card is shown
    NOTHING_TO_REVEAL = 25  # side
    DISCARD = 26  # side's card goes from the hand to the discard pile
    NOTHING_TO_DISCARD = 27  # side
    DRAW = 28  # side draws subject card; the enemy sees no card
    TAKE = 29  # side takes the shown subject card into the hand
    PAIRED = 30  # side plays subject card together with the card in play
    RETURN = 31  # subject card goes back to side's hand
    RESHUFFLE = 32
    DECK_ADDED = 33  # values: period
    CARD_REMOVED = 34  # subject card leaves the game
    CHINA_CARD = 35  # side now holds it; values: face up
    TRAP_ROLL = 36  # side; subject trap card; values: die
    DIE = 37  # side; values: die, modifier
    CHOICE = 38  # side; subject verb or named region
    REGION_SCORED = 39  # subject region; values: USSR points, US points
    GAME_OVER = 40  # side wins; values: reason
    LOOKED_AT = 41  # side looks at subject card of the draw pile; the enemy sees no card
    HEADLINE_CANCELLED = 42  # side's subject card
    NORAD = 43  # side places for NORAD
    CLEANUP = 44  # the end of the turn begins; values: turn
    HELD = 45  # side still holds values[0] cards, values[1] of them scoring cards
    SETUP = 46  # side places its starting influence; values: points
    STATECRAFT = 47  # side reveals subject statecraft card; values: what it adds to the die
    CRISIS = 48  # subject crisis; values: none when it comes up, die and total when it is resolved
    BID = 49  # seat reveals its bid: subject NAME_USSR, NAME_US or DECLINE; values: number
    STATECRAFT_LOST = 50  # side loses subject statecraft card at random; the enemy sees no card
    SIDES = 51  # values: 1 if the seats are swapped, USSR handicap, US handicap
    TURNED_OVER = 52  # subject card goes from the draw pile to the discard pile
    EVENT_OVER = 53  # subject card has been resolved
    OPERATION_OVER = 54  # side has finished subject verb
    CHINA_SCORED = 55  # side holds The China Card at the final scoring; values: points


class Award(IntEnum):
    """Why a side gains victory points."""

    CARD = 0
    SCORING = 1
    MILITARY_OPERATIONS = 2
    SPACE_RACE = 3
    FINAL_SCORING = 4


class Fact:
    """One thing that happened. `hidden_from` may know that it did, but not the subject."""

    __slots__ = ("hidden_from", "kind", "side", "subject", "values")

    def __init__(
        self,
        kind: FactKind,
        side: Actor = NOBODY,
        subject: int = -1,
        values: tuple[int, ...] = (),
        hidden_from: Actor = NOBODY,
    ) -> None:
        self.kind: Final = kind
        self.side: Final = side
        self.subject: Final = subject
        self.values: Final = values
        self.hidden_from: Final = hidden_from

    def seen_by(self, viewer: Actor) -> "Fact":
        """Return the fact as a side sees it; NOBODY stands for a spectator."""
        if self.hidden_from == NOBODY or viewer == 1 - self.hidden_from:
            return self
        return Fact(self.kind, self.side, -1, self.values, self.hidden_from)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fact) and self.as_tuple() == other.as_tuple()

    def __hash__(self) -> int:
        return hash(self.as_tuple())

    def as_tuple(self) -> "tuple[int, int, int, tuple[int, ...], int]":
        """Return all parts as plain data."""
        return (self.kind.value, self.side, self.subject, self.values, self.hidden_from)

    def __repr__(self) -> str:
        return f"Fact({self.kind.name}, {self.side}, {self.subject}, {self.values})"
