"""The audit: numbers by hand on small pairs, metrics that break every principle, and the real corpora."""

from itertools import combinations

import pytest

from smatchproof.audits.audit import AuditPlan, audit, audit_pairs
from smatchproof.graphs.corpus import Corpus, check_pairing, pair_blocks
from smatchproof.scoring.metrics import metric
from smatchproof.similarity.corpus_words import corpus_concepts
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests import peers
from tests.audits.test_audit import QUICK

# ---- real corpora

CORPORA = {
    "sts": ("bamboo/sts/main/src.dev.amr", "bamboo/sts/main/tgt.dev.amr"),
    "para": ("bamboo/para/main/src.dev.amr", "bamboo/para/main/tgt.dev.amr"),
    "lpp": ("lpp/lpp-v1.6.amr", "lpp/lpp-v3.0.amr"),
}
# of the program smatch, whole: pairs whose directions differ, and that vary over two runs
PROGRAM = {"sts": (104, 65), "lpp": (0, 0)}


def real_audit(shared_data, name, metrics, some=None):
    """The audit of a corpus, or of its `some` pairs with the longest texts; similar are concepts that begin alike."""
    with Corpus(shared_data / CORPORA[name][0]) as left, Corpus(shared_data / CORPORA[name][1]) as right:
        _, places = check_pairing(left, right)
        pairs = list(pair_blocks(left, right, places))
        concepts = sorted(corpus_concepts([left, right]))
    alike = {(a, b): 0.6 for a, b in combinations(concepts, 2) if a[:4] == b[:4]} if "graded-smatch" in metrics else {}
    grading = Grading(TableSimilarity(alike, "prefixes")) if alike else None
    if some is not None:
        pairs = sorted(pairs, key=lambda pair: -len(pair[0].text) - len(pair[1].text))[:some]
    plan = AuditPlan(tuple(metric(each, grading=grading) for each in metrics), runs=2)
    return audit(plan, list(audit_pairs(pairs, plan, 2)), QUICK)


def is_proved_and_without_error(found):
    return (
        found.proved == found.scores
        and found.symmetry.unequal == found.determinacy.varying == 0
        and found.symmetry.mean == found.determinacy.expected == found.determinacy.corpus_expected == 0
    )


def test_exact_smatch_and_s2match_have_no_errors_where_the_program_smatch_has(shared_data):
    peers.require("smatch", "1.0.4")
    result = real_audit(shared_data, "sts", ("smatch", "graded-smatch", "smatch@smatch"), some=20)
    smatch, s2match, program = result.metrics
    assert is_proved_and_without_error(smatch) and is_proved_and_without_error(s2match)
    assert s2match.corpus > smatch.corpus > program.corpus
    assert program.symmetry.share > 0 and program.determinacy.share > 0


def test_exact_smatch_and_s2match_have_no_errors_on_little_princes(shared_data):
    """Where hill-climbing from one random start has errors."""
    result = real_audit(shared_data, "lpp", ("smatch", "graded-smatch", "smatch@R"), some=60)
    smatch, s2match, climbing = result.metrics
    assert is_proved_and_without_error(smatch) and is_proved_and_without_error(s2match)
    assert s2match.corpus > smatch.corpus > climbing.corpus
    assert climbing.symmetry.share > 0 and climbing.determinacy.share > 0


def test_sembleu_is_not_symmetric_on_paraphrases(shared_data):
    result = real_audit(shared_data, "para", ("sembleu",))
    found = result.metrics[0]
    assert (result.pairs, found.symmetry.unequal) == (502, 483)
    assert found.symmetry.share > 0.8 and found.determinacy.varying == 0


@pytest.mark.parametrize("name", PROGRAM)
def test_whole_corpora(shared_data, name):
    peers.require("smatch", "1.0.4")
    result = real_audit(shared_data, name, ("smatch", "graded-smatch", "smatch@smatch"))
    smatch, s2match, program = result.metrics
    assert is_proved_and_without_error(smatch) and is_proved_and_without_error(s2match)
    assert (program.symmetry.unequal, program.determinacy.varying) == PROGRAM[name]
