"""The tracker: where the cards of a log are, as far as its lines tell, and how many are hidden."""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Final

from twilight.engine.cards import SCORING, STARRED
from twilight.engine.ids import SHUTTLE_DIPLOMACY, Card
from twilight.engine.rules import Rules
from twilight.engine.text.problems import Phrase, Problem
from twilight.engine.turn.start_and_end import hand_size, new_state
from twilight.engine.types import NOBODY, USSR, Actor
from twilight.replays.format.names import CARD_NAMES, SIDE_NAMES
from twilight.replays.hidden_cards.constraints import Draws, HandsError, Life, Restriction, Timeline

LOOKS: Final = 5


class Place(IntEnum):
    """Where a card is known to be; a hidden one is in the draw pile or in a hand."""

    HAND_OF_USSR = 0
    HAND_OF_US = 1
    BOX = 2
    HIDDEN = 3
    TABLE = 4
    DISCARD_PILE = 5
    OUT_OF_GAME = 6
    FRONT = 7


_PLACE_NAMES: Final = (
    Phrase("in the USSR hand"),
    Phrase("in the US hand"),
    Phrase("not in the game yet"),
    Phrase("hidden"),
    Phrase("in use"),
    Phrase("in the discard pile"),
    Phrase("out of the game"),
    Phrase("in front of the US"),
)


def is_no_scoring_card(card: Card) -> bool:
    """Tell whether a card is no scoring card."""
    return not SCORING[card]


class CardTracker:
    """Follows the cards and writes lives, draws and restrictions into a timeline.

    `here` is the line at hand, its number and text.
    """

    def __init__(self, rules: Rules) -> None:
        state = new_state(rules)
        self.timeline = Timeline()
        self.here = (1, "")
        self.held = [0, 0]
        self.pile = 0
        self.reshuffles = 0
        self.occurred: set[Card] = set()
        self._reshuffles_at_once = rules.reshuffle == "when_emptied"
        self._clock = 0
        self._places = dict.fromkeys((*state.mid_deck, *state.late_deck), Place.BOX)
        self._open: dict[Card, Life] = {}
        self.add_to_pile(state.draw_pile)

    def place_of(self, card: Card) -> Place:
        """Tell where a card is."""
        return self._places.get(card, Place.BOX)

    def cards_in(self, place: Place) -> tuple[Card, ...]:
        """List the cards in a place."""
        return tuple(card for card, where in self._places.items() if where == place)

    def error(self, card: Card, problem: Problem) -> HandsError:
        """Make the error that a card is not where the line at hand has it."""
        where = _PLACE_NAMES[self.place_of(card)]
        if card in self._open and self._open[card].seen:
            where = _PLACE_NAMES[Place.HAND_OF_USSR + self._open[card].side]
        told = Problem(
            "{card} {problem}: it is {where}", card=CARD_NAMES[card], problem=problem, where=where
        )
        return HandsError(*self.here, told, card)

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    # Piles

    def add_to_pile(self, cards: Iterable[Card]) -> None:
        """Shuffle cards into the draw pile: a new life begins for each."""
        for card in cards:
            life = Life(card, self._tick())
            self.timeline.lives.append(life)
            self._open[card] = life
            self._places[card] = Place.HIDDEN
            self.pile += 1

    def _reshuffle(self) -> bool:
        """Turn the discard pile over; all cards of the old pile have been drawn."""
        now = self._tick()
        for life in self._open.values():
            life.latest = min(life.latest, now)
        discards = self.cards_in(Place.DISCARD_PILE)
        self.add_to_pile(discards)
        self.reshuffles += int(bool(discards))
        return bool(discards)

    def deal(self, turn: int) -> None:
        """Let both sides draw up to the size of a hand."""
        size = hand_size(turn)
        groups: dict[Actor, int] = {}
        side: Actor = USSR
        while min(self.held) < size:
            if self.held[side] < size and not self._draw(side, groups):
                return
            side = 1 - side

    def draw(self, side: Actor, number: int) -> None:
        """Let a side draw so many cards."""
        groups: dict[Actor, int] = {}
        for _ in range(number):
            self._draw(side, groups)

    def _draw(self, side: Actor, groups: dict[Actor, int]) -> bool:
        if not self.pile:
            groups.clear()
            if not self._reshuffle():
                return False
        timeline = self.timeline
        if side not in groups:
            groups[side] = len(timeline.groups)
            timeline.groups.append(Draws(side, self._tick(), 0, *self.here))
        timeline.groups[groups[side]].size += 1
        timeline.order.append(groups[side])
        self.held[side] += 1
        self.pile -= 1
        if not self.pile and self._reshuffles_at_once:
            groups.clear()
            self._reshuffle()
        return True

    def look_at_pile(self) -> None:
        """Look at some cards of the pile, which may not be enough; they go back into it."""
        if self.pile < LOOKS or (self.pile == LOOKS and self._reshuffles_at_once):
            self.add_to_pile(self.cards_in(Place.DISCARD_PILE))

    def discard_from_pile(self, card: Card) -> None:
        """Put a card of the draw pile on the discard pile."""
        life = self._open.pop(card, None)
        if life is None or life.seen:
            raise self.error(card, Problem("can't be in the draw pile"))
        life.lost = True
        self._places[card] = Place.DISCARD_PILE
        self.pile -= 1

    # Moves

    def show(self, card: Card, side: Actor) -> None:
        """Note that a card is in a hand now."""
        life = self._open.get(card)
        if self.place_of(card) != Place.HAND_OF_USSR + side and (
            life is None or life.side not in (NOBODY, side)
        ):
            raise self.error(card, Problem("can't be in the {side} hand", side=SIDE_NAMES[side]))
        if life is not None and not life.seen:
            life.side = side
            life.latest = min(life.latest, self._tick())
            life.number, life.text = self.here

    def leave_hand(self, card: Card, side: Actor) -> None:
        """Let a card go from a hand onto the table."""
        self.show(card, side)
        life = self._open.pop(card, None)
        if life is not None:
            life.end = self._tick()
        self._places[card] = Place.TABLE
        self.held[side] -= 1

    def enter_hand(self, card: Card, side: Actor) -> None:
        """Let a side take a card openly into its hand."""
        self._places[card] = Place(Place.HAND_OF_USSR + side)
        self.held[side] += 1

    def put_on_table(self, card: Card) -> None:
        """Lay a card on the table."""
        self._places[card] = Place.TABLE

    def put_away(self, card: Card) -> None:
        """Send a used card where it belongs after its use."""
        occurred = card in self.occurred
        self.occurred.discard(card)
        if occurred and card == SHUTTLE_DIPLOMACY:
            self._places[card] = Place.FRONT
        elif occurred and STARRED[card]:
            self._places[card] = Place.OUT_OF_GAME
        else:
            self._places[card] = Place.DISCARD_PILE

    def clear_table(self, but: Iterable[Card] = ()) -> None:
        """Put all used cards away."""
        kept = tuple(but)
        for card in self.cards_in(Place.TABLE):
            if card not in kept:
                self.put_away(card)

    # Restrictions

    def restrict(self, side: Actor, allows: Callable[[Card], bool]) -> None:
        """Note what the hand of a side can hold at most now."""
        self.timeline.restrictions.append(Restriction(self._tick(), side, allows))

    def prefer_no_scoring_cards(self, side: Actor, *, unseen_only: bool) -> None:
        """Keep scoring cards out of a hand now if that is possible."""
        restriction = Restriction(self._tick(), side, is_no_scoring_card, unseen_only, firm=False)
        self.timeline.restrictions.append(restriction)
