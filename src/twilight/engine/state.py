"""State: all that lies on the table, as plain data that is cheap to copy."""

from typing import Final, TypeAlias, TypeVar

from twilight.engine.board import BATTLEGROUNDS, BIT, NUMBER_OF_COUNTRIES, STABILITY, Mask
from twilight.engine.cards import Pile
from twilight.engine.effects import NUMBER_OF_EFFECTS
from twilight.engine.ids import NO_CARD, Action, Country
from twilight.engine.journal import Fact
from twilight.engine.plain_data import forms
from twilight.engine.rules import Rules
from twilight.engine.types import NOBODY, US, USSR, Actor, Segment

# What a side has learnt of the enemy's hidden cards: at least so many of them are among these.
Clue: TypeAlias = tuple[Pile, int]
# A side or none, then a number, as far as they have been named.
Bid: TypeAlias = tuple[Action, ...]
Part = TypeVar("Part")
NO_CRISES: Final = (0, 0, 0, 0, 0, 0)
_OF_BOTH_SIDES: Final = 0b11


# Everything that a state consists of, by name, and how it is saved: for copies, saves and
# comparisons. A new field is a line here, one in `__init__` and one where a copy takes over what
# everybody sees or what is secret; a test tells which of them is missing.
SAVED_FIELDS: Final[dict[str, forms.Form]] = {
    "rules": forms.RULES,
    "segment": forms.SEGMENT,
    "turn": forms.number(0, 10),
    "round": forms.number(0, 8),
    "phasing": forms.ACTOR,
    "vp": forms.number(-forms.LARGEST_NUMBER),
    "defcon": forms.number(1, 5),
    "military": forms.of_both(forms.number(0, 5)),
    "space": forms.of_both(forms.number(0, 8)),
    "attempts": forms.of_both(forms.number(0)),
    "influence": forms.INFLUENCE,
    "stability": forms.STABILITIES,
    "battlegrounds": forms.BATTLEGROUND_CHANGES,
    "civil_war": forms.number(0),
    "hands": forms.of_both(forms.PILE),
    "draw_pile": forms.PILE,
    "discard_pile": forms.PILE,
    "removed_pile": forms.PILE,
    "mid_deck": forms.PILE,
    "late_deck": forms.PILE,
    "headlines": forms.of_both(forms.CARD_OR_NONE),
    "chosen": forms.of_both(forms.ACTION_OR_NONE),
    "table": forms.PILE,
    "front": forms.PILE,
    "looked_at": forms.PILE,
    "china_holder": forms.ACTOR,
    "china_face_up": forms.FLAG,
    "resolving": forms.CARDS,
    "effects": forms.EFFECTS,
    "known": forms.of_both(forms.PILE),
    "clues": forms.CLUES,
    "reach": forms.of_both(forms.COUNTRIES),
    "norad_due": forms.FLAG,
    "bought": forms.COUNTRIES,
    "realigned": forms.COUNTRIES,
    "bids": forms.of_both(forms.ACTIONS, tuple),
    "seats_swapped": forms.FLAG,
    "handicap": forms.of_both(forms.number(0), tuple),
    "crises": forms.numbers(len(NO_CRISES), 6),
    "crisis": forms.ACTION_OR_NONE,
    "statecraft": forms.of_both(forms.ACTIONS, tuple),
    "statecraft_shown": forms.of_both(forms.ACTIONS, tuple),
    "reveals": forms.number(0),
}
# Presence and control follow from influence; the facts of a segment are told by its answers.
DERIVED_FIELDS: Final = ("controlled", "facts", "presence")
STATE_FIELDS: Final = (*SAVED_FIELDS, *DERIVED_FIELDS)


def with_side(pair: list[Part], side: Actor, part: Part) -> list[Part]:
    """Return a pair with another part for one side; the pair itself may be shared."""
    return [part, pair[US]] if side == USSR else [pair[USSR], part]


class State:
    """Everything on the table between two answers.

    Lists of two are indexed by side. Influence is changed only through `set_influence`, which
    keeps the masks of presence and control true. Piles are sorted tuples: no order of cards
    exists that could be betrayed.

    The rules change no list but `hands` and `chosen`: they put a new one in its place, because
    the states of a game and of its copies share the others (`successor`).
    """

    # Copies share the influence of a side until one of them changes something there; a bit for
    # each side tells of which it is so.
    __slots__ = (*STATE_FIELDS, "_shares_influence")

    def __init__(self, rules: Rules, copy_of: "State | None" = None) -> None:
        self.rules = rules
        self._shares_influence = 0
        if copy_of is not None:
            self._take_public_part(copy_of)
            self._take_secret_part(copy_of)
            return
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
        # Countries that operations of this round have placed markers in, or rolled against; kept
        # only where both may be done with one card (`mix_influence_and_realign`).
        self.bought: Mask = 0
        self.realigned: Mask = 0
        # The answers that make up each seat's bid, secret until both are complete; whether the
        # first player has become the US; and the extra influence of each side.
        self.bids: tuple[Bid, Bid] = ((), ())
        self.seats_swapped: bool = False
        self.handicap: tuple[int, int] = (0, 0)
        # Turn Zero: the total of each crisis, 0 before it is resolved, and the crisis at hand;
        # the statecraft cards that a side has left, and the kinds that the enemy has seen of it.
        self.crises: tuple[int, ...] = NO_CRISES
        self.crisis: Action = NO_CARD
        self.statecraft: tuple[Pile, Pile] = ((), ())
        self.statecraft_shown: tuple[Pile, Pile] = ((), ())
        # How often a side has learnt something of hidden cards: no undo goes back behind that.
        self.reveals: int = 0
        # The facts of the current segment, or None when nobody keeps a journal.
        self.facts: list[Fact] | None = None

    def copy(self) -> "State":
        """Copy everything that can change; the facts stay with the original."""
        copy = State(self.rules, self)
        copy._end_sharing()
        return copy

    def successor(self) -> "State":
        """Copy what the rules need to go on from here; no list of either is changed by hand."""
        return State(self.rules, self)

    def public_part(self) -> "State":
        """Copy what everybody sees; the rest is as at the beginning."""
        seen = State(self.rules)
        seen._take_public_part(self)
        seen._end_sharing()
        return seen

    def _take_public_part(self, source: "State") -> None:
        """Take over what lies open; only what is named here is ever shown to everybody."""
        self.segment = source.segment
        self.turn = source.turn
        self.round = source.round
        self.phasing = source.phasing
        self.vp = source.vp
        self.defcon = source.defcon
        self.military = source.military
        self.space = source.space
        self.attempts = source.attempts
        self.stability = source.stability
        self.battlegrounds = source.battlegrounds
        self.civil_war = source.civil_war
        self.influence = source.influence
        self._shares_influence = _OF_BOTH_SIDES
        source._shares_influence = _OF_BOTH_SIDES
        self.presence = source.presence
        self.controlled = source.controlled
        self.discard_pile = source.discard_pile
        self.removed_pile = source.removed_pile
        self.mid_deck = source.mid_deck
        self.late_deck = source.late_deck
        self.headlines = source.headlines
        self.table = source.table
        self.front = source.front
        self.resolving = source.resolving
        self.china_holder = source.china_holder
        self.china_face_up = source.china_face_up
        self.effects = source.effects
        self.reach = source.reach
        self.norad_due = source.norad_due
        self.bought = source.bought
        self.realigned = source.realigned
        self.seats_swapped = source.seats_swapped
        self.handicap = source.handicap
        self.crises = source.crises
        self.crisis = source.crisis
        self.statecraft_shown = source.statecraft_shown
        self.reveals = source.reveals

    def _take_secret_part(self, source: "State") -> None:
        """Take over what not everybody sees; `view.py` tells who sees what of it."""
        self.hands = source.hands[:]
        self.draw_pile = source.draw_pile
        self.chosen = source.chosen[:]
        self.looked_at = source.looked_at
        self.known = source.known
        self.clues = source.clues
        self.bids = source.bids
        self.statecraft = source.statecraft
        self.facts = None

    def _end_sharing(self) -> None:
        """Make the shared lists its own, for whoever changes a copy by hand."""
        self.military = self.military[:]
        self.space = self.space[:]
        self.attempts = self.attempts[:]
        self.presence = self.presence[:]
        self.controlled = self.controlled[:]
        self.headlines = self.headlines[:]
        self.effects = self.effects[:]
        self.known = self.known[:]
        self.clues = self.clues[:]

    def set_influence(self, side: Actor, country: Country, amount: int) -> None:
        """Set the influence of a side in a country, and what follows from it."""
        if self._shares_influence & (1 << side):
            self.influence = with_side(self.influence, side, self.influence[side][:])
            self._shares_influence ^= 1 << side
        before = self.influence[side][country]
        self.influence[side][country] = amount
        # The masks are large numbers, and slow: they are touched only where they change.
        if (before > 0) != (amount > 0):
            self.presence = with_side(self.presence, side, self.presence[side] ^ BIT[country])
        enemy = 1 - side
        theirs = self.influence[enemy][country]
        needed = self.stability[country]
        if (before - theirs >= needed) != (amount - theirs >= needed):
            self._turn_control(side, country)
        if (theirs - before >= needed) != (theirs - amount >= needed):
            self._turn_control(enemy, country)

    def set_stability(self, country: Country, stability: int) -> None:
        """Set the stability of a country, and what follows from it."""
        lead = self.influence[US][country] - self.influence[USSR][country]
        needed = self.stability[country]
        for side, ahead in ((USSR, -lead), (US, lead)):
            if (ahead >= needed) != (ahead >= stability):
                self._turn_control(side, country)
        self.stability = (*self.stability[:country], stability, *self.stability[country + 1 :])

    def _turn_control(self, side: Actor, country: Country) -> None:
        """Let a side gain control of a country, or lose it."""
        self.controlled = with_side(self.controlled, side, self.controlled[side] ^ BIT[country])

    def controls(self, side: Actor, country: Country) -> bool:
        """Tell whether a side controls a country."""
        return self.controlled[side] & BIT[country] != 0

    def is_battleground(self, country: Country) -> bool:
        """Tell whether a country is a battleground."""
        return self.battlegrounds & BIT[country] != 0
