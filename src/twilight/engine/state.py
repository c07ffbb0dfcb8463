"""State: all that lies on the table, as plain data that is cheap to copy."""

from typing import TypeAlias

from twilight.engine.board import BATTLEGROUNDS, BIT, NUMBER_OF_COUNTRIES, STABILITY, Mask
from twilight.engine.cards import Pile
from twilight.engine.effects import NUMBER_OF_EFFECTS
from twilight.engine.ids import NO_CARD, Country
from twilight.engine.journal import Fact
from twilight.engine.rules import Rules
from twilight.engine.types import NOBODY, US, USSR, Actor, Segment

# What a side has learnt of the enemy's hidden cards: at least so many of them are among these.
Clue: TypeAlias = tuple[Pile, int]


class State:
    """Everything on the table between two answers.

    Lists of two are indexed by side. Influence is changed only through `set_influence`, which
    keeps the masks of presence and control true. Piles are sorted tuples: no order of cards
    exists that could be betrayed.
    """

    __slots__ = (
        "attempts",
        "battlegrounds",
        "china_face_up",
        "china_holder",
        "chosen",
        "civil_war",
        "clues",
        "controlled",
        "defcon",
        "discard_pile",
        "draw_pile",
        "effects",
        "facts",
        "front",
        "hands",
        "headlines",
        "influence",
        "known",
        "late_deck",
        "looked_at",
        "mid_deck",
        "military",
        "norad_due",
        "phasing",
        "presence",
        "reach",
        "removed_pile",
        "resolving",
        "reveals",
        "round",
        "rules",
        "segment",
        "space",
        "stability",
        "table",
        "turn",
        "vp",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        # Where in the game we are. The phasing player loses at DEFCON 1; often there is none.
        self.segment: Segment = Segment.DEAL
        self.turn: int = 1
        self.round: int = 0
        self.phasing: Actor = NOBODY
        # Tracks. The score is positive for the US.
        self.vp: int = 0
        self.defcon: int = 5
        self.military: list[int] = [0, 0]
        self.space: list[int] = [0, 0]
        self.attempts: list[int] = [0, 0]
        # The map.
        self.stability: tuple[int, ...] = STABILITY
        self.battlegrounds: Mask = BATTLEGROUNDS
        self.influence: list[list[int]] = [
            [0] * NUMBER_OF_COUNTRIES,
            [0] * NUMBER_OF_COUNTRIES,
        ]
        self.presence: list[Mask] = [0, 0]
        self.controlled: list[Mask] = [0, 0]
        # Markers in the box of the Chinese Civil War variant.
        self.civil_war: int = 0
        # Cards. What a side has `chosen` is still in the hand and unknown to the enemy, `table`
        # holds the cards in use now, and `front` those that lie there until something happens.
        self.hands: list[Pile] = [(), ()]
        self.draw_pile: Pile = ()
        self.discard_pile: Pile = ()
        self.removed_pile: Pile = ()
        self.mid_deck: Pile = ()
        self.late_deck: Pile = ()
        self.headlines: list[int] = [NO_CARD, NO_CARD]
        self.chosen: list[int] = [NO_CARD, NO_CARD]
        self.table: Pile = ()
        self.front: Pile = ()
        self.looked_at: Pile = ()
        self.china_holder: Actor = NOBODY
        self.china_face_up: bool = True
        # The events being resolved, each caused by the one before it.
        self.resolving: tuple[int, ...] = ()
        # Lasting effects, a number for each member of `Effect`.
        self.effects: list[int] = [0] * NUMBER_OF_EFFECTS
        # The part of each hand that the enemy knows, and what each side has learnt beyond that.
        self.known: list[Pile] = [(), ()]
        self.clues: list[tuple[Clue, ...]] = [(), ()]
        # Presence at the start of the round or headline: the reach of operations (R7.6).
        self.reach: list[Mask] = [0, 0]
        # DEFCON has moved onto 2 in this action round, which NORAD watches.
        self.norad_due: bool = False
        # How often hidden cards have been shown: an undo may not go back behind that.
        self.reveals: int = 0
        # The facts of the current segment, or None when nobody keeps a journal.
        self.facts: list[Fact] | None = None

    def copy(self) -> "State":
        """Copy everything that can change; the facts stay with the original."""
        other = State.__new__(State)
        other.rules = self.rules
        other.segment = self.segment
        other.turn = self.turn
        other.round = self.round
        other.phasing = self.phasing
        other.vp = self.vp
        other.defcon = self.defcon
        other.military = self.military[:]
        other.space = self.space[:]
        other.attempts = self.attempts[:]
        other.stability = self.stability
        other.battlegrounds = self.battlegrounds
        other.civil_war = self.civil_war
        other.influence = [self.influence[USSR][:], self.influence[US][:]]
        other.presence = self.presence[:]
        other.controlled = self.controlled[:]
        other.hands = self.hands[:]
        other.draw_pile = self.draw_pile
        other.discard_pile = self.discard_pile
        other.removed_pile = self.removed_pile
        other.mid_deck = self.mid_deck
        other.late_deck = self.late_deck
        other.headlines = self.headlines[:]
        other.chosen = self.chosen[:]
        other.table = self.table
        other.front = self.front
        other.resolving = self.resolving
        other.looked_at = self.looked_at
        other.china_holder = self.china_holder
        other.china_face_up = self.china_face_up
        other.effects = self.effects[:]
        other.known = self.known[:]
        other.clues = self.clues[:]
        other.reach = self.reach[:]
        other.norad_due = self.norad_due
        other.reveals = self.reveals
        other.facts = None
        return other

    def set_influence(self, side: Actor, country: Country, amount: int) -> None:
        """Set the influence of a side in a country, and what follows from it."""
        influence = self.influence
        influence[side][country] = amount
        bit = BIT[country]
        if amount:
            self.presence[side] |= bit
        else:
            self.presence[side] &= ~bit
        lead = influence[US][country] - influence[USSR][country]
        needed = self.stability[country]
        controlled = self.controlled
        if lead >= needed:
            controlled[US] |= bit
            controlled[USSR] &= ~bit
        elif -lead >= needed:
            controlled[USSR] |= bit
            controlled[US] &= ~bit
        else:
            controlled[US] &= ~bit
            controlled[USSR] &= ~bit

    def controls(self, side: Actor, country: Country) -> bool:
        """Tell whether a side controls a country."""
        return self.controlled[side] & BIT[country] != 0

    def is_battleground(self, country: Country) -> bool:
        """Tell whether a country is a battleground."""
        return self.battlegrounds & BIT[country] != 0
