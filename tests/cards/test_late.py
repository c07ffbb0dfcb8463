"""The cases of the Late War cards, and what Aldrich Ames Remix lays open."""

import pytest

from tests.cards import cases_late, cases_late_second
from twilight.engine.ids import CONTAINMENT
from twilight.engine.journal import FactKind
from twilight.engine.testing import Case, invariants, run_case
from twilight.engine.types import NOBODY, USSR


@pytest.mark.parametrize("case", [*cases_late.CASES, *cases_late_second.CASES], ids=str)
def test_case(case: Case) -> None:
    invariants(run_case(case))


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
