"""SemBleu on real corpora: the scores that the program of its authors gives."""

from functools import reduce

import pytest

from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics.sembleu import SemBleuCounts, sembleu_counts
from smatchproof.scoring.metrics.sembleu_graph import Commit, Reader


def corpus(shared_data, left, right):
    """The pairs of graphs of two files."""
    with Corpus(shared_data / left) as candidate, Corpus(shared_data / right) as reference:
        _, places = check_pairing(candidate, reference)
        return [(one.parse(), two.parse()) for one, two in pair_blocks(candidate, reference, places)]


# The score of each corpus by the authors' program (eval.py, weights 1/3), run at each commit; all pairs were equal one
# by one, too.
PROGRAM = {
    ("lpp", Commit.HEAD): 0.9357355881072054,
    ("lpp", Commit.NOTHING_TURNED): 0.9356463860259823,
    ("sts", Commit.HEAD): 0.28379695683930517,
    ("sts", Commit.NOTHING_TURNED): 0.28011834039117856,
    ("sick", Commit.HEAD): 0.3653981136746195,
    ("sick", Commit.NOTHING_TURNED): 0.35748109843392767,
    ("para", Commit.HEAD): 0.5357557360464519,
    ("para", Commit.NOTHING_TURNED): 0.5272999771138288,
}


@pytest.mark.parametrize("name", ["lpp", "sts", "sick", "para"])
def test_a_corpus_scores_as_in_the_program_of_the_authors(shared_data, name):
    folder = f"bamboo/{name}/main"
    files = (
        ("lpp/lpp-v1.6.amr", "lpp/lpp-v3.0.amr")
        if name == "lpp"
        else (f"{folder}/src.dev.amr", f"{folder}/tgt.dev.amr")
    )
    pairs = corpus(shared_data, *files)
    for commit in Commit:
        found = reduce(SemBleuCounts.plus, (sembleu_counts(*pair, 3, commit, Reader.SEMBLEU) for pair in pairs))
        assert found.score == pytest.approx(PROGRAM[name, commit], abs=1e-12)
