"""Pictures of instances with their solutions: what is marked is what the solution chooses."""

import random

import pytest

from smatchproof.lab.reductions.answers import solve
from smatchproof.lab.reductions.pictures import pictures, reduction_page
from smatchproof.lab.reductions.problems.assignment import MaxQap
from smatchproof.lab.reductions.problems.edit_distance import CostTable, EditDistance, LabelledGraph
from smatchproof.lab.reductions.problems.graphs import (
    Clique,
    HamiltonianCycle,
    MaxCut,
    SimpleGraph,
    SubgraphIsomorphism,
)
from smatchproof.lab.reductions.problems.satisfiability import Formula, MaxSat
from smatchproof.lab.reductions.registry import SourceText, reduce
from tests.browser import Document

SQUARE = SimpleGraph.of("abcd", [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)])


def drawn(source, solution):
    return [Document(drawing.svg) for drawing, _ in pictures(source, solution)]


def bold(document):
    return [each["text"] for each in document.all("text") if "font-weight:700" in each["style"]]


def edges(document):
    """The number of thick edges, and of all."""
    found = [each["style"] for each in document.all("path") if each["class"] == "edge"]
    return sum("--matched" in each for each in found), len(found)


def test_true_literals_and_values_are_marked():
    formula = Formula(3, ((1, -2), (-1, 3, 2), (-3,)))
    for source in (formula, MaxSat(formula)):
        (document,) = drawn(source, (True, True, True))
        assert bold(document) == ["x1", "x3", "x2", "true", "true", "true"]
        (missed,) = [each["text"] for each in document.all("text") if "--missed" in each["style"]]
        assert missed == "clause 3"
        thick = [each for each in document.all("rect") if "stroke-width:2.6" in each["style"]]
        assert len(thick) == 2 + 3, "the first true literal of each satisfied clause, and a value of each variable"
        assert bold(drawn(source, None)[0]) == []


def test_a_cut_has_two_sides_and_its_edges():
    (document,) = drawn(MaxCut(SQUARE), (0, 2))
    sides = [each["style"].split("--")[2].split(",")[0] for each in document.all("rect")]
    assert sides == ["matched", "missed", "matched", "missed"] and edges(document) == (4, 5)


def test_a_tour_a_clique_and_a_pattern_in_its_host():
    assert edges(drawn(HamiltonianCycle(SQUARE), (0, 1, 2, 3))[0]) == (4, 5)
    assert edges(drawn(Clique(SQUARE, 3), (0, 1, 2))[0]) == (3, 5)
    triangle = SimpleGraph.of("xyz", [(0, 1), (1, 2), (0, 2)])
    pattern, host = drawn(SubgraphIsomorphism(triangle, SQUARE), (2, 0, 3))
    assert edges(pattern) == (3, 3) and edges(host) == (3, 5)
    assert {"c ← x", "a ← y", "d ← z", "b"} <= {each["text"] for each in host.all("text")}


def test_the_assignment_stands_between_both_matrices():
    source, images = MaxQap(((0, 1, 0), (0, 0, 1), (0, 0, 0)), ((0, 0, 1), (0, 0, 0), (0, 1, 0))), (0, 2, 1)
    a, assignment, b = (drawing.description for drawing, _ in pictures(source, images))
    assert source.value(images) == 2
    assert a.endswith("Marked: 1 2, 2 3.") and b.endswith("Marked: 1 3, 3 2.")
    assert assignment == "a matrix of the rows 1 0 0; 0 0 1; 0 1 0. Marked: 1 1, 2 3, 3 2."


def test_kept_edges_of_an_edit_path_are_thick():
    """The loop has no line, as a vertex has no room for one."""
    path = LabelledGraph(("a", "b", "c"), (0, 0, 0), {(0, 1): 0, (1, 2): 0, (2, 2): 0})
    edge = LabelledGraph(("x", "y", "z"), (0, 0, 0), {(0, 1): 0})
    unit = CostTable((1,), (1,), ((0,),))
    left, right = drawn(EditDistance(path, edge, unit, unit), {1: 0, 2: 1})
    assert edges(left) == (1, 2) and edges(right) == (1, 1)
    assert {"x ← b", "y ← c", "z"} <= {each["text"] for each in right.all("text")}
    dear = CostTable((1,), (1,), ((3,),))
    left, _ = drawn(EditDistance(path, edge, unit, dear), {1: 0, 2: 1})
    assert edges(left) == (0, 2), "to delete and insert it is cheaper"


def test_what_is_too_large_or_not_known_has_no_picture():
    assert pictures(Clique(SimpleGraph.of(99, []), 2), None) == pictures("a source of a user", None) == []


def test_a_page_says_that_the_instance_is_too_large_and_has_no_folder():
    edges = "".join(f"{at} {at + 1}\n" for at in range(50))
    page = reduction_page(reduce("max-cut", (SourceText("/folder/path.txt", edges),), {}), "a path")
    assert "The instance is too large to be drawn." in page
    assert "/folder" not in page and "edge list, 51 vertices" in page


def test_a_drawing_says_that_it_counts_no_weights():
    matrices = "3\n0 2 3\n2 0 1\n3 1 0\n0 5 2\n5 0 4\n2 4 0\n"
    page = reduction_page(reduce("qap", (SourceText("q.dat", matrices),), {}), "three facilities")
    assert "The left graph has 14 triples" in page and "0 of 12 triples matched (weights not counted)" in page
    assert "as in QAPLIB. Read: QAPLIB, order 3.</p>" in page


@pytest.mark.parametrize("width", [1280, 500])
def test_a_formula_of_ten_clauses_is_readable(browser, tmp_path, width):
    rng = random.Random(1)
    clauses = [[rng.choice((1, -1)) * each for each in rng.sample(range(1, 7), 3)] for _ in range(10)]
    text = "p cnf 6 10\n" + "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    texts = (SourceText("ten.cnf", text),)
    stored = reduce("sat", texts, {})
    said, comparison = solve(stored.reduction)
    alignment = dict(comparison.alignment)
    page = tmp_path / "page.html"
    page.write_text(reduction_page(stored, "ten clauses", alignment, str(said)))
    found = browser.figures(page, width=width)
    assert (found["wrong"], found["wide"], found["cut"]) == ([], [], [])
    assert "too many relations to be drawn" in page.read_text()
    script = "document.body.dataset.scale = [...document.querySelectorAll('svg')].map(each => each.getScreenCTM().a)"
    assert browser.open(page, script, width=width)[0].one("body")["data-scale"] == "1", "letters of full size"
