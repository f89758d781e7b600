"""The judge of answers of ``reduce`` sees what is false in them."""

import pytest

from benchmarks.stress.campaigns import Verdict
from benchmarks.stress.claims import reductions
from benchmarks.stress.claims.definitions import asked, wrong_answer
from benchmarks.stress.claims.reductions import WAYS, case, invented
from smatchproof.commands import reduce
from smatchproof.reductions.answers import Evidence, answer

TWO_UNITS, TRIANGLE = "p cnf 1 2\n1 0\n-1 0\n", "a b\nb c\na c\n"


@pytest.mark.parametrize(
    ("source", "text", "options", "said", "wrong"),
    [
        ("max-sat", TWO_UNITS, {}, "1 satisfied clause, proved to be the most: x1 = true", None),
        ("max-sat", TWO_UNITS, {}, "1 satisfied clause (not settled: at most 1): x1 = true", None),
        ("max-sat", TWO_UNITS, {}, "1 satisfied clause (not settled: claimed: at most 0): x1 = true", None),
        (
            "max-sat",
            TWO_UNITS,
            {},
            "1 satisfied clause (not settled: at most 0): x1 = true",
            "0 is called a bound of 1",
        ),
        ("max-sat", TWO_UNITS, {}, "2 satisfied clauses, proved to be the most: x1 = true", "not worth 2"),
        ("max-sat", "p cnf 1 1\n1 0\n", {}, "0 satisfied clauses, proved to be the most: x1 = false", "it is 1"),
        ("sat", TWO_UNITS, {}, "satisfiable: x1 = true", "no solution"),
        ("sat", "p cnf 1 1\n1 0\n", {}, "not satisfiable: the optimum is proved to be 3 < 4", "there is a solution"),
        ("clique", TRIANGLE, {"size": 3}, "there is such a clique: {a, b}", "no solution"),
        ("independent-set", TRIANGLE, {}, "1 independent vertex, the most there can be: {a}", None),
        ("qap", "2\n0 1 0 0\n0 0 2 0\n", {}, "2 units of cost, proved to be the least: 1 → 1, 2 → 2", "not worth 2"),
        ("qap", "2\n0 1 0 0\n0 0 2 0\n", {}, "2 units of cost, proved to be the least: 1 → 2, 2 → 1", "it is 0"),
        ("max-cut", TRIANGLE, {}, "2 cut edges, proved by me: {a} | {b, c}", "unknown claim"),
    ],
)
def test_false_answers_are_seen(source, text, options, said, wrong):
    found = wrong_answer(asked(source, [text], options), said)
    assert found is None if wrong is None else wrong in found


def test_a_program_that_believes_rows_is_found_out(monkeypatch):
    monkeypatch.setattr(
        reduce, "answer", lambda reduction, alignment, bound, _: answer(reduction, alignment, bound, Evidence.CHECKED)
    )
    numbers = [number for number in range(400) if WAYS[number // len(reductions.SOURCES) % len(WAYS)] is invented]
    assert any(case(number, 3).verdict is Verdict.WRONG for number in numbers)
