"""What events show of hidden cards, and what they leave hidden."""

import pytest

from twilight.engine.cards import SCORING
from twilight.engine.ids import CONTAINMENT, FIDEL, NATO
from twilight.engine.journal import FactKind
from twilight.engine.testing import Case, run_case
from twilight.engine.types import NOBODY, US, USSR


@pytest.mark.parametrize("effects", ["", "aldrich_ames_remix"])
def test_the_ussr_sees_what_the_us_draws_only_after_aldrich_ames_remix(effects: str) -> None:
    game = run_case(
        Case(
            "ask_not_what_your_country_can_do_for_you",
            "one card anew",
            given={
                "turn": 8,
                "us_hand": "nato",
                "draw": "containment, nasser",
                "effects": effects,
            },
            play="us event",
            steps=["us: nato"],
        )
    )
    assert game.pending is not None
    assert game.pending.hidden_from == (NOBODY if effects else USSR)
    game.answer(CONTAINMENT)
    drawn = [fact.seen_by(USSR).subject for fact in game.facts if fact.kind is FactKind.DRAW]
    assert drawn == [CONTAINMENT if effects else -1]


def test_our_man_in_tehran_shows_the_ussr_only_what_is_discarded() -> None:
    game = run_case(
        Case(
            "our_man_in_tehran",
            "two cards of the pile",
            given={"turn": 5, "board": "israel 4/0", "draw": "nato, fidel", "ussr_hand": "nasser"},
            play="us event",
            steps=["chance: nato", "chance: fidel", "us: fidel", "us: done"],
        )
    )
    looked_at = [fact for fact in game.facts if fact.kind is FactKind.LOOKED_AT]
    assert [fact.seen_by(US).subject for fact in looked_at] == [NATO, FIDEL]
    assert [fact.seen_by(USSR).subject for fact in looked_at] == [-1, -1]
    discarded = [fact.seen_by(USSR).subject for fact in game.facts if fact.kind is FactKind.DISCARD]
    assert discarded == [FIDEL]
    # The US knows that the card in the pile is not in the enemy's hand.
    assert all(NATO not in candidates for candidates, _ in game.state.clues[US])
    assert game.state.clues[US]


def test_the_cambridge_five_tells_that_no_other_scoring_card_is_there() -> None:
    game = run_case(
        Case(
            "the_cambridge_five",
            "one scoring card and one other",
            given={"turn": 5, "us_hand": "asia_scoring, nato"},
            play="ussr event",
            steps=["ussr: done"],
        )
    )
    ((candidates, number),) = game.state.clues[USSR]
    assert number == 1
    assert NATO in candidates
    assert not any(SCORING[card] for card in candidates)
