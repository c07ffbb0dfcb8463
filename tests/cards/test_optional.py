"""The cases of the optional cards, and what they leave hidden."""

import pytest

from tests.cards.cases_optional import CASES
from twilight.engine.cards import SCORING
from twilight.engine.ids import FIDEL, NATO
from twilight.engine.journal import FactKind
from twilight.engine.testing import Case, invariants, run_case
from twilight.engine.types import US, USSR


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    invariants(run_case(case))


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
