"""The hands: which card each hidden draw of a log must have been.

Draws and lives of cards (timeline.py) are matched so that every draw has a card and every card
that a line shows in a hand has been drawn into it in time. The matching is exact: if it exists,
it is found. What stays open is filled freely.
"""

from twilight.engine.cards import SCORING
from twilight.engine.ids import Card
from twilight.engine.rules import Rules
from twilight.engine.types import NOBODY, Actor
from twilight.replays.names import CARD_NAMES, SIDE_NAMES
from twilight.replays.parser import Log
from twilight.replays.timeline import NEVER, Draws, HandsError, Life, Timeline, build


class Hands:
    """The solution: the card of each draw in order, and discards that no line shows, by turn."""

    def __init__(self, draws: list[Card], unseen_discards: dict[int, Card]) -> None:
        self.draws = draws
        self.unseen_discards = unseen_discards


def solve(log: Log, rules: Rules) -> Hands:
    """Find draws that lead to everything that the log shows."""
    timeline = build(log, rules)
    proven = [turn for turn, _ in timeline.proven_discards]
    possible = [turn for turn, _ in timeline.possible_discards]
    failure: HandsError | None = None
    if not proven:
        try:
            return Hands(match(timeline), {})
        except HandsError as error:
            failure = error
    for turns in _choices(proven, possible):
        found = _solve_with_discards(log, rules, turns, {})
        if found is not None:
            return found
    raise failure or HandsError(0, "", "no hands can be found that lead to what the log shows")


def _choices(proven: list[int], possible: list[int]) -> list[list[int]]:
    """List the sets of turns that may have had an unseen discard, the smallest first."""
    choices = [proven] if proven else []
    choices.extend(sorted([*proven, turn]) for turn in possible)
    return choices


def _solve_with_discards(
    log: Log, rules: Rules, turns: list[int], chosen: dict[int, Card]
) -> Hands | None:
    """Try the cards that can have been discarded unseen at the end of each of these turns."""
    if not turns:
        try:
            return Hands(match(build(log, rules, chosen)), chosen)
        except HandsError:
            return None
    cards = sorted({life.card for life in build(log, rules).lives})
    for card in cards:
        found = _solve_with_discards(log, rules, turns[1:], {**chosen, turns[0]: card})
        if found is not None:
            return found
    return None


def match(timeline: Timeline) -> list[Card]:
    """Match every draw with a life, and every life that is seen in a hand with a draw."""
    matching = _Matching(timeline)
    for life in timeline.lives:
        if life.seen and not life.lost:
            matching.place(life)
    if timeline.holder != NOBODY:
        matching.place_scoring_card(timeline.holder)
    matching.fill()
    return matching.cards()


class _Matching:
    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.groups = timeline.groups
        self.members: list[list[Life]] = [[] for _ in self.groups]
        self.options: dict[int, list[int]] = {}
        self.placed: set[int] = set()

    def place(self, life: Life) -> None:
        """Find a draw for a life, moving others where that makes room."""
        if not self._augment(life, set()):
            name, side = CARD_NAMES[life.card], SIDE_NAMES[life.side]
            raise HandsError(life.number, life.text, f"{side} can't have drawn {name} before this")

    def _augment(self, life: Life, visited: set[int]) -> bool:
        for place in self._options(life):
            if place in visited:
                continue
            visited.add(place)
            members = self.members[place]
            if len(members) < self.groups[place].size:
                members.append(life)
                self.placed.add(id(life))
                return True
            for index, other in enumerate(members):
                if self._augment(other, visited):
                    # The other has been added to its new draw and leaves this one.
                    members[index] = life
                    self.placed.add(id(life))
                    return True
        return False

    def _options(self, life: Life) -> list[int]:
        """List the groups of draws that may hold a life, latest first."""
        found = self.options.get(id(life))
        if found is None:
            found = [
                place
                for place in reversed(range(len(self.groups)))
                if self._fits(life, self.groups[place])
            ]
            self.options[id(life)] = found
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

    def place_scoring_card(self, side: Actor) -> None:
        """Let a side hold a scoring card at the end that no line shows."""
        for life in self.timeline.lives:
            if SCORING[life.card] and life.end == NEVER and life.side in (NOBODY, side):
                before = life.side
                life.side = side
                self.options.pop(id(life), None)
                if id(life) in self.placed or self._augment(life, set()):
                    return
                life.side = before
                self.options.pop(id(life), None)

    def fill(self) -> None:
        """Give the draws that are still open any cards that fit, scoring cards last."""
        unseen = [life for life in self.timeline.lives if id(life) not in self.placed]
        unseen = [life for life in unseen if not life.seen and not life.lost]
        unseen.sort(key=lambda life: SCORING[life.card])
        for life in unseen:
            if all(
                len(members) == group.size
                for members, group in zip(self.members, self.groups, strict=True)
            ):
                return
            self._augment(life, set())
        for members, group in zip(self.members, self.groups, strict=True):
            if len(members) < group.size:
                problem = f"no card is left that {SIDE_NAMES[group.side]} can have drawn here"
                raise HandsError(group.number, group.text, problem)

    def cards(self) -> list[Card]:
        """Name the card of each draw in order."""
        left = [list(members) for members in self.members]
        return [left[place].pop().card for place in self.timeline.order]
