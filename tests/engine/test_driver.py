"""The driver and the random bot."""

import pytest

from twilight.bots.players.random_bot import RandomBot
from twilight.bots.registry import UnknownBot, make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import make_rules
from twilight.engine.types import SIDES, US, USSR, Actor
from twilight.engine.view import Observation


class Watcher:
    """Takes the first option and remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []
        self.asked: list[Decision] = []

    def choose(self, seen: Observation, decision: Decision) -> Action:
        self.seen.append(seen)
        self.asked.append(decision)
        return decision.options[0]


def random_game(seed: int, most_answers: int | None = None) -> Game:
    game = Game.new()
    players = [RandomBot(f"{seed}/ussr"), RandomBot(f"{seed}/us")]
    play_out(game, players, SeededChance(seed), most_answers=most_answers)
    return game


def test_a_game_is_played_to_its_end() -> None:
    game = Game.new()
    answers = play_out(game, [RandomBot(1), RandomBot(2)], SeededChance(3))
    assert game.outcome is not None
    assert game.record is not None
    assert answers == len(game.record)


def test_the_same_seed_gives_the_same_game() -> None:
    assert random_game(4).record == random_game(4).record
    assert random_game(4).record != random_game(5).record


def test_play_stops_after_so_many_answers() -> None:
    assert random_game(4, 30).record == (random_game(4).record or [])[:30]


def test_players_see_their_own_side_and_no_more() -> None:
    watchers = [Watcher(), Watcher()]
    play_out(Game.new(), watchers, SeededChance(1), most_answers=120)
    for side in SIDES:
        assert watchers[side].seen
        for seen, decision in zip(watchers[side].seen, watchers[side].asked, strict=True):
            assert seen.viewer == decision.actor == side
            assert seen.decision == decision


def test_a_blind_player_is_shown_nothing() -> None:
    class Blind:
        blind = True

        def choose(self, seen: None, decision: Decision) -> Action:
            assert seen is None
            return decision.options[0]

    play_out(Game.new(), [Blind(), Blind()], SeededChance(1), most_answers=60)


def test_single_options_are_answered_where_that_is_wanted() -> None:
    watchers = [Watcher(), Watcher()]
    asking, silent = Game.new(), Game.new()
    play_out(asking, watchers, SeededChance(1))
    assert any(len(decision.options) == 1 for one in watchers for decision in one.asked)
    watchers = [Watcher(), Watcher()]
    play_out(silent, watchers, SeededChance(1), answer_single=True)
    assert all(len(decision.options) > 1 for one in watchers for decision in one.asked)
    assert asking.record == silent.record


@pytest.mark.parametrize("swapped", [False, True])
def test_a_player_keeps_the_seat_when_sides_are_swapped(swapped: bool) -> None:
    game = Game.new(make_rules())
    play_out(game, [RandomBot(1), RandomBot(2)], SeededChance(3), most_answers=16)
    state = game.base.copy()
    state.seats_swapped = swapped
    watchers = [Watcher(), Watcher()]
    play_out(Game(state), watchers, SeededChance(1), most_answers=40)
    first: Actor = US if swapped else USSR
    assert {decision.actor for decision in watchers[0].asked} == {first}


def test_bots_are_made_by_name() -> None:
    assert isinstance(make_bot("random", "7"), RandomBot)
    with pytest.raises(UnknownBot, match="unknown bot 'deep_blue'; known are"):
        make_bot("deep_blue", "7")
