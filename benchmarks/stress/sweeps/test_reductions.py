"""Many random instances of every reduction to Smatch."""

import pytest

from tests.lab.reductions.case import draws
from tests.lab.reductions.test_reductions import CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_both_sides_agree_on_many(case):
    assert len(set(draws(case, 400, seed=1))) > 1
