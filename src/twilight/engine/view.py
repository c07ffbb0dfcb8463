"""What a side sees: observations built by allow-list, and worlds dealt anew from them.

An `Observation` never holds anything that its side may not know, not even out of sight: the
hidden cards are gone, and what is left of the current segment's answers has blanks in it. A bot
that wants to look ahead asks it for a `sample`: a complete game in which the unknown cards have
been dealt anew, consistent with all that the side has seen, also in the middle of an event.
"""

from random import Random

from twilight.engine.cards import Pile
from twilight.engine.changes import hidden_from
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import NO_CARD, Action, Card
from twilight.engine.state import STATE_FIELDS, Clue, State
from twilight.engine.types import CHANCE, NOBODY, SIDES, US, USSR, Actor, Kind, Outcome, enemy_of
from twilight.engine.variants.bidding import bids_are_secret
from twilight.engine.variants.turn_zero import possible_statecraft, statecraft_is_out

# Stands for an answer that the viewer may not know yet.
BLANK: Action = -1
_TRIES = 500


class Observation:
    """The game as one side, or a spectator (NOBODY), sees it.

    `state` is the table without the hidden cards: the enemy's hand holds only what is known of
    it and the draw pile is empty; `hand_counts` and `draw_count` tell how many there are.
    """

    __slots__ = (
        "_answers",
        "_base",
        "_base_blanks",
        "actor",
        "decision",
        "draw_count",
        "hand_counts",
        "kind",
        "outcome",
        "state",
        "unseen",
        "viewer",
    )

    def __init__(
        self,
        viewer: Actor,
        outcome: Outcome | None,
        actor: Actor,
        kind: Kind | None,
        decision: Decision | None,
        hand_counts: tuple[int, int],
        draw_count: int,
        unseen: Pile,
        state: State,
        base: State,
        base_blanks: int,
        answers: tuple[Action, ...],
    ) -> None:
        self.viewer = viewer
        self.outcome = outcome
        # Who decides and what kind of thing; the options only if it is the viewer.
        self.actor = actor
        self.kind = kind
        self.decision = decision
        self.hand_counts = hand_counts
        self.draw_count = draw_count
        # The cards of which the viewer can't know where they are.
        self.unseen = unseen
        self.state = state
        self._base = base
        self._base_blanks = base_blanks
        self._answers = answers

    @property
    def hand(self) -> Pile:
        """The viewer's own hand."""
        return () if self.viewer == NOBODY else self.state.hands[self.viewer]

    @property
    def answers(self) -> tuple[Action, ...]:
        """The answers since the segment began; BLANK where the viewer may not know one yet."""
        return self._answers

    @property
    def base(self) -> State:
        """The table as the viewer saw it when the segment began."""
        return self._base

    @property
    def base_blanks(self) -> int:
        """How many cards of the enemy's hand were hidden then and still are."""
        return self._base_blanks

    def sample(self, random: Random) -> Game:
        """Deal the unknown cards anew and return a game that this side could be in."""
        if self.viewer not in SIDES:
            raise ValueError("only a side can sample a world; a spectator sees no hand")
        if self.outcome is not None:
            raise ValueError("the game is over, there is no other world to sample")
        for _ in range(_TRIES):
            game = self._replay(self._deal(random), random)
            if game is not None and self._fits(game):
                return game
        raise RuntimeError("no consistent world was found; please report this position")

    def _deal(self, random: Random) -> State:
        """Fill the blanks of the base with the unseen cards."""
        base = self._base.copy()
        enemy = enemy_of(self.viewer)
        hidden_now = set(base.draw_pile) | set(base.hands[enemy])
        placed = {*base.discard_pile, *base.removed_pile, *base.hands[self.viewer], *base.table}
        cards = [card for card in self.unseen if card not in hidden_now and card not in placed]
        shuffle(cards, random)
        shown = [card for card in base.hands[enemy] if card not in base.known[enemy]]
        clues = base.clues[self.viewer]
        dealt = choose_consistent(cards, self._base_blanks, shown, clues)
        rest = [card for card in cards if card not in dealt]
        base.hands[enemy] = tuple(sorted((*base.hands[enemy], *dealt)))
        base.draw_pile = tuple(sorted((*base.draw_pile, *rest)))
        if statecraft_is_out(base):
            hands = possible_statecraft(base, enemy)
            hand = hands[int(random.random() * len(hands))]
            own = base.statecraft[self.viewer]
            base.statecraft = (hand, own) if enemy == USSR else (own, hand)
        return base

    def _replay(self, base: State, random: Random) -> Game | None:
        """Give the answers of the segment again, the blanks at random; None if one is illegal."""
        game = Game(base, record=False)
        for action in self._answers:
            pending = game.pending
            if pending is None:
                return None
            if action == BLANK:
                options = pending.options
                if pending.actor == CHANCE and pending.kind is not Kind.LOT:
                    options = tuple(card for card in options if card in self.unseen)
                    if not options:
                        return None
                action = options[int(random.random() * len(options))]
            if action not in pending.options:
                return None
            game.answer(action)
        return game

    def _fits(self, game: Game) -> bool:
        """Tell whether a world shows this side what it has seen since the segment began."""
        pending = game.pending
        return (
            pending is not None
            and (pending.actor, pending.kind) == (self.actor, self.kind)
            and (self.decision is None or pending == self.decision)
            and hidden_from(game.state, self.viewer) == self.unseen
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.viewer, self.actor, self.kind, self.hand_counts, self.unseen))

    def _parts(self) -> tuple[object, ...]:
        return (
            self.viewer,
            self.outcome,
            self.actor,
            self.kind,
            self.decision,
            self.hand_counts,
            self.draw_count,
            self.unseen,
            self._base_blanks,
            self._answers,
            state_parts(self.state),
            state_parts(self._base),
        )


def observe(game: Game, viewer: Actor) -> Observation:
    """Show a game to a side, or to a spectator (NOBODY)."""
    state = game.state
    pending = game.pending
    unseen = unseen_by(state, viewer)
    hidden = frozenset(unseen)
    seen = seen_state(state, viewer, hidden)
    seen.draw_pile = ()
    base = seen_state(game.base, viewer, hidden)
    return Observation(
        viewer,
        game.outcome,
        NOBODY if pending is None else pending.actor,
        None if pending is None else pending.kind,
        pending if pending is not None and pending.actor == viewer else None,
        (len(state.hands[0]), len(state.hands[1])),
        len(state.draw_pile),
        unseen,
        seen,
        base,
        _count_blanks(game.base, base, viewer),
        _redact_answers(game, viewer, hidden),
    )


def as_watched(decision: Decision, state: State) -> Decision:
    """Show a question to those who are not asked: no options, and no card that is still secret."""
    if decision.card != NO_CARD and decision.card == state.chosen[decision.actor]:
        return Decision(decision.actor, decision.kind, ())
    return decision.with_options(())


def sample_world(game: Game, side: Actor, random: Random) -> Game:
    """Deal anew what a side can't know, consistent with all that it has seen."""
    return observe(game, side).sample(random)


def unseen_by(state: State, viewer: Actor) -> Pile:
    """List the cards of which a viewer can't know where they are."""
    if viewer in SIDES:
        return hidden_from(state, viewer)
    return tuple(sorted((*state.hands[0], *state.hands[1], *state.draw_pile, *state.looked_at)))


def seen_state(state: State, viewer: Actor, unseen: frozenset[Card]) -> State:
    """Copy what lies open, and of the rest what this viewer may know; all else stays blank."""
    seen = state.public_part()
    seen.bids = _only_for(viewer, state.bids) if bids_are_secret(state) else state.bids
    seen.statecraft = _only_for(viewer, state.statecraft)
    seen.draw_pile = tuple(card for card in state.draw_pile if card not in unseen)
    for side in SIDES:
        if side == viewer:
            seen.hands[side] = state.hands[side]
            seen.known[side] = state.known[side]
            seen.clues[side] = state.clues[side]
            seen.chosen[side] = state.chosen[side]
        else:
            seen.hands[side] = tuple(card for card in state.hands[side] if card not in unseen)
            seen.known[side] = state.known[side] if viewer in SIDES else ()
    if viewer == US:
        seen.looked_at = state.looked_at
    return seen


def _only_for(viewer: Actor, parts: tuple[Pile, Pile]) -> tuple[Pile, Pile]:
    """Keep the viewer's own part of a pair."""
    return (parts[USSR] if viewer == USSR else (), parts[US] if viewer == US else ())


def _count_blanks(base: State, seen: State, viewer: Actor) -> int:
    """Count the cards of the enemy's hand that were hidden in the base and still are."""
    if viewer not in SIDES:
        return 0
    enemy = enemy_of(viewer)
    return len(base.hands[enemy]) - len(seen.hands[enemy])


def _redact_answers(game: Game, viewer: Actor, unseen: frozenset[Card]) -> tuple[Action, ...]:
    """Blank the answers of the segment that are still hidden from the viewer."""
    answers = []
    unrevealed = unseen.union(game.state.chosen)
    if bids_are_secret(game.state):
        unrevealed = unrevealed.union(*game.state.bids)
    for action, hidden in zip(game.answers, game.hidden, strict=True):
        secret = hidden != NOBODY and (viewer not in SIDES or hidden == viewer)
        if secret and action in unrevealed:
            answers.append(BLANK)
        else:
            answers.append(action)
    return tuple(answers)


def choose_consistent(
    cards: list[int], number: int, shown: list[int], clues: tuple[Clue, ...]
) -> set[int]:
    """Choose cards for a hidden hand, from a shuffled list, so that every clue holds."""
    dealt: set[int] = set()
    for candidates, least in sorted(clues, key=lambda clue: len(clue[0])):
        have = sum(card in candidates for card in (*shown, *dealt))
        for card in cards:
            if have >= least:
                break
            if card in candidates and card not in dealt and len(dealt) < number:
                dealt.add(card)
                have += 1
    for card in cards:
        if len(dealt) == number:
            break
        dealt.add(card)
    return dealt


def shuffle(cards: list[int], random: Random) -> None:
    """Shuffle in place with the one method whose sequence Python promises to keep."""
    for place in range(len(cards) - 1, 0, -1):
        other = int(random.random() * (place + 1))
        cards[place], cards[other] = cards[other], cards[place]


def state_parts(state: State) -> tuple[object, ...]:
    """Return all fields of a state for a comparison, the facts aside."""
    return tuple(getattr(state, name) for name in STATE_FIELDS if name != "facts")
