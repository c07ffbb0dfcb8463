"""Every case of the first half of the Mid War."""

import pytest

from tests.cards import cases_mid_first
from twilight.engine.testing import Case, invariants, run_case


@pytest.mark.parametrize("case", cases_mid_first.CASES, ids=str)
def test_case(case: Case) -> None:
    invariants(run_case(case))
