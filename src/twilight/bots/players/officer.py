"""The officer: every whole play of every card, weighed by the evaluation, one play ahead."""

from random import Random
from typing import ClassVar, Final, NamedTuple

from twilight.bots.choosing.caution import MAY_BE_LOST, Caution, Later, option_penalties, safest
from twilight.bots.choosing.foresight import Foresight, Strategist
from twilight.bots.choosing.habits import Style, habit, kept, weighed
from twilight.engine.board import ALL_COUNTRIES, Mask
from twilight.engine.cards import SCORING
from twilight.engine.changes import is_enemy_card
from twilight.engine.decision import Decision
from twilight.engine.ids import (
    COUP,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    PASS,
    SPACE,
    THE_CHINA_CARD,
    Action,
    Card,
    Country,
)
from twilight.engine.operations.coups import crisis_payments
from twilight.engine.operations.points import card_value
from twilight.engine.state import State
from twilight.engine.turn.play import is_prevented
from twilight.engine.turn.rounds import modes_in_round
from twilight.engine.types import Actor, Kind
from twilight.engine.view import Observation
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.scorings_to_come import scorings_to_come

WORLDS: Final = 2
# What it is worth to space a card that could not be played otherwise.
RID_OF_DANGER: Final = 1.5


class Play(NamedTuple):
    """One use of a card, with its score and the countries of its operation."""

    score: float
    card: Card
    mode: Action
    countries: tuple[Country, ...]
    # The operation that follows the event of an enemy card, and where it would go.
    operation: Action = PASS
    then: tuple[Country, ...] = ()

    @property
    def use(self) -> Action:
        """The use, with the order of event and operations left aside."""
        return self.operation if self.mode == EVENT_FIRST else self.mode


class Found(NamedTuple):
    """What was found out about a card: its uses with the danger of each, and the best of them."""

    card: Card
    rated: list[tuple[Play, float]]
    best: Play
    # What it costs to have the rest of the hand when DEFCON is low.
    later: float
    # The danger of the safest use beside the Space Race.
    trapped: float


class Officer:
    """Weighs every whole play by what it scores, and keeps out of nuclear war."""

    # A claim that matches look into.
    avoids_suicide: ClassVar[bool] = True

    def __init__(self, seed: int | str = 0, style: Style | None = None) -> None:
        self._seed = str(seed)
        self.style = style or Style()
        self._play: Play | None = None
        self._placed = 0
        self._turn_and_round: tuple[int, int] = (0, 0)

    # Decisions

    def choose(self, seen: Observation, decision: Decision) -> Action:
        """Pick one of the options."""
        if len(decision.options) == 1:
            return decision.options[0]
        kind = decision.kind
        if kind is Kind.ROUND_CARD:
            return self.carry_out(seen, self.plays(seen, decision)[0])
        if kind is Kind.PLAY_MODE and seen.state.chosen[decision.actor] != NO_CARD:
            return self._choose_mode(seen, decision)
        if kind is Kind.HEADLINE:
            return self.headlines(seen, decision)[0][1]
        if kind in (Kind.PLACE_INFLUENCE, Kind.COUP_TARGET):
            return self._follow_plan(seen, decision)
        return self.within_play(seen, decision)

    def within_play(self, seen: Observation, decision: Decision) -> Action:
        """Answer what a play or an event asks."""
        return strategist_for(seen).answer(seen.state, safest(seen, decision))

    def carry_out(self, seen: Observation, play: Play) -> Action:
        """Make a play the plan of this round, and return its card."""
        self._play = play
        self._placed = 0
        self._turn_and_round = (seen.state.turn, seen.state.round)
        return PASS if play.card == NO_CARD else play.card

    def rank(self, seen: Observation, decision: Decision) -> list[tuple[Card, Action]]:
        """Order the plays of an action round, the best first."""
        return [(play.card, play.use) for play in self.plays(seen, decision)]

    def _choose_mode(self, seen: Observation, decision: Decision) -> Action:
        card = seen.state.chosen[decision.actor]
        play = self._play
        if play is not None and play.card == card and play.mode in decision.options:
            return play.mode
        foresight = self.foresight(seen, decision.actor)
        options = safest(seen, decision).options
        plays = [rate_play(foresight, card, mode) for mode in options]
        play = max(plays, key=lambda one: one.score)
        self.carry_out(seen, play)
        return play.mode

    def _follow_plan(self, seen: Observation, decision: Decision) -> Action:
        """Name the next country of the plan, as long as it is legal."""
        play = self._play
        mode = INFLUENCE if decision.kind is Kind.PLACE_INFLUENCE else COUP
        if (
            play is not None
            and play.mode == mode
            and self._turn_and_round == (seen.state.turn, seen.state.round)
            and self._placed < len(play.countries)
            and play.countries[self._placed] in decision.options
        ):
            self._placed += 1
            return play.countries[self._placed - 1]
        return self.within_play(seen, decision)

    # Rating

    def foresight(self, seen: Observation, side: Actor) -> Foresight:
        """Prepare to look one play ahead."""
        state = seen.state
        seed = f"{self._seed}/{state.turn}/{state.round}/{state.phasing}"
        random = Random(seed)
        worlds = [seen.sample(random).state for _ in range(WORLDS)]
        return Foresight(state, side, scorings_to_come(seen), worlds, seed)

    def plays(self, seen: Observation, decision: Decision) -> list[Play]:
        """Rate every use of every card that is offered, the best first."""
        return self.rate_all(decision, self.foresight(seen, decision.actor), Caution(seen))

    def rate_all(self, decision: Decision, foresight: Foresight, caution: Caution) -> list[Play]:
        """Rate every use of every card that is offered with what has been found out about them."""
        side, state = decision.actor, foresight.state
        plays: list[Play] = []
        for card in decision.options:
            if card == PASS:
                plays.append(Play(-0.5 - caution.play(NO_CARD, PASS), NO_CARD, PASS, ()))
                continue
            found = self.look_at(foresight, caution, card)
            for play, danger in found.rated:
                score = self.opinion(state, side, found, play) - danger
                plays.append(play._replace(score=score))
        return sorted(plays, key=lambda one: -one.score)

    def look_at(self, foresight: Foresight, caution: Caution, card: Card) -> Found:
        """Find out what every use of a card would change, and how dangerous it is."""
        modes = modes_in_round(foresight.state, foresight.side, card)
        rated = [self._safe_play(foresight, caution, card, mode) for mode in modes]
        best = max((play for play, _ in rated), key=lambda one: one.score)
        trapped = min((cost for play, cost in rated if play.mode != SPACE), default=0.0)
        return Found(card, rated, best, caution.later(card), trapped)

    def opinion(self, state: State, side: Actor, found: Found, play: Play) -> float:
        """Weigh a use of a card, its danger aside."""
        card, best = found.card, found.best
        score = weighed(self.style, card, play.mode, play.score)
        if play.mode == SPACE and found.trapped >= MAY_BE_LOST:
            score += RID_OF_DANGER
        later = kept(self.style, card, best.mode, best.score) + found.later
        return score - later + habit(self.style, state, side, card, play.use)

    def _safe_play(
        self, foresight: Foresight, caution: Caution, card: Card, mode: Action
    ) -> tuple[Play, float]:
        """Rate a use of a card; where its targets are dangerous, look for quieter ones."""
        play = rate_play(foresight, card, mode)
        targets = play.countries if mode in (INFLUENCE, COUP) else ()
        if not targets or crisis_payments(foresight.state, foresight.side):
            return play, caution.play(card, mode)
        danger = caution.play(card, mode, *targets)
        if danger:
            quiet = rate_play(foresight, card, mode, ~foresight.state.battlegrounds)
            if quiet.countries:
                quiet_danger = caution.play(card, mode, *quiet.countries)
                if quiet.score - quiet_danger > play.score - danger:
                    return quiet, quiet_danger
        return play, danger

    def headlines(self, seen: Observation, decision: Decision) -> list[tuple[float, Card]]:
        """Rate every card as a headline, the best first."""
        side = decision.actor
        foresight = self.foresight(seen, side)
        for world in foresight.worlds:
            world.phasing = side
        dangers = option_penalties(seen)
        rated = []
        later = Later(seen.state, side)
        for card in decision.options:
            score = foresight.event(card).change - dangers[card] - later.cost(card)
            if not SCORING[card]:
                value = card_value(seen.state, side, card)
                gain = foresight.operation(INFLUENCE, value, card).gain
                score -= 0.6 * max(0.0, gain)
            rated.append((score, card))
        return sorted(rated, key=lambda one: -one[0])


def strategist_for(seen: Observation) -> Strategist:
    """Make an adviser for what a side sees."""
    scorings = scorings_to_come(seen)
    return Strategist(Board(seen.state, scorings), scorings)


def rate_play(foresight: Foresight, card: Card, mode: Action, among: Mask = ALL_COUNTRIES) -> Play:
    """Rate one use of a card by what it changes."""
    state, side = foresight.state, foresight.side
    if mode == PASS:
        return Play(-1.0, card, mode, ())
    if mode == EVENT and card != THE_CHINA_CARD:
        return Play(foresight.event(card).change, card, mode, ())
    if mode == SPACE:
        score = foresight.space(card)
        return Play(score + (foresight.china() if card == THE_CHINA_CARD else 0.0), card, mode, ())
    harm = 0.0
    if is_enemy_card(card, side) and not is_prevented(state, card, side):
        harm = foresight.event(card).change
    if mode == EVENT_FIRST:
        event = foresight.event(card)
        gain = harm + event.gain_after
        return Play(gain, card, mode, (), event.kind_after, event.countries_after)
    value = card_value(state, side, card)
    kind = INFLUENCE if mode == EVENT else mode
    plan = foresight.operation(kind, value, card, among)
    score = plan.gain + harm
    if card == THE_CHINA_CARD:
        score += foresight.china()
    return Play(score, card, mode, plan.countries)
