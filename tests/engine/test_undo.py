"""Undo stops wherever a side has learnt something, also that something is absent."""

from random import Random

import pytest
from bench.rule_sets import all_rules, variant_rules
from bench.two_worlds import Betrayal, answer_in_two_worlds, may_undo, two_world_games

from tests.position import action_round, play, segment
from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.game import Game, IllegalUndo
from twilight.engine.testing import Given
from twilight.engine.types import US, USSR, Segment


@pytest.mark.parametrize("name", variant_rules())
def test_no_answer_of_a_game_teaches_what_its_undo_could_forget(name: str) -> None:
    assert two_world_games(name, all_rules()[name], 4, seed=11) == []


def test_a_betrayal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.two_worlds.may_undo", lambda game, side: True)
    game = action_round("ussr", {"us_hand": "asia_scoring, nato, fidel"}, ["the_cambridge_five"])
    play(game, "the_cambridge_five")
    with pytest.raises(Betrayal):
        answer_in_two_worlds(game, ACTION_BY_KEY["event"], Random(1))


def refuses(game: Game, side: int) -> bool:
    assert game.pending is not None
    assert not may_undo(game, side)
    with pytest.raises(IllegalUndo, match="can't be taken back"):
        game.undo(side)
    return True


def test_the_cambridge_five_without_a_scoring_card() -> None:
    game = action_round("ussr", {"us_hand": "nato, fidel"}, ["the_cambridge_five"])
    assert refuses(play(game, "the_cambridge_five", "event"), USSR)


@pytest.mark.parametrize("hand", ["asia_scoring", "asia_scoring, nato"])
def test_missile_envy_with_and_without_a_card_to_give(hand: str) -> None:
    game = action_round("us", {"ussr_hand": hand, "turn": 4}, ["missile_envy"])
    assert refuses(play(game, "missile_envy", "event"), US)


def test_a_held_scoring_card_ends_the_game_for_good() -> None:
    given: Given = {"turn": 2, "round": 6, "ussr_hand": "asia_scoring, fidel", "us_hand": "nato"}
    game = play(action_round("us", given, ["containment"]), "containment", "event")
    assert game.outcome is not None
    assert not may_undo(game, US)


def test_a_headline_against_few_cards_that_may_all_be_barred() -> None:
    for hand, free in (("un_intervention", False), ("nato", False), ("nato, fidel, nasser", True)):
        game = segment(Segment.HEADLINE, {"ussr_hand": "blockade, comecon", "us_hand": hand})
        assert may_undo(play(game, "blockade"), USSR) == free
