"""Every case of every card, and the demand that each card has enough of them."""

import pytest

from tests.cards import cases_early_first, cases_early_second, cases_early_third
from twilight.engine.testing import Case, run_case

ALL_CASES = [
    *cases_early_first.CASES,
    *cases_early_second.CASES,
    *cases_early_third.CASES,
]


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_case(case: Case) -> None:
    run_case(case)
