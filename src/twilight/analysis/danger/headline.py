"""The danger of a headline, with the enemy's headline unknown.

What matters of the enemy's headline is how far it can lower DEFCON before the own one is resolved,
and whether it can avert a loss that is certain otherwise. A headline of the enemy that wins the
game for it by itself is not held against the own choice.
"""

from twilight.analysis.danger.hand import HandJudge
from twilight.analysis.danger.search import BUDGET, Danger, Grade, Line, OutOfBudget, Search
from twilight.analysis.danger.worlds import supposed_world
from twilight.analysis.knowledge import possible_in_enemy_hand
from twilight.engine.changes import leave_hand
from twilight.engine.ids import NO_CARD, Action, Card
from twilight.engine.state import State
from twilight.engine.turn.headlines import headline_cards, next_headline
from twilight.engine.types import Kind, Segment, enemy_of
from twilight.engine.view import Observation

LOWEST_DEFCON = 2


def assess_headlines(seen: Observation, budget: int = BUDGET) -> dict[Action, Danger]:
    """Grade every card that the viewer may headline."""
    if seen.decision is None or seen.decision.kind is not Kind.HEADLINE:
        raise ValueError("the viewer has no headline to choose here")
    solver = _HeadlineSolver(seen, budget)
    return {card: solver.danger(card) for card in seen.decision.options}


class _HeadlineSolver:
    __slots__ = ("_budget", "_enemy_cards", "_judge", "_lowered", "_me", "_state")

    def __init__(self, seen: Observation, budget: int) -> None:
        self._me = seen.viewer
        self._budget = budget
        world = supposed_world(seen)
        state = Line(world.base, world.answers, self._me).state
        state.chosen = [NO_CARD, NO_CARD]
        self._state = state
        self._judge = HandJudge(state, self._me)
        enemy = enemy_of(self._me)
        # A headline that the enemy has shown already is part of the position.
        possible: tuple[Card, ...] = ()
        if state.headlines[enemy] == NO_CARD:
            may_be_held = frozenset(possible_in_enemy_hand(seen))
            possible = tuple(card for card in headline_cards(state, enemy) if card in may_be_held)
        self._enemy_cards = possible
        # Whether an enemy headline can lower DEFCON to a level, as far as that was needed.
        self._lowered: dict[tuple[Card, int], bool] = {}

    def danger(self, card: Card) -> Danger:
        """Grade one headline."""
        try:
            danger = self._resolve(self._table(card), self._judge)
            if danger.grade is Grade.LOSES_NOW:
                return self._unless_averted(card, danger)
            if danger.grade < Grade.MAY_LOSE:
                return self._with_lower_defcon(card, danger)
        except OutOfBudget:
            return Danger(Grade.MAY_LOSE, proven=False)
        return danger

    def _with_lower_defcon(self, card: Card, danger: Danger) -> Danger:
        """Look at the levels to which the enemy's headline may lower DEFCON before.

        What is safe at the lowest level is safe at all: the higher DEFCON, the more must happen.
        """
        for level in range(LOWEST_DEFCON, self._state.defcon):
            table = self._table(card)
            table.defcon = level
            lower = self._resolve(table, None)
            if lower.grade < Grade.MAY_LOSE:
                break
            if self._may_come_to(card, level):
                return lower._replace(grade=Grade.MAY_LOSE)
        return danger

    def _table(self, card: Card, enemy_card: Card = NO_CARD) -> State:
        """Lay the headlines open, ready to be resolved."""
        table = self._state.copy()
        table.segment = Segment.HEADLINE_EVENT
        leave_hand(table, self._me, card)
        table.headlines[self._me] = card
        if enemy_card != NO_CARD:
            enemy = enemy_of(self._me)
            leave_hand(table, enemy, enemy_card)
            table.headlines[enemy] = enemy_card
        return table

    def _resolve(self, table: State, judge: HandJudge | None) -> Danger:
        search = Search(self._me, self._budget, None if judge is None else judge.grade)
        grade = search.grade(table)
        if grade < Grade.MAY_LOSE:
            return Danger(grade, cards=judge.cards if judge is not None and grade else ())
        return Danger(grade, search.lost_by, (table.headlines[self._me], *search.line))

    def _comes_first(self, enemy_card: Card, card: Card) -> bool:
        return next_headline(self._table(card, enemy_card))[0] != self._me

    def _unless_averted(self, card: Card, danger: Danger) -> Danger:
        """A loss is certain only if no headline of the enemy could avert it."""
        for enemy_card in self._enemy_cards:
            if self._comes_first(enemy_card, card):
                search = Search(self._me, self._budget, None)
                if search.grade(self._table(card, enemy_card)) < Grade.LOSES_NOW:
                    return danger._replace(grade=Grade.MAY_LOSE)
        return danger

    def _may_come_to(self, card: Card, level: int) -> bool:
        """Tell whether an enemy headline that comes first can bring DEFCON down to a level."""
        return any(
            self._comes_first(enemy_card, card) and self._lowers(enemy_card, level)
            for enemy_card in self._enemy_cards
        )

    def _lowers(self, enemy_card: Card, level: int) -> bool:
        key = (enemy_card, level)
        if key not in self._lowered:
            enemy = enemy_of(self._me)
            table = self._state.copy()
            table.segment = Segment.HEADLINE_EVENT
            leave_hand(table, enemy, enemy_card)
            table.headlines[enemy] = enemy_card

            def is_low(state: State) -> Grade:
                return Grade.HAND_STUCK if state.defcon <= level else Grade.SAFE

            search = Search(self._me, self._budget, is_low)
            self._lowered[key] = search.grade(table) is Grade.HAND_STUCK
        return self._lowered[key]
