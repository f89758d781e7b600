"""Files of other formalisms: `check` names each once, and what their roles mean is not its affair."""

import pytest

from smatchproof.cli import main
from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.corpus_check import ProblemKind, corpus_problems
from smatchproof.graphs.formalisms import Formalism, formalism_of
from smatchproof.graphs.reading import parse_graph

EDS = (
    '(e2 / _cook_v_1 :lnk "<13:20>" :type e :ARG1 (x3 / _chef_n_1 :BV-of (_1 / _the_q :lnk "<0:3>") :type x))\n\n'
    "(e2 / _cook_v_1 :type e :ARG1 (x3 / _chef_n_1 :type x))\n"
)
DMRS = (
    '(e4 / _cook_v_1 :lnk "<13:20>" :cvarsort e :ARG1-NEQ (x3 / _chef_n_1 :cvarsort x :RSTR-H-of (q1 / _the_q)))\n\n'
    "(e4 / _cook_v_1 :cvarsort e)\n"
)
"""Two graphs each, as pydelphin 1.11.0 writes those of an MRS (shortened), and those without properties."""
UMR = "(s1p / plant-01 :ARG0 (s1q / person :refer-number plural))\n\n(s2p / rain-01 :aspect process)\n"


def problems(path, text, roles=None):
    path.write_text(text, encoding="utf-8")
    with Corpus(path) as corpus:
        return [*corpus_problems(corpus, roles)]


def test_one_role_of_umr_among_names_of_amr_makes_no_umr():
    assert formalism_of(parse_graph("(a / x :actor (b / y))")) is Formalism.AMR
    assert formalism_of(parse_graph("(s1a / x :actor (s1b / y))")) is Formalism.UMR


def test_a_polarity_may_be_positive(tmp_path):
    found = problems(tmp_path / "a.txt", "(a / x :polarity + :ARG0 (b / y :polarity maybe))\n")
    assert [(each.kind, each.column) for each in found] == [(ProblemKind.SUSPICIOUS_CONSTANT, 33)]


@pytest.mark.parametrize("text, name", [(EDS, "EDS"), (DMRS, "DMRS"), (UMR, "UMR")])
def test_a_file_of_another_formalism_is_named_once(tmp_path, text, name):
    (found,) = problems(tmp_path / "a.txt", text)
    assert (
        found[:4] == (ProblemKind.FORMALISM, str(tmp_path / "a.txt"), 1, 1)
        and f"of {name}, not of AMR" in found.message
    )
    assert main(["check", str(tmp_path / "a.txt"), "--ignore", "formalism"]) == 0
    assert main(["score", str(tmp_path / "a.txt"), str(tmp_path / "a.txt"), "--score-only"]) == 0
