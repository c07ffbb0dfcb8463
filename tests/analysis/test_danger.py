"""The danger solver: positions with known answers."""

import pytest

from tests.analysis.positions import CHOICES, DEFCON, GRANTED, Position
from tests.analysis.positions_cards import CARDS, POINTS
from tests.analysis.positions_hand import HAND, HEADLINES
from twilight.analysis.danger.search import Danger, Grade
from twilight.analysis.danger.solver import Solver, assess, assess_plays
from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.game import Game
from twilight.engine.ids import DECLINE
from twilight.engine.testing import Given, scenario, side_named, words
from twilight.engine.types import NOBODY, US, Kind, Reason, Segment
from twilight.engine.view import observe

ROUNDS = [*DEFCON, *GRANTED, *CHOICES, *CARDS, *POINTS, *HAND]
GRADES = {
    "safe": Grade.SAFE,
    "stuck": Grade.HAND_STUCK,
    "may": Grade.MAY_LOSE,
    "loses": Grade.LOSES_NOW,
}


def expectations(text: str) -> list[tuple[str, str]]:
    pairs = [entry.partition(": ") for entry in words(text)]
    return [(play, grade) for play, _, grade in pairs]


def plays_of(given: Given, side: str) -> dict[str, Danger]:
    game = Game(scenario(given, side_named(side)))
    while game.pending is not None and game.pending.kind is Kind.CRISIS_PAYMENT:
        game.answer(DECLINE)
    plays = assess_plays(observe(game, side_named(side)))
    return {f"{ACTION_KEYS[play.card]} {ACTION_KEYS[play.mode]}": play.danger for play in plays}


def test_there_are_enough_positions() -> None:
    titles = [position.title for position in (*ROUNDS, *HEADLINES)]
    assert len(titles) >= 60
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("position", ROUNDS, ids=str)
def test_plays(position: Position) -> None:
    found = plays_of(position.given, position.side)
    for play, grade in expectations(position.expect):
        if grade == "absent":
            assert play not in found
        else:
            assert found[play].grade is GRADES[grade], f"{play}: {found[play]}"
            assert found[play].proven


@pytest.mark.parametrize("position", HEADLINES, ids=str)
def test_headlines(position: Position) -> None:
    side = side_named(position.side)
    state = scenario(position.given, side)
    state.segment = Segment.HEADLINE
    state.phasing = NOBODY
    state.round = 0
    game = Game(state)
    while game.pending is not None and game.pending.actor != side:
        game.answer(game.pending.options[0])
    dangers = assess(observe(game, side))
    for card, grade in expectations(position.expect):
        danger = dangers[ACTION_BY_KEY[card]]
        assert danger.grade is GRADES[grade], f"{card}: {danger}"


# Decisions in the middle of a play: the answers that lead there, and what the options are worth.
OPTIONS = [
    (
        "Wargames ends the game for the side that is behind after it",
        "us",
        {"turn": 8, "defcon": 2, "vp": 3, "us_hand": "wargames", "board": "uk 5/0"},
        "wargames event",
        "accept: loses, decline: safe",
    ),
    (
        "the target of a coup",
        "us",
        {"defcon": 2, "us_hand": "nato", "board": "angola 0/1, zaire 0/1, kenya 0/1, uk 5/0"},
        "nato coup",
        "angola: loses, zaire: loses, kenya: safe",
    ),
    (
        "a boycott in the own round",
        "ussr",
        {
            "turn": 4,
            "defcon": 2,
            "ussr_hand": "grain_sales_to_soviets, olympic_games",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets event_first olympic_games play_it event",
        "boycott: loses, participate: safe",
    ),
    (
        "the level of DEFCON",
        "ussr",
        {"turn": 4, "defcon": 3, "ussr_hand": "how_i_learned_to_stop_worrying"},
        "how_i_learned_to_stop_worrying event",
        "number_1: loses, number_2: safe, number_5: safe",
    ),
    (
        "a new battleground before the enemy's coup",
        "ussr",
        {"defcon": 2, "ussr_hand": "cia_created", "board": "kenya 0/1, saharan_states 0/1"},
        "cia_created influence",
        "nigeria: may, kenya: safe, somalia: safe",
    ),
    (
        "the operation after an event",
        "ussr",
        {"defcon": 2, "ussr_hand": "east_european_unrest", "board": "poland 0/1, angola 1/0"},
        "east_european_unrest event_first poland",
        "coup: loses, influence: safe, realignment: safe",
    ),
    (
        "the way to use a card",
        "ussr",
        {"defcon": 2, "ussr_hand": "duck_and_cover", "board": "poland 0/3"},
        "duck_and_cover",
        "influence: loses, event_first: loses, space: safe",
    ),
    (
        "who won the Summit moves DEFCON",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "summit", "board": "uk 5/0"},
        "summit event die_1 die_6",
        "degrade: loses, keep: safe, improve: safe",
    ),
    (
        "buying off the Cuban Missile Crisis at the start of the round",
        "ussr",
        {
            "turn": 4,
            "defcon": 2,
            "ussr_hand": "nasser",
            "board": "cuba 0/3",
            "effects": "cuban_missile_crisis_on_ussr",
        },
        "",
        "cuba: safe, decline: safe",
    ),
    (
        "a card of the round is as safe as its safest use",
        "ussr",
        {
            "round": 6,
            "defcon": 2,
            "ussr_hand": "duck_and_cover, cia_created",
            "board": "angola 0/1",
        },
        "",
        "duck_and_cover: safe, cia_created: may",
    ),
    (
        "the discard in a trap",
        "ussr",
        {
            "turn": 4,
            "defcon": 2,
            "ussr_hand": "duck_and_cover, we_will_bury_you",
            "board": "poland 0/3",
            "effects": "bear_trap",
        },
        "",
        "duck_and_cover: safe",
    ),
]


@pytest.mark.parametrize(
    ("title", "side", "given", "answers", "expect"), OPTIONS, ids=[row[0] for row in OPTIONS]
)
def test_options(title: str, side: str, given: Given, answers: str, expect: str) -> None:
    game = Game(scenario(given, side_named(side)))
    for key in answers.split():
        game.answer(ACTION_BY_KEY[key])
    dangers = assess(observe(game, side_named(side)))
    for option, grade in expectations(expect):
        assert dangers[ACTION_BY_KEY[option]].grade is GRADES[grade], option


# What is told beside the grade


def test_a_danger_names_its_reason_and_its_line() -> None:
    given: Given = {"defcon": 2, "ussr_hand": "cia_created", "board": "angola 0/1, poland 0/3"}
    danger = plays_of(given, "ussr")["cia_created event_first"]
    assert danger.reason is Reason.DEFCON
    keys = [ACTION_KEYS[action] for action in danger.line]
    assert keys == ["cia_created", "event_first", "coup", "angola"]


def test_a_loss_by_own_fault_is_told_before_one_by_points() -> None:
    # The US may win the Games and with them the game, or boycott them at DEFCON 2.
    given: Given = {"turn": 4, "defcon": 2, "vp": 18, "ussr_hand": "olympic_games, nasser"}
    danger = plays_of(given, "ussr")["olympic_games event"]
    assert danger.grade is Grade.MAY_LOSE
    assert danger.reason is Reason.DEFCON
    assert [ACTION_KEYS[action] for action in danger.line][-1] == "boycott"


def test_a_stuck_hand_names_its_cards() -> None:
    given: Given = {"round": 5, "us_hand": "asia_scoring, europe_scoring, nato"}
    danger = plays_of(given, "us")["nato influence"]
    assert {ACTION_KEYS[card] for card in danger.cards} == {"asia_scoring", "europe_scoring"}


def test_a_held_scoring_card_is_the_reason() -> None:
    given: Given = {"round": 6, "ussr_hand": "asia_scoring, nasser"}
    danger = plays_of(given, "ussr")["nasser influence"]
    assert danger.reason is Reason.HELD_SCORING_CARD


def test_a_search_that_is_given_up_says_so() -> None:
    given: Given = {
        "turn": 4,
        "defcon": 3,
        "ussr_hand": "grain_sales_to_soviets, nasser, fidel, junta",
        "board": "angola 0/1, poland 0/3",
    }
    game = Game(scenario(given, side_named("ussr")))
    seen = observe(game, side_named("ussr"))
    dangers = [play.danger for play in assess_plays(seen, budget=3)]
    assert any(not danger.proven for danger in dangers)
    assert all(danger.grade is Grade.MAY_LOSE for danger in dangers if not danger.proven)


def test_nothing_to_decide() -> None:
    game = Game(scenario({"us_hand": "nato"}, side_named("us")))
    with pytest.raises(ValueError, match="nothing to decide"):
        assess(observe(game, side_named("ussr")))
    game.answer(ACTION_BY_KEY["nato"])
    with pytest.raises(ValueError, match="card of a round"):
        assess_plays(observe(game, side_named("us")))


def test_a_plan_may_be_cut_short_by_the_end_of_the_game() -> None:
    # Playing a war card under Flower Power gives the USSR its last points before the markers.
    given: Given = {
        "us_hand": "korean_war, nato",
        "effects": "flower_power",
        "vp": -18,
        "board": "france 2/0",
    }
    side = side_named("us")
    seen = observe(Game(scenario(given, side)), side)
    plan = tuple(ACTION_BY_KEY[key] for key in ("korean_war", "influence", "france", "italy"))
    danger = Solver(seen).danger(plan)
    assert danger.grade is Grade.LOSES_NOW
    assert danger.reason is Reason.VICTORY_POINTS


def test_a_plan_goes_on_where_each_point_asks_for_its_kind() -> None:
    """Planned countries are sent one after the other, with a question between them."""
    given: Given = {
        "board": "canada 2/0, panama 1/0, cuba 0/1",
        "rules": {"mix_influence_and_realign": True},
    }
    state = scenario(given, US, ["duck_and_cover"])
    plan = ("duck_and_cover", "influence", "panama", "costa_rica", "mexico")
    solver = Solver(observe(Game(state), US))
    assert solver.danger(tuple(ACTION_BY_KEY[key] for key in plan)).grade is Grade.SAFE
