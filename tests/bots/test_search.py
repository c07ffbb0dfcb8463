"""The general's search: dice that fall alike, and how opinion and play-outs are weighed."""

import gc
from random import Random

import pytest

from tests.strategies import LEAGUE_RULES, random_position
from twilight.bots.choosing.caution import Caution
from twilight.bots.choosing.operations import marker_rate
from twilight.bots.players.general import REGIONS, General, elsewhere
from twilight.bots.search.halving import Candidate, Comparison, Fortune, Settings, Tournament
from twilight.bots.search.playout_player import PlayoutPlayer
from twilight.bots.search.playout_weights import CAREFUL, ROUGH, PlayoutWeights
from twilight.engine.board import countries_in
from twilight.engine.cards import SCORING
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    AFRICA_SCORING,
    DIE,
    EVENT,
    INFLUENCE,
    SOCIALIST_GOVERNMENTS,
)
from twilight.engine.operations.influence import placement_reach
from twilight.engine.testing import scenario
from twilight.engine.types import CHANCE, SIDES, US, USSR, Kind, Reason
from twilight.engine.view import observe
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.quick import QuickEvaluation, Weights
from twilight.judgement.evaluation.scorings_to_come import scorings_to_come

ROLL = Decision(CHANCE, Kind.DIE, tuple(range(DIE + 1, DIE + 7)))


def position() -> Game:
    return Game(
        scenario(
            {
                "turn": 4,
                "round": 2,
                "defcon": 3,
                "us_hand": "nato, brush_war, nasser, the_voice_of_america",
                "board": "iran 1/0, iraq 0/2, panama 1/1, france 2/1, angola 0/1, thailand 1/0",
            },
            US,
        )
    )


def test_rolling_on_meets_new_dice() -> None:
    # Ties of contests are rolled again; dice that come round again could tie for ever.
    state = position().state
    fortune = Fortune("7")
    rolls = [fortune.choose(state, ROLL) for _ in range(200)]
    for period in range(1, 100):
        assert rolls[100:] != rolls[100 - period : 200 - period]


def test_dice_of_a_round_do_not_depend_on_earlier_rounds() -> None:
    state = position().state
    thrifty, eager = Fortune("7"), Fortune("7")
    for _ in range(3):
        eager.choose(state, ROLL)
    thrifty.choose(state, ROLL)
    state.phasing = USSR
    assert [thrifty.choose(state, ROLL) for _ in range(4)] == [
        eager.choose(state, ROLL) for _ in range(4)
    ]
    rolls = {Fortune(str(seed)).choose(state, ROLL) for seed in range(60)}
    assert rolls == set(ROLL.options)


def tournament(
    opinions: list[float],
    values: list[list[float]],
    negligible: float = 0.0,
    budget: int = 100,
) -> Tournament:
    game = position()
    candidates = [Candidate(opinion, ()) for opinion in opinions]
    settings = Settings(error=1.0, bias=0.0, spread=0.0, decisive=0.25, negligible=negligible)
    found = Tournament(observe(game, US), candidates, budget, settings, "1")
    found.values[:] = values
    return found


def test_clear_play_outs_overrule_the_opinion() -> None:
    clear = tournament([1.0, 0.0], [[0.0, 0.0, 0.0], [2.0, 2.0, 2.0]])
    assert clear.merit(1, 0) == pytest.approx(2.0)


def test_noisy_play_outs_leave_it_to_the_opinion() -> None:
    noisy = tournament([1.0, 0.0], [[0.0, 0.0], [52.0, -48.0]])
    assert noisy.merit(1, 0) == pytest.approx(-1.0, abs=0.01)
    # As much noise as error: the middle of both.
    even = tournament([1.0, 0.0], [[0.0, 0.0], [3 + 2**0.5, 3 - 2**0.5]])
    assert even.merit(1, 0) == pytest.approx((-1 + 3) / 2)


def test_a_play_promises_what_it_would_bring_to_know_it_better() -> None:
    # Drawn from the normal distribution, what is above zero has this mean.
    random = Random("promise")
    for merit, doubt in ((-1.0, 2.0), (0.5, 1.0), (-3.0, 1.0)):
        drawn = [max(0.0, random.gauss(merit, doubt)) for _ in range(100_000)]
        mean = sum(drawn) / len(drawn)
        assert Comparison(merit, doubt).promise() == pytest.approx(mean, abs=0.02)
    assert Comparison(-1.0, 0.0).promise() == 0
    assert Comparison(1.0, 0.0).promise() == 1


def test_more_play_outs_leave_less_to_be_told_by_still_more() -> None:
    def doubt(number: int, bias: float = 0.0) -> float:
        values = [[0.0] * number, [1.0, -1.0] * (number // 2)]
        found = tournament([0.0, 0.0], values)
        found._settings = found._settings._replace(bias=bias)
        return found.compare(1, 0).doubt

    assert doubt(2) > doubt(8) > doubt(64) > 0
    # What no play-out can tell is not worth playing out for.
    assert doubt(8, bias=5.0) < doubt(8) / 5


def test_plays_that_promise_nothing_are_not_played_out_any_further() -> None:
    clear = [[2.0, 2.1, 1.9], [0.0, 0.0, 0.0]]
    noisy = [[2.0, -1.0, 2.0], [0.0, 0.0, 0.0]]
    alike = [[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]
    for values, left in ((clear, [0]), (noisy, [0, 1]), (alike, [0])):
        assert tournament([0.0, 0.0], values, negligible=0.05)._promising([0, 1]) == left
        assert tournament([0.0, 0.0], values)._promising([0, 1]) == [0, 1]
    # Of three only the one goes that promises nothing.
    three = tournament([0.0] * 3, [*clear, [2.0, 4.0, -1.0]], negligible=0.05)
    assert three._promising([0, 1, 2]) == [0, 2]


def test_a_settled_search_saves_the_rest_of_its_time() -> None:
    patient, hasty = (
        tournament([1.0] * 8, [[] for _ in range(8)], negligible, budget=3000)
        for negligible in (0.0, 1e9)
    )
    for found in (patient, hasty):
        assert sorted(found.run()) == list(range(8))
    assert 0 < 2 * hasty.answers <= patient.answers


def collections() -> list[int]:
    return [generation["collections"] for generation in gc.get_stats()]


def test_no_search_for_garbage_interrupts_the_search_of_plays() -> None:
    found = tournament([1.0, 0.0], [[], []])
    before = collections()
    found.run()
    assert collections() == before
    assert gc.isenabled()
    assert found.answers > 100
    gc.disable()
    try:
        tournament([1.0, 0.0], [[], []]).run()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_candidates_are_compared_as_far_as_both_were_played_out() -> None:
    found = tournament([1.0, 0.0], [[0.0, 0.0, 0.0, 9.0], [2.0, 2.0, 2.0]])
    assert found.merit(1, 0) == pytest.approx(2.0)
    thoughts = found.thoughts(1)
    assert [thought.merit for thought in thoughts] == pytest.approx([-2.0, 0.0])


def test_operations_elsewhere_are_thought_of() -> None:
    game = position()
    seen = observe(game, US)
    decision = game.pending
    assert decision is not None
    bot = General("1")
    foresight, caution = bot.foresight(seen, US), Caution(seen)
    plays = bot.rate_all(decision, foresight, caution)
    others = elsewhere(foresight, caution, plays, REGIONS)
    markers = [play for play in others if play.mode == INFLUENCE]
    assert len({tuple(sorted(play.countries)) for play in markers}) == len(markers) > 1
    assert all(play.score <= plays[0].score + 0.01 for play in markers)


@pytest.mark.parametrize("seed", range(5))
def test_rates_of_a_quick_evaluation_are_those_of_its_state(seed: int) -> None:
    game = random_position(seed, 150)
    state = game.state.copy()
    weights = Weights(Board(state, scorings_to_come(observe(game, US))))
    followed = QuickEvaluation(state, weights)
    for country in range(0, 80, 7):
        state.set_influence(US, country, state.influence[US][country] + 2)
    followed.follow(state)
    fresh = QuickEvaluation(state, weights)
    assert followed.rates == fresh.rates
    for side in SIDES:
        dear = state.controlled[1 - side]
        for country in countries_in(placement_reach(state, side)):
            rate = marker_rate(followed, side, country, dear)
            assert followed.rates[side][country] == pytest.approx(rate)


def test_a_due_scoring_card_is_played_even_where_all_of_them_lose() -> None:
    """Two scorings lose the game one after the other; to be caught with one loses it as well."""
    lost = "algeria 3/0, angola 2/0, nigeria 2/0, zaire 2/0, south_africa 4/0, kenya 3/0"
    lost += ", mexico 3/0, panama 3/0, cuba 4/0, honduras 3/0"
    game = Game(
        scenario(
            {
                "turn": 5,
                "round": 6,
                "defcon": 2,
                "vp": 8,
                "ussr_hand": "africa_scoring, central_america_scoring, socialist_governments",
                "board": lost,
            },
            USSR,
        )
    )
    caution = Caution(observe(game, USSR))
    scoring = caution.play(AFRICA_SCORING, EVENT)
    assert scoring < caution.play(SOCIALIST_GOVERNMENTS, EVENT)
    bot = General("1", 0.01)
    decision = game.pending
    assert decision is not None
    assert SCORING[bot.choose(observe(game, USSR), decision)]


def suicides(playout: PlayoutWeights, games: int = 12) -> int:
    """Count the games of the play-out player against itself that end at DEFCON 1."""
    found = 0
    for seed in range(games):
        game = Game.new(LEAGUE_RULES, record=False)
        chance = SeededChance(seed)
        weights = Weights(Board(game.state, scorings_to_come(observe(game, US))))
        player = PlayoutPlayer(QuickEvaluation(game.state, weights), playout)
        while game.pending is not None:
            pending = game.pending
            if pending.actor == CHANCE:
                game.answer(chance.choose(pending))
            else:
                game.answer(player.answer(game.state, pending))
        assert game.outcome is not None
        found += game.outcome.reason is Reason.DEFCON
    return found


def test_a_careful_player_gets_rid_of_dangerous_cards() -> None:
    assert suicides(CAREFUL) < suicides(ROUGH)
