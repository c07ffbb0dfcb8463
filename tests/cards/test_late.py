"""The cases of the Late War cards."""

import pytest

from tests.cards import cases_late, cases_late_second
from twilight.engine.testing import Case, run_case


@pytest.mark.parametrize("case", [*cases_late.CASES, *cases_late_second.CASES], ids=str)
def test_case(case: Case) -> None:
    run_case(case)
