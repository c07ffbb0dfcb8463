"""The public baseline: a fixed sum of a few terms, described in docs/bots.md to be reproduced."""

from typing import Final

from twilight.engine.board import BIT, NUMBER_OF_COUNTRIES, REGION_MASKS, countries_in
from twilight.engine.cards import OPS, SCORING
from twilight.engine.changes import is_enemy_card, leave_hand, put_on_table
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    COUP,
    DECLINE,
    DONE,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    IRAN,
    NO_CARD,
    PASS,
    SPACE,
    THAILAND,
    THE_CHINA_CARD,
    Action,
    Card,
    Country,
)
from twilight.engine.operations.influence import placement_reach
from twilight.engine.operations.points import Points, card_value
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.turn.play import POINT_OPERATIONS, resolve_event
from twilight.engine.turn.rounds import modes_in_round, must_score
from twilight.engine.turn.start_and_end import FIRST_MID_TURN, period_of
from twilight.engine.types import (
    ADDING_KINDS,
    AFRICA,
    ASIA,
    EARLY,
    EUROPE,
    LATE,
    MID,
    SOUTH_AMERICA,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    GameOver,
    Kind,
    Period,
    enemy_of,
)
from twilight.engine.view import Observation

NEVER: Final = -1000.0
MODE_PRIOR: Final[dict[Action, float]] = {INFLUENCE: 6.0, COUP: 4.0, SPACE: 1.0}
GAIN_OF_CONTROL: Final = 5.0
ENTRY: Final = 1.5


def region_weight(country: Country, period: Period) -> float:
    """Return how much the region of a country counts in a period."""
    bit = BIT[country]
    if period == EARLY and bit & REGION_MASKS[SOUTHEAST_ASIA]:
        return 1.25
    if period == EARLY and bit & REGION_MASKS[ASIA]:
        return 1.35
    if period == MID and bit & (REGION_MASKS[AFRICA] | REGION_MASKS[SOUTH_AMERICA]):
        return 1.2
    if period == LATE and bit & REGION_MASKS[EUROPE]:
        return 1.1
    return 1.0


def country_value(state: State, country: Country) -> float:
    """Return what a country is worth, whoever holds it."""
    period = period_of(state.turn)
    value = 5 * region_weight(country, period) + 0.6 * min(state.stability[country], 4)
    value += 7 if state.is_battleground(country) else 1
    return value + 6 if country == THAILAND and period == EARLY else value


def marker_gain(state: State, side: Actor, country: Country, earlier: int) -> float:
    """Return the gain of one more marker in a country where so many went in this operation."""
    if country >= NUMBER_OF_COUNTRIES:
        return ENTRY
    gain = country_value(state, country) / (earlier + 1)
    own = state.influence[side][country]
    lead = own - state.influence[enemy_of(side)][country]
    if lead + 1 == state.stability[country]:
        gain += GAIN_OF_CONTROL
    return gain + ENTRY if own == 0 else gain


def best_markers(state: State, side: Actor, value: int, card: Card) -> tuple[float, list[Country]]:
    """Place the points of a card one by one where the gain is highest; first of equals."""
    state = state.copy()
    points = Points(state, side, value, card)
    reach = placement_reach(state, side)
    placed: list[Country] = []
    total = 0.0
    while True:
        dear = state.controlled[enemy_of(side)]
        options = countries_in(points.affordable(reach, dear, with_bonus=True))
        if not options:
            return total, placed
        gains = [marker_gain(state, side, one, placed.count(one)) for one in options]
        gain = max(gains)
        country = options[gains.index(gain)]
        points.spend(country, 2 if dear & BIT[country] else 1)
        if country < NUMBER_OF_COUNTRIES:
            state.set_influence(side, country, state.influence[side][country] + 1)
        placed.append(country)
        total += gain


def coup_gain(state: State, side: Actor, country: Country, value: int) -> float:
    """Return what a coup promises; NEVER if it loses the game."""
    if state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side]:
        return NEVER
    harmless = side == US and state.effects[Effect.NUCLEAR_SUBS]
    if state.defcon <= 2 and state.is_battleground(country) and not harmless:
        return NEVER
    gain = country_value(state, country)
    gain += 5.5 * max(0.0, 3.5 + value - 2 * state.stability[country])
    gain += max(0, state.defcon - state.military[side])
    return gain + 35 if side == USSR and country == IRAN and state.turn == 1 else gain


def best_coup(state: State, side: Actor, value: int, card: Card) -> tuple[float, Country]:
    """Return the best coup with a card, the first of equals; NEVER if all lose the game."""
    points = Points(state, side, value, card)
    best, target = NEVER, -1
    for country in countries_in(coup_targets(state, side)):
        gain = coup_gain(state, side, country, points.total_in(country))
        if gain > best:
            best, target = gain, country
    return best, target


def event_loses(state: State, side: Actor, card: Card) -> bool:
    """Tell whether the event of a card loses the game for a side at once, or lets the enemy do so.

    Looked at are the event by itself, the enemy's first answer, and at DEFCON 2 a coup that the
    event gives to the enemy.
    """
    asked = _begin_event(state, side, card)
    if not isinstance(asked, Decision):
        return asked
    if asked.actor != enemy_of(side) or state.defcon > 2:
        return False
    return COUP in asked.options or any(
        _begin_event(state, side, card, answer) is True for answer in asked.options
    )


def _begin_event(
    state: State, side: Actor, card: Card, answer: Action | None = None
) -> Decision | bool:
    """Begin an event and answer its first question; return the next one, or whether it has lost."""
    state = state.copy()
    if card in state.hands[side]:
        leave_hand(state, side, card)
        put_on_table(state, card)
    flow = resolve_event(state, card, side)
    try:
        asked = next(flow)
        return asked if answer is None else flow.send(answer)
    except StopIteration:
        return False
    except GameOver as over:
        return over.outcome.winner == enemy_of(side)


class Ratings:
    """The scores of all uses of all cards of a side in one position."""

    def __init__(self, state: State, side: Actor) -> None:
        self._state = state
        self._side = side
        # What operations gain depends on the value of the card only, The China Card aside.
        self._contents: dict[tuple[Action, int, bool], tuple[float, bool]] = {}

    def of_mode(self, card: Card, mode: Action) -> float:
        """Rate one use of a card."""
        if mode == PASS:
            return NEVER
        side = self._side
        value = 0 if SCORING[card] else card_value(self._state, side, card)
        score = MODE_PRIOR.get(mode, 0.0) - 0.15 * value
        enemy = is_enemy_card(card, side)
        if mode == SPACE:
            return score + 5 if enemy else score
        if card != THE_CHINA_CARD:
            if (enemy or mode == EVENT) and event_loses(self._state, side, card):
                return NEVER
            if mode == EVENT:
                return score
        if enemy:
            score -= 7 + 4 * value
        if mode == EVENT_FIRST:
            return score + max(self._content(card, value, kind)[0] for kind in POINT_OPERATIONS)
        # The event of The China Card, where the rules have one, grants operations of any kind.
        kinds = POINT_OPERATIONS if mode == EVENT else (mode,)
        content, in_asia = max(self._content(card, value, kind) for kind in kinds)
        if card == THE_CHINA_CARD and self._state.turn < FIRST_MID_TURN and not in_asia:
            score -= 4
        return score + content

    def of_operation(self, card: Card, value: int, kind: Action) -> float:
        """Rate a kind of operation where the event of the card no longer matters."""
        return MODE_PRIOR.get(kind, 0.0) + self._content(card, value, kind)[0]

    def _content(self, card: Card, value: int, kind: Action) -> tuple[float, bool]:
        """Return the gain of an operation, and whether it stays in Asia."""
        if kind not in (INFLUENCE, COUP):
            return 0.0, False
        key = (kind, value, card == THE_CHINA_CARD)
        if key not in self._contents:
            if kind == INFLUENCE:
                gain, placed = best_markers(self._state, self._side, value, card)
            else:
                gain, target = best_coup(self._state, self._side, value, card)
                placed = [target] if target >= 0 else []
            in_asia = all(BIT[country] & REGION_MASKS[ASIA] for country in placed)
            self._contents[key] = (gain, in_asia)
        return self._contents[key]

    def of_headline(self, card: Card) -> float:
        """Rate a card as a headline."""
        value = OPS[card]
        score = -0.15 * value
        return score - (7 + 4 * value) if is_enemy_card(card, self._side) else score


def rate_plays(
    state: State, side: Actor, cards: tuple[Action, ...]
) -> dict[tuple[Card, Action], float]:
    """Rate every use of the cards that are offered; only scoring cards when one is due."""
    ratings = Ratings(state, side)
    due = must_score(state, side)
    rated: dict[tuple[Card, Action], float] = {}
    for card in cards:
        if card == PASS:
            rated[NO_CARD, PASS] = NEVER
            continue
        for mode in modes_in_round(state, side, card):
            score = ratings.of_mode(card, mode)
            rated[card, mode] = score + NEVER if due and not SCORING[card] else score
    return rated


def rank_plays(state: State, side: Actor, cards: tuple[Action, ...]) -> list[tuple[Card, Action]]:
    """Order the plays by their rating, the best first; equals stay in the order of the options."""
    rated = rate_plays(state, side, cards)
    return sorted(rated, key=lambda play: -rated[play])


class Baseline:
    """Adds up a few plain terms and takes the highest sum; described in public."""

    def __init__(self, seed: int | str = 0) -> None:
        del seed  # nothing here is left to chance

    def choose(self, seen: Observation, decision: Decision) -> Action:
        """Pick one of the options."""
        return self.pick(score_options(seen.state, decision), decision)

    def rank(self, seen: Observation, decision: Decision) -> list[tuple[Card, Action]]:
        """Order the plays of an action round, the best first."""
        ranked = rank_plays(seen.state, decision.actor, decision.options)
        # The event first and then influence is the same use of a card as the other way round.
        return [(card, INFLUENCE if mode == EVENT_FIRST else mode) for card, mode in ranked]

    def pick(self, scores: list[float], decision: Decision) -> Action:
        """Pick an option by the scores."""
        return decision.options[scores.index(max(scores))]


def score_options(state: State, decision: Decision) -> list[float]:
    """Score every option of a decision."""
    kind, side, options = decision.kind, decision.actor, decision.options
    if kind is Kind.ROUND_CARD:
        best: dict[Card, float] = {}
        for (card, _), score in rate_plays(state, side, options).items():
            best[card] = max(best.get(card, 2 * NEVER), score)
        return [best[NO_CARD if card == PASS else card] for card in options]
    if kind is Kind.PLAY_MODE:
        ratings = Ratings(state, side)
        return [0.0 if mode < EVENT else ratings.of_mode(decision.card, mode) for mode in options]
    if kind is Kind.OPERATION:
        ratings = Ratings(state, side)
        return [ratings.of_operation(decision.card, decision.value, one) for one in options]
    if kind is Kind.HEADLINE:
        ratings = Ratings(state, side)
        return [ratings.of_headline(card) for card in options]
    if kind in ADDING_KINDS:
        placed = [country for _, country, _ in decision.changes]
        return [
            marker_gain(state, side, one, placed.count(one)) if one < NO_CARD else 0.0
            for one in options
        ]
    if kind is Kind.COUP_TARGET:
        points = Points(state, side, decision.value, decision.card)
        return [
            coup_gain(state, side, one, points.total_in(one)) if one != DECLINE else 0.0
            for one in options
        ]
    if kind is Kind.REMOVE_INFLUENCE:
        return [_removal_gain(state, side, one) for one in options]
    if kind in (Kind.COUNTRY, Kind.WAR_TARGET, Kind.REALIGNMENT_TARGET):
        return [country_value(state, one) if one < NUMBER_OF_COUNTRIES else 0.0 for one in options]
    if kind is Kind.DEFCON_LEVEL:
        return [float(level) for level in options]
    return [0.0] * len(options)


def _removal_gain(state: State, side: Actor, country: Action) -> float:
    """Return the gain of taking markers away: of the enemy's, or else of one's own."""
    if country == DONE:
        return 0.0
    enemy = enemy_of(side)
    if not state.influence[enemy][country]:
        return -country_value(state, country)
    gain = country_value(state, country)
    lead = state.influence[enemy][country] - state.influence[side][country]
    return gain + GAIN_OF_CONTROL if lead == state.stability[country] else gain
