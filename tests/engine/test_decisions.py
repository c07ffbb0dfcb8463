"""What a decision carries: the card in use, the value of its operations, points left, changes."""

import random

import pytest

from tests.position import action_round, play
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    CHILE,
    DONE,
    FRANCE,
    NO_CARD,
    Action,
)
from twilight.engine.operations.influence import marker_cost
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.types import US, Kind
from twilight.engine.view import as_watched

MARKERS = (
    Kind.SETUP_INFLUENCE,
    Kind.HANDICAP_INFLUENCE,
    Kind.PLACE_INFLUENCE,
    Kind.ADD_INFLUENCE,
    Kind.REMOVE_INFLUENCE,
)


def pending(game: Game) -> Decision:
    assert game.pending is not None, game.outcome
    return game.pending


def carried(game: Game) -> tuple[Kind, str, int, int]:
    """Return kind, card, value and points left of the pending decision."""
    asked = pending(game)
    card = next((key for key, card in CARD_BY_KEY.items() if card == asked.card), "")
    return asked.kind, card, asked.value, asked.left


# The card and the value


def test_the_use_of_a_card_carries_the_card_and_its_value() -> None:
    given = {"board": "chile 1/0, argentina 0/2", "effects": "red_scare_on_us"}
    game = play(action_round("us", given, ["truman_doctrine", "duck_and_cover"]), "duck_and_cover")
    assert carried(game) == (Kind.PLAY_MODE, "duck_and_cover", 2, 0)
    placing = play(game.copy(), "influence")
    assert carried(placing) == (Kind.PLACE_INFLUENCE, "duck_and_cover", 2, 2)
    play(placing, "chile")
    assert pending(placing).changes == ((US, CHILE, 1),)
    assert carried(placing) == (Kind.PLACE_INFLUENCE, "duck_and_cover", 2, 1)
    assert carried(play(game, "coup")) == (Kind.COUP_TARGET, "duck_and_cover", 2, 0)


def test_operations_after_an_enemy_event_and_of_the_china_card_name_their_card() -> None:
    given = {"board": "thailand 0/1, laos_cambodia 1/0", "china": "us up"}
    game = action_round("us", given, ["fidel"])
    after_event = play(game.copy(), "fidel", "event_first")
    assert carried(after_event) == (Kind.OPERATION, "fidel", 2, 0)
    china = play(game, "the_china_card", "coup")
    assert carried(china) == (Kind.COUP_TARGET, "the_china_card", 4, 0)


def test_granted_operations_carry_the_value_of_the_text() -> None:
    given = {"board": "france 1/1", "effects": "containment"}
    game = play(action_round("us", given, ["cia_created"]), "cia_created", "event")
    assert carried(game) == (Kind.OPERATION, "cia_created", 2, 0)
    assert not pending(game).free
    free = {"board": "chile 1/1, argentina 0/1"}
    junta = play(action_round("us", free, ["junta"]), "junta", "event", "chile")
    assert carried(junta) == (Kind.OPERATION, "junta", 2, 0)
    assert pending(junta).free
    assert pending(play(junta, "coup")).free


def test_a_bought_card_is_the_one_in_use() -> None:
    given = {"board": "chile 1/1", "ussr_hand": "fidel"}
    game = action_round("us", given, ["grain_sales_to_soviets"])
    play(game, "grain_sales_to_soviets", "event", "fidel", "play_it")
    assert carried(game) == (Kind.PLAY_MODE, "fidel", 2, 0)
    assert as_watched(pending(game), game.state).card == CARD_BY_KEY["fidel"]


def test_a_watcher_sees_the_card_only_together_with_its_use() -> None:
    given = {"board": "chile 1/1"}
    game = play(action_round("us", given, ["fidel", "duck_and_cover"]), "fidel")
    watched = as_watched(pending(game), game.state)
    assert (watched.options, watched.card, watched.value) == ((), NO_CARD, 0)
    play(game, "influence")
    watched = as_watched(pending(game), game.state)
    assert (watched.options, watched.card, watched.value) == ((), CARD_BY_KEY["fidel"], 2)


# What is left


def test_suez_promises_no_more_than_its_one_target_holds() -> None:
    given = {"board": "france 3/0"}
    game = play(action_round("ussr", given, ["suez_crisis"]), "suez_crisis", "event")
    assert pending(game).left == 2
    play(game, "france")
    assert (pending(game).left, pending(game).changes) == (1, ((US, FRANCE, -1),))


def test_comecon_promises_no_more_than_there_are_countries() -> None:
    eastern = "east_germany 5/0, austria 5/0, czechoslovakia 5/0, hungary 5/0, bulgaria 5/0"
    rest = "finland 9/0, romania 9/0"
    game = play(
        action_round("ussr", {"board": f"{eastern}, {rest}"}, ["comecon"]), "comecon", "event"
    )
    assert len(pending(game).options) == 2
    assert pending(game).left == 2


@pytest.mark.parametrize(
    ("board", "effects", "china", "left"),
    [
        ("poland 0/1", "vietnam_revolts", False, 3),
        ("poland 0/1, vietnam 0/1", "vietnam_revolts", False, 4),
        # In Asia every marker would cost two points, so that the fifth one is of no use.
        ("poland 0/1, afghanistan 9/0, north_korea 9/0", "", True, 4),
        ("japan 0/1", "", True, 5),
        ("vietnam 0/1", "vietnam_revolts", True, 6),
    ],
)
def test_points_promise_no_bonus_out_of_reach(
    board: str, effects: str, china: bool, left: int
) -> None:
    given = {"board": board, "effects": effects, "china": "ussr up"}
    game = action_round("ussr", given, ["duck_and_cover", "five_year_plan", "nasser"])
    play(game, "the_china_card" if china else "five_year_plan", "influence")
    assert pending(game).left == left


def use_of(game: Game, action: Action) -> int:
    """Return how many points an answer takes together with all that can follow it."""
    asked = pending(game)
    cost = 1
    if asked.kind is Kind.PLACE_INFLUENCE:
        cost = marker_cost(game.state, asked.actor, action)
    after = game.copy()
    after.answer(action)
    following = after.pending
    goes_on = (
        following is not None
        and (following.actor, following.kind) == (asked.actor, asked.kind)
        and len(following.changes) == len(asked.changes) + 1
    )
    return cost + (following.left if goes_on and following is not None else 0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("preset", ["deluxe", "glass-2020"])
def test_what_is_left_can_be_used_and_no_more(seed: int, preset: str) -> None:
    options: dict[str, OptionValue] = {"turn_zero": seed % 2 == 0}
    if preset == "deluxe":
        options |= {"handicap_side": "us", "handicap_amount": 7}
    game = Game.new(make_rules(preset, options))
    chance = SeededChance(seed)
    looked = random.Random(seed)
    while game.pending is not None:
        asked = game.pending
        if asked.kind in MARKERS and asked.left and looked.random() < 0.2:
            countries = [action for action in asked.options if action != DONE]
            assert asked.left == max((use_of(game, one) for one in countries), default=0)
        game.answer(chance.choose(asked))
