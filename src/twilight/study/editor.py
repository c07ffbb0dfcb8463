"""Positions that somebody lays out: checked against the rules, and made a game to play on from.

What is wrong is told in sentences, all of it at once; nothing is corrected in silence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from twilight.engine.board import COUNTRY_BY_KEY, COUNTRY_KEYS, NUMBER_OF_COUNTRIES
from twilight.engine.cards import CARD_BY_KEY, CARD_KEYS, STARRED
from twilight.engine.changes import WINNING_SCORE
from twilight.engine.effects import EFFECT_FACTS, Effect
from twilight.engine.game import Game
from twilight.engine.ids import NO_CARD, THE_CHINA_CARD, Card
from twilight.engine.rules import Rules, RulesError, make_rules
from twilight.engine.state import State
from twilight.engine.turn.rounds import has_eighth_round, regular_rounds
from twilight.engine.turn.start_and_end import (
    FIRST_LATE_TURN,
    FIRST_MID_TURN,
    LAST_TURN,
    deck_of,
    hand_size,
    new_state,
)
from twilight.engine.types import (
    ACTOR_NAMES,
    EARLY,
    LATE,
    MID,
    NOBODY,
    SIDES,
    US,
    USSR,
    Actor,
    Segment,
)

Place: TypeAlias = Literal["us_hand", "ussr_hand", "discard", "removed", "draw"]
PLACES: Final[tuple[Place, ...]] = ("us_hand", "ussr_hand", "discard", "removed", "draw")
# The turns with which the decks of Mid and Late War come into the game.
FIRST_TURNS: Final = {EARLY: 1, MID: FIRST_MID_TURN, LATE: FIRST_LATE_TURN}
MOST_INFLUENCE: Final = 20
LOWEST_DEFCON: Final = 2
# The largest number that any of them holds: the region that Chernobyl has named.
MOST_OF_AN_EFFECT: Final = 6
# Of these the card lies before its owner, or in the hand of who owes it.
_OWED: Final = {
    Effect.MISSILE_ENVY_OWED_BY_USSR: USSR,
    Effect.MISSILE_ENVY_OWED_BY_US: US,
}


class Problem(NamedTuple):
    """Something that the rules do not allow, with the names and numbers that belong to it."""

    code: str
    values: tuple[str | int, ...] = ()


class PositionError(ValueError):
    """A position that breaks the rules; `problems` says in which ways."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems: Final = problems


@dataclass(frozen=True)
class Layout:
    """A position as it is laid out: by names, and before anything is checked."""

    preset: str = "deluxe"
    turn: int = 1
    # 0 are the headlines.
    round: int = 1
    side: str = "ussr"
    vp: int = 0
    defcon: int = 5
    military: Mapping[str, int] = field(default_factory=dict)
    space: Mapping[str, int] = field(default_factory=dict)
    china_holder: str = "ussr"
    china_face_up: bool = True
    influence: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    # Where cards lie; all that are not named lie in the draw pile, or are not in the game yet.
    cards: Mapping[str, str] = field(default_factory=dict)
    effects: Mapping[str, int] = field(default_factory=dict)


def layout_of(game: Game, preset: str = "deluxe") -> Layout:
    """Write a moment of a game down as a layout, to be changed."""
    state = game.state
    cards: dict[str, str] = {}
    for place, pile in (
        ("us_hand", state.hands[US]),
        ("ussr_hand", state.hands[USSR]),
        ("discard", (*state.discard_pile, *state.table)),
        ("removed", state.removed_pile),
    ):
        cards |= {CARD_KEYS[card]: place for card in pile}
    headline = state.segment != Segment.ACTION_ROUND
    return Layout(
        preset=preset,
        turn=max(1, state.turn),
        round=0 if headline else max(1, state.round),
        side=ACTOR_NAMES[state.phasing if state.phasing in SIDES else USSR],
        vp=state.vp,
        defcon=state.defcon,
        military=_by_side(state.military),
        space=_by_side(state.space),
        china_holder=ACTOR_NAMES[state.china_holder],
        china_face_up=state.china_face_up,
        influence={
            ACTOR_NAMES[side]: {
                COUNTRY_KEYS[country]: number
                for country, number in enumerate(state.influence[side])
                if number
            }
            for side in SIDES
        },
        cards=cards,
        effects={
            effect.name.lower(): state.effects[effect] for effect in Effect if state.effects[effect]
        },
    )


def _by_side(values: list[int]) -> dict[str, int]:
    return {ACTOR_NAMES[side]: values[side] for side in SIDES}


def lay_out(layout: Layout) -> Game:
    """Make a game of a layout; PositionError says what the rules do not allow."""
    try:
        rules = make_rules(layout.preset)
    except RulesError:
        raise PositionError([Problem("preset", (layout.preset,))]) from None
    problems = [
        *_check_tracks(layout),
        *_check_influence(layout),
        *_check_cards(layout, rules),
        *_check_effects(layout),
    ]
    if problems:
        raise PositionError(problems)
    state = _state_of(layout, rules)
    most = 8 if layout.round and _has_eighth(state, layout) else regular_rounds(layout.turn)
    if layout.round > most:
        raise PositionError([Problem("round", (layout.turn, most))])
    game = Game(state, journal=True)
    if game.pending is None:
        raise PositionError([Problem("over")])
    return game


def _has_eighth(state: State, layout: Layout) -> bool:
    return has_eighth_round(state, _side_of(layout.side))


def _side_of(name: str) -> Actor:
    return US if name == "us" else USSR


# The checks


def _check_tracks(layout: Layout) -> list[Problem]:
    found = []
    if not 1 <= layout.turn <= LAST_TURN:
        found.append(Problem("turn", (LAST_TURN,)))
    if layout.round < 0:
        found.append(Problem("round_negative"))
    if layout.side not in ("us", "ussr"):
        found.append(Problem("side", (layout.side,)))
    if abs(layout.vp) >= WINNING_SCORE:
        found.append(Problem("vp", (WINNING_SCORE,)))
    if not LOWEST_DEFCON <= layout.defcon <= 5:
        found.append(Problem("defcon", (layout.defcon,)))
    for name, most in (("military", 5), ("space", 8)):
        for side, value in getattr(layout, name).items():
            if side not in ("us", "ussr"):
                found.append(Problem("side", (side,)))
            elif not 0 <= value <= most:
                found.append(Problem(name, (side, value, most)))
    if layout.china_holder not in ("us", "ussr"):
        found.append(Problem("china"))
    return found


def _check_influence(layout: Layout) -> list[Problem]:
    found = []
    for side, amounts in layout.influence.items():
        if side not in ("us", "ussr"):
            found.append(Problem("side", (side,)))
        for key, number in amounts.items():
            country = COUNTRY_BY_KEY.get(key, NUMBER_OF_COUNTRIES)
            if country >= NUMBER_OF_COUNTRIES:
                found.append(Problem("country", (key,)))
            elif not 0 <= number <= MOST_INFLUENCE:
                found.append(Problem("influence", (key, number, MOST_INFLUENCE)))
    return found


def _check_cards(layout: Layout, rules: Rules) -> list[Problem]:
    found = []
    first_turn = {
        card: turn for period, turn in FIRST_TURNS.items() for card in deck_of(rules, period)
    }
    held = dict.fromkeys(("us_hand", "ussr_hand"), 0)
    for key, place in layout.cards.items():
        card = CARD_BY_KEY.get(key, NO_CARD)
        if place not in PLACES:
            found.append(Problem("place", (place,)))
        elif card == THE_CHINA_CARD:
            found.append(Problem("china_in_pile"))
        elif card not in first_turn:
            found.append(Problem("card", (key,)))
        elif first_turn[card] > layout.turn and place != "draw":
            found.append(Problem("too_early", (key, first_turn[card])))
        elif place == "removed" and not STARRED[card]:
            found.append(Problem("not_removed", (key,)))
        elif place in held:
            held[place] += 1
    if 1 <= layout.turn <= LAST_TURN:
        most = hand_size(layout.turn)
        for place, number in held.items():
            if number > most:
                found.append(Problem("hand", (place.removesuffix("_hand"), number, most)))
            if number == 0 and layout.round == 0:
                found.append(Problem("no_headline", (place.removesuffix("_hand"),)))
    return found


def _check_effects(layout: Layout) -> list[Problem]:
    found = []
    for name, number in layout.effects.items():
        effect = Effect.__members__.get(name.upper())
        if effect is None:
            found.append(Problem("effect", (name,)))
            continue
        if not 0 <= number <= MOST_OF_AN_EFFECT:
            found.append(Problem("effect_number", (name, MOST_OF_AN_EFFECT)))
        if number == 0:
            continue
        facts = EFFECT_FACTS[effect]
        place = layout.cards.get(CARD_KEYS[facts.card], "draw")
        if effect in _OWED:
            if place != f"{ACTOR_NAMES[_OWED[effect]]}_hand":
                found.append(Problem("owed", (name, CARD_KEYS[facts.card])))
        elif effect is Effect.SHUTTLE_DIPLOMACY:
            if place != "draw":
                found.append(Problem("effect_card", (name, CARD_KEYS[facts.card])))
        elif STARRED[facts.card] and place != "removed":
            found.append(Problem("effect_card", (name, CARD_KEYS[facts.card])))
        found += [
            Problem("ended", (name, CARD_KEYS[ending]))
            for ending in facts.ended_by
            if ending != THE_CHINA_CARD and layout.cards.get(CARD_KEYS[ending]) == "removed"
        ]
    return found


# The making


def _state_of(layout: Layout, rules: Rules) -> State:
    state = new_state(rules)
    for side in SIDES:
        amounts = layout.influence.get(ACTOR_NAMES[side], {})
        for country in range(NUMBER_OF_COUNTRIES):
            state.set_influence(side, country, amounts.get(COUNTRY_KEYS[country], 0))
        state.military[side] = layout.military.get(ACTOR_NAMES[side], 0)
        state.space[side] = layout.space.get(ACTOR_NAMES[side], 0)
    state.turn, state.round = layout.turn, layout.round
    headline = layout.round == 0
    state.segment = Segment.HEADLINE if headline else Segment.ACTION_ROUND
    state.phasing = NOBODY if headline else _side_of(layout.side)
    state.vp, state.defcon = layout.vp, layout.defcon
    state.china_holder = _side_of(layout.china_holder)
    state.china_face_up = layout.china_face_up
    for name, number in layout.effects.items():
        state.effects[Effect[name.upper()]] = number
    _lay_out_cards(state, layout, rules)
    return state


def _lay_out_cards(state: State, layout: Layout, rules: Rules) -> None:
    """Put the named cards where they lie, and all others where they would be."""
    places: dict[str, list[Card]] = {place: [] for place in PLACES}
    later: dict[int, list[Card]] = {MID: [], LATE: []}
    for period, turn in FIRST_TURNS.items():
        for card in deck_of(rules, period):
            if turn > layout.turn:
                later[period].append(card)
            else:
                places[layout.cards.get(CARD_KEYS[card], "draw")].append(card)
    if state.effects[Effect.SHUTTLE_DIPLOMACY]:
        front = EFFECT_FACTS[Effect.SHUTTLE_DIPLOMACY].card
        places["draw"].remove(front)
        state.front = (front,)
    state.hands = [tuple(sorted(places["ussr_hand"])), tuple(sorted(places["us_hand"]))]
    state.draw_pile = tuple(sorted(places["draw"]))
    state.discard_pile = tuple(sorted(places["discard"]))
    state.removed_pile = tuple(sorted(places["removed"]))
    state.mid_deck, state.late_deck = tuple(sorted(later[MID])), tuple(sorted(later[LATE]))
