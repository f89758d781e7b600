"""SemBleu on real corpora: the scores that the program of its authors gives."""

from functools import reduce

import pytest

from benchmarks import common
from smatchproof.scoring.metrics.sembleu import SemBleuCounts, sembleu_counts
from smatchproof.scoring.metrics.sembleu_graph import Commit, Reader

# The score of each corpus by the authors' program (eval.py, weights 1/3), run at each commit; all pairs were equal one
# by one, too.
PROGRAM = {
    ("lpp", Commit.HEAD): 0.9357355881072054,
    ("lpp", Commit.NOTHING_TURNED): 0.9356463860259823,
    ("sts dev main", Commit.HEAD): 0.28379695683930517,
    ("sts dev main", Commit.NOTHING_TURNED): 0.28011834039117856,
    ("sick dev main", Commit.HEAD): 0.3653981136746195,
    ("sick dev main", Commit.NOTHING_TURNED): 0.35748109843392767,
    ("para dev main", Commit.HEAD): 0.5357557360464519,
    ("para dev main", Commit.NOTHING_TURNED): 0.5272999771138288,
}


@pytest.mark.parametrize(("name", "commit"), PROGRAM)
def test_a_corpus_scores_as_in_the_program_of_the_authors(shared_data, name, commit):
    pairs = common.sentences(common.corpus(name))
    found = reduce(SemBleuCounts.plus, (sembleu_counts(*pair, 3, commit, Reader.SEMBLEU) for pair in pairs))
    assert found.score == pytest.approx(PROGRAM[name, commit], abs=1e-12)
