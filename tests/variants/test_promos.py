"""What the cases of the promotional cards can't say in one row."""

from tests.position import action_round, expect, facts, offers, play
from twilight.engine.board import STABILITY
from twilight.engine.ids import NATO, ZAIRE
from twilight.engine.journal import FactKind
from twilight.engine.rules import OptionValue
from twilight.engine.testing import Case, Given, run_case
from twilight.engine.types import US, USSR

RULES: dict[str, OptionValue] = {"promo_1": True, "promo_2": True}


def test_p_1_all_twelve_cards_are_reshuffled() -> None:
    discard = (
        "summit, opec, nasser, blockade, comecon, nuclear_subs, junta, allende, arms_race,"
        " suez_crisis"
    )
    given: Given = {
        "board": "india 3/2",
        "turn": 4,
        "draw": "nato, fidel",
        "discard": discard,
        "rules": RULES,
    }
    game = run_case(Case("non_aligned_movement", "", "us event", given))
    play(game, "india", "nato", "fidel")
    assert len(facts(game, FactKind.RESHUFFLE)) == 1
    assert len(game.state.draw_pile) == 12
    play(game, "nato", "opec")
    assert len(game.state.draw_pile) == 10
    assert len(facts(game, FactKind.TURNED_OVER)) == 4
    assert NATO in game.state.discard_pile


def test_p_2_the_new_stability_stays() -> None:
    given: Given = {"board": "zaire 1/0", "turn": 4, "rules": RULES}
    game = run_case(Case("mobutu_sese_seko", "", "us event", given))
    assert game.state.stability[ZAIRE] == 3
    assert STABILITY[ZAIRE] == 1
    assert game.state.controls(US, ZAIRE)
    game.state.set_influence(USSR, ZAIRE, 1)
    assert not game.state.controls(US, ZAIRE)
    assert game.copy().state.stability[ZAIRE] == 3


def test_kremlin_flu_is_used_up_in_an_eighth_round_that_may_be_left_out() -> None:
    given: Given = {
        "effects": "kremlin_flu",
        "turn": 8,
        "round": 8,
        "space": "0/8",
        "ussr_hand": "asia_scoring, fidel",
        "rules": RULES,
    }
    game = action_round("ussr", given)
    assert offers(game) == ["asia_scoring", "pass"]
    expect(play(game, "pass"), "no kremlin_flu")
    mandatory: Given = {**given, "rules": {**RULES, "eighth_round": "mandatory_round"}}
    assert offers(action_round("ussr", mandatory)) == ["asia_scoring"]
