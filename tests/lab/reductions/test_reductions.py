"""One table over all reductions to Smatch: brute force on both sides, both answers, every way back.

It finds out a reduction that is wrong: what it demands is not always true.
"""

from importlib import import_module
from pathlib import Path

import pytest

from smatchproof.lab.reductions.to_smatch.subgraph_isomorphism import SubgraphIsomorphismToSmatch
from tests.lab.reductions.broken import VertexAsRoot, connected
from tests.lab.reductions.case import Case, draws

CASES = [
    case
    for path in sorted(Path(__file__).parent.glob("cases_*.py"))
    for case in import_module(f"tests.lab.reductions.{path.stem}").CASES
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_both_sides_agree_and_every_way_back_is_good(case):
    """Of six instances, and of more until two had different answers; `make stress` has 400."""
    answers = set()
    for number, answer in enumerate(draws(case, 25), 1):
        answers.add(answer)
        if number >= 6 and len(answers) > 1:
            return
    pytest.fail("all instances had the same answer")


# ---- a reduction that is wrong

DRAWS = 40


@pytest.mark.parametrize("lost", [0, 1])
def test_a_vertex_as_root_is_caught_at_either_threshold(lost):
    case = Case("broken", VertexAsRoot, connected, {"lost": lost})
    with pytest.raises(AssertionError) as caught:
        list(draws(case, DRAWS))
    assert "_check_threshold" in [entry.name for entry in caught.traceback]


def test_a_root_of_its_own_passes_on_the_same_instances():
    assert set(draws(Case("broken", SubgraphIsomorphismToSmatch, connected), DRAWS)) == {"yes", "no"}
