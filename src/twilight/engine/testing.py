"""Scenarios and scripted cases, for the tests here and for those of other people's bots.

A `Case` is one row of a table: a position, a play, the decisions that must and must not be
offered with the answers given, and the board after. Everything is written with the stable keys:

    Case(
        "truman_doctrine", "an uncontrolled country loses all USSR influence",
        given={"board": "france 2/2, poland 0/3"},
        play="us event",
        steps=["us: france | not poland"],
        then="france 2/0, truman_doctrine removed",
    )

Influence is written US/USSR. See `Case` for all that the three parts may say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.board import COUNTRY_BY_KEY
from twilight.engine.cards import CARD_BY_KEY, Pile, with_card, without_card
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.ids import CRISIS_VE_DAY, NO_CARD, SHUTTLE_DIPLOMACY, THE_CHINA_CARD, Action
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.state import State
from twilight.engine.turn.start_and_end import deck_of
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
    Kind,
    Reason,
    Segment,
    enemy_of,
)

Given = Mapping[str, "str | int | Mapping[str, OptionValue]"]


@dataclass(frozen=True)
class Case:
    """One row of a table of tests for a card.

    given: `board` ("iran 1/0, egypt 0/2"), `us_hand`, `ussr_hand`, `discard`, `removed`, `draw`
        (exactly these cards, else all the rest), `effects` ("nato, red_scare_on_us=2"), `defcon`,
        `vp`, `turn`, `round`, `military`, `space`, `attempts` ("us/ussr"), `china` ("us down"),
        `us_headline`, `ussr_headline`, `civil_war` (markers in its box), `crises` of Turn Zero
        ("ve_day=6"), `preset`, and `rules` (a mapping of options). The played card is put into
        the hand by itself. The board is empty except for what is named.
    play: "us event", "ussr event_first", "us coup", "ussr headline" ..., or "us not event" when
        that use must not be offered; "us unplayable" when the card itself must not be, and "us
        chooses_headline" when the headlines are still to be chosen.
    steps: "us: france | not poland italy", "us: done | only done", "die: 4", "chance: nato". The
        words after `not` must not be offered, those after `offered` must be, and `only` lists all.
    then: "france 2/0", "vp -2", "defcon 2", "military 0/2", "space 1/0", "nato removed",
        "fidel discarded", "nato us_hand", "effect nato", "no quagmire", "china us down",
        "us wins by defcon", "draw by wargames", "asks us coup_target", "held us 3", and
        "impossible us nato" when the US can tell that the USSR holds no hidden NATO.
    """

    card: str
    title: str
    play: str
    given: Given = field(default_factory=dict)
    steps: Sequence[str] = ()
    then: str = ""

    def __str__(self) -> str:
        return f"{self.card}: {self.title}"


def side_named(name: str) -> Actor:
    """Read `us` or `ussr`."""
    return {"ussr": USSR, "us": US}[name]


def words(text: "str | int | Mapping[str, OptionValue]") -> list[str]:
    """Split a list written with commas."""
    return [part.strip() for part in str(text).split(",") if part.strip()]


def pair(text: object) -> list[int]:
    """Read "us/ussr" as a list indexed by side."""
    us, ussr = str(text).split("/")
    return [int(ussr), int(us)]


def scenario(given: Given, phasing: Actor = US, in_hand: Sequence[str] = ()) -> State:
    """Lay out a position in which the phasing player is about to take an action round."""
    options = given.get("rules", {})
    assert isinstance(options, Mapping)
    state = State(make_rules(str(given.get("preset", "deluxe")), dict(options)))
    state.segment = Segment.ACTION_ROUND
    state.phasing = phasing
    state.turn = _number(given, "turn", 1)
    state.round = _number(given, "round", 1)
    state.defcon = _number(given, "defcon", 5)
    state.vp = _number(given, "vp", 0)
    state.civil_war = _number(given, "civil_war", 0)
    totals = list(state.crises)
    for entry in words(given.get("crises", "")):
        name, total = entry.split("=")
        totals[ACTION_BY_KEY[f"crisis_{name}"] - CRISIS_VE_DAY] = int(total)
    state.crises = tuple(totals)
    state.military = pair(given.get("military", "0/0"))
    state.space = pair(given.get("space", "0/0"))
    state.attempts = pair(given.get("attempts", "0/0"))
    for entry in words(given.get("board", "")):
        key, influence = entry.rsplit(" ", 1)
        for side in SIDES:
            state.set_influence(side, COUNTRY_BY_KEY[key], pair(influence)[side])
    holder, face = str(given.get("china", "ussr up")).split()
    state.china_holder = NOBODY if holder == "nobody" else side_named(holder)
    state.china_face_up = face == "up"
    _lay_out_cards(state, given, phasing, in_hand)
    for entry in words(given.get("effects", "")):
        name, _, number = entry.partition("=")
        state.effects[Effect[name.upper()]] = int(number or 1)
    return state


def _number(given: Given, name: str, default: int) -> int:
    return int(str(given.get(name, default)))


def _lay_out_cards(state: State, given: Given, phasing: Actor, in_hand: Sequence[str]) -> None:
    """Put the named cards where they belong and all others of the game where they would be."""
    decks = [deck_of(state.rules, period) for period in (EARLY, MID, LATE)]
    period = EARLY if state.turn < 4 else MID if state.turn < 8 else LATE
    rest = list(decks[EARLY])
    rest += decks[MID] if period >= MID else ()
    rest += decks[LATE] if period >= LATE else ()
    state.mid_deck = decks[MID] if period < MID else ()
    state.late_deck = decks[LATE] if period < LATE else ()

    def take(key: str) -> int:
        card = CARD_BY_KEY[key]
        if card in rest:
            rest.remove(card)
        elif card in state.mid_deck:
            state.mid_deck = without_card(state.mid_deck, card)
        elif card in state.late_deck:
            state.late_deck = without_card(state.late_deck, card)
        return card

    def pile(name: str) -> Pile:
        return tuple(sorted(take(key) for key in words(given.get(name, ""))))

    state.hands = [pile("ussr_hand"), pile("us_hand")]
    for key in in_hand:
        state.hands[phasing] = with_card(state.hands[phasing], take(key))
    state.discard_pile = pile("discard")
    state.removed_pile = pile("removed")
    for side in SIDES:
        for card in pile(f"{ACTOR_NAMES[side]}_headline"):
            state.headlines[side] = card
    if "shuttle_diplomacy" in words(given.get("effects", "")):
        state.front = (take("shuttle_diplomacy"),)
    if "draw" in given:
        draw = pile("draw")
        state.removed_pile = tuple(sorted((*state.removed_pile, *rest)))
        state.draw_pile = draw
    else:
        state.draw_pile = tuple(sorted(rest))


def start(case: Case) -> Game:
    """Set a case up and make its play; for "not" plays the mode is still to be chosen."""
    side_name, *how = case.play.split()
    side = side_named(side_name)
    if how == ["headline"]:
        key = f"{side_name}_headline"
        state = scenario({**case.given, key: case.card}, side)
        state.segment = Segment.HEADLINE_EVENT
        state.phasing = NOBODY
        state.round = 0
        return Game(state, journal=True)
    in_hand = [] if case.card == "the_china_card" else [case.card]
    state = scenario(case.given, side, in_hand)
    if how == ["chooses_headline"]:
        state.segment = Segment.HEADLINE
        state.phasing = NOBODY
        state.round = 0
        return Game(state, journal=True)
    game = Game(state, journal=True)
    while game.pending is not None and game.pending.kind is Kind.CRISIS_PAYMENT:
        game.answer(ACTION_BY_KEY["decline"])
    if how == ["unplayable"]:
        assert game.pending is not None
        assert CARD_BY_KEY[case.card] not in game.pending.options, "the card is offered"
        return game
    game.answer(CARD_BY_KEY[case.card])
    if how[0] == "not":
        assert game.pending is not None
        offered = _keys(game.pending.options)
        assert how[1] not in offered, f"{how[1]} is offered among {offered}"
    elif how[0] != "choose":
        game.answer(ACTION_BY_KEY[how[0]])
    return game


def run_case(case: Case) -> Game:
    """Play a case through and check everything that it states."""
    game = start(case)
    for step in case.steps:
        take_step(game, step)
    for expectation in words(case.then):
        check(game, expectation)
    return game


def _keys(options: Sequence[Action]) -> list[str]:
    return [ACTION_KEYS[action] for action in options]


def take_step(game: Game, step: str) -> None:
    """Check one decision and answer it."""
    told, *demands = [part.strip() for part in step.split("|")]
    who, _, answer = (part.strip() for part in told.partition(":"))
    decision = game.pending
    assert decision is not None, f"the game is over ({game.outcome}) before step {step!r}"
    expected = who if who in ("us", "ussr") else "chance"
    actual = ACTOR_NAMES[decision.actor]
    assert actual == expected, f"{actual} decides {decision!r}, not {expected} as in {step!r}"
    offered = _keys(decision.options)
    for demand in demands:
        kind, *keys = demand.split()
        unknown = [key for key in keys if key not in ACTION_BY_KEY]
        assert not unknown, f"unknown keys {unknown} in step {step!r}"
        if kind == "only":
            assert sorted(keys) == sorted(offered), f"{step!r}: offered are {offered}"
        elif kind == "not":
            found = [key for key in keys if key in offered]
            assert not found, f"{step!r}: {found} offered"
        elif kind == "offered":
            missing = [key for key in keys if key not in offered]
            assert not missing, f"{step!r}: {missing} missing in {offered}"
        else:
            raise AssertionError(f"{demand!r} starts with neither only, not nor offered")
    key = f"die_{answer}" if who == "die" else answer
    assert key in offered, f"{step!r}: {key} is not offered, but {offered} ({decision.kind.name})"
    game.answer(ACTION_BY_KEY[key])


def place_of(state: State, key: str) -> str:
    """Name the place where a card is."""
    card = CARD_BY_KEY[key]
    places = {
        "removed": state.removed_pile,
        "discarded": state.discard_pile,
        "us_hand": state.hands[US],
        "ussr_hand": state.hands[USSR],
        "draw_pile": state.draw_pile,
        "front": state.front,
        "table": state.table,
        "headlines": tuple(state.headlines),
        "mid_deck": state.mid_deck,
        "late_deck": state.late_deck,
    }
    return next((place for place, pile in places.items() if card in pile), "nowhere")


def is_ruled_out(state: State, side: Actor, key: str) -> bool:
    """Tell whether a side has learnt that no hidden card of the enemy can be this one."""
    enemy = enemy_of(side)
    unknown = len(state.hands[enemy]) - len(state.known[enemy])
    return any(
        least >= unknown and CARD_BY_KEY[key] not in candidates
        for candidates, least in state.clues[side]
    )


def check(game: Game, expectation: str) -> None:
    """Check one expectation of the position."""
    state = game.state
    subject, *rest = expectation.split()
    tracks = {"military": state.military, "space": state.space, "attempts": state.attempts}
    if "by" in rest:
        assert game.outcome is not None, f"the game goes on, expected {expectation!r}"
        winner = NOBODY if subject == "draw" else side_named(subject)
        actual = (game.outcome.winner, game.outcome.reason)
        assert actual == (winner, Reason[rest[-1].upper()]), f"{game.outcome} not {expectation!r}"
        return
    if subject in COUNTRY_BY_KEY:
        country = COUNTRY_BY_KEY[subject]
        found = f"{state.influence[US][country]}/{state.influence[USSR][country]}"
    elif subject == "vp":
        found = str(state.vp)
    elif subject == "defcon":
        found = str(state.defcon)
    elif subject in tracks:
        found = f"{tracks[subject][US]}/{tracks[subject][USSR]}"
    elif subject in ("effect", "no"):
        in_play = state.effects[Effect[rest[0].upper()]] != 0
        assert in_play == (subject == "effect"), f"{rest[0]} is {'' if in_play else 'not '}in play"
        return
    elif subject == "china":
        found = f"{ACTOR_NAMES[state.china_holder]} {'up' if state.china_face_up else 'down'}"
    elif subject == "held":
        found = f"{rest[0]} {len(state.hands[side_named(rest[0])])}"
    elif subject in ("possible", "impossible"):
        ruled_out = is_ruled_out(state, side_named(rest[0]), rest[1])
        assert ruled_out == (subject == "impossible"), f"expected {expectation!r}"
        return
    elif subject == "known":
        found = f"{rest[0]} {len(state.known[side_named(rest[0])])}"
    elif subject == "asks":
        assert game.pending is not None, f"nothing is asked, expected {expectation!r}"
        found = f"{ACTOR_NAMES[game.pending.actor]} {game.pending.kind.name.lower()}"
    elif subject in CARD_BY_KEY:
        found = place_of(state, subject)
    else:
        raise AssertionError(f"{expectation!r} can't be read")
    assert found == " ".join(rest), f"expected {expectation!r}, found {subject} {found}"


def cards_in_game(state: State) -> list[int]:
    """List every card in every place, for the test that none is lost or doubled."""
    cards = [
        *state.hands[USSR],
        *state.hands[US],
        *state.draw_pile,
        *state.discard_pile,
        *state.removed_pile,
        *state.mid_deck,
        *state.late_deck,
        *state.table,
        *state.front,
        *state.looked_at,
        *(card for card in state.headlines if card != NO_CARD),
    ]
    return sorted(cards)


def invariants(game: Game) -> None:
    """Check what must hold in every position."""
    state = game.state
    cards = cards_in_game(state)
    assert len(cards) == len(set(cards)), "a card is in two places"
    assert THE_CHINA_CARD not in cards, "The China Card is in a pile"
    for side in SIDES:
        assert min(state.influence[side]) >= 0, "negative influence"
        assert 0 <= state.military[side] <= 5, "military operations off the track"
        assert 0 <= state.space[side] <= 8, "space race off the track"
        assert set(state.known[side]) <= set(state.hands[side]), "a known card is not in the hand"
    assert 1 <= state.defcon <= 5, "DEFCON off the track"
    assert (state.effects[Effect.SHUTTLE_DIPLOMACY] != 0) == (SHUTTLE_DIPLOMACY in state.front)
    if game.pending is None:
        assert game.outcome is not None, "nothing is asked although the game goes on"
    else:
        options = game.pending.options
        assert options, "a decision without options"
        assert list(options) == sorted(set(options)), f"options not sorted in {game.pending!r}"
