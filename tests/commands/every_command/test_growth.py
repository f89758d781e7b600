"""A sample of the sweep over what twice the size costs; the sweep has every command."""

import pytest

from benchmarks.stress.sweeps.test_growth import CASES, check_growth

SAMPLE = [case for case in CASES if case.words in (
    "score a.amr b.amr --method exact", "score a.amr b.amr --metric sembleu", "check a.amr b.amr",
    "verify c.jsonl a.amr b.amr", "export a.amr b.amr --to wcnf -o out",
)]  # fmt: skip
"""Each kind of work once, and cheaply."""


@pytest.mark.parametrize("case", SAMPLE, ids=[case.words for case in SAMPLE])
def test_twice_the_size_costs_less_than_two_and_a_half_times(case, tmp_path):
    check_growth(case, tmp_path)
