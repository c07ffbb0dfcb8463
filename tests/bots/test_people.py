"""What people would play: the terms of a use of a card, and who asks for them."""

import pytest

from twilight.bots.choosing.caution import Caution
from twilight.bots.choosing.people import CardUse, liking, terms
from twilight.bots.players.marshal import Marshal, use_of
from twilight.bots.players.officer import Officer
from twilight.engine.game import Game
from twilight.engine.ids import (
    ASIA_SCORING,
    COUP,
    EVENT,
    FIDEL,
    INFLUENCE,
    NATO,
    SPACE,
)
from twilight.engine.testing import Given, scenario
from twilight.engine.types import US, USSR
from twilight.engine.view import observe

GIVEN: Given = {
    "turn": 4,
    "round": 1,
    "defcon": 3,
    "us_hand": "nato, fidel, asia_scoring",
    "board": "uk 5/0, angola 0/1, kenya 1/0",
}


def found(card: int, use: int, gain: float = 1.0, best: float = 1.0) -> CardUse:
    return CardUse(card, use, gain, use, best, 0.0, False)


def test_a_coup_counts_by_gain_level_and_side() -> None:
    state = scenario(GIVEN, US)
    named = terms(state, US, found(NATO, COUP, 2.0, 3.0))
    assert named["coup gain"] == named["gain"] == 2.0
    assert named["kept coup"] == 3.0
    assert named["coup defcon 3"] == named["coup first us"] == named["coup own"] == 1.0
    assert named["nato coup"] == 1.0
    assert "nato other" not in named


def test_an_enemy_card_counts_as_one() -> None:
    state = scenario(GIVEN, US)
    named = terms(state, US, found(FIDEL, SPACE, -1.0, -2.0))
    assert named["space enemy"] == 1.0
    assert named["kept harm"] == -2.0
    assert "space own" not in named
    assert "space own" in terms(state, USSR, found(FIDEL, SPACE))


def test_a_scoring_card_has_terms_of_its_own() -> None:
    named = terms(scenario(GIVEN, US), US, found(ASIA_SCORING, EVENT, 40.0))
    assert named["scoring gain"] == 15.0
    assert "event" not in named


def test_people_like_what_gains_more() -> None:
    state = scenario(GIVEN, US)
    assert liking(state, US, found(NATO, INFLUENCE, 3.0, 3.0)) > liking(
        state, US, found(NATO, INFLUENCE, 0.5, 3.0)
    )


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_the_marshal_asks_people_where_there_is_no_time(seconds: float) -> None:
    seen = observe(Game(scenario(GIVEN, US)), US)
    marshal = Marshal(0, seconds)
    foresight, caution = marshal.foresight(seen, US), Caution(seen)
    about = marshal.look_at(foresight, caution, NATO)
    for play, _ in about.rated:
        told = marshal.opinion(seen.state, US, about, play)
        asked = liking(seen.state, US, use_of(about, play))
        officer = Officer(0, marshal.style).opinion(seen.state, US, about, play)
        assert told == (officer if seconds else asked)
