"""Whole plays: a card, its use and its targets, as candidates and as they were played."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from twilight.bots.choosing.caution import Caution
from twilight.bots.players.general import STYLE, elsewhere
from twilight.bots.players.officer import Officer, Play
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    COUP,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    PASS,
    REALIGNMENT,
    Action,
    Card,
    Country,
)
from twilight.engine.state import State
from twilight.engine.text.language import is_country
from twilight.engine.types import CHANCE, NOBODY, Actor, Kind, Segment
from twilight.engine.view import Observation

CARD_CHOICES: Final = (Kind.HEADLINE, Kind.ROUND_CARD)
# How the targets of an operation are asked for.
_ASKED_BY: Final = {
    INFLUENCE: Kind.PLACE_INFLUENCE,
    COUP: Kind.COUP_TARGET,
    REALIGNMENT: Kind.REALIGNMENT_TARGET,
}

# What a side answers after the card and its use, with the kind of question that it belongs to.
Plan = tuple[tuple[Kind, Action], ...]


class Line(NamedTuple):
    """A whole play: the card, how it is used, where, and the answers that make it up."""

    card: Card
    # PASS for a headline, which has no use to be chosen.
    use: Action
    # The first answers, which are always legal, and then what is answered where it is asked.
    answers: tuple[Action, ...]
    plan: Plan
    countries: tuple[Country, ...] = ()
    # The officer's opinion in points, as an order to begin with.
    opinion: float = 0.0
    # The operation that follows the event; PASS where none does.
    operation: Action = PASS

    @property
    def key(self) -> tuple[Card, Action, tuple[Country, ...]]:
        """What makes two plays the same: of realignments the first, the dice decide on the rest."""
        is_realignment = REALIGNMENT in (self.use, self.operation)
        countries = self.countries[:1] if is_realignment else self.countries
        return self.card, self.use, tuple(sorted(countries))

    @property
    def choice(self) -> tuple[Card, Action]:
        """The card and its use."""
        return self.card, self.use


def candidate_lines(seen: Observation, decision: Decision) -> list[Line]:
    """List the whole plays that are worth a look, the most promising first."""
    officer = Officer("study", STYLE)
    if decision.kind is Kind.HEADLINE:
        return [
            Line(card, PASS, (card,), (), (), score)
            for score, card in officer.headlines(seen, decision)
        ]
    foresight, caution = officer.foresight(seen, decision.actor), Caution(seen)
    plays = officer.rate_all(decision, foresight, caution)
    # Of the two orders of event and operations the better one is enough.
    best = {(play.card, play.use): play for play in reversed(plays)}
    chosen = [play for play in plays if best[play.card, play.use] is play]
    chosen += elsewhere(foresight, caution, chosen)
    chosen.sort(key=lambda play: -play.score)
    return [_line_of(play) for play in chosen]


def _line_of(play: Play) -> Line:
    if play.card == NO_CARD:
        return Line(NO_CARD, PASS, (PASS,), (), (), play.score)
    first: Plan = ()
    operation, countries = PASS, play.countries
    if play.mode == EVENT_FIRST and play.operation != PASS:
        operation, countries = play.operation, play.then
        first = ((Kind.OPERATION, operation),)
    kind = _ASKED_BY.get(play.use)
    if kind is None:
        countries = ()
    plan = (*first, *((kind, country) for country in countries if kind is not None))
    answers = (play.card, play.mode)
    return Line(play.card, play.mode, answers, plan, countries, play.score, operation)


def played_line(game: Game, answers: Sequence[Action]) -> Line:
    """Read the whole play of a card choice out of the answers that followed it."""
    walker = game.copy()
    decision = walker.pending
    assert decision is not None
    side = decision.actor
    first = answers[0]
    if decision.kind is Kind.HEADLINE:
        return Line(first, PASS, (first,), _headline_plan(walker, answers, side))
    if first == PASS:
        return Line(NO_CARD, PASS, (PASS,), ())
    moment = moment_of(walker.state)
    opening: list[Action] = []
    plan: list[tuple[Kind, Action]] = []
    countries: list[Country] = []
    mode, operation = PASS, PASS
    for action in answers:
        pending = walker.pending
        if pending is None or moment_of(walker.state) != moment:
            break
        if pending.actor == side:
            if len(opening) < 2 and pending.kind in (Kind.ROUND_CARD, Kind.PLAY_MODE):
                opening.append(action)
                mode = action if pending.kind is Kind.PLAY_MODE else mode
            else:
                plan.append((pending.kind, action))
                # What an event asks is no target of the play.
                if not walker.state.resolving:
                    if pending.kind is Kind.OPERATION:
                        operation = action
                    elif is_country(action) and pending.kind is _ASKED_BY.get(
                        mode if operation == PASS else operation
                    ):
                        countries.append(action)
        walker.answer(action)
    return Line(first, mode, tuple(opening), tuple(plan), tuple(countries), operation=operation)


def _headline_plan(walker: Game, answers: Sequence[Action], side: Actor) -> Plan:
    """Join what a side answered in the headline phase after its choice."""
    plan: list[tuple[Kind, Action]] = []
    for place, action in enumerate(answers):
        pending = walker.pending
        if pending is None or walker.state.segment == Segment.ACTION_ROUND:
            break
        if place and pending.actor == side and pending.kind is not Kind.HEADLINE:
            plan.append((pending.kind, action))
        walker.answer(action)
    return tuple(plan)


def moment_of(state: State) -> tuple[int, int, Actor]:
    """Tell one play from the next; both headlines are one moment."""
    return state.turn, state.round, NOBODY if state.round == 0 else state.phasing


def is_card_choice(decision: Decision | None) -> bool:
    """Tell whether a side is to choose the card of a headline or of a round."""
    return decision is not None and decision.actor != CHANCE and decision.kind in CARD_CHOICES
