"""How often a bot would have played what a person has played.

A log tells a hand only by the cards that leave it. For each action round the hand counts as far as
the rest of the turn shows it, and a bot's ranking is asked for these cards alone. The use of a card
is its event, the kind of its operations, or the Space Race; the order of event and operations is
left aside.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeGuard

from twilight.engine.decision import Decision
from twilight.engine.driver import AnyPlayer
from twilight.engine.game import Game
from twilight.engine.ids import EVENT_FIRST, PASS, THE_CHINA_CARD, Action, Card
from twilight.engine.types import Actor, Kind
from twilight.engine.view import Observation, observe

TOP: int = 3


class Ranker(Protocol):
    """A bot that can tell how it ranks all plays of an action round."""

    def choose(self, seen: Observation, decision: Decision) -> Action:
        """Pick one of the options."""
        ...

    def rank(self, seen: Observation, decision: Decision) -> list[tuple[Card, Action]]:
        """Order the plays of an action round, the best first."""
        ...


def can_rank(player: AnyPlayer) -> TypeGuard[Ranker]:
    """Tell whether a bot ranks its plays."""
    return hasattr(player, "rank")


class Question(NamedTuple):
    """An action round: the game before it, the cards that the hand surely held, what was played."""

    game: Game
    decision: Decision
    cards: frozenset[Card]
    played: tuple[Card, Action]


@dataclass
class Agreement:
    """How often the first, and one of the first three, was the person's play."""

    rounds: int = 0
    first: int = 0
    first_three: int = 0

    def add(self, other: "Agreement") -> None:
        """Count the rounds of another too."""
        self.rounds += other.rounds
        self.first += other.first
        self.first_three += other.first_three


class _Moment(NamedTuple):
    """A decision of the record, with what the table looked like."""

    decision: Decision
    answer: Action
    turn: int
    hand: frozenset[Card]
    resolving: bool


def questions(game: Game) -> list[Question]:
    """List the action rounds of a recorded game in which there was something to choose."""
    replayed = Game(game.origin, record=False)
    moments: list[_Moment] = []
    starts: list[tuple[int, Game]] = []
    for answer in game.record or ():
        decision = replayed.pending
        assert decision is not None
        if decision.kind is Kind.ROUND_CARD and answer != PASS:
            starts.append((len(moments), replayed.copy()))
        state = replayed.state
        hand = frozenset(state.hands[decision.actor]) if decision.actor <= 1 else frozenset()
        moments.append(_Moment(decision, answer, state.turn, hand, bool(state.resolving)))
        replayed.answer(answer)
    found = []
    for place, before in starts:
        question = _question(moments, place, before)
        if question is not None:
            found.append(question)
    return found


def _question(moments: list[_Moment], place: int, before: Game) -> Question | None:
    start = moments[place]
    side = start.decision.actor
    if place + 1 >= len(moments) or moments[place + 1].decision.kind is not Kind.PLAY_MODE:
        return None
    cards = _shown_hand(moments, place)
    use = moments[place + 1].answer
    if use == EVENT_FIRST:
        use = _operation_after(moments, place + 2, side)
    return Question(before, start.decision, cards, (start.answer, use))


def _shown_hand(moments: list[_Moment], place: int) -> frozenset[Card]:
    """Join the cards of a hand that leave it in the rest of the turn."""
    start = moments[place]
    side = start.decision.actor
    shown = {start.answer}
    held = start.hand
    for moment in moments[place + 1 :]:
        if moment.turn != start.turn:
            break
        if moment.decision.actor == side:
            shown |= held - moment.hand
            if moment.decision.kind is Kind.ROUND_CARD and moment.answer == THE_CHINA_CARD:
                shown.add(THE_CHINA_CARD)
            held &= moment.hand
    return frozenset(shown)


def _operation_after(moments: list[_Moment], place: int, side: Actor) -> Action:
    for moment in moments[place:]:
        if moment.decision.kind is Kind.ROUND_CARD:
            break
        if (
            moment.decision.kind is Kind.OPERATION
            and moment.decision.actor == side
            and not moment.resolving
        ):
            return moment.answer
    return EVENT_FIRST


def ask_bot(bot: Ranker, question: Question) -> list[tuple[Card, Action]]:
    """Return the bot's ranking of the plays of the cards that the hand surely held."""
    seen = observe(question.game, question.decision.actor)
    ranking = bot.rank(seen, question.decision)
    return list(dict.fromkeys(play for play in ranking if play[0] in question.cards))


def agreement(bot: Ranker, asked: Iterable[Question]) -> Agreement:
    """Count how often a bot agrees, where there is more than one play."""
    counted = Agreement()
    for question in asked:
        ranking = ask_bot(bot, question)
        if len(ranking) < 2:
            continue
        counted.rounds += 1
        counted.first += int(ranking[0] == question.played)
        counted.first_three += int(question.played in ranking[:TOP])
    return counted
