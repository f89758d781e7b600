"""`check`: all planted faults are found with their place, and nothing else; every format says the same."""

import pytest

from smatchproof.graphs.corpus import Corpus
from smatchproof.graphs.corpus_check import ProblemKind, corpus_problems
from tests.tables import tables

TABLES = tables(__file__)

CLEAN = """\
# ::id s.1
(w / want-01
   :ARG0 (b / boy
            :quant 2)
   :ARG1 (g / go-02
            :ARG0 b))

# ::id s.2
(c / city :name (n / name :op1 "Rome") :polarity - :mode imperative)

# ::id s.3
(p / person :ARG0-of (t / teach-01) :mod (x / tall))
"""


def problems(path):
    with Corpus(path) as corpus:
        return [*corpus_problems(corpus)]


@pytest.mark.parametrize(("kind", "good", "bad", "place"), TABLES["faults"])
def test_a_fault_is_found_at_its_place(tmp_path, kind, good, bad, place):
    assert CLEAN.count(good) == 1
    (tmp_path / "bad.amr").write_text(CLEAN.replace(good, bad))
    (found,) = problems(tmp_path / "bad.amr")
    assert (found.kind, (found.line, found.column)) == (kind, (*place, None)[:2])
    assert found.message and found.hint


def test_a_polarity_may_be_positive(tmp_path):
    (tmp_path / "a.amr").write_text("(a / x :polarity + :ARG0 (b / y :polarity maybe))\n")
    (found,) = problems(tmp_path / "a.amr")
    assert (found.kind, found.column) == (ProblemKind.SUSPICIOUS_CONSTANT, 33)


def test_problems_of_a_graph_come_in_the_order_of_lines(tmp_path):
    (tmp_path / "a.amr").write_text("(a / x :polarty +\n  :ARG0 (b / y\u00a0z))\n", encoding="utf-8")
    assert [each.line for each in problems(tmp_path / "a.amr")] == [1, 2]


@pytest.mark.parametrize(("good", "bad", "place", "words"), TABLES["unseen"])
def test_what_is_not_seen_is_found(program, tmp_path, good, bad, place, words):
    (tmp_path / "bad.amr").write_bytes(CLEAN.replace(good, bad, 1).encode())
    found = [each for each in problems(tmp_path / "bad.amr") if each.kind is ProblemKind.CHARACTER]
    assert [[each.line, each.column] for each in found] == [place]
    assert words in f"{found[0].message}; {found[0].hint}"
    ignored = "--ignore", "character", "--ignore", "suspicious-constant"  # -\ufeff is no polarity
    assert program("check", tmp_path / "bad.amr", *ignored)[0] == 0


@pytest.mark.parametrize("word", TABLES["needed"])
def test_what_a_writing_needs_is_no_problem(program, tmp_path, word):
    path = tmp_path / "a.amr"
    others = '"dogs’" :op3 "the “old” town" :op4 don’t :op5 5″ :op6 dogs’'
    path.write_text(f'(n / name :op1 "{word}" :op2 {others})\n', encoding="utf-8")
    assert program("check", path) == (0, "no problem in 1 file\n", "")
