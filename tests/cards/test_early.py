"""Every case of the Early War cards."""

import pytest

from tests.cards import cases_early_first, cases_early_second, cases_early_third
from twilight.engine.testing import Case, invariants, run_case

ALL_CASES = [*cases_early_first.CASES, *cases_early_second.CASES, *cases_early_third.CASES]


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_case(case: Case) -> None:
    invariants(run_case(case))
