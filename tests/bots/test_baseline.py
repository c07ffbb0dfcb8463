"""The public baseline, term by term as docs/bots.md describes it."""

import pytest

from twilight.bots.players.baseline import (
    NEVER,
    Baseline,
    Ratings,
    best_coup,
    best_markers,
    country_value,
    coup_gain,
    marker_gain,
    rank_plays,
)
from twilight.engine import ids
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.game import Game
from twilight.engine.ids import EVENT, INFLUENCE, SPACE
from twilight.engine.testing import Given, scenario
from twilight.engine.types import US, USSR
from twilight.engine.view import observe


@pytest.mark.parametrize(
    ("turn", "country", "value"),
    [
        (1, ids.JAPAN, 5 * 1.35 + 7 + 0.6 * 4),
        (1, ids.THAILAND, 5 * 1.25 + 7 + 0.6 * 2 + 6),
        (1, ids.VIETNAM, 5 * 1.25 + 1 + 0.6),
        (4, ids.THAILAND, 5 + 7 + 0.6 * 2),
        (4, ids.NIGERIA, 5 * 1.2 + 7 + 0.6),
        (7, ids.CHILE, 5 * 1.2 + 7 + 0.6 * 3),
        (8, ids.UK, 5 * 1.1 + 1 + 0.6 * 4),
        (3, ids.UK, 5 + 1 + 0.6 * 4),
    ],
)
def test_value_of_a_country(turn: int, country: int, value: float) -> None:
    assert country_value(scenario({"turn": turn}), country) == pytest.approx(value)


def test_markers_count_less_each_time_and_more_with_control() -> None:
    state = scenario({"turn": 4, "board": "iran 1/0"})
    value = country_value(state, ids.IRAN)
    assert marker_gain(state, US, ids.IRAN, 0) == pytest.approx(value + 5)
    assert marker_gain(state, US, ids.IRAN, 2) == pytest.approx(value / 3 + 5)
    assert marker_gain(state, USSR, ids.IRAN, 1) == pytest.approx(value / 2 + 1.5)


def test_markers_go_where_the_gain_is_highest() -> None:
    given: Given = {"turn": 4, "board": "iran 1/0", "us_hand": "nato"}
    gain, placed = best_markers(Game(scenario(given)).state, US, 3, CARD_BY_KEY["five_year_plan"])
    assert len(placed) == 3
    assert placed[0] == ids.IRAN
    assert gain > 3 * 10


def test_coups() -> None:
    state = scenario({"turn": 4, "defcon": 4, "military": "1/0", "board": "iran 0/1"})
    value = country_value(state, ids.IRAN)
    assert coup_gain(state, US, ids.IRAN, 3) == pytest.approx(value + 5.5 * (3.5 + 3 - 4) + 3)
    assert coup_gain(state, US, ids.IRAN, 1) == pytest.approx(value + 5.5 * 0.5 + 3)
    first = scenario({"board": "iran 1/0, egypt 1/0"}, USSR)
    assert best_coup(first, USSR, 3, CARD_BY_KEY["duck_and_cover"])[1] == ids.IRAN
    assert coup_gain(first, USSR, ids.IRAN, 3) > 35


def test_no_coup_that_loses() -> None:
    low = scenario({"defcon": 2, "board": "angola 0/1, sudan 0/1"})
    assert coup_gain(low, US, ids.ANGOLA, 3) == NEVER
    assert coup_gain(low, US, ids.SUDAN, 3) > 0
    subs = scenario({"defcon": 2, "board": "angola 0/1", "effects": "nuclear_subs"})
    assert coup_gain(subs, US, ids.ANGOLA, 3) > 0
    crisis = scenario({"board": "sudan 0/1", "effects": "cuban_missile_crisis_on_us"})
    assert coup_gain(crisis, US, ids.SUDAN, 3) == NEVER


def test_enemy_cards_china_and_modes() -> None:
    given: Given = {"turn": 2, "china": "us up", "board": "iran 1/0", "us_hand": "fidel, nato"}
    state = Game(scenario(given)).state
    ratings = Ratings(state, US)
    gain = best_markers(state, US, 2, ids.FIDEL)[0]
    assert ratings.of_mode(ids.FIDEL, INFLUENCE) == pytest.approx(6 + gain - 15 - 0.3)
    assert ratings.of_mode(ids.FIDEL, SPACE) == pytest.approx(1 + 5 - 0.3)
    assert ratings.of_mode(ids.NATO, SPACE) == pytest.approx(1 - 0.6)
    assert ratings.of_mode(ids.NATO, EVENT) == pytest.approx(-0.6)
    china = best_markers(state, US, 4, ids.THE_CHINA_CARD)[0]
    expected = 6 + china - 0.6 - 4
    assert ratings.of_mode(ids.THE_CHINA_CARD, INFLUENCE) == pytest.approx(expected)


def test_a_due_scoring_card_is_played() -> None:
    given: Given = {"round": 6, "us_hand": "asia_scoring, nato", "board": "uk 5/0"}
    state = scenario(given)
    assert rank_plays(state, US, state.hands[US])[0] == (ids.ASIA_SCORING, EVENT)
    early = scenario({**given, "round": 5})
    assert rank_plays(early, US, early.hands[US])[0][0] == ids.NATO


def test_an_event_that_loses_is_not_played() -> None:
    given: Given = {"defcon": 2, "ussr_hand": "duck_and_cover, nasser", "china": "us up"}
    state = scenario({**given, "board": "syria 0/1"}, USSR)
    game = Game(state)
    decision = game.pending
    assert decision is not None
    bot = Baseline()
    assert bot.choose(observe(game, USSR), decision) == ids.NASSER
    ranking = rank_plays(state, USSR, (ids.DUCK_AND_COVER,))
    assert ranking[0] == (ids.DUCK_AND_COVER, SPACE)
    assert (ids.DUCK_AND_COVER, INFLUENCE) in ranking
