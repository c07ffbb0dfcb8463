"""The hands: which card each hidden draw of a log must have been.

Draws and lives of cards (timeline.py) are matched so that every draw has a card and every card
that a line shows in a hand has been drawn into it in time. The matching is exact: if it exists,
it is found. What stays open is filled freely.
"""

from dataclasses import dataclass, field, replace

from twilight.engine.cards import SCORING
from twilight.engine.ids import NO_CARD, Card
from twilight.engine.rules import Rules
from twilight.engine.text.problems import Problem
from twilight.engine.types import NOBODY, Actor
from twilight.replays.format.names import CARD_NAMES, SIDE_NAMES
from twilight.replays.format.parser import Log, cut
from twilight.replays.hidden_cards.constraints import NEVER, Draws, HandsError, Life, Timeline
from twilight.replays.hidden_cards.timeline import build

# How often other unseen discards are assumed before no solution is believed in.
MOST_TRIES = 1000


class Hands:
    """The solution: the card of each draw in order, and discards that no line shows, by turn."""

    def __init__(self, draws: list[Card], unseen_discards: dict[int, Card]) -> None:
        self.draws = draws
        self.unseen_discards = unseen_discards


def solve(log: Log, rules: Rules) -> Hands:
    """Find draws that lead to everything that the log shows.

    Where that is impossible, or where it is proven, cards are assumed to have been discarded
    unseen at the ends of turns (style A loses such lines).
    """
    search = _Search(log, rules)
    found = search.start()
    if found is None:
        assert search.failure is not None
        raise search.failure
    return found


class _Search:
    def __init__(self, log: Log, rules: Rules) -> None:
        self.log = log
        self.rules = rules
        self.failure: HandsError | None = None
        self.tries = 0

    def start(self) -> Hands | None:
        """Assume nothing at first, and more only where it can help."""
        attempt = self._try({})
        ends = attempt.timeline.unseen_discards
        if attempt.problem is not None and ends:
            # What comes before the first possible discard must be possible without it.
            before = _Search(cut(self.log, ends[0].number), self.rules)._try({})
            if before.problem is not None:
                self.failure = before.problem
                return None
        return self.extend({}, attempt)

    def extend(self, unseen: dict[int, Card], attempt: "_Attempt") -> Hands | None:
        """Assume more unseen discards as long as they help."""
        problem = attempt.problem
        if problem is None:
            return Hands(attempt.draws, unseen)
        if self.failure is None:
            self.failure = problem
        # The ends of turns before the problem come first, the nearest of them at the head; then
        # what is assumed already is put in doubt.
        ends = sorted(
            attempt.timeline.unseen_discards,
            key=lambda one: (one.number > problem.number, abs(one.number - problem.number)),
        )
        for turn in (*(one.turn for one in ends), *unseen):
            for better, more in self._better(unseen, turn, attempt):
                found = self.extend(more, better)
                if found is not None:
                    return found
        return None

    def _better(
        self, unseen: dict[int, Card], turn: int, attempt: "_Attempt"
    ) -> "list[tuple[_Attempt, dict[int, Card]]]":
        """List the cards discarded unseen in a turn that come nearer to a solution, best first."""
        found: list[tuple[_Attempt, dict[int, Card]]] = []
        # The card that is out of place is the likeliest to have been discarded.
        culprit = attempt.problem.card if attempt.problem is not None else NO_CARD
        cards = {life.card for life in attempt.timeline.lives}
        for card in sorted(cards, key=lambda card: (card != culprit, card)):
            if self.tries >= MOST_TRIES:
                break
            more = {**unseen, turn: card}
            better = self._try(more)
            if better.rank < attempt.rank:
                found.append((better, more))
            if better.problem is None:
                break
        return sorted(found, key=lambda one: one[0].rank)

    def _try(self, unseen: dict[int, Card]) -> "_Attempt":
        self.tries += 1
        timeline = build(self.log, self.rules, unseen)
        proven = next((one for one in timeline.unseen_discards if one.is_proven), None)
        if proven is not None:
            # What comes after it can't be judged before its card is named.
            timeline = build(cut(self.log, proven.number), self.rules, unseen)
            timeline.unseen_discards.append(proven)
        if timeline.problem is not None:
            return _Attempt(timeline, timeline.problem, (-timeline.problem.number, 0))
        matching = match(timeline)
        problem = matching.problem
        if proven is None:
            return _Attempt(timeline, problem, (-NEVER, matching.lacking), matching.cards())
        if problem is None:
            text = next(block.text for block in self.log.blocks if block.number == proven.number)
            problem = HandsError(
                proven.number, text, Problem("a card must have been discarded before this")
            )
        return _Attempt(timeline, problem, (-proven.number, matching.lacking))


@dataclass
class _Attempt:
    """What came of some assumed discards; a lower rank is nearer to a solution."""

    timeline: Timeline
    problem: HandsError | None
    rank: tuple[int, int]
    draws: list[Card] = field(default_factory=list)


def match(timeline: Timeline) -> "Matching":
    """Match every draw with a life, and every life that is seen in a hand with a draw."""
    matching = Matching(timeline)
    if matching.problem is not None:
        firm = [one for one in timeline.restrictions if one.firm]
        matching = Matching(replace(timeline, restrictions=firm))
    return matching


class Matching:
    """A matching of lives and draws, as complete as it can be."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.groups = timeline.groups
        self.members: list[list[Life]] = [[] for _ in self.groups]
        self.problem: HandsError | None = None
        # How many lives and draws have found no partner.
        self.lacking = 0
        self._options: dict[int, list[int]] = {}
        self._placed: set[int] = set()
        # The first that can't be placed is named, so they come in the order of the log.
        for life in sorted(timeline.lives, key=_line_of):
            if life.seen and not life.lost:
                self._place(life)
        for side in timeline.holders:
            self._place_scoring_card(side)
        self._fill()

    def cards(self) -> list[Card]:
        """Name the card of each draw in order, if the matching is complete."""
        if self.problem is not None:
            return []
        left = [list(members) for members in self.members]
        return [left[place].pop().card for place in self.timeline.order]

    def _lack(self, problem: HandsError) -> None:
        self.lacking += 1
        if self.problem is None:
            self.problem = problem

    def _place(self, life: Life) -> None:
        """Find a draw for a life, moving others where that makes room."""
        if not self._augment(life, set()):
            name, side = CARD_NAMES[life.card], SIDE_NAMES[life.side]
            problem = Problem("{side} can't have drawn {card} before this", side=side, card=name)
            self._lack(HandsError(life.number, life.text, problem, life.card))

    def _augment(self, life: Life, visited: set[int]) -> bool:
        for place in self._options_of(life):
            if place in visited:
                continue
            visited.add(place)
            members = self.members[place]
            if len(members) < self.groups[place].size:
                members.append(life)
                self._placed.add(id(life))
                return True
            for index, other in enumerate(members):
                if self._augment(other, visited):
                    # The other has been added to its new draw and leaves this one.
                    members[index] = life
                    self._placed.add(id(life))
                    return True
        return False

    def _options_of(self, life: Life) -> list[int]:
        """List the groups of draws that may hold a life, latest first."""
        found = self._options.get(id(life))
        if found is None:
            places = reversed(range(len(self.groups)))
            found = [place for place in places if self._fits(life, self.groups[place])]
            self._options[id(life)] = found
        return found

    def _fits(self, life: Life, draws: Draws) -> bool:
        if not life.start < draws.time < min(life.latest, life.end):
            return False
        if life.side not in (NOBODY, draws.side) or life.lost:
            return False
        return all(
            restriction.allows(life.card)
            for restriction in self.timeline.restrictions
            if restriction.side == draws.side
            and draws.time < restriction.time < life.end
            and not (restriction.unseen_only and life.seen)
        )

    def _place_scoring_card(self, side: Actor) -> None:
        """Let a side hold a scoring card at the end, which no line shows."""
        for life in self.timeline.lives:
            if SCORING[life.card] and life.end == NEVER and life.side in (NOBODY, side):
                shown = life.side
                life.side = side
                self._options.pop(id(life), None)
                if id(life) in self._placed or self._augment(life, set()):
                    return
                life.side = shown
                self._options.pop(id(life), None)

    def _fill(self) -> None:
        """Give the draws that are still open any cards that fit, scoring cards last."""
        unseen = [
            life
            for life in self.timeline.lives
            if id(life) not in self._placed and not life.seen and not life.lost
        ]
        unseen.sort(key=_is_scoring)
        missing = sum(group.size for group in self.groups) - len(self._placed)
        for life in unseen:
            if not missing:
                return
            missing -= int(self._augment(life, set()))
        for members, group in zip(self.members, self.groups, strict=True):
            for _ in range(group.size - len(members)):
                problem = Problem(
                    "no card is left that {side} can have drawn here", side=SIDE_NAMES[group.side]
                )
                self._lack(HandsError(group.number, group.text, problem))


def _line_of(life: Life) -> int:
    return life.number


def _is_scoring(life: Life) -> bool:
    return SCORING[life.card]
