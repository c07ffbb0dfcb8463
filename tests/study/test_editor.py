"""Positions that are laid out: what the rules allow becomes a game, the rest is told."""

from dataclasses import replace
from typing import Any

import pytest

from twilight.engine.game import Game
from twilight.engine.ids import NATO, SHUTTLE_DIPLOMACY
from twilight.engine.testing import invariants
from twilight.engine.types import US, Kind
from twilight.study.editor import Layout, PositionError, lay_out, layout_of
from twilight.study.editor_words import problem_texts

START = replace(layout_of(Game.new()), round=2, turn=4, side="us", cards={"nasser": "us_hand"})


def problems(**changes: Any) -> list[str]:
    """Lay out a position with something changed, and list what is wrong with it."""
    with pytest.raises(PositionError) as caught:
        lay_out(replace(START, **changes))
    spanish = problem_texts(caught.value.problems, "es")
    english = problem_texts(caught.value.problems, "en")
    assert len(spanish) == len(english)
    assert all(text.endswith(".") for text in (*spanish, *english))
    return english


def test_a_layout_becomes_a_game_that_can_be_played() -> None:
    effects = {"nato": 1, "shuttle_diplomacy": 1}
    cards = {**START.cards, "marshall_plan": "removed", "nato": "removed", "fidel": "ussr_hand"}
    game = lay_out(replace(START, cards=cards, effects=effects, vp=-7, defcon=3))
    state = game.state
    invariants(game)
    assert (state.turn, state.round, state.vp, state.defcon) == (4, 2, -7, 3)
    assert NATO in state.removed_pile
    assert state.front == (SHUTTLE_DIPLOMACY,)
    assert game.pending is not None
    assert (game.pending.actor, game.pending.kind) == (US, Kind.ROUND_CARD)


def test_headlines_can_be_laid_out() -> None:
    cards = {"nasser": "us_hand", "fidel": "ussr_hand"}
    game = lay_out(replace(START, round=0, cards=cards))
    assert game.pending is not None
    assert game.pending.kind is Kind.HEADLINE


def test_a_moment_of_a_game_survives_the_way_there_and_back(finished_game: Game) -> None:
    walker = Game(finished_game.origin, record=False)
    seen = 0
    for action in finished_game.record or ():
        decision = walker.pending
        assert decision is not None
        if decision.kind is Kind.ROUND_CARD and walker.state.turn in (2, 5) and seen < 8:
            seen += 1
            again = lay_out(layout_of(walker))
            for part in ("influence", "hands", "defcon", "vp", "removed_pile", "effects"):
                assert getattr(again.state, part) == getattr(walker.state, part)
            assert again.pending is not None
            assert again.pending.options == decision.options
        walker.answer(action)
    assert seen


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"preset": "chess"}, "no ruleset chess"),
        ({"turn": 11}, "turns 1 to 10"),
        ({"round": 8}, "Turn 4 has 7 action rounds"),
        ({"round": -1}, "0 for the headlines"),
        ({"side": "china"}, "is no side"),
        ({"vp": 20}, "the game is won"),
        ({"defcon": 1}, "DEFCON stands at 2 to 5"),
        ({"military": {"us": 6}}, "from 0 to 5"),
        ({"space": {"ussr": 9}}, "from 0 to 8"),
        ({"china_holder": "nobody"}, "belongs to the US or to the USSR"),
        ({"influence": {"us": {"france": -1}}}, "France: -1 influence"),
        ({"influence": {"us": {"narnia": 1}}}, "no country narnia"),
        ({"cards": {"nasser": "pocket"}}, "no place pocket"),
        ({"cards": {"the_china_card": "us_hand"}}, "lies in no pile"),
        ({"cards": {"mother_of_all": "us_hand"}}, "no card mother_of_all"),
        ({"cards": {"iran_contra_scandal": "us_hand"}}, "with turn 8"),
        ({"cards": {"duck_and_cover": "removed"}}, "not removed by its event"),
        ({"round": 0, "cards": {"nasser": "us_hand"}}, "USSR: no card in the hand"),
        ({"effects": {"peace": 1}}, "no lasting effect peace"),
        ({"effects": {"chernobyl": 9}}, "1 to 6"),
        ({"effects": {"nato": 1}}, "has not been played"),
        ({"effects": {"missile_envy_owed_by_us": 1}}, "not in that hand"),
    ],
)
def test_what_breaks_the_rules_gets_a_sentence(changes: dict[str, Any], words: str) -> None:
    assert any(words in text for text in problems(**changes)), problems(**changes)


def test_too_many_cards_are_counted() -> None:
    cards = [key for key, _ in zip(_early_cards(), range(10), strict=False)]
    [told] = problems(cards=dict.fromkeys(cards, "us_hand"))
    assert told == "US: 10 cards in the hand, but the limit is 9."


def test_an_effect_that_was_ended_is_told() -> None:
    cards = {"willy_brandt": "removed", "tear_down_this_wall": "removed"}
    told = problems(turn=8, cards=cards, effects={"willy_brandt": 1})
    assert any("has ended it" in text for text in told)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    assert len(problems(vp=30, defcon=0, turn=12)) == 3


def _early_cards() -> list[str]:
    from twilight.engine.cards import CARD_KEYS
    from twilight.engine.rules import make_rules
    from twilight.engine.turn.start_and_end import deck_of
    from twilight.engine.types import EARLY

    return [CARD_KEYS[card] for card in deck_of(make_rules(Layout.preset), EARLY)]
