"""SemBleu: k-grams against all chains of edges, the score against its definition, and the cases worked by hand."""

from functools import reduce

import pytest

from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics.sembleu import SemBleuCounts, sembleu_counts
from smatchproof.scoring.metrics.sembleu_graph import Commit, Reader
from tests.scoring.test_sembleu import of_corpus

# ---- real corpora


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


def test_the_readers_differ_where_a_variable_is_mentioned_early_only(shared_data):
    # In The Little Prince each such variable is spelled as one letter and digits; a parser spells its variables xv0.
    pairs = corpus(shared_data, "lpp/lpp-v1.6.amr", "lpp/lpp-v3.0.amr")
    assert all(sembleu_counts(*pair) == sembleu_counts(*pair, reader=Reader.PENMAN) for pair in pairs)
    parsed = corpus(shared_data, "bamboo/sts/main/src.dev.amr", "bamboo/sts/main/tgt.dev.amr")
    early = [bool(one.early_mentions or two.early_mentions) for one, two in parsed]
    differ = [sembleu_counts(*pair) != sembleu_counts(*pair, reader=Reader.PENMAN) for pair in parsed]
    strings = [any(set("():/") & set(edge.target) for graph in pair for edge in graph.edges) for pair in parsed]
    assert sum(differ) > 200 and all(
        a or string for a, string, differs in zip(early, strings, differ, strict=True) if differs
    )


def test_parsed_paraphrases_score_differently_in_the_two_directions(shared_data):
    pairs = corpus(shared_data, "bamboo/para/main/src.dev.amr", "bamboo/para/main/tgt.dev.amr")
    differ = [
        abs(sembleu_counts(left, right).score - sembleu_counts(right, left).score) > 1e-12 for left, right in pairs
    ]
    assert (sum(differ), len(differ)) == (482, 502)
    assert of_corpus(pairs).score == pytest.approx(0.535756, abs=5e-7)
