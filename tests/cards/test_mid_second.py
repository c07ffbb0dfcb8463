"""The cases of the second half of the Mid War."""

import pytest

from tests.cards import cases_mid_second
from twilight.engine.testing import Case, run_case


@pytest.mark.parametrize("case", cases_mid_second.CASES, ids=str)
def test_case(case: Case) -> None:
    run_case(case)
