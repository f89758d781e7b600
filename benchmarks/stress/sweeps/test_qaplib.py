"""Assignment and packing: reading them, QAPLIB solved by way of Smatch, and what the table of reductions cannot ask."""

import pytest

from smatchproof.problem.solution import SolveParams
from smatchproof.reductions.problems.qaplib import read_qaplib
from smatchproof.reductions.to_smatch.quadratic_assignment import QuadraticAssignmentToSmatch
from smatchproof.scoring.pairs.comparison import ClaimStatus, claim
from smatchproof.scoring.settings import ScoreSettings
from tests.reductions.test_qaplib import INTERVALS, published

# ---- QAPLIB


@pytest.mark.parametrize("name", INTERVALS)
def test_what_is_too_hard_gets_an_interval_that_is_certified(shared_data, name):
    folder = shared_data / "qaplib"
    reduction = QuadraticAssignmentToSmatch.apply(read_qaplib((folder / f"{name}.dat").read_text(), f"{name}.dat"))
    relation, target = reduction.relation, reduction.target
    settings = ScoreSettings(target.convention, params=SolveParams(time_limit=40), certificates=True)
    claimed = claim(target.left, target.right, settings, name)
    assert claimed.comparison.status in (ClaimStatus.BOUNDED, ClaimStatus.CERTIFIED)
    counts = claimed.comparison.counts
    optimum, _ = published(folder, name)
    assert relation.source_value(counts.upper_bound) <= optimum <= relation.source_value(counts.matched)
