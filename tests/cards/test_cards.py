"""Every case of every card, and the demand that each card has enough of them."""

import pytest

from tests.cards import cases_early
from twilight.engine.testing import Case, run_case

ALL_CASES = [*cases_early.CASES]


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_case(case: Case) -> None:
    run_case(case)
