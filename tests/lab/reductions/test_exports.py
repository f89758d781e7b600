"""One table over all formats: another field's solver finds our optimum in the text, and every answer comes back."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from smatchproof.base.errors import InputError, UsageError
from smatchproof.conventions.triples import Duplicates, TripleGraph, matched_triples
from smatchproof.graphs.reading import parse_graph
from smatchproof.lab.reductions.from_smatch.base import FalseClaim, TripleGraphPair
from smatchproof.lab.reductions.from_smatch.formats import FORMATS
from smatchproof.problem.pairs import GraphPair
from smatchproof.problem.problem import AlignmentProblem, recount
from smatchproof.scoring.pairs.comparison import recounted
from smatchproof.similarity.grading import Grading
from smatchproof.similarity.similarity import TableSimilarity
from tests.exact.random_pairs import random_pair
from tests.lab.reductions.case import best_alignments
from tests.lab.reductions.foreign_solvers import SOLVERS

every_format = pytest.mark.parametrize("name", FORMATS)


def couples(number, seed=0):
    """Small couples of graphs: loops, repeated triples under all rules, strangers and empty graphs."""
    for at in range(number):
        yield TripleGraphPair(*random_pair(random.Random(f"export {seed} {at}")))


def check_answer(reduction, value, answer, optimum):
    """The foreign optimum is ours, and the answer says an alignment that reaches it."""
    assert value == reduction.relation.target_value(optimum)
    read = reduction.read_solution(answer)
    assert recount(reduction.source, read.alignment) == optimum
    assert read.claim in (None, optimum)


# ---- all formats


@every_format
def test_another_solver_finds_the_optimum_and_every_answer_comes_back(name, tmp_path):
    optima = set()
    for couple in couples(30):
        reduction = FORMATS[name].of_triples(couple)
        assert FORMATS[name].of_triples(couple).text() == reduction.text(), "not deterministic"
        optimum, _ = best_alignments(couple.problem())
        optima.add(optimum)
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), optimum)
    assert len(optima) > 5


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "clique"])
def test_concepts_that_match_by_similarity_have_weights(name, tmp_path):
    similar = {("c0", "c1"): 0.85, ("c0", "c3"): 0.65, ("c1", "c4"): 0.5, ("c2", "c5"): 0.7, ("c3", "c4"): 0.95}
    grading = Grading(TableSimilarity(similar, name="made"), denominator=100)
    graded = 0
    for couple in couples(30, seed=5):
        couple = replace(couple, similarities=grading.similarities(couple.left, couple.right))
        reduction = FORMATS[name].of_triples(couple)
        optimum, (best, *_) = best_alignments(couple.problem())
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), optimum)
        assert optimum == recounted(couple.left, couple.right, best, couple.duplicates, couple.similarities)
        assert "100 times the largest number of matched triples" in reduction.relation_in_words
        graded += optimum % 100 != 0
    assert graded > 3


def test_weights_of_too_many_units_have_no_clique():
    few, many = (AlignmentProblem.from_weights(1, 1, {(0, 0): weight}, {}) for weight in (100_000, 100_001))
    assert len(FORMATS["clique"](few).vertices) == 100_000
    with pytest.raises(UsageError, match="choose wcnf or opb"):
        FORMATS["clique"](many)


# ---- the texts, for reading

TINY = GraphPair(parse_graph("(w / want-01 :ARG0 (b / boy))"), parse_graph("(c / boy :ARG0-of (d / want-01))"))
TEXTS = Path(__file__).with_name("tiny")
"""The file of the tiny pair in each format."""


def tiny(name):
    return FORMATS[name].of_triples(TripleGraphPair(*TINY.triples()))


@every_format
def test_the_text_of_a_tiny_pair(name):
    assert tiny(name).text(["tiny"]) == (TEXTS / f"pair.{name}").read_text()


# ---- reading what solvers write

BEST = (1, 0)
HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective 3
# Columns 4
x_w_c 0
x_w_d 1
x_b_c 1
y_w_d_b_c 0.9999999
# Rows 8
left_w 1

# Dual solution values
None
x_w_c 5
"""
CBC = """Optimal - objective value 3.00000000
      1 x_w_d                         1                      -0
**    2 x_b_c                1.0000001                      -1
"""
GOOD = [
    ("lp", HIGHS, BEST, 3),
    ("lp", CBC, BEST, 3),
    ("lp", "# Objective value = 3\nx_w_d 1\nx_b_c 1\ny_w_d_b_c 1\nx_w_c 0\n", BEST, 3),  # Gurobi
    ("lp", "solution status: optimal\nobjective value:      3\nx_w_d      1 \t(obj:1)\nx_b_c 1\n", BEST, 3),  # SCIP
    ("lp", "x_w_c 1", (0, None), None),
    ("lp", "x_w_d, x_b_c\n", BEST, None),  # a plain list of names
    ("lp", "['x_w_d', 'x_b_c']", BEST, None),
    ("mps", "objective value: 0\nno values\n", (None, None), 0),  # SCIP writes no zeros
    ("lp", "Solution Cost: -3.0\nx_w_d 1.0\nx_b_c 1.0\n", BEST, 3),  # SYMPHONY turns a maximum into a minimum
    ("opb", "x2 x3", BEST, None),
    ("opb", "0 1 1 0", (1, 0), None),  # toulbar2: the order of the file is here that of the numbers
    ("opb", "objective value: -3\nx2   1 \t(obj:-1)\nx3  1\n", BEST, 3),
    ("wcnf", "2 3", BEST, None),
    ("wcnf", "-1 2 3 0", BEST, None),
    ("wcnf", "v 1 -2 -3 -4\no 2\nv -1 2 3 4\no 1\n", BEST, 3),  # clasp writes every solution
    ("clique", "[2, 3, 4]", BEST, None),
    ("clique", " 1/4 (max 1) 0.00 s\nsize=1, weight=1:   3\nsize=3, weight=3:   2 3 4\n", BEST, 3),
    ("mps", "Optimal - objective value -3.00000000\n      1 x_w_d 1 0\n      2 x_b_c 1 0\n", BEST, 3),
    ("wcnf", "c a b\no 2\no 1\ns OPTIMUM FOUND\nv -1 2 3 4 0\n", BEST, 3),
    ("wcnf", "o 1\nv -1 2\nv 3 4 0", BEST, 3),
    ("wcnf", "v 1000\no 1\nv 0111", BEST, 3),
    ("wcnf", "v", (None, None), None),
    ("opb", "c a b\no -3\ns OPTIMUM FOUND\nv -x1 x2\nv x3 x4\n", BEST, 3),
    ("opb", "v x2 -x3", (1, None), None),
    ("clique", "2 3 4", BEST, None),
    ("clique", "c size 3\nv 2,3\n\n4\n", BEST, None),
    ("clique", "1", (0, None), None),
    ("dd", "primals.evaluate: -3.0\nprimals.labeling: [0, None]\nprimals.labeling: [1, 0]\n", BEST, 3),
    ("dd", '{"labeling": [null, 0]}', (None, 0), None),
    ("qap", "2 3\n\n2 1", BEST, 3),
    ("qap", " 2   1  \n1,2\n", (0, 1), 1),
]


@pytest.mark.parametrize(("name", "text", "mapping", "claim"), GOOD)
def test_good_answers(name, text, mapping, claim):
    reduction = tiny(name)
    read = reduction.read_solution(text)
    assert (read.alignment, read.claim) == (mapping, claim)
    assert recount(reduction.source, mapping) == sum(matched_triples(*TINY.triples(), mapping, Duplicates.SET).values())


OTHER = "give the solution of the file that was exported from this pair"
W_C, B_C = "w / want-01 -> c / boy", "b / boy -> c / boy"


def excluded(one, other):
    """The error about two parts of a solution that no alignment has together."""
    return f"no alignment: {one} and {other} exclude each other"


def none(status):
    """The error about a solver that has found no solution where there is one."""
    return f"the solver says '{status}', but every exported problem has a solution"


WARNING = "let it run without limits, and see whether it has read the file without a warning"
BAD = [
    # format, text, place, what is wrong, way out
    ("lp", "Objective 3\n", "s", "expected the values of variables such as x_w_c, found none", OTHER),
    ("lp", "Objective 3\nx_w_d 1\n  x_b_d 1\n", "s:3:3", "x_b_d is no variable of this problem", OTHER),
    ("lp", "Objective 3\nx_w_d\n", "s:2:1", "expected the value of x_w_d after it", OTHER),
    ("lp", "x_w_d one\n", "s:1:7", "expected a number, found 'one'", OTHER),
    ("lp", "x_w_d 0.5\n", "s:1:7", "x_w_d is 0.5, not 0 or 1", "solve the integer program, not its relaxation"),
    ("lp", "x_w_d 1\nx_w_d 0\n", "s:2:7", "a second value of x_w_d", OTHER),
    ("mps", "x_w_c 1\nx_w_d 1\n", "s:2:7", excluded(f"x_w_c ({W_C})", "x_w_d (w / want-01 -> d / want-01)"), OTHER),
    ("wcnf", "o 3\n", "s", "expected the values of variables such as 1, found none", OTHER),
    ("wcnf", "c\ns UNKNOWN\n", "s:2:3", "no values: the solver says 'UNKNOWN'", "solve the problem first"),
    (
        "wcnf",
        "s OPTIMUM FOUND\no 3\n",
        "s:1:3",
        "no values: the solver says 'OPTIMUM FOUND'",
        "let the solver print values (RC2: -vv)",
    ),
    ("wcnf", "c\ns UNSATISFIABLE\n", "s:2:3", none("UNSATISFIABLE"), WARNING),
    ("lp", "Infeasible - objective value 0\n 0 x_w_d 0 0\n", "s:1:1", none("Infeasible"), WARNING),
    ("mps", "Model status\nInfeasible\n", "s:2:1", none("Infeasible"), WARNING),
    ("lp", '{"SolutionInfo": {"Status": 3}}', "s:1:29", none("infeasible"), WARNING),
    ("lp", "s mip 8 4 o 3\nj 1 1\nj 9 1\n", "s:3:3", "expected the number of a variable from 1 to 4, found 9", OTHER),
    ("wcnf", "v 1 -2 3", "s:1:8", excluded(f"1 ({W_C})", f"3 ({B_C})"), OTHER),
    ("wcnf", "v 1 -5", "s:1:5", "expected 1 to 4 or a negation such as -1, found '-5'", OTHER),
    ("wcnf", "v 1 -2 -1", "s:1:8", "variable 1 is both 0 and 1", OTHER),
    ("wcnf", "o much\nv 2 3", "s:1:3", "expected a number, found 'much'", OTHER),
    ("opb", "v x1 x5", "s:1:6", "expected x1 to x4 or a negation such as -x1, found 'x5'", OTHER),
    ("opb", "v x3 x1", "s:1:6", excluded(f"x3 ({B_C})", f"x1 ({W_C})"), OTHER),
    ("clique", "\n", "s", "expected the numbers of vertices, found none", OTHER),
    ("clique", "1 5", "s:1:3", "expected a vertex from 1 to 4, found 5", OTHER),
    ("clique", "2 4\n 1", "s:2:2", excluded("2 (w / want-01 -> d / want-01)", f"1 ({W_C})"), OTHER),
    ("dd", "none\n", "s", "expected a labelling such as [1, None, 0], found none", OTHER),
    ("dd", "x [1, 0, 1]", "s:1:4", "expected 2 labels, found 3", OTHER),
    ("dd", "[1, 2]", "s:1:5", "expected a right point from 0 to 1, found 2", OTHER),
    ("dd", "[null, 1]", "s:1:8", "there is no assignment of left point 1 to right point 1", OTHER),
    ("dd", "\n[0, 0]", "s:2:5", excluded(f"assignment 0 ({W_C})", f"assignment 2 ({B_C})"), OTHER),
    ("qap", "3 3\n1 2 3", "s:1:1", "a permutation of 3, expected one of 2", OTHER),
    ("qap", "2 3\n1", "s:2:1", "expected 2 numbers after the value, found 1", OTHER),
    ("qap", "2 3\n1 1", "s:2:3", "no permutation: rows 1 and 2 both have column 1", OTHER),
]


@pytest.mark.parametrize(("name", "text", "place", "message", "hint"), BAD)
def test_answers_that_are_none(name, text, place, message, hint):
    with pytest.raises(InputError) as caught:
        tiny(name).read_solution(text, "s")
    assert caught.value.headline == f"{place}: {message}; {hint}"


@pytest.mark.parametrize(
    ("name", "text", "place", "claimed", "matched"),
    [
        ("lp", "Objective 4\nx_w_d 1\nx_b_c 1\n", "s:1:11", 4, 3),
        ("clique", "size=4, weight=4:   2 3\n", "s:1:6", 4, 3),
        ("wcnf", "o 0\nv 0111", "s:1:3", 4, 3),
        ("qap", "2 4 2 1", "s:1:3", 4, 3),
    ],
)
def test_claims_that_the_alignment_does_not_keep(name, text, place, claimed, matched):
    with pytest.raises(FalseClaim) as caught:
        tiny(name).read_solution(text, "s")
    assert str(caught.value) == (
        f"{place}: the solver claims {claimed} matched triples, its alignment has {matched}; "
        "is this the solution of another pair?"
    )


@every_format
def test_graphs_that_have_nothing_in_common(name, tmp_path):
    nothing, one, other = TripleGraph(), TripleGraph(("a",)), TripleGraph(("b",))
    for pair in ((nothing, nothing), (one, nothing), (nothing, one), (one, other)):
        reduction = FORMATS[name].of_triples(TripleGraphPair(*pair))
        check_answer(reduction, *SOLVERS[name](reduction.text(), tmp_path), 0)
        if name in ("lp", "mps"):
            # glpsol 5.0 and lp_solve 5.5.2.5 refuse a program without variables or without rows
            assert reduction.binary and reduction.objective and reduction.rows
