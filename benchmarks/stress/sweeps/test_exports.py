"""One table over all formats: another field's solver finds our optimum in the text, and every answer comes back."""

from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from tests.lab.reductions.case import best_alignments
from tests.lab.reductions.foreign_solvers import SOLVERS
from tests.lab.reductions.test_exports import check_answer, couples, every_format

# ---- all formats


@every_format
def test_many_pairs(name, tmp_path):
    for couple in couples(400, seed=1):
        reduction = FORMATS[name].of_triples(couple)
        optimum, _ = best_alignments(couple.problem())
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), optimum)
